import { type Bilingual, type MenuGroup, type Model, operations, type Permission, type Resource } from './model.ts'
import { codeOf, codesOf, codesOfPages } from './names.ts'
import { perModel } from './per-model.ts'
import { permissionTitles } from './permission-titles.ts'
import { stepsOf } from './steps.ts'

/** What the permission codes of a resource are called there, by code. */
export function codeTitles(resource: Resource): ReadonlyMap<string, Bilingual> {
  const named = [...stepsOf(resource), ...resource.binds].map(({ name, title }) => [name, title] as const)
  return new Map([
    ...resource.queries.flatMap(({ code, title }) => (code === undefined ? [] : [[code, title] as const])),
    ...operations.map(operation => [codeOf(resource, operation), permissionTitles[operation]] as const),
    ...named.map(([name, title]) => [codeOf(resource, name), title] as const),
  ])
}

/**
 * The permission codes of the app as a tree: the groups of the menu, in them resources and pages, and the codes of each
 * resource and its lines. Resources without a menu entry are in a group of their own, the last one.
 */
export const permissionsOf = (model: Model): readonly Permission[] =>
  model.permissions ?? trees(model, '', () => treeOf(model))

const trees = perModel<readonly Permission[]>()

/** The codes below a part of the tree, in its order; of a code itself. */
export const codesBelow = ({ id, children }: Permission): readonly string[] => children?.flatMap(codesBelow) ?? [id]

const paths = perModel<ReadonlyMap<string, readonly Permission[]>>()

/** Each part of the tree with those around it, from the top down, by id. */
export const permissionPaths = (model: Model): ReadonlyMap<string, readonly Permission[]> =>
  paths(model, '', () => {
    const within = (list: readonly Permission[], around: readonly Permission[]): [string, readonly Permission[]][] =>
      list.flatMap(one => [[one.id, [...around, one]], ...within(one.children ?? [], [...around, one])])
    return new Map(within(permissionsOf(model), []))
  })

/** A code with its resource: `角色：编辑`. A code that nothing declares is shown itself. */
export function permissionTitle(model: Model, code: string): Bilingual {
  const [title, of] = permissionPaths(model).get(code)?.toReversed() ?? []
  if (!title || !of) return title?.title ?? { zh: code, en: code }
  return { zh: `${of.title.zh}：${title.title.zh}`, en: `${of.title.en}: ${title.title.en}` }
}

interface Positioned {
  readonly part: Permission
  readonly under: string | undefined
  readonly order: number
}

function treeOf(model: Model): readonly Permission[] {
  const parts = [...Object.values(model.resources).flatMap(one => ofResource(model, one)), ...ofPages(model)]
  const below = (key: string | undefined): readonly Permission[] =>
    [...model.menus.filter(({ under }) => under === key).flatMap(group => ofGroup(group, below(group.key))), ...parts]
      .filter(({ under }) => under === key)
      .toSorted((one, other) => one.order - other.order)
      .map(({ part }) => part)
  return [...below(undefined), ...grouped('others', { zh: '不在菜单里', en: 'Not in the menu' }, below(outside))]
}

/** The group of what is not in the menu: no group has this key. */
const outside = '-'

const grouped = (key: string, title: Bilingual, children: readonly Permission[]): Permission[] =>
  children.length === 0 ? [] : [{ id: `group/${key}`, title, children }]

const ofGroup = ({ key, title, under, order }: MenuGroup, children: readonly Permission[]): Positioned[] =>
  grouped(key, title, children).map(part => ({ part, under, order }))

function ofResource({ resources }: Model, resource: Resource): Positioned[] {
  if (resource.partOf) return []
  const lines = Object.values(resources).filter(({ partOf }) => partOf?.resource === resource.name)
  const children = [resource, ...lines].flatMap(one => {
    const titles = codeTitles(one)
    return codesOf(one).map(id => ({ id, title: titles.get(id) ?? { zh: id, en: id } }))
  })
  if (children.length === 0) return []
  const { name, titles, menu } = resource
  return [
    {
      part: { id: `resource/${name}`, title: titles, children },
      under: menu?.under ?? outside,
      order: menu?.order ?? 0,
    },
  ]
}

const ofPages = (model: Model): Positioned[] =>
  codesOfPages(model).map(id => {
    const { title = { zh: id, en: id }, menu } = model.pages.find(({ code }) => code === id) ?? {}
    return { part: { id, title }, under: menu ? menu.under : outside, order: menu?.order ?? 0 }
  })
