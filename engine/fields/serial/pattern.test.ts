import { describe, expect, it } from 'vitest'
import { serialOf, serialPattern, serialScope } from './pattern.ts'

describe('serial number', () => {
  it.each([
    ['ZG{yyyy}{MM}-{0000}', 7, 'ZG202611-0007'],
    ['{yy}{MM}{dd}{000}', 12, '261121012'],
    ['NO-{00}', 12345, 'NO-12345'],
  ])('%s writes its number %d as %s', (pattern, n, text) => {
    expect(serialOf(pattern, '2026-11-21', n)).toBe(text)
  })

  it('is counted within the scope of its dates', () => {
    expect(serialScope('ZG{yyyy}-{0000}', '2026-11-21')).toBe('ZG2026-{0000}')
    expect(serialScope('{0000}', '2026-11-21')).toBe(serialScope('{0000}', '2027-01-01'))
  })

  it.each([
    ['ZG{yyyy}{MM}-{0000}', true],
    ['{0}', true],
    ['ZG{yyyy}', false],
    ['{000}{000}', false],
    ['{hh}{000}', false],
    ['{000', false],
  ])('%s is a valid pattern: %s', (pattern, is) => {
    expect(new RegExp(serialPattern, 'u').test(pattern)).toBe(is)
  })
})
