import type { Resource } from '../../model/model.ts'
import type { Access } from '../auth/access.ts'
import { every, type Fragment, sql } from '../database/fragment.ts'
import { type Condition, conditionSql } from './condition.ts'
import { live } from './select.ts'

/** The condition on the table of a resource under `t` for the rows that conditions find and an access allows. */
export const whereSql = (
  resource: Resource,
  access: Access,
  conditions: readonly Condition[],
  which: (alias: string) => Fragment = live,
): Fragment =>
  every([which('t'), access.rows('t'), ...conditions.map(condition => restrictedSql(resource, access, condition))])

/**
 * For an actor who sees some rows only, the lifecycle's state is compared in a form that its index does not support:
 * the planner assumes that owners and states are independent, and would read the rows of a state for all owners. The
 * index of the owners includes the state.
 */
function restrictedSql(resource: Resource, { bound }: Access, condition: Condition): Fragment {
  const compared = conditionSql(condition, 't')
  return bound && condition.field.name === resource.lifecycle?.field ? sql`(${compared}) is true` : compared
}
