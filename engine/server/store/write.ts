import { typeOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { engineColumns, fieldOf } from '../../model/system-fields.ts'
import { refuse } from '../refuse.ts'
import { ownerColumn } from '../storage/owner.ts'
import { type Access, accessTo } from './access.ts'
import { wireNow } from './asking.ts'
import { type Fragment, sql } from './fragment.ts'
import { type Change, type Changes, changesBetween, historySql, type LineChanges } from './history.ts'
import { linePlace, type PreparedPart } from './plan-lines.ts'
import type { Prepared } from './prepare.ts'
import { assureAllReferences, assureNoCircle, assureReferences, foundSql } from './references.ts'
import { partsOf } from './referring.ts'
import { runAll } from './run.ts'
import { reserveSerials } from './serial.ts'
import { type Row, shapeOf } from './shape.ts'
import type { Work } from './work.ts'
import { deleteSql, giveSql, insertIfSql, insertSql, updateAllSql, updateSql } from './write-row.ts'

/** Stores a new record with its lines and writes it down, all in the transaction at hand. */
export async function insertRecord(work: Work, resource: Resource, access: Access, prepared: Prepared): Promise<Row> {
  const { asking, queries, ids } = work
  const { after } = prepared
  await assureReferences(queries, asking, resource, prepared)
  await digestSecrets(work, resource, after, prepared.changed)
  const id = ids.next()
  Object.assign(after, newRow(work, id))
  const ownerId = ownerOf(resource, after)
  const lines = await newLines(work, prepared.parts, id)
  const changes: Changes = {
    ...changesBetween(resource, null, after, prepared.changed),
    ...lineChanges(prepared.parts),
  }
  const written = historySql(asking, resource, [
    { id: ids.next(), recordId: id, version: 1, operation: 'save', changes },
  ])
  const insert = insertSql(asking, resource, [{ record: after, given: { id, ownerId } }], access)
  await assureHeld(work, sql`with written as (${written}) ${insert}`)
  for (const { part, rows } of lines) await storeNew(work, part.resource, rows, ownerId)
  return after
}

/**
 * Stores a new record that has no lines, and writes it down, by one statement that needs no transaction around it;
 * undefined where it stored nothing, since something that it needs is not there or not the writer's.
 */
export async function insertAtOnce(
  work: Work,
  resource: Resource,
  access: Access,
  prepared: Prepared,
): Promise<Row | undefined> {
  const { asking, queries, ids } = work
  const { after, changed } = prepared
  await digestSecrets(work, resource, after, changed)
  const id = ids.next()
  Object.assign(after, newRow(work, id))
  const changes = changesBetween(resource, null, after, changed)
  const entry = { id: ids.next(), recordId: id, version: 1, operation: 'save', changes }
  const row = { record: after, given: { id, ownerId: ownerOf(resource, after) } }
  const stored = await runAll(
    queries,
    insertIfSql(asking, resource, row, {
      access,
      references: alias => foundSql(asking, resource, prepared, alias),
      history: onlyIf => historySql(asking, resource, [entry], onlyIf),
    }),
  )
  return stored.length === 1 ? after : undefined
}

/** How a change of a record is written down, beside what changed. */
export interface Step {
  readonly operation: string
  readonly input?: Row
}

/** Stores what changed of a record and of its lines, as one new version of it. */
export async function updateRecord(
  work: Work,
  resource: Resource,
  access: Access | undefined,
  before: Row,
  prepared: Prepared,
  step: Step,
): Promise<Row> {
  const { asking, queries, ids } = work
  const { after, changed, parts } = prepared
  const id = String(before['id'])
  await assureReferences(queries, asking, resource, prepared)
  await assureNoCircle(queries, asking, resource, prepared)
  await digestSecrets(work, resource, after, changed)
  const isNew = [...changed].some(
    name => fieldOf(resource, name)?.column || parts.some(({ part }) => part.name === name),
  )
  if (!isNew && step.operation === 'update') return after
  const lines = await newLines(work, parts, id)
  const changes: Changes = { ...changesBetween(resource, before, after, changed), ...lineChanges(parts) }
  const version = Number(before['version']) + (isNew ? 1 : 0)
  const written = historySql(asking, resource, [
    { id: ids.next(), recordId: id, version: isNew ? version : null, changes, ...step },
  ])
  if (!isNew) {
    await runAll(queries, written)
    return after
  }
  Object.assign(after, { version, ...changedNow(work) })
  const ownerId = ownerOf(resource, after)
  const more = { ownerId, ...(access && { access }), bumps: true }
  await assureHeld(work, sql`with written as (${written}) ${updateSql(asking, resource, id, after, changed, more)}`)
  for (const one of lines) {
    // First those that go: a new line may take over what was theirs alone.
    await storeChanged(work, one.prepared)
    await storeNew(work, one.part.resource, one.rows, ownerId)
  }
  if (resource.owner !== undefined && changed.has(resource.owner)) await giveLines(work, resource, id, ownerId)
  return after
}

/** One of several changes that are stored together. */
export interface TogetherChange {
  readonly before: Row
  readonly prepared: Prepared
  readonly step: Step
}

/**
 * Stores what changed of several records that keep their lines as they are, as one new version of each. One that can
 * not be stored refuses them all.
 */
export async function updateRecords(
  work: Work,
  resource: Resource,
  access: Access | undefined,
  changes: readonly TogetherChange[],
): Promise<void> {
  const { asking, queries, ids } = work
  const written = changes.map(({ before, prepared: { after, changed }, step }) => {
    const isNew = [...changed].some(name => fieldOf(resource, name)?.column)
    return { id: String(before['id']), before, after, changed, step, isNew }
  })
  const known = written.filter(({ isNew, step }) => isNew || step.operation !== 'update')
  if (known.length === 0) return
  await assureAllReferences(queries, asking, resource, written)
  for (const { after, changed } of written) await digestSecrets(work, resource, after, changed)
  const entries = known.map(({ id, before, after, changed, step, isNew }) => {
    const version = isNew ? Number(before['version']) + 1 : null
    const differences = changesBetween(resource, before, after, changed)
    return { id: ids.next(), recordId: id, version, changes: differences, ...step }
  })
  await runAll(queries, historySql(asking, resource, entries))
  const rows = known.filter(({ isNew }) => isNew).map(one => ({ ...one, ownerId: ownerOf(resource, one.after) }))
  const alikes = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = [...row.changed].sort().join()
    alikes.set(key, [...(alikes.get(key) ?? []), row])
  }
  for (const alike of alikes.values())
    await assureHeld(work, updateAllSql(asking, resource, alike, alike[0]?.changed ?? new Set(), access))
  for (const { id, changed, ownerId } of rows)
    if (resource.owner !== undefined && changed.has(resource.owner)) await giveLines(work, resource, id, ownerId)
}

/**
 * The fields that a caller reads of a record as it was written; names of what it refers to are not among them. Who
 * may write it without seeing it gets back what he wrote.
 */
export function outward(
  work: Work,
  resource: Resource,
  access: Access,
  record: Row,
  written: ReadonlySet<string>,
): Row {
  const read = fieldsRead(work, resource, access, record)
  if (accessTo(work.asking, resource, 'view').allowed) return read
  const known = (name: string) => name === 'id' || name === 'version' || written.has(name)
  return Object.fromEntries(Object.entries(read).filter(([name]) => known(name)))
}

function fieldsRead(work: Work, resource: Resource, access: Access, record: Row): Row {
  const { columns, computed, children } = shapeOf(work.asking.model, resource, access.hidden)
  const own = [...columns, ...computed].map(field => [field.name, record[field.name] ?? null])
  const lines = children.map(field => {
    const of = shapeOf(work.asking.model, lineOf(work, field.options['of']), new Set())
    const rows = (record[field.name] ?? []) as readonly Row[]
    const read = [...of.columns, ...of.computed]
    const version = record['version'] ?? null
    const cut = (row: Row) => ({ ...Object.fromEntries(read.map(one => [one.name, row[one.name] ?? null])), version })
    return [field.name, rows.map(cut)]
  })
  return Object.fromEntries([...own, ...lines])
}

const lineOf = (work: Work, name: unknown): Resource => resourceOf(work.asking.model, String(name))

async function assureHeld({ queries }: Work, statement: Fragment): Promise<void> {
  const rows = await runAll(queries, statement)
  if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
}

/** Whose a row is, by the field that says it. */
const ownerOf = (resource: Resource, record: Row): string | null => {
  if (resource.owner === undefined) return null
  const owner = record[resource.owner]
  return owner === null || owner === undefined ? null : String(owner)
}

function newRow({ asking }: Work, id: string): Row {
  const { userId, deptId } = asking.caller
  const now = wireNow(asking)
  return {
    id,
    createUser: userId,
    createDept: deptId,
    createTime: now,
    updateUser: userId,
    updateTime: now,
    status: 1,
    version: 1,
  }
}

const changedNow = ({ asking }: Work): Row => ({ updateUser: asking.caller.userId, updateTime: wireNow(asking) })

/** What is kept of a password is its digest. */
async function digestSecrets(work: Work, resource: Resource, after: Row, changed: ReadonlySet<string>): Promise<void> {
  for (const name of changed) {
    const field = fieldOf(resource, name)
    const value = after[name]
    if (field && typeOf(field).secret && typeof value === 'string') after[name] = await work.hashPassword(value)
  }
}

interface NewLines {
  readonly prepared: PreparedPart
  readonly part: PreparedPart['part']
  readonly rows: readonly { readonly record: Row; readonly lineNo: number }[]
}

/** Gives new lines their ids and serials, and their master. */
async function newLines(work: Work, parts: readonly PreparedPart[], masterId: string): Promise<NewLines[]> {
  const all: NewLines[] = []
  for (const prepared of parts) {
    const { part, lines } = prepared
    const rows = lines.flatMap((line, lineNo) => (line.before ? [] : [{ record: line.after, lineNo }]))
    const serials = await reserveSerials(work.queries, work.asking, part.resource, rows.length)
    for (const [index, { record }] of rows.entries()) {
      Object.assign(record, newRow(work, work.ids.next()), serials[index], { [part.link.name]: masterId })
      await digestSecrets(work, part.resource, record, new Set(Object.keys(record)))
    }
    all.push({ prepared, part, rows })
  }
  return all
}

async function storeNew(work: Work, resource: Resource, rows: NewLines['rows'], ownerId: string | null): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ record, lineNo }) => ({ record, given: { id: String(record['id']), ownerId, lineNo } }))
  await runAll(work.queries, insertSql(work.asking, resource, given))
}

/** Stores lines that changed or moved, and takes away those that went. */
async function storeChanged(
  { asking, queries }: Work,
  { part, lines, removed, isReordered }: PreparedPart,
): Promise<void> {
  for (const [lineNo, { before, after, changed }] of lines.entries()) {
    const isMoved = isReordered && before?.[linePlace] !== lineNo
    if (!before || (changed.size === 0 && !isMoved)) continue
    const more = { ...(isMoved && { lineNo }), bumps: changed.size > 0 }
    await runAll(queries, updateSql(asking, part.resource, String(before['id']), after, changed, more))
  }
  const gone = removed.map(line => String(line['id']))
  if (gone.length > 0) await runAll(queries, deleteSql(asking, part.resource, gone))
}

/** Lines belong to whom their master belongs. */
async function giveLines({ asking, queries }: Work, master: Resource, id: string, ownerId: string | null) {
  for (const { resource, link } of partsOf(asking.model, master)) {
    if (ownerColumn(asking.model, resource) !== engineColumns.owner) continue
    await runAll(queries, giveSql(asking, resource, String(link.column), id, ownerId))
  }
}

/** What history keeps of lines, by the name of their part. */
function lineChanges(parts: readonly PreparedPart[]): Record<string, LineChanges> {
  const all: Record<string, LineChanges> = {}
  for (const { part, lines, removed } of parts) {
    const between = (before: Row | null, after: Row, names: Iterable<string>): Readonly<Record<string, Change>> =>
      changesBetween(part.resource, before, after, names)
    const kept = lines
      .filter(line => !line.before || line.changed.size > 0)
      .map(({ before, after, changed }) => ({
        id: String(after['id']),
        operation: before ? ('update' as const) : ('save' as const),
        changes: between(before, after, changed),
      }))
    // What a line was stays written down: a former version of the record is put together from it.
    const names = part.resource.fields.flatMap(({ name }) => (name === part.link.name ? [] : [name]))
    const gone = removed.map(line => ({
      id: String(line['id']),
      operation: 'remove' as const,
      changes: between(line, {}, names),
    }))
    if (kept.length + gone.length > 0) all[part.name] = { lines: [...kept, ...gone] }
  }
  return all
}
