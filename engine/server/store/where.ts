import type { Access } from '../auth/access.ts'
import { every, type Fragment } from '../database/fragment.ts'
import { type Condition, conditionSql } from './condition.ts'
import { live } from './select.ts'

/** The condition on the table of a resource under `t` for the rows that conditions find and an access allows. */
export const whereSql = (
  access: Access,
  conditions: readonly Condition[],
  which: (alias: string) => Fragment = live,
): Fragment => every([which('t'), access.rows('t'), ...conditions.map(condition => conditionSql(condition, 't'))])
