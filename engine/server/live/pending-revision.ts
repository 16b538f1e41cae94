import { hostname } from 'node:os'
import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import type { SourcePosition } from '../../compiler/problem.ts'
import type { Source } from '../../compiler/source.ts'
import type { Bilingual } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import type { Loss, ShownLoss } from '../storage/apply.ts'
import { type ConcernedRow, concernedRows } from '../storage/concerned-rows.ts'
import type { MigrationStep } from '../storage/step-fault.ts'
import { noTable } from './revision-row.ts'

/** A loss with the first rows that it concerns. */
export interface LossWithRows extends ShownLoss {
  readonly mark: 'breaks-rows' | 'data-losing'
  readonly what: Bilingual
  /** The resource of the rows, by its name before the change. */
  readonly resource?: string
  readonly rows: readonly ConcernedRow[]
  /** Renames that it may be; one that is declared loses nothing. */
  readonly renames: readonly UndeclaredRename[]
  /** Where the files cause it. */
  readonly at?: SourcePosition
  /** What to write there instead. */
  readonly cure?: Bilingual
}

/** A loss, or a migration, of which `count` is the number of rows that it moves at present. */
export type PendingLoss =
  | (LossWithRows & { readonly step?: undefined })
  | (Omit<LossWithRows, 'mark'> & { readonly mark: 'migration'; readonly step: MigrationStep })

/** Saved descriptors that would break rows or lose data: they are applied when each loss is confirmed. */
export interface PendingRevision {
  readonly revision: string
  readonly sources: readonly Source[]
  readonly losses: readonly PendingLoss[]
  /** When they were saved, or read at a start. */
  readonly changed: string
  readonly server: string
  /** The account that changed the files by a request. */
  readonly author: string | null
}

/** Losses with their first rows and what they may be instead, in the present state of the database. */
export function withRows(
  { kysely }: Database,
  losses: readonly Loss[],
  renamesOf: (loss: string) => readonly UndeclaredRename[],
): Promise<LossWithRows[]> {
  return Promise.all(
    losses.map(async ({ loss, mark, count, what, rows: query }) => ({
      loss,
      mark: mark === 'breaks-rows' ? mark : 'data-losing',
      count,
      what,
      ...(query && { resource: query.resource }),
      rows: query ? await concernedRows(kysely, query) : [],
      renames: renamesOf(loss),
    })),
  )
}

/** The revision that waits for a confirmation; undefined if none does or the table does not exist yet. */
export async function pendingRevision({ kysely }: Database): Promise<PendingRevision | undefined> {
  const { rows } = await execute<PendingRevision>(
    kysely,
    sql`
    select revision, sources, losses, changed, server, to_jsonb(p) ->> 'author' as author
    from engine_pending_revision p where id = 1`,
  ).catch(noTable)
  return rows[0]
}

/** Stores what waits, in place of what waited before. A database of an earlier engine has no table for it yet. */
export async function storePending(
  database: Database,
  { revision, sources, losses, author }: Pick<PendingRevision, 'revision' | 'sources' | 'losses' | 'author'>,
): Promise<void> {
  const { kysely } = database
  const former = await pendingRevision(database)
  const [sourcesText, lossesText] = [JSON.stringify(sources), JSON.stringify(losses)]
  await execute(
    kysely,
    sql`
    insert into engine_pending_revision (id, revision, sources, losses, changed, server)
    values (1, ${revision}, ${sourcesText}::jsonb, ${lossesText}::jsonb, now(), ${`${hostname()}:${process.pid}`})
    on conflict (id) do update set revision = excluded.revision, sources = excluded.sources, losses = excluded.losses,
      changed = excluded.changed, server = excluded.server`,
  ).catch(noTable)
  // The watcher reads the files again that a request has written.
  const kept = author ?? (former?.revision === revision ? former.author : null)
  await execute(kysely, sql`update engine_pending_revision set author = ${kept} where revision = ${revision}`).catch(
    noColumn,
  )
}

/** Nothing in a database of an earlier engine, whose table has no column for it. */
function noColumn(error: unknown): void {
  if (faultOf(error)?.code !== '42703') noTable(error)
}

/** Removes what waits; with `only`, if it is that revision: another process may have stored its own meanwhile. */
export async function clearPending({ kysely }: Database, only?: string): Promise<void> {
  const which = only === undefined ? sql`` : sql`where revision = ${only}`
  await execute(kysely, sql`delete from engine_pending_revision ${which}`).catch(noTable)
}
