import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { ChevronRight, Pin, PinOff, Search, X } from 'lucide-react'
import { memo, useEffect } from 'react'
import { useLocation } from 'react-router'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ModelIndex } from '../data/model-source.ts'
import { usePins, useVisits } from '../data/pins-and-visits.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { isTaskList, useTaskCounts } from '../data/task-counts.ts'
import { useChoices } from '../data/use-choices.ts'
import { Mark } from '../frame/mark.tsx'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { LateButtons } from './descriptor-mark-of-editors.tsx'
import { FollowedLinks } from './followed-links.tsx'
import { entriesIn, isWithin, listEntry, type MenuBranch, type MenuEntry, type MenuPart, menuOf } from './menu.ts'
import { PersonMenu } from './person-menu.tsx'
import { SideBarEntry } from './side-bar-entry.tsx'
import { LanguageButton, LookButton } from './top-bar-buttons.tsx'
import { TopMenus } from './top-menus.tsx'

interface SideBarProps {
  readonly isRail: boolean
  /** What the last visit stored: nothing is requested for it. */
  readonly isStored?: boolean
  /** Used where the bar overlays the page. */
  readonly onLeave?: () => void
}

/** The menu as the server returns it: groups with the entries that the user may open. */
export const SideBar = memo(function SideBar({ isRail, isStored = false, onLeave }: SideBarProps) {
  const { open, topMenu } = useShell()
  const index = useModelIndex()
  const translate = useTranslation()
  const localized = useLocalized()
  const parts = index ? withoutPinned(menuOf(index, topMenu), index.pinned) : []
  const ownEntries = parts.filter(part => part.kind === 'entry')
  const groups = parts.filter(part => part.kind === 'group')
  const isLong = entriesIn(groups).length > longMenu
  return (
    <aside className="side-bar stack min-h-0 pb-8 pr-8 pl-12 side-ground">
      <div className="side-bar-brand fixed bold nowrap gap-10 clip px-4 size-15 h-48">
        <Mark size={24} />
        {!isRail && <span className="flex-1 clip ellipsis">{index && localized(index.title)}</span>}
        {onLeave && (
          <IconButton aria-label={translate('shell.close')} onClick={onLeave}>
            <X />
          </IconButton>
        )}
      </div>
      {onLeave && (
        <button
          type="button"
          className="side-bar-search fixed muted gap-10 round-8 hovered mb-4 text-left px-12 h-44"
          onClick={() => open('palette')}
        >
          <Search aria-hidden /> {translate('palette.hint')}
        </button>
      )}
      {onLeave && <TopMenus />}
      <FollowedLinks label={translate('shell.menu')}>
        <ul>
          {ownEntries.map(entry => (
            <Entry key={entry.key} entry={entry} isRail={isRail} isTouch={false} />
          ))}
        </ul>
        {index && index.pinned.length > 0 && <Group group={pinnedGroup(index)} isRail={isRail} isLong={false} />}
        {groups.map(group => (
          <Group key={group.key} group={group} isRail={isRail} isLong={isLong} />
        ))}
        {index && !isRail && !isStored && <RecentEntries index={index} />}
        {index?.resources.length === 0 && !isRail && (
          <p className="text-13 p-8 side-quiet">{translate('shell.noMenuHelp')}</p>
        )}
      </FollowedLinks>
      {onLeave && (
        <footer className="side-bar-foot wrap-phone items-center-phone flex-phone gap-4-phone pt-8-phone pb-0-phone px-0-phone ruled-phone">
          <PersonMenu />
          <LanguageButton />
          <LookButton />
          <LateButtons />
        </footer>
      )}
    </aside>
  )
})

/** The number of entries above which groups are folded, except the one with the page in view. */
const longMenu = 50

/** Whether a group is unfolded. The choice of the user is stored; opening a page of a folded group unfolds it. */
function useUnfolded({ key, items }: MenuBranch, isLong: boolean): readonly [isOpen: boolean, toggle: () => void] {
  const { preferences } = useEngine()
  const chosen = useChoices(preferences).groups[key]
  const { pathname } = useLocation()
  const isInView = entriesIn(items).some(({ address }) => isWithin(pathname, address))
  const choose = (choice: string) => preferences.write({ groups: { ...preferences.read().groups, [key]: choice } })
  useEffect(() => {
    const { [key]: stored, ...others } = preferences.read().groups
    if (isInView && stored === 'folded') preferences.write({ groups: others })
  }, [isInView, key, preferences])
  const isOpen = chosen === undefined ? !isLong || isInView : chosen === 'open'
  return [isOpen, () => choose(isOpen ? 'folded' : 'open')]
}

/** The lists that the user pinned, as a group before the others. */
const pinnedGroup = ({ resources, pinned }: ModelIndex): MenuBranch => ({
  kind: 'group',
  key: 'pinned',
  title: { zh: '收藏', en: 'Pinned' },
  icon: 'pin',
  items: pinned.flatMap(name => resources.filter(resource => resource.name === name).map(listEntry)),
})

/** The menu without pinned lists, which it would contain twice. */
const withoutPinned = (parts: readonly MenuPart[], pinned: readonly string[]): readonly MenuPart[] =>
  parts.flatMap((part): readonly MenuPart[] => {
    if (part.kind === 'entry') return part.resource && pinned.includes(part.resource.name) ? [] : [part]
    const items = withoutPinned(part.items, pinned)
    return items.length > 0 ? [{ ...part, items }] : []
  })

interface GroupProps {
  readonly group: MenuBranch
  readonly isRail: boolean
  readonly isLong: boolean
}

function Group({ group, isRail, isLong }: GroupProps) {
  const localized = useLocalized()
  const [isOpen, toggle] = useUnfolded(group, isLong)
  const isTouch = useMediaQuery('(hover: none)', { noSsr: true })
  const list = `menu-${group.key}`
  // The collapsed bar has no room for titles: the entries of nested groups are listed without them.
  const parts = isRail ? entriesIn(group.items) : group.items
  return (
    <section>
      {isRail ? (
        <hr className="h-1 my-8 mx-4 borderless divider-ground" />
      ) : (
        <h2 className="mt-12 own-font">
          <button type="button" aria-expanded={isOpen} aria-controls={list} onClick={toggle}>
            {localized(group.title)}
            <ChevronRight className="side-bar-chevron" aria-hidden />
          </button>
        </h2>
      )}
      <ul id={list} hidden={!isRail && !isOpen}>
        {(isRail || isOpen) &&
          parts.map(part => <Part key={part.key} part={part} isRail={isRail} isTouch={isTouch} isLong={isLong} />)}
      </ul>
    </section>
  )
}

interface PartProps {
  readonly isRail: boolean
  readonly isTouch: boolean
  readonly isLong: boolean
}

const Part = ({ part, ...rest }: PartProps & { readonly part: MenuPart }) =>
  part.kind === 'group' ? <InnerGroup group={part} {...rest} /> : <Entry entry={part} {...rest} />

/** A nested group: an entry that expands and collapses its entries. */
function InnerGroup({ group, ...rest }: PartProps & { readonly group: MenuBranch }) {
  const localized = useLocalized()
  const [isOpen, toggle] = useUnfolded(group, rest.isLong)
  const list = `menu-${group.key}`
  return (
    <li className="side-bar-inner relative">
      <button
        className="gap-10 full round-6 px-8 text-left h-32 side-muted"
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={toggle}
      >
        <MenuIcon name={group.icon} />
        <span>{localized(group.title)}</span>
        <ChevronRight className="side-bar-chevron" aria-hidden />
      </button>
      <ul className="ruled-left ml-15 pl-8" id={list} hidden={!isOpen}>
        {isOpen && group.items.map(part => <Part key={part.key} part={part} {...rest} />)}
      </ul>
    </li>
  )
}

function Entry({ entry, isRail, isTouch }: Omit<PartProps, 'isLong'> & { readonly entry: MenuEntry }) {
  const title = useLocalized()(entry.title)
  return (
    <SideBarEntry
      to={entry.address}
      icon={<MenuIcon name={entry.icon} />}
      title={title}
      isRail={isRail}
      count={isTaskList(entry.address) && !isRail && <TaskCount address={entry.address} />}
      isExternal={entry.isExternal}
      isTouch={isTouch}
      more={!isRail && entry.resource && <PinButton name={entry.resource.name} title={title} />}
    />
  )
}

/** What waits in a list of tasks; 0 shows nothing. */
function TaskCount({ address }: { readonly address: string }) {
  const { [address]: count = 0 } = useTaskCounts()
  return count > 0 && <span className="num fixed push side-quiet">{count}</span>
}

/** Pins a list to the side bar's head, or unpins it; the palette does the same by keyboard. */
function PinButton({ name, title }: { name: string; title: string }) {
  const translate = useTranslation()
  const { toggle } = usePins()
  const isPinned = useModelIndex()?.pinned.includes(name) === true
  const label = translate(isPinned ? 'shell.unpin' : 'shell.pin', { name: title })
  return (
    <button
      type="button"
      className="pin absolute centered square-28 round-6"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={() => toggle(name)}
    >
      {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
    </button>
  )
}

const maxShown = 5

/** Recently opened records, last in the side bar, where they move no other entry. */
function RecentEntries({ index }: { index: ModelIndex }) {
  const translate = useTranslation()
  const visits = useVisits()
  if (visits.length === 0) return null
  return (
    <section>
      <h2 className="side-bar-title px-8 mt-12 own-font">{translate('shell.recent')}</h2>
      <ul>
        {visits.slice(0, maxShown).map(({ resource, id, name }) => {
          const entry = index.resources.find(one => one.name === resource)
          return (
            entry && (
              <SideBarEntry
                key={`${resource} ${id}`}
                to={addressOf(entry, 'show', id)}
                icon={<MenuIcon name={entry.icon} />}
                title={name}
                isRail={false}
              />
            )
          )
        })}
      </ul>
    </section>
  )
}
