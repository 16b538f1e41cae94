const stops =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled, [aria-hidden]), [tabindex="0"]:not(button, a)'

const tabStops = `${stops}, button:not(:disabled, .unread-candidate), a[href]`

/** Focuses the input with this id, or the first one within that element; typing replaces its text. */
export function focusInput(id: string): void {
  const element = document.getElementById(id)
  const input = element?.querySelector('input') ?? element
  input?.focus()
  if (input instanceof HTMLInputElement && !input.readOnly) input.select()
}

/**
 * Focuses the next element in Tab order, except the candidates of the text just typed: the following keys belong to the
 * next field. False where there is none.
 */
export const focusPastCandidates = (from: HTMLElement): boolean =>
  focusFollowing(from, from.closest<HTMLElement>('[role=dialog]') ?? document.body, tabStops)

/** Focuses the next field of the form or dialog, or the next cell of the table; the last one keeps the focus. */
export function focusNext(from: HTMLElement): void {
  focusFollowing(from, from.closest<HTMLElement>('[role=dialog], form') ?? document.body, stops)
}

function focusFollowing(from: HTMLElement, room: HTMLElement, selector: string): boolean {
  const next = [...room.querySelectorAll<HTMLElement>(selector)].find(
    stop =>
      stop.tabIndex >= 0 &&
      from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING &&
      stop.getClientRects().length > 0 &&
      stop.closest('[inert]') === null,
  )
  next?.focus()
  // As after Tab: typing replaces the field's value.
  if (next instanceof HTMLInputElement && next === document.activeElement && !next.readOnly) next.select()
  return next !== undefined
}
