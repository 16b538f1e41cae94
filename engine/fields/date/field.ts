import { isDate } from '../calendar.ts'
import { dayFault, dayOptions, writtenDay } from '../day.ts'
import { unread } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { orderedOperators } from '../number.ts'
import { crossedOptions, textOption } from '../options.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** A calendar day without time or zone, written YYYY-MM-DD everywhere. */
export const date: FieldType<string> = {
  title: { zh: '日期', en: 'Date' },
  help: { zh: '年月日', en: 'A calendar date.' },
  options: dayOptions,
  mistake: crossedOptions,
  value: () => ({ type: 'string', format: 'date' }),
  fault: (value, field, _model, now) => dayFault(value, field, now),
  column: () => 'date',
  rule: () => 'date',
  operators: orderedOperators,
  sortable: true,
  normalise: value => normaliseText(value),
  toColumn: value => value,
  fromColumn: raw => String(raw).slice(0, 10),
  parse: text => {
    // A spreadsheet often writes a day with midnight after it.
    const day = writtenDay(
      halfWidth(text)
        .trim()
        .replace(/[T ]00:00(:00)?$/, ''),
    )
    return day !== undefined && isDate(day) ? { value: day } : { fault: unread('date') }
  },
  format: value => value,
  example: (field, _model, n) =>
    textOption(field, 'min') ?? textOption(field, 'max') ?? `2026-03-${String((n % 28) + 1).padStart(2, '0')}`,
  span: () => 8,
  cellWidth: 12,
  chosen: true,
  timeKind: 'date',
  expressionAsDefault: true,
}
