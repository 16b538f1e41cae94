import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { digestSecrets } from './digest-secrets.ts'
import { guardWrites } from './guard-writes.ts'
import { type Changes, changesBetween, record, recordedSql } from './history.ts'
import type { Prepared } from './prepare.ts'
import { assureAllReferences, assureNoCircle, assureReferences, foundSql } from './references.ts'
import { changedNow, newRow } from './row-stamp.ts'
import type { Work } from './work.ts'
import { lineChanges, newLines, setLinesOwner, storeChanged, storeNew } from './write-lines.ts'
import { insertIfSql, insertSql, updateAllSql, updateSql } from './write-row.ts'

/** Stores a new record with its lines and its history entry, in the current transaction. */
export async function insertRecord(work: Work, resource: Resource, access: Access, prepared: Prepared): Promise<Row> {
  const { ctx, queries, ids } = work
  const { after } = prepared
  await guardWrites(work, resource, [{ before: null, after }])
  await assureReferences(queries, ctx, resource, prepared)
  await digestSecrets(work, resource, after, prepared.changed)
  const id = ids.next()
  Object.assign(after, newRow(work, id))
  const ownerId = ownerOf(resource, after)
  const lines = await newLines(work, prepared.parts, id)
  const changes: Changes = {
    ...changesBetween(resource, null, after, prepared.changed),
    ...lineChanges(prepared.parts),
  }
  const written = recordedSql(ctx, resource, [{ id: ids.next(), recordId: id, version: 1, operation: 'save', changes }])
  const insert = insertSql(ctx, resource, [{ record: after, given: { id, ownerId } }], access)
  await assureStored(work, sql`with ${written} ${insert}`)
  for (const { part, rows } of lines) await storeNew(work, part.resource, rows, ownerId)
  return after
}

/**
 * Stores a new record without lines and its history entry, by one statement that needs no transaction. Undefined where
 * it stored nothing, because a reference does not exist or the writer lacks access.
 */
export async function insertAtOnce(
  work: Work,
  resource: Resource,
  access: Access,
  prepared: Prepared,
): Promise<Row | undefined> {
  const { ctx, queries, ids } = work
  const { after, changed } = prepared
  await digestSecrets(work, resource, after, changed)
  const id = ids.next()
  Object.assign(after, newRow(work, id))
  const changes = changesBetween(resource, null, after, changed)
  const entry = { id: ids.next(), recordId: id, version: 1, operation: 'save', changes }
  const row = { record: after, given: { id, ownerId: ownerOf(resource, after) } }
  const stored = await runAll(
    queries,
    insertIfSql(ctx, resource, row, {
      access,
      references: alias => foundSql(ctx, resource, prepared, alias),
      recorded: onlyIf => recordedSql(ctx, resource, [entry], onlyIf),
    }),
  )
  return stored.length === 1 ? after : undefined
}

/** The history entry of a change, besides the changed values. */
export interface WriteStep {
  readonly operation: string
  readonly input?: Row
}

/** Stores the changes of a record and of its lines, as one new version of it. */
export async function updateRecord(
  work: Work,
  resource: Resource,
  access: Access | undefined,
  before: Row,
  prepared: Prepared,
  step: WriteStep,
): Promise<Row> {
  const { ctx, queries, ids } = work
  const { after, changed, parts } = prepared
  const id = String(before['id'])
  await guardWrites(work, resource, [{ before, after, changed }])
  await assureReferences(queries, ctx, resource, prepared)
  await assureNoCircle(queries, ctx, resource, prepared)
  await digestSecrets(work, resource, after, changed)
  const isNew = [...changed].some(
    name => fieldOf(resource, name)?.column || parts.some(({ part }) => part.name === name),
  )
  if (!isNew && step.operation === 'update') return after
  const lines = await newLines(work, parts, id)
  const changes: Changes = { ...changesBetween(resource, before, after, changed), ...lineChanges(parts) }
  const version = Number(before['version']) + (isNew ? 1 : 0)
  const written = recordedSql(ctx, resource, [
    { id: ids.next(), recordId: id, version: isNew ? version : null, changes, ...step },
  ])
  if (!isNew) {
    await runAll(queries, sql`with ${written} select`)
    return after
  }
  Object.assign(after, { version, ...changedNow(work) })
  const ownerId = ownerOf(resource, after)
  const more = { ownerId, ...(access && { access }), bumps: true }
  await assureStored(work, sql`with ${written} ${updateSql(ctx, resource, id, after, changed, more)}`)
  for (const one of lines) {
    // Removed lines first: a new line may reuse their unique values.
    await storeChanged(work, one.prepared)
    await storeNew(work, one.part.resource, one.rows, ownerId)
  }
  if (resource.owner !== undefined && changed.has(resource.owner)) await setLinesOwner(work, resource, id, ownerId)
  return after
}

/** One of several changes that are stored together. */
export interface BatchChange {
  readonly before: Row
  readonly prepared: Prepared
  readonly step: WriteStep
}

/**
 * Stores the changes of several records with unchanged lines, as one new version of each. If one cannot be stored, all
 * are refused.
 */
export async function updateRecords(
  work: Work,
  resource: Resource,
  access: Access | undefined,
  changes: readonly BatchChange[],
): Promise<void> {
  const { ctx, queries, ids } = work
  const written = changes.map(({ before, prepared: { after, changed }, step }) => {
    const isNew = [...changed].some(name => fieldOf(resource, name)?.column)
    return { id: String(before['id']), before, after, changed, step, isNew }
  })
  const known = written.filter(({ isNew, step }) => isNew || step.operation !== 'update')
  if (known.length === 0) return
  await guardWrites(work, resource, written)
  await assureAllReferences(queries, ctx, resource, written)
  for (const { after, changed } of written) await digestSecrets(work, resource, after, changed)
  const entries = known.map(({ id, before, after, changed, step, isNew }) => {
    const version = isNew ? Number(before['version']) + 1 : null
    const differences = changesBetween(resource, before, after, changed)
    return { id: ids.next(), recordId: id, version, changes: differences, ...step }
  })
  await record(queries, ctx, resource, entries)
  const rows = known.filter(({ isNew }) => isNew).map(one => ({ ...one, ownerId: ownerOf(resource, one.after) }))
  const alikes = new Map<string, typeof rows>()
  for (const row of rows) {
    const key = [...row.changed].sort().join()
    alikes.set(key, [...(alikes.get(key) ?? []), row])
  }
  for (const alike of alikes.values())
    await assureStored(work, updateAllSql(ctx, resource, alike, alike[0]?.changed ?? new Set(), access))
  for (const { id, changed, ownerId } of rows)
    if (resource.owner !== undefined && changed.has(resource.owner)) await setLinesOwner(work, resource, id, ownerId)
}

async function assureStored({ queries }: Work, statement: Fragment): Promise<void> {
  const rows = await runAll(queries, statement)
  if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
}

/** The owner of a row, by the resource's owner field. */
const ownerOf = (resource: Resource, record: Row): string | null => {
  if (resource.owner === undefined) return null
  const owner = record[resource.owner]
  return owner === null || owner === undefined ? null : String(owner)
}
