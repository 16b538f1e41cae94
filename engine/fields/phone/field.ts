import { formattedText } from '../formatted-text.ts'
import { halfWidth, normaliseText } from '../text-value.ts'

/** A mainland mobile number. */
export const phone = formattedText({
  title: { zh: '手机号', en: 'Mobile phone' },
  help: {
    zh: '大陆手机号，空格、连字符和 +86 会去掉',
    en: 'A mobile phone number of mainland China. Spaces, hyphens and +86 are removed.',
  },
  format: 'phone',
  maxLength: 20,
  check: text => /^1[3-9]\d{9}$/.test(text),
  normalise: value => {
    const text = normaliseText(value, 'strip')
    if (typeof text !== 'string') return text
    return halfWidth(text)
      .replaceAll('-', '')
      .replace(/^(\+|00)86(?=1\d{10}$)/, '')
  },
  example: n => `138${String(n % 100_000_000).padStart(8, '0')}`,
  personal: true,
  reachedBy: 'sms',
  inputMode: 'tel',
  widest: '0'.repeat(11),
  cellWidth: 15,
  align: 'right',
})
