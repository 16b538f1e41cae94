import type { ReactNode, RefObject } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { FieldCell } from './field-cell.tsx'
import type { ListColumn } from './list-columns.ts'
import { classesOf } from './table-classes.ts'

interface TableColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly width?: number | undefined
  readonly className?: string
  cell(row: Row): ReactNode
}

interface RecordTableProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly className: string
  readonly label?: string
  readonly ref?: RefObject<HTMLDivElement | null>
  isSelected?(row: Row): boolean
}

/** A table besides that of a list: without sorting, and its page is rendered completely. */
export function RecordTable<Row extends { readonly id: string | number }>(props: RecordTableProps<Row>) {
  const { columns, rows, className, label, ref, isSelected } = props
  return (
    <div className={className} ref={ref}>
      <table className="table" aria-label={label}>
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ key, title, className }) => (
              <th key={key} scope="col" className={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} className="relative" data-selected={isSelected?.(row) || undefined}>
              {columns.map(({ key, className, cell }) => (
                <td key={key} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The columns of fields. */
export const fieldColumns = (part: ResourcePart, columns: readonly ListColumn[]) =>
  columns.map(({ field, width }) => ({
    key: field.name,
    title: field.title[part.language],
    width,
    className: classesOf(part.resource, field),
    cell: (record: Readonly<Record<string, unknown>>): ReactNode => (
      <FieldCell part={part} field={field} record={record} />
    ),
  }))
