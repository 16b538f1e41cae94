import { type Keys, newKey, shared } from './key.ts'

/** The keys of a rule. */
export const ruleKeys: Keys = {
  rule: newKey(
    shared('expression'),
    '保存前必须成立的条件；所读的字段有变化时才检查，缺值时放行',
    'The condition that a record must satisfy to be saved. It is checked when a field that it reads changes. With a missing value the rule passes.',
    '"endDay >= startDay"',
    { required: true },
  ),
  message: newKey(
    shared('bilingual'),
    '不成立时的提示',
    'The message when the condition is false.',
    '{ zh: 结束日期不能早于开始日期, en: The end cannot be before the start }',
    { required: true },
  ),
  at: newKey(
    shared('name'),
    '显示提示的字段；步骤的规则写它的输入或可改的字段。不写则显示在所读的、有变化的第一个字段',
    'The field that shows the message; of a rule of a step, an input or an edited field. Default: the first changed field that the rule reads.',
    'endDay',
  ),
  level: newKey(
    { enum: ['warning'] },
    'warning：不成立时只警告，用户确认后可以保存，确认写入变更记录；导入和自动步骤不询问，只作记录。不写则拒绝保存',
    '`warning`: a record that violates the rule can be saved after the user acknowledges the message. The acknowledgement is recorded in the history. Imports and automatic steps need no acknowledgement; their warnings are recorded. Default: the record is refused.',
    'warning',
  ),
  valid: newKey(
    examplesShape(),
    '成立的例子，编译时验证；没写的字段视为缺值。input.名称、引用.字段和 parameter.键 给出其余读到的值；没写的参数取 parameters.yaml 的值',
    'Example records that satisfy the rule; the compiler verifies them. Fields that are not listed have no value. `input.name`, `reference.field` and `parameter.key` set the other values that the rule reads. Parameters that are not listed have their values in parameters.yaml.',
    '{ startDay: 2026-03-01, endDay: 2026-03-02 }',
  ),
  invalid: newKey(
    examplesShape(),
    '不成立的例子；不读时钟的规则，成立与不成立的例子都要有',
    'Example records that violate the rule. A rule that does not read the clock requires examples of both kinds.',
    '{ startDay: 2026-03-02, endDay: 2026-03-01 }',
  ),
}

function examplesShape() {
  const one = { type: 'object' }
  return { anyOf: [one, { type: 'array', items: one, minItems: 1 }] }
}
