import { useListContext } from 'ra-core'
import { useRef } from 'react'
import { useDelayed } from '../components/sheet-state.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { neededWidth } from './list-columns.ts'
import { maySelect } from './may-select.ts'
import { pageSizes } from './page-size.ts'
import { classesOf } from './table-classes.ts'
import { TableHead } from './table-head.tsx'
import { useColumns } from './use-columns.ts'
import './list-table.css'

/**
 * The table while its rows are loading: the final header, and after a delay as many placeholder rows as the page has.
 */
export function TableSkeleton({ part }: { part: ResourcePart }) {
  const translate = useTranslation()
  const isLate = useDelayed(300)
  const { perPage } = useListContext()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, hasFiller } = useColumns(part, scroller)
  const rows = Array.from({ length: isLate ? Math.min(perPage, pageSizes.most) : 0 }, (_, row) => row)
  return (
    <div className="list-table" ref={scroller} role="status" aria-busy="true" aria-label={translate('state.loading')}>
      <table style={{ minWidth: neededWidth(columns) }}>
        <TableHead
          part={part}
          columns={columns}
          hasFiller={hasFiller}
          isSelectable={maySelect(part)}
          onResize={() => undefined}
        />
        <tbody aria-hidden>
          {rows.map(row => (
            <tr key={row} className="row-bones">
              <td className="check">{maySelect(part) && <i />}</td>
              {columns.map(({ field }, at) => (
                <td key={field.name} className={classesOf(part.resource, field)}>
                  <i style={{ width: `${48 + (((row + 2) * (at + 3)) % 5) * 8}%` }} />
                </td>
              ))}
              {hasFiller && <td />}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
