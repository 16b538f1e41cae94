import { expect, it } from 'vitest'
import { createI18n } from '../words/i18n.ts'
import { daysFrom, momentText } from './moment.ts'

const texts = { history: { today: '今天 %{time}', yesterday: '昨天 %{time}' } }
const { translate } = createI18n({ language: 'zh', texts }, () => undefined)
// In Shanghai it is 07:30 on the 21st by then, though not yet by the clock of Greenwich.
const now = new Date('2026-11-20T23:30:00Z')

it.each([
  ['2026-11-21 00:05:09', '今天 00:05'],
  ['2026-11-20 23:59:00', '昨天 23:59'],
  ['2026-11-19 08:00:00', '11-19 08:00'],
  ['2026-01-01 00:00:00', '01-01 00:00'],
  ['2025-12-31 18:20:00', '2025-12-31 18:20'],
  ['2026-11-22 09:00:00', '11-22 09:00'],
])('formats %s as %s', (at, text) => {
  const shown = momentText(at, now, 'Asia/Shanghai', translate)
  expect(shown).toBe(text)
})

it.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-21', '2026-11-24', 3],
  ['2026-03-01', '2026-02-27', -2],
  ['2024-02-28', '2024-03-01', 2],
])('counts the days from %s to %s', (day, other, days) => {
  expect(daysFrom(day, other)).toBe(days)
})
