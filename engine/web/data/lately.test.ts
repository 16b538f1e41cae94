import { describe, expect, it } from 'vitest'
import { createLately } from './lately.ts'

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: key => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: key => void kept.delete(key),
  }
}

describe('what was chosen lately', () => {
  it('has the latest first, each once, and eight at most', () => {
    const lately = createLately(() => '7', storage())
    for (let n = 1; n <= 10; n++) lately.add('a', [String(n)])
    lately.add('a', ['5'])
    expect(lately.of('a')).toEqual(['5', '10', '9', '8', '7', '6', '4', '3'])
    expect(lately.of('b')).toEqual([])
  })

  it("is each person's own, and nobody's before somebody signs in", () => {
    const place = storage()
    createLately(() => '7', place).add('a', ['1'])
    createLately(() => undefined, place).add('a', ['2'])
    expect(createLately(() => '8', place).of('a')).toEqual([])
    expect(createLately(() => undefined, place).of('a')).toEqual([])
    expect(createLately(() => '7', place).of('a')).toEqual(['1'])
  })

  it('is nothing where what was kept is not understood', () => {
    for (const text of ['{', '{}', '[1]', '[["a"]]', '[["a",[1]]]']) {
      const place = storage()
      place.setItem('mingchu:lately:7', text)
      expect(createLately(() => '7', place).of('a')).toEqual([])
    }
  })
})
