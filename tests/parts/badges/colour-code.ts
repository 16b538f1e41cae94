import { formattedText } from '../../../engine/fields/formatted-text.ts'

/** A field type of the product, which both halves have. */
export const colourCode = formattedText({
  title: { zh: '色号', en: 'Colour code' },
  help: { zh: '六位十六进制颜色', en: 'A colour of six hexadecimal digits.' },
  format: 'colour-code',
  maxLength: 7,
  check: text => /^#[0-9A-F]{6}$/.test(text),
  example: n => `#${n.toString(16).toUpperCase().padStart(6, '0')}`,
})
