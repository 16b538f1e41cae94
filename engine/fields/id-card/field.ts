import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, upperCode } from '../written.ts'
import { idCardCheck, isIdCard } from './check-digit.ts'

/** A citizen's identity number with verified day of birth and check digit. */
export const idCard: FieldType<string> = {
  ...asText,
  title: { zh: '身份证号', en: 'Identity number' },
  help: { zh: '18 位居民身份证号，含校验位', en: "A citizen's number of 18 signs, its check digit proved." },
  options: {},
  value: () => ({ type: 'string', maxLength: 18, format: 'id-card' }),
  column: () => 'varchar(18)',
  normalise: upperCode,
  parse: text => {
    const value = upperCode(text)
    return typeof value === 'string' && isIdCard(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => {
    const body = `11010119900307${String(n % 1000).padStart(3, '0')}`
    return body + idCardCheck(body)
  },
  span: () => 8,
  personal: true,
}
