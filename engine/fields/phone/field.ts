import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, halfWidth, written } from '../written.ts'
import { isPhone } from './phone.ts'

/** A mainland mobile number. */
export const phone: FieldType<string> = {
  ...asText,
  title: { zh: '手机号', en: 'Mobile phone' },
  help: { zh: '大陆手机号，空格、连字符和 +86 会去掉', en: 'A mainland mobile number; spaces, hyphens and +86 go.' },
  options: {},
  value: () => ({ type: 'string', maxLength: 20, format: 'phone' }),
  column: () => 'varchar(20)',
  normalise: barePhone,
  parse: text => {
    const value = barePhone(text)
    return typeof value === 'string' && isPhone(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => `138${String(n % 100_000_000).padStart(8, '0')}`,
  span: () => 8,
  personal: true,
}

function barePhone(value: unknown): unknown {
  const text = written(value, 'strip')
  return typeof text === 'string'
    ? halfWidth(text)
        .replaceAll('-', '')
        .replace(/^(\+|00)86(?=1\d{10}$)/, '')
    : text
}
