import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { SearchX, WifiOff } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useRef } from 'react'
import type { ResourcePart } from '../data/resource-part.ts'
import { useLanguage, useSay } from '../i18n.ts'
import { MenuIcon } from '../shell/menu-icon.tsx'
import { useLate } from '../state/sheet-state.tsx'
import { StatePanel } from '../state/state-panel.tsx'
import { NewButton } from './new-button.tsx'
import { fieldsAsked, type SearchQuery, withoutField } from './search-query.ts'

/** A list with no row at all. */
export function NothingYet({ part: { resource, language, may } }: { part: ResourcePart }) {
  const say = useSay()
  return (
    <StatePanel
      icon={<MenuIcon name={resource.menu?.icon} />}
      title={say('state.emptyTitle', { resource: resource.title[language] })}
      help={resource.help?.[language] ?? say('state.emptyHelp')}
    >
      {may.includes('add') && <NewButton name={resource.name} />}
    </StatePanel>
  )
}

interface NoMatchProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  onSearch(query: SearchQuery): void
}

/** A search that found nothing: names the conditions, offers to drop one or all. */
export function NoMatch({ part: { resource, language }, query, onSearch }: NoMatchProps) {
  const say = useSay()
  const asked = fieldsAsked(resource, query)
  const titles = asked.map(field => field.title[language])
  return (
    <StatePanel
      icon={<SearchX />}
      title={say('state.noMatchTitle', { resource: resource.title[language] })}
      help={say('state.noMatchHelp', { conditions: titles.join(language === 'zh' ? '、' : ', ') })}
    >
      {asked.length > 1 &&
        asked.slice(0, 3).map(field => (
          <Button key={field.name} onClick={() => onSearch(withoutField(resource, query, field))}>
            {say('state.dropOne', { condition: field.title[language] })}
          </Button>
        ))}
      <Button onClick={() => onSearch({})}>{say('state.dropAll')}</Button>
    </StatePanel>
  )
}

/** Rows that are older than the network's last word. */
export function OfflineNote() {
  const say = useSay()
  const language = useLanguage()
  const { data } = useListContext()
  const read = useRef({ data, at: new Date() })
  if (read.current.data !== data) read.current = { data, at: new Date() }
  const time = read.current.at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false })
  return (
    <p className="list-offline" role="status">
      <WifiOff aria-hidden />
      {say('state.offline', { time })}
    </p>
  )
}

/** The bones of a table, once it takes longer than a moment. */
export function Bones() {
  const say = useSay()
  const isLate = useLate(300)
  return (
    <div className="list-bones" role="status" aria-busy="true" aria-label={say('state.loading')}>
      {isLate &&
        [0, 1, 2, 3, 4, 5, 6, 7].map(row => (
          <div key={row}>
            <Skeleton variant="rounded" width={14} height={14} />
            <Skeleton variant="rounded" width={78} height={10} />
            <Skeleton variant="rounded" width={[128, 92, 144, 104, 132][row % 5]} height={10} />
            <span className="room" />
            <Skeleton variant="rounded" width={52} height={10} />
          </div>
        ))}
    </div>
  )
}
