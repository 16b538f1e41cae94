import type { Bind, Resource } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { near } from '../../rules/near.ts'
import { type Access, accessToNames, demand, fieldsOfBoth } from '../auth/access.ts'
import { linkedSql } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { linksOf, type Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { assureAllowed } from './aspects/locks.ts'
import { readOne } from './get.ts'
import { once, recordAgain } from './idempotency.ts'
import { versionOf } from './input.ts'
import { maxLinks, replacedLinks } from './links.ts'
import { lockRecord } from './lock.ts'
import { namesOf } from './look-up.ts'
import type { LinksInput, QueryAnswer, ReferenceOption } from './operations.ts'
import { select } from './page.ts'
import { readableRecord } from './readable-record.ts'
import { assureVersion } from './save.ts'
import { live } from './select.ts'
import type { Work } from './work.ts'
import { writeOne } from './write.ts'

/**
 * Replaces those links of a record that the actor sees, as one new version of the record. Unchanged links leave the
 * version; where they change, `recorded` is called in the transaction. Idempotent for a key.
 */
export async function replaceLinks(
  work: Work,
  resource: Resource,
  name: string,
  { id, ids, version }: LinksInput,
  recorded: (queries: Queries) => Promise<void>,
  key?: string,
): Promise<Row> {
  const { ctx } = work
  const one = bindCalled(resource, name)
  const access = accessToBind(ctx, resource, one)
  if (access.hidden.has(name)) throw refuse.hiddenField(name)
  if (ids.length > maxLinks) throw tooMany()
  return once(work, key, ['bind', resource.name, name, id, ids, version], recordAgain(resource), async inside => {
    const before = await lockRecord(inside, resource, access, id, 'edit')
    await assureVersion(inside, resource, before, versionOf(version))
    await assureAllowed(inside, resource, 'edit', [before.record])
    const change = await replacedLinks(inside, resource, one, before.record, ids)
    const after = { ...before.record }
    if (change.added.length + change.removed.length === 0)
      return readableRecord(inside, resource, access, after, new Set())
    const prepared = { after, changed: new Set<string>(), parts: [], links: [change] }
    const target = { resource, access, origin: 'effect' } as const
    const entry = { prepared, step: { operation: name }, title: one.title }
    const written = await writeOne(inside, target, { before, ...entry })
    await recorded(inside.queries)
    return readableRecord(inside, resource, access, written.auto?.record ?? written.after, new Set())
  })
}

const maxRecords = 1000

/** To write links, the actor needs the code of the bind and the one for editing, each on the record. */
export function accessToBind(ctx: RequestContext, resource: Resource, { name }: Pick<Bind, 'name'>): Access {
  const [edit, own] = [demand(ctx, resource, 'edit'), demand(ctx, resource, name)]
  return {
    ...edit,
    bound: edit.bound || own.bound,
    rows: alias => every([edit.rows(alias), own.rows(alias)]),
    ...fieldsOfBoth(edit, own),
  }
}

/**
 * The records that are linked to a record: at most a thousand, under their own access, or the ids of those to which the
 * actor may refer.
 */
export async function links(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  name: string,
  id: string,
): Promise<QueryAnswer> {
  const one = bindCalled(resource, name)
  const access = demand(ctx, resource, 'view')
  const field = fieldOf(resource, name)
  if (!field || !access.reads(field)) throw refuse.forbidden(one.title)
  await readOne(queries, ctx, resource, access, id)
  return one.returns === 'ids'
    ? { data: await linkedIds(queries, ctx, resource, one, id) }
    : linkedRecords(queries, ctx, resource, one, id)
}

/** The linked records to which the actor may refer, as choices: what a request that replaces the links begins with. */
export async function linkedChoices(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  name: string,
  id: string,
): Promise<ReferenceOption[]> {
  const one = bindCalled(resource, name)
  const access = demand(ctx, resource, 'view')
  if (access.hidden.has(name)) throw refuse.forbidden(one.title)
  await readOne(queries, ctx, resource, access, id)
  const ids = await linkedIds(queries, ctx, resource, one, id)
  const choices: ReferenceOption[] = []
  for (let from = 0; from < ids.length; from += maxRecords)
    choices.push(
      ...(await namesOf(queries, ctx, linksOf(ctx.model, resource, one).of, ids.slice(from, from + maxRecords))),
    )
  return choices
}

/** The condition that the rows under an alias are linked to a record, and not deleted. */
export const linkedRows =
  (ctx: RequestContext, resource: Resource, one: Bind, isLeft: Fragment) =>
  (alias: string): Fragment =>
    sql`${live(alias)} and ${word(`${alias}."id"`)} in (${linkedSql(ctx, resource, one, isLeft)})`

/** The ids of the linked records to which the actor may refer. A list that is cut off could not be sent back. */
export async function linkedIds(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  one: Bind,
  id: string,
): Promise<string[]> {
  const { of } = linksOf(ctx.model, resource, one)
  const linked = every([linkedRows(ctx, resource, one, sql`= ${id}::bigint`)('c'), accessToNames(ctx, of).rows('c')])
  const limit = word(String(maxLinks + 1))
  const table = word(`"${of.table}" c`)
  const rows = await runAll(
    queries,
    sql`select c."id"::text as id from ${table} where ${linked} order by c."id" limit ${limit}`,
  )
  if (rows.length > maxLinks) throw tooMany()
  return rows.map(row => String(row['id']))
}

async function linkedRecords(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  one: Bind,
  id: string,
): Promise<QueryAnswer> {
  const { of } = linksOf(ctx.model, resource, one)
  const access = demand(ctx, of, 'view')
  const query = { conditions: [], sorts: [], current: 1, size: maxRecords }
  const which = linkedRows(ctx, resource, one, sql`= ${id}::bigint`)
  const { records } = await select(queries, ctx, of, access, query, maxRecords + 1, 0, { which, inAnyNumber: true })
  return { data: records.slice(0, maxRecords), ...(records.length > maxRecords && { more: true as const }) }
}

function bindCalled(resource: Resource, name: string): Bind {
  const one = bindNamed(resource, name)
  const names = resource.binds.map(bind => bind.name)
  if (!one) throw refuse.unknownName(name, near(name, names))
  return one
}

const tooMany = () =>
  refuse.input({
    ids: { zh: `一次最多绑定 ${maxLinks} 条`, en: `At most ${maxLinks} records can be linked at once` },
  })
