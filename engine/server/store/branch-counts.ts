import { isMany } from '../../fields/options.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isTree, parentColumn } from '../../model/tree.ts'
import { accessToNames, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { cap } from './page.ts'
import { live } from './select.ts'

/** The branches of a tree whose records are counted. */
export interface BranchCountsInput {
  /** The field of the counted resource that refers to the tree. */
  readonly field: string
  readonly ids: readonly string[]
  /** Whether records of descendants are counted too. */
  readonly withBelow: boolean
}

/** The number of records in a branch, counted up to the cap. */
export interface BranchCount {
  readonly id: string
  readonly count: number
  readonly capped: boolean
}

/**
 * The number of records in each of several branches, in one statement. It equals the total of a page that is filtered
 * by the branch. Empty branches and branches that the actor may not see are left out.
 */
export async function branchCounts(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  { field: name, ids, withBelow }: BranchCountsInput,
): Promise<BranchCount[]> {
  const access = demand(ctx, resource, 'view')
  const field = fieldOf(resource, name)
  const tree = field && access.reads(field) ? referenceOf(ctx.model, field).find(({ of }) => isTree(of))?.of : undefined
  if (!field?.column || !tree) throw refuse.unknownName(name.slice(0, 100))
  // An array is computed once for a branch, and its ids are then looked up in the index of the reference: 44 ms for a
  // province's cities among 44,703 regions and a million rows, where a join of all took 2 s.
  const below = word('array(select b."id" from below b where b."start" = s."id")')
  const column = word(columnOf('r', field.column))
  const refers = isMany(field) ? sql`${column} && ${below}` : sql`${column} = any(${below})`
  const visible = every([live('r'), access.rows('r'), refers])
  const few = sql`select 1 from ${word(`"${resource.table}" r`)} where ${visible} limit ${word(String(cap + 1))}`
  const counted = sql`select s."id"::text as "id", (select count(*)::int from (${few}) few) as "n" from unnest(${ids}::bigint[]) s("id")`
  const rows = await runAll(queries, sql`with recursive ${waysDown(ctx, tree, ids, withBelow)} ${counted}`)
  return rows.flatMap(row => {
    const count = Number(row['n'])
    return count === 0 ? [] : [{ id: String(row['id']), count: Math.min(count, cap), capped: count > cap }]
  })
}

/** Each branch with itself and with all descendants that the actor sees. */
function waysDown(ctx: RequestContext, tree: Resource, ids: readonly string[], withBelow: boolean): Fragment {
  const [table, parent] = [`"${tree.table}"`, `"${parentColumn(tree)}"`]
  const visible = (alias: string) => every([live(alias), accessToNames(ctx, tree).rows(alias)])
  const first = sql`select b0."id", b0."id" from ${word(`${table} b0`)} where b0."id" = any(${ids}::bigint[]) and ${visible('b0')}`
  const joined = word(`${table} b1 on b1.${parent} = below."id"`)
  const next = sql` union select below."start", b1."id" from below join ${joined} where ${visible('b1')}`
  return sql`below("start", "id") as (${first}${withBelow ? next : word('')})`
}
