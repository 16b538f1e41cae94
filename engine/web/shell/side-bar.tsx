import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { LayoutDashboard, Search, X } from 'lucide-react'
import { memo, useState } from 'react'
import type { ModelIndex } from '../data/model-source.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useBrand } from '../frame/brand-context.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { FollowedLinks } from './followed-links.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PinButton } from './pin-button.tsx'
import { RecentEntries } from './recent-entries.tsx'
import { SideBarEntry } from './side-bar-entry.tsx'
import { LanguageButton, LookButton } from './top-bar-buttons.tsx'

interface SideBarProps {
  readonly isRail: boolean
  /** Used where the bar overlays the page. */
  readonly onLeave?: () => void
}

/** The menu, as the server returns it: groups, and in them what the user may view. */
export const SideBar = memo(function SideBar({ isRail, onLeave }: SideBarProps) {
  const { Mark } = useBrand()
  const { open } = useShell()
  const index = useModelIndex()
  const translate = useTranslation()
  const localized = useLocalized()
  return (
    <aside className="side-bar">
      <div className="side-bar-brand">
        <Mark size={24} />
        {!isRail && <span>{index && localized(index.title)}</span>}
        {onLeave && (
          <IconButton aria-label={translate('shell.close')} onClick={onLeave}>
            <X />
          </IconButton>
        )}
      </div>
      {onLeave && (
        <button type="button" className="side-bar-search" onClick={() => open('palette')}>
          <Search aria-hidden /> {translate('palette.hint')}
        </button>
      )}
      <FollowedLinks label={translate('shell.menu')}>
        <ul>
          <SideBarEntry to="/" icon={<LayoutDashboard aria-hidden />} title={translate('shell.home')} isRail={isRail} />
        </ul>
        {index && index.pinned.length > 0 && <Group {...pinnedGroup(index)} isRail={isRail} />}
        {index && unpinnedGroups(index).map(group => <Group key={group.name} {...group} isRail={isRail} />)}
        {index && !isRail && <RecentEntries index={index} />}
        {index?.resources.length === 0 && !isRail && <p className="side-bar-none">{translate('shell.noMenuHelp')}</p>}
      </FollowedLinks>
      {onLeave && (
        <footer className="side-bar-foot">
          <PersonMenu />
          <LanguageButton />
          <LookButton />
        </footer>
      )}
    </aside>
  )
})

/** The lists that the user pinned, as a group before the others. */
const pinnedGroup = ({ resources, pinned }: ModelIndex): MenuGroup => ({
  name: 'pinned',
  title: { zh: '收藏', en: 'Pinned' },
  entries: pinned.flatMap(name => resources.filter(resource => resource.name === name)),
})

/** The groups of the menu without pinned entries, so that none is listed twice. */
const unpinnedGroups = (index: ModelIndex): readonly MenuGroup[] =>
  menuGroupsOf({ ...index, resources: index.resources.filter(({ name }) => !index.pinned.includes(name)) })

type MenuGroup = ReturnType<typeof menuGroupsOf>[number]

/** The menu's groups with their entries, empty groups left out. */
export function menuGroupsOf({ menus, resources }: ModelIndex) {
  return menus
    .map(({ key, title, entries }) => ({
      name: key,
      title,
      entries: entries.flatMap(name => resources.filter(resource => resource.name === name)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function Group({ title, entries, isRail, name }: MenuGroup & { isRail: boolean }) {
  const localized = useLocalized()
  const [isOpen, setOpen] = useState(true)
  const isTouch = useMediaQuery('(hover: none)', { noSsr: true })
  const list = `menu-${name}`
  return (
    <section>
      {isRail ? (
        <hr />
      ) : (
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
            {localized(title)}
          </button>
        </h2>
      )}
      <ul id={list} hidden={!isRail && !isOpen}>
        {entries.map(entry => (
          <SideBarEntry
            key={entry.name}
            to={`/${entry.name}`}
            icon={<MenuIcon name={entry.icon} />}
            title={localized(entry.titles)}
            isRail={isRail}
            isTouch={isTouch}
            more={!isRail && <PinButton name={entry.name} title={localized(entry.titles)} />}
          />
        ))}
      </ul>
    </section>
  )
}
