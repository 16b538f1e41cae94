import { useState } from 'react'
import { BulkPreviewList } from '../bulk/bulk-preview.tsx'
import { ConfirmAll } from '../bulk/confirm-all.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import type { Selected } from '../data/bulk.ts'
import { useBulkPreview } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'

interface RestoreManyProps {
  readonly part: ResourcePart
  readonly selected: Selected
  /** How many records, as text. */
  readonly count: string
  /** The selection is larger than the page. */
  readonly isMany: boolean
  onConfirm(): void
  onClose(): void
}

/** Confirms the restore of several records: how many can be restored, how many cannot, and why. */
export function RestoreMany({ part, selected, count, isMany, onConfirm, onClose }: RestoreManyProps) {
  const translate = useTranslation()
  const { resource, language } = part
  const [isConfirmed, setConfirmed] = useState(!isMany)
  const preview = useBulkPreview(resource.name, selected, { kind: 'restore' })
  const isInVain = preview !== 'loading' && preview?.trial?.done === 0
  return (
    <ConfirmDialog
      title={translate('bin.restore')}
      text={translate('bin.restoreSure', { count, resource: resource.titles[language] })}
      confirm={translate('bin.restoreCount', { count })}
      isHeld={!isConfirmed || isInVain}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <BulkPreviewList part={part} preview={preview} lines={2} />
      {isMany && <ConfirmAll count={count} isConfirmed={isConfirmed} onChange={setConfirmed} />}
    </ConfirmDialog>
  )
}
