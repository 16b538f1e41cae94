import type { Operator } from '../../fields/field-type.ts'
import { operatorsOf, typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { inputSchema, isAsked, recordSchema } from '../../fields/record-schema.ts'
import type { Action, Bilingual, Field, JsonSchema, Model, Move, Resource } from '../../model/model.ts'
import { resourceOf, typeName } from '../../model/names.ts'
import { systemFields } from '../../model/system-fields.ts'
import { header } from './header.ts'
import { key, listOf, membersOfSchema, quote, tsOfSchema } from './ts-of-schema.ts'

/**
 * The types of all records, of what is saved, asked and queried, and of the handlers that the product owes. Plain
 * interfaces: what an editor shows is what is meant.
 */
export function emitTypes(model: Model): string {
  const resources = Object.values(model.resources)
  return [
    header,
    interfaceOf('SystemFields', recordMembers(systemFields, model), 'What every record has beside its own fields.'),
    interfaceOf('SystemQuery', queryMembers(systemFields, model), 'What every list can be asked for.'),
    ...resources.flatMap(resource => typesOf(resource, model)),
    interfaceOf('Actions', resources.flatMap(handlersOf), 'The handlers that are owed, by resource and name.'),
  ].join('\n')
}

/** The steps of a resource: its moves, then its actions. */
export const stepsOf = (resource: Resource): readonly (Move | Action)[] => [
  ...(resource.lifecycle?.moves ?? []),
  ...resource.actions,
]

/** The name of the type of what a step asks; a step that asks nothing has none. */
export const inputName = (resource: Resource, step: Move | Action): string | undefined =>
  step.ask && `${typeName(resource.name)}${typeName(step.name)}Input`

/** The schema of what a step asks. */
export function askedSchema(resource: Resource, step: Move | Action, model: Model): JsonSchema {
  const { ask } = step
  if (!ask) return { type: 'object', properties: {} }
  const fields = ask.kind === 'inputs' ? ask.fields : resource.fields.filter(field => ask.fields.includes(field.name))
  return inputSchema(fields, model)
}

function typesOf(resource: Resource, model: Model): string[] {
  const name = typeName(resource.name)
  const lines = linesOf(resource, model)
  const instead = Object.fromEntries(lines.map(({ field, item }) => [field.name, listOf(item)]))
  const save = recordSchema(resource, model, 'save')
  return [
    interfaceOf(name, recordMembers(resource.fields, model), said(resource.title), 'SystemFields'),
    interfaceOf(`${name}Save`, membersOfSchema(save, '  ', instead), `${said(resource.title)}: a new one.`),
    interfaceOf(
      `${name}Update`,
      membersOfSchema(recordSchema(resource, model, 'update'), '  ', instead),
      `${said(resource.title)}: what is changed of one.`,
    ),
    ...lines.map(({ field, item }) =>
      interfaceOf(item, membersOfSchema(itemsOf(save, field), '  '), `${said(field.title)}: one line as it is saved.`),
    ),
    interfaceOf(
      `${name}Query`,
      queryMembers(resource.fields, model),
      `${said(resource.title)}: what a list of them can be asked for.`,
      'SystemQuery, Paging<' + `${name}Sort>`,
    ),
    sortType(name, resource),
    ...stepsOf(resource).flatMap(step => {
      const input = inputName(resource, step)
      const members = input ? membersOfSchema(askedSchema(resource, step, model), '  ') : []
      return input ? [interfaceOf(input, members, said(step.title))] : []
    }),
  ]
}

const linesOf = (resource: Resource, model: Model) =>
  resource.fields.flatMap(field => {
    const of = typeOf(field).lines?.(field)
    return of && isAsked(field) ? [{ field, item: `${typeName(resourceOf(model, of).name)}Line` }] : []
  })

function itemsOf(schema: JsonSchema, field: Field): JsonSchema {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>
  return (properties[field.name]?.['items'] ?? {}) as JsonSchema
}

/** A record as it is read: what is secret is not, a reference brings the name of what it refers to. */
function recordMembers(fields: readonly Field[], model: Model): string[] {
  return fields.flatMap(field => {
    const type = typeOf(field)
    if (type.secret) return []
    const of = type.lines?.(field)
    if (of)
      return [
        `  /** ${said(field.title)}; read with a single record only. */`,
        `  ${key(field.name)}?: ${typeName(of)}[]`,
      ]
    const orNull = field.name === 'id' || (field.required && field.when === undefined) ? '' : ' | null'
    const value = `  ${key(field.name)}: ${tsOfSchema(type.value(field, model))}${orNull}`
    const name = `  ${key(`${field.name}Name`)}: ${isMany(field) ? 'string[]' : 'string'} | null`
    return [`  /** ${said(field.title)} */`, value, ...(field.type === 'reference' ? [name] : [])]
  })
}

const suffixes: Readonly<Record<Operator, readonly string[]>> = {
  contains: ['like'],
  notContains: ['notlike'],
  startsWith: ['likeright'],
  endsWith: ['likeleft'],
  equals: ['equal'],
  notEquals: ['notequal'],
  greater: ['gt'],
  greaterOrEqual: ['ge'],
  less: ['lt'],
  lessOrEqual: ['le'],
  isNull: ['null'],
  notNull: ['notnull'],
  oneOf: ['in'],
  has: [],
}
const daySuffixes: Readonly<Partial<Record<Operator, string>>> = {
  equals: 'dateequal',
  greater: 'dategt',
  greaterOrEqual: 'datege',
  less: 'datelt',
  lessOrEqual: 'datele',
}

/** The query names of fields with a column: the bare name, then one for each comparison. */
function queryMembers(fields: readonly Field[], model: Model): string[] {
  return fields.flatMap(field => {
    const operators = operatorsOf(field)
    if (field.column === undefined || operators.length === 0 || typeOf(field).secret) return []
    const single = isMany(field) ? { ...field, options: { ...field.options, many: false } } : field
    const value = tsOfSchema(typeOf(field).value(single, model))
    const isDay = field.rule === 'date' || field.rule === 'google.protobuf.Timestamp'
    const named = operators.flatMap(operator => {
      const names = [...suffixes[operator], ...(isDay && daySuffixes[operator] ? [daySuffixes[operator]] : [])]
      return names.map(suffix => `  ${key(`${field.name}_${suffix}`)}?: ${operandOf(operator, value)}`)
    })
    return [`  ${key(field.name)}?: ${operandOf(operators[0] ?? 'equals', value)}`, ...named]
  })
}

function operandOf(operator: Operator, value: string): string {
  if (operator === 'isNull' || operator === 'notNull') return 'true'
  if (operator === 'oneOf') return `readonly ${listOf(value)}`
  return ['contains', 'notContains', 'startsWith', 'endsWith'].includes(operator) ? 'string' : value
}

function sortType(name: string, { fields }: Resource): string {
  const sortable = [...systemFields, ...fields].filter(
    field => field.column !== undefined && typeOf(field).sortable && !isMany(field),
  )
  return `export type ${name}Sort = ${sortable.map(field => quote(field.name)).join(' | ')}\n`
}

/** What the product owes for a resource: a handler for each `run`. */
function handlersOf(resource: Resource): string[] {
  const moves = new Set<string>(resource.lifecycle?.moves.map(move => move.name))
  const owed = new Map<string, (Move | Action)[]>()
  for (const step of stepsOf(resource)) {
    if (step.run !== undefined) owed.set(step.run, [...(owed.get(step.run) ?? []), step])
  }
  if (owed.size === 0) return []
  const record = typeName(resource.name)
  const handlers = [...owed].map(([run, steps]) => {
    const inputs = [...new Set(steps.map(step => inputName(resource, step) ?? 'Record<string, never>'))]
    const orNone = steps.some(step => !moves.has(step.name)) ? ' | null' : ''
    return `    ${key(run)}: { record: ${record}${orNone}; input: ${inputs.join(' | ')} }`
  })
  return [`  ${key(resource.name)}: {`, ...handlers, '  }']
}

const said = ({ zh, en }: Bilingual): string => `${en} ${zh}`.replaceAll('*/', '* /')

function interfaceOf(name: string, members: readonly string[], comment: string, extending?: string): string {
  const head = `/** ${comment} */\nexport interface ${name}${extending ? ` extends ${extending}` : ''} {`
  return members.length > 0 ? `${head}\n${members.join('\n')}\n}\n` : `${head}}\n`
}
