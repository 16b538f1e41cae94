import { useListContext, useStore } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { type ListViews, type SavedView, useListChoice } from '../data/list-views.ts'
import { type ResourcePart, useModelIndex } from '../data/resource-part.ts'
import { type ColumnPlan, usualPlan } from './list-columns.ts'
import { isSameSearch, type Search } from './view-search.ts'

/** The saved views of a list, and its current columns. */
export interface ListView extends ListViews {
  /** The saved view with the list's current conditions and order. */
  readonly active: SavedView | undefined
  /** The saved view that was opened last, even if its conditions have been changed since. */
  readonly opened: SavedView | undefined
  readonly plan: ColumnPlan
  /** All columns are shown at any width until the user fits them again. */
  readonly isUnfitted: boolean
  /** How many rows fit the window that the list was opened in: the automatic size of its pages. */
  readonly fitting: number
  /** Hidden columns. */
  readonly hidden: number
  /** Whether the columns differ from the descriptor's. */
  readonly hasOwnColumns: boolean
  /** The name of the kind of list that shows the rows; null for a table, undefined for the usual kind. */
  readonly kind: string | null | undefined
  open(view: SavedView | undefined): void
  setUnfitted(isUnfitted: boolean): void
  setHidden(hidden: number): void
  setKind(kind: string | null): void
  changeColumns(columns: readonly string[] | null, widths: Readonly<Record<string, number>>): void
}

const ListViewContext = createContext<ListView | undefined>(undefined)

/** The views of the surrounding list. */
export function useListView(): ListView {
  const view = useContext(ListViewContext)
  if (!view) throw new Error('This component requires a list around it.')
  return view
}

interface ListViewProviderProps {
  readonly part: ResourcePart
  readonly views: ListViews
  readonly fitting: number
  readonly children: ReactNode
}

/** Determines the current saved view and its columns. */
export function ListViewProvider({ part: { resource, bin }, views, fitting, children }: ListViewProviderProps) {
  const { filterValues, sort, setFilters, setSort } = useListContext()
  const isBin = bin !== undefined
  const [chosen, setChosen] = useStore<string | null>(`${resource.name}.view`, null)
  /** The columns of an opened view, until it is changed or closed. */
  const [apart, setApart] = useStore<{ of: string; columns: readonly string[] | null } | null>(
    `${resource.name}.viewColumns`,
    null,
  )
  const [isUnfitted, setUnfitted] = useStore(`${resource.name}.isUnfitted`, false)
  const [hidden, setHidden] = useState(0)
  const [chosenKind, setKind] = useStore<string | null | undefined>(`${resource.name}.kind`)
  const { mutate: choose } = useListChoice(resource.name)
  const owners = useModelIndex()?.me.ownerIds
  const now = JSON.stringify([filterValues, sort])
  const value = useMemo((): ListView => {
    const [query, by] = JSON.parse(now) as [Search['query'], { field: string; order: string }]
    const search: Search = { query, sort: { field: by.field, descending: by.order === 'DESC' } }
    const isNow = (view: SavedView) => isSameSearch(resource, view, search)
    const opened = views.views.find(({ id }) => id === (chosen ?? views.start))
    const active = opened && isNow(opened) ? opened : views.views.find(isNow)
    const ofView = active?.columns ? active : undefined
    const columns = isBin ? null : ofView ? (apart?.of === ofView.id ? apart.columns : ofView.columns) : views.columns
    return {
      ...views,
      active,
      opened,
      plan: {
        names: columns ?? usualPlan(resource, owners).names,
        isChosen: columns !== null,
        widths: views.widths,
      },
      isUnfitted,
      fitting,
      hidden,
      kind: isBin ? null : chosenKind === undefined ? (opened?.kind ?? undefined) : chosenKind,
      setKind,
      setUnfitted,
      setHidden,
      hasOwnColumns: columns !== null || Object.keys(views.widths).length > 0,
      open(view) {
        setChosen(view?.id ?? '')
        setApart(null)
        setKind(view?.kind ?? null)
        const { field, descending } = view?.sort ?? resource.sort
        setFilters({ ...view?.query }, {})
        setSort({ field, order: descending ? 'DESC' : 'ASC' })
      },
      changeColumns(names, widths) {
        if (ofView) setApart({ of: ofView.id, columns: names })
        choose({ columns: ofView || isBin ? views.columns : names, widths })
      },
    }
  }, [
    now,
    resource,
    isBin,
    owners,
    views,
    chosen,
    apart,
    setChosen,
    setApart,
    setFilters,
    setSort,
    choose,
    isUnfitted,
    setUnfitted,
    fitting,
    hidden,
    chosenKind,
    setKind,
  ])
  return <ListViewContext.Provider value={value}>{children}</ListViewContext.Provider>
}
