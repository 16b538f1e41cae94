import Button from '@mui/material/Button'
import { X } from 'lucide-react'
import { useListContext } from 'ra-core'
import { BulkOperations } from '../bulk/bulk-operations.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useExactTotal } from '../list/list-total.ts'
import type { Selection } from '../list/selection.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import './phone-selection.css'

interface PhoneSelectionProps {
  readonly part: ResourcePart
  readonly selection: Selection
  /** Ends the selection mode and clears the selection. */
  onEnd(): void
}

/** The footer of a phone's list in selection mode: count, select all, operations. */
export function PhoneSelection({ part, selection, onEnd }: PhoneSelectionProps) {
  const translate = useTranslation()
  const { total = 0 } = useListContext()
  const { text } = useExactTotal()
  const { isAll, ids } = selection
  const count = isAll ? text : figure(ids.length)
  return (
    <footer
      className="phone-selection ruled fixed num size-14 selected pb-8 pr-8 pl-16"
      role="toolbar"
      aria-label={part.resource.titles[part.language]}
    >
      <div className="row wrap">
        <strong className="mr-12 medium" aria-live="polite">
          {translate('list.selected', { smart_count: count })}
        </strong>
        {!isAll && ids.length < total && (
          <button type="button" className="link" onClick={selection.selectAll}>
            {translate('list.selectAll', { total: text })}
          </button>
        )}
        <span className="room" />
        <Button variant="text" startIcon={<X />} onClick={onEnd}>
          {translate('list.clear')}
        </Button>
      </div>
      {(isAll || ids.length > 0) && (
        <div className="phone-selection-doings row wrap">
          <BulkOperations part={part} selection={selection} count={count} />
        </div>
      )}
    </footer>
  )
}
