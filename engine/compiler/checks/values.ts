import { formats } from '../../fields/formats.ts'
import { typeOf } from '../../fields/index.ts'
import type { Field, JsonSchema, Model } from '../../model/model.ts'
import { type Node, plain } from '../tree.ts'
import { checkNode } from './shape.ts'

/** Whether a value that a descriptor contains is one of the field's: its type, its limits and its format. */
export function isValueOf(node: Node, field: Field, model: Model): boolean {
  const type = typeOf(field)
  const schema = type.value(field, model)
  let isValid = true
  checkNode(node, schema, () => {
    isValid = false
  })
  const value = plain(node)
  return isValid && isOfFormat(value, schema) && !type.fault?.(value, field, model)
}

/** Whether the text of an example is written in the format of its field; the limits of the field do not matter. */
export const isWrittenAs = (value: unknown, field: Field, model: Model): boolean =>
  typeof value !== 'string' || isOfFormat(value, typeOf(field).value(field, model))

function isOfFormat(value: unknown, { format }: JsonSchema): boolean {
  const isValid = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
  return !isValid || (typeof value === 'string' && isValid(value))
}
