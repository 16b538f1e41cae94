import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is loaded on first use. */
export interface LazyComponent<Props> {
  /** Prefetches the code; a failed load is repeated when the component is drawn. */
  fetch(): void
  readonly Part: ComponentType<Props & { readonly waiting: (hasFailed: boolean, again: () => void) => ReactNode }>
}

/** Milliseconds after which code that has not arrived has failed. */
export const codeLimit = 120_000

/** Loads code; rejects after the limit. */
export const loadedInTime = <Code,>(load: () => Promise<Code>): Promise<Code> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The code of a screen did not arrive in time.')), codeLimit)
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })

/** Makes a lazily loaded component; until its code is there, `waiting` is drawn instead. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let There: ComponentType<Props> | undefined
  const fetch = async () => {
    There ??= await loadedInTime(load)
  }
  function Part({ waiting, ...props }: Props & { waiting(hasFailed: boolean, again: () => void): ReactNode }) {
    const [, setThere] = useState(There !== undefined)
    const [attempt, setAttempt] = useState(0)
    const [failed, setFailed] = useState<number>()
    useEffect(() => {
      let hasFailed = false
      if (There === undefined)
        fetch().then(
          () => hasFailed || setThere(true),
          () => hasFailed || setFailed(attempt),
        )
      return () => {
        hasFailed = true
      }
    }, [attempt])
    if (There === undefined) return waiting(failed === attempt, () => setAttempt(now => now + 1))
    return <There {...(props as unknown as Props)} />
  }
  return { fetch: () => void fetch().catch(() => undefined), Part }
}
