import { type FieldMessages, fault, faultMessage } from '../fields/fault.ts'
import { typeOf } from '../fields/index.ts'
import { isInputField } from '../fields/record-schema.ts'
import { scaleOfNumber } from '../fields/traits.ts'
import type { Bilingual, Field, Model } from '../model/model.ts'
import { messageUnits } from './violation-messages.ts'

/**
 * The numbers of a record that no user enters and that are outside the range of their type. Entered ones are checked by
 * the JSON Schema of the record.
 */
export function rangeFaults(
  record: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  model: Model,
  isChanged: (name: string) => boolean = () => true,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  for (const field of fields) {
    const value = record[field.name]
    if (typeof value !== 'number' || isInputField(field) || !isChanged(field.name)) continue
    const greatest = greatestOf(field, model)
    if (greatest !== undefined && Math.abs(value) > greatest)
      messages[field.name] = faultMessage(
        value > 0
          ? fault('number.great', { limit: greatest, ...messageUnits(field) })
          : fault('number.small', { limit: -greatest, ...messageUnits(field) }),
        field.title,
      )
  }
  return messages
}

/** The greatest number of the type, whatever the descriptor limits. */
function greatestOf(field: Field, model: Model): number | undefined {
  if (scaleOfNumber(field) === undefined) return undefined
  const { min: _min, max: _max, ...options } = field.options
  const { maximum } = typeOf(field).value({ ...field, options }, model)
  return typeof maximum === 'number' ? maximum : undefined
}
