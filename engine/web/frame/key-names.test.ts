import { expect, it } from 'vitest'
import { type KeyNames, keyNames } from './key-names.ts'

it.each<[KeyNames, string[], string[]]>([
  ['mod+k', ['Ctrl', 'K'], ['⌘', 'K']],
  ['alt+w', ['Alt', 'W'], ['⌥', 'W']],
  ['?', ['?'], ['?']],
  ['g h', ['G', 'H'], ['G', 'H']],
  ['left', ['←'], ['←']],
])('writes %s as keyboards do', (keys, other, mac) => {
  expect(keyNames(keys, false)).toEqual(other)
  expect(keyNames(keys, true)).toEqual(mac)
})
