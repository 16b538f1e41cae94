import { acknowledging, distinctWarnings, type PendingWarning } from './acknowledgement.ts'
import { newRequestKey } from './delivery.ts'
import type { WarningView } from './request-fault.ts'
import type { Session } from './session.ts'
import { readLines } from './stream.ts'

/** The selected records: these, or all that a list's conditions find. */
export type Selected = { readonly ids: readonly string[] } | { readonly query: Readonly<Record<string, unknown>> }

/** The operation on each of them. */
export type BulkRequest =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'transition' | 'action'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** What an undo reverts. */
export interface Reverted {
  readonly kind: 'undo'
  readonly operation: string
}

/** A bulk operation on selected records. */
export interface BulkWork {
  /** Title of the operation, as on its button. */
  readonly title: string
  readonly selected: Selected
  readonly bulkOperation: BulkRequest | Reverted
}

/** A failed record, with its reason. */
export interface FailedRow {
  readonly id: string
  readonly display: string
  readonly message: string
  /** By field. */
  readonly errors?: Readonly<Record<string, string>>
  /** What the user has to acknowledge first. */
  readonly warnings?: readonly WarningView[]
}

/** Why one record failed: a sentence, or the errors of its fields. */
export const reasonOf = ({ message, errors }: FailedRow): string => {
  const faults = [...new Set(Object.values(errors ?? {}))]
  return faults.length > 0 ? faults.join('；') : message
}

/** The number of processed records of a bulk operation that is running. */
export interface BulkProgress {
  /** Unknown until the server has found them. */
  readonly total: number | undefined
  readonly done: number
  readonly failed: number
}

/** The result of a bulk operation that has ended. */
export interface BulkResult {
  readonly total: number
  readonly done: readonly string[]
  /** The display of the record, where exactly one was done. */
  readonly name?: string
  readonly failed: readonly FailedRow[]
  /** Records without a result. */
  readonly left: number
  readonly end: BulkEnd
  /** The server's message where it gave up. */
  readonly message?: string
  /** The operation on the page of recent operations. */
  readonly operation?: string
}

/** Completed; stopped by the user; connection broken; given up by the server, with the rest untouched. */
export type BulkEnd = 'whole' | 'stopped' | 'broken' | 'given-up'

type Line =
  | { readonly total: number; readonly operation?: string }
  | { readonly id: string; readonly display: string; readonly ok: true }
  | (FailedRow & { readonly ok: false })
  | Last

interface Last {
  readonly done: number
  readonly failed: number
  readonly left?: number
  readonly message?: string
}

/** An operation with its records; an undo applies to those of its operation. */
export interface BulkOrder {
  readonly selected: Selected
  readonly bulkOperation: BulkRequest | Reverted
  readonly signal: AbortSignal
  /** A retry has the same key and is idempotent for each record. */
  readonly key: string
}

/** Records whose ids fit into one request. */
const idsAtOnce = 40_000

/**
 * Runs a bulk operation, and reports each record as it is done. Completed records stay done when it is stopped, or when
 * the connection breaks. Records with warnings follow once the user acknowledges them for all. Throws only what the
 * server refused before it began.
 */
export async function requestBulk(
  session: Session,
  resource: string,
  order: BulkOrder,
  onProgress: (progress: BulkProgress) => void,
): Promise<BulkResult> {
  const names = new Set<string>()
  let result = await runBulk(session, resource, order, names, onProgress)
  for (;;) {
    const warned = result.failed.filter(({ warnings }) => warnings !== undefined).slice(0, idsAtOnce)
    if (warned.length === 0 || result.end !== 'whole') return result
    const open = countedWarnings(warned).filter(({ name }) => !names.has(name))
    if (open.length > 0 && !(await session.acknowledgement.ask(open))) return result
    for (const { name } of open) names.add(name)
    const ids = warned.map(({ id }) => id)
    const { done, failed, total } = result
    const others = failed.filter(row => !warned.includes(row))
    const again = await runBulk(
      session,
      resource,
      { ...order, selected: { ids }, key: newRequestKey() },
      names,
      progress => onProgress({ total, done: done.length + progress.done, failed: others.length + progress.failed }),
    )
    result = { ...again, total, done: [...done, ...again.done], failed: [...others, ...again.failed] }
  }
}

/** The warnings of several records, with the number of records of each. */
function countedWarnings(rows: readonly FailedRow[]): readonly PendingWarning[] {
  const counts = new Map<string, PendingWarning & { readonly count: number }>()
  for (const { warnings = [] } of rows)
    for (const { name, text } of distinctWarnings(warnings))
      counts.set(name, { name, text, count: (counts.get(name)?.count ?? 0) + 1 })
  return [...counts.values()]
}

/** One request, with the warnings acknowledged so far. */
async function runBulk(
  session: Session,
  resource: string,
  { selected, bulkOperation, signal, key }: BulkOrder,
  acknowledged: ReadonlySet<string>,
  onProgress: (progress: BulkProgress) => void,
): Promise<BulkResult> {
  const done: string[] = []
  const failed: FailedRow[] = []
  let total: number | undefined
  let last: Last | undefined
  let operation: string | undefined
  let name: string | undefined
  const take = (line: Line) => {
    if ('total' in line) {
      total = line.total
      operation = line.operation
    } else if (!('id' in line)) last = line
    else if (line.ok) {
      name = done.length === 0 ? line.display : undefined
      done.push(line.id)
    } else failed.push(line)
    onProgress({ total, done: done.length, failed: failed.length })
  }
  const headers = { 'idempotency-key': key, ...acknowledging(acknowledged) }
  const isUndo = bulkOperation.kind === 'undo'
  const path = isUndo ? `/api/engine/operations/${bulkOperation.operation}/undo` : `/api/engine/bulk/${resource}`
  const body = isUndo ? {} : { select: selected, do: bulkOperation }
  try {
    await readLines<Line>(session, path, { method: 'POST', body, headers, signal }, take)
  } catch (error) {
    // Before the first line nothing was begun, unless the outcome of the request is unknown.
    if (total === undefined && !signal.aborted) throw error
  }
  const left = (total ?? 0) - done.length - failed.length
  const message = last?.message ?? (left > 0 ? failed.at(-1)?.message : undefined)
  const end = last ? (left > 0 ? 'given-up' : 'whole') : signal.aborted ? 'stopped' : 'broken'
  const more = {
    ...(last && message !== undefined && { message }),
    ...(operation !== undefined && { operation }),
    ...(name !== undefined && { name }),
  }
  return { total: total ?? 0, done, failed, left, end, ...more }
}
