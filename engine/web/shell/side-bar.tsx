import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { LayoutDashboard, Search, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import type { ModelIndex } from '../data/model-source.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useSaid, useSay } from '../i18n.ts'
import { useBrand } from './brand-context.ts'
import { MenuIcon } from './menu-icon.tsx'
import { PersonMenu } from './person-menu.tsx'
import { useShell } from './shell-context.ts'
import { LanguageButton, LookButton } from './top-bar-buttons.tsx'

/** The menu, as the server gives it: groups, and in them what the person may view. */
export function SideBar({ isRail, onLeave }: { isRail: boolean; onLeave?: () => void }) {
  const { Mark } = useBrand()
  const { open } = useShell()
  const index = useModelIndex()
  const say = useSay()
  const said = useSaid()
  return (
    <aside className="side-bar">
      <div className="side-bar-brand">
        <Mark size={24} />
        {!isRail && <span>{index && said(index.title)}</span>}
        {onLeave && (
          <IconButton aria-label={say('shell.close')} onClick={onLeave}>
            <X />
          </IconButton>
        )}
      </div>
      {onLeave && (
        <button type="button" className="side-bar-search" onClick={() => open('palette')}>
          <Search aria-hidden /> {say('palette.hint')}
        </button>
      )}
      <nav aria-label={say('shell.menu')}>
        <ul>
          <Entry to="/" icon={<LayoutDashboard aria-hidden />} title={say('shell.home')} isRail={isRail} />
        </ul>
        {index && groupsOf(index).map(group => <Group key={group.name} {...group} isRail={isRail} />)}
        {index?.resources.length === 0 && !isRail && <p className="side-bar-none">{say('shell.noMenuHelp')}</p>}
      </nav>
      {onLeave && (
        <footer className="side-bar-foot">
          <PersonMenu />
          <LanguageButton />
          <LookButton />
        </footer>
      )}
    </aside>
  )
}

type MenuGroup = ReturnType<typeof groupsOf>[number]

/** The menu's groups with their entries, empty groups left out. */
export function groupsOf({ menus, resources }: ModelIndex) {
  return menus
    .map(({ key, title, entries }) => ({
      name: key,
      title,
      entries: entries.flatMap(name => resources.filter(resource => resource.name === name)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

function Group({ title, entries, isRail, name }: MenuGroup & { isRail: boolean }) {
  const said = useSaid()
  const [isOpen, setOpen] = useState(true)
  const list = `menu-${name}`
  return (
    <section>
      {isRail ? (
        <hr />
      ) : (
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={list} onClick={() => setOpen(!isOpen)}>
            {said(title)}
          </button>
        </h2>
      )}
      <ul id={list} hidden={!isRail && !isOpen}>
        {entries.map(entry => (
          <Entry
            key={entry.name}
            to={`/${entry.name}`}
            icon={<MenuIcon name={entry.icon} />}
            title={said(entry.title)}
            isRail={isRail}
          />
        ))}
      </ul>
    </section>
  )
}

function Entry({ to, icon, title, isRail }: { to: string; icon: ReactNode; title: string; isRail: boolean }) {
  const link = (
    <NavLink to={to} end={to === '/'} {...(isRail && { 'aria-label': title })}>
      {icon}
      {!isRail && <span>{title}</span>}
    </NavLink>
  )
  return (
    <li>
      {isRail ? (
        <Tooltip title={title} placement="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}
