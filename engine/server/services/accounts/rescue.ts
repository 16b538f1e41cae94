import { clientResource, tenantResource, userResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { platformTenant } from '../../auth/actor.ts'
import { recordAct } from '../../auth/audit.ts'
import { webClientGrants, webClientId } from '../../auth/clients.ts'
import { firstNames } from '../../auth/first-names.ts'
import { randomPassword } from '../../auth/password.ts'
import { removeFactors } from '../../auth/second-factor.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { assureInvariants } from '../../auth/sign-in-invariants.ts'
import { clearAllFailures } from '../../auth/sign-in-lock.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { repairRow, united } from '../../store/repair-row.ts'
import { repairAdministrator } from '../../store/tenant-administrator.ts'
import { type Work, workOn } from '../../store/work.ts'

/** What the command prints once. */
export interface RescuedAccount {
  readonly account: string
  readonly password: string
}

/**
 * Makes an administrator who can sign in to the management tenant: restores the tenant, the web client and the
 * administrators' role, and creates or enables the account without its second factor and with a random password, which
 * must be changed at the next sign-in. Other rows and values are left unchanged, invalid ones too. The history has an
 * entry for each change.
 */
export async function rescueAdministrator(
  { work, database }: { readonly work: Work; readonly database: Database },
  account: string,
): Promise<RescuedAccount> {
  const password = randomPassword()
  await work.transaction(async queries => {
    const inside = workOn(work, queries)
    await repairSignIn(inside)
    const { organisation, role } = firstNames
    const id = await repairAdministrator(inside, { account, password, organisation, role, isDue: true })
    await endSessionsOf(queries, platformTenant, [id], 'password-changed')
    await removeFactors(queries, platformTenant, [id])
    const resource = resourceOf(work.ctx.model, userResource)
    await recordAct(queries, work.ctx, { kind: 'elevation', resource, recordId: id, detail: 'rescueCommand' })
    await assureInvariants(queries, platformTenant, [{ kind: 'tenant' }, { kind: 'client' }, { kind: 'administrator' }])
  })
  await clearAllFailures(database)
  return { account, password }
}

/** The tenant and the client that a sign-in to the web needs. */
async function repairSignIn(work: Work): Promise<void> {
  await repairRow(work, tenantResource, sql`t.tenant_id = ${platformTenant}`, () => ({ expireTime: null }), {
    tenantId: platformTenant,
    tenantName: firstNames.organisation,
  })
  const secondsOf = (value: unknown, otherwise: number) => (Number(value) >= 60 ? value : otherwise)
  await repairRow(
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
