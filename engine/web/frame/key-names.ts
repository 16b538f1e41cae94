const names = {
  esc: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  space: 'Space',
  delete: 'Delete',
  backspace: 'Backspace',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  home: 'Home',
  end: 'End',
  F10: 'F10',
} as const

const held = {
  mac: { mod: '⌘', alt: '⌥', shift: '⇧' },
  other: { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' },
} as const

type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z')
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
type Key = Letter | Digit | '?' | '/' | '[' | ']' | ',' | '.' | '-' | '=' | keyof typeof names

/** The keys of a shortcut: one key, one with a modifier, or two letters in sequence. */
export type KeyNames = Key | `${'mod' | 'alt' | 'shift' | 'mod+shift'}+${Key}` | `${Letter} ${Letter}`

/** The keys of a shortcut as labelled on the keyboard: `mod+k` is Ctrl and K, `g h` is G then H. */
export function keyNames(keys: KeyNames, isMac: boolean): readonly string[] {
  const withKeys: Readonly<Record<string, string>> = { ...names, ...held[isMac ? 'mac' : 'other'] }
  return keys
    .split(' ')
    .flatMap(one => one.split('+'))
    .map(one => withKeys[one] ?? (one.length === 1 ? one.toUpperCase() : one))
}
