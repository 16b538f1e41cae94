import { text } from '../../../engine/fields/text/field.ts'

/** A field type of the product, which both halves have. */
export const colourCode: typeof text = {
  ...text,
  title: { zh: '色号', en: 'Colour code' },
  help: { zh: '六位十六进制颜色', en: 'A colour of six hexadecimal digits.' },
  fault: value => (/^#[0-9A-F]{6}$/.test(value) ? undefined : { code: 'value.incorrect', words: {} }),
  example: (_field, _model, n) => `#${n.toString(16).toUpperCase().padStart(6, '0')}`,
}
