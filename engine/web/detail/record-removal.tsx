import { useNavigate } from 'react-router'
import { useRemoval } from '../data/use-removal.tsx'
import { useTab } from '../frame/tab-context.ts'
import { RemoveDialog } from '../list/remove-dialog.tsx'

interface RecordRemovalProps {
  readonly name: string
  readonly id: string
  /** The display of the record. */
  readonly display: string
  onClose(): void
}

/** Confirms and performs the deletion of the record, and returns to its list, which offers an undo. */
export function RecordRemoval({ name, id, display, onClose }: RecordRemovalProps) {
  const removal = useRemoval(name)
  const navigate = useNavigate()
  const tab = useTab()
  const remove = async () => {
    if (!(await removal.remove([id], display))) return onClose()
    if (tab) tab.leaveFor(`/${name}`)
    else void navigate(`/${name}`)
  }
  return <RemoveDialog name={display} isBusy={removal.isBusy} onConfirm={() => void remove()} onClose={onClose} />
}
