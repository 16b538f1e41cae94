import { fault, faultMessage } from '../../fields/fault.ts'
import { isId } from '../../fields/id/id-text.ts'
import { textOption } from '../../fields/options.ts'
import type { Bind, Resource } from '../../model/model.ts'
import { bindOf } from '../../model/names.ts'
import { accessToNames } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import { every, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { linksOf, type Reference, type Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { LinkChanges } from './history.ts'
import { live } from './select.ts'
import type { Work } from './work.ts'

/** The maximum number of links of a record that a user reads or writes at once. */
export const maxLinks = 10_000

/** A change of the links of a record, in the order of the ids. */
export interface LinkChange {
  readonly bind: Bind
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Changes of links as history entries contain them, by the name of their bind. */
export const linkChanges = (links: readonly LinkChange[] = []): Record<string, LinkChanges> =>
  Object.fromEntries(links.map(({ bind, added, removed }) => [bind.name, { added, removed }]))

/**
 * The change that replaces the links that the actor sees by those to the given records. Links to records that are
 * invisible or deleted are kept. A record that is not linked yet must be visible and satisfy `where`; it is locked, so
 * that no other transaction deletes it in between.
 */
export async function replacedLinks(
  work: Work,
  resource: Resource,
  bind: Bind,
  before: Row,
  ids: readonly string[],
): Promise<LinkChange> {
  const wanted = [...new Set(ids)]
  const stored = await storedLinks(work, bind, before)
  const links = linksOf(work.ctx.model, resource, bind)
  const seen = await visibleAmong(work, links, stored)
  const fresh = wanted.filter(id => !seen.has(id))
  const fit = await candidatesAmong(work, resource, links, before, fresh)
  if (!fresh.every(id => fit.has(id)))
    throw refuse.input({ ids: faultMessage(fault('value.select-correct'), links.field.title) })
  const isWanted = new Set(wanted)
  return inOrder({ bind, added: fresh, removed: [...seen].filter(id => !isWanted.has(id)) })
}

/** The reversal of a change as far as it is possible now: of what the actor sees, and of what may be linked again. */
export async function revertedLinks(
  work: Work,
  resource: Resource,
  before: Row,
  name: string,
  { added, removed }: Pick<LinkChange, 'added' | 'removed'>,
): Promise<LinkChange> {
  const bind = bindOf(resource, name)
  const links = linksOf(work.ctx.model, resource, bind)
  const stored = new Set(await storedLinks(work, bind, before))
  const seen = await visibleAmong(
    work,
    links,
    added.filter(id => stored.has(id)),
  )
  const missing = removed.filter(id => !stored.has(id))
  const fit = await candidatesAmong(work, resource, links, before, missing)
  return inOrder({ bind, added: missing.filter(id => fit.has(id)), removed: [...seen] })
}

const inOrder = ({ bind, added, removed }: LinkChange): LinkChange => ({
  bind,
  added: added.toSorted(byId),
  removed: removed.toSorted(byId),
})

const byId = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)

/** Stores the change of the links of a record, in the current transaction. */
export async function storeLinks(
  { ctx, queries }: Work,
  id: string,
  { bind, added, removed }: LinkChange,
): Promise<void> {
  const { tenantId } = ctx.actor
  const table = word(`"${bind.table}"`)
  if (removed.length > 0)
    await runAll(
      queries,
      sql`delete from ${table} where "tenant_id" = ${tenantId} and "left_id" = ${id}::bigint and "right_id" = any(${removed}::bigint[])`,
    )
  if (added.length > 0)
    await runAll(
      queries,
      sql`insert into ${table} ("tenant_id", "left_id", "right_id") select ${tenantId}, ${id}::bigint, added.id from unnest(${added}::bigint[]) added(id) on conflict do nothing`,
    )
}

/** Deletes the links of records that are deleted from the database. */
export async function deleteLinks({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  for (const { table } of resource.binds)
    await runAll(
      queries,
      sql`delete from ${word(`"${table}"`)} where "tenant_id" = ${ctx.actor.tenantId} and "left_id" = any(${ids}::bigint[])`,
    )
}

/** All linked ids, of deleted records too. */
async function storedLinks({ ctx, queries }: Work, { table }: Bind, before: Row): Promise<string[]> {
  const rows = await runAll(
    queries,
    sql`select "right_id"::text as id from ${word(`"${table}"`)} where "tenant_id" = ${ctx.actor.tenantId} and "left_id" = ${before['id']}::bigint`,
  )
  return rows.map(({ id }) => String(id))
}

/** Those of the records that are not deleted and that the actor may refer to. */
async function visibleAmong(
  { ctx, queries }: Pick<Work, 'ctx' | 'queries'>,
  { of }: Reference,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const visible = every([sql`c."id" = any(${ids}::bigint[])`, live('c'), accessToNames(ctx, of).rows('c')])
  const rows = await runAll(queries, sql`select c."id"::text as id from ${word(`"${of.table}" c`)} where ${visible}`)
  return new Set(rows.map(({ id }) => String(id)))
}

/** Those of the records that may be linked to a record, locked until the end of the transaction. */
async function candidatesAmong(
  { ctx, queries }: Work,
  resource: Resource,
  { field, of }: Reference,
  before: Row,
  ids: readonly string[],
): Promise<Set<string>> {
  const known = ids.filter(isId)
  if (known.length === 0) return new Set()
  const where = textOption(field, 'where')
  const candidates = every([
    sql`c."id" = any(${known}::bigint[])`,
    live('c'),
    accessToNames(ctx, of).rows('c'),
    ...(where === undefined ? [] : [candidatesBy(ctx, resource, of, where, before, 'c')]),
  ])
  const rows = await runAll(
    queries,
    sql`select c."id"::text as id from ${word(`"${of.table}" c`)} where ${candidates} order by c."id" for key share of c`,
  )
  return new Set(rows.map(({ id }) => String(id)))
}
