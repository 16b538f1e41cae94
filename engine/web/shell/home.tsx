import { ExternalLink, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetLoading } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useModelIndex } from '../data/resource-part.ts'
import { useRoutes } from '../data/use-routes.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { usePage } from '../frame/page-context.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { type MenuEntry, menuSectionsOf } from './menu.ts'
import './home.css'

/** The first page: what the user may open, by group. */
export function Home() {
  const translate = useTranslation()
  const localized = useLocalized()
  const index = useModelIndex()
  const { home } = useRoutes()
  const title = usePage()?.title
  if (!index) return <SheetLoading />
  const sections = menuSectionsOf(index)
    .map(section => ({ ...section, entries: section.entries.filter(({ address }) => address !== home) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <>
      <ScreenHead title={title && localized(title)} />
      <div className="home inset scroll flex-1 pt-4 pb-24">
        <p className="muted size-13 line-22 mb-20">
          <strong className="size-15 bold ink">
            {translate('home.greeting', { name: index.me.name || index.me.account })}
          </strong>
        </p>
        {sections.length === 0 && (
          <StatePanel icon={<Lock />} title={translate('shell.noMenu')} help={translate('shell.noMenuHelp')} />
        )}
        {sections.map(({ key, title, entries }) => (
          <section key={key}>
            <h2 className="ruled muted text-13 pt-16 pb-8">{title ? localized(title) : translate('home.pages')}</h2>
            <ul className="grid">
              {entries.map(entry => (
                <li key={entry.key}>
                  <EntryLink entry={entry}>
                    <MenuIcon name={entry.icon} />
                    {localized(entry.title)}
                  </EntryLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function EntryLink({ entry, children }: { readonly entry: MenuEntry; readonly children: React.ReactNode }) {
  const translate = useTranslation()
  const look = 'row gap-10 round-6 px-10 inherit undecorated min-h-36 tap-44-phone hovers'
  if (!entry.isExternal)
    return (
      <Link className={look} to={entry.address}>
        {children}
      </Link>
    )
  return (
    <a className={look} href={entry.address} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalLink className="quiet" size={14} aria-label={translate('page.newWindow')} />
    </a>
  )
}
