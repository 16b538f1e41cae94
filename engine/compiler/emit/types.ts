import type { Operator } from '../../fields/field-type.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isAsked, recordSchema } from '../../fields/record-schema.ts'
import type { Action, Field, JsonSchema, Model, Move, Resource } from '../../model/model.ts'
import { resourceOf, typeName } from '../../model/names.ts'
import { systemFields } from '../../model/system-fields.ts'
import { commentOf, header } from './header.ts'
import { isAlwaysThere } from './presence.ts'
import { conditionsOf, isQueried } from './query.ts'
import { askedSchema, inputName, stepsOf } from './steps.ts'
import { arrayTypeOf, key, membersOfSchema, quote, tsOfSchema } from './ts-of-schema.ts'

/**
 * The types of all records, inputs and queries, and of the handlers that the product must have. Plain interfaces:
 * editors show them as they are.
 */
export function emitTypes(model: Model): string {
  const resources = Object.values(model.resources)
  return [
    header,
    interfaceOf('SystemFields', recordMembers(systemFields, model), 'What every record has beside its own fields.'),
    interfaceOf('SystemQuery', [...paging, ...queryMembers(systemFields, model)], 'What every list can be asked for.'),
    ...resources.flatMap(resource => typesOf(resource, model)),
    interfaceOf(
      'Actions',
      resources.flatMap(handlersOf),
      'The handlers that the product must have, by resource and name.',
    ),
  ].join('\n')
}

function typesOf(resource: Resource, model: Model): string[] {
  const name = typeName(resource.name)
  const lines = linesOf(resource, model)
  const instead = Object.fromEntries(lines.map(({ field, item }) => [field.name, arrayTypeOf(item)]))
  const save = recordSchema(resource, model, 'save')
  const asked = membersOfSchema(save, '  ', instead)
  return [
    interfaceOf(name, recordMembers(resource.fields, model), commentOf(resource.title), 'SystemFields'),
    interfaceOf(`${name}Save`, asked, `${commentOf(resource.title)}: a new one.`),
    interfaceOf(
      `${name}Update`,
      ['  id: string', '  version?: number', ...asked.map(optional)],
      `${commentOf(resource.title)}: what is changed of one.`,
    ),
    ...lines.map(({ field, item }) =>
      interfaceOf(
        item,
        membersOfSchema(itemsOf(save, field), '  '),
        `${commentOf(field.title)}: one line as it is saved.`,
      ),
    ),
    interfaceOf(
      `${name}Query`,
      [...sortMembers(name), ...queryMembers(resource.fields, model)],
      `${commentOf(resource.title)}: what a list of them can be asked for.`,
      'SystemQuery',
    ),
    sortType(name, resource),
    ...stepsOf(resource).flatMap(step => {
      const input = inputName(resource, step)
      const members = input ? membersOfSchema(askedSchema(resource, step, model), '  ') : []
      return input ? [interfaceOf(input, members, commentOf(step.title))] : []
    }),
  ]
}

/** A change may omit what a new record may not. */
const optional = (member: string): string => member.replace(/^( *[^:?]+):/, '$1?:')

const linesOf = (resource: Resource, model: Model) =>
  resource.fields.flatMap(field => {
    const of = typeOf(field).lines?.(field)
    return of && isAsked(field) ? [{ field, item: `${typeName(resourceOf(model, of).name)}AsLine` }] : []
  })

function itemsOf(schema: JsonSchema, field: Field): JsonSchema {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>
  return (properties[field.name]?.['items'] ?? {}) as JsonSchema
}

/** A record as it is read: without secrets, with the name of each reference's record. */
function recordMembers(fields: readonly Field[], model: Model): string[] {
  return fields.flatMap(field => {
    const type = typeOf(field)
    if (type.secret) return []
    const of = type.lines?.(field)
    if (of)
      return [
        `  /** ${commentOf(field.title)}; read with a single record only. */`,
        `  ${key(field.name)}?: ${typeName(of)}[]`,
      ]
    const orNull = isAlwaysThere(field) ? '' : ' | null'
    const value = `  ${key(field.name)}: ${tsOfSchema(type.value(field, model))}${orNull}`
    const name = `  ${key(`${field.name}Name`)}: ${isMany(field) ? 'string[]' : 'string'} | null`
    return [`  /** ${commentOf(field.title)} */`, value, ...(type.reference ? [name] : [])]
  })
}

const paging = ['  /** From 1. */', '  current?: number', '  /** At most 200. */', '  size?: number']
const sortMembers = (name: string) =>
  ['ascs', 'descs'].map(order => `  ${order}?: ${name}Sort | readonly ${name}Sort[]`)

function queryMembers(fields: readonly Field[], model: Model): string[] {
  return fields.filter(isQueried).flatMap(field => {
    const one = isMany(field) ? { ...field, options: { ...field.options, many: false } } : field
    const value = tsOfSchema(typeOf(field).value(one, model))
    return conditionsOf(field).map(([ending, operator]) => `  ${field.name}${ending}?: ${operandOf(operator, value)}`)
  })
}

function operandOf(operator: Operator, value: string): string {
  switch (operator) {
    case 'isNull':
    case 'notNull':
      return 'true'
    case 'oneOf':
      return `readonly ${arrayTypeOf(value)}`
    case 'contains':
    case 'notContains':
    case 'startsWith':
    case 'endsWith':
      return 'string'
    case 'equals':
    case 'notEquals':
    case 'greater':
    case 'greaterOrEqual':
    case 'less':
    case 'lessOrEqual':
    case 'has':
      return value
  }
}

function sortType(name: string, { fields }: Resource): string {
  const sortable = [...systemFields, ...fields].filter(
    field => field.column !== undefined && typeOf(field).sortable && !isMany(field),
  )
  return `export type ${name}Sort = ${sortable.map(field => quote(field.name)).join(' | ')}\n`
}

/** The handlers that the product must have for a resource: one for each `run`. */
function handlersOf(resource: Resource): string[] {
  const moves = new Set<string>(resource.lifecycle?.moves.map(move => move.name))
  const byHandler = new Map<string, (Move | Action)[]>()
  for (const step of stepsOf(resource)) {
    if (step.run !== undefined) byHandler.set(step.run, [...(byHandler.get(step.run) ?? []), step])
  }
  if (byHandler.size === 0) return []
  const record = typeName(resource.name)
  const handlers = [...byHandler].map(([run, steps]) => {
    const inputs = new Set(steps.map(step => inputName(resource, step) ?? 'Record<string, never>'))
    const orNone = steps.some(step => !moves.has(step.name)) ? ' | null' : ''
    return `    ${key(run)}: { record: ${record}${orNone}; input: ${[...inputs].join(' | ')} }`
  })
  return [`  ${key(resource.name)}: {`, ...handlers, '  }']
}

function interfaceOf(name: string, members: readonly string[], comment: string, extending?: string): string {
  const head = `/** ${comment} */\nexport interface ${name}${extending ? ` extends ${extending}` : ''} {`
  return members.length > 0 ? `${head}\n${members.join('\n')}\n}\n` : `${head}}\n`
}
