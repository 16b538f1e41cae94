import Tooltip from '@mui/material/Tooltip'
import { memo, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'

interface EntryProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly isRail: boolean
  /** Its actions, at its right, shown on hover. */
  readonly more?: ReactNode
  /** Without hover they are always shown. */
  readonly isTouch?: boolean
}

/** An entry of the side bar; the bar itself follows its clicks. */
export function SideBarEntry(props: EntryProps) {
  const { pathname } = useLocation()
  const { to } = props
  return <EntryDrawn {...props} isCurrent={pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))} />
}

// Every entry hears of every change of the address, and two of them look another way after it.
const EntryDrawn = memo(function EntryDrawn(props: EntryProps & { readonly isCurrent: boolean }) {
  const { to, icon, title, isRail, more, isTouch = false, isCurrent } = props
  const [isPointedAt, setPointedAt] = useState(false)
  const link = (
    <a href={to} aria-current={isCurrent ? 'page' : undefined} {...(isRail && { 'aria-label': title })}>
      {icon}
      {!isRail && <span>{title}</span>}
    </a>
  )
  return (
    // // An element that moves under a resting pointer gets move events only, no enter event.
    <li onPointerMove={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      {isRail ? (
        <Tooltip title={title} placement="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
      {(isPointedAt || isTouch) && more}
    </li>
  )
})
