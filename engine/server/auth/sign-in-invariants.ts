import {
  administratorAlias,
  clientResource,
  roleResource,
  tenantResource,
  userResource,
} from '../../model/account-resources.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import { takenText } from '../../model/unique-sets.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { platformTenant } from './actor.ts'
import type { RowChange } from './authority-guard.ts'
import { webClientGrants, webClientId } from './clients.ts'

/** What a write may have broken: each kind has its own check. */
export interface SignInInvariant {
  readonly kind: 'tenant' | 'client' | 'administrator' | 'accounts' | 'name' | 'tenant-added'
  /** A role that a user had; absent where the administrators' role itself changed. */
  readonly roleId?: string
  /** Of a tenant that was added or restored: the id of its row. */
  readonly rowId?: string
  /** A name that was given to an account or a role. */
  readonly name?: GivenName
}

interface GivenName {
  readonly of: string
  readonly text: string
}

interface UniqueName {
  readonly field: string
  readonly table: Fragment
  readonly folded: Fragment
  readonly title: Bilingual
}

/** The names that are unique without regard to case: for a reader, ADMIN and admin are the same. */
const namesOfSignIn: Readonly<Record<string, UniqueName>> = {
  [userResource]: {
    field: 'account',
    table: sql`blade_user`,
    folded: sql`lower(account)`,
    title: { zh: '账号', en: 'Account' },
  },
  [roleResource]: {
    field: 'roleAlias',
    table: sql`blade_role`,
    folded: sql`lower(role_alias)`,
    title: { zh: '角色别名', en: 'Alias' },
  },
}

/** The names that changes give to accounts and roles. */
export function namesGiven({ name: of }: Resource, changes: readonly RowChange[]): readonly SignInInvariant[] {
  const field = namesOfSignIn[of]?.field
  if (field === undefined) return []
  return changes.flatMap(({ before, after }) => {
    const text = after?.[field]
    return typeof text === 'string' && text !== before?.[field] ? [{ kind: 'name', name: { of, text } } as const] : []
  })
}

/** The invariants that changes of rows may break. A new client breaks none; a new tenant has to be set up. */
export const invariantsOf = (resource: Resource, changes: readonly RowChange[]): readonly SignInInvariant[] => [
  ...accessInvariantsOf(resource, changes),
  ...namesGiven(resource, changes),
]

function accessInvariantsOf({ name }: Resource, changes: readonly RowChange[]): readonly SignInInvariant[] {
  const rows = changes.flatMap(({ before }) => (before ? [before] : []))
  const has = (field: string, value: string) => rows.some(row => row[field] === value)
  if (name === tenantResource)
    return [...(has('tenantId', platformTenant) ? [{ kind: 'tenant' } as const] : []), ...tenantsAdded(changes)]
  if (name === clientResource) return has('clientId', webClientId) ? [{ kind: 'client' }] : []
  if (name === roleResource) return has('roleAlias', administratorAlias) ? [{ kind: 'administrator' }] : []
  if (name !== userResource) return []
  const roleIds = new Set(rows.flatMap(row => [row['roleId'] ?? []].flat().map(String)))
  const isAdded = changes.some(({ before, after }) => before === null && after !== null)
  return [
    ...[...roleIds].map(roleId => ({ kind: 'administrator', roleId }) as const),
    ...(isAdded ? [{ kind: 'accounts' } as const] : []),
  ]
}

const tenantsAdded = (changes: readonly RowChange[]): readonly SignInInvariant[] =>
  changes.flatMap(({ before, after }) =>
    before === null && after ? [{ kind: 'tenant-added', rowId: String(after['id']) } as const] : [],
  )

/**
 * Refuses a transaction after which no administrator could sign in to the management tenant, or after which a tenant
 * has more accounts than its limit. Runs at the end of the transaction that wrote the rows. Transactions that write
 * users or the administrators' role of one tenant are checked one after the other, so that each sees what the others
 * committed.
 */
export async function assureInvariants(
  queries: Queries,
  tenantId: string,
  invariants: readonly SignInInvariant[],
): Promise<void> {
  const has = (kind: SignInInvariant['kind']) => invariants.some(one => one.kind === kind)
  if (has('tenant')) await assureTenant(queries)
  if (has('client')) await assureClient(queries)
  const isOwn = has('administrator') && tenantId === platformTenant
  if (!isOwn && !has('accounts') && !has('name')) return
  const [tenant] = await runAll(
    queries,
    sql`select account_number as "limit" from blade_tenant
      where tenant_id = ${tenantId} order by is_deleted, id for no key update`,
  )
  if (isOwn) await assureAdministrator(queries, invariants)
  if (has('name')) await assureNames(queries, tenantId, invariants)
  if (has('accounts')) await assureAccounts(queries, tenantId, Number(tenant?.['limit'] ?? unlimited))
}

const unlimited = -1

async function assureTenant(queries: Queries): Promise<void> {
  const [tenant] = await runAll(
    queries,
    sql`select expire_time from blade_tenant where tenant_id = ${platformTenant} and is_deleted = 0`,
  )
  if (!tenant)
    throw refuse.conflict('tenant.management', {
      zh: '不可删除管理租户!也不能修改它的编号',
      en: 'The management tenant cannot be deleted, and its ID cannot be changed',
    })
  if (tenant['expire_time'] !== null)
    throw refuse.conflict('tenant.management', {
      zh: '管理租户不能设置过期时间：过期后没有管理员能登录',
      en: 'The management tenant cannot expire: no administrator could sign in',
    })
}

async function assureClient(queries: Queries): Promise<void> {
  const isThere = sql`exists (select from blade_client where client_id = ${webClientId} and is_deleted = 0
    and coalesce(client_secret, '') = '' and authorized_grant_types @> ${webClientGrants}::text[])`
  if (await isTrue(queries, isThere)) return
  const grants = webClientGrants.join(', ')
  throw refuse.conflict('client.web', {
    zh: `网页端使用应用 ${webClientId}：不能删除它，不能设置密钥，授权类型须包含 ${grants}`,
    en: `The web application uses the client ${webClientId}: it cannot be deleted or given a secret, and its grant types must include ${grants}`,
  })
}

/** Other roles and their users are not concerned. */
async function assureAdministrator(queries: Queries, invariants: readonly SignInInvariant[]): Promise<void> {
  const roleIds = invariants.flatMap(({ roleId }) => roleId ?? [])
  const isRoleChanged = invariants.some(({ kind, roleId }) => kind === 'administrator' && roleId === undefined)
  const isConcerned = sql`${isRoleChanged}::boolean or exists (select from blade_role
    where tenant_id = ${platformTenant} and id = any(${roleIds}::bigint[]) and role_alias = ${administratorAlias})`
  const isThere = sql`exists (
    select from blade_user u join blade_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id)
    where u.tenant_id = ${platformTenant} and u.is_deleted = 0 and u.status = 1 and u.disabled_at is null and u.password like ${'$argon2%'}
      and r.role_alias = ${administratorAlias} and r.is_deleted = 0)`
  if (await isTrue(queries, sql`${isThere} or not (${isConcerned})`)) return
  throw refuse.conflict('administrator.last', {
    zh: `管理租户至少要有一个能登录的管理员：启用、设有密码，角色的别名是 ${administratorAlias}`,
    en: `The management tenant needs an administrator who can sign in: enabled, with a password and a role with the alias ${administratorAlias}`,
  })
}

/** Rows that an import has not published yet have their names as well. */
async function assureNames(queries: Queries, tenantId: string, invariants: readonly SignInInvariant[]): Promise<void> {
  for (const [of, { field, table, folded, title }] of Object.entries(namesOfSignIn)) {
    const texts = invariants.flatMap(({ name }) => (name?.of === of ? [name.text.toLowerCase()] : []))
    if (texts.length === 0) continue
    const isRepeated = sql`exists (select from ${table}
      where tenant_id = ${tenantId} and is_deleted in (0, 3) and ${folded} = any(${texts}::text[])
      group by ${folded} having count(*) > 1)`
    if (await isTrue(queries, isRepeated)) throw refuse.duplicate([field], takenText(title))
  }
}

async function assureAccounts(queries: Queries, tenantId: string, limit: number): Promise<void> {
  if (limit === unlimited) return
  const isWithin = sql`(select count(*) from blade_user where tenant_id = ${tenantId} and is_deleted = 0) <= ${limit}::int`
  if (await isTrue(queries, isWithin)) return
  throw refuse.conflict('accounts.limit', {
    zh: `当前租户已到最大账号额度!（${limit}）`,
    en: `The tenant has reached its account limit of ${limit}`,
  })
}

async function isTrue(queries: Queries, condition: Fragment): Promise<boolean> {
  const [row] = await runAll(queries, sql`select ${condition} as "is"`)
  return row?.['is'] === true
}
