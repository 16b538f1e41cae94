import { type FieldMessages, fault, faultMessage } from '../fields/fault.ts'
import type { Fault } from '../fields/field-type.ts'
import { typeOf } from '../fields/index.ts'
import { isInputField } from '../fields/record-schema.ts'
import { scaleOfNumber } from '../fields/traits.ts'
import type { Bilingual, Field, Model } from '../model/model.ts'
import { hasColumn } from '../model/system-fields.ts'
import { messageUnits } from './violation-messages.ts'

/** The limits of a field's descriptor, or those of its column alone. */
type Limits = 'declared' | 'stored'

/**
 * The values of a record that no user enters and that are outside the limits of their field: numbers, and texts that
 * are too long. Entered ones are checked by the JSON Schema of the record.
 */
export function limitFaults(
  record: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  model: Model,
  isChanged: (name: string) => boolean = () => true,
  limits: Limits = 'declared',
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const field of fields) {
    const value = record[field.name]
    if (isInputField(field) || !isChanged(field.name)) continue
    const found =
      typeof value === 'number'
        ? faultOfNumber(value, field, model, limits)
        : typeof value === 'string'
          ? faultOfText(value, field, model, limits)
          : undefined
    if (found) messages[field.name] = faultMessage(found, field.title)
  }
  return messages
}

function faultOfNumber(value: number, field: Field, model: Model, limits: Limits): Fault | undefined {
  if (scaleOfNumber(field) === undefined) return undefined
  const { min: _min, max: _max, ...options } = field.options
  const { minimum, maximum } = typeOf(field).value(limits === 'declared' ? field : { ...field, options }, model)
  if (typeof maximum === 'number' && value > maximum)
    return fault('number.great', { limit: maximum, ...messageUnits(field) })
  if (typeof minimum === 'number' && value < minimum)
    return fault('number.small', { limit: minimum, ...messageUnits(field) })
  return undefined
}

function faultOfText(value: string, field: Field, model: Model, limits: Limits): Fault | undefined {
  const { maxLength } = typeOf(field).value(field, model)
  if (typeof maxLength !== 'number' || [...value].length <= maxLength) return undefined
  const isStored = hasColumn(field) && typeOf(field).column?.(field)?.startsWith('varchar') === true
  const isLimited = isStored || (limits === 'declared' && field.options['max'] !== undefined)
  return isLimited ? fault('length.long', { limit: maxLength }) : undefined
}
