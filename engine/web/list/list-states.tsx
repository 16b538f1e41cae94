import Skeleton from '@mui/material/Skeleton'
import { ArchiveRestore, LogIn, WifiOff } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useRef } from 'react'
import { useDelayed } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { NewButton } from './new-button.tsx'

/** An empty list without conditions. */
export function NothingYet({ part: { resource, language, may, bin } }: { part: ResourcePart }) {
  const translate = useTranslation()
  if (bin) return <StatePanel icon={<ArchiveRestore />} title={bin.emptyTitle} help={bin.emptyHelp} />
  return (
    <StatePanel
      icon={<MenuIcon name={resource.menu?.icon} />}
      title={translate('state.emptyTitle', { resource: resource.titles[language] })}
      help={resource.help?.[language] ?? translate('state.emptyHelp')}
    >
      {may.includes('add') && <NewButton resource={resource} />}
    </StatePanel>
  )
}

/** Shows that the rows may be outdated, because the connection is lost. */
export function OfflineNote() {
  const translate = useTranslation()
  const language = useLanguage()
  const { data } = useListContext()
  const read = useRef({ data, at: new Date() })
  if (read.current.data !== data) read.current = { data, at: new Date() }
  const time = read.current.at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false })
  return (
    <p className="list-offline text-13 gap-10 round-8 py-10 px-14 mb-8 mx-24 amber-tint" role="status">
      <WifiOff aria-hidden />
      {translate('state.offline', { time })}
    </p>
  )
}

/** Shows that the rows are not refetched until the user has signed in. */
export function SignInNote() {
  const translate = useTranslation()
  const { session } = useEngine()
  return (
    <p className="list-offline text-13 gap-10 round-8 py-10 px-14 mb-8 mx-24 amber-tint" role="status">
      <LogIn aria-hidden />
      {translate('signInAgain.needed')}
      <button type="button" className="link" onClick={session.askAgain}>
        {translate('signInAgain.open')}
      </button>
    </p>
  )
}

/** A table placeholder, shown after a delay. */
export function ListSkeleton() {
  const translate = useTranslation()
  const isLate = useDelayed(300)
  const { isPhone } = useShell()
  const Bone = isPhone ? PhoneBone : RowBone
  return (
    <div
      className="list-bones ruled clip flex-1 inset unruled-phone"
      role="status"
      aria-busy="true"
      aria-label={translate('state.loading')}
    >
      {isLate && [0, 1, 2, 3, 4, 5, 6, 7].map(row => <Bone key={row} width={[128, 92, 144, 104, 132][row % 5] ?? 0} />)}
    </div>
  )
}

const RowBone = ({ width }: { width: number }) => (
  <div>
    <Skeleton variant="rounded" width={14} height={14} />
    <Skeleton variant="rounded" width={78} height={10} />
    <Skeleton variant="rounded" width={width} height={10} />
    <span className="room" />
    <Skeleton variant="rounded" width={52} height={10} />
  </div>
)

const PhoneBone = ({ width }: { width: number }) => (
  <div className="phone-bone">
    <span className="flex">
      <Skeleton variant="rounded" width={width} height={12} />
      <span className="room" />
      <Skeleton variant="rounded" width={64} height={10} />
    </span>
    <Skeleton variant="rounded" width={width * 1.6} height={10} />
    <Skeleton variant="rounded" width={110} height={8} />
  </div>
)
