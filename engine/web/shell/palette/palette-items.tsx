import { FilePlus2, Keyboard, KeyRound, Languages, LogOut, Moon, Palette, Pin, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressOf } from '../../data/addresses.ts'
import type { ModelIndex } from '../../data/model-source.ts'
import type { Visited } from '../../data/pins-and-visits.ts'
import type { KeyNames } from '../../frame/key-names.ts'
import { MenuIcon } from '../../frame/menu-icon.tsx'
import type { FrameDialog } from '../../frame/shell-context.ts'
import type { WordKey } from '../../words/words.ts'
import { menuSectionsOf, otherPages } from '../menu.ts'
import { type MatchedText, matchOf, type PinyinMatch } from './palette-match.ts'
import type { PalettePinyin } from './use-palette-search.ts'

export type PaletteGroup = 'opened' | 'menu' | 'action' | 'record'

/** An entry of the palette: a screen, a record or an action. */
export interface PaletteItem {
  readonly key: string
  readonly group: PaletteGroup
  readonly title: string
  /** Its kind, next to the title. */
  readonly note?: string
  readonly icon: ReactNode
  /** Other texts by which it is found. */
  readonly also?: readonly string[]
  /** Its location, on the right. */
  readonly state?: ReactNode
  /** The equivalent shortcut. */
  readonly keys?: KeyNames
  run(): void
}

/** The actions of the palette's entries. */
export interface PaletteActions {
  go(address: string): void
  open(dialog: FrameDialog): void
  changeLanguage(): void
  isDark: boolean
  changeScheme(): void
  /** The current list, which may be pinned. */
  readonly list?: string
  togglePin(name: string): void
}

interface ItemParts {
  readonly index: ModelIndex
  /** Recently opened records. */
  readonly visits: readonly Visited[]
  readonly language: 'zh' | 'en'
  readonly translate: (key: WordKey, blanks?: Readonly<Record<string, string>>) => string
  readonly actions: PaletteActions
}

// Without a reference to this window, which the other site could navigate.
const openWindow = (address: string) => void window.open(address, '_blank', 'noopener,noreferrer')

/** Every list and page that the user may open, and the global actions. */
export function paletteItems({ index, visits, language, translate, actions }: ItemParts): readonly PaletteItem[] {
  const other = language === 'zh' ? 'en' : 'zh'
  const sections = [...menuSectionsOf(index), { key: 'others', title: undefined, entries: otherPages(index) }]
  const lists = sections.flatMap(section =>
    section.entries.map(
      (entry): PaletteItem => ({
        key: `menu ${entry.key}`,
        group: 'menu',
        title: entry.title[language],
        ...(section.title && { note: section.title[language] }),
        icon: <MenuIcon name={entry.icon} />,
        also: [entry.title[other]],
        run: () => (entry.isExternal ? openWindow(entry.address) : actions.go(entry.address)),
      }),
    ),
  )
  const news = sections
    .flatMap(({ entries }) => entries.flatMap(({ resource }) => resource ?? []))
    .filter(({ may }) => may.includes('add'))
    .map(
      (entry): PaletteItem => ({
        key: `new ${entry.name}`,
        group: 'action',
        title: translate('form.newTitle', { resource: entry.title[language] }),
        icon: <FilePlus2 />,
        also: [entry.title[other]],
        run: () => actions.go(addressOf(entry, 'create')),
      }),
    )
  const act = (key: WordKey, icon: ReactNode, run: () => void, keys?: KeyNames): PaletteItem => ({
    key,
    group: 'action',
    title: translate(key),
    icon,
    run,
    ...(keys !== undefined && { keys }),
  })
  const pins = index.resources
    .filter(({ name }) => name === actions.list)
    .map(entry => ({
      ...act(index.pinned.includes(entry.name) ? 'shell.unpin' : 'shell.pin', <Pin />, () =>
        actions.togglePin(entry.name),
      ),
      title: translate(index.pinned.includes(entry.name) ? 'shell.unpin' : 'shell.pin', {
        name: entry.titles[language],
      }),
    }))
  const opened = visits.flatMap(({ resource, id, name }): PaletteItem[] => {
    const entry = index.resources.find(one => one.name === resource)
    if (!entry) return []
    return [
      {
        key: `record ${resource} ${id}`,
        group: 'opened',
        title: name,
        icon: <MenuIcon name={entry.icon} />,
        run: () => actions.go(addressOf(entry, 'show', id)),
        note: entry.title[language],
      },
    ]
  })
  return [
    ...opened,
    ...lists,
    ...pins,
    act('look.title', <Palette />, () => actions.open('look')),
    act(
      actions.isDark ? 'palette.toLight' : 'palette.toDark',
      actions.isDark ? <Sun /> : <Moon />,
      actions.changeScheme,
    ),
    act('shell.language', <Languages />, actions.changeLanguage),
    act('shortcuts.title', <Keyboard />, () => actions.open('shortcuts'), '?'),
    act('shell.password', <KeyRound />, () => actions.open('password')),
    act('shell.signOut', <LogOut />, () => actions.open('signOut')),
    ...news,
  ]
}

/** An item with the matched characters of its title. */
export interface FoundItem {
  readonly item: PaletteItem
  readonly places: readonly number[]
}

const limitOf: Readonly<Record<PaletteGroup, number>> = { opened: 4, menu: 8, action: 6, record: 40 }

/** The items that match the input, the best first in each group; without input, the first ones in their order. */
export function foundItems(items: readonly PaletteItem[], typed: string, pinyin?: PalettePinyin): readonly FoundItem[] {
  const groups = new Map<PaletteGroup, (FoundItem & { readonly distance: number })[]>()
  for (const item of items) {
    const found =
      typed.trim() === '' ? unasked : answerOf(item, typed, isRecord(item) ? pinyin?.inOrder : pinyin?.inARow)
    if (found) groups.set(item.group, [...(groups.get(item.group) ?? []), { item, ...found }])
  }
  return [...groups].flatMap(([group, found]) =>
    found.sort((one, other) => one.distance - other.distance).slice(0, limitOf[group]),
  )
}

const isRecord = ({ group }: PaletteItem) => group === 'opened' || group === 'record'

const unasked: MatchedText = { places: [], distance: 0 }

function answerOf({ title, also = [] }: PaletteItem, typed: string, pinyin?: PinyinMatch): MatchedText | undefined {
  const shown = matchOf(title, typed, pinyin)
  if (shown) return shown
  return also.some(text => matchOf(text, typed, pinyin)) ? { places: [], distance: 4 } : undefined
}
