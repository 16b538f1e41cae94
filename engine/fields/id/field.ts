import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { isId } from './id-text.ts'

/** A record's own key: 64 bits in time's order, a decimal text on the wire. The system's, not for descriptors. */
export const id: FieldType<string> = {
  title: { zh: '主键', en: 'Id' },
  help: { zh: '系统给出的主键', en: "A record's key, given by the system." },
  options: {},
  value: () => ({ type: 'string', format: 'id' }),
  column: () => 'bigint',
  rule: () => 'int',
  operators: ['equals', 'notEquals', 'oneOf', 'greater', 'less'],
  sortable: true,
  normalise: value => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  toColumn: value => value,
  fromColumn: raw => String(raw),
  parse: text => (isId(text.trim()) ? { value: text.trim() } : { fault: fault('value.incorrect') }),
  format: value => value,
  example: (_field, _model, n) => String(1_123_598_821_738_675_201n + BigInt(n)),
  span: () => 8,
  given: true,
}
