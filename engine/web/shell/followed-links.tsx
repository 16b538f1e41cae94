import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface FollowedLinksProps {
  readonly label: string
  readonly children: ReactNode
}

/**
 * A `nav` whose plain links navigate without loading the page: one listener for all of them, so that none renders again
 * when the address changes. Keys and buttons that open a browser tab are left to the browser.
 */
export function FollowedLinks({ label, children }: FollowedLinksProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const to = link?.getAttribute('href')
    if (!link || !to || link.target === '_blank' || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // As in a browser: the same address again adds no history entry.
    void navigate(to, { replace: to === pathname + search })
  }
  return (
    <nav className="flex-1 min-h-0" aria-label={label} onClick={follow} onKeyDown={walk}>
      {children}
    </nav>
  )
}

/** Up, down, Home and End move the focus among links and groups; left and right close and open a group. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button[aria-expanded]')].filter(
    element => element.offsetParent !== null,
  )
  const at = all.indexOf(document.activeElement as HTMLElement)
  const focused = all[at]
  if (!focused) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
  const isOpen = focused.getAttribute('aria-expanded')
  if (next !== undefined) all[Math.max(0, Math.min(next, all.length - 1))]?.focus()
  else if (event.key === 'ArrowRight' && isOpen === 'false') focused.click()
  else if (event.key === 'ArrowLeft' && isOpen === 'true') focused.click()
  else if (event.key === 'ArrowLeft' && isOpen !== 'false') groupOf(focused)?.focus()
  else return
  event.preventDefault()
}

/** The button of the group that contains an entry. */
const groupOf = (entry: HTMLElement): HTMLElement | null =>
  document.querySelector(`button[aria-controls="${CSS.escape(entry.closest('ul')?.id ?? '')}"]`)
