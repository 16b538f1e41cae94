import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, written } from '../written.ts'
import { isEmail } from './email.ts'

/** An email address. */
export const email: FieldType<string> = {
  ...asText,
  title: { zh: '邮箱', en: 'Email' },
  help: { zh: '电子邮箱地址', en: 'An address of electronic mail.' },
  options: {},
  value: () => ({ type: 'string', maxLength: 254, format: 'email' }),
  column: () => 'varchar(254)',
  normalise: value => written(value, 'strip'),
  parse: text => {
    const value = written(text, 'strip')
    return typeof value === 'string' && isEmail(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => `person${n}@example.cn`,
  span: () => 8,
  personal: true,
}
