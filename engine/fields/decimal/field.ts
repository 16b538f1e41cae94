import type { Field } from '../../model/model.ts'
import { currencyDigits, currencyOf } from '../currency.ts'
import type { FieldType } from '../field-type.ts'
import {
  asNumber,
  decimalsOf,
  digits,
  greatest,
  limitsOf,
  numberOptions,
  orderedOperators,
  parseNumber,
  scaleFault,
  writtenMarks,
} from '../number.ts'
import { crossedOptions, numberOption } from '../options.ts'

/** The number of decimals: the declared one, or that of the currency. */
export function scaleOf(field: Field): number {
  const currency = currencyOf(field)
  return numberOption(field, 'scale') ?? (currency === undefined ? 2 : currencyDigits(currency))
}

/** A number with a fixed number of decimals, of at most 15 digits. */
export const decimal: FieldType<number> = {
  title: { zh: '小数', en: 'Decimal' },
  help: { zh: '带小数的数字，最多 15 位数', en: 'A decimal number of at most 15 digits.' },
  options: {
    ...numberOptions,
    scale: {
      schema: { type: 'integer', minimum: 0, maximum: 8 },
      help: { zh: '小数位数，默认 2', en: 'Number of decimal places. Default: 2.' },
      default: 2,
      example: 3,
    },
  },
  mistake: crossedOptions,
  value: field => ({ type: 'number', ...limitsOf(field, greatest(scaleOf(field))) }),
  // A text that is being typed is no number yet; the schema reports it.
  fault: (value, field) => (typeof value === 'number' ? scaleFault(value, scaleOf(field)) : undefined),
  column: field => `numeric(${digits},${scaleOf(field)})`,
  rule: () => 'decimal',
  operators: orderedOperators,
  sortable: true,
  expressionAsDefault: true,
  normalise: asNumber,
  // As digits: a driver would write a small number with an exponent, and floating-point sums end in …0004.
  toColumn: (value, field) => value.toFixed(scaleOf(field)),
  fromColumn: raw => Number(raw),
  parse: (text, field) => {
    const read = parseNumber(text, field)
    if ('fault' in read) return read
    const fine = scaleFault(read.value, scaleOf(field))
    return fine ? { fault: fine } : read
  },
  // Without trailing zeros.
  format: (value, field) => value.toFixed(decimalsOf(value, scaleOf(field))),
  scale: scaleOf,
  marks: writtenMarks,
  decimals: (value, field) => decimalsOf(value, scaleOf(field)),
  example: (field, _model, n) => {
    const scale = scaleOf(field)
    const { minimum, maximum } = limitsOf(field, greatest(scale))
    return Number(Math.min(maximum, Math.max(minimum, 0) + n + (scale > 0 ? 0.5 : 0)).toFixed(scale))
  },
  span: () => 8,
  cellWidth: 14,
}
