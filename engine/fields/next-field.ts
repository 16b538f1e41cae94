const stops =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled, [aria-hidden]), [tabindex="0"]:not(button, a)'

/** Focuses the field after this one in its form or dialog, or the next cell of its table; the last one keeps the focus. */
export function focusNext(from: HTMLElement): void {
  const room = from.closest<HTMLElement>('[role=dialog], form') ?? document.body
  const next = [...room.querySelectorAll<HTMLElement>(stops)].find(
    stop =>
      stop.tabIndex >= 0 &&
      from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING &&
      stop.getClientRects().length > 0 &&
      stop.closest('[inert]') === null,
  )
  next?.focus()
  // As after Tab: what is typed replaces what the field has.
  if (next instanceof HTMLInputElement && next === document.activeElement && !next.readOnly) next.select()
}
