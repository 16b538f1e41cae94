import type { Field, JsonSchema, Model, Resource } from '../model/model.ts'
import { resourceOf } from '../model/names.ts'
import { typeOf } from './index.ts'

/**
 * What a record's schema is for: `save` takes a whole new record, `update` what changed of one, with its id and the
 * version that was read. A form shows, beside what it asks, what is read-only.
 */
export type Purpose = 'save' | 'update' | 'form'

/** Whether a new record has a value in this field without an input: a constant, or what an expression gives. */
export const hasDefault = (field: Field): boolean =>
  field.default !== undefined || field.defaultExpression !== undefined

/** Whether a value of this field is ever taken from input. */
export const isAsked = (field: Field): boolean =>
  !field.readOnly && field.compute === undefined && typeOf(field).given !== true

/**
 * JSON Schema of a resource's record as it comes in, lines and all. Names that it lacks are the store's to judge;
 * a field that is asked only `when` something holds may be missing here, and is looked at by `checkRecord`.
 */
export function recordSchema(resource: Resource, model: Model, purpose: Purpose): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const isOld = purpose === 'update'
  if (isOld) Object.assign(properties, { id: idSchema, version: versionSchema })
  for (const field of resource.fields) {
    if (isAsked(field)) properties[field.name] = fieldSchema(field, model, purpose)
    else if (purpose === 'form') properties[field.name] = { ...fieldSchema(field, model, purpose), readOnly: true }
  }
  const required = isOld ? ['id'] : requiredOf(resource.fields)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** JSON Schema of what a move or an action asks. */
export function inputSchema(fields: readonly Field[], model: Model): JsonSchema {
  const properties = Object.fromEntries(fields.map(field => [field.name, fieldSchema(field, model, 'save')]))
  const required = requiredOf(fields)
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/**
 * Whether a person must say a value. A secret is never read back: of a record that is there, saying nothing keeps it.
 */
export const mustBeSaid = (field: Field, isNew: boolean): boolean =>
  field.required && (isNew || typeOf(field).secret !== true)

/** Fields without which no record of them is whole. */
const requiredOf = (fields: readonly Field[]) =>
  fields.filter(field => isAsked(field) && mayNotMiss(field) && !hasDefault(field)).map(field => field.name)

const mayNotMiss = (field: Field) => field.required && field.when === undefined

/** A field's schema inside a record: null is allowed where the value may be missing. */
function fieldSchema(field: Field, model: Model, purpose: Purpose): JsonSchema {
  const type = typeOf(field)
  const value = type.value(field, model)
  const lines = type.lines?.(field)
  const whole = lines === undefined ? value : { ...value, items: lineSchema(resourceOf(model, lines), model, purpose) }
  return mayNotMiss(field) && isAsked(field) ? whole : nullable(whole)
}

/** A line within its master: the master is known, and a line that was there before says its id. */
function lineSchema(resource: Resource, model: Model, purpose: Purpose): JsonSchema {
  const fields = resource.fields.filter(field => field.name !== resource.partOf?.field)
  const { properties, ...rest } = recordSchema({ ...resource, fields }, model, purpose === 'update' ? 'save' : purpose)
  return {
    ...rest,
    properties: { ...(properties as object), id: nullable(idSchema), version: nullable(versionSchema) },
  }
}

const idSchema: JsonSchema = { type: 'string', format: 'id' }
const versionSchema: JsonSchema = { type: 'integer', minimum: 0 }

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: choices } = schema
  return {
    ...schema,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(choices) && { enum: [...choices, null] }),
  }
}
