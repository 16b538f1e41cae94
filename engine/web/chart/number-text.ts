import type { ChartMeasure, ChartRow } from '../../model/chart.ts'
import type { Language } from '../../model/model.ts'
import { figure } from '../words/figure.ts'

/** A number in full, with at most two digits after the point and the sign of a minus. */
function fullNumber(value: number): string {
  const [whole = '', digits] = String(Math.abs(Number(value.toFixed(2)))).split('.')
  return `${value < 0 ? '−' : ''}${figure(Number(whole))}${digits === undefined ? '' : `.${digits}`}`
}

/** From how much on a number is shortened: its divisor, the word and the digits after the point. */
const scales: Readonly<
  Record<Language, readonly (readonly [from: number, by: number, word: string, digits: number])[]>
> = {
  zh: [
    [1e8, 1e8, ' 亿', 2],
    [1e4, 1e4, ' 万', 1],
  ],
  en: [
    [1e9, 1e9, 'B', 1],
    [1e6, 1e6, 'M', 1],
    [1e5, 1e3, 'k', 0],
    [1e4, 1e3, 'k', 1],
  ],
}

/** A number as it is drawn: from ten thousand on in 万 and 亿, or in k and M. */
export function shortNumber(value: number, language: Language): string {
  const [, by, word, digits] = scales[language].find(([from]) => Math.abs(value) >= from) ?? [0, 1, '', 2]
  return `${fullNumber(Number((value / by).toFixed(digits)))}${word}`
}

export const isShare = ({ unit }: Pick<ChartMeasure, 'unit'>): boolean => unit?.en === '%'

/** A value as it is drawn, without its unit: an unknown one is a dash, a per cent has one digit. */
export function drawnValue(measure: Pick<ChartMeasure, 'unit'>, value: number | null, language: Language): string {
  if (value === null) return '—'
  return isShare(measure) ? value.toFixed(1) : shortNumber(value, language)
}

type Value = ChartRow['values'][string] | undefined

/** A value in full, without its unit. */
export function wholeValue(measure: Pick<ChartMeasure, 'unit'>, value: Value): string {
  const number = chartNumber(value)
  if (number === null) return typeof value === 'string' && value !== '' ? value : '—'
  return isShare(measure) ? number.toFixed(1) : fullNumber(number)
}

/** A value in full, with its unit. */
export const amountText = (measure: Pick<ChartMeasure, 'unit'>, value: Value, language: Language): string =>
  [wholeValue(measure, value), ...(measure.unit ? [measure.unit[language]] : [])].join(' ')

/** The number in a value: a large one is a text. Null where there is none. */
export function chartNumber(value: Value): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
