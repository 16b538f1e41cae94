import type { JsonSchema } from '../../model/model.ts'

/**
 * Writes the members of the TypeScript interface that an object schema describes, one per line, without indentation.
 * The caller supplies it: json-schema-to-typescript runs in Node only.
 */
export type WriteMembers = (schema: JsonSchema) => Promise<string>

/** The keywords that decide a value's type; the others would only become comments. */
const typing = ['type', 'enum', 'const', 'description', 'tsType', 'required', 'additionalProperties']

/** A schema reduced to what decides its TypeScript type. `title` would rename the type. */
export function typingOf(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf, oneOf } = schema
  const typed = Object.entries(schema).filter(([name]) => typing.includes(name))
  return {
    ...Object.fromEntries(typed),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(one => typingOf(one as JsonSchema)) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.map(one => typingOf(one as JsonSchema)) }),
    ...(isObject(items) && { items: typingOf(items) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, typingOf(one as JsonSchema)]),
      ),
    }),
  }
}

/** An exported interface; `parents` are the types that it extends, one per line if several. */
export function interfaceOf(name: string, comment: string, parents: readonly string[], members: string): string {
  const extending = parents.length > 1 ? ` extends\n  ${parents.join(',\n  ')}` : parents.map(one => ` extends ${one}`)
  const head = `/** ${comment} */\nexport interface ${name}${extending} {`
  return members === '' ? `${head}}\n` : `${head}\n${members.replaceAll(/^(?=.)/gm, '  ')}\n}\n`
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
