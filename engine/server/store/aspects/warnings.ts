import { unacknowledged, type Warning } from '../../../model/warning.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { refuse } from '../../errors/refuse.ts'

/** Refuses a change with warnings that its user has not acknowledged. */
export function checkAcknowledged({ acknowledged }: RequestContext, warnings: readonly Warning[]): void {
  const open = unacknowledged(warnings, acknowledged)
  if (open.length > 0) throw refuse.warned(open)
}
