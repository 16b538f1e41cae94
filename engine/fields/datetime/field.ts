import { isDateTime } from '../calendar.ts'
import { dayFault, dayOptions, writtenDay, writtenTime } from '../day.ts'
import { unread } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { orderedOperators } from '../number.ts'
import { crossedOptions, textOption } from '../options.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** A date and time, transmitted as YYYY-MM-DD HH:mm:ss in the system's zone, stored with its zone. */
export const datetime: FieldType<string> = {
  title: { zh: '日期时间', en: 'Date and time' },
  help: { zh: '年月日时分秒', en: 'A date and time, to the second.' },
  options: dayOptions,
  mistake: crossedOptions,
  value: () => ({ type: 'string', format: 'datetime' }),
  fault: (value, field, _model, now) => dayFault(value, field, now),
  column: () => 'timestamptz(3)',
  rule: () => 'google.protobuf.Timestamp',
  operators: orderedOperators,
  sortable: true,
  normalise: value => withSeconds(normaliseText(value)),
  toColumn: value => value,
  // The session's zone is the system's, so the first 19 characters are the transmitted value.
  fromColumn: raw => String(raw).slice(0, 19).replace('T', ' '),
  parse: text => {
    const [day = '', ...time] = halfWidth(text).trim().split(/[T ]+/)
    const moment = `${writtenDay(day)} ${time.length === 0 ? '00:00:00' : writtenTime(time.join(''))}`
    return isDateTime(moment) ? { value: moment } : { fault: unread('datetime') }
  },
  format: value => value,
  example: (field, _model, n) => {
    const day = textOption(field, 'min') ?? textOption(field, 'max') ?? '2026-03-15'
    return `${day} ${String(n % 24).padStart(2, '0')}:30:00`
  },
  span: () => 8,
  cellWidth: 20,
  chosen: true,
  timeKind: 'datetime',
  expressionAsDefault: true,
}

/** A browser's own picker omits seconds that are zero and writes a T. */
function withSeconds(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?$/.exec(value)
  return parts ? `${parts[1]} ${parts[2]}${parts[3] ?? ':00'}` : value
}
