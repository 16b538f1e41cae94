import { isMany } from '../../../fields/options.ts'
import { hasLines, isDictionary, isPersonal, isReference, isSecret, referredResource } from '../../../fields/traits.ts'
import { userResource } from '../../../model/account-resources.ts'
import type { Field, Language, Model, Resource } from '../../../model/model.ts'
import { personalValues } from '../../../record/formulas.ts'
import { isMaskable } from '../../../record/mask.ts'
import { valueText } from '../../../record/value-text.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { isPerTenant } from '../../database/tenancy.ts'
import { isEngineView } from '../../storage/engine-views.ts'
import { readOne } from '../../store/get.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { partsOf } from '../../store/referring.ts'

/** Records of one resource with personal values of a person, in these fields. */
export interface HeldRecords {
  readonly resource: Resource
  readonly fields: readonly Field[]
  readonly ids: readonly string[]
}

/** What is held about a person. */
export interface HeldData {
  readonly records: readonly HeldRecords[]
  /** Its texts by kind: those by which copies are found. */
  readonly texts: ReadonlyMap<string, readonly string[]>
}

/** Kinds of values that belong to one person alone. */
export const identifying = ['phone', 'idCard', 'email']

/** The kind of a personal value: `name` for the names of users, which are not masked. */
const kindOf = (field: Field, resource: Resource): string =>
  field.personal ?? (resource.name === userResource && /name$/i.test(field.name) ? 'name' : field.type)

/** The stored fields of a resource with personal values of the record: those of a user are all but its place and roles. */
export function ownPersonal(model: Model, resource: Resource): readonly Field[] {
  const stored = resource.fields.filter(field => field.column !== undefined && !isSecret(field))
  return resource.name === userResource
    ? stored.filter(field => !isReference(field) && field.name !== 'disabledAt' && field.name !== 'userType')
    : stored.filter(field => personalValues(model, resource, field) !== undefined)
}

/**
 * Finds the records with values of a person, whose own record is named: this record and its lines; other records that
 * refer to it, where they repeat one of its values or compute one of it; and all that have its phone or identity number.
 */
export async function findHeldData(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
): Promise<HeldData> {
  const { model } = ctx
  const own: HeldRecords[] = [{ resource, fields: ownPersonal(model, resource), ids: [id] }]
  for (const part of partsOf(model, resource)) {
    const lines = await idsWhere(queries, ctx, part.resource, sql`t.${word(`"${part.link.column}"`)} = ${id}::bigint`)
    const fields = ownPersonal(model, part.resource)
    if (lines.length > 0 && fields.length > 0) own.push({ resource: part.resource, fields, ids: lines })
  }
  const texts = await textsOf(queries, ctx, own)
  const others: HeldRecords[] = []
  for (const other of Object.values(model.resources)) {
    if (!isPerTenant(other) || isEngineView(other)) continue
    const refers = refersTo(model, other, resource, id)
    for (const field of other.fields) {
      if (field.column === undefined || isSecret(field)) continue
      const where = repeats(model, other, field, texts, refers)
      const ids = where ? await idsWhere(queries, ctx, other, where) : []
      const isOwn = (one: string) => own.some(held => held.resource === other && held.ids.includes(one))
      const found = ids.filter(one => !isOwn(one))
      if (found.length > 0) others.push({ resource: other, fields: [field], ids: found })
    }
  }
  return { records: [...own, ...others], texts }
}

/** The condition that a field of another record has a value of the person. */
function repeats(
  model: Model,
  resource: Resource,
  field: Field,
  texts: HeldData['texts'],
  refers: Fragment | undefined,
): Fragment | undefined {
  const column = sql`t.${word(`"${field.column}"`)}`
  if (field.compute !== undefined)
    return refers && personalValues(model, resource, field) === 'others'
      ? sql`${refers} and ${column} is not null`
      : undefined
  const kind = kindOf(field, resource)
  if (!isPersonal(field) || !isMaskable(field)) return undefined
  const same = texts.get(kind) ?? []
  if (same.length === 0) return undefined
  const isSame = sql`${column} = any(${same}::text[])`
  if (identifying.includes(kind)) return isSame
  return refers && sql`${refers} and ${isSame}`
}

function refersTo(model: Model, other: Resource, resource: Resource, id: string): Fragment | undefined {
  const links = other.fields.filter(
    field => field.column !== undefined && referredResource(field, model)?.name === resource.name,
  )
  const conditions = links.map(field => {
    const column = sql`t.${word(`"${field.column}"`)}`
    return isMany(field) ? sql`${id}::bigint = any(${column})` : sql`${column} = ${id}::bigint`
  })
  return conditions.length > 0 ? sql`(${join(conditions, ' or ', 'false')})` : undefined
}

async function idsWhere(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  where: Fragment,
): Promise<readonly string[]> {
  const table = word(`"${resource.table}" t`)
  const rows = await runAll(
    queries,
    sql`select t.id::text as id from ${table} where (${where}) ${ownTenant(ctx, resource)} order by t.id`,
  )
  return rows.map(row => String(row['id']))
}

/** Texts of at least two characters: a shorter one is found everywhere. */
async function textsOf(
  queries: Queries,
  ctx: RequestContext,
  own: readonly HeldRecords[],
): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>()
  for (const { resource, fields, ids } of own) {
    const named = fields.filter(field => isMaskable(field) && !isDictionary(field) && !hasLines(field))
    if (named.length === 0) continue
    const columns = word(named.map(field => `t."${field.column}"::text as "${field.name}"`).join(', '))
    const rows = await runAll(
      queries,
      sql`select ${columns} from ${word(`"${resource.table}" t`)} where t.id = any(${ids}::bigint[]) ${ownTenant(ctx, resource)}`,
    )
    for (const field of named)
      for (const row of rows) {
        const text = row[field.name]
        if (typeof text !== 'string' || [...text].length < 2) continue
        const kind = kindOf(field, resource)
        texts.set(kind, [...(texts.get(kind) ?? []), text])
      }
  }
  return texts
}

/** What is held about a person, for the person: records, messages, sessions, and the acts of its account. */
export async function exportHeldData(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  language: Language,
): Promise<object> {
  const { model, actor } = ctx
  const { records, texts } = await findHeldData(queries, ctx, resource, id)
  const addresses = identifying.flatMap(kind => texts.get(kind) ?? [])
  const named = new Map(
    records.flatMap(({ resource: of, ids }) => ids.map(one => [`${of.name} ${one}`, { of, id: one }] as const)),
  )
  const shown = []
  for (const one of named.values()) {
    const access = accessTo(ctx, one.of, 'view')
    // What is in the bin is held as well.
    const record = await readOne(queries, ctx, one.of, access, one.id, word('true'))
    const fields = one.of.fields.filter(field => field.name in record && !isSecret(field) && !hasLines(field))
    const values = fields.flatMap(field => {
      const text = valueText(field, record, model, language)
      return text === '' ? [] : [[field.title[language], text] as const]
    })
    shown.push({ resource: one.of.title[language], id: one.id, values: Object.fromEntries(values) })
  }
  const isUser = resource.name === userResource
  const ofUser = (table: string, columns: string) =>
    isUser
      ? runAll(
          queries,
          sql`select ${word(columns)} from ${word(table)} where tenant_id = ${actor.tenantId} and user_id = ${id}::bigint order by 1`,
        )
      : []
  return {
    resource: resource.title[language],
    id,
    exportedAt: ctx.clock.now.toISOString(),
    records: shown,
    messages: await runAll(
      queries,
      sql`select at, channel, receiver, content from engine_message where tenant_id = ${actor.tenantId}
        and (user_id = ${isUser ? id : null}::bigint or receiver = any(${addresses}::text[])) order by at`,
    ),
    sessions: await ofUser('engine_session', 'started_at, seen_at, address, agent'),
    acts: await ofUser('engine_audit', 'at, kind, detail, address'),
  }
}
