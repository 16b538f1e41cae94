import { type FaultCode, type FieldMessages, fault, faultMessage, isWrittenFormat, unread } from '../fields/fault.ts'
import type { Fault } from '../fields/field-type.ts'
import { typeOf } from '../fields/index.ts'
import { unitOf } from '../fields/number.ts'
import { isClean } from '../fields/text-value.ts'
import { isPending } from '../fields/upload.ts'
import type { Bilingual, Field, JsonSchema, Model } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import { fieldOf, systemFields } from '../model/system-fields.ts'
import type { Violation } from './violation.ts'

/** The messages of a record that violates its schema, from either validator. */
export function violationMessages(
  violations: readonly Violation[],
  fields: readonly Field[],
  model: Model,
): FieldMessages {
  const messages: Record<string, Bilingual> = {}
  // A record may have thousands of violations in lines.
  const schemas = new Map<Field, JsonSchema>()
  for (const violation of violations) {
    const position = positionOf(violation.path, fields, model)
    if (!position || Object.hasOwn(messages, position.name)) continue
    const { name, field } = position
    const schema = schemas.get(field) ?? typeOf(field).value(field, model)
    schemas.set(field, schema)
    messages[name] = violationMessage(violation, field, schema)
  }
  return messages
}

/** The message of one value that violates its field's schema. */
export const violationMessage = ({ keyword, value }: Violation, field: Field, schema: JsonSchema): Bilingual =>
  faultMessage(faultOf(keyword, value, field, schema), field.title)

/** The fault of a missing value: enter it, or select it. */
export const missing = (field: Field): Fault => fault(typeOf(field).chosen ? 'value.select' : 'value.enter')

function faultOf(keyword: string, value: unknown, field: Field, schema: JsonSchema): Fault {
  const type = typeOf(field)
  const limited = limits[keyword]
  if (limited) return fault(limited, { limit: limitIn(schema, keyword), ...messageUnits(field) })
  if (keyword === 'required' || value === null || value === undefined) return missing(field)
  if (keyword === 'uniqueItems') return fault('list.repeated')
  if (keyword === 'format' && schema['format'] === 'clean-text') return fault('value.unclean')
  if (keyword === 'format' && schema['format'] === 'one-line')
    return fault(isClean(String(value)) ? 'value.control' : 'value.unclean')
  if (keyword === 'format' && typeof value === 'string' && isPending(value)) return fault('upload.running')
  if (isWrittenFormat(schema['format'])) return unread(schema['format'])
  if (keyword === 'type' && schema['type'] === 'integer' && typeof value === 'number') {
    return fault('number.scale', { limit: 0 })
  }
  return type.incorrect?.(value) ?? fault(type.chosen ? 'value.select-correct' : 'value.incorrect')
}

/** A number's unit in both languages, for the message of a limit. */
export function messageUnits(field: Field): { readonly unitZh?: string; readonly unitEn?: string } {
  const [unitZh, unitEn] = [unitOf(field, 'zh'), unitOf(field, 'en')]
  return unitZh && unitEn ? { unitZh, unitEn } : {}
}

/** A limit of the schema, of the value or of each value in a list. */
function limitIn(schema: JsonSchema, keyword: string): number {
  const items = schema['items'] as JsonSchema | undefined
  return Number(schema[keyword] ?? items?.[keyword])
}

const limits: Readonly<Record<string, FaultCode>> = {
  minLength: 'length.short',
  maxLength: 'length.long',
  minimum: 'number.small',
  maximum: 'number.great',
  minItems: 'list.few',
  maxItems: 'list.many',
}

/** The field at a path of the record, and its name among the errors. */
function positionOf(
  path: readonly string[],
  fields: readonly Field[],
  model: Model,
): { readonly name: string; readonly field: Field } | undefined {
  const [first = '', row, ...rest] = path
  const field = [...fields, ...systemFields].find(one => one.name === first)
  if (!field) return undefined
  const lines = typeOf(field).lines?.(field)
  if (lines === undefined || row === undefined) return { name: first, field }
  const resource = resourceOf(model, lines)
  const inner = positionOf(rest, resource.fields, model)
  // A line that is no record, or has an invalid id, is an error of the lines.
  if (!inner)
    return rest.length > 0 && fieldOf(resource, rest[0] ?? '') === undefined ? undefined : { name: first, field }
  return { name: `${first}.${row}.${inner.name}`, field: inner.field }
}
