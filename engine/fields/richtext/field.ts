import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { numberOption } from '../options.ts'
import { asText, isClean } from '../text-value.ts'
import { markupOf, markupTags, readMarkup, textOfMarkup, writeMarkup } from './markup.ts'

const usual = 20_000
/** The length of the HTML, with its tags and links. */
const mostHtml = 200_000

/** Formatted text. HTML with anything but the allowed elements is refused, so nothing of it is removed silently. */
export const richtext: FieldType<string> = {
  ...asText,
  title: { zh: '富文本', en: 'Rich text' },
  help: {
    zh: '带格式的文字：标题、粗体、斜体、列表、链接。以 HTML 存储，其他标签和属性会被拒绝；检索、导出和打印用其中的文字。表达式不能读取，可用 fields 或 copy 整段复制',
    en: 'Text with headings, bold, italics, lists and links. It is stored as HTML; other tags and attributes are refused. Searches, exports and prints use its plain text. Expressions cannot read it, but `fields` and `copy` can copy it.',
  },
  options: {
    max: {
      schema: { type: 'integer', minimum: 1, maximum: usual },
      help: {
        zh: `最多字符数，不计格式，默认 ${usual}`,
        en: `Maximum number of characters, without formatting. Default: ${usual}.`,
      },
      default: usual,
      example: 2000,
    },
  },
  value: () => ({ type: 'string', maxLength: mostHtml, format: 'clean-text' }),
  fault: (value, field) => {
    const read = readMarkup(value)
    if ('found' in read) return fault('markup.unfit', { found: read.found, tags: markupTags.join(', ') })
    const limit = numberOption(field, 'max') ?? usual
    return [...textOfMarkup(value)].length > limit ? fault('length.long', { limit }) : undefined
  },
  column: () => 'text',
  rule: () => undefined,
  operators: ['contains', 'notContains', 'isNull', 'notNull'],
  sortable: false,
  normalise,
  parse: text => (isClean(text) ? { value: String(normalise(text) ?? '') } : { fault: fault('value.unclean') }),
  format: textOfMarkup,
  example: (field, _model, n) => markupOf([...`文本${n}`].slice(0, numberOption(field, 'max') ?? usual).join('')),
  span: () => 24,
  cellWidth: 48,
  multiline: true,
  large: true,
  markup: true,
}

/** HTML in its stored form; a text without tags as paragraphs. What cannot be read is left for the check to refuse. */
function normalise(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '' || !/<\/?[a-z!]/i.test(text)) return text === '' ? null : markupOf(text)
  const read = readMarkup(text)
  if ('found' in read) return text
  const html = writeMarkup(read.nodes)
  return textOfMarkup(html).trim() === '' ? null : html
}
