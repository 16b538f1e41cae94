import { type ComponentType, lazy, memo, useState } from 'react'
import { loadedInTime } from '../../fields/lazy-component.tsx'

/** A screen whose code is loaded on first use. */
export interface ScreenCode {
  /** Fetches the code, unless it was fetched before. */
  fetch(): Promise<unknown>
  /** Lets the next render fetch failed code again; until then the screen fails as before. */
  renew(): void
  readonly Screen: ComponentType
}

/**
 * Returns a screen whose module is loaded on demand. React shows a fallback for at least 300 ms, so a screen whose
 * code is loaded already renders without one.
 */
export function screenCode(load: () => Promise<ComponentType>): ScreenCode {
  let Loaded: ComponentType | undefined
  let loading: Promise<{ default: ComponentType }> | undefined
  const fetch = () => {
    loading ??= loadedInTime(load).then(
      component => {
        Loaded = component
        return { default: component }
      },
      (error: unknown) => {
        loading = undefined
        hasFailed = true
        throw error
      },
    )
    return loading
  }
  const renew = () => {
    if (hasFailed) Late = lazy(fetch)
    hasFailed = false
  }
  let Late = lazy(fetch)
  let hasFailed = false
  function Screen() {
    // Chosen once: a change from one to the other would discard input.
    const [Shown] = useState<ComponentType>(() => Loaded ?? Late)
    return <Shown />
  }
  // It reads the address itself and ignores renders of the routes.
  return { fetch, renew, Screen: memo(Screen) }
}
