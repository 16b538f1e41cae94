import { userResource } from '../../model/account-resources.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { run } from '../database/run.ts'
import type { Catalogue } from './catalogue.ts'
import { both, type ChangeDraft } from './change.ts'
import { literal } from './sql-text.ts'

/**
 * The changes of the roles that the descriptors declared: aliases that are renamed, and roles that are no longer
 * declared. The removal of a role that users have waits for confirmation, because they would lose its rights.
 */
export async function changesOfRoles(
  queries: Queries,
  { tables }: Pick<Catalogue, 'tables'>,
  model: Model,
): Promise<ChangeDraft[]> {
  const roles = tables.find(({ name }) => name === 'blade_role')
  if (!roles?.columns.some(({ name }) => name === 'is_built_in')) return []
  const rows = await run(
    queries,
    'select distinct role_alias as alias from blade_role where is_built_in and is_deleted = 0 order by 1',
    [],
  )
  const stored = rows.map(({ alias }) => String(alias))
  const renames = model.roles.flatMap(({ alias, renamedFrom = [] }) => renamedFrom.map(from => ({ from, to: alias })))
  const known = new Set([...model.roles.map(({ alias }) => alias), ...renames.map(({ from }) => from)])
  return [
    ...renames.filter(({ from }) => stored.includes(from)).map(renamed),
    ...stored.filter(alias => !known.has(alias)).map(removed),
  ]
}

const roleOf = (alias: string) => `r.role_alias = ${literal(alias)} and r.is_built_in and r.is_deleted = 0`

/** Users keep the role, whose row keeps its id. One by the new alias, which a tenant has already, is kept. */
function renamed({ from, to }: { readonly from: string; readonly to: string }): ChangeDraft {
  const isFree = (table: string, columns: string, condition: string) =>
    `not exists (select from ${table} n where (${columns}) = (${columns.replaceAll('n.', 'o.')}) and ${condition})`
  const role = `o.role_alias = ${literal(from)} and o.is_built_in and o.is_deleted = 0 and ${isFree('blade_role', 'n.tenant_id', `n.role_alias = ${literal(to)} and n.is_deleted = 0`)}`
  const edit = `o.kind = 'role' and o.path = ${literal(from)} and ${isFree('engine_overlay', 'n.tenant_id, n.kind, n.property', `n.path = ${literal(to)}`)}`
  return {
    phase: 'names',
    mark: 'rename',
    onlyIfAny: true,
    what: both(`角色 ${from} 的别名改为 ${to}`, `Rename the role ${from} to ${to}.`),
    counting: { table: 'blade_role', sql: `select count(*) as count from blade_role o where ${role}` },
    statements: [
      `update blade_role o set role_alias = ${literal(to)}, version = version + 1 where ${role}`,
      `update engine_overlay o set path = ${literal(to)} where ${edit}`,
      `update engine_stamp set n = n + 1 where topic = 'overlays'`,
    ],
  }
}

/** Its row is deleted with its grants. Users refer to the deleted row, and a later role of the alias has another id. */
function removed(alias: string): ChangeDraft {
  const users = `from blade_user u where u.is_deleted = 0 and exists (
    select from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id) and ${roleOf(alias)})`
  const counting = {
    table: 'blade_user',
    sql: `select count(*) as count ${users}`,
    rows: { resource: userResource, sql: `select u.tenant_id, u.id ${users}` },
  }
  return {
    phase: 'names',
    mark: 'additive',
    losing: { name: `drop:role.${alias}`, mark: 'breaks-rows' },
    what: both(
      `删除 roles.yaml 不再声明的角色 ${alias}，拥有它的用户失去它的权限，提到它的访问规则也不再限制他们的其他角色`,
      `Delete the role ${alias}, which roles.yaml no longer declares; its users lose its rights, and access rules that name it no longer restrict their other roles.`,
    ),
    counting,
    statements: [
      `delete from engine_grant g using blade_role r where g.tenant_id = r.tenant_id and g.role_id = r.id and ${roleOf(alias)}`,
      `update blade_role r set is_deleted = 1, version = version + 1 where ${roleOf(alias)}`,
    ],
  }
}
