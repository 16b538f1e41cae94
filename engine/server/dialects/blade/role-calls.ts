import { sql } from 'kysely'
import type { Model } from '../../../model/model.ts'
import { codesOf, resourceOf } from '../../../model/names.ts'
import { demand } from '../../auth/access.ts'
import { grantsOf, setGrants } from '../../auth/grants.ts'
import type { Queries } from '../../database/database.ts'
import { done, doneWithMessage } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { idOfCode } from '../../storage/derived-id.ts'
import { type BladeParts, bodyRecordOf, idsOf } from './blade-parts.ts'
import { idOfPage } from './menu-tree.ts'

const path = '/api/blade-system'

/** The rights of a role: `role/grant` sets them by ids of entries and buttons, `menu/role-tree-keys` returns them. */
export function roleCalls(app: App, parts: BladeParts): void {
  app.post(`${path}/role/grant`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, 'bladeRole'), 'edit')
    const { roleIds, menuIds } = bodyRecordOf(request)
    const [roles, codes] = [idList(roleIds, 'roleIds'), codesByIds(ctx.model, idList(menuIds ?? [], 'menuIds'))]
    const { tenantId } = ctx.actor
    await parts.database.transaction(async queries => {
      await lockRoles(queries, tenantId, roles)
      await setGrants(queries, ctx, roles, codes)
      await takeFromChildren(queries, tenantId, roles)
    })
    parts.callers.forget()
    return doneWithMessage({ zh: '操作成功', en: 'Success' }, request.language)
  })
  app.get(`${path}/menu/role-tree-keys`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, 'bladeRole'), 'view')
    const codes = await grantsOf(parts.database.kysely, ctx.actor.tenantId, idsOf(request, 'roleIds'))
    return done({ menu: idsByCodes(ctx.model, new Set(codes)), dataScope: [], apiScope: [] }, request.language)
  })
}

function idList(given: unknown, name: string): string[] {
  const list = typeof given === 'string' ? given.split(',').filter(Boolean) : given
  if (Array.isArray(list) && list.length <= 5000 && list.every(isIdOfNode)) {
    return list.map(String)
  }
  throw refuse.input({ [name]: { zh: '编号不正确', en: 'Invalid ID' } })
}

// Ids of derived menus exceed the range of a `bigint` column.
const isIdOfNode = (id: unknown) => (typeof id === 'string' || typeof id === 'number') && /^\d{1,19}$/.test(String(id))

/** The codes of menu ids: of a button its code, of an entry the right to view its resource or page, of a group none. */
function codesByIds(model: Model, ids: readonly string[]): string[] {
  const chosen = new Set(ids)
  const codes = Object.values(model.resources).flatMap(resource =>
    codesOf(resource).filter(
      code => chosen.has(idOfCode(code)) || (code === `${resource.code}_view` && chosen.has(idOfCode(resource.code))),
    ),
  )
  const ofPages = pagesWithCode(model).filter(page => chosen.has(idOfPage(page)))
  return [...new Set([...codes, ...ofPages.map(({ code }) => code)])]
}

function idsByCodes(model: Model, codes: ReadonlySet<string>): string[] {
  const ofResources = Object.values(model.resources).flatMap(resource => {
    const own = codesOf(resource).filter(code => codes.has(code))
    if (own.length === 0) return []
    return [...groupsAbove(model, resource.menu?.under), resource.code, ...own].map(idOfCode)
  })
  const ofPages = pagesWithCode(model)
    .filter(({ code }) => codes.has(code))
    .flatMap(page => [...groupsAbove(model, page.menu?.under).map(idOfCode), idOfPage(page)])
  return [...new Set([...ofResources, ...ofPages])]
}

const pagesWithCode = ({ pages }: Model) => pages.filter(({ code }) => code !== 'signedIn' && code !== 'anyone')

/** The keys of a group and of those that contain it. */
function groupsAbove(model: Pick<Model, 'menus'>, key: string | undefined): string[] {
  if (key === undefined) return []
  return [...groupsAbove(model, model.menus.find(group => group.key === key)?.under), key]
}

async function lockRoles(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select id from blade_role
    where tenant_id = ${tenantId} and id = any(${[...roleIds]}::bigint[]) and is_deleted = 0
    for update`.execute(queries)
  if (rows.length !== new Set(roleIds).size || rows.length === 0) throw refuse.notFound({ zh: '角色', en: 'role' })
}

/** Removes rights from descendants of roles: a role never has more rights than its parent. */
async function takeFromChildren(queries: Queries, tenantId: string, roleIds: readonly string[]): Promise<void> {
  await sql`
    with recursive below as (
      select id, parent_id as under from blade_role
      where tenant_id = ${tenantId} and parent_id = any(${[...roleIds]}::bigint[]) and is_deleted = 0
      union
      select r.id, b.under from blade_role r join below b on r.parent_id = b.id
      where r.tenant_id = ${tenantId} and r.is_deleted = 0
    )
    delete from engine_grant g using below b
    where g.tenant_id = ${tenantId} and g.role_id = b.id and not exists (
      select from engine_grant u where u.tenant_id = g.tenant_id and u.role_id = b.under and u.code = g.code)`.execute(
    queries,
  )
}
