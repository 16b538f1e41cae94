import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { moved, type PictureTransform, wholePicture, zoomed } from './picture-zoom.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const longEnough = 60

/** Gestures on a picture: the wheel and pinching zoom, dragging moves, a swipe turns to the next one. */
export function useGestures(
  view: PictureTransform,
  put: (view: PictureTransform) => void,
  turnTo: (by: 1 | -1) => void,
): {
  readonly frame: (element: HTMLDivElement | null) => void
  readonly hands: Readonly<Record<string, (event: PointerEvent) => void>>
} {
  // A state, not a ref: an overlay is mounted after the first render.
  const [element, frame] = useState<HTMLDivElement | null>(null)
  const now = useRef({ view, put, turnTo })
  now.current = { view, put, turnTo }
  const down = useRef(new Map<number, Point>())
  const start = useRef<Point>(undefined)

  /** A point on the screen relative to the frame's centre. */
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = element?.getBoundingClientRect()
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only refs
  useEffect(() => {
    if (!element) return
    // React's wheel listener is passive, so the page below would scroll along.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle({ x: event.clientX, y: event.clientY })
      now.current.put(zoomed(now.current.view, Math.exp(-event.deltaY / 400), at))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [element])

  const end = (event: PointerEvent) => {
    const from = start.current
    down.current.delete(event.pointerId)
    if (down.current.size > 0 || !from) return
    start.current = undefined
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    const isWipe = Math.abs(x) > longEnough && Math.abs(x) > 2 * Math.abs(y)
    if (view.scale === 1 && isWipe && event.type === 'pointerup') turnTo(x < 0 ? 1 : -1)
  }
  return {
    frame,
    hands: {
      onDoubleClick: event => {
        const at = fromMiddle({ x: event.clientX, y: event.clientY })
        put(view.scale > 1 ? { ...wholePicture, turn: view.turn } : zoomed(view, 2.5, at))
      },
      onPointerDown: event => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        start.current = down.current.size === 1 ? { x: event.clientX, y: event.clientY } : undefined
      },
      onPointerMove: event => {
        const before = down.current.get(event.pointerId)
        if (!before) return
        const point = { x: event.clientX, y: event.clientY }
        const [other] = [...down.current].flatMap(([id, pointer]) => (id === event.pointerId ? [] : [pointer]))
        down.current.set(event.pointerId, point)
        if (!other) return put(moved(view, point.x - before.x, point.y - before.y))
        const factor = distance(point, other) / Math.max(1, distance(before, other))
        put(zoomed(view, factor, fromMiddle({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 })))
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)
