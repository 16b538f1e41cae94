import { useLayoutEffect, useMemo } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { columnWidthOf } from './column-width.ts'
import { columnFields, columnsThatFit } from './list-columns.ts'
import { useListView } from './list-view.tsx'
import { useElementWidth } from './use-element-width.ts'

/** The columns of a list as they fit an element, and the element's width in pixels. */
export function useColumns(part: ResourcePart, scroller: { readonly current: HTMLElement | null }) {
  const { resource, language } = part
  const { plan, isUnfitted, setHidden } = useListView()
  const room = useElementWidth(scroller)
  const columns = useMemo(() => {
    const shown = isUnfitted ? { ...plan, isChosen: true } : plan
    return columnsThatFit(resource, language, field => columnWidthOf(part, field), room, shown)
  }, [part, resource, language, room, plan, isUnfitted])
  const hidden = columnFields(resource, plan).length - columns.length
  useLayoutEffect(() => setHidden(hidden), [hidden, setHidden])
  // Without a flexible column, the browser would distribute the rest, and the edge would not follow the pointer.
  return { columns, room, hasFiller: columns.every(({ width }) => width !== undefined) }
}
