import { describe, expect, it } from 'vitest'
import { addDays, addMonths, clampDay, daysCounted, lastOf, mondayOf, weekdayOf, weeksOf } from './day-arithmetic.ts'

it.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  // A day that some zones skipped, and one on which clocks are put forward.
  ['2011-12-29', 1, '2011-12-30'],
  ['2026-03-08', 1, '2026-03-09'],
  ['9999-12-31', 1, '9999-12-31'],
  ['0001-01-01', -1, '0001-01-01'],
  ['0099-12-31', 1, '0100-01-01'],
])('%s plus %i days is %s', (day, by, next) => expect(addDays(day, by)).toBe(next))

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-11-21', -12, '2025-11-21'],
  ['2026-12-15', 1, '2027-01-15'],
  ['9999-12-15', 1, '9999-12-31'],
  ['0001-01-15', -1, '0001-01-01'],
])('%s plus %i months is %s', (day, by, next) => expect(addMonths(day, by)).toBe(next))

describe('month', () => {
  it('has six weeks from Monday that contain all its days', () => {
    for (const month of ['2026-02', '2026-11', '2027-02', '2028-02', '0001-01']) {
      const days = weeksOf(month).flat()
      expect(days).toHaveLength(42)
      expect(days).toContain(`${month}-01`)
      expect(days).toContain(lastOf(month))
    }
    expect(weeksOf('2026-11')[0]?.[0]).toBe('2026-10-26')
  })
})

it('calculates weeks that begin on Monday', () => {
  expect(weekdayOf('2026-11-21')).toBe(5)
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-11-16')).toBe('2026-11-16')
})

it('counts both ends, and applies limits', () => {
  expect(daysCounted('2026-11-21', '2026-11-21')).toBe(1)
  expect(daysCounted('2026-02-01', '2026-03-01')).toBe(29)
  expect(clampDay('2026-11-21', '2026-12-01', undefined)).toBe('2026-12-01')
  expect(clampDay('2026-11-21', undefined, '2026-11-01')).toBe('2026-11-01')
})
