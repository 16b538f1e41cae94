import { useBlocker } from 'ra-core'
import { useEffect, useInsertionEffect, useRef, useSyncExternalStore } from 'react'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { Holder } from '../data/unsaved.ts'
import { useTab } from '../frame/tab-context.ts'
import type { FormState } from './form-state.ts'

interface LeaveGuardProps {
  readonly state: FormState
  /** What happens to unsaved input when the form is left, or its tab closed. */
  readonly holder: Holder
}

/** Asks before unsaved input is lost: in a dialog on navigation, in the browser's dialog when the page is closed. */
export function LeaveGuard({ state, holder }: LeaveGuardProps) {
  const { session } = useEngine()
  const tab = useTab()
  const isDirty = useSyncExternalStore(state.watch, state.isDirty)
  // Read from the state itself: after a save, the navigation precedes the next render.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      state.isDirty() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !tab?.outlives(nextLocation) &&
      session.person() !== undefined,
  )
  const giveUp = () => {
    holder.giveUp()
    state.markSaved()
  }
  const keep = () => {
    holder.keep()
    state.markSaved()
  }
  useUnsaved(isDirty, { giveUp, keep, keepable: holder.keepable })
  useEffect(() => {
    // Discarded by the user, or saved in the meantime; the navigation then continues once.
    if (blocker.state === 'blocked' && !isDirty) blocker.proceed()
  }, [blocker, isDirty])
  if (blocker.state !== 'blocked') return null
  return <LeaveDialog keepable={holder.keepable()} onStay={() => blocker.reset()} onKeep={keep} onDiscard={giveUp} />
}

/** Reports unsaved input to the frame, so that the browser asks before the window is closed. */
export function useUnsaved(isDirty: boolean, holder?: Holder): void {
  const { unsaved } = useEngine()
  const latest = useRef(holder)
  latest.current = holder
  const page = useTab()?.page
  // Insertion effects are the only ones that React keeps while the tab is hidden.
  useInsertionEffect(() => {
    if (!isDirty) return
    return unsaved.hold(page, {
      giveUp: () => latest.current?.giveUp(),
      keep: () => latest.current?.keep(),
      keepable: () => latest.current?.keepable() ?? 'none',
    })
  }, [isDirty, unsaved, page])
}
