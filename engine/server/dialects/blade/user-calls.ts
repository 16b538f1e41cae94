import type { FastifyRequest } from 'fastify'
import type { Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { demand } from '../../auth/access.ts'
import { assureUsers } from '../../auth/authority-guard.ts'
import { randomPassword, storedPassword } from '../../auth/password.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { clearFailures } from '../../auth/sign-in-lock.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { signedInOf } from '../../http/context-of.ts'
import { setPassword } from '../../services/accounts/accounts.ts'
import type { QueryInput } from '../../store/query.ts'
import { type BladeParts, bodyRecordOf, idsOf } from './blade-parts.ts'
import { asUser, fromUser } from './blade-user.ts'

const path = '/api/blade-user'
const success = { zh: '操作成功', en: 'Success' }

/** `/api/blade-user/…`: users in the platform's format, read and written through the guarded store. */
export function userCalls(app: App, parts: BladeParts): void {
  const { store, callers } = parts
  const ok = ({ language }: FastifyRequest) => doneWithMessage(success, language)
  const show = (row: Row, { model, language }: RequestContext) => asUser(row, model, language)

  app.get(`${path}/page`, async request => {
    const { ctx } = request
    const page = await store.page(ctx, 'bladeUser', knownOnly(ctx.model, request.query as QueryInput))
    const records = page.records.map(row => show(row, ctx))
    return done({ ...page, records, pages: Math.ceil(page.total / page.size) }, request.language)
  })
  app.get(`${path}/detail`, async request => {
    const { ctx } = request
    const [id = ''] = idsOf(request, 'id')
    return done(show(await store.get(ctx, 'bladeUser', id), ctx), request.language)
  })
  app.get(`${path}/info`, { config: { anyPassword: true } }, async request => {
    const { ctx } = request
    const { userId } = signedInOf(request).actor
    return done(show(await store.get(ctx.asSystem(ownProfile), 'bladeUser', userId), ctx), request.language)
  })
  app.post(`${path}/submit`, async request => {
    const { ctx } = request
    const record = fromUser(bodyRecordOf(request), ctx.model)
    const isNew = record['id'] === undefined || record['id'] === null || record['id'] === ''
    if (isNew) await store.save(ctx, 'bladeUser', without(record, 'id'))
    else await store.update(ctx, 'bladeUser', record)
    return ok(request)
  })
  app.post(`${path}/update`, async request => {
    const { ctx } = request
    const record = without(fromUser(bodyRecordOf(request), ctx.model), 'password')
    await store.update(ctx, 'bladeUser', record)
    return ok(request)
  })
  app.post(`${path}/update-info`, async request => {
    const { ctx } = request
    const given = fromUser(bodyRecordOf(request), ctx.model)
    const own = Object.fromEntries(Object.entries(given).filter(([name]) => ownFields.has(name)))
    await store.update(ctx.asSystem(ownProfile), 'bladeUser', { ...own, id: signedInOf(request).actor.userId })
    return ok(request)
  })
  app.post(`${path}/remove`, async request => {
    const { ctx } = request
    const ids = idsOf(request, 'ids')
    await store.remove(ctx, 'bladeUser', ids)
    return ok(request)
  })
  app.post(`${path}/grant`, async request => {
    const { ctx } = request
    const [userIds, roleId] = [idsOf(request, 'userIds'), idsOf(request, 'roleIds')]
    for (const id of userIds) await store.update(ctx, 'bladeUser', { id, roleId })
    return ok(request)
  })
  app.post(`${path}/reset-password`, async request => {
    const { ctx } = request
    const users = await editable(parts, ctx, idsOf(request, 'userIds'))
    // The platform resets to one default password. This server generates a new one each time and returns it only here.
    const password = randomPassword()
    const ids = users.map(({ id }) => id)
    const work = { ...parts, ctx }
    await setPassword(work, ids, await storedPassword(password), true)
    await endSessionsOf(parts.database.kysely, ctx.actor.tenantId, ids, 'password-changed')
    callers.forget()
    return {
      ...doneWithMessage({ zh: `密码已重置为 ${password}`, en: `The new password is ${password}` }, request.language),
      data: { password },
    }
  })
  app.post(`${path}/unlock`, async request => {
    const { ctx } = request
    const users = await editable(parts, ctx, idsOf(request, 'userIds'))
    await clearFailures(
      parts.database,
      ctx.actor.tenantId,
      users.map(({ account }) => account),
    )
    return ok(request)
  })
}

const ownFields = new Set(['name', 'realName', 'avatar', 'phone', 'email', 'sex', 'birthday'])

/** Why a user's own record is read and changed without the rights to users: every user may. */
const ownProfile = 'own profile'

/** The platform's clients send unknown names in queries; they are ignored and never reach a statement. */
function knownOnly(model: Model, query: QueryInput): QueryInput {
  const resource = resourceOf(model, 'bladeUser')
  const frame = ['current', 'size', 'ascs', 'descs']
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (frame.includes(name)) return [[name, value]]
      return fieldOf(resource, name)?.column ? [[`${name}_equal`, value]] : []
    }),
  )
}

const without = (record: Row, name: string): Row =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

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
