import { typeOf } from '../../fields/index.ts'
import { inputSchema, nullable } from '../../fields/record-schema.ts'
import { writtenAggregate } from '../../model/aggregates.ts'
import type { DeclaredQuery, JsonSchema, Model, Resource } from '../../model/model.ts'
import { typeName } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import { scopeOf } from '../../rules/scope.ts'
import type { ValueType } from '../../rules/value.ts'

/** The name of the type of a query's input; undefined for a query without input. */
export const queryInputName = (resource: Resource, { name, input }: DeclaredQuery): string | undefined =>
  input.length > 0 ? `${typeName(resource.name)}${typeName(name)}Input` : undefined

/** The schema of a query's input. */
export const queryInputSchema = ({ input }: DeclaredQuery, model: Model): JsonSchema => inputSchema(input, model)

/** The name of the type of a query's rows: that of the record, if it has no columns of its own. */
export const queryRowName = (resource: Resource, { name, columns, group }: DeclaredQuery): string =>
  columns || group ? `${typeName(resource.name)}${typeName(name)}Row` : typeName(resource.name)

/** The schema of the rows of a query with columns; undefined for whole records. */
export function queryRowSchema(resource: Resource, query: DeclaredQuery, model: Model): JsonSchema | undefined {
  const { columns, group } = query
  if (group)
    return objectOf([
      ...group.flatMap(name => [...fieldMembers(resource, name, model), ...entryTitle(resource, name)]),
      ...measures(resource, query, model),
    ])
  if (!columns) return undefined
  const members = Array.isArray(columns)
    ? (columns as readonly string[]).flatMap(name => fieldMembers(resource, name, model))
    : Object.entries(columns).map(([name, text]) => [name, expressionSchema(resource, query, text, model)] as const)
  return objectOf(members)
}

const objectOf = (members: readonly SchemaMember[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(members),
  required: members.map(([name]) => name),
})

const measures = (resource: Resource, { measure = {} }: DeclaredQuery, model: Model): SchemaMember[] =>
  Object.entries(measure).map(([name, text]) => {
    const { of, args: [read] = [] } = writtenAggregate(text) ?? {}
    const field = read && fieldOf(resource, read.text)
    if (of === 'count' || !field) return [name, { type: 'integer' }]
    if (of === 'avg') return [name, nullable({ type: 'number' })]
    const { minimum: _minimum, maximum: _maximum, ...value } = typeOf(field).value(field, model)
    return [name, nullable(value)]
  })

type SchemaMember = readonly [name: string, schema: JsonSchema]

/** The title of a group's dictionary entry. */
function entryTitle(resource: Resource, name: string): SchemaMember[] {
  const field = fieldOf(resource, name)
  return field && typeOf(field).entries ? [[`${name}Name`, nullable({ type: 'string' })]] : []
}

function fieldMembers(resource: Resource, name: string, model: Model): SchemaMember[] {
  const field = fieldOf(resource, name)
  if (!field) return []
  const value = [name, nullable(typeOf(field).value(field, model))] as const
  if (!typeOf(field).reference) return [value]
  const text: JsonSchema =
    field.options['many'] === true ? { type: 'array', items: { type: 'string' } } : { type: 'string' }
  return [value, [`${name}Name`, nullable(text)]]
}

function expressionSchema(resource: Resource, query: DeclaredQuery, text: string, model: Model): JsonSchema {
  const field = fieldOf(resource, text)
  if (field) return nullable(typeOf(field).value(field, model))
  const compiled = compileExpression(text, scopeOf(model, resource, { input: query.input, me: true }))
  return 'expression' in compiled ? nullable(schemas[compiled.expression.type]) : {}
}

/** The transmitted values of each type of expressions. */
const schemas: Readonly<Record<ValueType, JsonSchema>> = {
  string: { type: 'string' },
  int: { type: 'integer' },
  decimal: { type: 'number' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'google.protobuf.Timestamp': { type: 'string' },
  'list<string>': { type: 'array', items: { type: 'string' } },
  'list<int>': { type: 'array', items: { type: 'string' } },
  duration: { type: 'null' },
  period: { type: 'null' },
  list: { type: 'null' },
  null: { type: 'null' },
}
