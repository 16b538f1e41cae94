import { clientResource, tenantResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { platformTenant } from '../../auth/actor.ts'
import { webClientGrants, webClientId } from '../../auth/clients.ts'
import { firstAccount, firstNames } from '../../auth/first-names.ts'
import { randomPassword } from '../../auth/password.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { insertInitial, planInitial } from '../../store/initial-rows.ts'
import { addRoles } from '../../store/shipped-roles.ts'
import { repairAdministrator } from '../../store/tenant-administrator.ts'
import { type Work, workOn } from '../../store/work.ts'

/** An account that was just created. Its password is shown to the operator once. */
export interface NewAccount {
  readonly account: string
  /** Absent where the operator set it. */
  readonly password?: string
  /** Role and name, by which the operator chooses the account. */
  readonly title?: string
}

/**
 * Writes the rows that every installation needs: a tenant, the web's client, the administrator. Returns undefined where
 * they exist.
 */
export async function writeFirstRows(work: Work, adminPassword: string | undefined): Promise<NewAccount | undefined> {
  if (await hasTenant(work.queries)) return undefined
  const password = adminPassword ?? randomPassword()
  const isNew = await work.transaction(async queries => {
    // Two processes may start at once: the second finds the tenant of the first here.
    await execute(queries, sql`lock table blade_tenant in share row exclusive mode`)
    if (await hasTenant(queries)) return false
    await writeTenant(workOn(work, queries), password, adminPassword === undefined)
    return true
  })
  if (!isNew) return undefined
  return { account: firstAccount, ...(adminPassword === undefined && { password }) }
}

async function writeTenant(work: Work, password: string, isDue: boolean): Promise<void> {
  const { organisation, role } = firstNames
  await insertOne(work, tenantResource, { tenantId: platformTenant, tenantName: organisation })
  await insertOne(work, clientResource, {
    clientId: webClientId,
    authorizedGrantTypes: [...webClientGrants, 'social'],
    scope: 'all',
    rotateRefreshToken: true,
  })
  await addRoles(work)
  await repairAdministrator(work, { account: firstAccount, password, organisation, role, isDue, recording: 'initial' })
}

async function hasTenant(queries: Queries): Promise<boolean> {
  const { rows } = await execute(queries, sql`select 1 from blade_tenant limit 1`)
  return rows.length > 0
}

/** Inserts a row of a base resource in the current transaction, and returns its id. */
export async function insertOne(work: Work, name: string, values: Row): Promise<string> {
  const resource = resourceOf(work.ctx.model, name)
  const id = work.ids.next()
  await insertInitial(work, resource, [await planInitial(work, resource, { id, values })])
  return id
}
