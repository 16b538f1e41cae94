import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { StateGlyph } from '../../components/state-glyph.tsx'
import { addressOf } from '../../data/addresses.ts'
import { useEngine } from '../../data/engine-context.ts'
import { usePins, useVisits } from '../../data/pins-and-visits.ts'
import { useModelIndex } from '../../data/resource-part.ts'
import { useChoices } from '../../data/use-choices.ts'
import { useRoutes } from '../../data/use-routes.ts'
import { KeysShown } from '../../frame/keys-shown.tsx'
import { MenuIcon } from '../../frame/menu-icon.tsx'
import { useShell } from '../../frame/shell-context.ts'
import { pageNameOf } from '../../frame/tab-model.ts'
import { useLanguage, useLocalized, useTranslation } from '../../words/i18n.ts'
import { useLanguageChange } from '../use-language-change.ts'
import { type FoundItem, foundItems, type PaletteItem, paletteItems } from './palette-items.tsx'
import { markedPartsOf, matchOf } from './palette-match.ts'
import { useFoundRecords, usePalettePinyin } from './use-palette-search.ts'
import './palette.css'

interface CommandPaletteProps {
  /** Returns the input typed before the field had the focus, once. */
  takeTyped(): string
  onClose(): void
}

/** A search for lists, actions and records of all lists. */
export function CommandPalette({ takeTyped, onClose }: CommandPaletteProps) {
  const translate = useTranslation()
  const id = useId()
  const { isPhone } = useShell()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { all, isAsking, isFailed } = usePaletteItems(typed)
  const current = Math.min(chosen, all.length - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is scrolled into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const choose = (found: FoundItem | undefined) => {
    if (!found) return
    onClose()
    found.item.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey } = event
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, PageDown: current + 8, PageUp: current - 8 }[key]
    if (next !== undefined) setChosen(stepTo(key, next, all.length))
    else if (key === 'Enter') choose(all[current])
    else if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) onClose()
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth={false}
      fullScreen={isPhone}
      slotProps={{ paper: { className: 'palette', 'aria-label': translate('palette.title') } }}
    >
      <div className="palette-field divided row gap-12 fixed h-56 pr-16 pl-20 py-0-phone pr-8-phone pl-16-phone">
        <Search className="fixed muted" aria-hidden />
        <input
          className="grow ink"
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={all[current] && `${id}-${current}`}
          aria-label={translate('palette.hint')}
          placeholder={translate('palette.hint')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={() => {
            // The buffered input precedes the current one.
            const before = takeTyped()
            if (before) setTyped(now => before + now)
          }}
          onKeyDown={press}
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(0)
          }}
        />
        {isPhone ? (
          <IconButton aria-label={translate('shell.close')} onClick={onClose}>
            <X />
          </IconButton>
        ) : (
          <KeysShown keys="esc" />
        )}
      </div>
      <div
        className="palette-list min-h-0 px-8 y-scroll thin-bar fills-line"
        id={`${id}-list`}
        role="listbox"
        aria-label={translate('palette.title')}
        ref={list}
      >
        {grouped(all).map(({ group, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of its own
          <div key={group} role="group" aria-label={translate(`palette.${group}`)}>
            <p className="quiet size-12 medium" aria-hidden="true">
              {translate(`palette.${group}`)}
            </p>
            {items.map(({ found, at }) => (
              <Choice
                key={found.item.key}
                id={`${id}-${at}`}
                found={found}
                isChosen={at === current}
                onPoint={() => setChosen(at)}
                onChoose={() => choose(found)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-status quiet size-13 px-20" role="status">
        {isFailed && translate('palette.failed')}
        {!isFailed && all.length === 0 && translate(isAsking ? 'palette.asking' : 'palette.nothing')}
        {all.length > 0 && <span className="unseen">{translate('palette.count', { smart_count: all.length })}</span>}
      </p>
      {!isPhone && (
        <div className="ruled sunken row gap-16 fixed muted size-12 px-20 h-40">
          <span>
            <KeysShown keys="up" /> <KeysShown keys="down" /> {translate('palette.choose')}
          </span>
          <span>
            <KeysShown keys="enter" /> {translate('palette.go')}
          </span>
          <span className="push">{translate('palette.pinyin')}</span>
        </div>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly found: FoundItem
  readonly isChosen: boolean
  onPoint(): void
  onChoose(): void
}

function Choice({ id, found: { item, places }, isChosen, onPoint, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field, which keeps the focus, handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text field refers to it by aria-activedescendant
    <div
      className="row gap-12"
      id={id}
      role="option"
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <span className="palette-icon grid fixed quiet" aria-hidden="true">
        {item.icon}
      </span>
      <span className="palette-title truncate">
        {markedPartsOf(item.title, places).map(({ text, isMarked }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
          isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
      {item.note && <span className="palette-note quiet size-13 truncate">{item.note}</span>}
      {item.state}
      {item.keys && <KeysShown keys={item.keys} />}
    </div>
  )
}

/**
 * Everything that can be selected now, in display order. Records come last: they arrive late, and shift nothing.
 */
function usePaletteItems(typed: string) {
  const index = useModelIndex()
  const localized = useLocalized()
  const translate = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const { open } = useShell()
  const { preferences } = useEngine()
  const { scheme } = useChoices(preferences)
  const changeLanguage = useLanguageChange()
  const pinyin = usePalettePinyin()
  const { pathname } = useLocation()
  const routes = useRoutes()
  const { toggle } = usePins()
  const visits = useVisits({ atOnce: true })
  const { data, isAsking, isFailed } = useFoundRecords(typed)
  const items = useMemo(() => {
    const isDark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    const actions = {
      go: (address: string) => void navigate(address),
      open,
      changeLanguage,
      isDark,
      list: pageNameOf(pathname, routes).name,
      togglePin: toggle,
      changeScheme: () => preferences.write({ scheme: isDark ? 'light' : 'dark' }),
    }
    return index ? paletteItems({ index, visits, language, translate, actions }) : []
  }, [
    index,
    language,
    translate,
    navigate,
    open,
    changeLanguage,
    scheme,
    preferences,
    pathname,
    routes,
    toggle,
    visits,
  ])
  const records = (data?.found ?? []).flatMap(({ resource, records }) => {
    const entry = index?.resources.find(one => one.name === resource)
    return records.map(({ id, name, ownerName = '', path = [], state }): FoundItem => {
      const way = path.map(step => step.name).join(' / ')
      const note = [entry ? localized(entry.title) : '', ownerName, way].filter(part => part !== '')
      const item: PaletteItem = {
        key: `record ${resource} ${id}`,
        group: 'record',
        title: name,
        icon: <MenuIcon name={entry?.icon} />,
        run: () => entry && void navigate(addressOf(entry, 'show', id)),
        note: note.join(' · '),
        ...(state && {
          state: (
            <span className="state inline gap-7 nowrap">
              <StateGlyph shape={state.shape} />
              {localized(state.title)}
            </span>
          ),
        }),
      }
      return { item, places: matchOf(name, typed, pinyin?.inOrder)?.places ?? [] }
    })
  })
  const states = new Map(records.map(({ item }) => [item.key, item.state]))
  // Recent records keep their position when the server responds, and appear once.
  const near = foundItems(items, typed, pinyin).map(({ item, places }): FoundItem => {
    const state = states.get(item.key)
    return { item: { ...item, ...(state && { state }) }, places }
  })
  const isNear = ({ item }: FoundItem) => near.some(one => one.item.key === item.key)
  return { all: [...near, ...records.filter(found => !isNear(found))], isAsking, isFailed }
}

function grouped(all: readonly FoundItem[]) {
  const groups: { readonly group: PaletteItem['group']; readonly items: { found: FoundItem; at: number }[] }[] = []
  for (const [at, found] of all.entries()) {
    const { group } = found.item
    const known = groups.find(one => one.group === group)
    if (known) known.items.push({ found, at })
    else groups.push({ group, items: [{ found, at }] })
  }
  return groups
}

/** Single steps wrap around; pages stop at the ends. */
function stepTo(key: string, next: number, count: number): number {
  if (count === 0) return 0
  return key.startsWith('Arrow') ? (next + count) % count : Math.max(0, Math.min(next, count - 1))
}
