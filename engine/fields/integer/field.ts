import type { FieldType } from '../field-type.ts'
import {
  asNumber,
  limitsOf,
  numberOptions,
  orderedOperators,
  parseNumber,
  scaleFault,
  writtenMarks,
} from '../number.ts'
import { crossedOptions } from '../options.ts'

/** An integer that a double represents exactly. */
export const integer: FieldType<number> = {
  title: { zh: '整数', en: 'Integer' },
  help: { zh: '没有小数的数字', en: 'A whole number.' },
  options: {
    ...numberOptions,
    min: { ...numberOptions.min, schema: { type: 'integer' } },
    max: { ...numberOptions.max, schema: { type: 'integer' } },
  },
  mistake: crossedOptions,
  value: field => ({ type: 'integer', ...limitsOf(field, Number.MAX_SAFE_INTEGER) }),
  column: () => 'bigint',
  rule: () => 'int',
  operators: orderedOperators,
  sortable: true,
  expressionAsDefault: true,
  normalise: asNumber,
  toColumn: value => value,
  fromColumn: raw => Number(raw),
  parse: (text, field) => {
    const read = parseNumber(text, field)
    if ('fault' in read) return read
    const whole = scaleFault(read.value, 0)
    return whole ? { fault: whole } : read
  },
  format: value => String(value),
  scale: () => 0,
  marks: writtenMarks,
  decimals: () => 0,
  example: (field, _model, n) => {
    const { minimum, maximum } = limitsOf(field, Number.MAX_SAFE_INTEGER)
    return Math.min(maximum, Math.max(minimum, 0) + n)
  },
  span: () => 8,
  cellWidth: 12,
}
