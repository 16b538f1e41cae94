import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { textOption } from '../options.ts'
import { asText, isClean } from '../written.ts'
import { serialOf, serialPattern } from './pattern.ts'

/** A number that the server generates: `ZG202611-0001`. */
export const serial: FieldType<string> = {
  ...asText,
  title: { zh: '编号', en: 'Serial' },
  help: {
    zh: '系统自动给出的编号，按年、月、日重新计数',
    en: 'A number given by the system, counted anew each year, month or day that its pattern names.',
  },
  options: {
    pattern: {
      schema: { type: 'string', maxLength: 40, pattern: serialPattern },
      help: {
        zh: '编号样式：{yyyy} {yy} {MM} {dd} 是日期，{0000} 是计数位',
        en: 'How it is written: {yyyy} {yy} {MM} {dd} are the date, {0000} is the counter.',
      },
      required: true,
      example: 'ZG{yyyy}{MM}-{0000}',
    },
  },
  value: () => ({ type: 'string', maxLength: 64, format: 'clean-text' }),
  column: () => 'varchar(64)',
  parse: text => (isClean(text) ? { value: text.trim() } : { fault: fault('value.unclean') }),
  example: (field, _model, n) => serialOf(textOption(field, 'pattern') ?? '{0000}', '2026-03-15', n + 1),
  span: () => 8,
  given: true,
}
