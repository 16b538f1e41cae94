import type { OperationView } from '../../model/operation-view.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

/** The state of an operation: running, interrupted, undone, or nothing where it ended normally. */
export function OperationStateTag({ operation }: { operation: OperationView }) {
  const translate = useTranslation(workWords)
  const { state, undo, meant, done, failed, kind, exported } = operation
  if (state === 'running') return <span>{translate('operations.running')}</span>
  if (undo === 'undone') return <span className="muted">{translate('operations.undone')}</span>
  if (state === 'interrupted') return <span className="mistake">{translate('operations.interrupted')}</span>
  if (kind === 'export' && exported?.file === 'gone' && done < meant)
    return <span className="mistake">{translate('operations.interrupted')}</span>
  if (kind !== 'import' && done + failed < meant) return <span>{translate('operations.stopped')}</span>
  return <span>{translate('operations.finished')}</span>
}
