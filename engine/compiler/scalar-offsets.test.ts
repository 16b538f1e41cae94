import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { readYaml } from './read-yaml.ts'
import { scalarOffsets } from './scalar-offsets.ts'
import { at, type ScalarNode } from './tree.ts'

const rounds = process.env['LONG'] ? 50_000 : 4_000

const scalarIn = (text: string) => at(readYaml(text).root, 'rule') as ScalarNode

describe('position inside a scalar', () => {
  it.each([
    ['a plain scalar', 'rule: a >= b && wrong', 'wrong'],
    ['a plain scalar on two lines', 'rule: a >= b\n  && wrong', 'wrong'],
    ['single quotes', "rule: 'x == ''y'' && wrong'", 'wrong'],
    ['double quotes', 'rule: "x == \\"y\\" && wrong"', 'wrong'],
    ['double quotes with escaped Chinese', 'rule: "x == \\"\\u4e2d\\" && wrong"', 'wrong'],
    ['double quotes with an escaped emoji', 'rule: "x == \\"\\U0001f600\\" && wrong"', 'wrong'],
    ['double quotes with an escaped line break', 'rule: "x && \\\n   wrong"', 'wrong'],
    ['a literal scalar', 'rule: |\n  a >= b &&\n    wrong\n', 'wrong'],
    ['a folded scalar', 'rule: >-\n  a >= b\n\n  && wrong\n', 'wrong'],
    ['a folded scalar with an indentation indicator', 'rule: >2-\n    a\n  && wrong\n', 'wrong'],
    ['a text after an emoji', 'rule: "\'😀中文\' == wrong"', 'wrong'],
  ])('is found in %s', (_style, text, word) => {
    const node = scalarIn(text)
    const offset = scalarOffsets(node, text)[String(node.value).indexOf(word)]
    expect(offset).toBe(text.lastIndexOf(word))
  })

  it('is the character itself or its escape, strictly increasing, in every style', () => {
    const random = randomOf(3)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
    const words = [
      'deadline',
      '>=',
      'today()',
      '&&',
      '"it\'s"',
      "'q'",
      '"a\\"b"',
      '==',
      '中文',
      '😀',
      '(',
      'null',
      '||',
      '# x',
      '\\n',
      ':',
    ]
    const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const
    let looked = 0
    for (let round = 0; round < rounds; round++) {
      const value = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(words)).join(
        random() < 0.15 ? '\n' : ' ',
      )
      const options = { defaultStringType: pick(styles), lineWidth: random() < 0.5 ? 30 : 0, minContentWidth: 5 }
      const text = stringify({ rule: value }, options)
      const node = scalarIn(text)
      if (typeof node?.value !== 'string' || node.value !== (parse(text) as { rule: unknown }).rule) continue
      looked++
      const offsets = scalarOffsets(node, text)
      let last = -1
      for (const [index, unit] of node.value.split('').entries()) {
        const offset = offsets[index] ?? -1
        if (/\s/.test(unit)) continue
        const isItself = text[offset] === unit || text[offset] === '\\'
        if (!isItself || offset < last) expect({ text, value, index, unit, offset, last }).toBeUndefined()
        last = offset
      }
    }
    expect(looked).toBeGreaterThan(rounds / 2)
  })
})

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}
