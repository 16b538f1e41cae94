import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A part whose code comes when it is first wanted. */
export interface Late<Props> {
  /** Fetches the code ahead, if nobody did yet; what fails is asked for again when the part is drawn. */
  fetch(): void
  readonly Part: ComponentType<Props & { readonly waiting: (hasFailed: boolean, again: () => void) => ReactNode }>
}

/** Makes such a part of the module that holds it; until it is there, `waiting` is drawn in its place. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let There: ComponentType<Props> | undefined
  const fetch = async () => {
    There ??= await load()
  }
  function Part({ waiting, ...props }: Props & { waiting(hasFailed: boolean, again: () => void): ReactNode }) {
    const [, setThere] = useState(There !== undefined)
    const [attempt, setAttempt] = useState(0)
    const [failed, setFailed] = useState<number>()
    useEffect(() => {
      let isGone = false
      if (There === undefined)
        fetch().then(
          () => isGone || setThere(true),
          () => isGone || setFailed(attempt),
        )
      return () => {
        isGone = true
      }
    }, [attempt])
    if (There === undefined) return waiting(failed === attempt, () => setAttempt(now => now + 1))
    return <There {...(props as unknown as Props)} />
  }
  return { fetch: () => void fetch().catch(() => undefined), Part }
}
