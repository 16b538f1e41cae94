import type { Bilingual } from '../../model/model.ts'
import { addressOf } from '../data/addresses.ts'
import type { IndexEntry, IndexMenuGroup, IndexMenuItem, IndexPage, ModelIndex } from '../data/model-source.ts'

/** A group of the menu with its entries. */
export interface MenuBranch {
  readonly kind: 'group'
  readonly key: string
  readonly title: Bilingual
  readonly icon: string
  readonly items: readonly MenuPart[]
}

/** A list or a page in the menu. */
export interface MenuEntry {
  readonly kind: 'entry'
  readonly key: string
  readonly title: Bilingual
  readonly icon: string | undefined
  readonly address: string
  /** It opens in a new window. */
  readonly isExternal: boolean
  /** The resource of a list. */
  readonly resource?: IndexEntry
}

export type MenuPart = MenuBranch | MenuEntry

/** A top-level group with all entries below it; a nested group has the titles of both. */
export interface MenuSection {
  readonly key: string
  readonly title: Bilingual | undefined
  readonly entries: readonly MenuEntry[]
}

/**
 * The menu below one top menu, and the groups without a top menu. Those of the top menu are first: at the end of a long
 * menu, choosing another one would change nothing that is in view.
 */
export function menuOf(index: ModelIndex, topMenu?: string): readonly MenuPart[] {
  const chosen = topMenusOf(index)
    .filter(({ group }) => group === topMenu)
    .flatMap(({ items }) => items.flatMap(item => partOf(index, item)))
  const others = index.menu.flatMap(item => ('group' in item && item.top ? [] : partOf(index, item)))
  return [...others.filter(({ kind }) => kind === 'entry'), ...chosen, ...others.filter(({ kind }) => kind === 'group')]
}

/** The top menus, shown in the top bar. */
export const topMenusOf = ({ menu }: ModelIndex): readonly IndexMenuGroup[] =>
  menu.flatMap(item => ('group' in item && item.top ? [item] : []))

/** The top menu that contains an address. */
export const topMenuAt = (index: ModelIndex, address: string): string | undefined =>
  topMenusOf(index).find(({ items }) =>
    entriesIn(items.flatMap(item => partOf(index, item))).some(entry => isWithin(address, entry.address)),
  )?.group

/** Whether an address is that of an entry or below it. */
export const isWithin = (address: string, entry: string): boolean =>
  address === entry || (entry !== '/' && address.startsWith(`${entry}/`))

/** The pages without a menu entry. Those of visitors are omitted. */
export function otherPages(index: ModelIndex): readonly MenuEntry[] {
  const listed = new Set(entriesIn(index.menu.flatMap(item => partOf(index, item))).map(({ key }) => key))
  return index.pages
    .flatMap(page => (page.anyone || page.path.endsWith('*') ? [] : [pageEntry(page)]))
    .filter(({ key }) => !listed.has(key))
}

/** Every entry of the menu, below any top menu, by the groups that contain it. */
export function menuSectionsOf(index: ModelIndex): readonly MenuSection[] {
  return sectionsOf(index.menu.flatMap(item => partOf(index, item)))
}

function sectionsOf(parts: readonly MenuPart[], above?: { key: string; title: Bilingual }): readonly MenuSection[] {
  const entries = parts.filter(part => part.kind === 'entry')
  const groups = parts.filter(part => part.kind === 'group')
  return [
    ...(entries.length > 0 ? [{ key: above?.key ?? '', title: above?.title, entries }] : []),
    ...groups.flatMap(({ key, title, items }) => sectionsOf(items, { key, title: joined(above?.title, title) })),
  ]
}

const joined = (above: Bilingual | undefined, title: Bilingual): Bilingual =>
  above ? { zh: `${above.zh} / ${title.zh}`, en: `${above.en} / ${title.en}` } : title

/** All entries of a part of the menu. */
export const entriesIn = (parts: readonly MenuPart[]): readonly MenuEntry[] =>
  parts.flatMap(part => (part.kind === 'group' ? entriesIn(part.items) : [part]))

function partOf(index: ModelIndex, item: IndexMenuItem): readonly MenuPart[] {
  if ('group' in item) {
    const items = item.items.flatMap(inner => partOf(index, inner))
    return items.length > 0 ? [{ kind: 'group', key: item.group, title: item.title, icon: item.icon, items }] : []
  }
  if ('resource' in item) {
    const resource = index.resources.find(({ name }) => name === item.resource)
    return resource ? [{ ...listEntry(resource), ...shownAs(item) }] : []
  }
  const page = index.pages.find(({ key }) => key === item.page)
  return page ? [{ ...pageEntry(page), ...shownAs(item) }] : []
}

const shownAs = ({ title, icon }: { readonly title?: Bilingual; readonly icon?: string }) =>
  title ? { title, icon } : {}

function pageEntry({ key, title, icon, path, link, frame }: IndexPage): MenuEntry {
  const isExternal = link !== undefined && frame === 'bare'
  return { kind: 'entry', key: `page-${key}`, title, icon, address: isExternal ? link : path, isExternal }
}

/** The entry of a resource's list. */
export const listEntry = (resource: IndexEntry): MenuEntry => ({
  kind: 'entry',
  key: resource.name,
  title: resource.titles,
  icon: resource.icon,
  address: addressOf(resource, 'list'),
  isExternal: false,
  resource,
})
