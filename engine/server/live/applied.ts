import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import type { ConfirmedLosses } from './revision-row.ts'

/** A server process, or a command, whose lease of a worker number has not ended. */
export interface LiveWorker {
  readonly worker: number
  /** The stored revision that it serves; null of a command. */
  readonly revision: string | null
  /** It serves the stored revision. */
  readonly isCurrent: boolean
}

/** The stored revision, and the processes on its database. */
export interface RevisionState {
  readonly revision: string
  /** Its position in the order of application. */
  readonly number: number
  /** When it was stored. */
  readonly changed: string
  /** The process that stored it. */
  readonly server: string | null
  /** Losses that were confirmed for it, and by whom. */
  readonly confirmed: ConfirmedLosses | null
  /** The account that changed the files by a request; null where files were saved. */
  readonly author: string | null
  /** Every live process serves it. */
  readonly isApplied: boolean
  readonly appliedOn: number
  readonly of: number
  readonly workers: readonly LiveWorker[]
}

/**
 * The stored revision with the number of live processes that serve it; undefined in a database in which no engine of
 * this version has stored one.
 */
export async function revisionState(queries: Queries): Promise<RevisionState | undefined> {
  const { rows } = await execute<Omit<RevisionState, 'isApplied' | 'appliedOn' | 'of'>>(
    queries,
    sql`
    select r.revision, r.number, r.changed, r.server, r.confirmed, r.author,
      (select coalesce(json_agg(json_build_object('worker', w.id, 'revision', w.revision,
          'isCurrent', w.revision is not distinct from r.revision) order by w.id), '[]')
        from engine_worker w where w.until > now()) as workers
    from engine_revision r where r.id = 1`,
  ).catch(noTable)
  const [row] = rows
  if (!row) return undefined
  const appliedOn = row.workers.filter(({ isCurrent }) => isCurrent).length
  return {
    ...row,
    isApplied: appliedOn === row.workers.length,
    appliedOn,
    of: row.workers.length,
  }
}

/** The state as one phrase for a log: `applied on 1 of 2 processes`. */
export const appliedText = ({ appliedOn, of }: Pick<RevisionState, 'appliedOn' | 'of'>): string =>
  `applied on ${appliedOn} of ${of} ${of === 1 ? 'process' : 'processes'}`

function noTable(error: unknown): { rows: never[] } {
  if (['42P01', '42703'].includes(faultOf(error)?.code ?? '')) return { rows: [] }
  throw error
}
