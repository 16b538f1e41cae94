import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { screenTexts } from '../../../tests/support/screen-texts.ts'
import { reactAdminTexts } from './react-admin-texts.ts'

interface Call {
  readonly file: string
  readonly key: string
  /** The names of the parameters; undefined where they are not written in the call. */
  readonly parameters: readonly string[] | undefined
}

const files = ['engine/web', 'src', 'examples'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('words/'))
    .map(file => join(folder, file)),
)
const calls = files.flatMap(file => callsOf(file, readFileSync(file, 'utf8')))

/** The texts with a name in one language, of each plural form. */
const textsOf = (all: object, key: string): readonly string[] =>
  ['', '_one', '_other'].flatMap(ending => {
    const text: unknown = Object(all)[`${key}${ending}`]
    return typeof text === 'string' ? [text] : []
  })

describe('texts that components name', () => {
  it('are found by this test', () => {
    expect(calls.length).toBeGreaterThan(500)
  })

  it.each([
    ['Chinese', { ...screenTexts('zh'), ...reactAdminTexts.zh }],
    ['English', { ...screenTexts('en'), ...reactAdminTexts.en }],
  ])('exist in %s with no parameter that the call does not pass', (_language, all) => {
    const wrong = calls.flatMap(({ file, key, parameters }) => {
      const texts = textsOf(all, key)
      if (texts.length === 0) return [`${file}: ${key} does not exist`]
      const needed = texts.flatMap(text => [...text.matchAll(/%\{(\w+)/g)].map(([, name = '']) => name))
      if (texts.length > 1) needed.push('smart_count')
      const missing = new Set(needed.filter(name => parameters && !parameters.includes(name)))
      return missing.size > 0 ? [`${file}: ${key} needs ${[...missing].join(', ')}`] : []
    })
    expect(wrong).toEqual([])
  })
})

/** The calls of `translate` with a key that is written out, of several keys where the call chooses. */
function callsOf(file: string, code: string): Call[] {
  return [...code.matchAll(/\btranslate\(/g)].flatMap(({ 0: { length }, index }) => {
    const [first = '', second] = argumentsAt(code, index + length)
    const keys = [...first.matchAll(/'(\w+\.\w+)'/g)].map(([, key = '']) => key)
    const parameters = second === undefined ? [] : namesOf(second)
    return keys.map(key => ({ file, key, parameters }))
  })
}

/** The arguments from this position to the closing parenthesis. */
function argumentsAt(code: string, from: number): string[] {
  const found = ['']
  let depth = 0
  for (const character of code.slice(from)) {
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character)) depth -= 1
    if (depth < 0) return found.map(text => text.trim()).filter(text => text !== '')
    if (character === ',' && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found
}

/** The properties of an object literal without a spread. */
function namesOf(text: string): readonly string[] | undefined {
  if (!text.startsWith('{') || text.includes('...')) return undefined
  return argumentsAt(`${text.slice(1, -1)})`, 0).map(property => /^\w+/.exec(property)?.[0] ?? '')
}
