import { useListContext } from 'ra-core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { DataTable, DataTableHead } from 'react-admin'
import { typeOf } from '../fields/index.ts'
import { DisplayCell, FieldCell, webOf } from './field-cell.tsx'
import { columnsThatFit, ownWidths } from './list-columns.ts'
import type { ResourcePart } from './resource-part.ts'
import { RowActions } from './row-actions.tsx'

/** The rows of a list as a table; columns leave from the right where room is short. */
export function ListTable({ part }: { part: ResourcePart }) {
  const { resource, language } = part
  const { isFetching } = useListContext()
  const [room, measure] = useRoom()
  const columns = useMemo(
    () => columnsThatFit(resource, language, field => webOf(field).width, room),
    [resource, language, room],
  )
  const widths = columns.map(({ width }) => width).join()
  const Head = useMemo(() => headOf(widths.split(',').map(text => (text === '' ? undefined : Number(text)))), [widths])
  return (
    <div className="list-table" ref={measure} data-fetching={isFetching}>
      <DataTable head={Head} bulkActionsToolbar={<></>} empty={<></>} rowClick="show" hover>
        {columns.map(({ field }) => {
          const isDisplay = field.name === resource.display
          const Shown = isDisplay ? DisplayCell : FieldCell
          const align = webOf(field).align === 'right' ? 'figure' : ''
          return (
            <DataTable.Col
              key={field.name}
              source={field.name}
              label={field.title[language]}
              disableSort={!field.column || !typeOf(field).sortable || field.options['many'] === true}
              headerClassName={align}
              cellClassName={`${align} ${isDisplay ? 'display' : ''}`}
              render={record => <Shown part={part} field={field} record={record} />}
            />
          )
        })}
        <DataTable.Col
          key="actions"
          label=" "
          disableSort
          cellClassName="actions"
          render={record => <RowActions part={part} record={record} />}
        />
      </DataTable>
    </div>
  )
}

/** react-admin's head with the widths of the columns before it, which a fixed table takes from there. */
function headOf(widths: readonly (number | undefined)[]) {
  return function Head({ children }: { children?: ReactNode }) {
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
        <DataTableHead>{children}</DataTableHead>
      </>
    )
  }
}

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
