import { useEffect, useState } from 'react'
import type { FieldSources, Option } from '../field-web.ts'

const pause = 200

export interface Found {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
}

/** The options of a resource that match what is typed, asked for while the list is open and typing has paused. */
export function useOptions(
  sources: FieldSources,
  resource: string,
  search: string,
  where: Readonly<Record<string, unknown>> | null,
  isOpen: boolean,
): Found {
  const [found, setFound] = useState<Found>({ options: [], isLoading: false, hasFailed: false })
  const asked = where && JSON.stringify(where)
  useEffect(() => {
    if (!isOpen) return
    if (asked === null) {
      setFound({ options: [], isLoading: false, hasFailed: false })
      return
    }
    let isCurrent = true
    setFound(before => ({ ...before, isLoading: true, hasFailed: false }))
    const timer = setTimeout(
      () =>
        sources.options(resource, search.trim(), JSON.parse(asked)).then(
          options => isCurrent && setFound({ options, isLoading: false, hasFailed: false }),
          () => isCurrent && setFound({ options: [], isLoading: false, hasFailed: true }),
        ),
      search === '' ? 0 : pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [sources, resource, search, asked, isOpen])
  return found
}
