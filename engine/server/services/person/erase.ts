import { displayKeyColumn, keyedDisplay } from '../../../fields/display-key.ts'
import { isId } from '../../../fields/id/id-text.ts'
import { typeOf } from '../../../fields/index.ts'
import { lineResource } from '../../../fields/traits.ts'
import { auditResource, userResource } from '../../../model/account-resources.ts'
import { isPerson } from '../../../model/display.ts'
import { idOf } from '../../../model/ids.ts'
import type { Bilingual, Field, Model, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { recordAct } from '../../auth/audit.ts'
import { transmittedNow } from '../../auth/request-context.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { refuse } from '../../errors/refuse.ts'
import { engineTables } from '../../storage/engine-tables.ts'
import { linksIn } from '../../store/file-links.ts'
import { record } from '../../store/history.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { type Work, workOn } from '../../store/work.ts'
import { type CopiedColumns, copiedColumns, copiedNames, ownRows } from './copied-columns.ts'
import { findHeldData, type HeldData, type HeldRecords, identifying, ownPersonal } from './held-data.ts'

/** What an erasure emptied, and what the law requires to be kept. */
interface Erasure {
  readonly erased: readonly ErasedRecords[]
  readonly kept: readonly KeptRecords[]
}

interface ErasedRecords {
  readonly resource: Bilingual
  readonly fields: readonly Bilingual[]
  readonly count: number
}

interface KeptRecords {
  readonly resource: Bilingual
  readonly count: number
  readonly ground: Bilingual
}

/**
 * Empties the personal values of a person in its record, in records that repeat them, and in every engine table that
 * copies them, in one transaction. Each change keeps its entry in the history, without the values. Records with `retention`
 * stay as they are and are listed with their ground, as is the audit log. The account of a user is disabled for ever.
 */
export async function erasePerson(work: Work, resource: Resource, id: string, reason: string): Promise<Erasure> {
  const { ctx } = work
  assurePerson(work, resource, id)
  if (resource.name === userResource && id === ctx.actor.userId) throw ownAccount()
  return work.transaction(async queries => {
    const inside = workOn(work, queries)
    await lockPerson(inside, resource, id)
    const held = await findHeldData(queries, ctx, resource, id)
    const kept = held.records.filter(one => one.resource.retention !== undefined)
    const erased = held.records.filter(one => !kept.includes(one))
    const links = await linksOf(inside, erased)
    for (const one of erased) await emptyFields(inside, one)
    for (const copies of copiedColumns) await emptyCopies(inside, copies, erased, held)
    await releaseUploads(inside, links)
    if (resource.name === userResource) await eraseAccount(inside, id)
    await recordAct(queries, ctx, { kind: 'erasure', reason, resource, recordId: id, names: namesOf(erased) })
    return {
      erased: erased.map(one => ({
        resource: one.resource.titles,
        fields: one.fields.map(({ title }) => title),
        count: one.ids.length,
      })),
      kept: [
        ...kept.map(one => ({
          resource: one.resource.titles,
          count: one.ids.length,
          ground: one.resource.retention as Bilingual,
        })),
        ...(await actsOf(inside, resource, id)),
      ],
    }
  })
}

/** Refuses a resource whose records are no persons, and users who are not administrators. */
export function assurePerson({ ctx: { actor } }: Pick<Work, 'ctx'>, resource: Resource, id: string): void {
  if (!actor.administrator)
    throw refuse.forbidden({ zh: '个人信息的导出和删除', en: 'Export and erasure of personal data' })
  if (!isPerson(resource) || !isId(id)) throw refuse.notFound(resource.title)
}

async function lockPerson({ ctx, queries }: Work, resource: Resource, id: string): Promise<void> {
  const table = word(`"${resource.table}" t`)
  const found = await runAll(
    queries,
    sql`select 1 as found from ${table} where t.id = ${id}::bigint ${ownTenant(ctx, resource)} for update`,
  )
  if (found.length === 0) throw refuse.notFound(resource.title)
}

const namesOf = (all: readonly HeldRecords[]): string[] =>
  all.flatMap(({ resource, fields }) => fields.map(({ name }) => `${resource.name}.${name}`))

/** The links of the files in personal fields of records and in their history. */
async function linksOf({ queries, ctx }: Work, held: readonly HeldRecords[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { resource, fields, ids } of held) {
    const files = fields.filter(field => typeOf(field).hasFiles)
    if (files.length === 0) continue
    const columns = word(files.map(({ column }) => `t."${column}"`).join(', '))
    const keys = new Set(files.flatMap(field => [idOf(field), field.name]))
    const rows = await runAll(
      queries,
      sql`select jsonb_build_array(${columns}) as value from ${word(`"${resource.table}" t`)}
          where t.id = any(${ids}::bigint[]) ${ownTenant(ctx, resource)}
        union all select c.value from engine_history h, jsonb_each(h.changes) c where h.tenant_id = ${ctx.actor.tenantId}
          and h.resource = any(${[idOf(resource), resource.name]}::text[]) and h.record_id = any(${ids}::bigint[])
          and c.key = any(${[...keys]}::text[])`,
    )
    for (const link of rows.flatMap(row => linksIn(row['value']))) found.add(link)
  }
  return found
}

/** Lets the daily job delete uploads, if no other record contains them. */
async function releaseUploads({ queries, ctx }: Work, links: ReadonlySet<string>): Promise<void> {
  if (links.size === 0) return
  await runAll(
    queries,
    sql`update engine_upload set used = false, keep_until = ${transmittedNow(ctx)}::timestamptz
      where link = any(${[...links]}::text[])`,
  )
}

/**
 * Empties fields of records as one new version each, whose entry in the history has no values. It is beside `write`, which
 * would refuse a missing required value and a locked record, and would record the erased values.
 */
async function emptyFields(work: Work, { resource, fields, ids }: HeldRecords): Promise<void> {
  const { queries, ctx, ids: nextIds } = work
  const key = keyedDisplay(resource)
  const columns = [
    ...fields.map(({ column }) => `"${column}" = null`),
    ...(key && fields.some(({ name }) => name === key.name) ? [`"${displayKeyColumn}" = null`] : []),
  ]
  const rows = await runAll(
    queries,
    sql`update ${word(`"${resource.table}" t`)} set ${word(columns.join(', '))}, version = t.version + 1
      where t.id = any(${ids}::bigint[]) ${ownTenant(ctx, resource)} returning t.id::text as id, t.version`,
  )
  // Lines have no entries of their own: those of their record name them.
  if (resource.partOf) return
  const changes = Object.fromEntries(fields.map(({ name }) => [name, { from: null, to: null }]))
  const entry = (row: (typeof rows)[number]) => ({
    id: nextIds.next(),
    recordId: String(row['id']),
    version: Number(row['version']),
    operation: 'erase',
    changes,
  })
  await record(queries, ctx, resource, rows.map(entry))
}

/** Empties what a table copies: of the records, their personal fields and texts; elsewhere the texts that identify the person. */
async function emptyCopies(
  work: Work,
  copies: CopiedColumns,
  erased: readonly HeldRecords[],
  { texts }: HeldData,
): Promise<void> {
  const { ctx } = work
  const { tenantId } = ctx.actor
  const all = new Set([...texts.values()].flat())
  const own = new Set(identifying.flatMap(kind => texts.get(kind) ?? []))
  // Elsewhere another record may have the same text, such as a number; only a table without records has no other trace of a name.
  const elsewhere = copies.rows ? own : new Set([...own, ...(texts.get('name') ?? [])])
  for (const { resource, fields, ids } of copies.rows ? erased : []) {
    const where = copies.rows?.({ tenantId, resource: [idOf(resource), resource.name], ids }) ?? word('false')
    await emptyRows(work, copies, where, value => scrubbed(value, keysIn(ctx.model, resource, fields), all, all))
  }
  if (elsewhere.size === 0 || hasNoTenant.has(copies.table)) return
  const found = join(
    copies.columns.map(
      column =>
        sql`exists (select from unnest(${[...elsewhere]}::text[]) as p(text) where position(p.text in ${word(`"${column}"`)}::text) > 0)`,
    ),
    ' or ',
    'false',
  )
  const ofTenant = copies.ofTenant?.(tenantId) ?? sql`tenant_id = ${tenantId}`
  await emptyRows(work, copies, sql`${ofTenant} and (${found})`, value => scrubbed(value, noKeys, elsewhere, own))
}

/** Their rows are found by the instance alone. */
const hasNoTenant = new Set(['engine_flow_history'])

/** Replaces values in the rows of a table that a condition finds. */
async function emptyRows(
  { queries }: Work,
  { table, columns }: CopiedColumns,
  where: Fragment,
  without: (value: unknown) => unknown,
): Promise<void> {
  const typeOfColumn = new Map(
    engineTables.find(({ name }) => name === table)?.columns.map(one => [one.name, one.type]),
  )
  const read = word(columns.map(column => `"${column}"`).join(', '))
  const rows = await runAll(
    queries,
    sql`select ctid::text as at, ${read} from ${word(table)} where ${where} for update`,
  )
  for (const row of rows) {
    const changed = columns.flatMap(column => {
      const value = row[column]
      if (value === null || value === undefined) return []
      const after = without(value)
      if (JSON.stringify(after) === JSON.stringify(value)) return []
      const type = typeOfColumn.get(column) ?? 'text'
      const stored = type === 'jsonb' ? JSON.stringify(after) : after
      return [sql`${word(`"${column}"`)} = ${stored}::${word(type)}`]
    })
    if (changed.length > 0)
      await runAll(queries, sql`update ${word(table)} set ${join(changed, ', ', '')} where ctid = ${row['at']}::tid`)
  }
}

/** The keys under which tables copy personal fields of a resource: its fields' ids, names and columns, by lines those of the lines. */
interface PersonalKeys {
  readonly own: ReadonlySet<string>
  readonly lines: ReadonlyMap<string, PersonalKeys>
}

const noKeys: PersonalKeys = { own: new Set(), lines: new Map() }

function keysIn(model: Model, resource: Resource, fields: readonly Field[]): PersonalKeys {
  const own = new Set(fields.flatMap(field => [idOf(field), field.name, field.column ?? field.name]))
  const lines = new Map(
    resource.fields.flatMap(field => {
      const of = lineResource(field, model)
      if (!of) return []
      const keys = keysIn(model, of, ownPersonal(model, of))
      return [idOf(field), field.name].map(name => [name, keys] as const)
    }),
  )
  return { own, lines }
}

const erasedText = '***'

/** A value without personal ones: under the keys none, and no text that is one of `all` or contains one of `inside`. */
function scrubbed(value: unknown, keys: PersonalKeys, all: ReadonlySet<string>, inside: ReadonlySet<string>): unknown {
  if (typeof value === 'string')
    return all.has(value) || [...inside].some(text => value.includes(text)) ? erasedText : value
  if (Array.isArray(value)) return value.map(one => scrubbed(one, keys, all, inside))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      keys.own.has(name) ? emptied(one) : scrubbed(one, keys.lines.get(name) ?? keys, all, inside),
    ]),
  )
}

/** A change without its values; any other value is missing. */
const emptied = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value ? { from: null, to: null } : null

/** Disables the account of a user for ever, and deletes what belongs to it alone. */
async function eraseAccount(work: Work, id: string): Promise<void> {
  const { queries, ctx } = work
  const { tenantId } = ctx.actor
  const user = resourceOf(ctx.model, userResource)
  await runAll(
    queries,
    sql`update ${word(`"${user.table}" t`)} set account = ${`erased-${id}`}, password = null,
      disabled_at = ${transmittedNow(ctx)}::timestamptz where t.id = ${id}::bigint ${ownTenant(ctx, user)}`,
  )
  await endSessionsOf(queries, tenantId, [id], 'account-disabled')
  for (const table of ownRows)
    await runAll(queries, sql`delete from ${word(table)} where tenant_id = ${tenantId} and user_id = ${id}::bigint`)
  for (const table of copiedNames)
    await runAll(
      queries,
      sql`update ${word(table)} set user_name = ${erasedText} where user_id = ${id}::bigint and user_name is not null`,
    )
  work.authorityChanged()
}

/** The acts of a user, which the audit log keeps by the id alone. */
async function actsOf({ queries, ctx }: Work, resource: Resource, id: string): Promise<KeptRecords[]> {
  if (resource.name !== userResource) return []
  const [row] = await runAll(
    queries,
    sql`select count(*)::integer as count from engine_audit where tenant_id = ${ctx.actor.tenantId} and user_id = ${id}::bigint`,
  )
  const count = Number(row?.['count'])
  return count === 0 ? [] : [{ resource: resourceOf(ctx.model, auditResource).titles, count, ground: auditGround }]
}

const auditGround: Bilingual = {
  zh: '《网络安全法》第二十一条：日志留存不少于六个月；审计记录只有编号，没有姓名',
  en: 'Cybersecurity Law, article 21: logs are kept for at least six months; the audit log has ids, no names',
}

const ownAccount = () =>
  refuse.conflict('own-account', {
    zh: '不能删除自己的个人信息，请由另一位管理员操作',
    en: 'An administrator cannot erase their own account; another administrator can',
  })
