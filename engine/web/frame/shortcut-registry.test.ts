import { expect, it } from 'vitest'
import type { KeyNames } from './key-names.ts'
import { createShortcuts, type KeyPress } from './shortcut-registry.ts'

const key = (name: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const page = { isTyping: false, isOverDialog: false }
const field = { isTyping: true, isOverDialog: false }
const underDialog = { isTyping: false, isOverDialog: true }

let now = 0
function register(...all: readonly KeyNames[]) {
  const shortcuts = createShortcuts(() => now)
  const done: string[] = []
  for (const keys of all) shortcuts.register({ keys, title: keys }, () => done.push(keys))
  return { shortcuts, done }
}

it.each<[string, KeyPress, string]>([
  ['a letter', key('n'), 'n'],
  ['a character that requires Shift', key('?', { shiftKey: true }), '?'],
  ['a letter with Shift', key('N', { shiftKey: true }), 'shift+n'],
  ['Ctrl', key('k', { ctrlKey: true }), 'mod+k'],
  ['Cmd instead of Ctrl', key('k', { metaKey: true }), 'mod+k'],
  ['Alt with an arrow key', key('ArrowUp', { altKey: true }), 'alt+up'],
  ['Esc', key('Escape'), 'esc'],
])('handles %s', (_what, pressed, keys) => {
  const { shortcuts, done } = register('n', '?', 'shift+n', 'mod+k', 'alt+up', 'esc')
  expect(shortcuts.press(pressed, page)).toBe(true)
  expect(done).toEqual([keys])
})

it('ignores keys that are typed in a field, but handles Ctrl and Alt there', () => {
  const { shortcuts, done } = register('n', 'esc', 'mod+s', 'alt+1')
  expect(shortcuts.press(key('n'), field)).toBe(false)
  expect(shortcuts.press(key('Escape'), field)).toBe(false)
  shortcuts.press(key('s', { ctrlKey: true }), field)
  shortcuts.press(key('1', { altKey: true }), field)
  expect(done).toEqual(['mod+s', 'alt+1'])
})

it('handles under a dialog only shortcuts that are registered for dialogs', () => {
  const { shortcuts, done } = register('n')
  shortcuts.register({ keys: 'mod+s', title: 'save', overDialogs: true }, () => done.push('save'))
  shortcuts.press(key('n'), underDialog)
  shortcuts.press(key('s', { ctrlKey: true }), underDialog)
  expect(done).toEqual(['save'])
})

it('handles two keys in sequence, and discards the first after a timeout', () => {
  const { shortcuts, done } = register('g l', 'l')
  shortcuts.press(key('g'), page)
  shortcuts.press(key('l'), page)
  expect(done).toEqual(['g l'])
  shortcuts.press(key('g'), page)
  now += 1201
  shortcuts.press(key('l'), page)
  expect(done).toEqual(['g l', 'l'])
})

it('calls the last registered handler, and lists the same keys once', () => {
  const { shortcuts, done } = register('n')
  const off = shortcuts.register({ keys: 'n', title: 'inner' }, () => done.push('inner'))
  expect(shortcuts.list().map(({ title }) => title)).toEqual(['inner'])
  shortcuts.press(key('n'), page)
  off()
  shortcuts.press(key('n'), page)
  expect(done).toEqual(['inner', 'n'])
  expect(shortcuts.list().map(({ title }) => title)).toEqual(['n'])
})

it('lists keys that a focused element handles, and does not handle them', () => {
  const { shortcuts } = register()
  shortcuts.register({ keys: 'enter', title: 'open', isShownOnly: true }, () => expect.unreachable())
  expect(shortcuts.list().map(({ keys }) => keys)).toEqual(['enter'])
  expect(shortcuts.press(key('Enter'), page)).toBe(false)
})

it('lists the same keys once in each group', () => {
  const { shortcuts } = register('enter')
  for (const title of ['row', 'row in a tab'])
    shortcuts.register({ keys: 'enter', title, group: 'row', isShownOnly: true }, () => undefined)
  expect(shortcuts.list().map(({ title }) => title)).toEqual(['enter', 'row in a tab'])
})
