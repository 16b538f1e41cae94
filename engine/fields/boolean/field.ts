import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { foldedText, isBlankText } from '../text-value.ts'

/** What means true in a text, in half width and lower case. */
export const yesWords: readonly string[] = ['true', 't', '1', '是', '真', '对', 'yes', 'y', 'on', '√', '✓', '✔']
/** What means false. */
export const noWords: readonly string[] = ['false', 'f', '0', '否', '假', '错', 'no', 'n', 'off', '×', '✗', '✘']

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
    if (yesWords.includes(word)) return { value: true }
    return noWords.includes(word) ? { value: false } : { fault: fault('value.not-yes-or-no') }
  },
  format: (value, _field, _model, language) => (language === 'zh' ? (value ? '是' : '否') : value ? 'Yes' : 'No'),
  example: (_field, _model, n) => n % 2 === 0,
  span: () => 8,
  cellWidth: 8,
  chosen: true,
}
