import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { crossedOptions, numberOption, ofOption } from '../options.ts'
import { isBlankText } from '../text-value.ts'

/** A line as transmitted within its master record. */
export type RecordLine = Readonly<Record<string, unknown>>

const usual = 500
const isPresent = (line: unknown) => line !== null

/** The lines of a master: records of another resource that are saved, read and deleted with it. */
export const children: FieldType<readonly RecordLine[]> = {
  title: { zh: '明细', en: 'Lines' },
  help: {
    zh: '主表的明细行，和主表一起保存；明细资源用 partOf 指回主表',
    en: 'Lines, which are saved with their parent record. Their resource refers to it with `partOf`.',
  },
  options: {
    of: {
      schema: { type: 'string' },
      help: { zh: '明细资源名', en: 'The name of the resource of the lines.' },
      required: true,
      names: 'resource',
      example: 'businessEntOrderDetail',
    },
    min: {
      schema: { type: 'integer', minimum: 0, maximum: 1000 },
      help: { zh: '最少行数', en: 'Minimum number of lines.' },
      example: 1,
    },
    max: {
      schema: { type: 'integer', minimum: 1, maximum: 1000 },
      help: { zh: `最多行数，默认 ${usual}`, en: `Maximum number of lines. Default: ${usual}.` },
      default: usual,
      example: 100,
    },
    columns: {
      schema: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      help: {
        zh: '表格里显示的明细字段，按此顺序',
        en: 'The fields that the table of lines shows, in this order.',
      },
      example: ['productName', 'quantity', 'price'],
    },
  },
  mistake: crossedOptions,
  value: field => ({
    type: 'array',
    items: { type: 'object' },
    ...(numberOption(field, 'min') !== undefined && { minItems: numberOption(field, 'min') }),
    maxItems: numberOption(field, 'max') ?? usual,
  }),
  column: () => undefined,
  rule: () => undefined,
  operators: [],
  sortable: false,
  normalise: value =>
    value === null || isBlankText(value) ? [] : Array.isArray(value) ? value.filter(isPresent) : value,
  toColumn: () => undefined,
  fromColumn: () => [],
  parse: () => ({ fault: fault('value.incorrect') }),
  format: value => String(value.length),
  example: () => [],
  span: () => 24,
  lines: ofOption,
  large: true,
  unusedKeys: () => ['default'],
}
