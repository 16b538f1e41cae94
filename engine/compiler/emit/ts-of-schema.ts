import type { JsonSchema } from '../../model/model.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/** The TypeScript type of the values that a JSON Schema accepts, as far as TypeScript can express it. */
export function tsOfSchema(schema: JsonSchema, indent = ''): string {
  const { type, enum: choices, anyOf, oneOf } = schema
  if (Array.isArray(choices)) return union(choices.map(literal))
  if ('const' in schema) return literal(schema['const'])
  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives)) return union(alternatives.map(one => tsOfSchema(one as JsonSchema, indent)))
  if (Array.isArray(type)) return union(type.map(one => tsOfType(String(one), schema, indent)))
  return tsOfType(typeof type === 'string' ? type : '', schema, indent)
}

/** The members of an object's type, one per line; `instead` names the types of members that have one. */
export function membersOfSchema(schema: JsonSchema, indent: string, instead: Readonly<Record<string, string>> = {}) {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const properties = (schema['properties'] ?? {}) as Properties
  return Object.entries(properties).map(
    ([name, value]) =>
      `${indent}${key(name)}${required.has(name) ? '' : '?'}: ${instead[name] ?? tsOfSchema(value, indent)}`,
  )
}

/** A text as a string literal in the project's code style. */
export const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A name as an object's key, quoted where necessary. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name))

/** A list's type, in brackets where the item's type requires them. */
export const arrayTypeOf = (item: string): string => (item.includes('|') ? `(${item})[]` : `${item}[]`)

function tsOfType(type: string, schema: JsonSchema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return arrayTypeOf(tsOfSchema((schema['items'] ?? {}) as JsonSchema, indent))
    case 'object': {
      const members = membersOfSchema(schema, `${indent}  `)
      return members.length > 0 ? `{\n${members.join('\n')}\n${indent}}` : 'Record<string, unknown>'
    }
    default:
      return 'unknown'
  }
}

const literal = (value: unknown): string => (typeof value === 'string' ? quote(value) : String(value))

const union = (members: readonly string[]): string => {
  const all = [...new Set(members)]
  return all.includes('unknown') || all.length === 0 ? 'unknown' : all.join(' | ')
}
