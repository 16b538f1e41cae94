import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { type Source, storedForm } from '../../compiler/source.ts'
import type { Bilingual } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import type { Loss, ShownLoss } from '../storage/apply.ts'
import { type ConcernedRow, concernedRows } from '../storage/concerned-rows.ts'
import { isRemovedName, renameQuestion } from '../storage/print-plan.ts'
import { noTable } from './revision-row.ts'

/** A loss with the first rows that it concerns. */
export interface LossWithRows extends ShownLoss {
  readonly mark: 'breaks-rows' | 'data-losing'
  readonly what: Bilingual
  /** What to write in the files instead. */
  readonly hint?: Bilingual
  /** The resource of the rows, by its name before the change. */
  readonly resource?: string
  readonly rows: readonly ConcernedRow[]
}

/** Saved files that would break rows or lose data: they are applied when each loss is confirmed. */
export interface PendingRevision {
  /** A digest of their texts. */
  readonly revision: string
  readonly files: readonly string[]
  /** Those of the files that are not removed. */
  readonly sources: readonly Source[]
  readonly losses: readonly LossWithRows[]
  /** When they were saved, or read at a start. */
  readonly changed: string
  readonly server: string
  /** The account that changed the files by a request. */
  readonly author: string | null
}

/** Files that begin to wait. */
export type NewPending = Pick<PendingRevision, 'revision' | 'files' | 'sources' | 'losses' | 'author'>

/** Files of saved descriptors that wait with these losses. */
export function pendingOf(
  saved: readonly Source[],
  files: ReadonlySet<string>,
  losses: readonly LossWithRows[],
  author: string | null = null,
): NewPending {
  const sources = saved.filter(({ origin, file }) => origin === 'app' && files.has(file))
  const texts = [[...files].sort(), sources.map(({ text }) => text)]
  const revision = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  return { revision, files: [...files], sources, losses, author }
}

/** Losses with their first rows, in the present state of the database. */
export function withRows({ kysely }: Database, losses: readonly Loss[]): Promise<LossWithRows[]> {
  return Promise.all(
    losses.map(async ({ loss, mark, count, what, rows: query }) => ({
      loss,
      mark: mark === 'breaks-rows' ? mark : 'data-losing',
      count,
      what,
      ...(isRemovedName(loss) && { hint: renameQuestion }),
      ...(query && { resource: query.resource }),
      rows: query ? await concernedRows(kysely, query) : [],
    })),
  )
}

/** The sets of files that wait for a confirmation; none if the table does not exist yet. */
export async function pendingRevisions(queries: Queries): Promise<readonly PendingRevision[]> {
  const { rows } = await execute<PendingRevision>(
    queries,
    sql`select revision, files, sources, losses, changed, server, author from engine_pending_revision order by id`,
  ).catch(notYet)
  return rows
}

/**
 * Stores what waits, in place of what waited before; what waited already keeps its time and author. A database of an
 * earlier engine has no table for it yet.
 */
export async function storePending(database: Database, sets: readonly NewPending[]): Promise<void> {
  await database
    .transaction(async queries => {
      await execute(queries, sql`lock table engine_pending_revision in exclusive mode`)
      const former = await pendingRevisions(queries)
      await execute(queries, sql`delete from engine_pending_revision`)
      for (const [id, { revision, files, sources, losses, author }] of sets.entries()) {
        const before = former.find(one => one.revision === revision)
        const [filesText, sourcesText, lossesText] = [files, storedForm(sources), losses].map(one =>
          JSON.stringify(one),
        )
        await execute(
          queries,
          sql`
          insert into engine_pending_revision (id, revision, files, sources, losses, changed, server, author)
          values (${id}::integer, ${revision}, ${filesText}::jsonb, ${sourcesText}::jsonb, ${lossesText}::jsonb,
            coalesce(${before?.changed ?? null}::timestamptz, now()), ${`${hostname()}:${process.pid}`},
            ${before?.author ?? author})`,
        )
      }
    })
    .catch(notYet)
}

/** Removes what was confirmed. */
export async function clearPending({ kysely }: Database, revision: string): Promise<void> {
  await execute(kysely, sql`delete from engine_pending_revision where revision = ${revision}`)
}

/** No rows in a database of an earlier engine, which lacks the table or a column. */
function notYet(error: unknown): { rows: never[] } {
  return faultOf(error)?.code === '42703' ? { rows: [] } : noTable(error)
}
