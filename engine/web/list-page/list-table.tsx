import useMediaQuery from '@mui/material/useMediaQuery'
import { type RaRecord, useListContext } from 'ra-core'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ScalesContext, useScales } from '../../fields/scales.ts'
import type { Field } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useChoices } from '../data/use-choices.ts'
import { usePrinting } from '../export/use-printing.ts'
import { neededWidth } from '../list/list-columns.ts'
import { detailOf, ListRow } from '../list/list-row.tsx'
import { useListView } from '../list/list-view.tsx'
import { maySelect } from '../list/may-select.ts'
import { rowHeights } from '../list/page-size.ts'
import { useListName, useSelection } from '../list/selection.ts'
import { TableHead } from '../list/table-head.tsx'
import { useColumns } from '../list/use-columns.ts'
import { useListScroll } from '../list/use-list-scroll.ts'
import { useRowKeys } from '../list/use-row-keys.ts'
import { useTranslation } from '../words/i18n.ts'
import '../list/list-table.css'

/** Maximum number of rows that are rendered completely; longer tables are virtualised. */
const maxDrawn = 50
const noRows: RaRecord[] = []
const RowsInSight = lazy(() => import('./visible-rows.tsx').then(found => ({ default: found.VisibleRows })))

/** The rows of a list as a table. */
export function ListTable({ part }: { part: ResourcePart }) {
  const { resource, language } = part
  const translate = useTranslation()
  const { preferences, lists } = useEngine()
  const { density } = useChoices(preferences)
  const { data = noRows, isFetching, page, perPage, total = 0, meta } = useListContext()
  const { plan, widths, changeColumns, columns: own } = useListView()
  const listName = useListName()
  const selection = useSelection()
  const navigate = useNavigate()
  const isTouch = useMediaQuery('(hover: none)', { noSsr: true })
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, room, hasFiller } = useColumns(part, scroller)
  const names = columns.map(({ field }) => field.name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width of a column is nothing to its cells
  const fields = useMemo(() => columns.map(({ field }) => field), [resource, names])
  const scales = useScales(fields, data)
  const open = useCallback((id: string) => navigate(detailOf(part, id)), [navigate, part])
  const height = rowHeights[density]
  // A printed page does not scroll, so all rows are rendered.
  const isPrinting = usePrinting()
  const isLong = data.length > maxDrawn && !isPrinting
  const scrollToIndex = useRef<(index: number) => void>(undefined)
  const show = useCallback((index: number) => scrollToIndex.current?.(index), [])
  const latest = useRef(selection)
  latest.current = selection
  const isSelectable = maySelect(part)
  const toggle = useCallback((id: string) => latest.current.toggle(id), [])
  const keys = useRowKeys({
    scroller,
    data,
    show,
    open,
    edit: part.may.includes('edit') ? id => navigate(addressOf(resource, 'edit', id)) : undefined,
    toggle: isSelectable ? toggle : undefined,
  })
  useListScroll(scroller)
  const resize = (field: Field, width: number | undefined) => {
    const { [field.name]: _before, ...others } = widths
    changeColumns(plan.isChosen ? plan.names : own, width === undefined ? others : { ...others, [field.name]: width })
  }
  const isCapped = (meta as { capped?: boolean } | undefined)?.capped === true
  const texts = useMemo(
    () => ({ select: translate('list.selectRow'), more: translate('list.moreActions') }),
    [translate],
  )
  const row = (index: number) => {
    const record = data[index]
    if (!record) return null
    return (
      <ListRow
        key={record.id}
        part={part}
        fields={fields}
        record={record}
        place={(page - 1) * perPage + index + 1}
        isSelected={selection.includes(String(record.id))}
        isCurrent={index === keys.current}
        isLast={lists.lastOf(resource.name) === String(record.id)}
        isTouch={isTouch}
        hasFiller={hasFiller}
        isSelectable={isSelectable}
        texts={texts}
        onToggle={toggle}
        onOpen={open}
      />
    )
  }
  return (
    <div
      className="list-table scroll relative flex-1"
      ref={scroller}
      data-fetching={isFetching}
      data-wide={neededWidth(columns) > room || undefined}
    >
      <table
        className="table"
        role="grid"
        aria-label={resource.titles[language]}
        aria-rowcount={isCapped ? -1 : total + 1}
        aria-multiselectable={isSelectable}
        style={{ minWidth: neededWidth(columns) }}
      >
        <TableHead part={part} columns={columns} isSelectable={isSelectable} hasFiller={hasFiller} onResize={resize} />
        <ScalesContext value={scales}>
          <tbody onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
            {isLong ? (
              <Suspense fallback={data.slice(0, maxDrawn).map((_record, index) => row(index))}>
                <RowsInSight
                  count={data.length}
                  height={height}
                  span={columns.length + 2 + (hasFiller ? 1 : 0)}
                  scroller={scroller}
                  initialRect={{ width: room, height: 600 }}
                  initialOffset={() => lists.scrollOf(listName)}
                  scrollToIndex={scrollToIndex}
                  row={row}
                />
              </Suspense>
            ) : (
              data.map((_record, index) => row(index))
            )}
          </tbody>
        </ScalesContext>
      </table>
    </div>
  )
}
