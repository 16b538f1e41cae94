import { useNavigate } from 'react-router'
import { useRemoval } from '../data/use-removal.tsx'
import { useTab } from '../frame/tab-context.ts'
import { RemoveDialog } from '../list/remove-dialog.tsx'

interface RecordRemovalProps {
  readonly name: string
  readonly id: string
  /** What the record is called. */
  readonly display: string
  onClose(): void
}

/** Asks, deletes the record at hand, and goes back to its list, where it can be taken back for a while. */
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
