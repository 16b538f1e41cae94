import { administratorAlias } from '../../model/account-resources.ts'
import type { DataScope, Model } from '../../model/model.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { type CustomScope, platformTenant, type RoleRights } from './actor.ts'
import { scopesSql } from './custom-scope.ts'
import { presentGrants } from './present-grants.ts'

/** The roles of a user or a service token, and what the tenant limits. */
export interface GrantRow {
  readonly packageMenus: readonly string[] | null
  /** All API scopes of the tenant. */
  readonly apiScopes: readonly (readonly [id: string, path: string])[]
  readonly roles: readonly RoleRow[]
}

export interface RoleRow {
  readonly id: string
  readonly alias: string
  readonly name: string
  readonly codes: readonly string[]
  readonly dataScope: DataScope
  readonly menus: readonly string[] | null
  readonly scopes: readonly CustomScope[]
  readonly apiScopes: readonly string[]
  /** The values of each declared field that expressions read. */
  readonly fields: readonly (readonly string[])[]
}

/** The columns of `GrantRow` for a row of the table `u`, whose roles `r` are those of the condition. */
export const grantsSql = (model: Model, isRole: Fragment, fields: Fragment = word('')): Fragment => sql`
      (select p.menu_id::text[] from blade_tenant t join blade_tenant_package p on p.id = t.package_id and p.is_deleted = 0
        where t.tenant_id = u.tenant_id and t.tenant_id <> ${platformTenant} and t.is_deleted = 0) as "packageMenus",
      coalesce((select jsonb_agg(jsonb_build_array(a.id::text, a.scope_path)) from blade_api_scope a
        where a.tenant_id = u.tenant_id and a.is_deleted = 0), '[]') as "apiScopes",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id::text, 'alias', r.role_alias, 'name', r.role_name, 'dataScope', coalesce(r.data_scope, 'all'),
          'menus', r.menus::text[], 'scopes', ${scopesSql}, 'apiScopes', coalesce(r.api_scopes::text[], '{}'), 'fields', jsonb_build_array(${fields}), 'codes', array(
          select g.code from ${presentGrants(model)} g where g.tenant_id = r.tenant_id and g.role_id = r.id
        )) order by r.sort, r.id)
        from blade_role r where r.tenant_id = u.tenant_id and ${isRole} and r.is_deleted = 0), '[]') as roles`

/** What each of the roles grants to an actor. */
export const roleRightsOf = (roles: readonly RoleRow[]): RoleRights[] =>
  roles.map(({ alias, codes, dataScope, menus, scopes }) => ({
    alias,
    codes: new Set(codes),
    dataScope,
    ...(menus && { menus }),
    ...(scopes.length > 0 && { scopes }),
  }))

/** The paths that API scopes name, without those of which one of the roles has one. Administrators have all. */
export function closedTo({ apiScopes }: GrantRow, roles: readonly RoleRow[]): readonly string[] {
  if (apiScopes.length === 0 || roles.some(({ alias }) => alias === administratorAlias)) return []
  const own = new Set(roles.flatMap(role => role.apiScopes))
  const open = new Set(apiScopes.flatMap(([id, path]) => (own.has(id) ? [path] : [])))
  return apiScopes.flatMap(([, path]) => (open.has(path) ? [] : [path]))
}
