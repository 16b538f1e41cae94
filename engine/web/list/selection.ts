import { useListContext, useStore } from 'ra-core'
import { createContext, useContext } from 'react'
import type { Selected } from '../data/bulk.ts'

/** What is selected in a list. */
export interface Selection {
  /** All that the conditions find are selected, on whatever page they are. */
  readonly isAll: boolean
  readonly ids: readonly string[]
  /** As requests contain it. */
  readonly selected: Selected
  includes(id: string): boolean
  selectAll(): void
  select(ids: readonly string[]): void
  /** Selects one, or gives it back. */
  toggle(id: string): void
  clear(): void
}

/** Under which name a list keeps what is selected, where it is not its resource's own list. */
export const SelectionName = createContext<string | undefined>(undefined)

/** The selection of the list around; another search leaves the rows that were chosen one by one. */
export function useSelection(): Selection {
  const { resource, selectedIds, filterValues, data = [], onSelect, onUnselectItems } = useListContext()
  const name = useContext(SelectionName) ?? resource
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
