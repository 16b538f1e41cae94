import { resourceOf } from '../../../model/names.ts'
import { demand } from '../../auth/access.ts'
import { grantsOf, setGrants } from '../../auth/grants.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { storeGrantEdits } from '../../store/shipped-roles.ts'
import { assureNames, type BladeParts, bodyRecordOf, idListOf, idsOf, someIdsOf } from './blade-parts.ts'
import { codesByIds, codesInTree, grantedIds } from './grant-tree.ts'

const path = '/api/blade-system'

const grantNames = ['roleIds', 'menuIds', 'dataScopeIds', 'apiScopeIds']

const withoutScopes = {
  zh: '没有可授予的数据权限和接口权限，请在角色里选择数据范围',
  en: 'There are no scopes to grant: choose the data scope in the role',
}

/** The rights of a role: `role/grant` sets them by ids of entries and buttons, `menu/role-tree-keys` returns them. */
export function roleCalls(app: App, parts: BladeParts): void {
  app.post(`${path}/role/grant`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, 'bladeRole'), 'edit')
    const { roleIds, menuIds, dataScopeIds, apiScopeIds, ...others } = bodyRecordOf(request)
    assureNames({ ...others, ...(request.query as object) }, grantNames)
    for (const [name, ids] of Object.entries({ dataScopeIds, apiScopeIds }))
      if (idListOf(ids ?? [], name).length > 0) throw refuse.input({ [name]: withoutScopes })
    const [roles, codes] = [someIdsOf(roleIds, 'roleIds'), codesByIds(ctx.model, idListOf(menuIds ?? [], 'menuIds'))]
    const { tenantId } = ctx.actor
    const shown = codesInTree(ctx)
    await parts.database.transaction(async queries => {
      await lockRoles(queries, tenantId, roles)
      for (const role of roles) {
        // Of a list without a menu entry, or of a menu that the actor does not see.
        const others = (await grantsOf(queries, tenantId, [role])).filter(code => !shown.has(code))
        await setGrants(queries, ctx, [role], [...codes, ...others])
      }
      await takeFromChildren(queries, tenantId, roles)
      await storeGrantEdits(queries, ctx.model, tenantId)
    })
    parts.authenticator.forget()
    return doneWithMessage(success, request.language)
  })
  app.get(`${path}/menu/role-tree-keys`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, 'bladeRole'), 'view')
    const codes = await grantsOf(parts.database.kysely, ctx.actor.tenantId, idsOf(request, 'roleIds'))
    return done({ menu: grantedIds(ctx, new Set(codes)), dataScope: [], apiScope: [] }, request.language)
  })
}

async function lockRoles(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<void> {
  const { rows } = await execute(
    queries,
    sql`
    select id from blade_role
    where tenant_id = ${tenantId} and id = any(${[...roleIds]}::bigint[]) and is_deleted = 0
    for update`,
  )
  if (rows.length !== new Set(roleIds).size || rows.length === 0) throw refuse.notFound({ zh: '角色', en: 'role' })
}

/** Removes rights from descendants of roles: a role never has more rights than its parent. */
async function takeFromChildren(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<void> {
  await execute(
    queries,
    sql`
    with recursive below as (
      select id, parent_id as under from blade_role
      where tenant_id = ${tenantId} and parent_id = any(${[...roleIds]}::bigint[]) and is_deleted = 0
      union
      select r.id, b.under from blade_role r join below b on r.parent_id = b.id
      where r.tenant_id = ${tenantId} and r.is_deleted = 0
    )
    delete from engine_grant g using below b
    where g.tenant_id = ${tenantId} and g.role_id = b.id and not exists (
      select from engine_grant u where u.tenant_id = g.tenant_id and u.role_id = b.under and u.code = g.code)`,
  )
}
