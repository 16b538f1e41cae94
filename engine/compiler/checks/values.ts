import { formats } from '../../fields/formats.ts'
import { typeOf } from '../../fields/index.ts'
import { isDictionary, isReference } from '../../fields/traits.ts'
import type { Field, JsonSchema, Model } from '../../model/model.ts'
import type { FaultWords } from '../../rules/fault-texts.ts'
import type { ProblemCode } from '../problem-messages.ts'
import { type Node, plain, writtenOf } from '../tree.ts'
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

/** The problem of digits without quotes where a field accepts the same text: 03 is read as 3, and 3 is no text. */
export function codeWithoutQuotes(
  node: Node,
  field: Field,
  model: Model,
): readonly [ProblemCode, FaultWords] | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'number' || isReference(field)) return undefined
  if (isValueOf(node, field, model)) return undefined
  const written = writtenOf(node)
  if (!isValueOf({ ...node, value: written }, field, model)) return undefined
  const quoted = JSON.stringify(written)
  return node.written === undefined
    ? ['value.type', { expected: 'string', found: 'number', quoted }]
    : ['value.code', { value: String(node.value), quoted }]
}

/** Whether the text of an example is written in the format of its field; the limits of the field do not matter. */
export function isWrittenAs(value: unknown, field: Field, model: Model): boolean {
  const schema = typeOf(field).value(field, model)
  if (typeof value === 'string')
    return schema['type'] !== 'boolean' && !isOfNumbers(schema) && isOfFormat(value, schema)
  // References and entries of dictionaries are also written as numbers.
  return typeof value !== 'number' || schema['type'] !== 'string' || isReference(field) || isDictionary(field)
}

const isOfNumbers = (schema: JsonSchema): boolean => ['integer', 'number'].includes(String(schema['type']))

function isOfFormat(value: unknown, { format }: JsonSchema): boolean {
  const isValid = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
  return !isValid || (typeof value === 'string' && isValid(value))
}
