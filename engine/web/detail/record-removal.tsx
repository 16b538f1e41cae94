import { useNavigate } from 'react-router'
import type { Resource } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useTab } from '../frame/tab-context.ts'
import { RemoveDialog } from '../list/remove-dialog.tsx'

interface RecordRemovalProps {
  readonly resource: Resource
  readonly id: string
  /** The display of the record. */
  readonly display: string
  onClose(): void
}

/** Confirms and performs the deletion of the record, and returns to its list, which offers an undo. */
export function RecordRemoval({ resource, id, display, onClose }: RecordRemovalProps) {
  const removal = useRemoval(resource.name)
  const navigate = useNavigate()
  const tab = useTab()
  const remove = async () => {
    if (!(await removal.remove([id], display))) return onClose()
    const list = addressOf(resource, 'list')
    if (tab) tab.leaveFor(list)
    else void navigate(list)
  }
  return (
    <RemoveDialog
      name={display}
      record={{ resource: resource.name, id }}
      isBusy={removal.isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
