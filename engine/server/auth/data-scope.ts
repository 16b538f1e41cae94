import { departmentResource, userResource } from '../../model/account-resources.ts'
import { isGuarded } from '../../model/guard.ts'
import type { DataScope, Resource } from '../../model/model.ts'
import { engineColumns, fieldOf } from '../../model/system-fields.ts'
import { columnOf, type Fragment, sql, word } from '../database/fragment.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { otherTables } from './expressions.ts'
import type { RequestContext } from './request-context.ts'

type Rows = (alias: string) => Fragment

/**
 * The rows that a data scope contains; undefined for all rows. A row is of the user and of the department that created
 * it, a department is of itself, and a user is of their departments and always sees the own account. Scopes apply neither
 * to rows that all tenants share nor to other rows that grant rights or belong to the descriptors.
 */
export function rowsInScope(ctx: RequestContext, resource: Resource, scope: DataScope): Rows | undefined {
  const { name } = resource
  const isAccount = name === userResource
  if (scope === 'all' || !isPerTenant(resource) || (isGuarded(resource) && !isAccount && name !== departmentResource))
    return undefined
  const rows = name === departmentResource || scope !== 'own' ? ofDepartments(ctx, resource, scope) : created(ctx)
  return isAccount ? alias => sql`(${isSelf(ctx, alias)} or ${rows(alias)})` : rows
}

/** The ids of a department and of all below it, as a query in parentheses. */
export const departmentBranch = (ctx: RequestContext, deptId: string): Fragment =>
  otherTables(ctx).branch(departmentResource, sql`${deptId}`) as Fragment

/** Whether a row of users is the actor's own account. */
export const isSelf = ({ actor }: RequestContext, alias: string): Fragment =>
  sql`${word(columnOf(alias, 'id'))} = ${actor.userId}::bigint`

const created = ({ actor }: RequestContext): Rows => {
  return alias => sql`${word(columnOf(alias, engineColumns.createdBy))} = ${actor.userId}::bigint`
}

function ofDepartments(ctx: RequestContext, resource: Resource, scope: DataScope): Rows {
  const { deptId } = ctx.actor
  if (deptId === null) return () => word('false')
  // One value keeps the order of an index; an array is evaluated once.
  const isOne = scope !== 'departmentAndBelow'
  const ids = isOne ? sql`array[${deptId}::bigint]` : sql`array${departmentBranch(ctx, deptId)}`
  const within = isOne ? sql`= ${deptId}::bigint` : sql`= any(${ids})`
  if (resource.name === departmentResource) return alias => sql`${word(columnOf(alias, 'id'))} ${within}`
  const column = resource.name === userResource ? fieldOf(resource, 'deptId')?.column : undefined
  return column === undefined
    ? alias => sql`${word(columnOf(alias, engineColumns.createdIn))} ${within}`
    : alias => sql`${word(columnOf(alias, column))} && ${ids}`
}
