import { useEffect, useState } from 'react'
import { Floating, fetchFloating } from '../../fields/floating.tsx'
import './hints.css'

/** How long the pointer rests on an element, or a finger on a touch screen, before its hint is shown: milliseconds. */
const delays = { mouse: 400, touch: 700 }

/**
 * Shows the hint of the element under the pointer, or of the one that the keyboard focused: the text of its `data-hint`
 * below it, or to its right with `data-hint-side="right"`. One component for the whole page, because a component around
 * each button would be rendered with it.
 */
export function Hints() {
  const [anchor, setAnchor] = useState<HTMLElement>()
  useEffect(() => watchHints(setAnchor), [])
  const text = anchor?.dataset['hint']
  if (!anchor || !text) return null
  const placement = anchor.dataset['hintSide'] === 'right' ? 'right' : 'bottom'
  return (
    <Floating key={text} anchor={() => anchor} placement={placement} className="hint-pop" gap={10}>
      <div role="tooltip" className="hint text-12 max-w-300 py-4 px-8 round-6 toast-ground toast-text">
        {text}
      </div>
    </Floating>
  )
}

function watchHints(show: (anchor: HTMLElement | undefined) => void): () => void {
  let timer = 0
  let current: HTMLElement | undefined
  const hide = () => {
    window.clearTimeout(timer)
    current = undefined
    show(undefined)
  }
  const over = (event: PointerEvent) => {
    const anchor = anchorOf(event.target)
    if (anchor === current) return
    hide()
    if (!anchor) return
    fetchFloating()
    current = anchor
    timer = window.setTimeout(() => show(anchor), delays[event.pointerType === 'touch' ? 'touch' : 'mouse'])
  }
  const down = (event: PointerEvent) => event.pointerType !== 'touch' && hide()
  const focus = ({ target }: FocusEvent) => {
    const anchor = anchorOf(target)
    if (!anchor || !(target instanceof Element && target.matches(':focus-visible'))) return
    hide()
    current = anchor
    show(anchor)
  }
  const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
  const stop = new AbortController()
  const options = { capture: true, passive: true, signal: stop.signal }
  document.addEventListener('pointerover', over, options)
  document.addEventListener('pointerdown', down, options)
  document.addEventListener('pointercancel', hide, options)
  document.documentElement.addEventListener('pointerleave', hide, { passive: true, signal: stop.signal })
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('keydown', dismiss, options)
  document.addEventListener('scroll', hide, options)
  return () => {
    hide()
    stop.abort()
  }
}

const anchorOf = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-hint]:not([data-hint=""])')) || undefined
