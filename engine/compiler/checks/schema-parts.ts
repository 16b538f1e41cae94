import type { JsonSchema } from '../../model/model.ts'
import { shapes } from '../language/shapes.ts'

export const isField = (schema: JsonSchema) => ['field', 'refinedField'].includes(String(schema['shape']))

export const requiredIn = (schema: JsonSchema) => (schema['required'] as readonly string[] | undefined) ?? []

export const schemaProperties = (schema: JsonSchema) =>
  (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>

const resolved = new WeakMap<JsonSchema, JsonSchema>()

/** A schema whose `$ref` is replaced by the named shape. Throws if there is no such shape, which is a bug. */
export function resolve(schema: JsonSchema): JsonSchema {
  const reference = schema['$ref']
  if (typeof reference !== 'string') return schema
  const before = resolved.get(schema)
  if (before) return before
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const shape = shapes[name]
  if (!shape) throw new Error(`The schemas have no shape "${name}".`)
  const whole = { ...shape, ...schema, shape: name }
  resolved.set(schema, whole)
  return whole
}
