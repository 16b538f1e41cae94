import type { Resource } from '../../model/model.ts'
import { parentColumn } from '../../model/tree.ts'
import { accessToNames } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { displaySql } from './select.ts'

/** One step of the path to a record of a tree. */
export interface PathStep {
  readonly id: string
  readonly name: string
}

const deepest = 20

/**
 * The path to each of these records of a tree, from the top, without the record itself. It begins below the lowest
 * ancestor that the actor may not see.
 */
export async function pathsTo(
  queries: Queries,
  ctx: RequestContext,
  tree: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PathStep[]>> {
  const paths = new Map<string, PathStep[]>(ids.map(id => [id, []]))
  if (ids.length === 0) return paths
  const [table, parent] = [`"${tree.table}"`, `"${parentColumn(tree)}"`]
  const seen = accessToNames(ctx, tree).rows('p')
  const first = sql`select t."id", t."id", t.${word(parent)}, 0 from ${word(`${table} t`)} where t."id" = any(${ids}::bigint[])`
  const next = sql`select up.start, p."id", p.${word(parent)}, up.height + 1 from up join ${word(`${table} p`)} on p."id" = up.parent where up.height < ${word(String(deepest))} and ${seen}`
  const named = sql`select up.start, up.id, ${displaySql(ctx, tree, 'p')} as name from up join ${word(`${table} p`)} on p."id" = up.id and ${seen}`
  const climbed = sql`with recursive up(start, id, parent, height) as (${first} union all ${next}) ${named} where up.height > 0 order by up.height desc`
  for (const row of await runAll(queries, climbed)) {
    paths.get(String(row['start']))?.push({ id: String(row['id']), name: String(row['name'] ?? row['id']) })
  }
  return paths
}
