import { ArrowDown, ArrowUp } from 'lucide-react'
import { useListContext } from 'ra-core'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { captionOf } from '../../fields/caption.ts'
import { keyedDisplay } from '../../fields/display-key.ts'
import { isReference } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { fieldOf, timeRemaining } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { clampWidth, type ListColumn, ownWidths } from './list-columns.ts'
import { PageCheck } from './row-check.tsx'
import { classesOf } from './table-classes.ts'
import { isSortable } from './view-search.ts'

interface TableHeadProps {
  readonly part: ResourcePart
  readonly columns: readonly ListColumn[]
  readonly hasFiller: boolean
  readonly isSelectable: boolean
  /** Undefined resets the width. */
  onResize(field: Field, width: number | undefined): void
}

/** The column headers, with sorting and resize handles. */
export function TableHead({ part, columns, hasFiller, isSelectable, onResize }: TableHeadProps) {
  const translate = useTranslation()
  return (
    <>
      <colgroup>
        <col style={{ width: ownWidths.checkbox }} />
        {columns.map(({ field, width }) => (
          <col key={field.name} data-of={field.name} style={width === undefined ? undefined : { width }} />
        ))}
        {hasFiller && <col />}
        <col style={{ width: ownWidths.actions }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className="check">
            {isSelectable && <PageCheck />}
          </th>
          {columns.map(({ field }) => (
            <Head key={field.name} part={part} field={field} onResize={onResize} />
          ))}
          {hasFiller && <th aria-hidden />}
          <th scope="col">
            <span className="unseen">{translate('list.moreActions')}</span>
          </th>
        </tr>
      </thead>
    </>
  )
}

interface HeadProps {
  readonly part: ResourcePart
  readonly field: Field
  onResize(field: Field, width: number | undefined): void
}

const step = 16

function Head({ part: { resource, model, language, bin }, field: column, onResize }: HeadProps) {
  const translate = useTranslation()
  const field = sortedBy(resource, column)
  const { sort, setSort, meta } = useListContext()
  const isSorted = sort.field === field.name
  const title = captionOf(column, language)
  const isCapped = (meta as { capped?: boolean } | undefined)?.capped === true
  const isTooMany = isCapped && !isIndexed(resource, field)
  const isStale = (meta as { stale?: readonly string[] } | undefined)?.stale?.includes(field.name) === true
  const head = useRef<HTMLTableCellElement>(null)
  const resizeByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? step : event.key === 'ArrowLeft' ? -step : 0
    if (!event.altKey || by === 0 || !head.current) return
    event.preventDefault()
    event.stopPropagation()
    onResize(column, clampWidth(head.current.offsetWidth + by))
  }
  return (
    <th
      ref={head}
      scope="col"
      className={classesOf(resource, column)}
      aria-sort={isSorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
    >
      {isSortable(field, model) && !bin ? (
        <button
          type="button"
          className="head-sort inline gap-4 round-4 max-full h-28"
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
          disabled={isTooMany || isStale}
          title={
            isStale
              ? translate('list.staleValues', { field: title })
              : isTooMany
                ? translate('list.tooManyToSort', { field: title })
                : title
          }
          onKeyDown={resizeByKey}
          onClick={() => setSort({ field: field.name, order: isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          <span className="clip ellipsis">{title}</span>
          {isSorted && sort.order === 'DESC' ? (
            <ArrowDown className="opacity-0" aria-hidden />
          ) : (
            <ArrowUp className="opacity-0" aria-hidden />
          )}
        </button>
      ) : (
        <span className="head-title clip ellipsis" title={title}>
          {title}
        </span>
      )}
      <span
        className="head-edge absolute top-0 no-touch right-0 bottom-0 w-9"
        title={translate('columns.resize', { column: title })}
        aria-hidden
        onPointerDown={event => dragEdge(event, width => onResize(column, width))}
        onDoubleClick={() => onResize(column, undefined)}
      />
    </th>
  )
}

/** The field by which a column is sorted: the remaining time by its deadline, where that is one field. */
function sortedBy(resource: Resource, column: Field): Field {
  const days = new Set(resource.lifecycle?.dates.map(date => date.at))
  return column === timeRemaining && days.size === 1 ? (fieldOf(resource, String([...days][0])) ?? column) : column
}

/** Resizes the column while the pointer moves, and reports the width once it is released. */
function dragEdge(event: PointerEvent<HTMLElement>, onDone: (width: number) => void): void {
  const edge = event.currentTarget
  const head = edge.closest('th')
  const table = edge.closest('table')
  if (!head || !table || event.button !== 0) return
  event.preventDefault()
  const column = table.querySelectorAll('col')[head.cellIndex]
  const [from, before] = [event.clientX, head.offsetWidth]
  let width = before
  const move = (now: globalThis.PointerEvent) => {
    width = clampWidth(before + now.clientX - from)
    if (column) column.style.width = `${width}px`
  }
  const end = () => {
    edge.removeEventListener('pointermove', move)
    edge.removeEventListener('pointerup', end)
    edge.removeEventListener('pointercancel', end)
    edge.removeAttribute('data-held')
    if (width !== before) onDone(width)
  }
  edge.setPointerCapture(event.pointerId)
  edge.setAttribute('data-held', 'true')
  edge.addEventListener('pointermove', move)
  edge.addEventListener('pointerup', end)
  edge.addEventListener('pointercancel', end)
}

/** Whether large tables may be sorted by the field; the server refuses others. */
const isIndexed = (resource: Resource, field: Field): boolean =>
  !isReference(field) &&
  (field.name === 'id' ||
    field.name === resource.sort.field ||
    field.name === keyedDisplay(resource)?.name ||
    field.index ||
    field.unique)
