import type { OperationView } from '../../model/operation-view.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

/** How many records are done, and how many are not. */
export function OperationCount({ operation }: { operation: OperationView }) {
  const translate = useTranslation(workWords)
  const { state, meant, done, failed, kind } = operation
  if (state === 'running') return <span>{translate('operations.meant', { count: figure(meant) })}</span>
  const left = kind === 'import' ? 0 : Math.max(0, meant - done - failed)
  return (
    <span className="wrap num inline-flex gap-x-10">
      {figure(done)}
      {failed > 0 && <span className="mistake">{translate('operations.failed', { count: figure(failed) })}</span>}
      {left > 0 && <span>{translate('operations.left', { count: figure(left) })}</span>}
    </span>
  )
}
