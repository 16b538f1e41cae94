import type { Resource } from '../../../model/model.ts'
import { platformTenant } from '../../auth/actor.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { faultOf } from '../../errors/database-errors.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import type { Work } from '../../store/work.ts'
import type { Seed } from './seed-files.ts'

/** The record of a row of a seed, as it was when the file was taken over. */
export interface LoadedRow {
  /** Empty where the row identified no single record. */
  readonly id: string
  /** Another version contains an edit; no record has version 0. */
  readonly version: number
  /** Of the content of the row. */
  readonly digest: string
}

/** What a tenant has of a seed; of one of shared rows, that of the platform. */
export interface LoadedSeed {
  /** Of the files. */
  readonly digest: string
  /** By key, also those that later files no longer contain. */
  readonly rows: ReadonlyMap<string, LoadedRow>
}

/** The seed that was taken over last; undefined in a database whose engine did not record it. */
export async function loadedSeed({ ctx, queries }: Work, resource: Resource): Promise<LoadedSeed | undefined> {
  const [row] = await runAll(
    queries,
    sql`select digest, rows from engine_seed where tenant_id = ${ctx.actor.tenantId} and resource = ${resource.name}`,
  )
  if (!row) return undefined
  const rows = Object.entries(row['rows'] as Readonly<Record<string, readonly [string, number, string]>>)
  return {
    digest: String(row['digest']),
    rows: new Map(rows.map(([key, [id, version, digest]]) => [key, { id, version, digest }])),
  }
}

/** Records what the tenant has of a seed now. */
export async function storeLoaded({ ctx, queries }: Work, resource: Resource, seed: LoadedSeed): Promise<void> {
  const entries = [...seed.rows].map(([key, { id, version, digest }]) => [key, [id, version, digest]] as const)
  await runAll(
    queries,
    sql`insert into engine_seed (tenant_id, resource, digest, rows)
      values (${ctx.actor.tenantId}, ${resource.name}, ${seed.digest}, ${JSON.stringify(Object.fromEntries(entries))}::jsonb)
      on conflict (tenant_id, resource) do update set digest = excluded.digest, rows = excluded.rows`,
  )
}

/** Waits for other processes that load seeds, until the end of the transaction. */
export const lockSeeds = (queries: Queries): Promise<unknown> =>
  run(queries, 'lock table engine_seed in share row exclusive mode', [])

/** Whether a tenant never had a row in the tables of a seed: a deleted row is one. */
export async function isEmptyFor({ ctx, queries }: Work, { resource, lines }: Seed): Promise<boolean> {
  for (const one of [resource, ...lines.map(({ part }) => part.resource)]) {
    const table = word(`"${one.table}" t`)
    if ((await runAll(queries, sql`select 1 from ${table} where true${ownTenant(ctx, one)} limit 1`)).length > 0)
      return false
  }
  return true
}

/** A tenant with the seeds that it has. */
export interface SeedTenant {
  readonly work: Work
  /** By resource, the digest of the files that were applied last. */
  readonly digests: ReadonlyMap<string, string>
}

/** The tenants, the platform's first. One statement, whatever the number of tenants and seeds. */
export async function seedTenants(work: Work): Promise<SeedTenant[]> {
  const rows = await runAll(
    work.queries,
    sql`select t.tenant_id, s.resource, s.digest from blade_tenant t left join engine_seed s on s.tenant_id = t.tenant_id
      where t.is_deleted = 0 order by t.id`,
  ).catch(noTable)
  const byTenant = new Map<string, Map<string, string>>([[platformTenant, new Map()]])
  for (const { tenant_id, resource, digest } of rows) {
    const digests = byTenant.get(String(tenant_id)) ?? new Map<string, string>()
    byTenant.set(String(tenant_id), digests)
    if (resource !== null) digests.set(String(resource), String(digest))
  }
  return [...byTenant].map(([tenantId, digests]) => ({
    work: { ...work, ctx: work.ctx.inTenant(tenantId, 'first-start') },
    digests,
  }))
}

/** The database has no tables yet. */
function noTable(error: unknown): [] {
  if (faultOf(error)?.code === '42P01') return []
  throw error
}
