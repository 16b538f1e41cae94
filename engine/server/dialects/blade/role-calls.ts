import { roleResource } from '../../../model/account-resources.ts'
import { resourceOf } from '../../../model/names.ts'
import { demand } from '../../auth/access.ts'
import { grantsOf } from '../../auth/grants.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { done, doneWithMessage, success } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import {
  assureNames,
  assureParameters,
  type BladeParts,
  bodyRecordOf,
  idListOf,
  idsOf,
  someIdsOf,
} from './blade-parts.ts'
import { codesByIds, codesInTree, grantedIds, grantedMenus } from './grant-tree.ts'

const path = '/api/blade-system'
const ofRoles = '/api/blade/v1/bladeRole'

const grantNames = ['roleIds', 'menuIds', 'dataScopeIds', 'apiScopeIds']

/**
 * The rights of a role: `role/grant` and `bindMenu` set them by ids of entries and buttons, `menu/role-tree-keys` returns
 * these ids, and `listByRoleId` the entries and buttons themselves.
 */
export function roleCalls(app: App, { store, database }: BladeParts): void {
  app.post(`${path}/role/grant`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, roleResource), 'edit')
    const { roleIds, menuIds, dataScopeIds, apiScopeIds, ...others } = bodyRecordOf(request)
    assureNames({ ...others, ...(request.query as object) }, grantNames)
    await grant(ctx, roleIds, menuIds ?? [], {
      dataScopes: idListOf(dataScopeIds ?? [], 'dataScopeIds'),
      apiScopes: idListOf(apiScopeIds ?? [], 'apiScopeIds'),
    })
    return doneWithMessage(success, request.language)
  })
  app.post(`${ofRoles}/bindMenu`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, roleResource), 'edit')
    const { roleIds, menuIds, ...others } = bodyRecordOf(request)
    assureNames({ ...others, ...(request.query as object) }, ['roleIds', 'menuIds'])
    await grant(ctx, roleIds, menuIds)
    return done(null, request.language)
  })
  app.get(`${path}/menu/role-tree-keys`, async request => {
    const { ctx } = request
    demand(ctx, resourceOf(ctx.model, roleResource), 'view')
    const ids = idsOf(request, 'roleIds')
    const codes = await grantsOf(database.kysely, ctx, ids)
    const roles = await store.list(ctx, roleResource, { id_in: ids.join(',') })
    const granted = (name: string) => [...new Set(roles.flatMap(role => (role[name] ?? []) as readonly string[]))]
    const scopes = { dataScope: granted('dataScopes'), apiScope: granted('apiScopes') }
    return done({ menu: grantedIds(ctx, new Set(codes)), ...scopes }, request.language)
  })
  app.get(`${ofRoles}/listByRoleId`, async request => {
    const { ctx } = request
    assureParameters(request, ['roleId'])
    const [roleId = '', ...more] = idsOf(request, 'roleId')
    if (more.length > 0) throw refuse.input({ roleId: oneRole })
    const { codes } = await store.get(ctx, roleResource, roleId)
    return done(grantedMenus(ctx, new Set(codes as readonly string[] | null)), request.language)
  })

  async function grant(ctx: RequestContext, roleIds: unknown, menuIds: unknown, scopes: object = {}): Promise<void> {
    const roles = [...new Set(someIdsOf(roleIds, 'roleIds'))].sort()
    const codes = codesByIds(ctx.model, idListOf(menuIds, 'menuIds'))
    const shown = codesInTree(ctx)
    const others = new Map<string, readonly string[]>()
    // Of a list without a menu entry, or of a menu that the actor does not see.
    for (const role of roles)
      others.set(
        role,
        (await grantsOf(database.kysely, ctx, [role])).filter(code => !shown.has(code)),
      )
    await store.together(ctx, roleResource, async inside => {
      for (const id of roles)
        await inside.update(ctx, roleResource, { id, codes: [...codes, ...(others.get(id) ?? [])], ...scopes })
    })
  }
}

const oneRole = { zh: '请选择一个角色', en: 'Please select one role' }
