import { typeOf } from '../../../fields/index.ts'
import { treeLevelsOf, treeOf } from '../../../fields/reference/tree-levels.ts'
import { isClean } from '../../../fields/text-value.ts'
import { referredResource } from '../../../fields/traits.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { parentColumn } from '../../../model/tree.ts'
import { valueIn } from '../../../record/expressions.ts'
import { meFields } from '../../../rules/me.ts'
import { accessToNames } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { columnOf, every, type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { descendantsSql } from '../descendants.ts'
import { live } from '../select.ts'

/** The nodes of a level of a tree, as the actor sees them. */
export interface TreeLevel {
  readonly tree: Resource
  /** Of `below`: the node whose next level it is; undefined at the top. It is a group of its own. */
  readonly node?: string
  /** The node of the actor. */
  readonly top?: string
  /** The condition on the nodes of the level under an alias. */
  nodes(alias: string): Fragment
  /** A subquery of `id` and `key`: of each node at or beneath the level, the one of the level that it belongs to. */
  readonly branches: Fragment
  /** The ids that belong to a node of the level, as a subquery. */
  beneath(key: string): Fragment
}

/** The level of a tree by which a reference is grouped, beneath the searched node, otherwise beneath that of the actor. */
export function levelOf(ctx: RequestContext, field: Field, name: string, searched: string | undefined): TreeLevel {
  const tree = treeOf(field, ctx.model)
  if (!tree) throw new Error(`"${field.name}" refers to no tree.`)
  const top = nodeOfActor(ctx, tree)
  const node = searched !== undefined && /^\d+$/.test(searched) ? searched : top
  const [parent, table] = [parentColumn(tree), `"${tree.table}"`]
  const visible = visibleNodes(ctx, tree)
  const isLevel = (alias: string): Fragment => {
    const above = word(columnOf(alias, parent))
    if (name !== 'below') {
      const { field, key } = treeLevelsOf(tree, ctx.model).get(name) ?? {}
      if (!field) throw new Error(`"${tree.name}" has no level "${name}".`)
      const isIn = node === undefined ? [] : [sql`${word(`${alias}."id"`)} in ${descendantsSql(ctx, tree, [node])}`]
      return every([sql`${word(columnOf(alias, String(field.column)))} = ${key}::text`, ...isIn])
    }
    if (node !== undefined) return sql`${above} = ${node}::bigint`
    return sql`not exists (select from ${word(`${table} p where p."id" = `)}${above} and ${visible('p')})`
  }
  const nodes = (alias: string) => every([visible(alias), isLevel(alias)])
  const itself = node !== undefined && name === 'below'
  const first = sql`select b0."id", b0."id" from ${word(`${table} b0`)} where ${nodes('b0')}`
  const next = sql`select b1."id", below.key from below join ${word(`${table} b1 on b1."${parent}" = below.id`)} where ${visible('b1')}`
  const own = itself ? sql` union all select ${node}::bigint, ${node}::bigint` : word('')
  return {
    tree,
    ...(itself && { node }),
    ...(top !== undefined && { top }),
    nodes,
    branches: sql`(with recursive below(id, key) as (${first} union ${next}) select id, key from below${own})`,
    beneath: key => (itself && key === node ? sql`(${key}::bigint)` : descendantsSql(ctx, tree, [key])),
  }
}

/** The condition on the nodes of a tree that the actor sees, under an alias. */
export const visibleNodes =
  (ctx: RequestContext, tree: Resource) =>
  (alias: string): Fragment =>
    every([live(alias), accessToNames(ctx, tree).rows(alias)])

/** The field whose unique text names a node of a tree. */
export const codeFieldOf = (tree: Resource): Field | undefined =>
  tree.fields.find(one => one.column !== undefined && one.unique && typeOf(one).freeText !== undefined)

/** The values of an address, in which nodes of a tree are also named by their code, with the ids of the visible nodes. */
export async function withNodeIds<Given extends Readonly<Record<string, string | readonly string[] | undefined>>>(
  queries: Queries,
  ctx: RequestContext,
  given: Given,
  fieldNamed: (name: string) => Field | undefined,
): Promise<Given> {
  const found: [string, string][] = []
  for (const [name, value] of Object.entries(given)) {
    const field = fieldNamed(name)
    const tree = field && treeOf(field, ctx.model)
    const code = tree && codeFieldOf(tree)
    if (value === undefined || !tree || !code || !accessToNames(ctx, tree).reads(code)) continue
    const words = [value]
      .flat()
      .flatMap(text => text.split(','))
      .map(text => text.trim())
    // What is no text of the database is refused as a value.
    if (!words.every(isClean)) continue
    const ids = words.filter(text => /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n)
    const named = word(columnOf('n', String(code.column)))
    const rows = await runAll(
      queries,
      sql`select n."id"::text as id, ${named} as code from ${word(`"${tree.table}" n`)}
        where (n."id" = any(${ids}::bigint[]) or ${named} = any(${words}::text[])) and ${visibleNodes(ctx, tree)('n')}`,
    )
    const idOf = (text: string) =>
      (rows.find(({ id }) => id === text) ?? rows.find(({ code }) => code === text))?.['id']
    found.push([name, words.map(text => idOf(text) ?? text).join(',')])
  }
  return { ...given, ...Object.fromEntries(found) }
}

/** The node of a tree that the account of the actor names. */
function nodeOfActor(ctx: RequestContext, tree: Resource): string | undefined {
  const [name] =
    Object.entries(meFields(ctx.model)).find(([, field]) => referredResource(field, ctx.model) === tree) ?? []
  const value = name === undefined ? null : valueIn(ctx, tree, `me.${name}`, {})
  return value === null || value === undefined ? undefined : String(value)
}
