import { extname } from 'node:path'
import { enteredFields, enteredLineFields } from '../../../fields/entered-fields.ts'
import { typeOf } from '../../../fields/index.ts'
import { lineResource } from '../../../fields/traits.ts'
import { bytesOf, extensionsByKind, extensionsOf } from '../../../fields/upload.ts'
import { ownProfileFields, userResource } from '../../../model/account-resources.ts'
import type { Bilingual, Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { userSteps } from '../../../model/steps.ts'
import { accessTo } from '../../auth/access.ts'
import type { UserActor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { Refusal } from '../../errors/refuse.ts'

/**
 * The bytes of the largest file with the extension of the name that the user may write into some field, and whether one
 * of these fields keeps the location of pictures. Any user of a tenant with processes may attach a file to a task.
 * Refused if nothing of this accepts the file: it could be in no record.
 */
export async function acceptedUpload(
  queries: Queries,
  ctx: RequestContext,
  name: string,
): Promise<{ maxBytes: number; keepsLocation: boolean }> {
  const extension = extname(name).slice(1).toLowerCase()
  const fields = writableFileFields(ctx).filter(field => extensionsOf(field).includes(extension))
  const isAttachment = attachmentExtensions.includes(extension) && (await hasProcesses(queries, ctx))
  if (fields.length === 0 && !isAttachment)
    throw new Refusal('file.not-writable', 403, {
      zh: `您没有可以填写 ${extension} 文件的字段，不能上传`,
      en: `You are not allowed to write a field that accepts ${extension} files`,
    })
  const keepsLocation = fields.some(({ options }) => options['keepLocation'] === true)
  return { maxBytes: Math.max(isAttachment ? attachmentBytes : 0, ...fields.map(bytesOf)), keepsLocation }
}

const attachmentExtensions = [...(extensionsByKind['image'] ?? []), ...(extensionsByKind['office'] ?? [])]
const attachmentBytes = 10 * 1_048_576

async function hasProcesses(queries: Queries, { actor }: RequestContext): Promise<boolean> {
  const rows = await runAll(queries, sql`select from engine_flow_instance where tenant_id = ${actor.tenantId} limit 1`)
  return rows.length > 0
}

/** The fields with files that the user may write somewhere: of records, lines, steps, or the own profile. */
function writableFileFields(ctx: RequestContext): readonly Field[] {
  const { model } = ctx
  const ofProfile = resourceOf(model, userResource).fields.filter(({ name }) => ownProfileFields.has(name))
  const ofRecords = Object.values(model.resources).flatMap(resource => [
    ...['add', 'edit'].flatMap(operation => {
      const { allowed, writesField } = accessTo(ctx, resource, operation)
      return allowed ? withLines(model, resource.fields.filter(writesField)) : []
    }),
    ...userSteps(resource).flatMap(step =>
      accessTo(ctx, resource, step.name).allowed ? withLines(model, enteredFields(resource, step)) : [],
    ),
  ])
  return [...ofProfile, ...ofRecords].filter(field => typeOf(field).hasFiles)
}

const withLines = (model: Model, fields: readonly Field[]): readonly Field[] =>
  fields.flatMap(field => {
    const lines: Resource | undefined = lineResource(field, model)
    return lines ? enteredLineFields(field, lines.fields).filter(({ readOnly }) => !readOnly) : [field]
  })

/** Bytes that are allowed within 24 hours. */
export interface UploadQuota {
  readonly uploadsOfUser: number
  readonly uploadsOfTenant: number
}

/** Refuses an upload after which the user or the tenant would have stored more than allowed within 24 hours. */
export async function assureQuota(
  queries: Queries,
  { tenantId, userId }: Pick<UserActor, 'tenantId' | 'userId'>,
  { uploadsOfUser, uploadsOfTenant }: UploadQuota,
  now: Date,
): Promise<void> {
  const [sums] = await runAll(
    queries,
    sql`select coalesce(sum(size) filter (where user_id = ${userId}::bigint), 0)::text as own,
        coalesce(sum(size), 0)::text as total,
        ceil(extract(epoch from min(at) + interval '1 day' - ${now.toISOString()}::timestamptz))::integer as seconds
      from engine_upload where tenant_id = ${tenantId} and at > ${now.toISOString()}::timestamptz - interval '1 day'`,
  )
  const [own, total, seconds] = [Number(sums?.['own']), Number(sums?.['total']), Number(sums?.['seconds'] ?? 1)]
  const refused = (bytes: number, { zh, en }: Bilingual) => {
    const most = Math.floor(bytes / 1_048_576)
    const text = {
      zh: `${zh}在 24 小时内上传的文件不能超过 ${most} MB，请稍后再上传`,
      en: `${en} can upload at most ${most} MB in 24 hours; please upload the file later`,
    }
    return new Refusal('file.quota', 429, text, { data: { retryAfter: Math.max(1, seconds) } })
  }
  if (own > uploadsOfUser) throw refused(uploadsOfUser, { zh: '您', en: 'You' })
  if (total > uploadsOfTenant) throw refused(uploadsOfTenant, { zh: '本单位', en: 'Your organisation' })
}
