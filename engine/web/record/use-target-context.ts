import { useCallback, useState, useSyncExternalStore } from 'react'
import type { EvaluationContext } from '../../record/expressions.ts'
import { useEngine } from '../data/engine-context.ts'
import { useEvaluationContext } from './evaluation-context.ts'
import { createTargetValues, type LoadTargets } from './target-values.ts'

/**
 * The evaluation context of a record's expressions, which may read the records of its references. It is another
 * function once such records have arrived.
 */
export function useTargetContext(resource: string): () => EvaluationContext {
  const context = useEvaluationContext()
  const { session } = useEngine()
  const [targets] = useState(() => {
    const load: LoadTargets = (target, ids) =>
      session.call(`/api/engine/targets/${resource}/${target}`, { query: { ids: ids.join(',') } })
    return createTargetValues(load)
  })
  const version = useSyncExternalStore(targets.watch, targets.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival changes what the expressions read
  return useCallback(() => ({ ...context(), targets: targets.lookups }), [context, targets, version])
}
