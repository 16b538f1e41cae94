import type { Field } from '../../model/model.ts'
import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { textOption } from '../options.ts'
import { asText, parseOneLine } from '../text-value.ts'
import { filledPattern, longestSerial, serialOf, serialPattern } from './pattern.ts'

/** A number that the server generates: `ZG202611-0001`. */
export const serial: FieldType<string> = {
  ...asText,
  title: { zh: '编号', en: 'Serial number' },
  help: {
    zh: '系统自动给出的编号，按年、月、日重新计数',
    en: 'A number that the system generates. The counter restarts every year, month or day, depending on the pattern.',
  },
  options: {
    pattern: {
      schema: { type: 'string', maxLength: 80, pattern: serialPattern },
      help: {
        zh: '编号样式：{yyyy} {yy} {MM} {dd} 是日期，{siteId.code} 是所引用记录的字段，{0000} 是计数位，日期或引用的字段不同则各自计数',
        en: 'The format: {yyyy} {yy} {MM} {dd} are the date, {siteId.code} is a field of the record of a reference, {0000} is the counter. Each date and each value of such a field has its own counter.',
      },
      required: true,
      example: 'ZG{yyyy}{MM}-{0000}',
    },
    imported: {
      schema: { const: true },
      help: {
        zh: '导入的新记录可以带原来的编号，没有编号的和以后新增的从最大的编号往后接；编号不重复（unique）',
        en: 'An import can set the numbers of new records, for example those of a former system. Records without a number, and later records, continue after the highest number. The numbers are unique, as with `unique: true`.',
      },
      example: true,
    },
  },
  value: () => ({ type: 'string', maxLength: longestSerial, format: 'one-line' }),
  column: () => `varchar(${longestSerial})`,
  parse: text => {
    const read = parseOneLine(text)
    return 'value' in read && read.value.length > longestSerial
      ? { fault: fault('length.long', { limit: longestSerial }) }
      : read
  },
  example: (field, _model, n) =>
    serialOf(
      filledPattern(patternOf(field), ({ field: name }) => name),
      '2026-03-15',
      n + 1,
    ),
  span: () => 8,
  cellWidth: 20,
  given: true,
  unusedKeys: () => ['required', 'default', 'compute', 'copy', 'stored', 'readOnly'],
  serial: patternOf,
}

function patternOf(field: Field): string {
  return textOption(field, 'pattern') ?? '{0000}'
}
