import { allowConditionOf } from '../../model/allow-if.ts'
import type { Resource } from '../../model/model.ts'
import type { RestorePreview, StayPreview } from '../../model/operation-view.ts'
import { uniqueSetsOf } from '../../model/unique-sets.ts'
import { reportedField } from '../../record/duplicate-lines.ts'
import { expressionOf } from '../../record/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { anyFragment, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { sameValues } from './duplicate.ts'
import { neededBy } from './mark.ts'
import { ownTenant } from './own-tenant.ts'
import { partsOf } from './referring.ts'
import { rowCondition } from './row-condition.ts'

/** A reason why deleted rows `t` cannot be restored, as a condition on them. */
interface Reason extends Omit<StayPreview, 'count'> {
  readonly condition: Fragment
}

/**
 * The number of deleted rows and lines that would be restored, and of those that would not. `rows` is the table `t`
 * with its conditions.
 */
export async function restorePreview(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  rows: Fragment,
): Promise<RestorePreview> {
  const reasons = [
    ...missingReferences(ctx, resource, rows),
    ...uniqueConflicts(ctx, resource),
    ...ruleOf(ctx, resource),
  ]
  const stays = anyFragment(reasons.map(({ condition }) => condition))
  const counts = [
    sql`(count(*) filter (where not ${stays}))::int as back`,
    ...reasons.map(({ condition }, at) => sql`(count(*) filter (where ${condition}))::int as ${word(`r${at}`)}`),
  ]
  const [row] = await runAll(queries, sql`select ${join(counts, ', ', '')} from ${rows}`)
  return {
    back: Number(row?.['back']),
    lines: await linesOf(queries, ctx, resource, sql`${rows} and not ${stays}`),
    stays: reasons.flatMap(({ why, field }, at) => {
      const count = Number(row?.[`r${at}`])
      return count > 0 ? [{ why, ...(field && { field }), count }] : []
    }),
  }
}

/** Lines that were deleted with their masters. */
async function linesOf(queries: Queries, ctx: RequestContext, resource: Resource, rows: Fragment): Promise<number> {
  let lines = 0
  for (const { resource: of, link } of partsOf(ctx.model, resource)) {
    const deleted = word(`"${of.table}" l where l."is_deleted" = 2 and l."${link.column}"`)
    const [row] = await runAll(
      queries,
      sql`select count(*)::int as count from ${deleted} in (select t."id" from ${rows})${ownTenant(ctx, of, 'l')}`,
    )
    lines += Number(row?.['count'])
  }
  return lines
}

/**
 * Required references, of the records and of their lines, to deleted records that are not restored by the same
 * operation.
 */
function missingReferences(ctx: RequestContext, resource: Resource, rows: Fragment): Reason[] {
  const isMissing = (alias: string, { field, of, many }: ReturnType<typeof neededBy>[number]): Fragment => {
    const isReferenced = word(many ? `c."id" = any(${alias}."${field.column}")` : `c."id" = ${alias}."${field.column}"`)
    const others = of.name === resource.name ? sql` and c."id" not in (select t."id" from ${rows})` : word('')
    return sql`exists (select from ${word(`"${of.table}" c where c."is_deleted" <> 0`)} and ${isReferenced}${others}${ownTenant(ctx, of, 'c')})`
  }
  const own = neededBy(ctx.model, resource).map(
    (one): Reason => ({ why: 'gone', field: one.field.title, condition: isMissing('t', one) }),
  )
  const ofLines = partsOf(ctx.model, resource).flatMap(({ resource: part, link }) =>
    neededBy(ctx.model, part, link).map((one): Reason => {
      const lines = word(`"${part.table}" l where l."is_deleted" = 2 and l."${link.column}" = t."id"`)
      return {
        why: 'gone',
        field: one.field.title,
        condition: sql`exists (select from ${lines} and ${isMissing('l', one)})`,
      }
    }),
  )
  return [...own, ...ofLines]
}

/** Unique values that another record has by now. */
function uniqueConflicts(ctx: RequestContext, resource: Resource): Reason[] {
  return uniqueSetsOf(resource).flatMap((set): Reason[] => {
    const field = reportedField(resource, set)
    if (!field) return []
    const others = sql`${word(`"${resource.table}" o where o."is_deleted" = 0`)} and ${sameValues(ctx, resource, set)}`
    return [
      {
        why: 'taken',
        field: field.title,
        condition: sql`exists (select from ${others}${ownTenant(ctx, resource, 'o')})`,
      },
    ]
  })
}

function ruleOf(ctx: RequestContext, resource: Resource): Reason[] {
  const condition = allowConditionOf(resource, 'delete')
  if (condition === undefined) return []
  const isAllowed = rowCondition(ctx, resource, expressionOf(ctx.model, resource, condition))
  return [{ why: 'rule', condition: sql`not ${isAllowed}` }]
}
