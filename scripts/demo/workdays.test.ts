import { expect, it } from 'vitest'
import { daysWith } from './workdays.ts'

const holidays = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07']

it.each([
  ['one workday from a Friday', 1, '2026-11-20', 1],
  ['one workday from a Sunday', 1, '2026-11-22', 3],
  ['ten workdays without holidays', 10, '2026-11-20', 12],
  ['six workdays around a week of holidays', 6, '2026-10-08', 15],
])('returns the number of days that contain the given workdays, for %s', (_what, workdays, today, days) => {
  expect(daysWith(workdays, today, holidays)).toBe(days)
})
