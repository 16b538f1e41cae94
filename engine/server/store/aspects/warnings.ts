import { unacknowledged, type Warning } from '../../../model/warning.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Aspect, PlannedWrite } from './aspect.ts'

/** Refuses a change with warnings that its user has not acknowledged. */
export function checkAcknowledged({ acknowledged }: RequestContext, warnings: readonly Warning[]): void {
  const open = unacknowledged(warnings, acknowledged)
  if (open.length > 0) throw refuse.warned(open)
}

export const acknowledgements: Aspect = {
  planned: ({ ctx }, _target, change) => checkAcknowledged(ctx, warningsOf(change)),
  before({ work: { ctx } }, changes) {
    for (const change of changes) checkAcknowledged(ctx, warningsOf(change))
  },
}

const warningsOf = ({ step, warnings = [] }: PlannedWrite) => [...(step.warnings ?? []), ...warnings]
