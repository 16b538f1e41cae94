import { useState } from 'react'
import type { Selected } from '../data/bulk.ts'
import { useBulkPreview } from '../data/operations.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { RemoveDialog } from '../list/remove-dialog.tsx'
import { BulkPreviewList } from './bulk-preview.tsx'
import { ConfirmAll } from './confirm-all.tsx'

interface RemoveManyProps {
  readonly part: ResourcePart
  readonly selected: Selected
  /** How many records, as text. */
  readonly count: string
  readonly note: string
  /** The selection is larger than the page. */
  readonly isMany: boolean
  readonly isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before selected records are deleted, and names the first of them. */
export function RemoveMany({ part, selected, count, note, isMany, isBusy, onConfirm, onClose }: RemoveManyProps) {
  const [isConfirmed, setConfirmed] = useState(!isMany)
  const preview = useBulkPreview(part.resource.name, selected, { kind: 'remove' })
  return (
    <RemoveDialog
      count={count}
      note={note}
      isBusy={isBusy}
      isHeld={!isConfirmed}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <BulkPreviewList part={part} preview={preview} />
      {isMany && <ConfirmAll count={count} isConfirmed={isConfirmed} onChange={setConfirmed} />}
    </RemoveDialog>
  )
}
