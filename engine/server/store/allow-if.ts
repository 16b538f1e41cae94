import { allowConditionOf, type ConditionalOperation, notAllowed } from '../../model/allow-if.ts'
import type { Resource } from '../../model/model.ts'
import { expressionOf, isSatisfied } from '../../record/expressions.ts'
import { accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { type Refusal, refuse } from '../errors/refuse.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'

/**
 * The refusal of an operation whose condition in `allowIf` is not true of the stored record. Undefined where it is
 * true.
 */
function conflictOf(
  ctx: RequestContext,
  resource: Resource,
  operation: ConditionalOperation,
  record: Row,
): Refusal | undefined {
  const condition = allowConditionOf(resource, operation)
  if (condition === undefined || isSatisfied(ctx, resource, condition, record) === true) return undefined
  const { hidden } = accessTo(ctx, resource, 'view')
  const say = notAllowed(ctx.model, resource, operation, record, field => !hidden.has(field))
  return refuse.conflict('not-allowed-now', say)
}

/** Refuses an operation whose condition in `allowIf` is not true of one of the stored records. */
export async function assureAllowed(
  work: Pick<Work, 'ctx' | 'queries'>,
  resource: Resource,
  operation: ConditionalOperation,
  records: readonly Row[],
): Promise<void> {
  if (allowConditionOf(resource, operation) === undefined) return
  // All of them at once, so that what they refer to is read by one statement.
  const conflicts = await withTargets(work, ctx => records.map(record => conflictOf(ctx, resource, operation, record)))
  const first = conflicts.find(conflict => conflict !== undefined)
  if (first) throw first
}

/** The conditions in `allowIf` of which the actor may read every field; undefined where there are none at all. */
export function readableAllowIf(
  ctx: RequestContext,
  resource: Resource,
  isShown: (field: string) => boolean,
): Resource['allowIf'] {
  if (!resource.allowIf) return undefined
  const all = Object.entries(resource.allowIf)
  const shown = all.filter(([, text]) => expressionOf(ctx.model, resource, text).reads.every(isShown))
  return Object.fromEntries(shown)
}
