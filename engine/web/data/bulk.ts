import { Fault } from './fault.ts'
import type { Session } from './session.ts'
import { readLines } from './stream.ts'

/** Which records are meant: these, or all that a list's conditions find. */
export type Selected = { readonly ids: readonly string[] } | { readonly query: Readonly<Record<string, unknown>> }

/** What is to be done with each of them. */
export type Doing =
  | { readonly kind: 'remove' | 'restore' }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'move' | 'action'; readonly name: string; readonly input: Readonly<Record<string, unknown>> }

/** A record that could not be done, and why. */
export interface FailedRow {
  readonly id: string
  readonly display: string
  readonly message: string
  /** By field. */
  readonly errors?: Readonly<Record<string, string>>
}

export interface BulkProgress {
  /** Unknown until the server has found them. */
  readonly total: number | undefined
  readonly done: number
  readonly failed: number
}

export interface BulkResult {
  readonly total: number
  readonly done: readonly string[]
  readonly failed: readonly FailedRow[]
  /** Not tried: it was stopped, or broke off. */
  readonly left: number
  /** Why some were not tried, where the person did not stop it. */
  readonly message?: string
}

type Line =
  | { readonly total: number }
  | { readonly id: string; readonly display: string; readonly ok: true }
  | (FailedRow & { readonly ok: false })
  | { readonly done: number; readonly failed: number; readonly left?: number; readonly message?: string }

/**
 * Does one thing to many records by one call, and tells of each as it comes. What was done stays done when it is
 * stopped, or when the connection breaks. Throws only what the server refused before it began.
 */
export async function runBulk(
  session: Session,
  resource: string,
  { selected, doing, signal }: { readonly selected: Selected; readonly doing: Doing; readonly signal: AbortSignal },
  onProgress: (progress: BulkProgress) => void,
): Promise<BulkResult> {
  const done: string[] = []
  const failed: FailedRow[] = []
  let total: number | undefined
  let message: string | undefined
  let hasEnded = false
  const take = (line: Line) => {
    if ('total' in line) total = line.total
    else if ('id' in line) {
      if (line.ok) done.push(line.id)
      else failed.push(line)
    } else {
      hasEnded = true
      message = line.message
    }
    onProgress({ total, done: done.length, failed: failed.length })
  }
  const path = `/api/engine/bulk/${resource}`
  const options = { method: 'POST', body: { select: selected, do: doing }, signal } as const
  try {
    await readLines<Line>(session, path, options, take)
    if (!hasEnded) message = 'notice.network'
  } catch (error) {
    if (total === undefined && !signal.aborted) throw error
    if (!signal.aborted) message = error instanceof Fault ? error.message : 'notice.unknown'
  }
  const whole = total ?? 0
  const left = whole - done.length - failed.length
  return { total: whole, done, failed, left, ...(message !== undefined && { message }) }
}
