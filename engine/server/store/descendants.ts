import type { Resource } from '../../model/model.ts'
import { parentColumn } from '../../model/tree.ts'
import { accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { live } from './select.ts'

/**
 * The ids of records of a tree and of their descendants, as a subquery. It contains only records that the actor sees:
 * a hidden record ends its branch, so that the result does not reveal its position.
 */
export function descendantsSql(ctx: RequestContext, tree: Resource, ids: readonly unknown[]): Fragment {
  const [table, parent] = [`"${tree.table}"`, `"${parentColumn(tree)}"`]
  const visible = (alias: string) => every([live(alias), accessToNames(ctx, tree).rows(alias)])
  const first = sql`select b0."id" from ${word(`${table} b0`)} where b0."id" = any(${ids}::bigint[]) and ${visible('b0')}`
  // A set, not a list: the recursion also ends for rows that form a cycle after a manual change of the database.
  const next = sql`select b1."id" from below join ${word(`${table} b1 on b1.${parent} = below.id`)} where ${visible('b1')}`
  return sql`(with recursive below(id) as (${first} union ${next}) select id from below)`
}
