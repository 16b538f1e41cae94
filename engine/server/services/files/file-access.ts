import { typeOf } from '../../../fields/index.ts'
import { isMany } from '../../../fields/options.ts'
import type { Field, Model, Resource } from '../../../model/model.ts'
import { engineColumns } from '../../../model/system-fields.ts'
import { type Access, accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { columnOf, every, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { filesFunction } from '../../storage/grams.ts'
import { readerOf } from '../../store/history.ts'
import type { FileLinks } from './storage.ts'

/** Whether some field that its descriptor declares public refers to the file. */
export const isPublicFile = (queries: Queries, model: Model, file: FileLinks): Promise<boolean> =>
  isInRows(queries, model, file, (resource, field) => field.options['public'] === true && ofTenant(resource, file))

/**
 * Whether a user may read a file: by a record that they may view and that contains it now or in its history, in a field
 * that they may read; or as its uploader, until a record refers to it.
 */
export async function mayReadFile(queries: Queries, ctx: RequestContext, file: FileLinks): Promise<boolean> {
  if (file.tenantId !== ctx.actor.tenantId) return false
  const viewable = (resource: Resource, field: Field): Fragment | undefined => {
    const access = accessTo(ctx, resource, 'view')
    return access.allowed && access.reads(field) ? access.rows('t') : undefined
  }
  if (await isInRows(queries, ctx.model, file, viewable)) return true
  if (await isInViewableHistory(queries, ctx, file)) return true
  const [upload] = await runAll(
    queries,
    sql`select user_id::text as "userId" from engine_upload where link = any(${file.links}::text[])`,
  )
  return upload?.['userId'] === ctx.actor.userId && !(await isReferredTo(queries, ctx.model, file))
}

/** Whether any record of the file's tenant contains it, now or in its history. */
export const isReferredTo = async (queries: Queries, model: Model, file: FileLinks): Promise<boolean> =>
  (await isInRows(queries, model, file, resource => ofTenant(resource, file))) ||
  (await runAll(queries, sql`select 1 from engine_history where ${isInHistory(file)} limit 1`)).length > 0

/** Looks in all fields with files, each by its index, among the rows that a condition allows, deleted ones included. */
async function isInRows(
  queries: Queries,
  model: Model,
  { links }: FileLinks,
  rowsOf: (resource: Resource, field: Field) => Fragment | false | undefined,
): Promise<boolean> {
  const looks = Object.values(model.resources).flatMap(resource =>
    resource.fields.flatMap(field => {
      const rows = field.column !== undefined && typeOf(field).hasFiles ? rowsOf(resource, field) : undefined
      if (!rows) return []
      const column = word(columnOf('t', String(field.column)))
      const refers = isMany(field) ? sql`${column} && ${links}::text[]` : sql`${column} = any(${links}::text[])`
      return [sql`(select 1 from ${word(`"${resource.table}" t`)} where ${every([refers, rows])} limit 1)`]
    }),
  )
  if (looks.length === 0) return false
  return (await runAll(queries, sql`select 1 from (${join(looks, ' union all ', '')}) found limit 1`)).length > 0
}

/** The most history entries of one file that are read. */
const mostEntries = 200

/** Whether the user may read a history entry in which the file is a value. */
async function isInViewableHistory(queries: Queries, ctx: RequestContext, file: FileLinks): Promise<boolean> {
  const entries = await runAll(
    queries,
    sql`select resource, record_id::text as "recordId", operation, changes, input from engine_history
      where ${isInHistory(file)} order by id desc limit ${mostEntries}::integer`,
  )
  for (const entry of entries) {
    const resource = ctx.model.resources[String(entry['resource'])]
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
  const text = JSON.stringify([read(entry['changes'], operation), read(entry['input'], operation)])
  return links.some(link => text.includes(JSON.stringify(link)))
}

/** History of shared rows has no tenant. */
const isInHistory = ({ tenantId, links }: FileLinks): Fragment =>
  sql`tenant_id in (${tenantId}, '') and (${word(`${filesFunction}(changes)`)} && ${links}::text[] or ${word(`${filesFunction}(input)`)} && ${links}::text[])`

const ofTenant = (resource: Resource, { tenantId }: FileLinks): Fragment =>
  resource.shared ? word('true') : sql`t.${word(`"${engineColumns.tenant}"`)} = ${tenantId}`
