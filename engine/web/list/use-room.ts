import { useLayoutEffect, useState } from 'react'

/** The width of an element, followed. */
export function useRoom(element: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(1200)
  // Before anything is painted: columns that come and go would be seen.
  useLayoutEffect(() => {
    const one = element.current
    if (!one) return
    const measure = () => one.clientWidth > 0 && setRoom(one.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(one)
    return () => observer.disconnect()
  }, [element])
  return room
}
