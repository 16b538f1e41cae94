import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const long = 500
/** A finger that moves further scrolls. */
const still = 10

/** Hears a finger that rests on an element for half a second, for the element to take these handlers. */
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
    // What the browser would offer for a link that is pressed for long.
    onContextMenu(event: MouseEvent) {
      if (pressed.current) event.preventDefault()
    },
  }
}

/** Letting go is no click: it would fall on whatever has taken the element's place. */
function swallowClick() {
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const next = () => document.removeEventListener('click', swallow, true)
  document.addEventListener('click', swallow, { capture: true, once: true })
  document.addEventListener('pointerdown', next, { capture: true, once: true })
}
