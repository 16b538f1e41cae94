import { isTime } from '../calendar.ts'
import { writtenTime } from '../day.ts'
import { unread } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { orderedOperators } from '../number.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** A time of day, written HH:mm:ss. */
export const time: FieldType<string> = {
  title: { zh: '时间', en: 'Time' },
  help: { zh: '一天中的时分秒', en: 'A time of day.' },
  options: {},
  value: () => ({ type: 'string', format: 'time-of-day' }),
  column: () => 'time(0)',
  rule: () => 'string',
  operators: orderedOperators,
  sortable: true,
  normalise: value => {
    const text = normaliseText(value)
    return typeof text === 'string' && /^\d{2}:\d{2}$/.test(text) ? `${text}:00` : text
  },
  toColumn: value => value,
  fromColumn: raw => String(raw).slice(0, 8),
  parse: text => {
    const time = writtenTime(halfWidth(text).trim())
    return time !== undefined && isTime(time) ? { value: time } : { fault: unread('time-of-day') }
  },
  format: value => value,
  example: (_field, _model, n) => `${String(n % 24).padStart(2, '0')}:30:00`,
  span: () => 8,
  cellWidth: 10,
  chosen: true,
  timeKind: 'time',
  expressionAsDefault: true,
}
