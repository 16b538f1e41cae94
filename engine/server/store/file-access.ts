import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { lineResource } from '../../fields/traits.ts'
import { resourceWithId, stepWithId } from '../../model/ids.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { type Access, accessTo } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, every, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { filesFunction } from '../storage/grams.ts'
import { type FileLinks, fileKey, fileLinks } from './file-links.ts'
import { type LineChanges, readerOf } from './history.ts'

/** Whether some field that its descriptor declares public refers to the file. */
export const isPublicFile = async (queries: Queries, model: Model, file: FileLinks): Promise<boolean> =>
  (await findPublic(queries, model, [file])).size > 0

/**
 * Whether a user may read a file: by a record that they may view and that contains it now or in its history, in a field
 * that they may read; or as its uploader, until a record refers to it.
 */
export async function mayReadFile(queries: Queries, ctx: RequestContext, file: FileLinks): Promise<boolean> {
  if ((await findInRecords(queries, ctx, [file])).size > 0) return true
  if (!(await ownUploads(queries, ctx, [file])).has(file)) return false
  return !(await isReferredTo(queries, ctx.model, file))
}

/** Those of the links that name a file which the user may read by a record or from a public field. */
export async function readableLinks(
  queries: Queries,
  ctx: RequestContext,
  links: readonly string[],
): Promise<ReadonlySet<string>> {
  const files = filesOf(links)
  return linksOf(files, await findReadable(queries, ctx, [...files.values()]))
}

/**
 * Those of the links that a user may write into a record, whose viewers may then read the file: of files that the user
 * uploaded, or may read.
 */
export async function writableLinks(
  queries: Queries,
  ctx: RequestContext,
  links: readonly string[],
): Promise<ReadonlySet<string>> {
  const files = filesOf(links)
  // Unused uploads are deleted by a job, but none to which a write in progress adds a link.
  const own = await ownUploads(queries, ctx, [...files.values()], word('for key share'))
  const others = [...files.values()].filter(file => !own.has(file))
  return linksOf(files, new Set([...own, ...(await findReadable(queries, ctx, others))]))
}

/** Whether any record of the file's tenant contains it, now or in its history. */
export const isReferredTo = async (queries: Queries, model: Model, file: FileLinks): Promise<boolean> =>
  (await findInRows(queries, model, [file], resource => ofTenant(resource, file))).size > 0 ||
  (await runAll(queries, sql`select 1 from engine_history where ${isInHistory(file)} limit 1`)).length > 0

/** The files by their links. A link in another form than the server writes names none. */
function filesOf(links: readonly string[]): ReadonlyMap<string, FileLinks> {
  const files = new Map<string, FileLinks>()
  for (const link of links) {
    const key = fileKey(link)
    const file = key === undefined ? undefined : fileLinks(key)
    if (file?.links.includes(link)) files.set(link, file)
  }
  return files
}

const linksOf = (files: ReadonlyMap<string, FileLinks>, some: ReadonlySet<FileLinks>): ReadonlySet<string> =>
  new Set([...files].flatMap(([link, file]) => (some.has(file) ? [link] : [])))

/** The sizes of uploaded files of a tenant in bytes, by link; 0 if the size is not known. */
export async function uploadSizes(
  queries: Queries,
  tenantId: string,
  links: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Uploads write the first of a file's links.
  const written = new Map([...filesOf(links)].map(([link, file]) => [link, String(file.links[0])]))
  if (written.size === 0) return new Map()
  const rows = await runAll(
    queries,
    sql`select link, size from engine_upload
      where link = any(${[...written.values()]}::text[]) and tenant_id = ${tenantId}`,
  )
  const sizes = new Map(rows.map(({ link, size }) => [String(link), Number(size)]))
  return new Map([...written].map(([link, own]) => [link, sizes.get(own) ?? 0]))
}

async function ownUploads(
  queries: Queries,
  { actor }: RequestContext,
  files: readonly FileLinks[],
  lock = word(''),
): Promise<Set<FileLinks>> {
  const all = files.flatMap(({ links }) => links)
  if (all.length === 0 || actor.userId === null) return new Set()
  const rows = await runAll(
    queries,
    sql`select link from engine_upload
      where link = any(${all}::text[]) and tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint ${lock}`,
  )
  const uploaded = new Set(rows.map(({ link }) => String(link)))
  return new Set(files.filter(({ links }) => links.some(link => uploaded.has(link))))
}

async function findReadable(
  queries: Queries,
  ctx: RequestContext,
  files: readonly FileLinks[],
): Promise<Set<FileLinks>> {
  const found = await findInRecords(queries, ctx, files)
  const others = files.filter(file => !found.has(file))
  return new Set([...found, ...(await findPublic(queries, ctx.model, others))])
}

/** Those of the files that the user may read by a record, now or in its history. */
async function findInRecords(
  queries: Queries,
  ctx: RequestContext,
  files: readonly FileLinks[],
): Promise<Set<FileLinks>> {
  const ofOwnTenant = files.filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
  const found = await findInRows(queries, ctx.model, ofOwnTenant, (resource, field) => {
    const access = accessTo(ctx, resource, 'view')
    return access.allowed && access.reads(field) ? access.rows('t') : undefined
  })
  for (const file of ofOwnTenant)
    if (!found.has(file) && (await isInViewableHistory(queries, ctx, file))) found.add(file)
  return found
}

/** Those of the files to which a field refers that its descriptor declares public. */
async function findPublic(queries: Queries, model: Model, files: readonly FileLinks[]): Promise<Set<FileLinks>> {
  const found = new Set<FileLinks>()
  for (const tenantId of new Set(files.map(file => file.tenantId))) {
    const some = files.filter(file => file.tenantId === tenantId)
    const rowsOf = (resource: Resource, field: Field) =>
      field.options['public'] === true && ofTenant(resource, { tenantId })
    for (const file of await findInRows(queries, model, some, rowsOf)) found.add(file)
  }
  return found
}

/** Looks in all fields with files, each by its index, among the rows that a condition allows, deleted ones included. */
async function findInRows(
  queries: Queries,
  model: Model,
  files: readonly FileLinks[],
  rowsOf: (resource: Resource, field: Field) => Fragment | false | undefined,
): Promise<Set<FileLinks>> {
  const wanted = files.flatMap((file, n) => file.links.map(link => ({ link, n })))
  const links = wanted.map(({ link }) => link)
  const numbers = wanted.map(({ n }) => n)
  const looks = Object.values(model.resources).flatMap(resource =>
    resource.fields.flatMap(field => {
      const rows = field.column !== undefined && typeOf(field).hasFiles ? rowsOf(resource, field) : undefined
      if (!rows) return []
      const column = columnOf('t', String(field.column))
      const refers = word(isMany(field) ? `${column} && array[w.link]` : `${column} = w.link`)
      // The index contains only rows with a file.
      const condition = every([word(`${column} is not null`), refers, rows])
      return [sql`exists (select from ${word(`"${resource.table}" t`)} where ${condition})`]
    }),
  )
  if (looks.length === 0 || links.length === 0) return new Set()
  const found = await runAll(
    queries,
    sql`select distinct w.n from unnest(${links}::text[], ${numbers}::integer[]) as w(link, n) where ${join(looks, ' or ', '')}`,
  )
  return new Set(found.flatMap(({ n }) => files[Number(n)] ?? []))
}

/** The most history entries of one file that are read. */
const maxEntries = 200

/** Whether the user may read a history entry in which the file is a value. */
async function isInViewableHistory(queries: Queries, ctx: RequestContext, file: FileLinks): Promise<boolean> {
  const entries = await runAll(
    queries,
    sql`select resource, record_id::text as "recordId", operation, changes, input from engine_history
      where ${isInHistory(file)} order by id desc limit ${maxEntries}::integer`,
  )
  for (const entry of entries) {
    const resource = resourceWithId(ctx.model, String(entry['resource']))
    if (!resource) continue
    const access = accessTo(ctx, resource, 'view')
    if (!access.allowed || !isReadable(ctx, resource, access, entry, file)) continue
    const row = sql`select 1 from ${word(`"${resource.table}" t`)} where ${access.rows('t')} and t."id" = ${entry['recordId']}::bigint`
    if ((await runAll(queries, row)).length > 0) return true
  }
  return false
}

function isReadable(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  entry: Row,
  { links }: FileLinks,
): boolean {
  const read = readerOf(ctx, resource, access)
  const operation = String(entry['operation'])
  const fields = [...resource.fields, ...(stepWithId(resource, operation)?.input ?? [])]
  const values = [entry['changes'], entry['input']].flatMap(one => inFiles(ctx.model, fields, read(one, operation)))
  const text = JSON.stringify(values)
  return links.some(link => text.includes(JSON.stringify(link)))
}

/** The recorded values without those of texts, which are no files. */
const inFiles = (model: Model, fields: readonly Field[], values: Row): unknown[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = fields.find(one => one.name === name)
    const of = field && lineResource(field, model)
    const { lines = [] } = Object(value) as Partial<LineChanges>
    if (of) return lines.flatMap(({ changes }) => inFiles(model, of.fields, changes))
    return field && typeOf(field).freeText ? [] : [value]
  })

/** History of shared rows has no tenant. */
const isInHistory = ({ tenantId, links }: FileLinks): Fragment =>
  sql`tenant_id in (${tenantId}, '') and (${word(`${filesFunction}(changes)`)} && ${links}::text[] or ${word(`${filesFunction}(input)`)} && ${links}::text[])`

const ofTenant = (resource: Resource, { tenantId }: Pick<FileLinks, 'tenantId'>): Fragment =>
  isPerTenant(resource) ? sql`t.${word(`"${engineColumns.tenant}"`)} = ${tenantId}` : word('true')
