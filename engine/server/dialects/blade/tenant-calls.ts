import { randomInt } from 'node:crypto'
import { packageResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { accessTo } from '../../auth/access.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import {
  assureNames,
  assureParameters,
  type BladeParts,
  bodyRecordOf,
  idsOf,
  isSent,
  parameter,
} from './blade-parts.ts'
import { chosen, resourceRequest, submit } from './resource-calls.ts'

const path = '/api/blade-system/tenant'
const tenants = 'bladeTenant'

/** The limits of a tenant that `setting` changes. */
const limits = ['accountNumber', 'expireTime'] as const

/** `tenant/…` that differ from the endpoints of other resources. */
export function tenantCalls(app: App, { database, store }: BladeParts): void {
  // The tenant of a sign-in page, by its domain.
  app.get(`${path}/info`, { config: { open: true } }, async request => {
    const { rows } = await execute(
      database.kysely,
      sql`
      select tenant_id as "tenantId", domain, coalesce(background_url, '') as "backgroundUrl"
      from blade_tenant
      where domain <> '' and domain = ${parameter(request, 'domain')} and is_deleted = 0`,
    )
    return done(rows[0] ?? {}, request.language)
  })
  // The form of users requires a tenant: without the right to tenants, the own one is the only choice.
  app.get(`${path}/select`, async request => {
    const { ctx, language } = request
    const resource = resourceOf(ctx.model, tenants)
    if (accessTo(ctx, resource, 'view').allowed)
      return done(await chosen(resourceRequest(store, resource, request)), language)
    const { tenantId } = ctx.actor
    const { rows } = await execute(
      database.kysely,
      sql`
      select id, tenant_id as "tenantId", tenant_name as "tenantName" from blade_tenant
      where tenant_id = ${tenantId} and is_deleted = 0`,
    )
    return done(rows, language)
  })
  app.get(`${path}/find-by-name`, async request => {
    const asked = resourceRequest(store, resourceOf(request.ctx.model, tenants), request)
    const rows = await store.list(request.ctx, tenants, { tenantName: parameter(request, 'name') })
    return done(rows.map(asked.show), request.language)
  })
  app.post(`${path}/submit`, async request => {
    const asked = resourceRequest(store, resourceOf(request.ctx.model, tenants), request)
    assureNames(request.query as object, [])
    const record = bodyRecordOf(request)
    const isNumbered = isSent(record['id']) || isSent(record['tenantId'])
    const data = await submit(asked, isNumbered ? record : { ...record, tenantId: tenantNumber() })
    return done(data, request.language)
  })
  app.post(`${path}/setting`, async request => {
    // An empty text removes a limit; a parameter that is absent changes nothing.
    const given = request.query as Record<string, unknown>
    assureNames(given, ['ids', ...limits])
    const values = Object.fromEntries(limits.flatMap(name => (name in given ? [[name, given[name] || null]] : [])))
    const ids = new Set(idsOf(request, 'ids'))
    await store.together(request.ctx, tenants, async inside => {
      for (const id of ids) await inside.update(request.ctx, tenants, { id, ...values })
    })
    return doneWithMessage(success, request.language)
  })
  app.get(`${path}/package-detail`, async request => {
    const { ctx, language } = request
    const { packageId } = await store.get(ctx, tenants, parameter(request, 'tenantId'))
    return done(packageId === null ? null : await store.get(ctx, packageResource, String(packageId)), language)
  })
  app.post(`${path}/package-setting`, async request => {
    assureParameters(request, ['tenantId', 'packageId'])
    const packageId = parameter(request, 'packageId') || null
    await store.update(request.ctx, tenants, { id: parameter(request, 'tenantId'), packageId })
    return doneWithMessage(success, request.language)
  })
  app.post(`${path}/datasource`, () => {
    throw refuse.conflict('one-database', {
      zh: '所有租户使用同一个数据库，不能另选数据源',
      en: 'All tenants use one database: a tenant has no data source of its own',
    })
  })
}

/** Clients let the server choose the number. One that exists is refused, and the request can be repeated. */
const tenantNumber = (): string => String(randomInt(100_000, 1_000_000))
