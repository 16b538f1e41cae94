import { type RefObject, useEffect, useRef } from 'react'

/**
 * Manages the focus on navigation: restored on a page that was left, else on the heading of the new page once it
 * exists. The focus stays in the tab strip during keyboard navigation, and on elements that focus themselves.
 */
export function useSheetFocus(page: string, pathname: string): RefObject<HTMLElement | null> {
  const sheet = useRef<HTMLElement>(null)
  const left = useRef(new Map<string, Element>())
  const isFirst = useRef(true)

  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const remember = ({ target }: FocusEvent) => {
      const panel = target instanceof Element ? target.closest('[data-page]') : null
      const of = panel?.getAttribute('data-page')
      if (of && target instanceof Element) left.current.set(of, target)
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of page moves the focus
  useEffect(() => {
    const element = sheet.current
    if (isFirst.current || !element) {
      isFirst.current = false
      return
    }
    const panel = element.querySelector(`[data-page="${CSS.escape(page)}"]`)
    const stays = () => {
      const { activeElement } = document
      return (
        activeElement !== null &&
        activeElement !== document.body &&
        activeElement !== element &&
        (panel?.contains(activeElement) === true ||
          activeElement.closest('.tab-strip [data-active=true], .MuiModal-root') !== null)
      )
    }
    if (stays()) return
    const before = left.current.get(page)
    if (before instanceof HTMLElement && before.isConnected && panel?.contains(before)) {
      before.focus({ preventScroll: true })
      return
    }
    element.focus({ preventScroll: true })
    const toHeading = () => {
      const heading = panel?.querySelector<HTMLElement>('h1')
      if (!heading) return false
      if (!stays()) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
      return true
    }
    if (toHeading()) return
    const watch = new MutationObserver(() => toHeading() && watch.disconnect())
    watch.observe(element, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [page, pathname])

  return sheet
}
