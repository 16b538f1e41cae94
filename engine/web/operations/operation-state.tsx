import type { OperationView } from '../../model/operation-view.ts'
import { useSay } from '../words/i18n.ts'

/** The state of an operation: running, interrupted, undone, or nothing where it ended normally. */
export function OperationState({ operation }: { operation: OperationView }) {
  const say = useSay()
  const { state, undo, meant, done, failed, kind, exported } = operation
  if (state === 'running') return <span>{say('operations.running')}</span>
  if (undo === 'undone') return <span className="operation-quiet">{say('operations.undone')}</span>
  if (state === 'interrupted') return <span className="bulk-wrong">{say('operations.interrupted')}</span>
  if (kind === 'export' && exported?.file === 'gone' && done < meant)
    return <span className="bulk-wrong">{say('operations.interrupted')}</span>
  if (kind !== 'import' && done + failed < meant) return <span>{say('operations.stopped')}</span>
  return <span>{say('operations.finished')}</span>
}
