import type { Chosen, ImportState, Match } from '../../../model/import-view.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { forgetImport, patience } from './forget-imports.ts'
import { ImportRefusal } from './import-refusal.ts'
import type { LinesSheet } from './reading.ts'

/** What somebody takes in place of what cells of a field say. */
export interface Correction {
  readonly field: string
  readonly from: string
  readonly to: string
}

/** What is known of a file that somebody imports step by step, and what was chosen. */
export interface ImportDetails {
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headRow: number
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  /** Lines that have a sheet of their own. */
  readonly lines: readonly LinesSheet[]
  readonly match: Match | null
  readonly corrections: readonly Correction[]
  /** Revision of the Model that the rows were checked by. */
  readonly revision: string | null
  readonly goodRows: boolean
  /** Some column holds passwords, which lie here as they were sent until they are written. */
  readonly hasSecrets?: boolean
}

/** One person's import of one file. */
export interface StagedImport {
  readonly id: string
  readonly resource: string
  readonly file: string
  readonly state: ImportState
  readonly at: string
  /** Somebody works on it now, in this window or another. */
  readonly isBusy: boolean
  readonly details: ImportDetails
}

/** Whose import it is, and of what. */
export interface Owner {
  readonly tenantId: string
  readonly userId: string
  readonly resource: string
}

const listed = word(
  `id::text as id, resource, file, state, to_char(at, 'YYYY-MM-DD HH24:MI:SS') as at, details,
    coalesce(turn is not null and turn_at > now() - make_interval(secs => ${patience}), false) as "isBusy"`,
)
const mostListed = 20

const ofOwner = ({ tenantId, userId, resource }: Owner): Fragment =>
  sql`tenant_id = ${tenantId} and user_id = ${userId}::bigint and resource = ${resource} and details is not null`

/** Keeps a file that was taken. */
export async function stageImport(
  queries: Queries,
  id: string,
  owner: Owner,
  file: string,
  details: ImportDetails,
): Promise<void> {
  const { tenantId, userId, resource } = owner
  await runAll(
    queries,
    sql`insert into engine_import (tenant_id, id, resource, file, digest, user_id, state, at, details)
      values (${tenantId}, ${id}::bigint, ${resource}, ${file}, ${''}, ${userId}::bigint, 'taken', now(), ${JSON.stringify(details)}::text::jsonb)`,
  )
}

/** How many files one person may have under way, and how many of those may be half written. */
const mostKept = 5

/** Makes room for one more: of what somebody has under way, the oldest goes; what is half written never does. */
export async function makeRoom(queries: Queries, { tenantId, userId }: Owner): Promise<void> {
  const rows = await runAll(
    queries,
    sql`select id::text as id, state from engine_import where tenant_id = ${tenantId} and user_id = ${userId}::bigint
      and details is not null order by id desc`,
  )
  if (rows.filter(({ state }) => state === 'writing').length >= mostKept) throw new ImportRefusal('import.too-many')
  const old = rows.filter(({ state }) => state !== 'writing').slice(mostKept - 1)
  for (const { id } of old) await forgetImport(queries, String(id))
}

/** One's own import; another's is not there. */
export async function importOf(queries: Queries, owner: Owner, id: string): Promise<StagedImport> {
  const [row] = await runAll(
    queries,
    sql`select ${listed} from engine_import where ${ofOwner(owner)} and id = ${id}::bigint`,
  )
  if (!row) throw new ImportRefusal('import.unknown')
  return keptOf(row)
}

/** What was kept before imports had lines and could change records lacks both. */
const keptOf = (row: Readonly<Record<string, unknown>>): StagedImport => {
  const staged = row as unknown as StagedImport
  return {
    ...staged,
    details: { ...staged.details, lines: staged.details.lines ?? [], match: staged.details.match ?? null },
  }
}

/** One's own imports of a resource, the latest first. */
export async function importsOf(queries: Queries, owner: Owner): Promise<StagedImport[]> {
  const rows = await runAll(
    queries,
    sql`select ${listed} from engine_import where ${ofOwner(owner)} order by id desc limit ${mostListed}::integer`,
  )
  return rows.map(keptOf)
}

/** Writes down a step of an import. */
export async function changeImport(
  queries: Queries,
  id: string,
  to: { readonly state: ImportState; readonly details?: ImportDetails },
): Promise<void> {
  const details = to.details ? sql`${JSON.stringify(to.details)}::text::jsonb` : sql`details`
  await runAll(
    queries,
    sql`update engine_import set state = ${to.state}, at = now(), details = ${details} where id = ${id}::bigint`,
  )
}

/** Takes an import for one's work, so that no other window and no other process works on it meanwhile. */
export async function takeTurn(queries: Queries, id: string, turn: string): Promise<void> {
  const rows = await runAll(
    queries,
    sql`update engine_import set turn = ${turn}, turn_at = now(), stopped = false where id = ${id}::bigint
      and (turn is null or turn_at < now() - make_interval(secs => ${patience}::integer)) returning id`,
  )
  if (rows.length === 0) throw new ImportRefusal('import.busy')
}

/** Says that the work goes on; false when somebody wants it stopped, or another took it over. */
export async function keepTurn(queries: Queries, id: string, turn: string): Promise<boolean> {
  const rows = await runAll(
    queries,
    sql`update engine_import set turn_at = now() where id = ${id}::bigint and turn = ${turn} and not stopped returning id`,
  )
  return rows.length > 0
}

/** Asks whoever works on an import, in whatever process, to stop after the rows at hand. */
export async function stopTurn(queries: Queries, id: string): Promise<void> {
  await runAll(queries, sql`update engine_import set stopped = true where id = ${id}::bigint and turn is not null`)
}

/** Leaves an import to whoever takes it next. */
export async function leaveTurn(queries: Queries, id: string, turn: string): Promise<void> {
  await runAll(queries, sql`update engine_import set turn = null where id = ${id}::bigint and turn = ${turn}`)
}

/** Leaves all imports: whoever worked on them ended without leaving. */
export async function leaveAllTurns(queries: Queries): Promise<void> {
  await runAll(queries, sql`update engine_import set turn = null where turn is not null`)
}

/** Imports of all or nothing that broke off while they were written: nobody works on them any more. */
export async function brokenOff(queries: Queries): Promise<readonly (StagedImport & Owner)[]> {
  const rows = await runAll(
    queries,
    sql`select ${listed}, tenant_id as "tenantId", user_id::text as "userId" from engine_import
      where state = 'writing' and details is not null and not (details ->> 'goodRows')::boolean
      and (turn is null or turn_at < now() - make_interval(secs => ${patience}::integer)) order by id limit 100`,
  )
  return rows.map(row => ({ ...keptOf(row), tenantId: String(row['tenantId']), userId: String(row['userId']) }))
}
