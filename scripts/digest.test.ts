import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { digestOfSources } from './digest.js'

let root: string
const write = (file: string, text: string) => writeFileSync(join(root, file), text)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mingchu-digest-'))
  mkdirSync(join(root, 'src'))
  write('src/main.tsx', 'one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['a source', 'src/main.tsx'],
  ['an icon', 'src/icon.svg'],
  ['a lock file', 'package-lock.json'],
])('changes with %s', (_what, file) => {
  const before = digestOfSources(root)
  write(file, 'two')
  expect(digestOfSources(root)).not.toBe(before)
})

it.each([
  ['a test', 'src/main.test.tsx'],
  ['a note next to the sources', 'src/notes.md'],
])('does not change with %s', (_what, file) => {
  const before = digestOfSources(root)
  write(file, 'two')
  expect(digestOfSources(root)).toBe(before)
})
