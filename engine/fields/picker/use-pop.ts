import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

/** What a box opens below itself, and where the keys are. */
export interface Pop {
  /** The pane's id. */
  readonly id: string
  readonly isOpen: boolean
  /** The keys are in the pane. */
  readonly isEntered: boolean
  show(): void
  close(): void
  /** Of the element around the box, or the boxes. */
  readonly around: {
    ref(element: HTMLElement | null): void
    onBlur(event: FocusEvent): void
    onKeyDown(event: KeyboardEvent): void
  }
  readonly anchor: () => HTMLElement
}

/**
 * A pane that hangs at a box: a press on the box or the arrow down opens it, Esc and leaving both close it. The focus
 * stays in the box, so that one types on, until an arrow leads into the pane.
 */
export function usePop(onLeave: () => void): Pop {
  const id = useId()
  const [state, setState] = useState<'shut' | 'shown' | 'entered'>('shut')
  const place = useRef<HTMLElement>(null)
  const isOpen = state !== 'shut'
  const close = () => {
    setState('shut')
    // The keys go back to where they came from.
    const pane = document.getElementById(id)
    if (pane?.contains(document.activeElement)) boxOf(place.current)?.focus()
  }
  const around: Pop['around'] = {
    ref: element => {
      place.current = element
    },
    onBlur: ({ relatedTarget }) => {
      const pane = document.getElementById(id)
      if (place.current?.contains(relatedTarget) || pane?.contains(relatedTarget)) return
      // A sheet over the whole page takes the focus for itself, and gives it back.
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
      } else if (key === 'ArrowDown' && place.current?.contains(event.target as Node)) {
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
    anchor: () => place.current ?? document.body,
  }
}

const boxOf = (place: HTMLElement | null) =>
  place?.querySelector<HTMLElement>('input[aria-expanded="true"]') ?? place?.querySelector<HTMLElement>('input')
