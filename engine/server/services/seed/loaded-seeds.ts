import { idOf, resourceName } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import { platformTenant } from '../../auth/actor.ts'
import type { Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { run, runAll } from '../../database/run.ts'
import { faultOf } from '../../errors/database-errors.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import type { Work } from '../../store/work.ts'
import type { Seed } from './seed-files.ts'

/** Records the digest of the files that the tenant has. */
export async function storeLoaded({ ctx, queries }: Work, resource: Resource, digest: string): Promise<void> {
  await runAll(
    queries,
    sql`insert into engine_seed (tenant_id, resource, digest) values (${ctx.actor.tenantId}, ${idOf(resource)}, ${digest})
      on conflict (tenant_id, resource) do update set digest = excluded.digest`,
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
  /** By resource, the digest of the files that were loaded. */
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
    if (resource !== null) digests.set(resourceName(work.ctx.model, String(resource)), String(digest))
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
