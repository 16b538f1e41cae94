import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../model/model.ts'
import type { Caller } from '../caller.ts'
import { isChangedTable } from '../database/errors.ts'
import { Refusal } from '../refuse.ts'
import { keyOfOne } from '../store/idempotency.ts'
import type { Outcomes, Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import { failureOf } from './failure.ts'

/** What is to be done with each of many records. */
export type Doing =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'move' | 'action'; readonly name: string; readonly input: unknown }

export type Selected = { readonly ids: readonly string[] } | { readonly query: QueryInput }

/** One line of the answer: how many there are, what became of one, and at last of all. */
export type BulkLine =
  | { readonly total: number }
  | RowLine
  /** `left` were not tried: the work was stopped for the reason that `message` says. */
  | { readonly done: number; readonly failed: number; readonly left?: number; readonly message?: string }

export type RowLine =
  | { readonly id: string; readonly display: string; readonly ok: true }
  | {
      readonly id: string
      readonly display: string
      readonly ok: false
      readonly message: string
      readonly errors?: Readonly<Record<string, string>>
    }

/** What the work is done with. */
export interface BulkParts {
  readonly store: Store
  readonly caller: Caller
  readonly resource: string
  /** By which the same work, sent again, is known: what it did before is done. */
  readonly key?: string
  readonly language: Language
  readonly requestId: string
  /** Looks whether another process changed the tables. */
  catchUp(): Promise<void>
  /** Tells of our own faults, which the person is only told the number of. */
  report(error: unknown): void
  /** Why the work must stop by itself, if it must. */
  stopped(): string | undefined
}

/** Most rows of one selection. */
export const mostSelected = 1_000_000
const idsAtOnce = 5_000
/** Rows that share a transaction. */
const rowsAtOnce = 50

/**
 * The ids of the rows that are meant, in their order and kept in eight bytes each: what is found later, or is no
 * longer found, changes nothing. Undefined where they are more than the most.
 */
export async function selectedIds(
  { store, caller, resource }: BulkParts,
  selected: Selected,
  from: 'list' | 'bin',
): Promise<BigInt64Array | undefined> {
  if ('ids' in selected) return BigInt64Array.from([...new Set(selected.ids)].map(BigInt)).sort()
  let found = new BigInt64Array(idsAtOnce)
  let count = 0
  for (let after: string | null = null; ; ) {
    const part: string[] = await store.selection(caller, resource, {
      query: selected.query,
      from,
      after,
      limit: idsAtOnce,
    })
    if (count + part.length > mostSelected) return undefined
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
 * The ids that a key meant when it came first, else those that are found now: by now a query may find others, not least
 * for what was done already. The same key for anything else is refused. Undefined where too many are found.
 */
export async function idsOfKey(
  { store, caller, resource, key }: BulkParts,
  body: unknown,
  find: () => Promise<BigInt64Array | undefined>,
): Promise<BigInt64Array | undefined> {
  if (key === undefined) return find()
  const wish = ['bulk', resource, body]
  const known = await store.answered<KeptIds>(caller, resource, key, wish)
  if (known) return idsIn(known)
  const found = await find()
  if (!found) return undefined
  const bytes = Buffer.from(found.buffer, found.byteOffset, found.byteLength)
  return idsIn(await store.first<KeptIds>(caller, resource, key, wish, { ids: bytes.toString('base64') }))
}

/** Ids as they are kept beside a key: eight bytes each. */
interface KeptIds {
  readonly ids: string
}

// A copy begins where eight bytes at once may be read.
const idsIn = ({ ids }: KeptIds) => new BigInt64Array(new Uint8Array(Buffer.from(ids, 'base64')).buffer)

/**
 * Does it to each row, and says of each what became of it. Rows share a transaction with their neighbours where that
 * comes to the same, else each has its own; who stops listening stops the work between two.
 */
export async function* runBulk(parts: BulkParts, ids: BigInt64Array, doing: Doing): AsyncGenerator<BulkLine> {
  yield { total: ids.length }
  const tally = { done: 0, failed: 0 }
  // What lies below in a tree was made after what it lies under: it goes first, and comes back last.
  let left = doing.kind === 'remove' ? ids.slice().reverse() : ids
  for (;;) {
    const waiting: RowLine[] = []
    for (let at = 0; at < left.length; at += rowsAtOnce) {
      const stopped = parts.stopped()
      if (stopped !== undefined) return yield { ...tally, left: leftOf(ids, tally), message: stopped }
      const some = Array.from(left.subarray(at, at + rowsAtOnce), String)
      for await (const { line, code, isAway } of doSome(parts, some, doing)) {
        if (code !== undefined && code === waits[doing.kind]) {
          waiting.push(line)
          continue
        }
        tally[line.ok ? 'done' : 'failed']++
        yield line
        if (isAway) return yield { ...tally, left: leftOf(ids, tally) }
      }
    }
    // A tree whose ids do not grow downwards takes a turn for each level.
    if (waiting.length === 0 || waiting.length === left.length) {
      yield* waiting
      tally.failed += waiting.length
      return yield tally
    }
    left = BigInt64Array.from(waiting, ({ id }) => BigInt(id))
  }
}

/** Refusals that the rest of the selection may do away with. */
const waits: Readonly<Partial<Record<Doing['kind'], string>>> = { remove: 'has-children', restore: 'reference-gone' }

const leftOf = (ids: BigInt64Array, { done, failed }: { done: number; failed: number }) => ids.length - done - failed

interface Outcome {
  readonly line: RowLine
  /** Of a refusal. */
  readonly code?: string | undefined
  /** The database cannot be reached: the rows that follow would fare no better. */
  readonly isAway?: boolean
}

/**
 * Lets everybody else have a turn. The embedded database answers within the same turn of the loop: nobody would be
 * heard until all is done, not even who says stop.
 */
const others = (): Promise<void> => setImmediate()

async function* doSome(parts: BulkParts, ids: readonly string[], doing: Doing): AsyncGenerator<Outcome> {
  const { store, caller, resource } = parts
  const names = await attempt(parts, () => store.displays(caller, resource, ids)).catch(() => new Map<string, string>())
  const nameOf = (id: string) => names.get(id) ?? id
  const outcomes = await attempt(parts, () => doTogether(parts, ids, doing)).catch(error => {
    // One by one, each is told what it met.
    if (failureOf(error, parts.language, parts.requestId).bug) parts.report(error)
  })
  await others()
  for (const id of ids) {
    const outcome = outcomes?.get(id)
    if (outcome !== undefined) {
      yield outcomeOf(parts, id, nameOf(id), outcome)
      continue
    }
    yield doOne(parts, id, nameOf(id), doing)
    await others()
  }
}

/** What became of rows that could share a transaction; undefined where each needs its own. */
async function doTogether(
  { store, caller, resource, key }: BulkParts,
  ids: readonly string[],
  doing: Doing,
): Promise<Outcomes | undefined> {
  switch (doing.kind) {
    case 'remove':
    case 'restore':
      await store[doing.kind](caller, resource, ids, key)
      return new Map(ids.map(id => [id, null]))
    case 'update':
      return store.updateTogether(caller, resource, ids, doing.values, key)
    case 'move':
      return store.moveTogether(caller, resource, ids, doing.name, doing.input, key)
    case 'action':
      return undefined
  }
}

const doOne = (parts: BulkParts, id: string, display: string, doing: Doing): Promise<Outcome> =>
  attempt(parts, () => doTo(parts, id, doing)).then(
    () => outcomeOf(parts, id, display, null),
    error => outcomeOf(parts, id, display, error),
  )

/** The line of a row that is done, or that met an error. */
function outcomeOf(parts: BulkParts, id: string, display: string, error: unknown): Outcome {
  if (error === null) return { line: { id, display, ok: true } }
  const { status, body, bug } = failureOf(error, parts.language, parts.requestId)
  if (bug) parts.report(error)
  const { msg: message, errors } = body
  return {
    line: { id, display, ok: false, message, ...(errors && { errors }) },
    code: error instanceof Refusal ? error.code : undefined,
    isAway: status === 503,
  }
}

async function doTo({ store, caller, resource, key }: BulkParts, id: string, doing: Doing): Promise<unknown> {
  const own = keyOfOne(key, id)
  switch (doing.kind) {
    case 'remove':
      return store.remove(caller, resource, [id], key)
    case 'restore':
      return store.restore(caller, resource, [id], key)
    case 'update':
      return store.update(caller, resource, { ...doing.values, id }, own)
    case 'move':
      return store.move(caller, resource, id, doing.name, doing.input, own)
    case 'action':
      return store.act(caller, resource, id, doing.name, doing.input, own)
  }
}

/** Once more when the tables had changed under the Model that it was read by. */
async function attempt<Result>({ catchUp }: BulkParts, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isChangedTable(error)) throw error
    await catchUp()
    return work()
  }
}
