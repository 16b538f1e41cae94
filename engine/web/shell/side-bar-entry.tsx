import { ExternalLink } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslation } from '../words/i18n.ts'
import { isWithin } from './menu.ts'

interface EntryProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly isRail: boolean
  /** How much waits there. */
  readonly count?: ReactNode
  /** It opens in a new window. */
  readonly isExternal?: boolean
  /** Its actions on the right, shown on hover. */
  readonly more?: ReactNode
  /** Always shown on devices without hover. */
  readonly isTouch?: boolean
}

/** An entry of the side bar; the bar handles its clicks. */
export function SideBarEntry(props: EntryProps) {
  const { pathname } = useLocation()
  return <EntryDrawn {...props} isCurrent={isWithin(pathname, props.to)} />
}

// Every entry reads every change of the address, and two of them look different after it.
const EntryDrawn = memo(function EntryDrawn(props: EntryProps & { readonly isCurrent: boolean }) {
  const { to, icon, title, isRail, count, isExternal = false, more, isTouch = false, isCurrent } = props
  const translate = useTranslation()
  const [isPointedAt, setPointedAt] = useState(false)
  const link = (
    <a
      href={to}
      aria-current={isCurrent ? 'page' : undefined}
      {...(isRail && { 'aria-label': title, 'data-hint': title, 'data-hint-side': 'right' })}
      {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {icon}
      {!isRail && <span className="truncate">{title}</span>}
      {count}
      {isExternal && !isRail && <ExternalLink className="push" aria-label={translate('page.newWindow')} />}
    </a>
  )
  return (
    // An element that moves under a resting pointer gets move events only, no enter event.
    <li className="relative" onPointerMove={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      {link}
      {(isPointedAt || isTouch) && more}
    </li>
  )
})
