import type { PackageChange, PackageTenant } from '../../model/access-views.ts'
import { administratorAlias, packageResource } from '../../model/account-resources.ts'
import type { Resource } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { isEnabled } from '../auth/active-session.ts'
import { isInPackage } from '../auth/custom-scope.ts'
import { presentGrants } from '../auth/present-grants.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import type { AccessCallParts } from './access-calls.ts'
import type { App } from './app.ts'

/**
 * `POST /api/engine/access/package` with `{ id, menuId }`: which tenants have a package, and what their users would gain
 * and lose with these menu entries. It changes nothing.
 */
export function packageCalls(app: App, { store, database: { kysely } }: AccessCallParts): void {
  app.post('/api/engine/access/package', { config: { kind: 'read' } }, async request => {
    const { ctx, language } = request
    const { model } = ctx
    const { id, menuId } = knownIn(request.body, ['id', 'menuId'])
    const stored = await store.get(ctx, packageResource, String(id))
    const entries = [menuId ?? []].flat().map(String)
    const rows = await runAll(
      kysely,
      sql`select t.tenant_id as id, t.tenant_name as name, t.expire_time as expires, t.account_number as most,
          (select count(*)::integer from blade_user u where u.tenant_id = t.tenant_id and ${isEnabled}) as users
        from blade_tenant t where t.package_id = ${String(stored['id'])}::bigint and t.is_deleted = 0 order by t.expire_time nulls last, t.id`,
    )
    const tenants = rows as unknown as PackageTenant[]
    const has = (list: unknown, one: Resource) => isInPackage(model, { packageMenus: list as string[] }, one)
    const before = stored['menuId'] ?? []
    const all = Object.values(model.resources).filter(({ menu }) => menu !== undefined)
    const lost = all.filter(one => has(before, one) && !has(entries, one))
    const [row] = await runAll(
      kysely,
      sql`select count(*)::integer as count from blade_user u where u.tenant_id = any(${tenants.map(one => one.id)}::text[]) and ${isEnabled}
        and exists (select from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.is_deleted = 0
          and (r.role_alias = ${administratorAlias} or exists (select from ${presentGrants(model)} g
            where g.tenant_id = r.tenant_id and g.role_id = r.id and g.code = any(${lost.map(one => codeOf(one, 'view'))}::text[]))))`,
    )
    const change: PackageChange = {
      tenants,
      gains: all.filter(one => !has(before, one) && has(entries, one)).map(one => one.titles),
      losses: lost.map(one => one.titles),
      losing: lost.length === 0 ? 0 : Number(row?.['count']),
    }
    return done(change, language)
  })
}
