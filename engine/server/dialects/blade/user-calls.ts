import type { FastifyRequest } from 'fastify'
import { ownProfileFields, userResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { demand } from '../../auth/access.ts'
import { assureUsers } from '../../auth/authority-guard.ts'
import { webClientId } from '../../auth/clients.ts'
import { initialPassword } from '../../auth/initial-password.ts'
import { randomPassword, storedPassword } from '../../auth/password.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { signedInOf } from '../../http/request-parts.ts'
import { setPassword } from '../../services/accounts/accounts.ts'
import { assureNames, assureParameters, type BladeParts, bodyRecordOf, idsOf, parameter } from './blade-parts.ts'
import { fromBladeRecord } from './blade-record.ts'
import { resourceRequest, withoutPassword } from './resource-calls.ts'

const path = '/api/blade-user'

/** `/api/blade-user/…` that differ from the endpoints of other resources: the own user, roles, passwords, locks. */
export function userCalls(app: App, parts: BladeParts): void {
  const { store, authenticator } = parts
  const ok = ({ language }: FastifyRequest) => doneWithMessage(success, language)
  app.get(`${path}/info`, { config: { anyPassword: true, ownAccount: true } }, async request => {
    const { ctx } = request
    const { userId } = signedInOf(request).actor
    const user = await store.get(ctx.asSystem(ownProfile), 'bladeUser', userId)
    return done(resourceRequest(store, resourceOf(ctx.model, 'bladeUser'), request).show(user), request.language)
  })
  app.get(`${path}/user-list`, async request => {
    const { query, show } = resourceRequest(store, resourceOf(request.ctx.model, 'bladeUser'), request)
    return done((await store.list(request.ctx, 'bladeUser', query(true))).map(show), request.language)
  })
  app.get(`${path}/platform-detail`, async request => {
    assureParameters(request, ['id'])
    const [id = ''] = idsOf(request, 'id')
    const { show } = resourceRequest(store, resourceOf(request.ctx.model, userResource), request)
    return done(show(await store.get(request.ctx, userResource, id)), request.language)
  })
  app.post(`${path}/update-platform`, async request => {
    const { ctx } = request
    assureParameters(request, ['userId', 'userType', 'userExt'])
    const [id = ''] = idsOf(request, 'userId')
    const sent = ['userType', 'userExt']
      .map(name => [name, parameter(request, name)])
      .filter(([, value]) => value !== '')
    const record = fromBladeRecord(
      { id, ...Object.fromEntries(sent) },
      resourceOf(ctx.model, userResource),
      ctx,
      'edit',
    )
    await store.update(ctx, userResource, record)
    return ok(request)
  })
  app.post(`${path}/update-info`, { config: { ownAccount: true } }, async request => {
    const { ctx } = request
    const { userId } = signedInOf(request).actor
    const users = resourceOf(ctx.model, userResource)
    assureNames(request.query as object, [])
    const body = bodyRecordOf(request)
    if (String(body['id'] || userId) !== userId) throw refuse.input({ id: messages.ofOthers })
    const sent: Row = { ...withoutPassword(body, users), id: userId }
    const given = fromBladeRecord(sent, users, ctx, 'edit')
    const { show } = resourceRequest(store, users, request)
    const shown = show(await store.get(ctx.asSystem(ownProfile), userResource, userId))
    const others = users.fields.filter(field => given[field.name] !== undefined && !ownProfileFields.has(field.name))
    const changed = others.filter(({ name }) => String(sent[name] ?? '') !== String(shown[name] ?? ''))
    if (changed.length > 0) throw refuse.input(Object.fromEntries(changed.map(({ name }) => [name, messages.ofOthers])))
    const own = Object.entries(given).filter(([name]) => !others.some(field => field.name === name))
    await store.update(ctx.asSystem(ownProfile), userResource, Object.fromEntries(own))
    return ok(request)
  })
  app.post(`${path}/grant`, async request => {
    const { ctx } = request
    assureParameters(request, ['userIds', 'roleIds'])
    const [userIds, roleId] = [idsOf(request, 'userIds'), idsOf(request, 'roleIds')]
    await store.together(ctx, userResource, async inside => {
      for (const id of new Set(userIds)) await inside.update(ctx, userResource, { id, roleId })
    })
    return ok(request)
  })
  app.post(`${path}/reset-password`, async request => {
    const { ctx } = request
    assureParameters(request, ['userIds'])
    const users = await editable(parts, ctx, idsOf(request, 'userIds'))
    const initial = await passwordOfReset(parts, request)
    const password = initial ?? randomPassword()
    const ids = users.map(({ id }) => id)
    const work = { ...parts, ctx }
    await setPassword(work, ids, await storedPassword(password), true)
    await endSessionsOf(parts.database.reserved.kysely, ctx.actor.tenantId, ids, 'password-changed')
    await parts.lock.unlock(
      ctx.actor.tenantId,
      users.map(({ account }) => account),
    )
    authenticator.forget()
    if (initial !== undefined) return ok(request)
    return {
      ...doneWithMessage({ zh: `密码已重置为 ${password}`, en: `The new password is ${password}` }, request.language),
      data: { password },
    }
  })
  app.post(`${path}/unlock`, async request => {
    const { ctx } = request
    assureParameters(request, ['userIds'])
    const users = await editable(parts, ctx, idsOf(request, 'userIds'))
    await parts.lock.unlock(
      ctx.actor.tenantId,
      users.map(({ account }) => account),
    )
    return ok(request)
  })
}

/**
 * The password to which clients reset that do not show a random one, if the operator has set it. A random one is
 * returned only in the response.
 */
async function passwordOfReset({ database }: BladeParts, request: FastifyRequest): Promise<string | undefined> {
  if (signedInOf(request).clientId === webClientId) return undefined
  return initialPassword(database.kysely, request.ctx.model)
}

/** Why a user's own record is read and changed without the rights to users: every user may. */
const ownProfile = 'own-profile'

const messages = {
  ofOthers: {
    zh: '个人信息里不能修改此项，请联系管理员',
    en: 'This is not part of your profile; an administrator can change it',
  },
} as const

/** The users with these ids, if the actor may edit all of them. */
async function editable(
  parts: BladeParts,
  ctx: RequestContext,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly account: string }[]> {
  demand(ctx, resourceOf(ctx.model, 'bladeUser'), 'edit')
  const rows = await parts.store.list(ctx, 'bladeUser', { id_in: ids.join(',') })
  if (rows.length !== new Set(ids).size) throw refuse.notFound({ zh: '用户', en: 'user' })
  await assureUsers(parts.database.kysely, ctx, ids)
  return rows.map(row => ({ id: String(row['id']), account: String(row['account']) }))
}
