import type { KeyboardEvent } from 'react'
import type { LinesEditing } from './lines-editing.ts'

/** Whether a key was pressed in the row itself: React events of overlays bubble to it too. */
const isWithin = ({ currentTarget, target }: KeyboardEvent) => target instanceof Node && currentTarget.contains(target)

/**
 * Alt with an arrow moves a line. Handled before the cell's own input, for which an arrow is a step or a list of
 * choices.
 */
export function onMoveKey(event: KeyboardEvent, row: number, { move }: LinesEditing): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (!event.altKey || step === 0 || !isWithin(event)) return
  event.preventDefault()
  event.stopPropagation()
  move(row, row + step)
}

/** Enter adds a line below, Ctrl+Delete removes one, Esc restores the cell, Ctrl+Z undoes a paste just made. */
export function onLineKey(event: KeyboardEvent, row: number, editing: LinesEditing): void {
  const { addBelow, remove, restore, undoPasteAtOnce } = editing
  const { key, target } = event
  if (!isWithin(event)) return
  // A list of choices took the key for itself, or a button is about to.
  if (event.defaultPrevented || (key === 'Enter' && target instanceof HTMLButtonElement)) return
  if (key === 'Enter' && !event.nativeEvent.isComposing && !(target instanceof HTMLTextAreaElement)) {
    event.preventDefault()
    addBelow(row)
  } else if (key === 'Delete' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    remove(row)
  } else if (key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && undoPasteAtOnce()) {
    event.preventDefault()
  } else if (key === 'Escape' && restore()) {
    // A dialog around it stays open.
    event.stopPropagation()
  }
}
