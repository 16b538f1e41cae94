import type { CreatingOperation } from '../../model/creation.ts'
import { isGuarded } from '../../model/guard.ts'
import type { Resource } from '../../model/model.ts'
import { ownerFieldOf, ownerOf } from '../../model/owner.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { unacknowledged, type Warning } from '../../model/warning.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { endClaims } from './claims.ts'
import { digestSecrets } from './digest-secrets.ts'
import { computeWithGiven } from './given-values.ts'
import { guardWrites } from './guard-writes.ts'
import { changesBetween, isStoredField, recordedSql, type Written, writtenSql } from './history.ts'
import { linkChanges, storeLinks } from './links.ts'
import { assureNoOverlap } from './periods.ts'
import type { PreparedPart } from './plan-lines.ts'
import type { Prepared } from './prepare.ts'
import { assureNoCircle, assureReferences, foundSql, type KnownIds } from './references.ts'
import { withLockedTargets } from './refresh-values.ts'
import { countedChanges, rollUp } from './roll-up.ts'
import { changedNow, newRow } from './row-stamp.ts'
import { markReaders } from './stale-values.ts'
import { withTargets } from './target-records.ts'
import { assureUnreferred } from './unreferred.ts'
import type { Recording, Work } from './work.ts'
import { lineChanges, newLines, setLinesOwner, storeChanged, storeNew } from './write-lines.ts'
import { insertIfSql, insertSql, updateSql } from './write-row.ts'

/** A new record. Without an id it gets one. */
export interface NewRecord extends Prepared {
  readonly id?: string
  /** The id of the history entry, which automatic steps name as their cause. */
  readonly entryId?: string
  /** Of an effect of a step: the history entry of the step. */
  readonly causeId?: string
  /** How the history names its creation. Default: save. */
  readonly operation?: CreatingOperation
}

/**
 * Stores new records with their lines, in the current transaction, and returns them. They may refer to each other, and
 * to `stored` records, which the transaction stored before.
 */
export async function insertMany(
  work: Work,
  resource: Resource,
  access: Access,
  records: readonly NewRecord[],
  recording: Recording = 'recorded',
  stored: KnownIds = new Set(),
): Promise<Row[]> {
  if (records.length === 0) return []
  const { ctx, queries, ids } = work
  const stamp = newRow(work, '')
  const stamped = records.map(record => ({
    ...record,
    before: null,
    id: record.id ?? ids.next(),
    ...(recording !== 'initial' && { entryId: record.entryId ?? ids.next() }),
  }))
  for (const { id, after } of stamped) Object.assign(after, stamp, { id })
  const rows = await withLockedTargets(work, resource, stamped)
  const warnings = await withTargets(work, own =>
    rows.map(({ after, warnings = [] }) => [...warnings, ...computeWithGiven(own, resource, after)]),
  )
  for (const some of warnings) assureAcknowledged(ctx, some)
  await guardWrites(
    work,
    resource,
    rows.map(({ after }) => ({ before: null, after })),
    recording,
  )
  const own = new Set(rows.map(({ id }) => id))
  await assureReferences(queries, ctx, resource, rows, { has: id => own.has(id) || stored.has(id) })
  if (recording !== 'pending') await assureNoOverlap(work, resource, rows)
  await digestSecrets(work, resource, rows)
  const pending = recording === 'pending' ? { isPending: true as const } : {}
  const owned = rows.map(row => ({ ...row, record: row.after, ownerId: ownerOf(resource, row.after), ...pending }))
  const lines = await newLines(work, owned)
  const statement = insertSql(ctx, resource, owned, access)
  const entries = () => {
    const creations = owned.map((row, index) => creation(work, resource, row.id, row, warnings[index] ?? []))
    return recording === 'pending' ? writtenSql(ctx, resource, creations) : recordedSql(ctx, resource, creations)
  }
  await assureStored(work, recording === 'initial' ? statement : sql`with ${entries()} ${statement}`)
  await storeNew(work, lines)
  if (recording !== 'pending') await rollUpWritten(work, resource, rows)
  return owned.map(({ after }) => after)
}

/**
 * Stores a new record without lines and files and its history entry, by one statement that needs no transaction. Undefined where
 * it stored nothing, because a reference does not exist or the writer lacks access.
 */
export async function insertAtOnce(
  work: Work,
  resource: Resource,
  access: Access,
  prepared: Prepared,
): Promise<Row | undefined> {
  const { ctx, queries, ids } = work
  const { after } = prepared
  await digestSecrets(work, resource, [prepared])
  const id = ids.next()
  Object.assign(after, newRow(work, id))
  const given = await withTargets(work, own => computeWithGiven(own, resource, after))
  const warnings = [...(prepared.warnings ?? []), ...given]
  assureAcknowledged(ctx, warnings)
  const entry = creation(work, resource, id, prepared, warnings)
  const row = { id, record: after, ownerId: ownerOf(resource, after) }
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

/** The history entry of a new record. */
function creation(
  work: Work,
  resource: Resource,
  recordId: string,
  record: Omit<NewRecord, 'id'>,
  warnings: readonly Warning[],
): Written {
  const { after, changed, parts, entryId = work.ids.next(), causeId, operation = 'save' } = record
  const changes = { ...changesBetween(resource, null, after, changed), ...lineChanges(parts) }
  return {
    id: entryId,
    recordId,
    version: 1,
    operation,
    changes,
    warnings,
    ...(causeId !== undefined && { causeId }),
  }
}

/** The history entry of a change, besides the changed values. */
export interface WriteStep {
  readonly operation: string
  readonly input?: Row
  /** The id of the history entry, which effects of the step name as their cause. */
  readonly id?: string
  readonly causeId?: string
  /** The warnings of the rules of the step. */
  readonly warnings?: readonly Warning[]
}

/** The change of a stored record. */
export interface StoredChange {
  readonly before: Row
  readonly prepared: Prepared
  readonly step: WriteStep
  /** The fields to which the descriptor, not the user, gives a value. */
  readonly chosen?: ReadonlySet<string>
}

/**
 * Stores the changes of records and of their lines, as one new version of each; `prepared.after` gets that version. If
 * one cannot be stored, all are refused. Without `access`, the records may become invisible to the actor.
 */
export async function updateMany(
  work: Work,
  resource: Resource,
  access: Access | undefined,
  changes: readonly StoredChange[],
  recording: Recording = 'recorded',
): Promise<void> {
  const { ctx, queries } = work
  for (const change of changes) assureAcknowledged(ctx, warningsOf(change))
  // Each is checked after the previous one is stored, where that affects the check.
  if (changes.length > 1 && (isGuarded(resource) || changes.some(change => dependsOnOthers(work, resource, change)))) {
    for (const change of changes) await updateMany(work, resource, access, [change], recording)
    return
  }
  const all = await withLockedTargets(
    work,
    resource,
    changes.map(({ before, prepared, step, chosen }) => ({ before, step, ...prepared, ...(chosen && { chosen }) })),
  )
  await guardWrites(work, resource, all, recording)
  await assureReferences(queries, ctx, resource, all)
  for (const one of all) await assureNoCircle(queries, ctx, resource, one)
  await assureNoOverlap(
    work,
    resource,
    all.map(({ before, after }) => ({ id: String(before['id']), after })),
  )
  await digestSecrets(work, resource, all)
  const rows = all.flatMap(one => {
    const { before, after, changed, parts, links = [], step } = one
    const isStored = (name: string) => {
      const field = fieldOf(resource, name)
      return (field && isStoredField(field)) || parts.some(({ part }) => part.name === name)
    }
    const isNew = links.length > 0 || [...changed].some(isStored)
    if (isNew) Object.assign(after, { version: Number(before['version']) + 1, ...changedNow(work) })
    // What the descriptors write has neither an entry nor an id for one.
    const entry = recording === 'recorded' ? { entryId: step.id ?? work.ids.next() } : {}
    const row = { id: String(before['id']), ...entry, record: after, ownerId: ownerOf(resource, after) }
    return isNew || step.operation !== 'update' ? [{ ...one, ...row, isNew }] : []
  })
  if (rows.length === 0) return
  const stored = rows.filter(({ isNew }) => isNew)
  const lines = await newLines(work, stored)
  const entries = () =>
    rows.map((row): Written => {
      const { id, entryId = work.ids.next(), before, after, changed, parts, links, step, isNew, warnings = [] } = row
      const changes = changesBetween(resource, before, after, changed)
      const differences = { ...changes, ...lineChanges(parts), ...linkChanges(links) }
      const version = isNew ? Number(after['version']) : null
      const own = { id: entryId, recordId: id, version, changes: differences }
      return { ...own, ...step, warnings: [...(step.warnings ?? []), ...warnings] }
    })
  let recorded = recording === 'recorded' ? sql`with ${recordedSql(ctx, resource, entries())} ` : sql``
  for (const alike of alikesOf(stored)) {
    const statement = updateSql(ctx, resource, alike, alike[0]?.changed ?? new Set(), { ...(access && { access }) })
    await assureStored(work, sql`${recorded}${statement}`)
    recorded = sql``
  }
  if (stored.length === 0 && recording === 'recorded') await runAll(queries, sql`${recorded}select`)
  await endClaims(
    work,
    resource,
    rows.map(({ id }) => id),
  )
  // Removed lines first: a new line may reuse their unique values.
  for (const part of stored.flatMap(({ parts }) => parts)) await storeChanged(work, part)
  await storeNew(work, lines)
  for (const { part, removed } of stored.flatMap(({ parts }) => parts))
    await assureUnreferred(
      work,
      part.resource,
      removed.map(line => String(line['id'])),
    )
  for (const { id, links = [] } of stored) for (const change of links) await storeLinks(work, id, change)
  await markReaders(work, resource, stored)
  for (const part of stored.flatMap(({ parts }) => parts))
    await markReaders(work, part.part.resource, changedLines(part))
  const owner = ownerFieldOf(resource)
  for (const { id, changed, ownerId } of stored)
    if (owner && changed.has(owner.name)) await setLinesOwner(work, resource, id, ownerId)
  await rollUpWritten(work, resource, stored)
}

/** Computes the values again that count written records and lines; those of written records are then in `after`. */
async function rollUpWritten(
  work: Work,
  resource: Resource,
  written: readonly (Prepared & { readonly before: Row | null; readonly entryId?: string })[],
): Promise<void> {
  const values = await rollUp(work, countedChanges(resource, written))
  for (const { after } of written) Object.assign(after, values.get(`${resource.name} ${after['id']}`))
}

/** The warnings of a change: those of its step, and those of the record after it. */
export const warningsOf = ({ step, prepared }: Pick<StoredChange, 'step' | 'prepared'>): readonly Warning[] => [
  ...(step.warnings ?? []),
  ...(prepared.warnings ?? []),
]

/** Refuses a change with warnings that its user has not acknowledged. */
export function assureAcknowledged({ acknowledged }: RequestContext, warnings: readonly Warning[]): void {
  const open = unacknowledged(warnings, acknowledged)
  if (open.length > 0) throw refuse.warned(open)
}

const changedLines = ({ lines }: PreparedPart) =>
  lines.flatMap(({ before, changed }) => (before ? [{ id: String(before['id']), changed }] : []))

/** Whether the validity of a change depends on others of its resource: it refers to records of the same resource. */
export const dependsOnOthers = (
  { ctx }: Work,
  resource: Resource,
  { prepared: { changed } }: Pick<StoredChange, 'prepared'>,
): boolean =>
  resource.fields.some(
    field => changed.has(field.name) && referenceOf(ctx.model, field).some(({ of }) => of.name === resource.name),
  )

/** Records with the same changed fields, which share a statement. */
function alikesOf<Changed extends { readonly changed: ReadonlySet<string> }>(rows: readonly Changed[]): Changed[][] {
  const alikes = new Map<string, Changed[]>()
  for (const row of rows) {
    const key = [...row.changed].sort().join()
    const alike = alikes.get(key)
    if (alike) alike.push(row)
    else alikes.set(key, [row])
  }
  return [...alikes.values()]
}

async function assureStored({ queries }: Work, statement: Fragment): Promise<void> {
  const rows = await runAll(queries, statement)
  if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
}
