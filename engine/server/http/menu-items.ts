import type { Menu, MenuGroup, Resource, WebPage } from '../../model/model.ts'
import { mayOpen } from '../auth/page-access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { viewable } from './model-index.ts'

/** A group, a list or a page in the menu. */
export type MenuItem = GroupItem | ResourceItem | PageItem

export interface GroupItem {
  readonly kind: 'group'
  readonly group: MenuGroup
  readonly items: readonly MenuItem[]
}

export interface ResourceItem {
  readonly kind: 'resource'
  readonly resource: Resource
}

export interface PageItem {
  readonly kind: 'page'
  readonly page: WebPage
}

/** Selects the lists that a menu contains. */
export type ListFilter = (resource: Resource) => boolean

/**
 * The menu of a user: the groups that the user's roles see, and in them the lists and pages that the user may open and
 * that `menus` of the roles contains, in order. Empty groups are left out, and hidden parts unless they are wanted too. Every menu, of the web and of the
 * dialects, is made from it.
 */
export function menuItemsFor(
  ctx: RequestContext,
  isListed: ListFilter = () => true,
  hidden: 'hidden too' | 'shown' = 'shown',
): readonly MenuItem[] {
  const { groups, leaves } = partsOf(ctx, isListed, part => hidden === 'hidden too' || !part.hidden)
  const below = (key: string | undefined): readonly MenuItem[] =>
    [
      ...groups.filter(({ under }) => under === key).map(group => groupItem(group, below(group.key))),
      ...leaves.filter(({ under }) => under === key),
    ]
      .filter(({ item }) => item.kind !== 'group' || item.items.length > 0)
      .sort((one, other) => one.order - other.order || (one.name < other.name ? -1 : 1))
      .map(({ item }) => item)
  return below(undefined)
}

interface Positioned {
  readonly item: MenuItem
  readonly under: string | undefined
  readonly order: number
  /** Decides between equal orders. */
  readonly name: string
}

const groupItem = (group: MenuGroup, items: readonly MenuItem[]): Positioned => ({
  item: { kind: 'group', group, items },
  under: group.under,
  order: group.order,
  name: group.key,
})

function partsOf(ctx: RequestContext, isListed: ListFilter, isShown: (part: Pick<Menu, 'hidden'>) => boolean) {
  const { model, actor } = ctx
  const seesGroup = (group: MenuGroup) => {
    const { roles } = group
    const isForActor = roles === undefined || actor.administrator || roles.some(role => actor.roles.includes(role))
    return isForActor && isShown(group)
  }
  const isInMenus = menusOf(ctx)
  const lists = viewable(ctx).flatMap((resource): Positioned[] => {
    const { menu, name } = resource
    if (!menu || !isShown(menu) || !isListed(resource) || !isInMenus([name, idOfCode(resource.code)], menu.under))
      return []
    return [{ item: { kind: 'resource', resource }, under: menu.under, order: menu.order, name }]
  })
  const pages = model.pages.flatMap((page): Positioned[] => {
    const { menu, key } = page
    if (!menu || !isShown(menu) || !mayOpen(ctx, page) || !isInMenus([key, idOfCode(`page ${key}`)], menu.under))
      return []
    return [{ item: { kind: 'page', page }, under: menu.under, order: menu.order, name: key }]
  })
  return { groups: model.menus.filter(seesGroup), leaves: [...lists, ...pages] }
}

/**
 * Whether `menus` of one of the user's roles contains an entry, by its name or its id, or a group around it, or one of
 * them has no `menus`.
 */
function menusOf({ model, actor }: RequestContext): (names: readonly string[], under: string | undefined) => boolean {
  const ofRoles = actor.roleRights.map(
    ({ alias, menus }) => model.roles.find(role => role.alias === alias)?.menus ?? menus,
  )
  if (actor.administrator || ofRoles.length === 0 || ofRoles.includes(undefined)) return () => true
  const names = new Set(ofRoles.flat())
  const isListed = (name: string | undefined): boolean =>
    name !== undefined &&
    (names.has(name) || names.has(idOfCode(name)) || isListed(model.menus.find(({ key }) => key === name)?.under))
  return (own, under) => own.some(name => names.has(name)) || isListed(under)
}

/** The resources of a menu, in its order. */
export const resourcesOfMenu = (items: readonly MenuItem[]): Resource[] =>
  items.flatMap(item => {
    if (item.kind === 'group') return resourcesOfMenu(item.items)
    return item.kind === 'resource' ? [item.resource] : []
  })
