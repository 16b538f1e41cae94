import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { type OneOrMany, textsOf } from '../one-or-many.ts'

/** The records that a bind links to a record, as expressions read them: a list of ids. Not for descriptors. */
export const bind: FieldType<OneOrMany> = {
  title: { zh: '绑定', en: 'Bind' },
  help: { zh: '绑定的记录，由 bind 声明', en: 'The linked records of a `bind`.' },
  options: {},
  value: () => ({ type: 'array', items: { type: 'string', format: 'id' } }),
  column: () => undefined,
  rule: () => 'list<int>',
  operators: [],
  sortable: false,
  toColumn: () => undefined,
  fromColumn: raw => textsOf(raw, true),
  parse: () => ({ fault: fault('value.incorrect') }),
  format: () => '',
  example: () => [],
  span: () => 24,
  given: true,
  large: true,
  related: true,
  bound: true,
}
