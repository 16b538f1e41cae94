import type { FastifyRequest } from 'fastify'
import { apiScopeResource, dataScopeResource } from '../../../model/account-resources.ts'
import type { Bilingual, Language } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import type { App } from '../../http/app.ts'
import { idOfCode } from '../../storage/derived-id.ts'
import { type BladeParts, parameter } from './blade-parts.ts'
import { grantTree } from './grant-tree.ts'
import { type MenuNode, menuFor, topMenusFor, withoutButtons } from './menu-tree.ts'

const path = '/api/blade-system/menu'

/** The menu and the buttons of the actor. Without a token the response is empty, not an error. */
export function menuCalls(app: App, { store }: BladeParts): void {
  const options = { config: { open: true } } as const
  const answer = (request: FastifyRequest, data: (ctx: RequestContext) => unknown) =>
    done(request.signedIn ? data(request.ctx) : null, request.language)
  app.get(`${path}/routes`, options, request =>
    answer(request, ctx => withoutButtons(menuFor(ctx, parameter(request, 'topMenuId'))).map(withMeta)),
  )
  app.get(`${path}/top-menu`, options, request => answer(request, topMenusFor))
  app.get(`${path}/auth-routes`, options, request => answer(request, () => []))
  app.get(`${path}/buttons`, { config: { anyPassword: true } }, request =>
    answer(request, ctx =>
      menuFor(ctx)
        .flatMap(buttonsOf)
        .map(node => withUserButtons(node, ctx.language)),
    ),
  )
  app.get(`${path}/grant-tree`, async request => {
    if (!request.signedIn) return done(null, request.language)
    const { ctx } = request
    const menu = grantTree(ctx).map(treeNode)
    const scopes = async (resource: string) =>
      accessTo(ctx, resourceOf(ctx.model, resource), 'view').allowed
        ? scopeTree(menu, await store.list(ctx, resource, {}))
        : []
    const trees = { dataScope: await scopes(dataScopeResource), apiScope: await scopes(apiScopeResource) }
    return done({ menu, ...trees }, request.language)
  })
  app.get(`${path}/grant-top-tree`, request =>
    answer(request, ctx => ({ menu: once(withoutButtons(menuFor(ctx))).map(treeNode), dataScope: [], apiScope: [] })),
  )
}

/** With the key by which a client may translate the name. No list of roles: the menu has what the actor may open. */
const withMeta = ({ children, ...node }: MenuNode): object => ({
  ...node,
  meta: { i18n: node.code },
  ...(children && { children: children.map(withMeta) }),
})

/** Each entry once: a second place has the id of what it shows. */
const once = (nodes: readonly MenuNode[], seen = new Set<string>()): MenuNode[] =>
  nodes.flatMap(({ children, hasChildren: _, ...node }) => {
    if (seen.has(node.id)) return []
    seen.add(node.id)
    const inner = once(children ?? [], seen)
    return [inner.length > 0 ? { ...node, hasChildren: true as const, children: inner } : node]
  })

/** The entries with buttons, at any depth. */
const buttonsOf = (node: MenuNode): MenuNode[] => {
  const { children = [] } = node
  return children.some(({ category }) => category === 2) ? [node] : children.flatMap(buttonsOf)
}

/** Buttons of the platform's list of users. Here the right to edit users decides on both. */
const userButtons: Readonly<Record<string, Bilingual>> = {
  role: { zh: '角色配置', en: 'Roles' },
  reset: { zh: '密码重置', en: 'Reset password' },
}

/** The list of users with the buttons that only the platform's clients have. */
function withUserButtons(node: MenuNode, language: Language): MenuNode {
  const edit = node.children?.find(({ code }) => code === 'user_edit')
  if (!edit) return node
  const more = Object.entries(userButtons).map(([alias, title], index) => {
    const code = `user_${alias}`
    const path = `${node.path}/${alias}`
    return { ...edit, id: idOfCode(code), code, alias, name: title[language], path, sort: edit.sort + index + 1 }
  })
  return { ...node, children: [...(node.children ?? []), ...more] }
}

/** A node of the menu as a choice. */
interface TreeNode {
  readonly id: string
  readonly parentId: string
  readonly title: string
  readonly key: string
  readonly value: string
  readonly hasChildren?: true
  readonly children?: readonly TreeNode[]
}

/** The menu entries that have scopes, with these below them. */
function scopeTree(menu: readonly TreeNode[], scopes: readonly Row[]): readonly TreeNode[] {
  const entries = (nodes: readonly TreeNode[]): readonly TreeNode[] =>
    nodes.flatMap(node => [node, ...entries(node.children ?? [])])
  return entries(menu).flatMap(({ id, title, key, value }) => {
    const children = scopes
      .filter(({ menuId }) => menuId === id)
      .map(one => ({
        id: String(one['id']),
        parentId: id,
        title: String(one['scopeName']),
        key: String(one['id']),
        value: String(one['id']),
      }))
    return children.length > 0 ? [{ id, parentId: '0', title, key, value, hasChildren: true as const, children }] : []
  })
}

const treeNode = ({ id, parentId, name, children }: MenuNode): TreeNode => ({
  id,
  parentId,
  title: name,
  key: id,
  value: id,
  ...(children && { hasChildren: true, children: children.map(treeNode) }),
})
