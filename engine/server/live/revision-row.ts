import { hostname } from 'node:os'
import { type Source, storedForm } from '../../compiler/source.ts'
import { userResource } from '../../model/account-resources.ts'
import type { Model } from '../../model/model.ts'
import { platformTenant } from '../auth/actor.ts'
import { recordAct } from '../auth/audit.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import type { ShownLoss } from '../storage/apply.ts'
import { engineVersion } from '../storage/engine-version.ts'
import type { Served } from '../storage/ids.ts'

/** The revision that all processes on this database serve; undefined if none was ever stored. */
export const storedRevision = async (database: Database): Promise<string | undefined> =>
  (await storedVersion(database))?.revision

/** The stored revision, with the version of the names of tables and columns. */
export interface StoredVersion {
  readonly revision: string
  /** Its position in the order of application. */
  readonly number: number
  readonly namesVersion: number
  /** The version of the engine that stored it; 0 before versions were stored. */
  readonly engine: number
}

/**
 * The columns of a version. The inner name is that of `lacking` in a table without it. The whole row, as JSON, would
 * contain all sources.
 */
const version = sql`
  revision, number, names_version as "namesVersion",
  (select coalesce(engine_version, 0) from engine_revision where id = 1) as engine`
const stored = sql`from engine_revision r, (select null::integer as engine_version) lacking where r.id = 1`

/** The stored version. Throws (503) if a newer engine has stored it: this one neither starts nor continues. */
export async function storedVersion({ kysely }: Database): Promise<StoredVersion | undefined> {
  const { rows } = await execute<StoredVersion>(kysely, sql`select ${version} ${stored}`).catch(noTable)
  return notNewer(rows[0])
}

/** A stored revision with the files from which it was compiled. */
export interface StoredSources extends StoredVersion {
  readonly sources: readonly Source[]
}

/** The sources of that revision, as they were stored. Throws as `storedVersion`. */
export async function storedSources({ kysely }: Database): Promise<StoredSources | undefined> {
  const { rows } = await execute<StoredSources>(kysely, sql`select ${version}, sources ${stored}`).catch(noTable)
  return notNewer(rows[0])
}

function notNewer<Version extends StoredVersion>(found: Version | undefined): Version | undefined {
  if (found && found.engine > engineVersion) throw refuse.newerEngine()
  return found
}

/** A kept revision with the one before it. */
export interface KeptRevision {
  readonly sources: readonly Source[]
  readonly before?: { readonly revision: string; readonly number: number; readonly sources: readonly Source[] }
}

/** A kept revision, or the stored one; undefined if it is not kept. */
export async function keptRevision({ kysely }: Database, revision: string): Promise<KeptRevision | undefined> {
  const { rows } = await execute<KeptRevision & { readonly revision: string; readonly number: number }>(
    kysely,
    sql`
    with kept as (
      select revision, number, sources, changed, 0 as part from engine_former_revision
      union all
      select revision, number, sources, changed, 1 from engine_revision where id = 1),
    this as (select * from kept where revision = ${revision})
    select k.revision, k.number, k.sources from kept k, this t
    where (k.part, k.changed) <= (t.part, t.changed) order by k.part desc, k.changed desc, k.revision limit 2`,
  )
  const [row, before] = rows
  if (!row) return undefined
  return {
    sources: row.sources,
    ...(before && { before }),
  }
}

/** What a process records that serves this revision. */
export const servedAs = ({ revision, namesVersion }: Pick<StoredVersion, 'revision' | 'namesVersion'>): Served => ({
  revision,
  namesVersion,
})

/** What is stored for other processes. */
export interface NewRevision {
  readonly model: Pick<Model, 'revision' | 'resources'>
  readonly sources: readonly Source[]
  /** Losses that an administrator confirmed for it. */
  readonly confirmed?: ConfirmedLosses
  /** The account that changed the files by a request; absent where files were saved. */
  readonly author?: string
}

/** Who confirmed which losses. */
export interface ConfirmedLosses {
  readonly account: string
  readonly losses: readonly ShownLoss[]
}

/** The stored revision and those before it that are kept. */
const keptRevisions = 50

/** Replaces the expected revision, which is kept; false if another process was faster. */
export async function storeRevision(
  queries: Queries,
  expected: string | undefined,
  next: NewRevision,
): Promise<boolean> {
  const { revision } = next.model
  const text = JSON.stringify(storedForm(next.sources))
  const server = `${hostname()}:${process.pid}`
  const confirmed = next.confirmed === undefined ? null : JSON.stringify(next.confirmed)
  const author = next.author ?? null
  if (expected === undefined) {
    const { numAffectedRows } = await execute(
      queries,
      sql`
      insert into engine_revision (id, revision, number, engine_version, sources, changed, server, confirmed, author)
      values (1, ${revision}, 1, ${engineVersion}::integer, ${text}::jsonb, now(), ${server}, ${confirmed}::jsonb, ${author})
      on conflict (id) do nothing`,
    )
    if (numAffectedRows === 1n) await recordRevision(queries, next)
    return numAffectedRows === 1n
  }
  const former = sql`
    select * from engine_revision r
    where id = 1 and revision = ${expected} and engine_version <= ${engineVersion}::integer for update`
  const kept = sql`
    insert into engine_former_revision (revision, number, sources, changed, server, confirmed, author)
    select revision, number, sources, changed, server, confirmed, author from former where revision <> ${revision}
    on conflict (revision) do update set number = excluded.number, sources = excluded.sources,
      changed = excluded.changed, server = excluded.server, confirmed = excluded.confirmed, author = excluded.author`
  const { numAffectedRows } = await execute(
    queries,
    sql`
    with former as (${former}), kept as (${kept})
    update engine_revision r
    set revision = ${revision}, number = former.number + case when former.revision = ${revision} then 0 else 1 end,
      engine_version = ${engineVersion}::integer, sources = ${text}::jsonb, changed = now(), server = ${server},
      confirmed = ${confirmed}::jsonb,
      author = case when former.revision = ${revision} then former.author else ${author} end
    from former where r.id = former.id`,
  )
  if (numAffectedRows !== 1n) return false
  await execute(
    queries,
    sql`
    delete from engine_former_revision where revision not in
      (select revision from engine_former_revision where revision <> ${revision}
        order by changed desc, revision limit ${keptRevisions - 1}::integer)`,
  )
  await recordRevision(queries, next)
  return true
}

/** Audits the change of the descriptors, by the user of the platform with the author's account or by the server. */
async function recordRevision(queries: Queries, { model, author, confirmed }: NewRevision): Promise<void> {
  const account = author ?? confirmed?.account
  const found =
    account === undefined || !model.resources[userResource]
      ? []
      : (
          await execute<{ id: string }>(
            queries,
            sql`select id::text from blade_user where tenant_id = ${platformTenant} and account = ${account} and is_deleted = 0`,
          )
        ).rows
  const userId = found[0]?.id ?? null
  const actor = { tenantId: platformTenant, userId, kind: userId === null ? ('system' as const) : ('user' as const) }
  const names = [model.revision, ...(confirmed?.losses ?? []).map(({ loss }) => loss)]
  await recordAct(queries, { actor, clock: { now: new Date() } }, { kind: 'descriptors', names })
}

/** No rows in a database of an earlier engine, which lacks the table. */
export function noTable(error: unknown): { rows: never[] } {
  if (faultOf(error)?.code === '42P01') return { rows: [] }
  throw error
}
