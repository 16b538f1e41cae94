import { isId } from '../../fields/id/id-text.ts'
import type { Bilingual, Model, Resource } from '../../model/model.ts'
import type { Related } from '../../model/related.ts'
import { accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { conditionSql } from './condition.ts'
import { descendantsSql } from './descendants.ts'
import { cap } from './page.ts'
import { partsOf, type Referring, referringTo } from './referring.ts'
import { live } from './select.ts'

/**
 * The records that refer to a record, counted in one statement: for each resource and field that the actor may view
 * and read, the rows that the predicate allows. A record's own lines are excluded, because they are read with it. Of a
 * tree, references to descendants may be counted too.
 */
export async function related(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  withBelow = false,
): Promise<Related[]> {
  const access = demand(ctx, resource, 'view')
  if (!isId(id)) throw refuse.notFound(resource.title)
  const open = referringOpen(ctx, resource)
  const there = every([live('t'), access.rows('t'), sql`t."id" = ${id}::bigint`])
  const below = withBelow && resource.tree ? descendantsSql(ctx, resource, [id]) : undefined
  const counts = open.map((one, index) => sql`(${countSql(ctx, one, id, below)}) as ${word(`"${index}"`)}`)
  const columns = join([word('t."id"'), ...counts], ', ', '')
  const [row] = await runAll(queries, sql`select ${columns} from ${word(`"${resource.table}" t`)} where ${there}`)
  if (!row) throw refuse.notFound(resource.title)
  return open.map((one, index) => {
    const counted = Number(row[String(index)])
    return {
      resource: one.resource.name,
      field: one.field.name,
      title: titleOf(one, open),
      count: Math.min(counted, cap),
      capped: counted > cap,
    }
  })
}

/** The fields that refer to a resource and that the actor may read, except those of lines that it shows itself. */
function referringOpen(ctx: RequestContext, resource: Resource): Referring[] {
  const own = ownLines(ctx.model, resource)
  return referringTo(ctx.model, resource).filter(({ resource: other, field }) => {
    const access = accessTo(ctx, other, 'view')
    return access.allowed && access.reads(field) && !own.has(`${other.name} ${field.name}`)
  })
}

const ownLines = (model: Model, master: Resource): ReadonlySet<string> =>
  new Set(partsOf(model, master).flatMap(part => (part.field ? [`${part.resource.name} ${part.link.name}`] : [])))

function countSql(ctx: RequestContext, { resource, field, many }: Referring, id: string, below?: Fragment): Fragment {
  const conditions = below
    ? ({ field, operator: 'below', values: [], below } as const)
    : ({ field, operator: many ? 'has' : 'equals', values: [id] } as const)
  const refers = conditionSql(conditions, 'r')
  const visible = every([live('r'), accessTo(ctx, resource, 'view').rows('r'), refers])
  const few = sql`select 1 from ${word(`"${resource.table}" r`)} where ${visible} limit ${word(String(cap + 1))}`
  return sql`select count(*)::int from (${few}) few`
}

function titleOf({ resource, field }: Referring, all: readonly Referring[]): Bilingual {
  const isAlone = all.filter(other => other.resource.name === resource.name).length === 1
  if (isAlone) return resource.titles
  return { zh: `${resource.titles.zh}（${field.title.zh}）`, en: `${resource.titles.en} (${field.title.en})` }
}
