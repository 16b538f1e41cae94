import { useBlocker } from 'ra-core'
import { useEffect, useInsertionEffect, useRef, useSyncExternalStore } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useTab } from '../shell/tab-context.ts'
import { LeaveDialog } from '../state/leave-dialog.tsx'
import type { FormState } from './form-state.ts'

interface LeaveGuardProps {
  readonly state: FormState
  /** It was left, or its tab closed, all the same. */
  onLeave?(): void
}

/** Asks before what was typed is left behind: in a dialog of ours by a link, in the browser's by closing the page. */
export function LeaveGuard({ state, onLeave }: LeaveGuardProps) {
  const { session } = useEngine()
  const tab = useTab()
  const isDirty = useSyncExternalStore(state.watch, state.isDirty)
  // Asked of the state itself: a save is followed by a way elsewhere before anything is drawn again.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      state.isDirty() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !tab?.outlives(nextLocation) &&
      session.person() !== undefined,
  )
  const giveUp = () => {
    onLeave?.()
    state.letGo()
  }
  useUnsaved(isDirty, giveUp)
  useEffect(() => {
    // Given up by its answer, or saved while the question stood; the way goes on once, from here.
    if (blocker.state === 'blocked' && !isDirty) blocker.proceed()
  }, [blocker, isDirty])
  if (blocker.state !== 'blocked') return null
  return <LeaveDialog onStay={() => blocker.reset()} onLeave={giveUp} />
}

/** Lets the frame know that something typed on this page is not saved: it has the browser ask before all is closed. */
export function useUnsaved(isDirty: boolean, onGivenUp?: () => void): void {
  const { unsaved } = useEngine()
  const latest = useRef(onGivenUp)
  latest.current = onGivenUp
  const page = useTab()?.page
  // Of all effects this kind alone lives on while the tab is out of sight.
  useInsertionEffect(
    () => (isDirty ? unsaved.hold(page, () => latest.current?.()) : undefined),
    [isDirty, unsaved, page],
  )
}
