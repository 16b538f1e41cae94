import { type RefObject, useEffect, useRef } from 'react'
import { useEngine } from '../data/engine-context.ts'
import { useTab } from '../frame/tab-context.ts'

interface Left {
  /** The scrolling element by its class, which depends on the width of the screen. */
  readonly part: string
  readonly top: number
}

/**
 * Stores the scroll position of a record and restores it when its tab is shown again: repeatedly while content below is
 * loading, until it is reached or the user scrolls.
 */
export function useDetailScroll(): RefObject<HTMLElement | null> {
  const { left } = useEngine()
  const page = useTab()?.page
  const sheet = useRef<HTMLElement>(null)
  const isNew = useRef(true)
  useEffect(() => {
    const one = sheet.current
    if (!one) return
    const listener = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.clientHeight > 0)
        left.write(page, 'scroll', { part: target.className, top: target.scrollTop } satisfies Left)
    }
    // Scrolling does not bubble.
    one.addEventListener('scroll', listener, { capture: true, passive: true })
    const stop = isNew.current ? bringBack(one, left.read<Left>(page, 'scroll')) : undefined
    isNew.current = false
    return () => {
      stop?.()
      one.removeEventListener('scroll', listener, { capture: true })
    }
  }, [left, page])
  return sheet
}

function bringBack(sheet: HTMLElement, left: Left | undefined): (() => void) | undefined {
  const part = left && [...sheet.getElementsByClassName(left.part)][0]
  if (!part || left.top === 0) return undefined
  const watcher = new ResizeObserver(() => {
    part.scrollTop = left.top
    if (Math.abs(part.scrollTop - left.top) <= 1) end()
  })
  const moves = ['wheel', 'pointerdown', 'keydown'] as const
  const end = () => {
    watcher.disconnect()
    for (const move of moves) sheet.removeEventListener(move, end, true)
  }
  for (const child of part.children) watcher.observe(child)
  for (const move of moves) sheet.addEventListener(move, end, { capture: true, passive: true })
  return end
}
