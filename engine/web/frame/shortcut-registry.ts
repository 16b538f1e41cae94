import type { KeyNames } from './key-names.ts'

/** A way to do something by keys, for as long as what it acts on is on the screen. */
export interface Shortcut {
  /**
   * `n`, `?`, `mod+k` (Ctrl, or Cmd on a Mac), `alt+up`, or two in turn: `g l`. Keys of the browser's names, in small
   * letters.
   */
  readonly keys: KeyNames
  /** Its title in the user's language, for the sheet of shortcuts. */
  readonly title: string
  /** False while it would do nothing; it is then neither heard nor shown. */
  readonly when?: boolean
  /** Active while a dialog or a menu is open, too. */
  readonly overDialogs?: boolean
  /** The part of the sheet of shortcuts that lists it; the page by default. */
  readonly group?: ShortcutGroup
  /** What has the focus handles it; the register shows it alone. */
  readonly isShownOnly?: boolean
}

/** Parts of the sheet of shortcuts, in its order. */
export const shortcutGroups = ['page', 'row', 'field', 'lines', 'dialog', 'everywhere'] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]

/** What of a key event decides. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** The place on the keyboard: with Alt a Mac's keys mean other signs. */
  readonly code?: string
}

/** Where a key was pressed. */
export interface PressContext {
  /** In a field that takes letters. */
  readonly isTyping: boolean
  readonly isOverDialog: boolean
}

export interface Shortcuts {
  /** Registers these keys; the returned function removes them. The last registration has priority. */
  register(shortcut: Shortcut, action: () => void): () => void
  /** Runs the action of the keys; false where they have none. */
  press(press: KeyPress, place: PressContext): boolean
  /** All that can be pressed now, in the order of their coming; the same list until something changes. */
  list(): readonly Shortcut[]
  watch(listener: () => void): () => void
}

/** The second of two keys in turn is waited for so long. */
const patience = 1200

/** A register of shortcuts, with the first of two keys held in mind. */
export function createShortcuts(now: () => number = Date.now): Shortcuts {
  const held = new Map<symbol, { readonly shortcut: Shortcut; readonly action: () => void }>()
  const listeners = new Set<() => void>()
  let shown: readonly Shortcut[] = []
  let first: { readonly keys: string; readonly at: number } | undefined
  const change = () => {
    const byKeys = new Map(
      [...held.values()].map(({ shortcut }) => [`${shortcut.group ?? 'page'} ${shortcut.keys}`, shortcut]),
    )
    shown = [...byKeys.values()]
    for (const listener of listeners) listener()
  }
  return {
    register(shortcut, action) {
      const me = Symbol(shortcut.keys)
      held.set(me, { shortcut, action })
      change()
      return () => {
        held.delete(me)
        change()
      }
    },
    press(press, { isTyping, isOverDialog }) {
      const pressed = keysOf(press)
      if (isTyping && !pressed.startsWith('mod+') && !pressed.startsWith('alt+')) return false
      const before = first && now() - first.at <= patience ? `${first.keys} ` : ''
      first = undefined
      const open = [...held.values()]
        .reverse()
        .filter(({ shortcut }) => !shortcut.isShownOnly && (!isOverDialog || shortcut.overDialogs))
      const found = open.find(({ shortcut }) => shortcut.keys === `${before}${pressed}`)
      if (found) {
        found.action()
        return true
      }
      if (open.some(({ shortcut }) => shortcut.keys.startsWith(`${pressed} `))) first = { keys: pressed, at: now() }
      return first !== undefined
    },
    list: () => shown,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const names: Readonly<Record<string, string>> = {
  Escape: 'esc',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ' ': 'space',
}

function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey, code }: KeyPress): string {
  const placed = altKey ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined
  const name = names[key] ?? (placed ?? key).toLowerCase()
  // Shift is part of a character such as `?`; with a letter or a named key it is a modifier.
  const isShifted = shiftKey && (name.length > 1 || name !== name.toUpperCase())
  return [ctrlKey || metaKey ? 'mod' : '', altKey ? 'alt' : '', isShifted ? 'shift' : '', name]
    .filter(part => part !== '')
    .join('+')
}
