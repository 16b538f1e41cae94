import type { Bilingual, Field, Language } from '../model/model.ts'
import { currencyMarks, currencyOf, currencyUnit } from './currency.ts'
import { fault } from './fault.ts'
import type { Fault, FieldType, NumberMarks, OptionKey } from './field-type.ts'
import { numberOption } from './options.ts'
import { halfWidth } from './text-value.ts'

/** The operators of numbers, days and moments. */
export const orderedOperators = [
  'equals',
  'notEquals',
  'greater',
  'greaterOrEqual',
  'less',
  'lessOrEqual',
  'oneOf',
  'isNull',
  'notNull',
] as const satisfies FieldType<number>['operators']

/** Options that all kinds of number share. */
export const numberOptions = {
  min: { schema: { type: 'number' }, help: { zh: '最小值', en: 'Minimum value.' }, example: 0 },
  max: { schema: { type: 'number' }, help: { zh: '最大值', en: 'Maximum value.' }, example: 100 },
  unit: {
    schema: {
      anyOf: [
        { type: 'string', minLength: 1, maxLength: 10 },
        {
          type: 'object',
          properties: {
            zh: { description: '中文\n\nThe Chinese text.', type: 'string', minLength: 1 },
            en: { description: '英文\n\nThe English text.', type: 'string', minLength: 1 },
          },
          required: ['zh', 'en'],
          additionalProperties: false,
        },
      ],
    },
    help: {
      zh: '单位，显示在表头和输入框里；两种语言不同时写 { zh, en }；百分数写 "%"，12.5% 存为 12.5',
      en: 'The unit, shown in column headers and inputs; { zh, en } if it differs between the languages. For percentages use "%": 12.5 % is stored as 12.5.',
    },
    example: { zh: '天', en: 'days' },
  },
  grouped: {
    schema: { type: 'boolean' },
    help: {
      zh: '显示千位分隔符；端口、年份、序号等写 false，显示 8080 而不是 8,080',
      en: 'Thousands separators in displayed numbers. With `false`, a port, a year or a number of something is shown as 8080, not as 8,080.',
    },
    default: true,
    example: false,
  },
} satisfies Record<string, OptionKey>

/** A number's unit in the language, if it has one. */
export function unitOf(field: Field, language: Language): string | undefined {
  const currency = currencyOf(field)
  if (currency !== undefined) return currencyUnit(currency)[language]
  const unit = field.options['unit'] as Bilingual | string | undefined
  return typeof unit === 'object' ? unit[language] : unit
}

/** The unit or currency that numbers of the field have, by its English text; an amount is in yuan by default. */
export const unitOfValues = (field: Field): string | undefined =>
  unitOf(field, 'en') ?? (field.type === 'money' ? 'CNY' : undefined)

/** The maximum number of digits: with 15, a double, a numeric and a JSON number agree. */
export const digits = 15

/** The greatest number of 15 digits with so many decimals. */
export const greatest = (scale: number): number => Number(`${'9'.repeat(digits - scale)}.${'9'.repeat(scale) || '0'}`)

/** The minimum and maximum, the descriptor's within the type's own. */
export function limitsOf(field: Field, most: number): { minimum: number; maximum: number } {
  return {
    minimum: Math.max(-most, numberOption(field, 'min') ?? -most),
    maximum: Math.min(most, numberOption(field, 'max') ?? most),
  }
}

/** Converts a number written as text, in full width or with thousands separators; other values are unchanged. */
export function asNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const plain = plainText(value)
  return plain === '' ? null : (numberIn(plain) ?? value)
}

/**
 * Parses a number as it is written for a field: with its unit, and money with its currency (`¥36.00`, `36 元`). Any
 * other character is a fault.
 */
export function parseNumber(text: string, field: Field): { readonly value: number } | { readonly fault: Fault } {
  const bare = withoutMarks(plainText(text), field)
  const value = numberIn(bare)
  if (value !== undefined) return { value }
  const isLong = /^[+-]?[\d., ]+$/.test(bare) && bare.replace(/\D/g, '').length > digits
  return { fault: isLong ? fault('number.digits', { limit: digits }) : fault('value.incorrect') }
}

/** Half width, ASCII minus, no invisible characters, single spaces. */
const plainText = (text: string): string =>
  halfWidth(text)
    .replaceAll('\uffe5', '¥')
    .replaceAll('\u2212', '-')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The units and currencies with which a text may contain a number of a field. */
export function writtenMarks(field: Field): NumberMarks {
  const units = (['zh', 'en'] as const).flatMap(language => unitOf(field, language) ?? [])
  const { before, after } = currencyMarksOf(field)
  return { before, after: [...new Set([...units.map(unit => halfWidth(unit).toLowerCase()), ...after])] }
}

const currencyMarksOf = (field: Field): NumberMarks =>
  field.type === 'money' ? currencyMarks(currencyOf(field) ?? 'CNY') : { before: [], after: [] }

/** The text without the field's unit after the number, or the currency. */
function withoutMarks(plain: string, field: Field): string {
  const marks = writtenMarks(field)
  const sign = /^[+-]/.exec(plain)?.[0] ?? ''
  const unsigned = plain.slice(sign.length).trim()
  const before = marks.before.find(one => unsigned.toLowerCase().startsWith(one)) ?? ''
  const amount = unsigned.slice(before.length).trim()
  const mark = marks.after.find(
    one => amount.toLowerCase().endsWith(one) && /[\d. ]$/.test(amount.slice(0, -one.length)),
  )
  const bare = mark === undefined ? amount : amount.slice(0, -mark.length).trim()
  return sign + bare
}

/** The fault of a number with more decimals than the scale allows. */
export function scaleFault(value: number, scale: number): Fault | undefined {
  return Number(value.toFixed(scale)) === value ? undefined : fault('number.scale', { limit: scale })
}

/** The number of decimals that a number needs, at most `scale`. */
export function decimalsOf(value: number, scale: number): number {
  const [, decimals = ''] = value.toFixed(scale).split('.')
  return decimals.replace(/0+$/, '').length
}

/** Whether numbers of the field are displayed with thousands separators. */
export const hasSeparators = (field: Field): boolean => field.options['grouped'] !== false

/** The displayed number, with all decimals of the scale. */
export function displayedNumber(value: number, scale: number, field: Field): string {
  const text = value.toFixed(scale)
  return hasSeparators(field) ? text.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ',')) : text
}

function numberIn(plain: string): number | undefined {
  const text = plain.replace(/^([+-]) /, '$1')
  const isGrouped = /^[+-]?\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(\.\d+)?$/.test(text)
  const bare = isGrouped ? text.replace(/[ ,]/g, '') : text
  if (!/^[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})$/.test(bare)) return undefined
  // More digits than a double distinguishes would be stored as another number than the one written.
  const significant = bare
    .replace(/^[+-]?0*/, '')
    .replace('.', '')
    .replace(/^0+/, '')
  const digitsLeft = bare.includes('.') ? significant.replace(/0+$/, '') : significant
  const value = Number(bare)
  return digitsLeft.length > digits && !(Number.isSafeInteger(value) && !bare.includes('.')) ? undefined : value + 0
}
