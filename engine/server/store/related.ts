import { isId } from '../../fields/id/id-text.ts'
import { isMany } from '../../fields/options.ts'
import { relatedRecords } from '../../fields/related/rows.ts'
import { isRelated } from '../../fields/traits.ts'
import type { Bilingual, Bind, Field, Model, Order, Resource } from '../../model/model.ts'
import { listOrder } from '../../model/order.ts'
import type { Related } from '../../model/related.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isTree } from '../../model/tree.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { linksOf, type Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { linkedRows } from './bind.ts'
import { type Condition, conditionSql } from './condition.ts'
import { descendantsSql } from './descendants.ts'
import { readOne } from './get.ts'
import { cap, pageOfQuery, type RecordPage } from './page.ts'
import { type QueryInput, readQuery } from './query.ts'
import { partsOf, type Referring, referringTo } from './referring.ts'
import { live } from './select.ts'

/**
 * The records that refer to a record, or that binds link to it, counted in one statement: for each bind, each related
 * field and each other reference that the actor may view and read, the rows that the predicate allows. A record's own lines are excluded, because they are
 * read with it. Of a tree, references to descendants may be counted too.
 */
export async function relatedCounts(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  withBelow = false,
): Promise<Related[]> {
  const access = demand(ctx, resource, 'view')
  if (!isId(id)) throw refuse.notFound(resource.title)
  const open = listsOpen(ctx, resource, access)
  const record = open.some(({ where }) => where !== undefined) ? await readOne(queries, ctx, resource, access, id) : {}
  const there = every([live('t'), access.rows('t'), sql`t."id" = ${id}::bigint`])
  const below = withBelow && isTree(resource) ? descendantsSql(ctx, resource, [id]) : undefined
  const counts = open.map((one, index) => {
    const which = one.bind
      ? linkedRows(ctx, resource, one.bind, leftSql(id, below))
      : whichSql(ctx, resource, one, record)
    return sql`(${countSql(one, which, id, below)}) as ${word(`"${index}"`)}`
  })
  const columns = join([word('t."id"'), ...counts], ', ', '')
  const [row] = await runAll(queries, sql`select ${columns} from ${word(`"${resource.table}" t`)} where ${there}`)
  if (!row) throw refuse.notFound(resource.title)
  return open.map((one, index) => {
    const counted = Number(row[String(index)])
    return {
      resource: one.resource.name,
      field: one.field.name,
      ...(one.list ? shownList(one.list) : { title: titleOf(one, open) }),
      ...(one.bind && { isBound: true as const, isNarrowed: true as const }),
      count: Math.min(counted, cap),
      capped: counted > cap,
    }
  })
}

const shownList = ({ name, title, help, options }: Field): Partial<Related> & Pick<Related, 'title'> => ({
  list: name,
  ...(Array.isArray(options['columns']) && { columns: options['columns'] }),
  ...(options['where'] !== undefined && { isNarrowed: true as const }),
  title,
  ...(help && { help }),
})

/** One page of a query of the records of a related field, by default in the field's order. */
export async function relatedPage(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  name: string,
  { below: withBelow, ...input }: QueryInput,
): Promise<RecordPage> {
  const access = demand(ctx, resource, 'view')
  const list = listsOpen(ctx, resource, access).find(one => one.list?.name === name)
  if (!list) throw refuse.unknownName(name, '')
  const record = await readOne(queries, ctx, resource, access, id)
  const query = readQuery(ctx, list.resource, list.access, input)
  const sort = list.sort ?? listOrder(list.resource)
  const field = fieldOf(list.resource, sort.field)
  const own = field && list.access.reads(field) ? [{ field, descending: sort.descending }] : []
  const below = withBelow === 'true' && isTree(resource) ? descendantsSql(ctx, resource, [id]) : undefined
  const whole = {
    ...query,
    conditions: [...(list.bind ? [] : [referring(list, id, below)]), ...query.conditions],
    sorts: query.sorts.length > 0 ? query.sorts : own,
  }
  const which = list.bind
    ? linkedRows(ctx, resource, list.bind, leftSql(id, below))
    : whichSql(ctx, resource, list, record)
  return pageOfQuery(queries, ctx, list.resource, list.access, whole, { which })
}

/** A list of the records that refer to a record, as the actor may read it. */
interface OpenList extends Referring {
  readonly access: Access
  /** The field that declares it, with its condition and order. */
  readonly list?: Field
  readonly where?: string
  readonly sort?: Order
  /** It links the records, which have no reference to the record. */
  readonly bind?: Bind
}

/** The lists that the actor may read: those of related fields in their order, and of references that none declares. */
function listsOpen(ctx: RequestContext, resource: Resource, access: Access): OpenList[] {
  const declared = resource.fields.filter(isRelated).flatMap(list => {
    const records = relatedRecords(ctx.model, list)
    return records ? [{ list, ...records }] : []
  })
  const isDeclared = (one: Referring) => declared.some(({ of, by }) => of === one.resource && by === one.field)
  const opened = (one: Omit<OpenList, 'access'>): OpenList[] => {
    const ofList = accessTo(ctx, one.resource, 'view')
    return ofList.allowed && (one.bind || ofList.reads(one.field)) ? [{ ...one, access: ofList }] : []
  }
  const linked = resource.binds.map(bind => {
    const { field, of, many } = linksOf(ctx.model, resource, bind)
    return { resource: of, field, many, list: field, bind }
  })
  return [
    ...linked.filter(({ field }) => access.reads(field)).flatMap(opened),
    ...declared
      .filter(({ list }) => access.reads(list))
      .flatMap(({ list, of, by, where, sort }) =>
        opened({ resource: of, field: by, many: isMany(by), list, sort, ...(where !== undefined && { where }) }),
      ),
    ...referringOthers(ctx.model, resource)
      .filter(one => !isDeclared(one))
      .flatMap(opened),
  ]
}

/** The rows of a list, without the condition that they refer to the record. */
const whichSql =
  (ctx: RequestContext, resource: Resource, { where, resource: of }: OpenList, record: Row) =>
  (alias: string): Fragment =>
    where === undefined ? live(alias) : every([live(alias), candidatesBy(ctx, resource, of, where, record, alias)])

/** The comparison of the left records of links. */
const leftSql = (id: string, below?: Fragment): Fragment => (below ? sql`in ${below}` : sql`= ${id}::bigint`)

const referring = ({ field, many }: Referring, id: string, below?: Fragment): Condition =>
  below ? { field, operator: 'below', values: [], below } : { field, operator: many ? 'has' : 'equals', values: [id] }

/** The fields that refer to a resource, except those of lines that it shows itself. */
function referringOthers(model: Model, resource: Resource): Referring[] {
  const own = ownLines(model, resource)
  return referringTo(model, resource).filter(one => !own.has(`${one.resource.name} ${one.field.name}`))
}

const ownLines = (model: Model, master: Resource): ReadonlySet<string> =>
  new Set(partsOf(model, master).flatMap(part => (part.field ? [`${part.resource.name} ${part.link.name}`] : [])))

function countSql(
  list: OpenList,
  which: (alias: string) => Fragment,
  id: string,
  below: Fragment | undefined,
): Fragment {
  const { resource, access } = list
  const refers = list.bind ? [] : [conditionSql(referring(list, id, below), 'r')]
  const visible = every([which('r'), access.rows('r'), ...refers])
  const few = sql`select 1 from ${word(`"${resource.table}" r`)} where ${visible} limit ${word(String(cap + 1))}`
  return sql`select count(*)::int from (${few}) few`
}

function titleOf({ resource, field }: Referring, all: readonly OpenList[]): Bilingual {
  const isAlone = all.filter(other => !other.list && other.resource.name === resource.name).length === 1
  if (isAlone) return resource.titles
  return { zh: `${resource.titles.zh}（${field.title.zh}）`, en: `${resource.titles.en} (${field.title.en})` }
}
