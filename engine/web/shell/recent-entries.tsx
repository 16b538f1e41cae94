import { addressOf } from '../data/addresses.ts'
import type { ModelIndex } from '../data/model-source.ts'
import { useVisits } from '../data/pins-and-visits.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useTranslation } from '../words/i18n.ts'
import { SideBarEntry } from './side-bar-entry.tsx'

const maxShown = 5

/** Recently opened records, last in the side bar, where they move no other entry. */
export function RecentEntries({ index }: { index: ModelIndex }) {
  const translate = useTranslation()
  const visits = useVisits()
  if (visits.length === 0) return null
  return (
    <section>
      <h2 className="side-bar-title">{translate('shell.recent')}</h2>
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
