import { ListBase, type SortPayload, useResourceContext } from 'ra-core'
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type ListViews, useListViews } from '../data/list-views.ts'
import { type ResourcePart, useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useSaid } from '../i18n.ts'
import { SheetBusy, SheetFault } from '../state/sheet-state.tsx'
import { pageSizeOf, rewritten } from './list-address.ts'
import { ListSheet } from './list-sheet.tsx'
import { ListViewProvider } from './list-view.tsx'

/** The list of the resource at hand, whatever it is. */
export function RecordList() {
  const name = useResourceContext() ?? ''
  const part = useResourcePart(name)
  // Asked for together, so that the columns are the person's own from the first row on.
  const views = useListViews(name)
  const said = useSaid()
  const entry = useModelIndex()?.resources.find(one => one.name === name)
  if (part.error) {
    return <SheetFault error={part.error} title={entry ? said(entry.title) : ''} retry={part.refetch} />
  }
  if (!part.data || !views.data) return <SheetBusy />
  return <ListOf part={part.data} views={views.data} />
}

function ListOf({ part, views }: { part: ResourcePart; views: ListViews }) {
  const { resource } = part
  const { pathname, search } = useLocation()
  // What a list opens with is what was set when it was opened: it does not change under the person's eyes.
  const [start] = useState(() => views.views.find(({ id }) => id === views.start))
  const [perPage] = useState(() => pageSizeOf(views))
  const address = rewritten(resource, search, perPage)
  if (address !== undefined) return <Navigate replace to={`${pathname}${address}`} />
  return (
    <ListBase
      resource={resource.name}
      perPage={perPage}
      sort={payloadOf(start?.sort ?? resource.order)}
      {...(start && { filterDefaultValues: start.query })}
      exporter={false}
      debounce={0}
    >
      <ListViewProvider part={part} views={views}>
        <ListSheet part={part} />
      </ListViewProvider>
    </ListBase>
  )
}

const payloadOf = ({ field, descending }: { field: string; descending: boolean }): SortPayload => ({
  field,
  order: descending ? 'DESC' : 'ASC',
})
