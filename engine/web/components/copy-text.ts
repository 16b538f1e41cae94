/** Copies a text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers have no clipboard on plain HTTP, which an on-premises server may use.
  if (!navigator.clipboard) return copyBySelection(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  )
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  // Next to the focused element: dialogs and menus take the focus back from elements outside, and nothing is copied.
  const caret = document.activeElement
  const place = caret === document.body ? caret : caret?.parentElement
  ;(place ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (caret instanceof HTMLElement) caret.focus({ preventScroll: true })
  return isCopied
}
