import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, upperCode } from '../written.ts'
import { creditCheck, isCreditCode } from './check-digit.ts'

/** A unified social credit code with a verified check character. */
export const creditCode: FieldType<string> = {
  ...asText,
  title: { zh: '统一社会信用代码', en: 'Credit code' },
  help: {
    zh: '18 位统一社会信用代码，含校验位',
    en: 'A unified social credit code of 18 signs, its check digit proved.',
  },
  options: {},
  value: () => ({ type: 'string', maxLength: 18, format: 'credit-code' }),
  column: () => 'varchar(18)',
  normalise: upperCode,
  parse: text => {
    const value = upperCode(text)
    return typeof value === 'string' && isCreditCode(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => {
    const body = `91320100MA1${String(n % 1_000_000).padStart(6, '0')}`
    return body + creditCheck(body)
  },
  span: () => 8,
}
