import { typeOf } from '../../../fields/index.ts'
import {
  clientResource,
  departmentResource,
  roleResource,
  tenantResource,
  userResource,
} from '../../../model/account-resources.ts'
import type { Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { platformTenant } from '../../auth/actor.ts'
import { administratorAlias } from '../../auth/authenticator.ts'
import { webClientGrants, webClientId } from '../../auth/clients.ts'
import { firstNames } from '../../auth/first-names.ts'
import { randomPassword, storedPassword } from '../../auth/password.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { assureInvariants } from '../../auth/sign-in-invariants.ts'
import { clearAllFailures } from '../../auth/sign-in-lock.ts'
import type { Database } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { type Row, recordOf, shapeOf } from '../../database/shape.ts'
import { changesBetween, isSame, record } from '../../store/history.ts'
import { initialRecord, insertInitial } from '../../store/initial-rows.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import { columnsSql } from '../../store/select.ts'
import { type Work, workOn } from '../../store/work.ts'
import { updateSql } from '../../store/write-row.ts'

/** What the command prints once. */
export interface RescuedAccount {
  readonly account: string
  readonly password: string
}

/**
 * Makes an administrator who can sign in to the management tenant: restores the tenant, the web client and the
 * administrators' role, and creates or enables the account with a random password, which must be changed at the next
 * sign-in. Other rows and values are left unchanged, invalid ones too. The history has an entry for each change.
 */
export async function rescueAdministrator(
  { work, database }: { readonly work: Work; readonly database: Database },
  account: string,
): Promise<RescuedAccount> {
  const password = randomPassword()
  const digest = await storedPassword(password)
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    await repairSignIn(inside)
    const roleId = await repair(inside, roleResource, sql`t.role_alias = ${administratorAlias}`, () => ({}), {
      roleName: firstNames.role,
      roleAlias: administratorAlias,
    })
    const id = await repairAccount(inside, account, roleId, { password, digest })
    await runAll(
      queries,
      sql`insert into engine_password_due (tenant_id, user_id) values (${platformTenant}, ${id}::bigint)
        on conflict do nothing`,
    )
    await endSessionsOf(queries, platformTenant, [id], 'password-changed')
    await assureInvariants(queries, platformTenant, [{ kind: 'tenant' }, { kind: 'client' }, { kind: 'administrator' }])
  })
  await clearAllFailures(database)
  return { account, password }
}

/** The tenant and the client that a sign-in to the web needs. */
async function repairSignIn(work: Work): Promise<void> {
  await repair(work, tenantResource, sql`t.tenant_id = ${platformTenant}`, () => ({ expireTime: null }), {
    tenantId: platformTenant,
    tenantName: firstNames.organisation,
  })
  const secondsOf = (value: unknown, otherwise: number) => (Number(value) >= 60 ? value : otherwise)
  await repair(
    work,
    clientResource,
    sql`t.client_id = ${webClientId}`,
    client => ({
      clientSecret: null,
      authorizedGrantTypes: united(client['authorizedGrantTypes'], webClientGrants),
      accessTokenValidity: secondsOf(client['accessTokenValidity'], 3600),
      refreshTokenValidity: secondsOf(client['refreshTokenValidity'], 604_800),
    }),
    { clientId: webClientId, authorizedGrantTypes: webClientGrants, scope: 'all' },
  )
}

/** Returns the id of the account. */
async function repairAccount(
  work: Work,
  account: string,
  roleId: string,
  { password, digest }: { readonly password: string; readonly digest: string },
): Promise<string> {
  const name = firstNames.organisation
  const deptId = await repair(work, departmentResource, word('t.is_deleted = 0'), () => ({}), {
    deptName: name,
    fullName: name,
    deptCategory: '1',
  })
  const { administrator } = firstNames
  return repair(
    work,
    userResource,
    sql`t.account = ${account}`,
    user => ({ disabledAt: null, password: digest, roleId: united(user['roleId'], [roleId]) }),
    { account, password, name: administrator, realName: administrator, roleId: [roleId], deptId: [deptId] },
  )
}

/**
 * Restores and enables the first row that fits, with the given values, or creates it. Returns its id. The guards of
 * requests do not apply: a broken invariant must not refuse its own repair.
 */
async function repair(
  work: Work,
  name: string,
  which: Fragment,
  valuesOf: (row: Row) => Row,
  created: Row,
): Promise<string> {
  const resource = resourceOf(work.ctx.model, name)
  const row = await firstRow(work, resource, which)
  if (!row) return create(work, resource, created)
  const { queries, ctx, ids } = work
  const id = String(row['id'])
  const before = { ...recordOf(shapeOf(ctx.model, resource, new Set()), row), ...secretsOf(resource, row) }
  const after = { ...before, ...valuesOf(before) }
  const changed = new Set(Object.keys(after).filter(field => !isSame(before[field] ?? null, after[field] ?? null)))
  const isHidden = Number(row['#mark']) !== 0 || Number(before['status']) !== 1
  if (changed.size === 0 && !isHidden) return id
  const table = word(`"${resource.table}"`)
  await runAll(queries, sql`update ${table} set is_deleted = 0, status = 1 where id = ${id}::bigint`)
  await runAll(queries, updateSql(ctx, resource, [{ id, record: after }], changed))
  await record(queries, ctx, resource, [
    {
      id: ids.next(),
      recordId: id,
      version: Number(before['version']) + 1,
      operation: isHidden ? 'restore' : 'update',
      changes: changesBetween(resource, before, after, changed),
    },
  ])
  return id
}

async function firstRow({ ctx, queries }: Work, resource: Resource, which: Fragment): Promise<Row | undefined> {
  const columns = word(columnsSql(shapeOf(ctx.model, resource, new Set()), 't'))
  const table = word(`"${resource.table}" t`)
  const [row] = await runAll(
    queries,
    sql`select ${columns}, t.is_deleted as "#mark", to_jsonb(t) as "#stored" from ${table}
      where ${which}${ownTenant(ctx, resource)} order by t.is_deleted, t.id limit 1 for update of t`,
  )
  return row
}

/** The stored digests, which records do not contain. */
const secretsOf = ({ fields }: Resource, row: Row): Row => {
  const stored = row['#stored'] as Row
  return Object.fromEntries(
    fields.filter(field => typeOf(field).secret).map(({ name, column }) => [name, stored[String(column)] ?? null]),
  )
}

async function create(work: Work, resource: Resource, values: Row): Promise<string> {
  const { ctx, queries, ids } = work
  const id = ids.next()
  const created = initialRecord(ctx, resource, { id, values })
  // As an initial row, a new account is not refused by the limit of the tenant.
  const [after = {}] = await insertInitial(work, resource, [created])
  const changes = changesBetween(resource, null, after, created.changed)
  await record(queries, ctx, resource, [{ id: ids.next(), recordId: id, version: 1, operation: 'save', changes }])
  return id
}

const united = (stored: unknown, needed: readonly string[]): string[] => [
  ...new Set([...[stored ?? []].flat().map(String), ...needed]),
]
