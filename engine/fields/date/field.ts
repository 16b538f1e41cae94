import type { Field } from '../../model/model.ts'
import { isDate } from '../calendar.ts'
import { dayFault, dayOptions, writtenDay } from '../day.ts'
import { unread } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { orderedOperators } from '../number.ts'
import { crossedOptions, numberOption, textOption } from '../options.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** A calendar day without time or zone, written YYYY-MM-DD everywhere. */
export const date: FieldType<string> = {
  title: { zh: '日期', en: 'Date' },
  help: { zh: '年月日', en: 'A calendar date.' },
  options: {
    ...dayOptions,
    expires: {
      schema: { type: 'integer', minimum: 0, maximum: 3650 },
      help: {
        zh: '有效期的最后一天：过期后显示为红色，到期前这么多天起显示为琥珀色',
        en: 'The last day of validity: red once it has passed, amber from this many days before.',
      },
      example: 30,
    },
  },
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

/** Whether a last day of validity has passed or is near. */
export function expiryOf(value: string, field: Field, now: string): 'expired' | 'expiring' | undefined {
  const days = numberOption(field, 'expires')
  const left = (Date.parse(value) - Date.parse(now.slice(0, 10))) / 86_400_000
  if (days === undefined || !(left <= days)) return undefined
  return left < 0 ? 'expired' : 'expiring'
}
