import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { answerSchema, isInputField, nullable, recordSchema } from '../../fields/record-schema.ts'
import { isRelated } from '../../fields/traits.ts'
import { engineHandlers } from '../../model/engine-handlers.ts'
import type { Action, DeclaredQuery, Field, JsonSchema, Model, Resource, Transition } from '../../model/model.ts'
import { resourceOf, typeName } from '../../model/names.ts'
import { isOnCollection, returnsOf, stepsOf, userSteps } from '../../model/steps.ts'
import { systemFields } from '../../model/system-fields.ts'
import { type Families, filtersOf, filterTypes, operatorFamilies } from './filters.ts'
import { commentOf, header } from './header.ts'
import { interfaceOf, typingOf, type WriteMembers } from './interface.ts'
import { key, quote, unionOf } from './literals.ts'
import { isAlwaysThere } from './presence.ts'
import { queryInputName, queryInputSchema, queryRowName, queryRowSchema } from './queries.ts'
import { answerName, inputName, stepInputSchema } from './steps.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
interface Context {
  readonly model: Model
  readonly families: Families
  readonly write: WriteMembers
}

/**
 * The types of all records, inputs and queries, and of the handlers that the product must have. A record is written
 * once; its inputs and queries refer to its fields, so a type is the same wherever its field occurs.
 */
export async function emitTypes(model: Model, engine: string, write: WriteMembers): Promise<string> {
  const context = { model, families: operatorFamilies(), write }
  const resources = Object.values(model.resources)
  const system = await write(objectOf(recordProperties(systemFields, model)))
  const types = await Promise.all(resources.map(resource => typesOf(resource, context)))
  return [
    header,
    `import type { Input, Line, Update } from ${quote(`${engine}/client/input.ts`)}`,
    `import type { Filter, Paging } from ${quote(`${engine}/client/query.ts`)}\n`,
    ...filterTypes(context.families),
    interfaceOf('SystemFields', 'The fields that every record has.', [], system),
    interfaceOf(
      'SystemQuery<Sort extends string>',
      'The query parameters that every list has.',
      ['Paging<Sort | SystemSort>', ...filtersOf('SystemFields', systemFields, context.families)],
      '',
    ),
    `export type SystemSort = ${sortable(systemFields)}\n`,
    ...types.flat(),
    interfaceOf(
      'Actions',
      'The handlers that the product must have, by resource and name.',
      [],
      resources.flatMap(handlersOf).join('\n'),
    ),
  ].join('\n')
}

async function typesOf(resource: Resource, context: Context): Promise<string[]> {
  const { model, families, write } = context
  const { title, fields } = resource
  const name = typeName(resource.name)
  const inputs = userSteps(resource).flatMap(step => {
    const input = inputName(resource, step)
    const schema = stepInputSchema(resource, step, model)
    return input ? [inputOf(input, commentOf(step.title), schema, resource, context, step.input.length === 0)] : []
  })
  return [
    interfaceOf(name, commentOf(title), ['SystemFields'], await write(objectOf(recordProperties(fields, model)))),
    ...(resource.readOnly ? [] : await savesOf(resource, context)),
    interfaceOf(
      `${name}Query`,
      `${commentOf(title)}: query parameters of a list.`,
      [`SystemQuery<${name}Sort>`, ...filtersOf(name, fields, families)],
      '',
    ),
    `export type ${name}Sort = ${sortable(fields)}\n`,
    ...(await Promise.all(inputs)),
    ...(await Promise.all(stepsOf(resource).map(step => answerTypes(resource, step, context)))).flat(),
    ...(await Promise.all(resource.queries.map(query => queryTypes(resource, query, context)))).flat(),
  ]
}

/** The type of what a step returns, if it is not the record. */
async function answerTypes(
  resource: Resource,
  step: Action | Transition,
  { model, write }: Context,
): Promise<string[]> {
  const [name, returns] = [answerName(resource, step), returnsOf(step)]
  if (name === undefined || !returns) return []
  return [
    interfaceOf(name, `${commentOf(step.title)}: result.`, [], await write(typingOf(answerSchema(returns, model)))),
  ]
}

/** The types of the input and of the rows of a query, where it has its own. */
async function queryTypes(resource: Resource, query: DeclaredQuery, context: Context): Promise<string[]> {
  const { model, write } = context
  const input = queryInputName(resource, query)
  const row = queryRowSchema(resource, query, model)
  const comment = commentOf(query.title)
  const answer = answerName(resource, query)
  const { returns } = query
  return [
    ...(input
      ? [await inputOf(input, `${comment}: input.`, queryInputSchema(query, model), resource, context, false)]
      : []),
    ...(row
      ? [
          interfaceOf(
            queryRowName(resource, query),
            `${comment}: a row.`,
            [],
            await write(objectOf(row as unknown as Members)),
          ),
        ]
      : []),
    ...(answer !== undefined && typeof returns !== 'string'
      ? [interfaceOf(answer, `${comment}: result.`, [], await write(typingOf(answerSchema(returns, model))))]
      : []),
  ]
}

/** The types of a new record and of a change; of lines also the type within their parent record. */
async function savesOf(resource: Resource, context: Context): Promise<string[]> {
  const { model } = context
  const { title } = resource
  const name = typeName(resource.name)
  return [
    await inputOf(
      `${name}Save`,
      `${commentOf(title)}: a new record.`,
      recordSchema(resource, model, 'save'),
      resource,
      context,
    ),
    interfaceOf(`${name}Update`, `${commentOf(title)}: a change.`, [`Update<${name}Save>`], ''),
    ...(resource.partOf
      ? [
          interfaceOf(
            `${name}AsLine`,
            `${commentOf(title)}: a line of its parent record.`,
            [`Line<${name}Save, ${quote(resource.partOf.field)}>`],
            '',
          ),
        ]
      : []),
  ]
}

/** The type of an input: the record's own members where it has the same types, written members where not. */
async function inputOf(
  name: string,
  comment: string,
  schema: JsonSchema,
  resource: Resource,
  { model, write }: Context,
  isOfRecord = true,
): Promise<string> {
  const record = isOfRecord ? recordProperties(resource.fields, model).properties : {}
  const properties = withLines(schema['properties'] as Schemas, resource, model)
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const names = Object.keys(properties)
  const shared = names.filter(one => isSame(properties[one], record[one]))
  const own = names.filter(one => !shared.includes(one))
  const [given, omissible] = [shared.filter(one => required.has(one)), shared.filter(one => !required.has(one))]
  const parents = [`Input<${typeName(resource.name)}, ${unionOf(given)}, ${unionOf(omissible)}>`]
  const members = objectOf({
    properties: Object.fromEntries(own.map(one => [one, properties[one] ?? {}])),
    required: own.filter(one => required.has(one)),
  })
  return interfaceOf(name, comment, shared.length > 0 ? parents : [], await write(members))
}

/** The schemas of an input, with lines by the name of their type. */
function withLines(properties: Schemas, resource: Resource, model: Model): Schemas {
  const lines = resource.fields.flatMap(field => {
    const of = typeOf(field).lines?.(field)
    return of && isInputField(field) && field.name in properties
      ? [[field.name, { tsType: `${typeName(resourceOf(model, of).name)}AsLine[]` }]]
      : []
  })
  return { ...properties, ...Object.fromEntries(lines) }
}

const isSame = (one: JsonSchema | undefined, other: JsonSchema | undefined): boolean =>
  one !== undefined && other !== undefined && typeText(one) === typeText(other)

function typeText(schema: JsonSchema): string {
  const { description: _description, ...typed } = typingOf(schema)
  return JSON.stringify(typed)
}

interface Members {
  readonly properties: Schemas
  readonly required: readonly string[]
}

const objectOf = ({ properties, required }: Members): JsonSchema =>
  typingOf({ type: 'object', properties, required, additionalProperties: false })

/** A record as it is read: without secrets, with the name of each reference's record. */
function recordProperties(fields: readonly Field[], model: Model): Members {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const field of fields.filter(one => !typeOf(one).secret && !isRelated(one))) {
    const description = commentOf(field.title)
    const of = typeOf(field).lines?.(field)
    if (of) {
      properties[field.name] = {
        description: `${description}; read with a single record only.`,
        tsType: `${typeName(of)}[]`,
      }
      continue
    }
    const value = typeOf(field).value(field, model)
    properties[field.name] = { ...(isAlwaysThere(field) ? value : nullable(value)), description }
    required.push(field.name)
    if (!typeOf(field).reference) continue
    const name: JsonSchema = isMany(field) ? { type: 'array', items: { type: 'string' } } : { type: 'string' }
    properties[`${field.name}Name`] = nullable(name)
    required.push(`${field.name}Name`)
  }
  return { properties, required }
}

function sortable(fields: readonly Field[]): string {
  const names = fields.filter(field => field.column !== undefined && typeOf(field).sortable && !isMany(field))
  return unionOf(names.map(({ name }) => name))
}

/** The handlers that the product must have for a resource: one for each `handler`. */
function handlersOf(resource: Resource): string[] {
  const handlers = [...stepHandlers(resource), ...queryHandlers(resource)]
  return handlers.length > 0 ? [`${key(resource.name)}: {`, ...handlers, '}'] : []
}

function queryHandlers(resource: Resource): string[] {
  const handled = resource.queries.filter(({ handler }) => handler !== undefined)
  const names = new Set(handled.map(({ handler = '' }) => handler))
  return [...names].map(name => {
    const queries = handled.filter(({ handler }) => handler === name)
    const inputs = new Set(queries.map(query => queryInputName(resource, query) ?? noInput))
    const answers = new Set(queries.map(query => answerName(resource, query) ?? 'unknown'))
    return `  ${key(name)}: { reads: true; input: ${[...inputs].join(' | ')}; answer: ${[...answers].join(' | ')} }`
  })
}

const noInput = 'Record<string, never>'

function stepHandlers(resource: Resource): string[] {
  const byHandler = new Map<string, (Action | Transition)[]>()
  for (const step of stepsOf(resource)) {
    if (step.handler !== undefined && !engineHandlers[resource.name]?.includes(step.handler))
      byHandler.set(step.handler, [...(byHandler.get(step.handler) ?? []), step])
  }
  const record = typeName(resource.name)
  return [...byHandler].map(([run, steps]) => {
    const inputs = new Set(steps.map(step => inputName(resource, step) ?? noInput))
    const records = new Set(steps.map(step => (isOnCollection(step) ? 'null' : record)))
    const answers = new Set(steps.map(step => answerName(resource, step) ?? 'unknown'))
    const answer = answers.has('unknown') ? '' : `; answer: ${[...answers].join(' | ')}`
    const outside = steps.some(step => step.outside) ? "; outside: 'before'" : ''
    return `  ${key(run)}: { record: ${[...records].join(' | ')}; input: ${[...inputs].join(' | ')}${answer}${outside} }`
  })
}
