import { dataScopes, type Model, type Resource, scopesByWidth } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { hasWhere, viewing, widestScope } from './access-bounds.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft, countingRows, hasTenant } from './change.ts'
import { aliasesOf } from './declared-roles.ts'
import { literal } from './sql-text.ts'
import type { Table } from './table.ts'
import { tablesOf } from './tables-of.ts'

/**
 * Rows that the access rule of a role no longer selects, where the users with the role have a right to view them anyway:
 * a rule, its `where` or its data scope was removed. Another condition is as its author wants it.
 */
export function releasedRows({ tables }: Pick<Catalogue, 'tables'>, model: Model): ChangeDraft[] {
  const isThere = ['blade_user', 'blade_role', 'engine_grant', 'engine_overlay'].every(name =>
    tables.some(one => one.name === name),
  )
  if (!isThere) return []
  const wanted = tablesOf(model)
  return Object.values(model.resources).flatMap(resource => {
    const { name, was = [] } = wanted.find(one => one.name === resource.table) ?? { name: resource.table }
    const found = [name, ...was].flatMap(known => tables.find(one => one.name === known) ?? [])[0]
    const roles = found ? releasedRoles(found, model, resource) : []
    return found && roles.length > 0 ? [released(found, model, resource, roles)] : []
  })
}

/** The former and present aliases of roles that view more rows. */
function releasedRoles({ mark: { bounds = {} } }: Table, model: Model, resource: Resource): string[] {
  return Object.entries(bounds).flatMap(([alias, bound]) => {
    const declared = model.roles.find(one => aliasesOf(one).includes(alias))
    const now = declared?.alias ?? alias
    const rules = viewing(resource, now)
    // A role that rules name, but not for viewing, views nothing.
    if (rules.length === 0 && resource.access.some(({ role }) => role === now)) return []
    const scope = dataScopes.find(one => bound.split(' ').includes(one)) ?? 'all'
    const isWider =
      scopesByWidth.indexOf(widestScope(rules, declared?.dataScope ?? 'all')) > scopesByWidth.indexOf(scope)
    return isWider || (bound.startsWith('where') && !hasWhere(rules)) ? [...new Set([alias, now])] : []
  })
}

function released(found: Table, model: Model, resource: Resource, roles: readonly string[]): ChangeDraft {
  const code = codeOf(resource, 'view')
  const viewers = model.roles.filter(({ codes }) => codes.includes(code)).flatMap(aliasesOf)
  const oneOf = (aliases: readonly string[]) => `array[${aliases.map(literal).join(', ')}]::text[]`
  const edited = `exists (select from engine_overlay o where o.tenant_id in (g.tenant_id, '000000') and o.kind = 'role' and o.path = g.role_alias and o.property = ${literal(`allow.${code}`)} and o.value = 'true'::jsonb)`
  const granted = `exists (select from engine_grant e where e.tenant_id = g.tenant_id and e.role_id = g.id and e.code = ${literal(`${found.mark.code}_view`)})`
  const hasRole = (alias: string, which: string) =>
    `exists (select from blade_role ${alias} where ${alias}.tenant_id = u.tenant_id and ${alias}.id = any(u.role_id) and ${alias}.is_deleted = 0 and ${which})`
  const tenant = hasTenant(found) ? ' and u.tenant_id = mine.tenant_id' : ''
  // Without the rule, each role of a user counts.
  const views = hasRole(
    'g',
    `case when coalesce(g.is_built_in, false) then g.role_alias = any(${oneOf(viewers)}) or ${edited} else ${granted} end`,
  )
  const isNamed = hasRole('r', `r.role_alias = any(${oneOf(roles)})`)
  const listed = [...new Set(roles)]
  return {
    phase: 'names',
    mark: 'additive',
    losing: { name: `visible:${resource.table}`, mark: 'breaks-rows' },
    onlyIfAny: true,
    what: both(
      `角色 ${listed.join('、')} 的访问规则不再限制 ${resource.name} 的记录：拥有它的用户将看到更多`,
      `Show more rows of ${resource.name} to users whom an access rule of their role no longer restricts: ${listed.join(', ')}.`,
    ),
    counting: countingRows(
      found,
      found.name,
      `exists (select from blade_user u where u.is_deleted = 0${tenant} and ${isNamed} and ${views})`,
    ),
    statements: [],
  }
}
