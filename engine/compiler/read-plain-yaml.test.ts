import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sample } from './language/sample.ts'
import { readPlainYaml } from './read-plain-yaml.ts'
import { readAnyYaml } from './read-yaml.ts'

const rounds = process.env['LONG'] ? 400_000 : 20_000

describe('plain reader', () => {
  it.each(Object.entries(sample))('reads %s like the library', (_file, text) => {
    expect(readPlainYaml(text)).toEqual(readAnyYaml(text).root)
  })

  it("reads nearly every descriptor of the engine and the app, with the library's result", () => {
    const texts = ['engine/base', 'resources', 'dictionaries', 'mixins'].flatMap(yamlIn)
    const read = texts.map(text => [readPlainYaml(text), readAnyYaml(text)] as const)
    for (const [plain, any] of read) if (plain) expect(plain).toEqual(any.root)
    expect(read.filter(([plain]) => !plain).length).toBeLessThan(texts.length / 5)
  })

  it('agrees with the library on every accepted damaged or invented text', () => {
    const random = randomOf(11)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
    let taken = 0
    for (let round = 0; round < rounds; round++) {
      const text = random() < 0.5 ? damaged(pick(Object.values(sample)), random, pick) : invented(random, pick)
      const plain = readPlainYaml(text)
      if (!plain) continue
      taken++
      const { root, faults } = readAnyYaml(text)
      if (faults.length > 0 || JSON.stringify(root) !== JSON.stringify(plain))
        expect({ text, root: plain, faults: [] }).toEqual({ text, root, faults })
    }
    expect(taken).toBeGreaterThan(rounds / 10)
  })
})

const scraps = [
  'a',
  'b: ',
  'c:',
  '- ',
  '-',
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\n    ',
  '{ ',
  ' }',
  '[',
  ']',
  ', ',
  ',',
  ': ',
  ':',
  '#',
  ' # x',
  '"q"',
  '"',
  "'s'",
  "'",
  "''",
  '\\n',
  '1',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '007',
  '+1',
  '.5',
  '~',
  'null',
  'true',
  'False',
  '2026-03-01',
  '中文',
  '，',
  '&a',
  '*a',
  '!t',
  '|',
  '>',
  '@',
  '`',
  '%',
  '?',
  '\t',
  '\r',
  '😀',
  '-x',
  '=',
  '<<',
  '$',
  '...',
  '---',
]

type Pick = <T>(items: readonly T[]) => T

/** A valid text with a few fragments inserted, deleted or replaced. */
function damaged(text: string, random: () => number, pick: Pick): string {
  let made = text
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const at = Math.floor(random() * made.length)
    const gone = random() < 0.5 ? 0 : Math.floor(random() * 6)
    made = made.slice(0, at) + (random() < 0.7 ? pick(scraps) : '') + made.slice(at + gone)
  }
  return made
}

function invented(random: () => number, pick: Pick): string {
  return Array.from({ length: 1 + Math.floor(random() * 14) }, () => pick(scraps)).join('')
}

function yamlIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml'))
    .map(name => readFileSync(`${folder}/${name}`, 'utf8'))
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
