import { faultWordings } from '../../../fields/fault.ts'
import { userResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { addressBlock } from '../../auth/address-block.ts'
import { parameterValue } from '../../auth/parameter-value.ts'
import { randomPassword } from '../../auth/password.ts'
import type { Contexts } from '../../auth/request-context.ts'
import { readTicket } from '../../auth/ticket.ts'
import { sql } from '../../database/fragment.ts'
import { execute, runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { createRateLimiter } from '../../http/rate-limiter.ts'
import { isTenantOpen } from '../../services/accounts/accounts.ts'
import type { EngineHandlers } from '../../store/action.ts'
import { save } from '../../store/save.ts'
import { type BladeParts, parameter } from './blade-parts.ts'

const [resource, reason] = ['bladeRegistration', 'registration']
/** Registrations per minute of one address, and those that may wait in a tenant. */
const [maxPerMinute, maxWaiting] = [5, 1000]

/** Whether visitors may ask for an account. */
export const mayRegister = async (
  ...where: [Parameters<typeof parameterValue>[0], Parameters<typeof parameterValue>[1]]
) => (await parameterValue(...where, 'account.registerUser')) === 'true'

/** Registers a visitor, whose account an administrator approves. It does not tell which accounts exist. */
export function registrationCalls(
  app: App,
  parts: BladeParts & { readonly contexts: Contexts; readonly secret: Uint8Array },
): void {
  const { database, store, contexts, secret } = parts
  const limiter = createRateLimiter(maxPerMinute)
  app.post('/api/blade-user/register-guest', { config: { open: true } }, async request => {
    const [tenantId, name, account, password, oauthId] = ['tenantId', 'name', 'account', 'password', 'oauthId'].map(
      one => parameter(request, one),
    ) as [string, string, string, string, string]
    if (tenantId === '') throw refuse.input({ tenantId: faultWordings['account.no-tenant']() })
    if (account === '') throw refuse.input({ account: faultWordings['account.no-name']() })
    if (password === '') throw refuse.input({ password: faultWordings['account.no-password']() })
    const seconds = limiter.take(addressBlock(request.ip), 1)
    if (seconds > 0) throw refuse.tooMany(seconds)
    const ctx = contexts.system(tenantId, reason, request.id, request.language)
    const queries = database.reserved.kysely
    if (!(await mayRegister(queries, ctx.model))) throw refuse.forbidden({ zh: '账号注册', en: 'Registration' })
    if (!(await isTenantOpen(database.reserved, tenantId, ctx.clock.now)))
      throw refuse.input({ tenantId: noSuchTenant })
    const identity = oauthId === '' ? undefined : await readTicket(secret, 'identity', oauthId, ctx.clock.now)
    if (oauthId !== '' && identity?.['tid'] !== tenantId) throw refuse.input({ oauthId: noIdentity })
    const waiting = await execute(
      queries,
      sql`select 1 from blade_registration where tenant_id = ${tenantId} and registration_state = 'waiting' limit ${maxWaiting}`,
    )
    if (waiting.rows.length >= maxWaiting) throw refuse.tooMany(3600)
    const given = { name: name || account.slice(0, 20), account, password, ...(identity && { oauthId: identity.sub }) }
    await store.save(ctx, resource, given)
    return done(null, request.language)
  })
}

/** The step that adds the account of a registration, with the rights that the approving user may give. */
export const registrationHandlers: EngineHandlers = {
  [resource]: {
    async approve({ record, context: { work, queries } }) {
      const { id, account, name, roleId, deptId } = (record ?? {}) as Row
      const realName = [...String(name)].length > 1 ? name : String(account).slice(0, 20)
      const values = { account, name, realName, roleId, deptId, password: randomPassword() }
      const digestOf = sql`select password from blade_registration where id = ${String(id)}::bigint`
      const [{ password: digest } = {}] = await runAll(queries, digestOf)
      // The registration has the digest of the visitor's password alone.
      const inside = digest ? { ...work, hashPassword: async () => String(digest) } : work
      const user = await save(
        { ...inside, ctx: work.ctx.unasked(), typed: false },
        resourceOf(work.ctx.model, userResource),
        values,
      )
      return { userId: String(user['id']), password: null }
    },
  },
}

const noSuchTenant = { zh: '租户信息错误!', en: 'Unknown tenant' }
const noIdentity = {
  zh: '第三方登陆信息错误!',
  en: 'The sign-in at the provider has expired. Please sign in there again.',
}
