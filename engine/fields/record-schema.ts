import { fieldsWithoutMaster } from '../model/lines.ts'
import type { Field, JsonSchema, Model, Resource } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import { enteredLineFields } from './entered-fields.ts'
import { typeOf } from './index.ts'
import { isComputed, isPicked, isRelated } from './traits.ts'

/**
 * The purpose of a record's schema: `save` accepts a whole new record, `update` the changes of one with its id and the
 * version that was read, `form` also contains the read-only fields that a form shows.
 */
export type Purpose = 'save' | 'update' | 'form'

/** Whether a new record gets a value in this field without input: a constant or an expression. */
export const hasDefault = (field: Field): boolean =>
  field.default !== undefined || field.defaultExpression !== undefined

/** Whether a value of this field is taken from input. */
export const isInputField = (field: Field): boolean =>
  !field.readOnly && !isComputed(field) && typeOf(field).given !== true

/**
 * The JSON Schema of a resource's input record, with its lines. The store handles unknown names; a field that is
 * required only while its `when` is true may be missing here, and `checkRecord` checks it.
 */
export function recordSchema(resource: Resource, model: Model, purpose: Purpose): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const isOld = purpose === 'update'
  if (isOld) Object.assign(properties, { id: idSchema, version: versionSchema })
  for (const field of resource.fields) {
    if (isInputField(field)) properties[field.name] = fieldSchema(field, model, purpose)
    else if (purpose === 'form' && !isRelated(field))
      properties[field.name] = { ...fieldSchema(field, model, purpose), readOnly: true }
  }
  const required = isOld ? ['id'] : requiredOf(resource.fields)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The JSON Schema of the input of a transition or an action. */
export function inputSchema(fields: readonly Field[], model: Model): JsonSchema {
  const properties = Object.fromEntries(fields.map(field => [field.name, fieldSchema(field, model, 'save')]))
  const required = requiredOf(fields)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The JSON Schema of what a handler returns: every value is there, one that is not required may be null. */
export function answerSchema(fields: readonly Field[], model: Model): JsonSchema {
  const properties = Object.fromEntries(fields.map(field => [field.name, fieldSchema(field, model, 'save')]))
  return { type: 'object', properties, required: fields.map(({ name }) => name), additionalProperties: false }
}

/**
 * Whether the user must enter a value. A secret is never read back: in an existing record, a missing one is unchanged. A
 * missing reference with `pick` is chosen by the server.
 */
export const requiresValue = (field: Field, isNew: boolean): boolean =>
  field.required && !isPicked(field) && (isNew || typeOf(field).secret !== true)

/** Whether every record has a value in this field: it is required, whatever the other values are. */
export const isAlwaysRequired = ({ required, when }: Field): boolean => required && when === undefined

/** Whether it depends on the other values of a record that it requires a value in this field. */
export const isRequiredByCondition = ({ required, when, requiredIf }: Field): boolean =>
  requiredIf !== undefined || (required && when !== undefined)

/** Whether a new record requires a value of this field as input. */
export const isNeeded = (field: Field): boolean => mayNotMiss(field) && !hasDefault(field)

/** The names of required fields. */
const requiredOf = (fields: readonly Field[]) =>
  fields.filter(field => isInputField(field) && isNeeded(field)).map(field => field.name)

const mayNotMiss = (field: Field) => isAlwaysRequired(field) && !isPicked(field)

/** A field's schema within a record; it allows null where the value may be missing. */
function fieldSchema(field: Field, model: Model, purpose: Purpose): JsonSchema {
  const type = typeOf(field)
  const value = type.value(field, model)
  const lines = type.lines?.(field)
  const whole = lines === undefined ? value : linesSchema(field, resourceOf(model, lines), value, model, purpose)
  return mayNotMiss(field) && isInputField(field) ? whole : nullable(whole)
}

function linesSchema(field: Field, of: Resource, value: JsonSchema, model: Model, purpose: Purpose): JsonSchema {
  const { edit } = field.options
  if (edit === undefined) return { ...value, items: lineSchema(of, model, purpose) }
  // A step names some lines: how many there are, and what new ones lack, is checked of the whole record.
  const { minItems: _min, ...some } = value
  const fields = enteredLineFields(field, of.fields).filter(({ name }) => isLineColumn(field, name))
  const items = lineSchema({ ...of, fields }, model, purpose)
  return { ...some, items: { ...items, required: edit === 'add' ? [] : ['id'] } }
}

/** Whether a field of a line is entered where the lines are edited; all are, unless a step names some. */
export const isLineColumn = ({ options: { edit, columns } }: Field, name: string): boolean =>
  edit === undefined || !Array.isArray(columns) || columns.includes(name)

/** The schema of a line within its master: the master is known, and an existing line has its id. */
function lineSchema(resource: Resource, model: Model, purpose: Purpose): JsonSchema {
  const fields = fieldsWithoutMaster(resource)
  const { properties, ...rest } = recordSchema({ ...resource, fields }, model, purpose === 'update' ? 'save' : purpose)
  return {
    ...rest,
    properties: { ...(properties as object), id: nullable(idSchema), version: nullable(versionSchema) },
  }
}

const idSchema: JsonSchema = { type: 'string', format: 'id' }
const versionSchema: JsonSchema = { type: 'integer', minimum: 0 }

/** A schema that accepts null as well. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema
  // Assigned: a compilation makes one of each field of all resources.
  const accepting: Record<string, unknown> = { ...schema }
  if (typeof type === 'string') accepting['type'] = [type, 'null']
  if (Array.isArray(choices)) accepting['enum'] = [...choices, null]
  return accepting
}
