import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { KeyNames } from './key-names.ts'
import { createShortcuts, type Shortcut, type ShortcutGroup, type Shortcuts } from './shortcut-registry.ts'

/** The page's one register of shortcuts. */
const ShortcutsContext = createContext<Shortcuts>(createShortcuts())

/**
 * Registers shortcuts while the component is mounted and visible. They are inactive while a text field has the focus,
 * unless Ctrl, Cmd or Alt is pressed, and below a dialog, unless the shortcut allows it. The title is for the shortcut
 * sheet.
 */
export function useShortcut(shortcut: Shortcut, action: () => void): void {
  const { keys, title, when = true, overDialogs = false, group = 'page' } = shortcut
  const shortcuts = useContext(ShortcutsContext)
  const latest = useRef(action)
  latest.current = action
  useEffect(() => {
    if (!when) return
    return shortcuts.register({ keys, title, overDialogs, group }, () => latest.current())
  }, [shortcuts, keys, title, when, overDialogs, group])
}

/** Keys that a focused element handles, for one group of the shortcut sheet; memoise the list. */
export function useShownKeys(group: ShortcutGroup, shown: ShownKeys): void {
  const shortcuts = useContext(ShortcutsContext)
  useEffect(() => {
    const ends = shown.map(([keys, title]) =>
      shortcuts.register({ keys, title, group, isShownOnly: true }, () => undefined),
    )
    return () => {
      for (const end of ends) end()
    }
  }, [shortcuts, group, shown])
}

/** Keys and their actions in the order of the shortcut sheet; equal texts share a line. */
export type ShownKeys = readonly (readonly [KeyNames, string])[]

/** All active shortcuts. */
export function useShortcutList(): readonly Shortcut[] {
  const shortcuts = useContext(ShortcutsContext)
  return useSyncExternalStore(shortcuts.watch, shortcuts.list)
}

/** Listens to the keys of the whole page; used by the frame only. */
export function useShortcutKeys(): void {
  const shortcuts = useContext(ShortcutsContext)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return
      const place = { isTyping: isField(event.target), isOverDialog: isDialogOpen(event.target) }
      if (shortcuts.press(event, place)) event.preventDefault()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [shortcuts])
}

const notTyped = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'])

/** Whether the element accepts text. */
function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type)
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

const isCovered = () => document.querySelector('.sign-in-cover') !== null

/**
 * Whether a key is pressed over a dialog, drawer or menu, all of which are modals; preloaded ones are hidden. A modal that
 * is closing is still drawn, but has returned the focus to the page.
 */
function isDialogOpen(target: EventTarget | null): boolean {
  const isOnPage = target instanceof Element && target !== document.body && target.closest('.MuiModal-root') === null
  return !isOnPage && document.querySelector('.MuiModal-root:not(.MuiModal-hidden)') !== null
}
