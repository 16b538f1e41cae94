import { setImmediate } from 'node:timers/promises'
import { hasSameResource } from '../../../model/basis.ts'
import type { Bilingual, Language } from '../../../model/model.ts'
import type { BulkTrial, OperationKind } from '../../../model/operation-view.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { isChangedTable } from '../../errors/database-errors.ts'
import type { WarningInResponse } from '../../errors/envelope.ts'
import { failureOf } from '../../errors/failure.ts'
import { Refusal } from '../../errors/refuse.ts'
import { deletionEffects } from '../../store/aspects/deletion-effects.ts'
import { keyOfRecord, type Performed } from '../../store/idempotency.ts'
import type { Outcomes, Store } from '../../store/operations.ts'
import type { SelectedRows } from '../../store/selection.ts'
import { beginOperation, endOperation, markUndone, type RowResult, recordRows } from '../operations/operation-log.ts'

/** The operation to apply to each of many records. */
export type BulkOperation =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'transition' | 'action'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'undo'; readonly operation: string }

/** One line of the response: first the total, then the result of each record, last the sums. */
export type BulkLine =
  | { readonly total: number; readonly operation?: string }
  | RowLine
  /** `left` records were not tried, because the run was stopped; `message` is the reason. */
  | { readonly done: number; readonly failed: number; readonly left?: number; readonly message?: string }

/** The result of one record in the response of a bulk operation. */
export type RowLine =
  | { readonly id: string; readonly display: string; readonly ok: true }
  | {
      readonly id: string
      readonly display: string
      readonly ok: false
      readonly message: string
      readonly errors?: Readonly<Record<string, string>>
      readonly warnings?: readonly WarningInResponse[]
    }

/** The context of a bulk run. */
export interface BulkParts {
  readonly store: Store
  /** Each transaction gets a renewed one. */
  readonly ctx: RequestContext
  readonly resource: string
  /** The idempotency key: a run that is sent again returns the results of the first. */
  readonly key?: string
  readonly language: Language
  readonly requestId: string
  /** The id of the operation in the list of recent operations. */
  readonly operation?: string
  /** Stores the results of some rows, and returns whether changed descriptors request a stop. */
  record?(rows: readonly RowResult[]): Promise<boolean>
  /** The actor with the rights of this moment. */
  renewedActor(ctx: RequestContext): Promise<Actor>
  /** Checks whether another process changed the tables. */
  catchUp(): Promise<void>
  /** Logs an internal error, of which the user sees only the id. */
  report(error: unknown): void
  /** The reason why the run must stop, or undefined. */
  stopped(): string | undefined
}

/** Maximum number of rows of one selection. */
export const maxSelected = 1_000_000
const idsAtOnce = 5_000
/** Rows that share a transaction. */
const rowsAtOnce = 50

/**
 * The ids of the selected rows in order, in a snapshot of eight bytes each. Undefined if there are more than the
 * maximum.
 */
export async function selectedIds(
  { store, ctx, resource }: BulkParts,
  selected: SelectedRows,
  from: 'list' | 'bin',
): Promise<BigInt64Array | undefined> {
  if ('ids' in selected) return BigInt64Array.from([...new Set(selected.ids)].map(BigInt)).sort()
  let found = new BigInt64Array(idsAtOnce)
  let count = 0
  for (let after: string | null = null; ; ) {
    const part: string[] = await store.selection(ctx, resource, {
      query: selected.query,
      from,
      after,
      limit: idsAtOnce,
    })
    if (count + part.length > maxSelected) return undefined
    if (count + part.length > found.length) {
      const wider = new BigInt64Array(found.length * 2)
      wider.set(found)
      found = wider
    }
    for (const id of part) found[count++] = BigInt(id)
    after = part.at(-1) ?? null
    if (part.length < idsAtOnce) return found.subarray(0, count)
  }
}

/**
 * The ids that were selected when the key was first used, else those that match now: a query may match other rows by
 * now, not least because of what the operation did. A repeated key continues its operation; with another request it is
 * refused. Undefined if too many rows match.
 */
export async function selectionByKey(
  { store, ctx, resource, key }: Pick<BulkParts, 'store' | 'ctx' | 'resource' | 'key'>,
  body: unknown,
  nextId: () => string,
  find: () => Promise<BigInt64Array | undefined>,
): Promise<BulkSelection | undefined> {
  const identity = ['bulk', resource, body]
  const known = key === undefined ? undefined : await store.performed(ctx, resource, key, identity)
  if (known) return { operation: String(known.id), ids: idsIn(known) }
  const ids = await find()
  const operation = nextId()
  if (!ids || key === undefined) return ids && { ids, operation }
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength)
  const performed = { id: operation, version: null, selected: bytes.toString('base64') }
  const first = await store.first(ctx, resource, key, identity, performed)
  return { operation: String(first.id), ids: idsIn(first) }
}

/** The selected rows and the id of the operation. */
export interface BulkSelection {
  readonly ids: BigInt64Array
  readonly operation: string
}

// The copy is aligned to eight bytes.
const idsIn = ({ selected = '' }: Performed) =>
  new BigInt64Array(new Uint8Array(Buffer.from(selected, 'base64')).buffer)

/**
 * Runs the operation on each row and yields the result of each. Rows share a transaction if that gives the same result,
 * else each has its own; when the client disconnects, or the descriptors of the resource change, the run stops between two
 * transactions.
 */
export async function* runBulk(
  parts: BulkParts,
  ids: BigInt64Array,
  bulkOperation: BulkOperation,
): AsyncGenerator<BulkLine> {
  let isStopping = false
  yield { total: ids.length, ...(parts.operation !== undefined && { operation: parts.operation }) }
  const tally = { done: 0, failed: 0 }
  // Children usually have greater ids than their parents: they are deleted first and restored last.
  let left = bulkOperation.kind === 'remove' ? ids.slice().reverse() : ids
  for (;;) {
    const waiting: Pick<Outcome, 'line' | 'reason'>[] = []
    for (let at = 0; at < left.length; at += rowsAtOnce) {
      const stopped = parts.stopped() ?? (isStopping || isChanged(parts) ? changed[parts.language] : undefined)
      if (stopped !== undefined) return yield { ...tally, left: leftOf(ids, tally), message: stopped }
      const some = Array.from(left.subarray(at, at + rowsAtOnce), String)
      const known: RowResult[] = []
      try {
        for await (const { line, code, isAway, reason } of doSome(parts, some, bulkOperation)) {
          if (code !== undefined && waits[bulkOperation.kind]?.includes(code)) {
            waiting.push({ line, reason })
            continue
          }
          tally[line.ok ? 'done' : 'failed']++
          known.push({ id: line.id, done: line.ok, ...(reason && { reason }) })
          yield line
          if (isAway) return yield { ...tally, left: leftOf(ids, tally) }
        }
      } finally {
        isStopping = (await parts.record?.(known)) === true
      }
    }
    // If ids do not grow downwards in a tree, each level needs a pass.
    if (waiting.length === 0 || waiting.length === left.length) {
      await parts.record?.(waiting.map(({ line, reason }) => ({ id: line.id, done: false, ...(reason && { reason }) })))
      for (const { line } of waiting) yield line
      tally.failed += waiting.length
      return yield tally
    }
    left = BigInt64Array.from(waiting, ({ line }) => BigInt(line.id))
  }
}

const changed: Bilingual = {
  zh: '执行期间该数据的配置有修改，其余数据未处理，请核对后重新操作',
  en: 'The descriptors of these records have been changed; the other records were not processed. Check them, then start again.',
}

/** The request was checked by another Model: its names may mean something else now. */
const isChanged = ({ ctx, resource }: BulkParts): boolean => !hasSameResource(ctx.model, ctx.renewed().model, resource)

/** Refusals that may disappear once other rows of the selection are done. */
const waits: Readonly<Partial<Record<BulkOperation['kind'], readonly string[]>>> = {
  remove: ['has-children'],
  restore: ['reference-gone'],
  undo: ['has-children', 'reference-gone'],
}

const leftOf = (ids: BigInt64Array, { done, failed }: { done: number; failed: number }) => ids.length - done - failed

interface Outcome {
  readonly line: RowLine
  /** The code of a refusal. */
  readonly code?: string | undefined
  readonly reason?: Bilingual
  /** The database cannot be reached: the remaining rows would fail too. */
  readonly isAway?: boolean
}

/**
 * Yields to the event loop. The embedded database answers within the same turn of the loop, so that other requests,
 * including an abort, would otherwise wait until the run ends.
 */
const others = (): Promise<void> => setImmediate()

async function* doSome(
  parts: BulkParts,
  ids: readonly string[],
  bulkOperation: BulkOperation,
): AsyncGenerator<Outcome> {
  const { store, resource } = parts
  const names = await attempt(parts, ({ ctx }) => store.displays(ctx, resource, ids)).catch(
    () => new Map<string, string>(),
  )
  const nameOf = (id: string) => names.get(id) ?? id
  const outcomes = await attempt(parts, renewed => doTogether(renewed, ids, bulkOperation)).catch(error => {
    // Rows are retried one by one, so that each gets its own error.
    if (failureOf(error, parts.language, parts.requestId).bug) parts.report(error)
  })
  await others()
  for (const id of ids) {
    const outcome = outcomes?.get(id)
    if (outcome !== undefined) {
      yield outcomeOf(parts, id, nameOf(id), outcome)
      continue
    }
    if (isChanged(parts)) return
    yield doOne(parts, id, nameOf(id), bulkOperation)
    await others()
  }
}

/** The results of rows that share a transaction; undefined if each needs its own. */
async function doTogether(
  { store, ctx, resource, key }: BulkParts,
  ids: readonly string[],
  bulkOperation: BulkOperation,
): Promise<Outcomes | undefined> {
  switch (bulkOperation.kind) {
    case 'remove':
    case 'restore':
      await store[bulkOperation.kind](ctx, resource, ids, key)
      return new Map(ids.map(id => [id, null]))
    case 'update':
      return store.updateTogether(ctx, resource, ids, bulkOperation.values, key)
    case 'transition':
      return store.transitionTogether(ctx, resource, ids, bulkOperation.name, bulkOperation.input, key)
    case 'action':
      return undefined
    case 'undo':
      return store.undo(ctx, resource, bulkOperation.operation, ids, key)
  }
}

const doOne = (parts: BulkParts, id: string, display: string, bulkOperation: BulkOperation): Promise<Outcome> =>
  attempt(parts, renewed => doTo(renewed, id, bulkOperation)).then(
    () => outcomeOf(parts, id, display, null),
    error => outcomeOf(parts, id, display, error),
  )

/** The line of a row, successful or failed. */
function outcomeOf(parts: BulkParts, id: string, display: string, error: unknown): Outcome {
  if (error === null) return { line: { id, display, ok: true } }
  const { status, body, bug } = failureOf(error, parts.language, parts.requestId)
  if (bug) parts.report(error)
  const { msg: message, errors, warnings } = body
  return {
    line: { id, display, ok: false, message, ...(errors && { errors }), ...(warnings && { warnings }) },
    code: error instanceof Refusal ? error.code : undefined,
    reason: { zh: reasonOf(error, 'zh', parts.requestId), en: reasonOf(error, 'en', parts.requestId) },
    isAway: status === 503,
  }
}

function reasonOf(error: unknown, language: Language, requestId: string): string {
  const { msg: message, errors } = failureOf(error, language, requestId).body
  return reasonIn({ message, ...(errors && { errors }) }, language)
}

/** The reason of a failure, in one sentence. */
export function reasonIn(
  { message, errors }: Pick<Extract<RowLine, { ok: false }>, 'message' | 'errors'>,
  language: Language,
): string {
  const byField = [...new Set(Object.values(errors ?? {}))]
  return byField.length > 0 ? byField.join(language === 'zh' ? '；' : '; ') : message
}

async function doTo(parts: BulkParts, id: string, bulkOperation: BulkOperation): Promise<unknown> {
  const { store, ctx, resource } = parts
  const own = keyOfRecord(parts.key, id)
  switch (bulkOperation.kind) {
    case 'update':
      return store.update(ctx, resource, { ...bulkOperation.values, id }, own)
    case 'transition':
      return store.transition(ctx, resource, id, bulkOperation.name, bulkOperation.input, own)
    case 'action':
      return store.act(ctx, resource, id, bulkOperation.name, bulkOperation.input, own)
    default: {
      const refusal = (await doTogether(parts, [id], bulkOperation))?.get(id)
      if (refusal) throw refusal
    }
  }
}

/**
 * Works with the current Model, time and rights: a run takes minutes, and the actor may lose a role. Retries once if the tables
 * changed after the Model was read.
 */
async function attempt<Result>(parts: BulkParts, work: (renewed: BulkParts) => Promise<Result>): Promise<Result> {
  const renewed = async () => {
    const ctx = parts.ctx.renewed()
    if (isChanged(parts)) throw new Refusal('operation-changed', 409, changed)
    return { ...parts, ctx: ctx.withRights(await parts.renewedActor(ctx)) }
  }
  try {
    return await work(await renewed())
  } catch (error) {
    if (!isChangedTable(error)) throw error
    await parts.catchUp()
    return work(await renewed())
  }
}

/** The number of records on which an operation is tried. */
export const maxTried = 200
/** The number of reasons that are named. */
const maxReasons = 5

/** Runs a bulk operation on the first of the selected records, and rolls it back. */
export async function bulkTrial(
  parts: BulkParts & { readonly operation: string },
  selected: SelectedRows,
  bulkOperation: BulkOperation,
): Promise<BulkTrial> {
  const { store, ctx, resource, operation, language } = parts
  const from = bulkOperation.kind === 'restore' ? 'bin' : 'list'
  const ids =
    'ids' in selected
      ? [...new Set(selected.ids)].slice(0, maxTried)
      : await store.selection(ctx, resource, { query: selected.query, from, after: null, limit: maxTried })
  return store.check(ctx, resource, async (inside, queries) => {
    const counts = new Map<string, number>()
    let done = 0
    // The rights are those of the request: another connection would wait for this transaction.
    const renewedActor: BulkParts['renewedActor'] = async ({ actor }) => actor
    const trying = { ...parts, store: inside, ctx: ctx.within(operation), renewedActor }
    for await (const line of runBulk(trying, BigInt64Array.from(ids, BigInt), bulkOperation)) {
      if (!('id' in line)) continue
      if (line.ok) done += 1
      else counts.set(reasonIn(line, language), (counts.get(reasonIn(line, language)) ?? 0) + 1)
    }
    const stays = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxReasons)
    const along = await deletionEffects(queries, ctx, operation)
    return { tried: ids.length, done, stays: stays.map(([reason, count]) => ({ reason, count })), along }
  })
}

/** The parts of a recorded run in addition to those of the run. */
interface RecordedParts extends Omit<BulkParts, 'operation' | 'record'> {
  readonly queries: Queries
  /** Called with the id of an operation once it has been reverted completely. */
  onUndone?(operation: string): Promise<void>
}

/** Runs a bulk operation and records it in the list of recent operations. */
export async function* recordedBulk(
  parts: RecordedParts,
  selection: BulkSelection,
  bulkOperation: BulkOperation,
): AsyncGenerator<BulkLine> {
  const { queries, resource } = parts
  const { actor } = parts.ctx
  const { ids, operation } = selection
  if (ids.length === 0) return yield* runBulk(parts, ids, bulkOperation)
  await beginOperation(queries, parts.ctx, {
    id: operation,
    resource,
    kind: kinds[bulkOperation.kind],
    ...('name' in bulkOperation && { step: bulkOperation.name }),
    ...(bulkOperation.kind === 'update' && { edited: bulkOperation.values }),
    ...(bulkOperation.kind === 'undo' && { undoOf: bulkOperation.operation }),
    meant: ids.length,
  })
  try {
    const record: BulkParts['record'] = rows => recordRows(queries, actor, operation, rows)
    yield* runBulk({ ...parts, ctx: parts.ctx.within(operation), operation, record }, ids, bulkOperation)
  } finally {
    await end(parts, operation, bulkOperation).catch(error => parts.report(error))
  }
}

async function end({ queries, onUndone, ctx }: RecordedParts, operation: string, bulkOperation: BulkOperation) {
  const { tenantId } = ctx.actor
  await endOperation(queries, tenantId, operation)
  if (bulkOperation.kind !== 'undo') return
  if (await markUndone(queries, tenantId, operation, bulkOperation.operation)) await onUndone?.(bulkOperation.operation)
}

const kinds: Readonly<Record<BulkOperation['kind'], OperationKind>> = {
  remove: 'delete',
  restore: 'restore',
  update: 'edit',
  transition: 'transition',
  action: 'action',
  undo: 'undo',
}
