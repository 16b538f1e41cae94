import type { CellOptions, Chosen, Correction, ImportState, Match } from '../../../model/import-view.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { idOfResource, nameOfResource } from '../../storage/engine-names.ts'
import type { Work } from '../../store/work.ts'
import { deleteImport, expiry, isAbandoned, isIdle, processName } from './delete-imports.ts'
import type { LinesSheet } from './file-reading.ts'
import { ImportRefusal } from './import-refusal.ts'

/** The details of a file imported step by step, and the choices made. */
export interface ImportDetails {
  readonly encoding: string
  readonly sheets: readonly string[]
  readonly sheet: string | null
  readonly headRow: number
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
  /** Lines on sheets of their own. */
  readonly lines: readonly LinesSheet[]
  readonly match: Match | null
  readonly options: CellOptions
  readonly corrections: readonly Correction[]
  /** Revision of the Model with which the rows were checked. */
  readonly revision: string | null
  /** A digest of the rights with which they were checked. */
  readonly rights?: string
  readonly goodRows: boolean
  /** A column contains passwords, which are stored as uploaded until they are written. */
  readonly hasSecrets?: boolean
}

/** An import of one file by one user. */
export interface StagedImport {
  readonly id: string
  readonly resource: string
  readonly file: string
  readonly state: ImportState
  readonly at: string
  /** When the import is deleted unless it changes: `YYYY-MM-DD HH:MM`. */
  readonly expires: string
  /** The import is in progress, in this window or another. */
  readonly isBusy: boolean
  readonly details: ImportDetails
}

/** The user and the resource of an import. */
export interface Owner {
  readonly tenantId: string
  readonly userId: string
  readonly resource: string
}

const listed = sql`${nameOfResource('resource')} as resource, ${word(
  `id::text as id, file, state, to_char(at, 'YYYY-MM-DD HH24:MI:SS') as at, to_char(${expiry}, 'YYYY-MM-DD HH24:MI') as expires, details`,
)}, not coalesce(${isIdle}, true) as "isBusy"`
const maxListed = 20

const ofOwner = ({ tenantId, userId, resource }: Owner): Fragment =>
  sql`tenant_id = ${tenantId} and user_id = ${userId}::bigint and resource = ${idOfResource(resource)} and details is not null`

type ImportWork = Pick<Work, 'queries' | 'ctx'>

/** Stores a received file with its details, or begins the check of one that a command reads, with its digest. */
export async function stageImport(
  { queries, ctx }: ImportWork,
  id: string,
  { tenantId, userId, resource }: Owner,
  file: string,
  of: { readonly details: ImportDetails } | { readonly digest: string },
): Promise<void> {
  const [state, digest, details] =
    'details' in of ? ['taken', '', JSON.stringify(of.details)] : ['checking', of.digest, null]
  await runAll(
    queries,
    sql`insert into engine_import (tenant_id, id, resource, file, digest, user_id, state, at, details)
      values (${tenantId}, ${id}::bigint, ${idOfResource(resource)}, ${file}, ${digest}, ${userId}::bigint, ${state}, ${ctx.clock.now.toISOString()}::timestamptz, ${details}::text::jsonb)`,
  )
}

/** Maximum number of staged files per user, and of partly written ones. */
const maxStaged = 5

/** Deletes the user's oldest imports to make room for one more; partly written ones are never deleted. */
export async function deleteOldestImports(queries: Queries, { tenantId, userId }: Owner): Promise<void> {
  const rows = await runAll(
    queries,
    sql`select id::text as id, state from engine_import where tenant_id = ${tenantId} and user_id = ${userId}::bigint
      and details is not null order by id desc`,
  )
  if (rows.filter(({ state }) => state === 'writing').length >= maxStaged) throw new ImportRefusal('import.too-many')
  const old = rows.filter(({ state }) => state !== 'writing').slice(maxStaged - 1)
  for (const { id } of old) await deleteImport(queries, String(id))
}

/** The user's own import; throws for that of another user. */
export async function importOf(queries: Queries, owner: Owner, id: string): Promise<StagedImport> {
  const [row] = await runAll(
    queries,
    sql`select ${listed} from engine_import where ${ofOwner(owner)} and id = ${id}::bigint`,
  )
  if (!row) throw new ImportRefusal('import.unknown')
  return row as unknown as StagedImport
}

/** The user's imports of a resource, latest first. */
export async function importsOf(queries: Queries, owner: Owner): Promise<StagedImport[]> {
  const rows = await runAll(
    queries,
    sql`select ${listed} from engine_import where ${ofOwner(owner)} order by id desc limit ${maxListed}::integer`,
  )
  return rows as unknown as StagedImport[]
}

/** Stores a new state of an import, and changed details. */
export async function changeImport(
  { queries, ctx }: ImportWork,
  id: string,
  to: { readonly state: ImportState; readonly details?: Partial<ImportDetails> },
): Promise<void> {
  const details = to.details ? sql`details || ${JSON.stringify(to.details)}::text::jsonb` : sql`details`
  await runAll(
    queries,
    sql`update engine_import set state = ${to.state}, at = ${ctx.clock.now.toISOString()}::timestamptz, details = ${details} where id = ${id}::bigint`,
  )
}

/** Acquires the lease of an import, which excludes other windows and processes. */
export async function acquireLease(queries: Queries, id: string, turn: string): Promise<void> {
  const rows = await runAll(
    queries,
    sql`update engine_import set turn = ${turn}, turn_at = now(), turn_by = ${processName}, stopped = false
      where id = ${id}::bigint and ${isIdle} returning id`,
  )
  if (rows.length === 0) throw new ImportRefusal('import.busy')
}

/** Renews the lease; false if the work was stopped or another process took it over. */
export async function renewImportLease(queries: Queries, id: string, turn: string): Promise<boolean> {
  const rows = await runAll(
    queries,
    sql`update engine_import set turn_at = now() where id = ${id}::bigint and turn = ${turn} and not stopped returning id`,
  )
  return rows.length > 0
}

/** Asks the process that works on an import to stop after the current rows. */
export async function requestStop(queries: Queries, id: string): Promise<void> {
  await runAll(queries, sql`update engine_import set stopped = true where id = ${id}::bigint and turn is not null`)
}

/** Releases the lease of an import. */
export async function releaseLease(queries: Queries, id: string, turn: string): Promise<void> {
  await runAll(queries, sql`update engine_import set turn = null where id = ${id}::bigint and turn = ${turn}`)
}

/** Releases all leases, which the last process may have left. */
export async function releaseAllLeases(queries: Queries): Promise<void> {
  await runAll(queries, sql`update engine_import set turn = null where turn is not null`)
}

/** Is an all-or-nothing import, and was begun to be written. */
const isWhole = word("state = 'writing' and details is not null and not (details ->> 'goodRows')::boolean")

/** Whether the process that wrote an all-or-nothing import has ended. */
export const isAnyAbandoned = sql`exists (select from engine_import where ${isWhole} and ${isAbandoned})`

/** All-or-nothing imports that were interrupted while writing. */
export async function interruptedImports(queries: Queries): Promise<readonly (StagedImport & Owner)[]> {
  const rows = await runAll(
    queries,
    sql`select ${listed}, tenant_id as "tenantId", user_id::text as "userId" from engine_import
      where ${isWhole} and ${isIdle} order by id limit 100`,
  )
  return rows as unknown as (StagedImport & Owner)[]
}
