import type { FieldMessages } from '../fields/fault.ts'
import { faultMessage } from '../fields/fault.ts'
import { typeOf } from '../fields/index.ts'
import { isInputField } from '../fields/record-schema.ts'
import { fieldsWithoutMaster } from '../model/lines.ts'
import type { Bilingual, Field, Model } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import { missing } from './violation-messages.ts'

type Values = Readonly<Record<string, unknown>>

/** How a record is checked. */
export interface CheckOptions {
  /** Whether a field's `when` is true for its record; hidden fields are not checked. */
  isShown(field: Field, record: Values): boolean
  /** Whether a value of a field is required in its record. */
  isRequired(field: Field, record: Values): boolean
  /** The current time, `YYYY-MM-DD HH:mm:ss`, for fields that forbid the future. */
  readonly now?: string
  /** True for a whole record, where an absent value is missing; false for changes, where it is unchanged. */
  readonly whole: boolean
}

/**
 * The faults of a record beyond its JSON Schema: check digits, decimals, days out of range, and fields required only
 * while they are shown. The values must satisfy their schema.
 */
export function checkRecord(
  record: Values,
  fields: readonly Field[],
  model: Model,
  options: CheckOptions,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const field of fields) {
    if (isInputField(field) && options.isShown(field, record))
      Object.assign(messages, checkField(record, field, model, options))
  }
  return messages
}

function checkField(record: Values, field: Field, model: Model, options: CheckOptions): FieldMessages {
  const value = record[field.name]
  const type = typeOf(field)
  if (value === undefined && !options.whole) return {}
  if (value === undefined || value === null) {
    return options.isRequired(field, record) ? { [field.name]: faultMessage(missing(field), field.title) } : {}
  }
  if (Array.isArray(value) && value.length === 0 && field.requiredIf !== undefined && options.isRequired(field, record))
    return { [field.name]: faultMessage(missing(field), field.title) }
  const found = type.fault?.(value, field, model, options.now)
  if (found) return { [field.name]: faultMessage(found, field.title) }
  const lines = type.lines?.(field)
  return lines !== undefined && Array.isArray(value) ? checkLines(value, lines, field, model, options) : {}
}

function checkLines(
  lines: readonly Values[],
  of: string,
  field: Field,
  model: Model,
  options: CheckOptions,
): FieldMessages {
  const own = fieldsWithoutMaster(resourceOf(model, of))
  const messages: Record<string, Bilingual> = {}
  for (const [row, line] of lines.entries()) {
    // A line is always whole, even among the changes of its master.
    const wrong = checkRecord(line, own, model, { ...options, whole: true })
    for (const [name, words] of Object.entries(wrong)) messages[`${field.name}.${row}.${name}`] = words
  }
  return messages
}
