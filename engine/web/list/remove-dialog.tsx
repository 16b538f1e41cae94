import { useNotify } from 'ra-core'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useBulkPreview } from '../data/operations.ts'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { DeletionEffects } from './deletion-effects.tsx'

interface RemoveDialogProps {
  /** How many records, as text; missing for a single one. */
  readonly count?: string
  /** The display of the single record. */
  readonly name?: string
  /** Why the selection cannot be deleted, or not completely. */
  readonly note?: string
  readonly isBusy?: boolean
  /** A further confirmation is required. */
  readonly isHeld?: boolean
  readonly children?: ReactNode
  /** The single record, of which the dialog shows what its deletion takes along. */
  readonly record?: { readonly resource: string; readonly id: string }
  onConfirm(): void
  onClose(): void
}

/** Confirms a deletion. */
export function RemoveDialog({
  count,
  name = '',
  note = '',
  isBusy,
  isHeld = false,
  children,
  record,
  onConfirm,
  onClose,
}: RemoveDialogProps) {
  const translate = useTranslation(partWords)
  const notify = useNotify()
  const preview = useBulkPreview(record?.resource ?? '', { ids: [record?.id ?? ''] }, record && { kind: 'remove' })
  const trial = typeof preview === 'object' ? preview.trial : undefined
  return (
    <ConfirmDialog
      title={translate('list.deleteTitle')}
      text={`${translate('list.deleteSure')}${note}`}
      confirm={count === undefined ? translate('list.delete') : translate('list.deleteCount', { count })}
      isDestructive
      isBusy={isBusy ?? false}
      isHeld={isHeld || trial?.done === 0}
      onConfirm={onConfirm}
      onClose={() => {
        notify('notice.cancelled', { type: 'info' })
        onClose()
      }}
    >
      {name !== '' && <div className="sunken size-13 break round-8 line-22 mt-12 py-10 px-14">{name}</div>}
      {trial && <DeletionEffects trial={trial} />}
      {children}
    </ConfirmDialog>
  )
}
