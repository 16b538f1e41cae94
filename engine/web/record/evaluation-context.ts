import { useCallback } from 'react'
import type { EvaluationContext } from '../../record/expressions.ts'
import { useModelIndex } from '../data/resource-part.ts'

/** The evaluation context of a form's rules: the signed-in user, and the current time in the server's zone. */
export function useEvaluationContext(): () => EvaluationContext {
  const index = useModelIndex()
  return useCallback(() => {
    if (!index) throw new Error('A form requires the data of the signed-in user.')
    const { userId: id, tenantId, deptId, roleIds, sourceType, ownerIds, regionId, fields } = index.me
    return {
      me: { ...fields, id, tenantId, deptId, roleIds, sourceType, ownerIds, regionId },
      clock: { now: new Date(), zone: index.zone },
    }
  }, [index])
}
