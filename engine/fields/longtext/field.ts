import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { textOption } from '../options.ts'
import { asText, exampleText, isClean, normaliseText, textMistake, textOptions, textSchema } from '../text-value.ts'

const usual = 2000

/** Text of several lines. */
export const longtext: FieldType<string> = {
  ...asText,
  title: { zh: '多行文本', en: 'Long text' },
  help: {
    zh: '多行文字，默认最多 2000 个字符',
    en: 'Text of several lines. Default: at most 2,000 characters.',
  },
  options: textOptions(20_000, usual),
  mistake: textMistake,
  value: field => textSchema(field, usual),
  column: () => 'text',
  sortable: false,
  normalise: (value, field) => normaliseText(value, textOption(field, 'spaces') === 'strip' ? 'strip' : 'keep'),
  parse: text => (isClean(text) ? { value: text } : { fault: fault('value.unclean') }),
  example: (field, _model, n) => exampleText(field, n, usual),
  span: () => 24,
  cellWidth: 48,
  freeText: 'lines',
  multiline: true,
  large: true,
}
