import { describe, expect, it } from 'vitest'
import {
  filledPattern,
  readSerial,
  serialOf,
  serialParts,
  serialPattern,
  serialScope,
  showsCounter,
} from './pattern.ts'

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

  it('contains the texts of the records of references, without braces', () => {
    expect(serialParts('{wardId.code}-{yyyy}-{000}')).toEqual([{ reference: 'wardId', field: 'code' }])
    expect(filledPattern('{wardId.code}-{yyyy}-{000}', () => 'A{0}')).toBe('A0-{yyyy}-{000}')
  })

  it.each([
    ['DD{yyyy}-{000}', 'DD2026-041', { scope: 'DD2026-{000}', n: 41 }],
    ['DD{yyyy}-{000}', 'DD2026-1234', { scope: 'DD2026-{000}', n: 1234 }],
    ['A.{00}', 'A.07', { scope: 'A.{00}', n: 7 }],
    ['A.{00}', 'AB07', undefined],
    ['DD{yyyy}-{000}', 'DD2026-41', undefined],
    ['{wardId.code}-{yyyy}{00}', 'A-1-202607', { scope: 'A-1-2026{00}', n: 7 }],
    ['{00}/{wardId.code}', '1234/5/6', { scope: '{00}/5/6', n: 1234 }],
    ['{wardId.code}-{00}', 'A07', undefined],
  ])('%s reads %s', (pattern, text, read) => {
    expect(readSerial(pattern, text)).toEqual(read)
  })

  it.each([
    ['ZG{yyyy}{MM}{0000}', true],
    ['{a.code}{b.code}-{00}', true],
    ['{00}{yyyy}/{a.code}', true],
    ['{a.code}{00}', false],
    ['{a.code}{yyyy}1{00}', false],
    ['{00}1{a.code}', false],
    ['{a.code}-{00}-{b.code}', false],
  ])('%s shows its counter for any texts: %s', (pattern, is) => {
    expect(showsCounter(pattern)).toBe(is)
  })

  it.each([
    ['ZG{yyyy}{MM}-{0000}', true],
    ['{0}', true],
    ['ZG{yyyy}', false],
    ['{000}{000}', false],
    ['{hh}{000}', false],
    ['{wardId.code}-{yyyy}-{000}', true],
    ['{wardId.code}', false],
    ['{ward}{000}', false],
    ['{000', false],
  ])('%s is a valid pattern: %s', (pattern, is) => {
    expect(new RegExp(serialPattern, 'u').test(pattern)).toBe(is)
  })
})
