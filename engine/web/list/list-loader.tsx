import { useResourceContext } from 'ra-core'
import type { ReactNode } from 'react'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { type ListViews, useListViews } from '../data/list-views.ts'
import { type ResourcePart, useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useLocalized } from '../words/i18n.ts'

/** Fetches what a list of the current resource needs; until then, a placeholder or the error. */
export function ListLoader({ children }: { children(part: ResourcePart, views: ListViews): ReactNode }) {
  const name = useResourceContext() ?? ''
  const part = useResourcePart(name)
  // Fetched together, so that the first rows already have the user's columns.
  const views = useListViews(name)
  const localized = useLocalized()
  const entry = useModelIndex()?.resources.find(one => one.name === name)
  if (part.error) {
    return <SheetFault error={part.error} title={entry ? localized(entry.titles) : ''} retry={part.refetch} />
  }
  if (!part.data || !views.data) return <SheetLoading />
  return children(part.data, views.data)
}
