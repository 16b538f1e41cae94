import { isTimeOfDay } from '../../fields/traits.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { toSql } from '../../rules/to-sql.ts'
import { otherTables } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'

/** A condition of a descriptor over the rows `t`. One that can only be evaluated in memory counts as true, or as `unknown`. */
export function rowCondition(
  ctx: RequestContext,
  resource: Resource,
  condition: Expression,
  unknown = 'true',
): Fragment {
  const made = ofRows(ctx, resource, condition)
  return 'fault' in made ? word(unknown) : sql`coalesce(${made}, false)`
}

/** The value of an expression of a descriptor for the rows `t`; null where it can only be evaluated in memory. */
export function rowValueSql(ctx: RequestContext, resource: Resource, expression: Expression): Fragment {
  const made = ofRows(ctx, resource, expression)
  return 'fault' in made ? word('null') : made
}

function ofRows(ctx: RequestContext, resource: Resource, expression: Expression) {
  const column = (name: string) => {
    const field = fieldOf(resource, name)
    if (!field?.column) return undefined
    return isTimeOfDay(field) ? `${columnOf('t', field.column)}::text` : columnOf('t', field.column)
  }
  return toSql(expression, { column, me: ctx.me, tables: otherTables(ctx), clock: ctx.clock })
}
