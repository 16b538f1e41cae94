import type { MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface FollowedLinksProps {
  readonly label: string
  readonly children: ReactNode
}

/**
 * A `nav` whose plain links navigate within the page instead of loading it: one listener for all of them, so that none has
 * to be drawn again when the address changes. Keys and buttons that open a tab of the browser are left to it.
 */
export function FollowedLinks({ label, children }: FollowedLinksProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const to = link?.getAttribute('href')
    if (!to || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // As in a browser: the same address again adds no history entry.
    void navigate(to, { replace: to === pathname + search })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link makes a click of Enter
    <nav aria-label={label} onClick={follow}>
      {children}
    </nav>
  )
}
