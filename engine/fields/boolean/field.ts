import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { foldedText, isBlankText } from '../text-value.ts'

const yes = ['true', 't', '1', '是', '真', '对', 'yes', 'y', 'on', '√', '✓', '✔']
const no = ['false', 'f', '0', '否', '假', '错', 'no', 'n', 'off', '×', '✗', '✘']

/** A boolean. */
export const boolean: FieldType<boolean> = {
  title: { zh: '是否', en: 'Yes or no' },
  help: { zh: '是或否', en: 'Yes or no.' },
  options: {},
  value: () => ({ type: 'boolean' }),
  column: () => 'boolean',
  rule: () => 'bool',
  operators: ['equals', 'notEquals', 'isNull', 'notNull'],
  sortable: true,
  expressionAsDefault: true,
  normalise: value => (isBlankText(value) ? null : value),
  toColumn: value => value,
  fromColumn: raw => raw === true || raw === 't',
  parse: text => {
    const word = foldedText(text)
    if (yes.includes(word)) return { value: true }
    return no.includes(word) ? { value: false } : { fault: fault('value.not-yes-or-no') }
  },
  format: (value, _field, _model, language) => (language === 'zh' ? (value ? '是' : '否') : value ? 'Yes' : 'No'),
  example: (_field, _model, n) => n % 2 === 0,
  span: () => 8,
  cellWidth: 8,
  chosen: true,
}
