import { expect, it } from 'vitest'
import { dayOf, dayText, plusDays } from './day.ts'
import { decimalOf, decimalText, round } from './decimal.ts'
import { dayIn, instantOf, wallText } from './zone.ts'

it.each([
  ['2026-11-21 08:00:00', 'Asia/Shanghai', '2026-11-21T00:00:00.000Z'],
  ['1988-06-01 12:00:00', 'Asia/Shanghai', '1988-06-01T03:00:00.000Z'],
  ['1900-01-01 08:05:43', 'Asia/Shanghai', '1900-01-01T00:00:00.000Z'],
  ['2026-03-08 01:59:59', 'America/New_York', '2026-03-08T06:59:59.000Z'],
  ['2026-03-08 03:00:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['0099-01-01 00:00:00', 'UTC', '0099-01-01T00:00:00.000Z'],
])('%s in %s is %s, and back', (text, zone, iso) => {
  const instant = instantOf(text, zone)
  expect(new Date(instant ?? Number.NaN).toISOString()).toBe(iso)
  expect(wallText(instant ?? 0, zone)).toBe(text)
})

it.each([
  ['1991-09-15 00:59:59', 'Asia/Shanghai', '1991-09-14T15:59:59.000Z'],
  ['1991-09-15 01:30:00', 'Asia/Shanghai', '1991-09-14T17:30:00.000Z'],
  ['1991-09-15 02:00:00', 'Asia/Shanghai', '1991-09-14T18:00:00.000Z'],
  ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
  ['2026-11-01 01:30:00', 'America/New_York', '2026-11-01T06:30:00.000Z'],
])('%s in %s is %s, the second of two, and back', (text, zone, iso) => {
  const instant = instantOf(text, zone) ?? Number.NaN
  expect(new Date(instant).toISOString()).toBe(iso)
  expect(wallText(instant, zone)).toBe(text)
})

it.each([
  ['1991-04-14 02:30:00', 'Asia/Shanghai', '1991-04-13T18:30:00.000Z', '1991-04-14 03:30:00'],
  ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29 03:30:00'],
  ['2026-03-08 02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z', '2026-03-08 03:30:00'],
])('%s, which %s skips, is %s, read as %s', (text, zone, iso, shown) => {
  const instant = instantOf(text, zone) ?? Number.NaN
  expect(new Date(instant).toISOString()).toBe(iso)
  expect(wallText(instant, zone)).toBe(shown)
})

it('returns null for an invalid moment', () => {
  for (const text of ['2026-11-21', '2026-13-01 00:00:00', '2026-11-21 25:00:00', 'now', 7, null])
    expect(instantOf(text, 'UTC')).toBeNull()
})

it('returns the day of a moment in its zone', () => {
  const midnight = Date.parse('2026-03-01T16:00:00Z')
  expect(dayText(dayIn(midnight, 'Asia/Shanghai'))).toBe('2026-03-02')
  expect(dayText(dayIn(midnight - 1, 'Asia/Shanghai'))).toBe('2026-03-01')
})

it.each([
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Gaza', '2012-03-29T22:00:00Z'],
  ['Asia/Shanghai', '1900-12-31T15:54:17Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
])('returns the local time of %s around a change of its offset', (zone, iso) => {
  for (let off = -5400; off <= 5400; off += 7) {
    const instant = Date.parse(iso) + off * 1000
    expect(wallText(instant, zone)).toBe(new Date(instant).toLocaleString('sv-SE', { timeZone: zone }))
  }
})

it('adds days across leap years, and returns null outside the range of a field', () => {
  expect(dayText(plusDays(dayOf('2024-02-28') ?? 0, 2n) ?? 0)).toBe('2024-03-01')
  expect(plusDays(dayOf('9999-12-31') ?? 0, 1_000_000n)).toBeNull()
  expect(dayText((dayOf('9999-12-31') ?? 0) + 1)).toBeNull()
  const none = ['2026-02-29', '2026-13-29', '2026-00-30', '26-1-1', '0000-01-01']
  expect(none.map(dayOf)).toEqual(none.map(() => null))
})

it.each<[unknown, string | null]>([
  ['1.50', '1.50'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000'],
  ['-0.05', '-0.05'],
  [-3, '-3'],
  ['1,5', null],
  ['', null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [true, null],
])('reads %j as the decimal %j', (input, text) => {
  const value = decimalOf(input)
  expect(value && decimalText(value)).toBe(text)
})

it.each([
  ['1.005', 2, '1.01'],
  ['-1.005', 2, '-1.01'],
  ['1.004', 2, '1.00'],
  ['0.5', 0, '1'],
  ['2', 2, '2'],
])('rounds %s to %d digits: %s', (text, scale, rounded) => {
  const value = decimalOf(text)
  expect(value && decimalText(round(value, scale))).toBe(rounded)
})
