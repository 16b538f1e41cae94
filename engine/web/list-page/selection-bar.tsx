import Button from '@mui/material/Button'
import { X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useExactTotal } from '../list/list-total.ts'
import { useSelection } from '../list/selection.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'

const BulkOperations = lazy(() =>
  import('../bulk/bulk-operations.tsx').then(found => ({ default: found.BulkOperations })),
)

/** The number of selected rows, a button that selects all matching rows, and the operations. */
export function SelectionBar({ part, children }: { part: ResourcePart; children: ReactNode }) {
  const translate = useTranslation()
  const { total = 0 } = useListContext()
  const { text } = useExactTotal()
  const selection = useSelection()
  const count = selection.isAll ? text : figure(selection.ids.length)
  return (
    <div className="list-bar" data-selected="true" role="toolbar" aria-label={part.resource.titles[part.language]}>
      <strong aria-live="polite">{translate('list.selected', { smart_count: count })}</strong>
      {!selection.isAll && selection.ids.length < total && (
        <button type="button" className="link" onClick={selection.selectAll}>
          {translate('list.selectAll', { total: text })}
        </button>
      )}
      {children}
      <Suspense fallback={<span className="room" />}>
        <BulkOperations part={part} selection={selection} count={count} />
      </Suspense>
      <Button variant="text" size="small" startIcon={<X />} onClick={selection.clear}>
        {translate('list.clear')}
      </Button>
    </div>
  )
}
