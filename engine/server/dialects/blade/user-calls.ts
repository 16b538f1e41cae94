import type { FastifyRequest } from 'fastify'
import type { Language, Model } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { demand } from '../../auth/access.ts'
import { assureUsers } from '../../auth/authority-guard.ts'
import type { Caller } from '../../auth/caller.ts'
import { randomPassword, storedPassword } from '../../auth/password.ts'
import { endSessionsOf } from '../../auth/sessions.ts'
import { clearFailures } from '../../auth/sign-in-lock.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { setPassword } from '../../services/accounts/accounts.ts'
import type { QueryInput } from '../../store/query.ts'
import { type BladeParts, bladeContextOf, bladeSignedInOf, bodyRecordOf, idsOf } from './blade-parts.ts'
import { asUser, fromUser } from './blade-user.ts'

const path = '/api/blade-user'
const success = { zh: '操作成功', en: 'Success' }

/** `/api/blade-user/…`: users in the platform's format, read and written through the guarded store. */
export function userCalls(app: App, parts: BladeParts): void {
  const { store, callers } = parts
  const ok = ({ language }: FastifyRequest) => doneWithMessage(success, language)
  const show = (row: Row, language: Language) => asUser(row, parts.holder.current(), language)

  app.get(`${path}/page`, async request => {
    const { caller } = bladeSignedInOf(request)
    const page = await store.page(caller, 'bladeUser', knownOnly(parts.holder.current(), request.query as QueryInput))
    const records = page.records.map(row => show(row, request.language))
    return done({ ...page, records, pages: Math.ceil(page.total / page.size) }, request.language)
  })
  app.get(`${path}/detail`, async request => {
    const { caller } = bladeSignedInOf(request)
    const [id = ''] = idsOf(request, 'id')
    return done(show(await store.get(caller, 'bladeUser', id), request.language), request.language)
  })
  app.get(`${path}/info`, { config: { anyPassword: true } }, async request => {
    const { caller } = bladeSignedInOf(request)
    return done(
      show(await store.get(asOneself(caller), 'bladeUser', caller.userId), request.language),
      request.language,
    )
  })
  app.post(`${path}/submit`, async request => {
    const { caller } = bladeSignedInOf(request)
    const record = fromUser(bodyRecordOf(request), parts.holder.current())
    const isNew = record['id'] === undefined || record['id'] === null || record['id'] === ''
    if (isNew) await store.save(caller, 'bladeUser', without(record, 'id'))
    else await store.update(caller, 'bladeUser', record)
    return ok(request)
  })
  app.post(`${path}/update`, async request => {
    const { caller } = bladeSignedInOf(request)
    const record = without(fromUser(bodyRecordOf(request), parts.holder.current()), 'password')
    await store.update(caller, 'bladeUser', record)
    return ok(request)
  })
  app.post(`${path}/update-info`, async request => {
    const { caller } = bladeSignedInOf(request)
    const given = fromUser(bodyRecordOf(request), parts.holder.current())
    const own = Object.fromEntries(Object.entries(given).filter(([name]) => ownFields.has(name)))
    await store.update(asOneself(caller), 'bladeUser', { ...own, id: caller.userId })
    return ok(request)
  })
  app.post(`${path}/remove`, async request => {
    const { caller } = bladeSignedInOf(request)
    const ids = idsOf(request, 'ids')
    await store.remove(caller, 'bladeUser', ids)
    return ok(request)
  })
  app.post(`${path}/grant`, async request => {
    const { caller } = bladeSignedInOf(request)
    const [userIds, roleId] = [idsOf(request, 'userIds'), idsOf(request, 'roleIds')]
    for (const id of userIds) await store.update(caller, 'bladeUser', { id, roleId })
    return ok(request)
  })
  app.post(`${path}/reset-password`, async request => {
    const { caller } = bladeSignedInOf(request)
    const users = await editable(parts, caller, idsOf(request, 'userIds'))
    // The platform resets to one default password. This server generates a new one each time and returns it only here.
    const password = randomPassword()
    const ids = users.map(({ id }) => id)
    const work = { ...parts, ctx: bladeContextOf(caller, parts) }
    await setPassword(work, ids, await storedPassword(password), true)
    await endSessionsOf(parts.database.kysely, caller.tenantId, ids, 'password-changed')
    callers.forget()
    return {
      ...doneWithMessage({ zh: `密码已重置为 ${password}`, en: `The new password is ${password}` }, request.language),
      data: { password },
    }
  })
  app.post(`${path}/unlock`, async request => {
    const { caller } = bladeSignedInOf(request)
    const users = await editable(parts, caller, idsOf(request, 'userIds'))
    await clearFailures(
      parts.database,
      caller.tenantId,
      users.map(({ account }) => account),
    )
    return ok(request)
  })
}

const ownFields = new Set(['name', 'realName', 'avatar', 'phone', 'email', 'sex', 'birthday'])

/** The caller with rights limited to the own user record, which every user may read and change. */
const asOneself = (caller: Caller): Caller => ({
  ...caller,
  roles: [],
  ownerIds: [],
  codes: new Set(['user_view', 'user_edit']),
})

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

/** The users with these ids, if the caller may edit all of them. */
async function editable(
  parts: BladeParts,
  caller: Caller,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly account: string }[]> {
  const ctx = bladeContextOf(caller, parts)
  demand(ctx, resourceOf(ctx.model, 'bladeUser'), 'edit')
  const rows = await parts.store.list(caller, 'bladeUser', { id_in: ids.join(',') })
  if (rows.length !== new Set(ids).size) throw refuse.notFound({ zh: '用户', en: 'user' })
  await assureUsers(parts.database.kysely, ctx, ids)
  return rows.map(row => ({ id: String(row['id']), account: String(row['account']) }))
}
