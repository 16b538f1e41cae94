import { presentCode, storedCode } from '../../model/code-ids.ts'
import type { DeclaredRole, Model } from '../../model/model.ts'
import { grantPrefix, grantProperty, type Overlay } from '../../record/overlays.ts'
import { platformTenant } from '../auth/actor.ts'
import { assureGrants } from '../auth/authority-guard.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import { deleteOverlays, overlaysOf, storeOverlays, type TenantOverlay } from './overlay-table.ts'
import type { Work } from './work.ts'

const kind = 'role'

/** Brings the grants of the roles of the descriptors to these and the edits, in all tenants or in one. */
export async function applyGrants(queries: Queries, model: Model, tenantId?: string): Promise<void> {
  const described = model.roles.flatMap(({ alias, codes }) =>
    codes.map(code => ({ alias, code: storedCode(model, code) })),
  )
  await run(
    queries,
    `with described as (select alias, code from jsonb_to_recordset($1::text::jsonb) as d(alias text, code text)),
     roles as (
       select tenant_id, id, role_alias as alias from blade_role
       where is_built_in and is_deleted = 0 and role_alias = any($3::text[])
         and ($2::text is null or tenant_id = $2::text)
     ),
     edits as (
       select distinct on (r.tenant_id, r.id, o.property) r.tenant_id, r.id,
         substr(o.property, ${grantPrefix.length + 1}) as code, o.value = 'true'::jsonb as "isGranted"
       from roles r join engine_overlay o on o.tenant_id in (r.tenant_id, '${platformTenant}') and o.kind = '${kind}'
         and o.path = r.alias and o.property like '${grantPrefix}%'
       order by r.tenant_id, r.id, o.property, o.tenant_id <> r.tenant_id
     ),
     effective as (
       select r.tenant_id, r.id, d.code from roles r join described d on d.alias = r.alias
       where not exists (select from edits e
         where e.tenant_id = r.tenant_id and e.id = r.id and e.code = d.code and not e."isGranted")
       union select tenant_id, id, code from edits where "isGranted"
     ),
     removed as (
       delete from engine_grant g using roles r
       where g.tenant_id = r.tenant_id and g.role_id = r.id and not exists (select from effective e
         where e.tenant_id = g.tenant_id and e.id = g.role_id and e.code = g.code)
     )
     insert into engine_grant (tenant_id, role_id, code) select tenant_id, id, code from effective
     on conflict do nothing`,
    [JSON.stringify(described), tenantId ?? null, model.roles.map(({ alias }) => alias)],
  )
}

/**
 * Stores what the grants of a tenant's roles edit of the descriptors, in the transaction that changed them. Edits of the
 * platform apply to the roles of every tenant that has not edited the same.
 */
export async function storeGrantEdits(queries: Queries, model: Model, tenantId: string): Promise<void> {
  if (model.roles.length === 0) return
  const rows = await run(
    queries,
    `select r.role_alias as alias, array(
       select g.code from engine_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id) as codes
     from blade_role r where r.tenant_id = $1::text and r.is_built_in and r.is_deleted = 0`,
    [tenantId],
  )
  const overlays = (await overlaysOf(queries, [tenantId, platformTenant])).filter(
    one => one.kind === kind && one.property.startsWith(grantPrefix),
  )
  const platform = tenantId === platformTenant ? [] : overlays.filter(one => one.tenantId === platformTenant)
  const edits = rows.flatMap(({ alias, codes }) => {
    const role = model.roles.find(one => one.alias === alias)
    return role ? editsOf(model, role, new Set(codes as readonly string[]), platform, tenantId) : []
  })
  const isKept = (one: Overlay) => edits.some(({ path, property }) => path === one.path && property === one.property)
  await deleteOverlays(
    queries,
    overlays.filter(one => one.tenantId === tenantId && !isKept(one)),
  )
  await storeOverlays(queries, edits)
  if (tenantId === platformTenant) await applyGrants(queries, model)
}

/** The codes, as grants contain them, that a role has or lacks in contrast to the descriptors with the edits of the platform. */
function editsOf(
  model: Model,
  { alias, codes }: DeclaredRole,
  granted: ReadonlySet<string>,
  platform: readonly Overlay[],
  tenantId: string,
): readonly TenantOverlay[] {
  const described = new Set(codes.map(code => storedCode(model, code)))
  const lower = new Set(described)
  for (const { path, property, value } of platform) {
    if (path !== alias) continue
    const code = property.slice(grantPrefix.length)
    if (value === true) lower.add(code)
    else lower.delete(code)
  }
  return [...new Set([...granted, ...lower])]
    .filter(code => granted.has(code) !== lower.has(code))
    .map(code => ({
      ...{ tenantId, kind, path: alias, property: grantProperty(code) },
      ...{ value: granted.has(code), replaced: described.has(code) },
    }))
}

/** Deletes the edits of a role's grants in the tenant, if the guard allows the actor to grant what it then has. */
export async function resetGrants(
  { ctx, queries }: Pick<Work, 'ctx' | 'queries'>,
  { id, alias }: { readonly id: string; readonly alias: string },
): Promise<void> {
  const { tenantId } = ctx.actor
  await assureGrants(queries, ctx, [id], [])
  const own = await overlaysOf(queries, [tenantId])
  await deleteOverlays(
    queries,
    own.filter(one => one.kind === kind && one.path === alias && one.property.startsWith(grantPrefix)),
  )
  await applyGrants(queries, ctx.model, tenantId === platformTenant ? undefined : tenantId)
  const codes = await run(
    queries,
    'select code from engine_grant where tenant_id = $1::text and role_id = $2::bigint',
    [tenantId, id],
  )
  await assureGrants(
    queries,
    ctx,
    [id],
    codes.flatMap(({ code }) => presentCode(ctx.model, String(code)) ?? []),
  )
}
