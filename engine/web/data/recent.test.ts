import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'

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

describe('recent choices', () => {
  it('are the latest first, each once, and at most eight', () => {
    const recent = createRecent(() => '7', storage())
    for (let n = 1; n <= 10; n++) recent.add('a', [String(n)])
    recent.add('a', ['5'])
    expect(recent.of('a')).toEqual(['5', '10', '9', '8', '7', '6', '4', '3'])
    expect(recent.of('b')).toEqual([])
  })

  it('are separate for each user, and empty before sign-in', () => {
    const place = storage()
    createRecent(() => '7', place).add('a', ['1'])
    createRecent(() => undefined, place).add('a', ['2'])
    expect(createRecent(() => '8', place).of('a')).toEqual([])
    expect(createRecent(() => undefined, place).of('a')).toEqual([])
    expect(createRecent(() => '7', place).of('a')).toEqual(['1'])
  })

  it('are empty if the stored value is invalid', () => {
    for (const text of ['{', '{}', '[1]', '[["a"]]', '[["a",[1]]]']) {
      const place = storage()
      place.setItem('mingchu:recent:7', text)
      expect(createRecent(() => '7', place).of('a')).toEqual([])
    }
  })
})
