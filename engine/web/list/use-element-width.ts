import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The last measured width of a table, in pixels: the initial width of the next one. */
let lastRoom = 1200

/** The width of an element with its scrollbar, followed. */
export function useElementWidth(element: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(lastRoom)
  useLayoutEffect(() => {
    const one = element.current
    if (!one) return
    // Set after layout and before paint, to avoid a layout shift of the columns.
    const observer = new ResizeObserver(() => {
      const width = one.offsetWidth
      if (width === 0) return
      lastRoom = width
      flushSync(() => setRoom(width))
    })
    observer.observe(one)
    return () => observer.disconnect()
  }, [element])
  return room
}
