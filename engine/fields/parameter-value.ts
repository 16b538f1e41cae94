import type { DatedValue, Model, Parameter, ParameterValue } from '../model/model.ts'
import { isDate } from './calendar.ts'
import type { AnyFieldType, Fault } from './field-type.ts'
import { typeOf } from './index.ts'

/** Whether a parameter may have this type: one plain value that a text can express and that expressions can read. */
export const isParameterType = (type: AnyFieldType): boolean =>
  !type.secret &&
  !type.given &&
  !type.large &&
  type.lines === undefined &&
  !Object.values(type.options).some(option => option.required)

/** The values of a parameter: one, or dated ones with the earliest first. */
export type ParameterValues = Pick<Parameter, 'value' | 'values'>

/** The text of a parameter's row: its value, or one line for each dated value, such as `2026-01-01: 50`. */
export function parameterText({ value, values }: ParameterValues): string {
  return value === undefined ? values.map(one => `${one.from}: ${one.value}`).join('\n') : String(value)
}

/** The values that the text of a parameter's row contains, or the fault of the first part that is no value. */
export function parameterValues(
  text: string,
  { field, value }: Parameter,
  model: Model,
): ParameterValues | { readonly fault: Fault } {
  const type = typeOf(field)
  const one = (part: string): { readonly value: ParameterValue } | { readonly fault: Fault } => {
    const read = type.parse(part.trim(), field, model)
    const fault = 'fault' in read ? read.fault : type.fault?.(read.value, field, model)
    return fault ? { fault } : { value: (read as { value: ParameterValue }).value }
  }
  if (value !== undefined) {
    const read = one(text)
    return 'fault' in read ? read : { value: read.value, values: [] }
  }
  const values: DatedValue[] = []
  for (const line of text.split('\n').filter(part => part.trim() !== '')) {
    const [, from = '', rest = ''] = /^\s*(\d{4}-\d\d-\d\d)\s*[:：]\s*(.*)$/.exec(line) ?? []
    if (!isDate(from)) return { fault: { code: 'parameter.line', words: { value: line.trim() } } }
    const read = one(rest)
    if ('fault' in read) return read
    values.push({ from, value: read.value })
  }
  return { values: values.sort((a, b) => (a.from < b.from ? -1 : 1)) }
}
