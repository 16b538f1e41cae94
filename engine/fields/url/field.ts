import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, written } from '../written.ts'
import { isWebAddress } from './web-address.ts'

/** A web address. */
export const url: FieldType<string> = {
  ...asText,
  title: { zh: '网址', en: 'Web address' },
  help: { zh: '以 http:// 或 https:// 开头的网址', en: 'An address that begins with http:// or https://.' },
  options: {},
  value: () => ({ type: 'string', maxLength: 500, format: 'web-address' }),
  column: () => 'varchar(500)',
  normalise: value => written(value, 'strip'),
  parse: text => {
    const value = written(text, 'strip')
    return typeof value === 'string' && isWebAddress(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => `https://example.cn/page/${n}`,
  span: () => 16,
}
