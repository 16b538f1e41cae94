import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

/** The pane of a box, and where the focus is. */
export interface Pop {
  /** The pane's id. */
  readonly id: string
  readonly isOpen: boolean
  /** The focus is in the pane. */
  readonly isEntered: boolean
  show(): void
  close(): void
  /** Properties of the element around the box, or the boxes. */
  readonly around: {
    ref(element: HTMLElement | null): void
    onBlur(event: FocusEvent): void
    onKeyDown(event: KeyboardEvent): void
  }
  readonly anchor: () => HTMLElement
}

/**
 * The state of a pane attached to a box. A click on the box or the arrow down opens it, Escape and leaving both close
 * it. The focus stays in the box, so that the user can type, until an arrow moves it into the pane.
 */
export function usePop(onLeave: () => void): Pop {
  const id = useId()
  const [state, setState] = useState<'shut' | 'shown' | 'entered'>('shut')
  const box = useRef<HTMLElement>(null)
  const isOpen = state !== 'shut'
  const close = () => {
    setState('shut')
    // The focus returns to the box.
    const pane = document.getElementById(id)
    if (pane?.contains(document.activeElement)) boxOf(box.current)?.focus()
  }
  const around: Pop['around'] = {
    ref: element => {
      box.current = element
    },
    onBlur: ({ relatedTarget }) => {
      const pane = document.getElementById(id)
      if (box.current?.contains(relatedTarget) || pane?.contains(relatedTarget)) return
      // A full-screen sheet takes the focus and returns it.
      if (pane?.matches('.pop-sheet-whole')) return
      setState('shut')
      onLeave()
    },
    onKeyDown: event => {
      const { key, altKey } = event
      if (key === 'Escape' && isOpen) {
        event.preventDefault()
        event.stopPropagation()
        close()
      } else if (key === 'ArrowDown' && box.current?.contains(event.target as Node)) {
        event.preventDefault()
        setState('entered')
      } else if (key === 'ArrowUp' && altKey && isOpen) {
        event.preventDefault()
        close()
      }
    },
  }
  return {
    id,
    isOpen,
    isEntered: state === 'entered',
    show: () => setState(now => (now === 'shut' ? 'shown' : now)),
    close,
    around,
    anchor: () => box.current ?? document.body,
  }
}

const boxOf = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>('input[aria-expanded="true"]') ?? element?.querySelector<HTMLElement>('input')
