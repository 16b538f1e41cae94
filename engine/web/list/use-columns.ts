import { useListContext } from 'ra-core'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { isDictionary } from '../../fields/traits.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { type ContentWidths, columnWidthOf, contentWidths } from './column-width.ts'
import { columnFields, columnsThatFit } from './list-columns.ts'
import { useListView } from './list-view.tsx'
import { useElementWidth } from './use-element-width.ts'

/** Pixels of a scrollbar, or more: a page that scrolls has the same columns as one that does not. */
const scrollbar = 15

/** The columns of a list as they fit an element, and the element's width in pixels. */
export function useColumns(part: ResourcePart, scroller: { readonly current: HTMLElement | null }) {
  const { resource, language } = part
  const { plan, isUnfitted, setHidden } = useListView()
  const contents = useContentWidths(part)
  const room = useElementWidth(scroller) - scrollbar
  const columns = useMemo(() => {
    const shown = isUnfitted ? { ...plan, isChosen: true } : plan
    return columnsThatFit(resource, language, field => columnWidthOf(part, field), room, shown, contents)
  }, [part, resource, language, room, plan, isUnfitted, contents])
  const hidden = columnFields(resource, plan).length - columns.length
  useLayoutEffect(() => setHidden(hidden), [hidden, setHidden])
  // Without a flexible column, the browser would distribute the rest, and the edge would not follow the pointer.
  return { columns, room, hasFiller: columns.every(({ width }) => width !== undefined) }
}

/** The widths of each list when it was drawn last: those of its header until its rows are loaded. */
const last = new Map<string, ContentWidths>()
const none: ContentWidths = {}

/** The widths of the contents of the list's first page. */
function useContentWidths(part: ResourcePart): ContentWidths {
  const { data } = useListContext()
  const { plan } = useListView()
  const key = `${part.resource.name} ${part.language}`
  const seen = useRef({ key, widths: none })
  return useMemo(() => {
    if (!data || data.length === 0) return last.get(key) ?? none
    const before = seen.current.key === key ? seen.current.widths : none
    const fields = columnFields(part.resource, plan)
    const sized = fields.filter(field => isDictionary(field) || columnWidthOf(part, field) === undefined)
    const widths = contentWidths(part, sized, data, before)
    if (JSON.stringify(widths) === JSON.stringify(before)) return before
    seen.current = { key, widths }
    last.set(key, widths)
    return widths
  }, [part, plan, data, key])
}
