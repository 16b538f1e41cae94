import { useBlocker, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useEngine } from '../data/engine-context.ts'

/**
 * Asks before what was typed is left behind, by a link or by closing the page. The function given back lifts the
 * guard at once, for the navigation that follows a save.
 */
export function useLeaveGuard(isDirty: boolean): () => void {
  const translate = useTranslate()
  const { unsaved } = useEngine()
  const guards = useRef(isDirty)
  guards.current = isDirty
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => guards.current && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!guards.current || window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed?.()
    else blocker.reset?.()
  }, [blocker, translate])

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    const letGo = unsaved.hold()
    return () => {
      window.removeEventListener('beforeunload', ask)
      letGo()
    }
  }, [isDirty, unsaved])

  return () => {
    guards.current = false
  }
}
