import { isGuarded } from '../../model/guard.ts'
import type { DataScope, Model, Resource, WebPage } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { scopeAt } from '../../record/expressions.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import { type Fragment, sql, word } from '../database/fragment.ts'
import { isPerTenant } from '../database/tenancy.ts'
import { refuse } from '../errors/refuse.ts'
import { idOfCode } from '../storage/derived-id.ts'
import type { ActorRights, CustomScope } from './actor.ts'
import { rowsBy } from './expressions.ts'
import type { RequestContext } from './request-context.ts'

/** The custom scopes of a role `r`. */
export const scopesSql = sql`coalesce((select jsonb_agg(jsonb_build_object('id', d.id::text, 'menuId', d.menu_id::text,
  'type', d.scope_type, 'where', d.scope_value)) from blade_data_scope d
  where d.tenant_id = r.tenant_id and d.id = any(r.data_scopes) and d.is_deleted = 0), '[]')`

const types: Readonly<Record<string, DataScope>> = {
  1: 'all',
  2: 'own',
  3: 'department',
  4: 'departmentAndBelow',
}

const byMenu = perModel<ReadonlyMap<string, Resource>>()

/** The resource of a menu entry; undefined for groups and pages. */
export const resourceOfMenu = (model: Model, menuId: string): Resource | undefined =>
  byMenu(model, '', () => new Map(Object.values(model.resources).map(one => [idOfCode(one.code), one]))).get(menuId)

/** The scopes that replace the data scope of a role on a resource: its custom ones there. */
export const scopesOn = <Scope extends Pick<CustomScope, 'menuId'>>(
  scopes: readonly Scope[] | undefined,
  resource: Pick<Resource, 'code'>,
): readonly Scope[] => (scopes ?? []).filter(({ menuId }) => menuId === idOfCode(resource.code))

/** Its data scope, if it is one of these; the rows of one with a condition of its own are `customRows`. */
export const dataScopeOf = ({ type }: CustomScope): DataScope => types[type] ?? 'all'

/**
 * The rows of a scope with a condition of its own; undefined for another type and where scopes do not apply. Where a
 * field that it reads no longer exists, it contains no rows.
 */
export function customRows(
  ctx: RequestContext,
  resource: Resource,
  { type, where }: CustomScope,
): ((alias: string) => Fragment) | undefined {
  if (types[type] !== undefined || !isPerTenant(resource) || isGuarded(resource)) return undefined
  if (where === null || faultOf(ctx.model, resource, where)) return () => word('false')
  return alias => rowsBy(ctx, resource, where, alias)
}

function faultOf(model: Model, resource: Resource, where: string): boolean {
  const compiled = compileExpression(where, scopeAt(model, resource, {}), 'bool')
  return 'fault' in compiled || compiled.expression.reads.some(name => !isStored(resource, name))
}

const isStored = ({ fields }: Resource, name: string) =>
  fields.every(field => field.name !== name || field.column !== undefined)

/** Refuses a scope of a menu entry without rows, and a condition that its resource does not understand, such as SQL. */
export function checkScope(model: Model, row: Readonly<Record<string, unknown>>): void {
  const resource = resourceOfMenu(model, String(row['menuId']))
  if (!resource)
    throw refuse.input({ menuId: { zh: '请选择一个资源的菜单', en: 'Select the menu entry of a resource' } })
  const where = row['scopeValue']
  if (typeof where === 'string' && where !== '' && faultOf(model, resource, where))
    throw refuse.input({
      scopeValue: {
        zh: '条件不正确：写法同描述文件的 where，只能用该资源的字段和 me.',
        en: 'Invalid condition: it is written as `where`, with stored fields of the resource and me.',
      },
    })
}

/** Whether a request is of an endpoint that a scope names: a path, or one that ends with `*`, after a method. */
export function isNamed(scopePath: string, method: string, routedPath: string): boolean {
  const [wanted = '', own] = scopePath.trim().split(/\s+/).reverse()
  if (own !== undefined && own !== (method === 'HEAD' ? 'GET' : method)) return false
  const path = pathOf(routedPath)
  return wanted.endsWith('*') ? path.startsWith(pathOf(wanted).slice(0, -1)) : path === pathOf(wanted)
}

/** A path as the router reads it, to which a slash at the end makes no difference, and without `/api`. */
const pathOf = (path: string): string => path.replace(/^\/api(?=\/)/, '').replace(/\/+$/, '')

/** Whether the package of the actor's tenant contains a part of the menu, by itself or by a group around it. */
export function isInPackage(
  model: Model,
  { packageMenus }: Pick<ActorRights, 'packageMenus'>,
  part: MenuPart,
): boolean {
  if (packageMenus === undefined || part.menu === undefined) return true
  const ids = new Set(packageMenus)
  const isListed = (key: string | undefined): boolean =>
    key !== undefined && (ids.has(idOfCode(key)) || isListed(model.menus.find(one => one.key === key)?.under))
  return ids.has(idOfCode('fields' in part ? part.code : `page ${part.key}`)) || isListed(part.menu.under)
}

type MenuPart = Pick<Resource, 'code' | 'menu' | 'fields'> | Pick<WebPage, 'key' | 'menu'>
