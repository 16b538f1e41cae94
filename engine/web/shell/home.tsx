import IconButton from '@mui/material/IconButton'
import { Lock, Menu } from 'lucide-react'
import { Link } from 'react-router'
import { useModelIndex } from '../data/resource-part.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useShell } from '../frame/shell-context.ts'
import { SheetLoading } from '../parts/sheet-state.tsx'
import { StatePanel } from '../parts/state-panel.tsx'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { menuGroupsOf } from './side-bar.tsx'
import './home.css'

/** The first page: what the user may open, by group. */
export function Home() {
  const translate = useTranslation()
  const localized = useLocalized()
  const { isPhone, openMenu } = useShell()
  const index = useModelIndex()
  if (!index) return <SheetLoading />
  const groups = menuGroupsOf(index)
  return (
    <>
      <header className="list-head">
        {isPhone && (
          <IconButton aria-label={translate('shell.menu')} onClick={openMenu}>
            <Menu />
          </IconButton>
        )}
        <h1>{translate('home.title')}</h1>
      </header>
      <div className="home">
        <p>
          <strong>{translate('home.greeting', { name: index.me.name || index.me.account })}</strong>
        </p>
        {groups.length === 0 && (
          <StatePanel icon={<Lock />} title={translate('shell.noMenu')} help={translate('shell.noMenuHelp')} />
        )}
        {groups.map(({ name, title, entries }) => (
          <section key={name}>
            <h2>{localized(title)}</h2>
            <ul>
              {entries.map(entry => (
                <li key={entry.name}>
                  <Link to={`/${entry.name}`}>
                    <MenuIcon name={entry.icon} />
                    {localized(entry.titles)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
