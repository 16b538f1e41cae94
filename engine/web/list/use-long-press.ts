import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const long = 500
/** Movement in pixels above which a touch scrolls. */
const still = 10

/** Handlers for a long press of half a second. */
export function useLongPress(then: (() => void) | undefined) {
  const pressed = useRef<{ readonly timer: number; readonly x: number; readonly y: number }>(undefined)
  const stop = () => {
    clearTimeout(pressed.current?.timer)
    pressed.current = undefined
  }
  useEffect(() => () => clearTimeout(pressed.current?.timer), [])
  return {
    onPointerDown({ button, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      stop()
      if (button !== 0 || !isPrimary || !then) return
      const timer = window.setTimeout(() => {
        stop()
        swallowClick()
        then()
      }, long)
      pressed.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = pressed.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > still) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // The browser's own context menu for a link.
    onContextMenu(event: MouseEvent) {
      if (pressed.current) event.preventDefault()
    },
  }
}

/** The release must not click the element that has replaced this one. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const next = () => document.removeEventListener('click', swallow, true)
  document.addEventListener('click', swallow, { capture: true, once: true })
  document.addEventListener('pointerdown', next, { capture: true, once: true })
}
