import type { Model, WebPage } from '../../../model/model.ts'
import { codesOf } from '../../../model/names.ts'
import { perModel } from '../../../model/per-model.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { refuse } from '../../errors/refuse.ts'
import { idOfCode } from '../../storage/derived-id.ts'
import { idOfPage, type MenuNode, menuFor } from './menu-tree.ts'

/** The menu of the actor as the tree of a rights dialog: groups, entries and buttons that a permission code decides. */
export function grantTree(ctx: RequestContext): MenuNode[] {
  const codes = codesById(ctx.model)
  const granted = (nodes: readonly MenuNode[]): MenuNode[] =>
    nodes.flatMap(({ children, ...node }) => {
      if (!children) return codes.has(node.id) ? [node] : []
      const inner = granted(children)
      return inner.length > 0 ? [{ ...node, children: inner }] : []
    })
  return granted(menuFor(ctx, '', 'hidden too'))
}

/**
 * The ids of the tree that these codes grant: the buttons, and every branch that is granted whole. A rights dialog checks
 * all that is below a checked node, so that a branch granted in part must not be among them.
 */
export function grantedIds(ctx: RequestContext, granted: ReadonlySet<string>): string[] {
  const codes = codesById(ctx.model)
  const ids: string[] = []
  const isWhole = ({ id, children }: MenuNode): boolean => {
    const whole = children ? children.map(isWhole).every(Boolean) : granted.has(codes.get(id) ?? '')
    if (whole) ids.push(id)
    return whole
  }
  for (const node of grantTree(ctx)) isWhole(node)
  return ids
}

/** The permission codes that the tree of the actor contains. A rights dialog decides on these and no others. */
export function codesInTree(ctx: RequestContext): ReadonlySet<string> {
  const codes = codesById(ctx.model)
  const codesIn = (nodes: readonly MenuNode[]): string[] =>
    nodes.flatMap(({ id, children }) => (children ? codesIn(children) : (codes.get(id) ?? [])))
  return new Set(codesIn(grantTree(ctx)))
}

/** The entries and buttons of the actor's tree that these codes grant, with the groups that contain some, as a list. */
export function grantedMenus(ctx: RequestContext, granted: ReadonlySet<string>): Omit<MenuNode, 'children'>[] {
  const codes = codesById(ctx.model)
  const listed = (nodes: readonly MenuNode[]): Omit<MenuNode, 'children'>[] =>
    nodes.flatMap(({ children, ...node }) => {
      if (!children) return granted.has(codes.get(node.id) ?? '') ? [node] : []
      const inner = listed(children)
      return inner.length > 0 ? [node, ...inner] : []
    })
  return listed(grantTree(ctx))
}

/**
 * The permission codes of menu ids: of a button or a page its code, of an entry the right to view, of a group or an open
 * page none. Refuses an id of none of these.
 */
export function codesByIds(model: Model, ids: readonly string[]): string[] {
  const codes = codesById(model)
  const views = new Map(Object.values(model.resources).map(({ code }) => [idOfCode(code), `${code}_view`]))
  const open = new Set([...model.menus.map(({ key }) => idOfCode(key)), ...model.pages.map(idOfPage)])
  const unknown = ids.find(id => !codes.has(id) && !views.has(id) && !open.has(id))
  if (unknown !== undefined)
    throw refuse.input({ menuIds: { zh: `没有这个菜单：${unknown}`, en: `Unknown menu entry: ${unknown}` } })
  return [...new Set(ids.flatMap(id => codes.get(id) ?? views.get(id) ?? []))]
}

/** The permission code of each button and page, by the id of its node. */
const codesById = (model: Model): ReadonlyMap<string, string> => known(model, '', () => codesByIdIn(model))

const known = perModel<ReadonlyMap<string, string>>()

function codesByIdIn(model: Model): ReadonlyMap<string, string> {
  const ofButtons = Object.values(model.resources).flatMap(resource =>
    codesOf(resource).map(code => [idOfCode(code), code] as const),
  )
  return new Map([...ofButtons, ...model.pages.filter(hasCode).map(page => [idOfPage(page), page.code] as const)])
}

const hasCode = ({ code }: WebPage): boolean => code !== 'signedIn' && code !== 'anyone'
