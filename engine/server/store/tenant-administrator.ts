import { administratorAlias, departmentResource, roleResource, userResource } from '../../model/account-resources.ts'
import { firstAccount, firstNames } from '../auth/first-names.ts'
import { initialPassword } from '../auth/initial-password.ts'
import { randomPassword } from '../auth/password.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { assureInvariants, type SignInInvariant } from '../auth/sign-in-invariants.ts'
import { unlock } from '../auth/sign-in-lock.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { EngineHandlers } from './action.ts'
import { repairRow, united } from './repair-row.ts'
import { addRoles } from './shipped-roles.ts'
import type { Work } from './work.ts'

/** The reason of what the server writes into another tenant. */
const reason = 'tenant-setup'

/** An administrator's account, and the names of the department and the role if they do not exist. */
export interface Administrator {
  readonly account: string
  readonly password: string
  readonly organisation: string
  readonly role: string
  /** The password must be changed at the next sign-in. */
  readonly isDue: boolean
  /** The rows of a first start have no history. */
  readonly recording?: 'initial'
}

/**
 * Makes an administrator who can sign in to the tenant of the work: restores or creates the department, the
 * administrators' role and the account, enables the account and sets its password. Returns the id of the account.
 */
export async function repairAdministrator(
  work: Work,
  { account, password, organisation, role, isDue, recording }: Administrator,
): Promise<string> {
  const digest = await work.hashPassword(password)
  const unchanged = () => ({})
  const deptId = await repairRow(
    work,
    departmentResource,
    word('t.is_deleted = 0'),
    unchanged,
    {
      deptName: [...organisation].slice(0, longestDepartment).join(''),
      fullName: organisation,
      deptCategory: '1',
      sort: 1,
    },
    recording,
  )
  const roleId = await repairRow(
    work,
    roleResource,
    sql`t.role_alias = ${administratorAlias}`,
    unchanged,
    { roleName: role, roleAlias: administratorAlias, sort: 1 },
    recording,
  )
  const { administrator } = firstNames
  const id = await repairRow(
    work,
    userResource,
    sql`t.account = ${account}`,
    user => ({ disabledAt: null, password: digest, roleId: united(user['roleId'], [roleId]) }),
    { account, password, name: administrator, realName: administrator, roleId: [roleId], deptId: [deptId] },
    recording,
  )
  if (isDue)
    await runAll(
      work.queries,
      sql`insert into engine_password_due (tenant_id, user_id) values (${work.ctx.actor.tenantId}, ${id}::bigint)
        on conflict do nothing`,
    )
  return id
}

/** The limit of the short name of departments. */
const longestDepartment = 45

/**
 * Sets up tenants that were added or restored, given by the ids of their rows, in the transaction that wrote them: each
 * gets the roles of the descriptors and, if it has none, an administrator. The password is the one that the operator
 * has set for new accounts, else one that no user knows until it is issued.
 */
export async function setUpTenants(work: Work, rowIds: readonly string[]): Promise<void> {
  if (rowIds.length === 0) return
  const { queries, ctx } = work
  const tenants = await runAll(
    queries,
    sql`select t.tenant_id as "tenantId", t.tenant_name as "tenantName", exists (select from blade_tenant o
        where o.tenant_id = t.tenant_id and o.id <> t.id and o.is_deleted <> 0)
        or t.version = 1 and exists (select from engine_audit_chain c where c.tenant_id = t.tenant_id) as "isReused"
      from blade_tenant t where t.id = any(${rowIds}::bigint[]) and t.is_deleted = 0`,
  )
  const initial = await initialPassword(queries, ctx.model)
  for (const tenant of tenants) {
    if (tenant['isReused']) throw refuse.input({ tenantId: reusedNumber })
    await inTenant(work, String(tenant['tenantId']), async inside => {
      await addRoles(inside)
      if (await administratorOf(inside)) return
      await repairAdministrator(inside, administratorWith(tenant, firstAccount, initial ?? randomPassword()))
    })
  }
}

/** What the platform's administrators do in a tenant: `issuePassword` gives its administrator a random password. */
export const tenantHandlers: EngineHandlers = {
  bladeTenant: {
    async issuePassword({ record, input, context: { work, answer } }) {
      const tenant = (record ?? {}) as Row
      const asked = (input as Row)['account']
      const tenantId = String(tenant['tenantId'])
      const password = randomPassword()
      const account = await inTenant(work, tenantId, async inside => {
        const given = typeof asked === 'string' ? asked : undefined
        const name = given ?? (await administratorOf(inside)) ?? firstAccount
        await addRoles(inside)
        const id = await repairAdministrator(inside, administratorWith(tenant, name, password))
        await endSessionsOf(inside.queries, tenantId, [id], 'password-changed')
        if (inside.seal) await unlock(inside.queries, inside.seal, tenantId, [name])
        return name
      })
      answer({ account, password })
      return {}
    },
  },
}

const administratorWith = (tenant: Row, account: string, password: string): Administrator => ({
  account,
  password,
  organisation: String(tenant['tenantName']),
  role: firstNames.administrator,
  isDue: true,
})

/** Runs the server's own work in another tenant, in the current transaction. */
async function inTenant<Result>(work: Work, tenantId: string, run: (inside: Work) => Promise<Result>): Promise<Result> {
  const invariants: SignInInvariant[] = []
  const result = await run({
    ...work,
    ctx: work.ctx.inTenant(tenantId, reason),
    authorityChanged(some = []) {
      work.authorityChanged()
      invariants.push(...some)
    },
  })
  await assureInvariants(work.queries, tenantId, invariants)
  return result
}

/** The account of the tenant's administrator: an enabled one first, then the oldest. */
async function administratorOf({ queries, ctx }: Work): Promise<string | undefined> {
  const { tenantId } = ctx.actor
  const [row] = await runAll(
    queries,
    sql`select u.account from blade_user u join blade_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id)
      where u.tenant_id = ${tenantId} and u.is_deleted = 0 and r.is_deleted = 0 and r.role_alias = ${administratorAlias}
      order by u.disabled_at is not null, u.id limit 1`,
  )
  return row && String(row['account'])
}

const reusedNumber = {
  zh: '已删除的租户有这个编号，它的数据或审计日志仍在：请恢复该租户，或换一个编号',
  en: 'A deleted tenant has this ID, and its data or audit log still exists: restore that tenant, or choose another ID',
}
