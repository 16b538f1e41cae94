import { expect, it } from 'vitest'
import { fieldNamed } from '../../../tests/support/sample-fields.ts'
import { isCode, lengthOfCode } from './code.ts'

const text = (options: Record<string, unknown>) => fieldNamed('it', 'text', { options })

it.each([
  [{ spaces: 'strip' }, true],
  [{ only: 'digits' }, true],
  [{ pattern: '.+' }, true],
  [{ only: 'chinese' }, false],
  [{ max: 20 }, false],
])('a text with %j is a code: %s', (options, is) => expect(isCode(text(options))).toBe(is))

it.each([
  ['\\d{20}', 20],
  ['[A-Z]{2}\\d{4}', 6],
  ['SN-[0-9A-F]{8}', 11],
  ['\\d{18}|\\d{20}', undefined],
  ['[A-Z]+', undefined],
  ['\\d{2,4}', undefined],
])('%j has %s characters', (pattern, length) => expect(lengthOfCode(text({ pattern }))).toBe(length))

it('uses a minimum equal to the maximum as the length', () => {
  expect(lengthOfCode(text({ min: 8, max: 8 }))).toBe(8)
  expect(lengthOfCode(text({ min: 6, max: 8 }))).toBeUndefined()
})
