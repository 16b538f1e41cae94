import type { Overlay } from '../../record/overlays.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'

/** An overlay of a tenant. */
export interface TenantOverlay extends Overlay {
  readonly tenantId: string
}

/** The overlays of a tenant as one process read them. */
export interface ReadOverlays {
  /** The tenant's stamp before they were read. */
  readonly stamp: string
  readonly overlays: readonly Overlay[]
}

export type OverlaysByTenant = ReadonlyMap<string, ReadOverlays>

const topic = 'overlays'

/** The overlays of all tenants; of those whose stamp did not change since `before`, what was read then. */
export async function readOverlays(queries: Queries, before: OverlaysByTenant = new Map()): Promise<OverlaysByTenant> {
  const all = 'select tenant_id, n::text as n from engine_stamp where topic = $1::text'
  const stamps = await run(queries, all, [topic]).catch(noTable)
  const changed = stamps.filter(({ tenant_id, n }) => before.get(String(tenant_id))?.stamp !== n)
  if (changed.length === 0) return before
  const ids = changed.map(({ tenant_id }) => String(tenant_id))
  const read = await overlaysOf(queries, ids)
  const fresh = changed.map(({ tenant_id, n }): [string, ReadOverlays] => [
    String(tenant_id),
    { stamp: String(n), overlays: read.filter(({ tenantId }) => tenantId === tenant_id) },
  ])
  return new Map([...before, ...fresh])
}

/** A database of an earlier version has no overlays. */
function noTable(error: unknown): never[] {
  if (faultOf(error)?.code === '42P01') return []
  throw error
}

/** The overlays of the tenants, by default of all. */
export async function overlaysOf(queries: Queries, tenantIds?: readonly string[]): Promise<TenantOverlay[]> {
  const rows = await run(
    queries,
    `select tenant_id as "tenantId", kind, path, property, value, replaced from engine_overlay
     where $1::text[] is null or tenant_id = any($1::text[]) order by tenant_id, kind, path, property`,
    [tenantIds ?? null],
  )
  return rows as unknown as TenantOverlay[]
}

/** Stores overlays in the current transaction, each instead of the one of the same property. */
export async function storeOverlays(queries: Queries, overlays: readonly TenantOverlay[]): Promise<void> {
  if (overlays.length === 0) return
  await run(
    queries,
    `insert into engine_overlay (tenant_id, kind, path, property, value, replaced)
     select ${listed.map(name => `o."${name}"`).join(', ')}, coalesce(o.value, 'null'), o.replaced
     from jsonb_to_recordset($1::text::jsonb) as o(${columns}, value jsonb, replaced jsonb)
     on conflict (tenant_id, kind, path, property) do update set value = excluded.value, replaced = excluded.replaced`,
    [JSON.stringify(overlays)],
  )
  await stamp(queries, overlays)
}

/** Deletes overlays in the current transaction. */
export async function deleteOverlays(
  queries: Queries,
  overlays: readonly Omit<TenantOverlay, 'value' | 'replaced'>[],
): Promise<void> {
  if (overlays.length === 0) return
  const found = await run(
    queries,
    `delete from engine_overlay e using jsonb_to_recordset($1::text::jsonb) as o(${columns})
     where e.tenant_id = o."tenantId" and e.kind = o.kind and e.path = o.path and e.property = o.property
     returning e.tenant_id as "tenantId"`,
    [JSON.stringify(overlays)],
  )
  await stamp(queries, found as unknown as TenantOverlay[])
}

const listed = ['tenantId', 'kind', 'path', 'property'] as const
const columns = listed.map(name => `"${name}" text`).join(', ')

/** Every process reads the overlays of these tenants again. */
async function stamp(queries: Queries, changed: readonly { readonly tenantId: string }[]): Promise<void> {
  const tenantIds = [...new Set(changed.map(({ tenantId }) => tenantId))].sort()
  if (tenantIds.length === 0) return
  await run(
    queries,
    `insert into engine_stamp (tenant_id, topic, n) select tenant_id, $2::text, 1 from unnest($1::text[]) tenant_id
     on conflict (tenant_id, topic) do update set n = engine_stamp.n + 1`,
    [tenantIds, topic],
  )
}
