import { fault, faultMessage } from '../../fields/fault.ts'
import { isPicked } from '../../fields/traits.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { parentFieldOf } from '../../model/tree.ts'
import { accessToNames } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { tenantKey } from '../database/tenancy.ts'
import { refuse } from '../errors/refuse.ts'
import { assureNewFiles, newLinksIn } from './new-files.ts'
import { ownTenant } from './own-tenant.ts'
import type { Prepared } from './prepare.ts'
import { live } from './select.ts'

/** Ids of records that the transaction itself writes. */
export type KnownIds = Pick<ReadonlySet<string>, 'has'>

/** Ids of references that are looked up in one table. */
interface Sought {
  readonly of: Resource
  /** The server or the descriptor chose the records, among all of the tenant. */
  readonly chosen: boolean
  readonly among: Fragment
  readonly at: { readonly path: string; readonly field: Field; readonly ids: readonly string[] }[]
}

/**
 * Refuses writes with a reference to a record that does not exist, may not be seen, or is excluded by `where` (one that
 * the descriptor chose may be invisible to the actor), with a
 * new link to a file that the writer may not read. The records are locked until the end of the transaction, so that no
 * other transaction deletes them in between. References to the ids in `own` are also allowed: those records are written
 * together.
 */
export async function assureReferences(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  written: readonly (Prepared & { readonly before: Row | null; readonly chosen?: ReadonlySet<string> })[],
  own: KnownIds = new Set(),
): Promise<void> {
  const sought = new Map<string, Sought>()
  for (const [index, { before, after, changed, parts, chosen }] of written.entries()) {
    const narrow = new Map<string, Sought>()
    seek(ctx, resource, after, changed, '', narrow, { own, before, ...(chosen && { chosen }) })
    for (const { part, lines } of parts)
      for (const line of lines)
        seek(ctx, part.resource, line.after, line.changed, line.path, narrow, {
          own,
          before: line.before,
          link: part.link.name,
          // A step that writes one line has given values for it.
          ...(line.path === '' && chosen && { chosen }),
          master: after,
        })
    for (const [key, { of, among, at, chosen }] of narrow) {
      // Where `where` depends on the record itself, each is looked up separately.
      const path = key === of.name ? key : `${index}.${key}`
      const known = sought.get(path) ?? { of, among, at: [], chosen }
      known.at.push(...at)
      sought.set(path, known)
    }
  }
  await lookUp(queries, ctx, [...sought.values()])
  const links = written.flatMap(one => [
    ...newLinksIn(resource, one),
    ...one.parts.flatMap(({ part, lines }) => lines.flatMap(line => newLinksIn(part.resource, line))),
  ])
  await assureNewFiles(queries, ctx, links)
}

/**
 * Refuses references in the input of a transition or an action to records that the actor may not refer to; their `where`
 * reads the record of the step.
 */
export async function assureInputReferences(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  fields: readonly Field[],
  input: Row,
  record: Row,
): Promise<void> {
  const sought = new Map<string, Sought>()
  const inputResource = { ...resource, fields }
  const changed = new Set(fields.map(field => field.name))
  seek(ctx, inputResource, input, changed, '', sought, { narrowedBy: { resource, record } })
  await lookUp(queries, ctx, [...sought.values()])
  await assureNewFiles(queries, ctx, newLinksIn(inputResource, { before: null, after: input, changed }))
}

interface SeekOptions {
  readonly own?: KnownIds
  readonly link?: string
  /** Of a line: its record, which may not be stored yet. */
  readonly master?: Row
  readonly before?: Row | null
  readonly chosen?: ReadonlySet<string>
  /** The record that `where` reads, where it is not the one with the references. */
  readonly narrowedBy?: { readonly resource: Resource; readonly record: Row }
}

function seek(
  ctx: RequestContext,
  resource: Resource,
  record: Row,
  changed: ReadonlySet<string>,
  path: string,
  sought: Map<string, Sought>,
  { own, link, master, before, chosen, narrowedBy }: SeekOptions = {},
): void {
  for (const { field, of } of referencesOf(ctx.model, resource)) {
    if (!changed.has(field.name) || field.name === link) continue
    // Members of a list that stay are not chosen again: their writer may not see them.
    const kept = field.options['many'] === true ? [before?.[field.name] ?? []].flat() : []
    const ids = [record[field.name] ?? []]
      .flat()
      .flatMap(id => (own?.has(String(id)) || kept.includes(id) ? [] : String(id)))
    if (ids.length === 0) continue
    const where = field.options['where']
    const isNarrow = typeof where === 'string'
    const read = link !== undefined && field.reads?.includes(link) ? { ...record, [link]: master } : record
    const by = narrowedBy ?? { resource, record: read }
    const among = isNarrow ? candidatesBy(ctx, by.resource, of, where, by.record, 'c') : word('true')
    const isChosen = isPicked(field) || chosen?.has(field.name) === true
    const key = isNarrow || isChosen ? `${path}${field.name}` : of.name
    const group = sought.get(key) ?? { of, among, at: [], chosen: isChosen }
    group.at.push({ path: `${path}${field.name}`, field, ids })
    sought.set(key, group)
  }
}

const referencesOf = (model: Model, resource: Resource) => resource.fields.flatMap(field => referenceOf(model, field))

/** The look-up of all references of a new record, under the alias, and the condition that all of them were found. */
export function foundSql(ctx: RequestContext, resource: Resource, { after, changed }: Prepared, alias: string) {
  const sought = new Map<string, Sought>()
  seek(ctx, resource, after, changed, '', sought)
  const all = [...sought.values()]
  const counts = all.map((one, index) => word(`cardinality(${alias}."${index}") = ${idsOf(one).length}`))
  return { lookUp: all.length === 0 ? word('select') : lookUpSql(ctx, all), isWhole: every(counts) }
}

const idsOf = ({ at }: Sought): string[] => [...new Set(at.flatMap(one => one.ids))]

function lookUpSql(ctx: RequestContext, sought: readonly Sought[]): Fragment {
  const columns = sought.map((one, index) => {
    const { of, among, chosen } = one
    const ids = idsOf(one)
    const visible = chosen ? sql`true${ownTenant(ctx, of, 'c')}` : accessToNames(ctx, of).rows('c')
    const condition = every([sql`c."id" = any(${ids}::bigint[])`, live('c'), visible, among])
    return sql`array(select c."id"::text from ${word(`"${of.table}" c`)} where ${condition} order by c."id" for key share of c) as ${word(`"${index}"`)}`
  })
  return sql`select ${join(columns, ', ', '')}`
}

/** PostgreSQL allows 1,664 columns in a statement. */
const batchSize = 500

async function lookUp(queries: Queries, ctx: RequestContext, sought: readonly Sought[]): Promise<void> {
  const errors: Record<string, Bilingual> = {}
  for (let from = 0; from < sought.length; from += batchSize) {
    const some = sought.slice(from, from + batchSize)
    const [row] = await runAll(queries, lookUpSql(ctx, some))
    some.forEach(({ at }, index) => {
      const there = new Set(row?.[String(index)] as readonly string[])
      for (const { path, field, ids } of at)
        if (!ids.every(id => there.has(id))) errors[path] = faultMessage(fault('value.select-correct'), field.title)
    })
  }
  if (Object.keys(errors).length > 0) throw refuse.input(errors)
}

/**
 * Refuses a parent that is the record itself or one of its descendants. Branches of one tree are moved one after the
 * other: of two concurrent transactions neither would see that the other completes a cycle.
 */
export async function assureNoCircle(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  { after, changed }: Prepared,
): Promise<void> {
  const { name = '', column } = parentFieldOf(resource) ?? {}
  const parent = after[name]
  if (!column || !changed.has(name) || parent === null || parent === undefined) return
  const tree = `${tenantKey(resource, ctx.actor.tenantId)} ${resource.table}`
  await runAll(queries, sql`select pg_advisory_xact_lock(hashtextextended(${tree}::text, 0))`)
  const table = word(`"${resource.table}" t`)
  const start = sql`select t."id", ${word(`t."${column}"`)} as up from ${table} where t."id" = ${parent}::bigint${ownTenant(ctx, resource)}`
  const next = sql`select t."id", ${word(`t."${column}"`)} from ${table} join above on t."id" = above.up where true${ownTenant(ctx, resource)}`
  const found = await runAll(
    queries,
    sql`with recursive above as (${start} union ${next}) select 1 from above where "id" = ${after['id']}::bigint`,
  )
  if (found.length > 0)
    throw refuse.input({
      [name]: { zh: '父节点不可选择自身!', en: 'A record cannot be its own parent' },
    })
}
