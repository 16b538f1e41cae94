import { describe, expect, it } from 'vitest'
import { assureClean, readJson } from './clean-input.ts'

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('input', () => {
  it('may be any value of JSON', () => {
    expect(() => assureClean({ name: '企业😀', list: [1, null, true, { deep: nested(60) }] })).not.toThrow()
  })

  it.each([
    ['a NUL character', { name: 'a\0b' }],
    ['a NUL character in a name', { 'a\0b': 1 }],
    ['half of a surrogate pair', ['\ud83d']],
    ['a name that reaches the prototype', JSON.parse('{"a":{"__proto__":{"x":1}}}')],
    ['65 levels', nested(65)],
    ['300,000 levels', nested(300_000)],
  ])('is refused for %s', (_what, value) => {
    expect(() => assureClean(value)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('is refused if it is not JSON or not UTF-8', () => {
    expect(() => readJson(Buffer.from('{"a":'))).toThrow('it is not valid JSON')
    expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('it is not valid UTF-8')
    expect(readJson(Buffer.alloc(0))).toBeUndefined()
  })
})
