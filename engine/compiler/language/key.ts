import type { Bilingual, JsonSchema } from '../../model/model.ts'
import { readYaml } from '../read-yaml.ts'
import { plain } from '../tree.ts'

/** One key of the descriptor language: the schema of its value, its purpose, and an example. */
export interface Key {
  readonly schema: JsonSchema
  readonly help: Bilingual
  /** A value as YAML on one line; the reference page shows it and a test compiles it. */
  readonly example: string
  readonly required?: true
}

export type Keys = Readonly<Record<string, Key>>

/** A key with its help in both languages and an example. */
export const newKey = (
  schema: JsonSchema,
  zh: string,
  en: string,
  example: string,
  more?: Pick<Key, 'required'>,
): Key => ({
  schema,
  help: { zh, en },
  example,
  ...more,
})

/** JSON Schema of a map with these keys and no others. */
export function objectOf(keys: Keys): JsonSchema {
  const entries = Object.entries(keys)
  const required = entries.filter(([, key]) => key.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, key]) => [name, described(key)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** JSON Schema of a map whose keys the author chooses. */
export const mapOf = (values: JsonSchema, names: JsonSchema = shared('name')): JsonSchema => ({
  type: 'object',
  propertyNames: names,
  additionalProperties: values,
})

export const listOf = (items: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'array', items, ...more })

/** A reference to one of the shapes in `schemas/shared.schema.json`. */
export const shared = (name: string): JsonSchema => ({ $ref: `shared.schema.json#/$defs/${name}` })

/** Both languages of a help text, as an editor shows them on hover. */
export const hover = ({ zh, en }: Bilingual): string => `${zh}\n\n${en}`

const described = ({ schema, help, example }: Key): JsonSchema => ({
  description: hover(help),
  ...schema,
  examples: [plain(readYaml(example).root)],
})

/** The schema of a file that may refine another: nothing in its maps is required, but in the items of lists. */
export function refining(schema: JsonSchema): JsonSchema {
  if (typeof schema['$ref'] === 'string')
    return schema['$ref'] === shared('field')['$ref'] ? { ...schema, ...shared('refinedField') } : schema
  const { required: _required, ...rest } = schema
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)
  const others = schema['additionalProperties']
  const alternatives = schema['anyOf'] as readonly JsonSchema[] | undefined
  return {
    ...rest,
    ...(alternatives && { anyOf: alternatives.map(refining) }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties.map(([k, one]) => [k, refining(one)])) }),
    ...(typeof others === 'object' && others !== null && { additionalProperties: refining(others as JsonSchema) }),
  }
}
