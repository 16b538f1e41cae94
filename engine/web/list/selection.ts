import { useListContext, useResourceContext, useStore } from 'ra-core'
import { createContext, useContext } from 'react'
import type { Selected } from '../data/bulk.ts'

/** The selection of a list. */
export interface Selection {
  /** All matching rows are selected, on all pages. */
  readonly isAll: boolean
  readonly ids: readonly string[]
  /** In the form of a request. */
  readonly selected: Selected
  includes(id: string): boolean
  selectAll(): void
  select(ids: readonly string[]): void
  /** Toggles the selection of a row. */
  toggle(id: string): void
  clear(): void
}

/** The name under which the state of a list is stored, if it is not that of the resource. */
export const ListName = createContext<string | undefined>(undefined)

/** The name under which the state of the surrounding list is stored. */
export function useListName(): string {
  const resource = useResourceContext() ?? ''
  return useContext(ListName) ?? resource
}

/** The selection of the surrounding list; another search clears the individually selected rows. */
export function useSelection(): Selection {
  const { selectedIds, filterValues, data = [], onSelect, onUnselectItems } = useListContext()
  const name = useListName()
  const [all, setAll] = useStore<string | null>(`${name}.selectedAll`, null)
  const asked = JSON.stringify(filterValues)
  const isAll = all === asked
  const ids = isAll ? data.map(({ id }) => String(id)) : selectedIds.map(String)
  const includes = (id: string) => isAll || ids.includes(id)
  const select = (next: readonly string[]) => {
    setAll(null)
    onSelect([...next])
  }
  return {
    isAll,
    ids,
    selected: isAll ? { query: filterValues } : { ids },
    includes,
    selectAll: () => setAll(asked),
    select,
    toggle: id => select(includes(id) ? ids.filter(one => one !== id) : [...ids, id]),
    clear: () => {
      setAll(null)
      onUnselectItems()
    },
  }
}
