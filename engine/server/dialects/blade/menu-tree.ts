import type { Bilingual, Language, Resource, WebPage } from '../../../model/model.ts'
import { codeOf } from '../../../model/names.ts'
import { codeTitles } from '../../../model/permissions.ts'
import { userSteps } from '../../../model/steps.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { type GroupItem, type MenuItem, menuItemsFor } from '../../http/menu-items.ts'
import { allowedOperations } from '../../http/model-index.ts'
import { idOfCode } from '../../storage/derived-id.ts'
import { partsOf } from '../../store/referring.ts'

/** A menu entry or a button in the platform's format. */
export interface MenuNode {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly alias: string
  readonly path: string
  readonly source: string
  readonly sort: number
  /** 1 for an entry, 2 for a button. */
  readonly category: 1 | 2
  /** The position of a button: 0 none, 1 above the table, 2 in a row. */
  readonly action: 0 | 1 | 2
  /** 2 for an entry that opens a new window. */
  readonly isOpen: 1 | 2
  readonly hasChildren?: true
  /** Never empty: clients treat a leaf with an empty list as a branch and drop it. */
  readonly children?: readonly MenuNode[]
}

/**
 * The menu of an actor, from the Model and the actor's rights: groups, their entries and the buttons there. A top menu
 * is not part of it; with its id, only the groups under it are.
 */
export function menuFor(ctx: RequestContext, topMenuId = '', hidden?: 'hidden too'): MenuNode[] {
  const isChosen = ({ group }: GroupItem) => topMenuId === '' || idOfCode(group.key) === topMenuId
  const items = menuItemsFor(ctx, undefined, hidden).flatMap(item => {
    if (item.kind === 'group' && item.group.top) {
      if (!isChosen(item)) return []
      return topMenuId === '' ? item.items.filter(({ place }) => !place) : item.items
    }
    // The client has a start page of its own.
    const isStart = item.kind === 'page' && item.page.path === '/'
    return topMenuId === '' && !isStart ? [item] : []
  })
  return items.map(item => nodeOf(ctx, item, '0'))
}

/** The top menus of an actor. */
export const topMenusFor = (ctx: RequestContext) =>
  menuItemsFor(ctx).flatMap((item, index) => {
    if (item.kind !== 'group' || !item.group.top) return []
    const { key, title, icon } = item.group
    const { tenantId } = ctx.actor
    return [{ id: idOfCode(key), tenantId, code: key, name: title[ctx.language], source: icon, sort: index + 1 }]
  })

function nodeOf(ctx: RequestContext, item: MenuItem, parentId: string): MenuNode {
  const { place, ...itself } = item
  if (!place) return ownNode(ctx, item, parentId)
  const { icon, order } = place.menu
  return { ...ownNode(ctx, itself, parentId), name: place.title[ctx.language], source: icon, sort: order }
}

function ownNode(ctx: RequestContext, item: MenuItem, parentId: string): MenuNode {
  const { language } = ctx
  switch (item.kind) {
    case 'group': {
      const { key, title, icon, order } = item.group
      const id = idOfCode(key)
      const node = entry(id, parentId, key, title, `/${key}`, icon, order, language)
      return withChildren(
        node,
        item.items.map(inner => nodeOf(ctx, inner, id)),
      )
    }
    case 'resource':
      return resourceNode(ctx, item.resource, parentId)
    case 'page':
      return pageNode(item.page, parentId, language)
  }
}

/** The id of a page's menu entry: its key may be that of a group or a resource. */
export const idOfPage = ({ key }: Pick<WebPage, 'key'>): string => idOfCode(`page ${key}`)

/** The client embeds an entry whose path is an address of another site, or opens it in a new window. */
function pageNode(page: WebPage, parentId: string, language: Language): MenuNode {
  const { key, title, path, link, frame, menu } = page
  const node = entry(idOfPage(page), parentId, key, title, link ?? path, menu?.icon ?? '', menu?.order ?? 0, language)
  return link !== undefined && frame === 'bare' ? { ...node, isOpen: 2 } : node
}

/** The entries without their buttons. */
export const withoutButtons = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.map(({ children = [], hasChildren: _, ...node }) =>
    withChildren(node, withoutButtons(children.filter(({ category }) => category === 1))),
  )

function resourceNode(ctx: RequestContext, resource: Resource, groupId: string): MenuNode {
  const { language } = ctx
  const id = idOfCode(resource.code)
  const { icon = '', order = 0 } = resource.menu ?? {}
  const node = entry(id, groupId, resource.code, resource.titles, resource.path, icon, order, language)
  return withChildren(node, buttonsIn(ctx, resource))
}

/** The buttons of a resource's entry that the actor may use, those of steps of its lines last. */
export function buttonsIn(ctx: RequestContext, resource: Resource): MenuNode[] {
  const own = allowedOperations(ctx, resource).map(name => [resource, name] as const)
  const ofLines = partsOf(ctx.model, resource).flatMap(({ resource: lines }) =>
    userSteps(lines).flatMap(({ name }) => (accessTo(ctx, lines, name).allowed ? [[lines, name] as const] : [])),
  )
  return [...own, ...ofLines].map(([of, name], index) =>
    button(of, name, idOfCode(resource.code), index + 1, ctx.language),
  )
}

function button(resource: Resource, name: string, parentId: string, sort: number, language: Language): MenuNode {
  const code = codeOf(resource, name)
  const title = codeTitles(resource).get(code) ?? { zh: name, en: name }
  const node = entry(idOfCode(code), parentId, code, title, `${resource.path}/${name}`, '', sort, language)
  const isAbove = name === 'add' || name === 'import' || name === 'export'
  return { ...node, alias: name, category: 2, action: isAbove ? 1 : 2 }
}

function entry(
  id: string,
  parentId: string,
  code: string,
  title: Bilingual,
  path: string,
  source: string,
  sort: number,
  language: Language,
): MenuNode {
  const name = title[language]
  return { id, parentId, code, name, alias: code, path, source, sort, category: 1, action: 0, isOpen: 1 }
}

const withChildren = (node: MenuNode, children: readonly MenuNode[]): MenuNode =>
  children.length > 0 ? { ...node, hasChildren: true, children } : node
