import { describe, expect, it } from 'vitest'
import { patternFault } from './safe-pattern.ts'

describe('pattern of a descriptor', () => {
  it.each([
    '^[0-9]{20}$',
    '[A-Z]{2}\\d{4}',
    '(?:ZG|DD)\\d{6}-\\d{4}',
    '[a-z]+@[a-z]+\\.[a-z]+',
    '(\\d{3}-)?\\d{8}',
    '[\\p{Script=Han}·]{2,20}',
    '(ab)*',
    '\\(?x',
  ])('%s is accepted and fast in the worst case', pattern => {
    expect(patternFault(pattern)).toBeUndefined()
    const regex = new RegExp(`^(?:${pattern})$`, 'u')
    for (const sign of ['a', '0', 'A', '汉', 'ab']) {
      const start = performance.now()
      regex.test(`${sign.repeat(500)}!`)
      expect(performance.now() - start, `${pattern} on ${sign}`).toBeLessThan(1000)
    }
  })

  it.each([
    '(a+)+',
    '(a*)*b',
    '(a|a)*',
    '(a|ab)+c',
    '(\\d+,)*',
    '(a?){500}',
    '(.*)(.*)(.*)(.*)x',
    'a*a*a*a*a*b',
    '((ab)*c*)*',
    '[a-z]{0,400}[a-z]{0,400}[a-z]{0,400}[a-z]{0,400}!',
  ])('%s is rejected as possibly slow', pattern => {
    expect(patternFault(pattern)?.en).toMatch(/may be slow/)
    expect(patternFault(pattern)?.zh).toMatch(/可能要运行很久/)
  })

  it.each(['(a)\\1', '(?=a)b', '(?<!a)b', '(?<year>\\d)', '\\k<year>'])(
    '%s is rejected as more than grouping',
    pattern => {
      expect(patternFault(pattern)).toBeDefined()
    },
  )

  it.each(['(', '[z-a]', 'a{2,1}', '\\p{Nonsense}', '*'])('%s is rejected as invalid', pattern => {
    expect(patternFault(pattern)?.en).toMatch(/not a regular expression/)
  })
})
