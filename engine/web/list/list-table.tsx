import { type SortPayload, useListContext } from 'ra-core'
import {
  Children,
  cloneElement,
  createContext,
  isValidElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react'
import { DataTable, DataTableHead } from 'react-admin'
import { typeOf } from '../../fields/index.ts'
import type { Field } from '../../model/model.ts'
import { systemFields } from '../../model/system-fields.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useSay } from '../i18n.ts'
import { DisplayCell, FieldCell, webOf } from './field-cell.tsx'
import { columnsThatFit, ownWidths } from './list-columns.ts'
import { RowActions } from './row-actions.tsx'
import { PageCheck, RowCheck } from './row-check.tsx'

/** The rows of a list as a table; columns leave from the right where room is short. */
export function ListTable({ part }: { part: ResourcePart }) {
  const { resource, language } = part
  const say = useSay()
  const { isFetching } = useListContext()
  const [room, measure] = useRoom()
  const columns = useMemo(
    () => columnsThatFit(resource, language, field => webOf(field).width, room),
    [resource, language, room],
  )
  const widths = useMemo(() => columns.map(({ width }) => width), [columns])
  return (
    <div className="list-table" ref={measure} data-fetching={isFetching}>
      <WidthsContext.Provider value={widths}>
        <DataTable head={Head} bulkActionButtons={false} empty={nothing} rowClick="show" hover>
          <DataTable.Col
            key="check"
            label={<PageCheck />}
            disableSort
            render={record => <RowCheck record={record} />}
          />
          {columns.map(({ field }) => {
            const isDisplay = field.name === resource.display
            const Shown = isDisplay ? DisplayCell : FieldCell
            const place = `${webOf(field).align === 'right' ? 'figure' : ''} ${isDisplay ? 'display' : isQuiet(field) ? 'quiet' : ''}`
            return (
              <DataTable.Col
                key={field.name}
                source={field.name}
                label={field.title[language]}
                disableSort={!field.column || !typeOf(field).sortable || field.options['many'] === true}
                headerClassName={place}
                cellClassName={place}
                render={record => <Shown part={part} field={field} record={record} />}
              />
            )
          })}
          <DataTable.Col
            key="actions"
            label={<span className="unseen">{say('list.moreActions')}</span>}
            disableSort
            cellClassName="actions"
            render={record => <RowActions part={part} record={record} />}
          />
        </DataTable>
      </WidthsContext.Provider>
    </div>
  )
}

/** Long words, and what every row has, stand back behind what tells rows apart. */
const isQuiet = ({ type, name }: Field) =>
  type === 'longtext' || type === 'datetime' || systemFields.some(field => field.name === name)

/** Widths of the columns for a head that stays the same component while they change. */
const WidthsContext = createContext<readonly (number | undefined)[]>([])

/** react-admin's head with the widths of the columns before it, which a fixed table takes from there. */
function Head({ children }: { children?: ReactNode }) {
  const widths = useContext(WidthsContext)
  const { sort } = useListContext()
  return (
    <>
      <colgroup>
        <col style={{ width: ownWidths.checkbox }} />
        {widths.map((width, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
          <col key={n} style={width === undefined ? undefined : { width }} />
        ))}
        <col style={{ width: ownWidths.actions }} />
      </colgroup>
      <DataTableHead>{Children.map(children, column => withSort(column, sort))}</DataTableHead>
    </>
  )
}

interface HeadColumn {
  readonly source?: string
  readonly 'aria-sort'?: 'ascending' | 'descending'
}

/** The head of the column that rows are sorted by says so to those who do not see the arrow. */
function withSort(column: ReactNode, { field, order }: SortPayload): ReactNode {
  if (!isValidElement<HeadColumn>(column) || column.props.source !== field) return column
  return cloneElement(column, { 'aria-sort': order === 'ASC' ? 'ascending' : 'descending' })
}

const Nothing = () => null
const nothing = <Nothing />

/** The width of an element, followed. */
function useRoom(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState(1200)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    setRoom(element.clientWidth)
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [room, measure]
}
