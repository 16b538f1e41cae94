const names: Readonly<Record<string, string>> = {
  esc: 'Esc',
  enter: 'Enter',
  space: 'Space',
  delete: 'Delete',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
}

const held = {
  mac: { mod: '⌘', alt: '⌥', shift: '⇧' },
  other: { mod: 'Ctrl', alt: 'Alt', shift: 'Shift' },
} as const

/** The keys of a shortcut, each as the keyboard has it written: `mod+k` is Ctrl and K, `g h` is G and then H. */
export function keyNames(keys: string, isMac: boolean): readonly string[] {
  const withKeys: Readonly<Record<string, string>> = { ...names, ...held[isMac ? 'mac' : 'other'] }
  return keys
    .split(' ')
    .flatMap(one => one.split('+'))
    .map(one => withKeys[one] ?? (one.length === 1 ? one.toUpperCase() : one))
}
