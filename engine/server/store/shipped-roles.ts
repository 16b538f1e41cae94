import { roleResource } from '../../model/account-resources.ts'
import { storedCode } from '../../model/code-ids.ts'
import type { DataScope, Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { grantProperty } from '../../record/overlays.ts'
import { platformTenant } from '../auth/actor.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { applyGrants } from './grant-edits.ts'
import { insertInitial, planInitial, updateInitial } from './initial-rows.ts'
import { storeOverlays } from './overlay-table.ts'
import { type Work, workOn } from './work.ts'

const kind = 'role'
const titleProperty = 'title.zh'
const scopeProperty = 'dataScope'

/**
 * Brings the roles of the descriptors to every tenant: a missing row is added, a row that users added with the alias
 * becomes the one of the descriptors and keeps its title, data scope and further codes as edits; these follow the
 * descriptors where no edit applies. `inTenant` is the operator's work in a tenant.
 */
export async function synchroniseRoles(
  queries: Queries,
  model: Model,
  inTenant: (tenantId: string) => Work,
): Promise<void> {
  if (model.roles.length === 0) return
  await addMissingRoles(queries, model, inTenant)
  await applyGrants(queries, model)
}

/** Adds the roles of the descriptors to tenants that lack one, such as new ones. */
export async function addMissingRoles(
  queries: Queries,
  model: Model,
  inTenant: (tenantId: string) => Work,
): Promise<void> {
  if (model.roles.length === 0) return
  const tenantIds = new Set((await outdatedRoles(queries, model)).map(({ tenantId }) => tenantId))
  for (const tenantId of tenantIds) {
    const work = inTenant(tenantId)
    await work.transaction(inside => addRoles(workOn(work, inside)))
  }
}

/** Writes the missing and outdated roles of the tenant of the work, in its transaction. */
export async function addRoles(work: Work): Promise<void> {
  const { ctx, queries } = work
  const { model, actor } = ctx
  if (model.roles.length === 0) return
  // Another process may do the same.
  await run(queries, 'select 1 from blade_tenant where tenant_id = $1::text for no key update', [actor.tenantId])
  for (const row of await outdatedRoles(queries, model, actor.tenantId)) {
    if (row.id === null) await addRole(work, row)
    else if (!row.isBuiltIn) await adopt(work, { ...row, id: row.id })
    else
      await updateInitial(work, resourceOf(model, roleResource), [row.id], {
        roleName: row.title,
        dataScope: row.dataScope,
      })
  }
  await applyGrants(queries, model, actor.tenantId)
}

/** A role of the descriptors whose row in a tenant is missing, added by users, or has another title or data scope. */
interface OutdatedRole {
  readonly tenantId: string
  readonly alias: string
  readonly title: string
  readonly dataScope: DataScope
  readonly id: string | null
  readonly name: string | null
  readonly storedScope: DataScope | null
  readonly isBuiltIn: boolean
}

async function outdatedRoles(queries: Queries, model: Model, tenantId?: string): Promise<readonly OutdatedRole[]> {
  const declared = model.roles.map(({ alias, title, dataScope }) => ({ alias, title: title.zh, dataScope }))
  const edited = (
    tenant: string,
    property: string,
  ) => `(select o.value #>> '{}' from engine_overlay o where o.tenant_id = ${tenant}
    and o.kind = '${kind}' and o.path = d.alias and o.property = '${property}')`
  const effective = (property: string, column: string) =>
    `coalesce(${edited('t.tenant_id', property)}, ${edited(`'${platformTenant}'`, property)}, d."${column}") as "${column}"`
  const rows = await run(
    queries,
    `select * from (
       select t.tenant_id as "tenantId", d.alias, ${effective(titleProperty, 'title')},
         ${effective(scopeProperty, 'dataScope')}, r.id::text as id, r.role_name as name, r.data_scope as "storedScope", coalesce(r.is_built_in, false) as "isBuiltIn"
       from (select distinct tenant_id from blade_tenant where is_deleted = 0 and ($2::text is null or tenant_id = $2::text)) t
       cross join jsonb_to_recordset($1::text::jsonb) as d(alias text, title text, "dataScope" text)
       left join blade_role r on r.tenant_id = t.tenant_id and r.role_alias = d.alias and r.is_deleted = 0
     ) roles where id is null or not "isBuiltIn" or name is distinct from title
       or "storedScope" is distinct from "dataScope" order by "tenantId", alias`,
    [JSON.stringify(declared), tenantId ?? null],
  )
  return rows as unknown as OutdatedRole[]
}

async function addRole(work: Work, { alias, title, dataScope }: OutdatedRole): Promise<void> {
  const { ctx, queries } = work
  const resource = resourceOf(ctx.model, roleResource)
  const rows = await run(queries, 'select id::text as id from blade_role where tenant_id = $1::text', [
    ctx.actor.tenantId,
  ])
  const taken = new Set(rows.map(({ id }) => String(id)))
  // Users of a removed role of this alias keep its id, and do not get the rights of the new one.
  let id = idOfCode(`role ${alias}`)
  for (let n = 2; taken.has(id); n++) id = idOfCode(`role ${alias} ${n}`)
  const sort = 10 + ctx.model.roles.findIndex(one => one.alias === alias)
  const values = { roleName: title, roleAlias: alias, dataScope, sort, isBuiltIn: true }
  await insertInitial(work, resource, [await planInitial(work, resource, { id, values })])
}

/** What a row that users added has besides the descriptors is an edit. */
async function adopt(work: Work, role: OutdatedRole & { readonly id: string }): Promise<void> {
  const { ctx, queries } = work
  const { id, alias, name, title, dataScope } = role
  const { tenantId } = ctx.actor
  const storedScope = role.storedScope ?? 'all'
  await updateInitial(work, resourceOf(ctx.model, roleResource), [id], {
    isBuiltIn: true,
    dataScope: storedScope,
  })
  const described = ctx.model.roles.find(one => one.alias === alias)
  const granted = await run(
    queries,
    'select code from engine_grant where tenant_id = $1::text and role_id = $2::bigint',
    [tenantId, id],
  )
  const own = new Set(described?.codes.map(code => storedCode(ctx.model, code)))
  const further = granted.map(({ code }) => String(code)).filter(code => !own.has(code))
  const at = { tenantId, kind, path: alias } as const
  await storeOverlays(queries, [
    ...further.map(code => ({ ...at, property: grantProperty(code), value: true, replaced: false })),
    ...(name === title ? [] : [{ ...at, property: titleProperty, value: name, replaced: title }]),
    ...(storedScope === dataScope ? [] : [{ ...at, property: scopeProperty, value: storedScope, replaced: dataScope }]),
  ])
}
