import type { Field } from '../../model/model.ts'
import type { FieldType } from '../field-type.ts'
import { formattedText, type TextFormat } from '../formatted-text.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

const mobile = {
  title: { zh: '手机号', en: 'Mobile phone' },
  help: {
    zh: '大陆手机号，空格、连字符和 +86 会去掉；landline: true 还接受座机',
    en: 'A mobile phone number of mainland China. Spaces, hyphens and +86 are removed. With `landline: true`, landlines too.',
  },
  format: 'phone',
  maxLength: 20,
  check: text => /^1[3-9]\d{9}$/.test(text),
  normalise: value => {
    const text = written(value)
    return typeof text === 'string' ? text.replaceAll('-', '').replace(/^(\+|00)86(?=1\d{10}$)/, '') : text
  },
  example: n => `138${String(n % 100_000_000).padStart(8, '0')}`,
  personal: true,
  reachedBy: 'sms',
  inputMode: 'tel',
  widest: '0'.repeat(11),
  cellWidth: 15,
  align: 'right',
} satisfies TextFormat

const landlines = /^(?:0(?:10|2\d)-[1-9]\d{7}|0[3-9]\d{2}-[1-9]\d{6,7}|[48]00-\d{3}-\d{4})(?:-\d{1,6})?$/

/** A mobile number, a landline with its area code (`0571-88888888-12`) or a number of a company (`400-123-4567`). */
export const anyPhone = formattedText({
  ...mobile,
  format: 'phone-or-landline',
  check: text => mobile.check(text) || landlines.test(text),
  normalise: value => {
    const text = written(value)
    return (typeof text === 'string' ? landlineIn(text) : undefined) ?? mobile.normalise(value)
  },
  widest: '0571-88888888-123456',
  example: n => (n % 2 === 0 ? mobile.example(n) : `0571-8${String(n % 10_000_000).padStart(7, '0')}`),
})

/** A phone number of mainland China, by default a mobile number. */
export const phone = {
  ...formattedText(mobile),
  options: {
    landline: {
      schema: { type: 'boolean' },
      help: {
        zh: '还接受座机（0571-88888888、分机 0571-88888888-12）和 400、800 号码，各种写法存为同一形式；这样的字段不能收短信',
        en: 'Landlines with their area code and extension (`0571-88888888-12`) and 400 and 800 numbers are accepted too. Every notation is stored in one form. Messages cannot be sent to such a field.',
      },
      default: false,
      example: true,
    },
  },
  value: (field, model) => typeFor(field).value(field, model),
  normalise: (value, field) => typeFor(field).normalise?.(value, field),
  parse: (text, field, model) => typeFor(field).parse(text, field, model),
  example: (field, model, n) => typeFor(field).example(field, model, n),
} satisfies FieldType<string>

/** Whether a phone field accepts landlines. */
export const hasLandlines = ({ type, options }: Field): boolean => type === 'phone' && options['landline'] === true

const ofMobiles = formattedText(mobile)
const typeFor = (field: Field): FieldType<string> => (hasLandlines(field) ? anyPhone : ofMobiles)

/** The text in half width, without spaces, with ASCII hyphens. */
function written(value: unknown): unknown {
  const text = normaliseText(value, 'strip')
  return typeof text === 'string' ? halfWidth(text).replace(/[\u2010-\u2015\u2212]/g, '-') : text
}

/** The stored form of a landline in any notation: `+86 (571) 8888 8888 转 12` is `0571-88888888-12`. */
function landlineIn(text: string): string | undefined {
  const national = text
    .replace(/[()]/g, '')
    .replace(/^(\+|00)86-?(?=0|[48]00)/, '')
    .replace(/^(\+|00)86-?/, '0')
  const extension = '(?:(?:-|转|分机|ext\\.?|x|#)+(\\d{1,6}))?$'
  const [, area, first, last, inArea] =
    new RegExp(`^(0(?:10|2\\d)|0[3-9]\\d\\d)-?([1-9]\\d{2,3})-?(\\d{4})${extension}`, 'i').exec(national) ?? []
  if (area !== undefined) return [area, `${first}${last}`, ...(inArea ? [inArea] : [])].join('-')
  const [, prefix, rest = '', inCompany] = new RegExp(`^([48]00)((?:-?\\d){7})${extension}`, 'i').exec(national) ?? []
  const digits = rest.replaceAll('-', '')
  return prefix && [prefix, digits.slice(0, 3), digits.slice(3), ...(inCompany ? [inCompany] : [])].join('-')
}
