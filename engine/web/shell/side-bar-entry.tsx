import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'

interface EntryProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly isRail: boolean
  /** What can be done with it, at its right, while somebody points at it. */
  readonly more?: ReactNode
  /** Where nobody can point: it is always there. */
  readonly isTouch?: boolean
}

/** An entry of the side bar. */
export function Entry({ to, icon, title, isRail, more, isTouch = false }: EntryProps) {
  const [isPointedAt, setPointedAt] = useState(false)
  const link = (
    <NavLink to={to} end={to === '/'} {...(isRail && { 'aria-label': title })}>
      {icon}
      {!isRail && <span>{title}</span>}
    </NavLink>
  )
  return (
    // What slides under a pointer that stands still is not entered, but moved over.
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
}
