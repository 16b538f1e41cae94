import type { Resource } from '../../model/model.ts'
import { ownerOf } from '../../model/owner.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { faultOf, isWorthRetry } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import {
  type DeletionScope,
  type EnteredChange,
  origins,
  type PlannedWrite,
  type WriteRequest,
  type WriteScope,
  type WriteTarget,
} from './aspects/aspect.ts'
import { aspects } from './aspects/index.ts'
import { changesBetween, isStoredField, recordedSql, type Written, writtenSql } from './history.ts'
import { linkChanges } from './links.ts'
import { prepare } from './prepare.ts'
import { foundSql } from './references.ts'
import { type ChildPart, partsOf } from './referring.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { changedNow, lineChanges, newLines, newRow, storeChanged, storeNew } from './write-lines.ts'
import { insertIfSql, insertSql, type MarkChange, markSql, updateSql } from './write-row.ts'

/**
 * Changes rows of one resource: computes each change, applies the aspects, and stores all of them or none, in the current
 * transaction. A changed record gets a new version.
 */
export async function write(
  work: Work,
  target: WriteTarget,
  changes: readonly WriteRequest[],
): Promise<readonly PlannedWrite[]> {
  const planned: PlannedWrite[] = []
  for (const change of changes) planned.push(await plan(work, target, change))
  return store(work, target, planned)
}

/** Changes one row. */
export async function writeOne(work: Work, target: WriteTarget, change: WriteRequest): Promise<PlannedWrite> {
  const [written] = await write(work, target, [change])
  if (!written) throw new Error(`A change of "${target.resource.name}" was not written.`)
  return written
}

/** Computes a change and refuses an invalid one, before anything is written. */
export async function plan(work: Work, target: WriteTarget, change: WriteRequest): Promise<PlannedWrite> {
  const { resource, origin, deletion } = target
  const { before, entered = {}, set = {}, lines = new Map(), prepared: given, step, ...rest } = change
  const { isEntered, filling, recording } = origins[origin]
  // What the descriptors write has no history entry, and its work no ids.
  const entryId = () => (recording === 'initial' ? '' : work.ids.next())
  const draft: EnteredChange = { ...change, values: { ...entered }, lineInputs: lines }
  if (isEntered && !deletion) for (const aspect of aspects) await aspect.entered?.(work, target, draft)
  const values = { ...draft.values, ...set }
  const prepared =
    given ??
    (deletion
      ? { after: { ...before?.record }, changed: new Set<string>(), parts: [] }
      : await withTargets(work, ctx => prepare(ctx, resource, before, values, draft.lineInputs, filling)))
  const planned: PlannedWrite = {
    ...rest,
    ...prepared,
    id: before ? String(before.record['id']) : (change.id ?? work.ids.next()),
    before: before?.record ?? null,
    stored: before,
    step: { operation: deletion ?? (before ? 'update' : 'save'), ...step, id: step?.id ?? entryId() },
  }
  for (const aspect of aspects) await aspect.planned?.(work, target, planned, draft)
  return planned
}

/** Stores computed changes in the current transaction: all, or none. */
export async function store(
  work: Work,
  target: WriteTarget,
  planned: readonly PlannedWrite[],
): Promise<readonly PlannedWrite[]> {
  if (planned.length === 0) return []
  const { resource, deletion } = target
  if (deletion) return storeDeletion(work, { ...target, deletion }, planned)
  // Each is checked after the previous one is stored.
  const isAlone = (change: PlannedWrite) =>
    change.before !== null && aspects.some(aspect => aspect.isAlone?.(work, resource, change))
  if (planned.length > 1 && planned.some(isAlone)) {
    const stored: PlannedWrite[] = []
    for (const change of planned) stored.push(...(await store(work, target, [change])))
    return stored
  }
  const writing: WriteScope = { ...target, work, recording: origins[target.origin].recording }
  const changes = planned.map(change => begun(work, change))
  for (const { before } of aspects) await before?.(writing, changes)
  const written = changes.filter(change => change.before === null || changesValues(resource, change))
  for (const { before, after } of written)
    if (before) Object.assign(after, { version: Number(before['version']) + 1, ...changedNow(work) })
  const isRecorded = (change: PlannedWrite) => written.includes(change) || change.step.operation !== 'update'
  const recorded = changes.filter(isRecorded)
  await storeRows(writing, written, recorded)
  for (const { after } of aspects) await after?.(writing, written, recorded)
  return changes
}

/** Deletes or restores records with their lines, and records it in their history. */
async function storeDeletion(
  work: Work,
  target: WriteTarget & Pick<DeletionScope, 'deletion'>,
  changes: readonly PlannedWrite[],
): Promise<readonly PlannedWrite[]> {
  const { ctx, queries } = work
  const { resource, deletion } = target
  const ids = changes.map(({ id }) => id)
  const lines = new Map<ChildPart, readonly string[]>()
  const entryOf = new Map(changes.map(({ id, step }) => [id, step.id]))
  const scope: DeletionScope = { ...target, work, recording: 'recorded', ids, lines, entryOf, write }
  for (const { deleting } of aspects) await deleting?.(scope, changes)
  const entries = changes.map(({ id, before, after, step }) => {
    const version = Number(before?.['version']) + 1
    Object.assign(after, { version })
    return { ...step, recordId: id, version, changes: {} }
  })
  const [own, ofLines] = markChanges[deletion]
  await runAll(queries, sql`with ${recordedSql(ctx, resource, entries)} ${markSql(ctx, resource, ids, own)}`)
  for (const part of partsOf(ctx.model, resource)) {
    const rows = await runAll(queries, markSql(ctx, part.resource, ids, ofLines, String(part.link.column)))
    lines.set(
      part,
      rows.map(({ id }) => String(id)),
    )
  }
  for (const { deleted } of aspects) await deleted?.(scope)
  return changes
}

/** The changes of the marks of records and of their lines. */
const markChanges: Readonly<Record<DeletionScope['deletion'], readonly [MarkChange, MarkChange]>> = {
  remove: [
    ['none', 'itself'],
    ['none', 'with-its-master'],
  ],
  restore: [
    ['itself', 'none'],
    ['with-its-master', 'none'],
  ],
}

/**
 * Stores a new record and its history entry by one statement that needs no transaction, if no aspect has more to do.
 * Undefined where it stored nothing: the transaction that follows determines the error.
 */
export async function storeAtOnce(
  work: Work,
  target: WriteTarget,
  planned: PlannedWrite,
): Promise<PlannedWrite | undefined> {
  const { ctx, queries } = work
  const { resource, access } = target
  const isPlain = aspects.every(aspect => aspect.isPlain?.(work, resource, planned) ?? true)
  if (work.inTransaction || planned.parts.length > 0 || !access || !isPlain) return undefined
  const change = begun(work, planned)
  const writing: WriteScope = { ...target, work, recording: 'recorded' }
  for (const { before, isPlain, isInStatement } of aspects)
    if (!isInStatement && !isPlain) await before?.(writing, [change])
  const statement = insertIfSql(ctx, resource, rowOf(writing, change), {
    access,
    references: alias => foundSql(ctx, resource, change, alias),
    recorded: onlyIf => recordedSql(ctx, resource, [entryOf(resource, change)], onlyIf),
  })
  const stored = await runAll(queries, statement).catch(unlessRefused)
  return stored?.length === 1 ? change : undefined
}

/** Ignores errors that the transaction reports better or that a retry may avoid. */
function unlessRefused(error: unknown): undefined {
  if (!isWorthRetry(error) && faultOf(error)?.code !== '23503') throw error
}

/** A copy to modify: a transaction may be retried from its beginning. A new record gets its system values. */
function begun(work: Work, { after, parts, ...rest }: PlannedWrite): PlannedWrite {
  const copies = parts.map(part => ({
    ...part,
    lines: part.lines.map(line => ({ ...line, after: { ...line.after } })),
  }))
  const lines = copies.flatMap(({ part, lines }) => (part.field ? [[part.name, lines.map(line => line.after)]] : []))
  const stamp = rest.before === null ? newRow(work, rest.id, rest.past) : {}
  return { ...rest, after: { ...after, ...Object.fromEntries(lines), ...stamp }, parts: copies }
}

/** Whether a change has a value to store. */
function changesValues(resource: Resource, { changed, parts, links = [] }: PlannedWrite): boolean {
  const isStored = (name: string) => {
    const field = fieldOf(resource, name)
    return (field && isStoredField(field)) || parts.some(({ part }) => part.name === name)
  }
  return links.length > 0 || [...changed].some(isStored)
}

/** Writes rows with their lines, and their history and events with the first statement. */
async function storeRows(
  writing: WriteScope,
  written: readonly PlannedWrite[],
  recorded: readonly PlannedWrite[],
): Promise<void> {
  const { work, resource, access, recording } = writing
  const { ctx, queries } = work
  const lines = await newLines(
    work,
    written.map(change => ({ ...rowOf(writing, change), parts: change.parts })),
  )
  let first = recording === 'initial' || recorded.length === 0 ? undefined : entriesSql(writing, recorded)
  const run = async (statement: Fragment) => {
    const rows = await runAll(queries, first ? sql`with ${first} ${statement}` : statement)
    first = undefined
    if (!rows.every(row => row['held'] === true)) throw refuse.outOfReach()
  }
  const created = written.filter(({ before }) => before === null)
  const changed = written.filter(({ before }) => before !== null)
  const rowsOf = (some: readonly PlannedWrite[]) => some.map(change => rowOf(writing, change))
  if (created.length > 0) await run(insertSql(ctx, resource, rowsOf(created), access))
  for (const alike of alikesOf(changed))
    await run(updateSql(ctx, resource, rowsOf(alike), alike[0]?.changed ?? new Set(), { ...(access && { access }) }))
  if (first) await runAll(queries, sql`with ${first} select`)
  // Removed lines first: a new line may reuse their unique values.
  for (const part of changed.flatMap(({ parts }) => parts)) await storeChanged(work, part)
  await storeNew(work, lines)
}

function entriesSql({ work, resource, recording }: WriteScope, recorded: readonly PlannedWrite[]): Fragment {
  const entries = recorded.map(change => entryOf(resource, change))
  return recording === 'pending' ? writtenSql(work.ctx, resource, entries) : recordedSql(work.ctx, resource, entries)
}

const rowOf = ({ resource, recording }: WriteScope, { id, after, past }: PlannedWrite) => ({
  id,
  record: after,
  ownerId: ownerOf(resource, after),
  ...(past && { past }),
  ...(recording === 'pending' && { isPending: true as const }),
})

/** The history entry of a change. */
function entryOf(resource: Resource, change: PlannedWrite): Written {
  const { id: recordId, before, after, changed, parts, links, step, warnings = [] } = change
  const isWritten = before === null || changesValues(resource, change)
  return {
    ...step,
    recordId,
    version: isWritten ? Number(after['version']) : null,
    changes: {
      ...changesBetween(resource, before, after, changed),
      ...lineChanges(parts),
      ...linkChanges(links),
    },
    warnings: [...(step.warnings ?? []), ...warnings],
  }
}

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
