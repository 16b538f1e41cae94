import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

interface EntryProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly isRail: boolean
  /** What can be done with it, at its right. */
  readonly children?: ReactNode
}

/** An entry of the side bar. */
export function Entry({ to, icon, title, isRail, children }: EntryProps) {
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
      {children}
    </li>
  )
}
