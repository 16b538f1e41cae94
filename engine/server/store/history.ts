import { isId } from '../../fields/id/id-text.ts'
import { typeOf } from '../../fields/index.ts'
import { isPermissions, lineResource } from '../../fields/traits.ts'
import { fieldWithId, idOf, operationId, operationName, stepWithId } from '../../model/ids.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { fieldOf, stateSince } from '../../model/system-fields.ts'
import type { Acknowledged, RecordedWarning, Warning } from '../../model/warning.ts'
import { masked } from '../../record/mask.ts'
import { type CarriedValue, carriedValues, type FieldOfResource } from '../../rules/carried-values.ts'
import { type Access, accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { every, type Fragment, sql, word } from '../database/fragment.ts'
import { type ColumnValue, rowsSql } from '../database/rows-sql.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { tenantKey } from '../database/tenancy.ts'
import { refuse } from '../errors/refuse.ts'
import { eventSql } from './outbox.ts'
import { partsOf } from './referring.ts'
import { invisibleUser, isInvisibleUser } from './select.ts'
import { changesById, inputById, partId, pathById, pathByName } from './stored-names.ts'

/** One change of one record. */
export interface HistoryEntry {
  readonly id: string
  /** The version that the change created. Null where nothing was written. */
  readonly version: number | null
  /** `save`, `update`, `remove`, or the name of a transition or an action. */
  readonly operation: string
  /** Null for the system, and for a user whom the actor may not see. */
  readonly userId: string | null
  /** Null for the system. */
  readonly userName: string | null
  /** Of a change by the system, itself or on behalf of the user, or by a program with the user's account. */
  readonly actorKind?: 'system' | 'service'
  /** The reason of such a change. */
  readonly reason?: Bilingual
  readonly at: string
  /** By field. */
  readonly changes: Changes
  /** The input of the transition or action. */
  readonly input: Row | null
  /** The records that the step created or changed, or that an earlier one had created, of those that the actor may see. */
  readonly effects?: readonly RecordLink[]
  /** Of an effect of a step: the record of the step, if the actor may see it. */
  readonly cause?: RecordLink
  /** Those of which the actor may see every field that the rule reads. */
  readonly warnings?: readonly RecordedWarning[]
}

/** Another record that a history entry names. */
export interface RecordLink {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** `save` for a record that the step created, `link` for one that an earlier step had created, else the step. */
  readonly operation: string
}

export type Changes = Readonly<Record<string, Change | LineChanges | LinkChanges>>

/** The value of a field before and after a change, as transmitted. */
export interface Change {
  readonly from: unknown
  readonly to: unknown
}

/** The changes of a master's lines. */
export interface LineChanges {
  readonly lines: readonly {
    readonly id: string
    readonly operation: 'save' | 'update' | 'remove'
    readonly changes: Readonly<Record<string, Change>>
  }[]
}

/** The changes of a record's links: the ids of the records that were linked, and of those that no longer are. */
export interface LinkChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The content of a history entry. */
export interface Written {
  readonly id: string
  readonly recordId: string
  readonly version: number | null
  readonly operation: string
  readonly changes: Changes
  readonly input?: Row
  /** Of an effect of a step: the entry of the step. */
  readonly causeId?: string
  readonly warnings?: readonly Warning[]
  /** Of a change that this request did not make: its user and time. */
  readonly past?: { readonly userId: string | null; readonly userName: string; readonly at: string }
}

/** Records changes of one resource in the current transaction: history entries, and one event for open screens. */
export async function record(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  entries: readonly Written[],
): Promise<void> {
  if (entries.length > 0) await runAll(queries, sql`with ${recordedSql(ctx, resource, entries)} select`)
}

/**
 * History entries and event as common table expressions of the statement that changes the rows. With a condition, they record only if
 * the condition is true.
 */
export function recordedSql(
  ctx: RequestContext,
  resource: Resource,
  entries: readonly Written[],
  onlyIf?: Fragment,
): Fragment {
  const written = writtenSql(ctx, resource, entries, onlyIf)
  const changed = entries.filter(({ version }) => version !== null)
  const [first] = changed
  if (!first) return written
  return sql`${written}, published as (${eventSql(ctx, resource, first.id, changed, onlyIf)})`
}

/** The history entries alone. */
export const writtenSql = (
  ctx: RequestContext,
  resource: Resource,
  entries: readonly Written[],
  onlyIf?: Fragment,
): Fragment => sql`written as (${historySql(ctx, resource, entries, onlyIf)})`

/** The statement that stores history entries. */
export function historySql(
  { actor, clock, model, operation: of, acknowledged }: RequestContext,
  resource: Resource,
  entries: readonly Written[],
  onlyIf?: Fragment,
): Fragment {
  const own = { userId: actor.userId, userName: actor.userId === null ? null : actor.name }
  const now = clock.now.toISOString()
  const rows = entries.map(
    ({ id, recordId, version, operation, changes, input, past, causeId, warnings = [] }): ColumnValue[] => [
      ['tenant_id', 'text', tenantKey(resource, actor.tenantId)],
      ['id', 'bigint', id],
      ['resource', 'text', idOf(resource)],
      ['record_id', 'bigint', recordId],
      ['version', 'integer', version],
      ['operation', 'text', operationId(resource, operation)],
      ['user_id', 'bigint', (past ?? own).userId],
      ['user_name', 'text', (past ?? own).userName],
      ['at', 'timestamptz', past?.at ?? now],
      ['input', 'jsonb', input && Object.keys(input).length > 0 ? inputById(resource, operation, input) : null],
      ['changes', 'jsonb', changesById(model, resource, changes)],
      ['operation_id', 'bigint', of],
      ['actor_kind', 'text', past || actor.kind === 'user' ? null : actor.kind],
      ['reason', 'text', past || actor.kind === 'user' ? null : actor.reason],
      ['cause_id', 'bigint', causeId],
      ['warnings', 'jsonb', warnings.length > 0 ? warnings.map(recordedAs(model, resource, acknowledged)) : null],
    ],
  )
  const columns = word((rows[0] ?? []).map(([column]) => column).join(', '))
  const condition = onlyIf ? sql` where ${onlyIf}` : word('')
  return sql`insert into engine_history (${columns}) select ${columns} from ${rowsSql(rows, 'entry')}${condition}`
}

const recordedAs =
  (model: Model, resource: Resource, acknowledged: Acknowledged) =>
  (warning: Warning): RecordedWarning => ({
    ...warning,
    fields: warning.fields.map(path => pathById(model, resource, path)),
    isAcknowledged: acknowledged !== 'unasked',
  })

/** The statement that deletes the history of records whose creation is rolled back. */
export function deleteHistorySql({ actor }: RequestContext, resource: Resource, ids: readonly string[]): Fragment {
  const tenant = tenantKey(resource, actor.tenantId)
  return sql`delete from engine_history where tenant_id = ${tenant} and resource = ${idOf(resource)} and record_id = any(${ids}::bigint[])`
}

/** The part of a history that is read. */
export interface HistoryPart {
  /** Entries older than this one. */
  readonly before?: string
  readonly size?: number
}

const maxEntries = 200

/**
 * The history of a record, the latest change first, also of a deleted one, without what the actor may not read. The
 * history of lines is part of their master's.
 */
export async function history(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  { before, size = maxEntries }: HistoryPart = {},
): Promise<HistoryEntry[]> {
  const access = demand(ctx, resource, 'view')
  const link = masterFieldOf(resource)?.column
  const master = masterOf(ctx.model, resource)
  const columns = word(link ? `t."${link}" as "masterId"` : 't."id" as "masterId"')
  const [row] = isId(id)
    ? await runAll(
        queries,
        sql`select ${columns} from ${word(`"${resource.table}" t`)} where ${access.rows('t')} and t."id" = ${id}::bigint`,
      )
    : []
  if (!row) throw refuse.notFound(resource.title)
  const of = master ?? resource
  const held = every([
    sql`tenant_id = ${tenantKey(of, ctx.actor.tenantId)} and resource = ${idOf(of)} and record_id = ${row['masterId']}::bigint`,
    ...(before === undefined ? [] : [sql`id < ${before}::bigint`]),
    ...(master ? [ofLineSql(ctx, master, resource, id)] : []),
  ])
  const stored = word('id, version, operation, user_id, user_name, at, changes, input, actor_kind, reason, warnings')
  const columnsRead = sql`${stored}, ${isInvisibleUser(ctx, 'engine_history.user_id')} as is_invisible`
  const most = Math.min(Math.max(size, 1), maxEntries)
  const found = await runAll(
    queries,
    sql`select ${columnsRead} from engine_history where ${held} order by id desc limit ${most}::int`,
  )
  const read = readerOf(ctx, of, demand(ctx, of, 'view'))
  const entries = found.map(entry => entryOf(ctx, of, entry, read))
  return master ? entries.flatMap(entry => ofLine(entry, id)) : entries
}

/** The entries of a master that contain a change of one of its lines. */
function ofLineSql({ model }: RequestContext, master: Resource, resource: Resource, id: string): Fragment {
  const name = partsOf(model, master).find(part => part.resource.name === resource.name)?.name ?? resource.name
  const part = partId(model, master, name)
  return sql`changes @> ${JSON.stringify({ [part]: { lines: [{ id }] } })}::jsonb`
}

const carried = perModel<readonly CarriedValue[]>()

/** Reads the recorded values, stored by the ids of fields and inputs, that the actor may see. `operation` is an id. */
type Reader = (values: unknown, operation: string) => Row

/**
 * A field or input is read under its current name, with its current access. An input is as hidden as
 * the fields into which the step carries it. For a field that the Model no longer contains, it is unknown from whom it
 * was hidden, so only administrators read it.
 */
export function readerOf(ctx: RequestContext, resource: Resource, access: Access): Reader {
  const { actor } = ctx
  const inputWithId = (operation: string, id: string): string | undefined =>
    stepWithId(resource, operation)?.input.find(field => idOf(field) === id)?.name
  const isUnread = (one: string | FieldOfResource) =>
    typeof one === 'string' ? access.withheld.has(one) : accessTo(ctx, one.resource, 'view').withheld.has(one.name)
  const carriedTo = (operation: string, input: string) =>
    carried(ctx.model, resource.name, () => carriedValues(ctx.model, resource))
      .filter(value => value.at === operationName(resource, operation) && value.inputs.includes(input))
      .map(({ into }) => into)
  return (values, operation) =>
    Object.fromEntries(
      Object.entries((values ?? {}) as Row).flatMap(([name, value]) => {
        const field = fieldWithId(resource, name)
        if (field) return access.shows(field) ? [[field.name, readableLines(ctx, access, field, value)]] : []
        const input = inputWithId(operation, name)
        const isHidden = input === undefined || [input, ...carriedTo(operation, input)].some(isUnread)
        const isReadable = actor.administrator || !isHidden
        return isReadable ? [[input ?? name, value]] : []
      }),
    )
}

/** A recorded change, or the input of a step, of a field that the actor reads masked. */
function maskedChange(field: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return masked(field, value)
  return Object.fromEntries(Object.entries(value).map(([side, one]) => [side, masked(field, one)]))
}

/** The recorded changes of lines without the fields that are hidden from the actor; other values as they are. */
function readableLines(ctx: RequestContext, { masked: names }: Access, field: Field, value: unknown): unknown {
  if (names.has(field.name)) return maskedChange(field, value)
  const of = lineResource(field, ctx.model)
  const { lines } = Object(value) as Partial<LineChanges>
  if (!of || !lines) return value
  const { withheld: hidden } = accessTo(ctx, of, 'view')
  const readable = (changes: LineChanges['lines'][number]['changes']) =>
    Object.fromEntries(
      Object.entries(changes).flatMap(([name, change]) => {
        const present = fieldWithId(of, name)
        if (!ctx.actor.administrator && (!present || hidden.has(present.name))) return []
        // What was recorded before the field became secret.
        return [[present?.name ?? name, present && typeOf(present).secret ? { from: null, to: null } : change]]
      }),
    )
  return { ...Object(value), lines: lines.map(line => ({ ...line, changes: readable(line.changes) })) }
}

function entryOf(ctx: RequestContext, resource: Resource, row: Row, read: Reader): HistoryEntry {
  const operation = String(row['operation'])
  const { actor_kind: actorKind, reason } = row
  const isInvisible = row['is_invisible'] === true
  return {
    id: String(row['id']),
    version: row['version'] === null ? null : Number(row['version']),
    operation: operationName(resource, operation),
    userId: row['user_id'] === null || isInvisible ? null : String(row['user_id']),
    userName: isInvisible ? invisibleUser[ctx.language] : row['user_name'] === null ? null : String(row['user_name']),
    at: String(row['at']).slice(0, 19),
    changes: read(row['changes'], operation) as Changes,
    input: row['input'] === null ? null : read(row['input'], operation),
    ...((actorKind === 'system' || actorKind === 'service') && { actorKind }),
    ...(typeof reason === 'string' && { reason: ctx.reasonText(reason) }),
    ...warningsIn(ctx.model, resource, row, name => Object.keys(read({ [name]: true }, operation))[0]),
  }
}

/** The warnings of an entry whose rules read only fields that the actor may read, with the current names of these. */
function warningsIn(
  model: Model,
  resource: Resource,
  { warnings }: Row,
  readableName: (name: string) => string | undefined,
): Pick<HistoryEntry, 'warnings'> {
  const all = ((warnings ?? []) as readonly RecordedWarning[]).flatMap(warning => {
    const fields = warning.fields.flatMap(path => {
      const [name = ''] = path.split('.')
      return readableName(name) === undefined ? [] : [pathByName(model, resource, path)]
    })
    return fields.length === warning.fields.length ? [{ ...warning, fields }] : []
  })
  return all.length > 0 ? { warnings: all } : {}
}

function ofLine({ warnings: _ofMaster, ...entry }: HistoryEntry, id: string): HistoryEntry[] {
  const lines = Object.values(entry.changes).flatMap(change => ('lines' in change ? change.lines : []))
  return lines
    .filter(line => line.id === id)
    .map(line => ({ ...entry, operation: line.operation, changes: line.changes, input: null }))
}

/** The difference between two records by field. Of a secret it shows only that it changed. */
export function changesBetween(resource: Resource, before: Row | null, after: Row, names: Iterable<string>) {
  const changes: Record<string, Change> = {}
  for (const name of names) {
    const field = fieldOf(resource, name)
    // It follows from the change of the state and its time.
    if (!field || !isStoredField(field) || field.name === stateSince.name) continue
    const [from, to] = [before?.[name] ?? null, after[name] ?? null]
    if (typeOf(field).secret) changes[name] = { from: null, to: null }
    else if (!isSame(from, to)) changes[name] = { from, to }
  }
  return changes
}

/** Whether a change of the field is one of the record: it has a column, or contains the codes of a role. */
export const isStoredField = (field: Field): boolean => field.column !== undefined || isPermissions(field)

/** Whether two values in the form of the HTTP API are equal. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
