import type { Bilingual, Field } from '../model/model.ts'
import type { NumberMarks } from './field-type.ts'
import { halfWidth } from './text-value.ts'

/** The currency of a field of money by its ISO 4217 code; undefined for other fields, and where none is declared. */
export const currencyOf = (field: Field): string | undefined =>
  field.type === 'money' && typeof field.options['currency'] === 'string' ? field.options['currency'] : undefined

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** The unit of amounts in a currency. */
export const currencyUnit = (code: string): Bilingual =>
  code === 'CNY'
    ? { zh: '元', en: code }
    : { zh: new Intl.DisplayNames('zh', { type: 'currency' }).of(code) ?? code, en: code }

/** The number of decimals of a currency: 2 of most, 0 of the yen. */
export const currencyDigits = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2

/** What may be written before and after an amount, in lower case: the code, the symbols and the names. */
export function currencyMarks(code: string): NumberMarks {
  if (code === 'CNY') return { before: ['¥', 'cny', 'rmb'], after: ['¥', '元', '圆', 'cny', 'rmb', 'yuan'] }
  const symbols = (['zh', 'en'] as const).flatMap(language =>
    (['symbol', 'narrowSymbol'] as const).map(currencyDisplay => symbolOf(code, language, currencyDisplay)),
  )
  const marks = [...new Set([...symbols, code, currencyUnit(code).zh].map(mark => halfWidth(mark).toLowerCase()))]
  // The longest first: `us$` ends in `$`.
  marks.sort((one, other) => other.length - one.length)
  return { before: marks, after: marks }
}

function symbolOf(code: string, language: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay }).formatToParts(1)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
