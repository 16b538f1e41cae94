import type { KeyNames } from './key-names.ts'

/** A keyboard shortcut, active while its component is mounted. */
export interface Shortcut {
  /**
   * `n`, `?`, `mod+k` (Ctrl, or Cmd on a Mac), `alt+up`, or a sequence: `g l`. Key names as in the browser, in lower
   * case.
   */
  readonly keys: KeyNames
  /** Its title in the user's language, for the shortcut sheet. */
  readonly title: string
  /** False while it has no effect; it is then inactive and hidden. */
  readonly when?: boolean
  /** Active while a dialog or a menu is open, too. */
  readonly overDialogs?: boolean
  /** Its group in the shortcut sheet; the page by default. */
  readonly group?: ShortcutGroup
  /** The focused element handles it; the register only lists it. */
  readonly isShownOnly?: boolean
}

/** The groups of the shortcut sheet, in order. */
export const shortcutGroups = ['page', 'row', 'field', 'lines', 'dialog', 'everywhere'] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]

/** The properties of a key event that identify a shortcut. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** The physical key: with Alt, a Mac's keys type other characters. */
  readonly code?: string
}

/** The context of a key press. */
export interface PressContext {
  /** In a text field. */
  readonly isTyping: boolean
  readonly isOverDialog: boolean
}

export interface Shortcuts {
  /** Registers these keys; the returned function removes them. The last registration has priority. */
  register(shortcut: Shortcut, action: () => void): () => void
  /** Runs the action of the keys; false where they have none. */
  press(press: KeyPress, place: PressContext): boolean
  /** All active shortcuts in the order of registration; the same list until it changes. */
  list(): readonly Shortcut[]
  watch(listener: () => void): () => void
}

/** Timeout for the second key of a sequence, in milliseconds. */
const patience = 1200

/** A register of shortcuts; it stores the first key of a sequence. */
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
