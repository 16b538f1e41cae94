import { setImmediate } from 'node:timers/promises'
import { hasSameResource } from '../../../model/basis.ts'
import type { Bilingual, Language } from '../../../model/model.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { isChangedTable } from '../../errors/database-errors.ts'
import type { WarningInResponse } from '../../errors/envelope.ts'
import { failureOf } from '../../errors/failure.ts'
import { Refusal } from '../../errors/refuse.ts'
import { keyOfRecord } from '../../store/idempotency.ts'
import type { Outcomes, Store } from '../../store/operations.ts'
import type { SelectedRows } from '../../store/previewed-operation.ts'
import type { RowResult } from '../operations/operation-log.ts'

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
  const known = key === undefined ? undefined : await store.answered<StoredIds>(ctx, resource, key, identity)
  if (known) return { operation: known.operation, ids: idsIn(known) }
  const ids = await find()
  const operation = nextId()
  if (!ids || key === undefined) return ids && { ids, operation }
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength)
  const firstStored = await store.first<StoredIds>(ctx, resource, key, identity, {
    ids: bytes.toString('base64'),
    operation,
  })
  return { operation: firstStored.operation, ids: idsIn(firstStored) }
}

/** The selected rows and the id of the operation. */
export interface BulkSelection {
  readonly ids: BigInt64Array
  readonly operation: string
}

/** Ids as stored with an idempotency key: eight bytes each, in Base64. */
interface StoredIds {
  readonly ids: string
  readonly operation: string
}

// The copy is aligned to eight bytes.
const idsIn = ({ ids }: StoredIds) => new BigInt64Array(new Uint8Array(Buffer.from(ids, 'base64')).buffer)

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
      return store.undo(ctx, resource, bulkOperation, ids, key)
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
    reason: { zh: reasonIn(error, 'zh', parts.requestId), en: reasonIn(error, 'en', parts.requestId) },
    isAway: status === 503,
  }
}

/** The reason of a failure, in one sentence. */
function reasonIn(error: unknown, language: Language, requestId: string): string {
  const { msg, errors } = failureOf(error, language, requestId).body
  const byField = [...new Set(Object.values(errors ?? {}))]
  return byField.length > 0 ? byField.join(language === 'zh' ? '；' : '; ') : msg
}

async function doTo(
  { store, ctx, resource, key }: BulkParts,
  id: string,
  bulkOperation: BulkOperation,
): Promise<unknown> {
  const own = keyOfRecord(key, id)
  switch (bulkOperation.kind) {
    case 'remove':
      return store.remove(ctx, resource, [id], key)
    case 'restore':
      return store.restore(ctx, resource, [id], key)
    case 'update':
      return store.update(ctx, resource, { ...bulkOperation.values, id }, own)
    case 'transition':
      return store.transition(ctx, resource, id, bulkOperation.name, bulkOperation.input, own)
    case 'action':
      return store.act(ctx, resource, id, bulkOperation.name, bulkOperation.input, own)
    case 'undo': {
      const refusal = (await store.undo(ctx, resource, bulkOperation, [id], key)).get(id)
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
