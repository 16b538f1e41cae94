import type { FieldType } from '../field-type.ts'
import { numberOption, textOption } from '../options.ts'
import {
  asText,
  exampleText,
  normaliseText,
  parseOneLine,
  textMistake,
  textOptions,
  textSchema,
} from '../text-value.ts'

const usual = 255

/** The form width of a text by its maximum length; without one it is short. */
const spanOfText = (max: number) => (max > 300 ? 24 : max > 100 ? 16 : 8)

/** A text of one line. */
export const text: FieldType<string> = {
  ...asText,
  title: { zh: '单行文本', en: 'Text' },
  help: { zh: '一行文字，默认最多 255 个字符', en: 'One line of text. Default: at most 255 characters.' },
  options: {
    ...textOptions(500, usual),
    icon: {
      schema: { type: 'boolean' },
      help: {
        zh: '值是 Lucide 图标的名称，列表中显示图标',
        en: 'The value is the name of a Lucide icon, and lists show the icon.',
      },
      example: true,
    },
  },
  mistake: textMistake,
  value: field => textSchema(field, usual, 'one-line'),
  column: field => `varchar(${numberOption(field, 'max') ?? usual})`,
  normalise: (value, field) => normaliseText(value, textOption(field, 'spaces') === 'strip' ? 'strip' : 'keep'),
  parse: parseOneLine,
  example: (field, _model, n) => exampleText(field, n, usual),
  freeText: 'line',
  span: field => spanOfText(numberOption(field, 'max') ?? 0),
}
