import { useListContext } from 'ra-core'
import { useEffect, useRef } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useListName } from './selection.ts'

/** Restores and stores the scroll position of a list. */
export function useListScroll(element: { readonly current: HTMLElement | null }): void {
  const { lists } = useEngine()
  const name = useListName()
  const { page } = useListContext()
  const shown = useRef(page)
  useEffect(() => {
    const one = element.current
    if (!one) return
    const top = lists.scrollOf(name)
    // Reading the position unnecessarily would force a layout.
    if (top > 0) one.scrollTop = top
    const listener = () => {
      one.toggleAttribute('data-down', one.scrollTop > 0)
      one.toggleAttribute('data-across', one.scrollLeft > 0)
      if (one.clientHeight > 0) lists.scrolled(name, one.scrollTop)
    }
    one.addEventListener('scroll', listener, { passive: true })
    return () => one.removeEventListener('scroll', listener)
  }, [element, lists, name])
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    element.current?.scrollTo({ top: 0 })
  }, [element, page])
}
