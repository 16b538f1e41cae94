import { type ReactNode, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from '../components/confirm-dialog.tsx'
import type { BulkRequest, Selected } from '../data/bulk.ts'
import { useBulkPreview } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx'
import { BulkPreviewList } from './bulk-preview.tsx'
import type { OfferedStep } from './selected-steps.ts'
import './bulk.css'

/** The records that work is about to change. */
export interface Asked {
  readonly part: ResourcePart
  readonly selected: Selected
  /** How many, as text. */
  readonly count: string
  /** The selection is larger than the page. */
  readonly isMany: boolean
}

interface PreviewOptions {
  /** The values are not entered yet. */
  readonly isUnfilled?: boolean
  /** The expected number of lines. */
  readonly lines?: number
  readonly step?: OfferedStep['step']
}

/**
 * What the work would change, with a second confirmation where the selection is larger than the page. `isHeld` is true
 * until that is given.
 */
export function useQuestion(
  { part, selected, count, isMany }: Asked,
  request: BulkRequest | undefined,
  { isUnfilled, lines = 1, step }: PreviewOptions = {},
): { readonly below: ReactNode; readonly isHeld: boolean } {
  const translate = useTranslation(workWords)
  const [isConfirmed, setConfirmed] = useState(!isMany)
  const preview = useBulkPreview(part.resource.name, selected, request)
  // The changes of an action are unknown before it runs, so no height is reserved for them.
  const shown = request?.kind === 'action' && preview === 'loading' ? undefined : preview
  const isOfDeletion = request?.kind === 'remove' || request?.kind === 'restore'
  const { trial, total } = typeof preview === 'object' && isOfDeletion ? preview : {}
  const isInVain = trial?.done === 0 && trial.tried === total
  return {
    isHeld: !isConfirmed || isInVain,
    below: (
      <>
        <BulkPreviewList part={part} preview={isUnfilled ? 'unfilled' : shown} lines={lines} {...(step && { step })} />
        {isMany && (
          <label className="row gap-8 mt-12 tap-44-phone">
            <input
              type="checkbox"
              className="check-box block round-4 paper press"
              checked={isConfirmed}
              onChange={event => setConfirmed(event.target.checked)}
            />
            {translate('operations.confirmAll', { count })}
          </label>
        )}
      </>
    ),
  }
}

type Question = Omit<ConfirmDialogProps, 'title' | 'onConfirm' | 'onClose'>

interface WorkDialogProps extends Question, Omit<BulkDialogProps, 'part'> {
  /** Missing while it is loaded. */
  readonly part: ResourcePart | undefined
  onCancel(): void
}

/** Work on several records, from its confirmation to its result. */
export function WorkDialog({ part, work, onEnd, onClose, onCancel, ...question }: WorkDialogProps) {
  const [isBegun, setBegun] = useState(false)
  if (isBegun) return part && <BulkDialog part={part} work={work} onEnd={onEnd} onClose={onClose} />
  return <ConfirmDialog {...question} title={work.title} onConfirm={() => setBegun(true)} onClose={onCancel} />
}
