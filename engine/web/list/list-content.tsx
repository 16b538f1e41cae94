import { ListContextProvider, type ListControllerProps, useListController } from 'ra-core'
import { type ReactNode, useRef } from 'react'

interface ListContentProps extends Pick<ListControllerProps, 'resource' | 'perPage' | 'sort' | 'filterDefaultValues'> {
  readonly children: ReactNode
}

/**
 * The rows of a list and its query, for the components of the list. No user gets here without having signed in,
 * and the first response shows whether the session has ended.
 */
export function ListContent({ children, ...props }: ListContentProps) {
  const content = useListController({ ...props, exporter: false, debounce: 0, disableAuthentication: true })
  return <ListContextProvider value={useSteady(content)}>{children}</ListContextProvider>
}

/**
 * Returns the same object while its values are equal, with stable functions that call the latest ones: otherwise the
 * whole list would be rendered whenever its address is read.
 */
function useSteady<T extends object>(now: T): T {
  const latest = useRef(now)
  const held = useRef<T>(undefined)
  latest.current = now
  const names = Object.keys(now) as (keyof T)[]
  const before = held.current
  const isSame = (name: keyof T) => typeof now[name] === 'function' || Object.is(now[name], before?.[name])
  if (before && names.every(isSame)) return before
  const steady = { ...now }
  for (const name of names) {
    if (typeof now[name] !== 'function') continue
    const follow = (...given: unknown[]) => (latest.current[name] as (...given: unknown[]) => unknown)(...given)
    steady[name] = (before?.[name] ?? follow) as T[keyof T]
  }
  held.current = steady
  return steady
}
