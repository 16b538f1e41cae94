import { idOf } from '../../model/ids.ts'
import type { Menu, MenuGroup, MenuPlace, Model, Resource, WebPage } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { describedProperties } from '../../record/overlays.ts'
import { mayOpen } from '../auth/page-access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { viewable } from './model-index.ts'

/** A group, a list or a page in the menu; at a second place it has the title and the icon of that. */
export type MenuItem = (GroupItem | ResourceItem | PageItem) & { readonly place?: MenuPlace }

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
 * that `menus` of the roles contains, in order. Empty groups are left out, and hidden parts unless they are wanted too:
 * then added second places and links are left out, because each right is wanted once. Every menu, of the web and of the dialects, is made
 * from it.
 */
export function menuItemsFor(
  ctx: RequestContext,
  isListed: ListFilter = () => true,
  hidden: 'hidden too' | 'shown' = 'shown',
): readonly MenuItem[] {
  const isWhole = hidden === 'hidden too'
  const { groups, leaves: all } = partsOf(ctx, isListed, part => isWhole || !part.hidden)
  const leaves = isWhole ? all.filter(({ item }) => isDescribed(ctx.model, item)) : all
  const places = isWhole ? [] : (ctx.model.places ?? []).filter(({ menu }) => !menu.hidden)
  const partAt = (of: string): Positioned | undefined => {
    const group = groups.find(({ key }) => `group/${key}` === of)
    // A group around its own second place would have no end.
    return group ? groupItem(group, below(group.key, false)) : leaves.find(({ item }) => nameOf(item) === of)
  }
  const below = (key: string | undefined, withPlaces = true): readonly MenuItem[] =>
    [
      ...groups.filter(({ under }) => under === key).map(group => groupItem(group, below(group.key, withPlaces))),
      ...leaves.filter(({ under }) => under === key),
      ...places.flatMap((place): Positioned[] => {
        const part = withPlaces && place.menu.under === key ? partAt(place.of) : undefined
        return part ? [{ item: { ...part.item, place }, under: key, order: place.menu.order, name: place.key }] : []
      }),
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

const isDescribed = (model: Model, item: MenuItem): boolean =>
  describedProperties(model, 'menu', nameOf(item)) !== undefined

/** The part of the menu that a second place refers to. */
function nameOf(item: MenuItem): string {
  if (item.kind === 'group') return `group/${item.group.key}`
  return item.kind === 'page' ? `page/${item.page.key}` : `resource/${idOf(item.resource)}`
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
    // A list of own rows alone has its place elsewhere.
    if (resource.own && !actor.hasCode(codeOf(resource, 'view'))) return []
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
    if (item.place) return []
    if (item.kind === 'group') return resourcesOfMenu(item.items)
    return item.kind === 'resource' ? [item.resource] : []
  })
