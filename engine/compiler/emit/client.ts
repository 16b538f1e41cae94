import { enteredFields } from '../../fields/entered-fields.ts'
import { hasDefault } from '../../fields/record-schema.ts'
import type { Action, Bind, DeclaredQuery, HttpEndpoint, Model, Resource, Transition } from '../../model/model.ts'
import { apiPath, namesInPath, typeName } from '../../model/names.ts'
import { choosingEffect, isOnCollection, messageChoices, previewsOf, userSteps } from '../../model/steps.ts'
import { commentOf, header } from './header.ts'
import { key, quote } from './literals.ts'
import { queryInputName, queryRowName } from './queries.ts'
import { answerName, inputName } from './steps.ts'

/** The typed client: the types of all endpoints and the table of their paths. Its runtime is in `engine/client`. */
export function emitClient(model: Model, engine: string): string {
  const resources = Object.values(model.resources)
  const members = resources.flatMap(callsOf)
  return [
    header,
    `import { ${importsOf(members.join('\n'))} } from ${quote(`${engine}/client/connect.ts`)}`,
    "import type * as types from './types.ts'",
    '',
    '/** All calls, by resource. */',
    'export interface Client {',
    ...members,
    '}',
    '',
    'const calls = {',
    ...resources.flatMap(pathsOf),
    '} as const satisfies Calls',
    '',
    '/** A client of the server at that address. */',
    'export const createClient = (connection: Connection): Client => connect<Client>(connection, calls)',
    '',
  ].join('\n')
}

/** The names that the types of the calls use. */
function importsOf(members: string): string {
  const used = optionalTypes.filter(name => new RegExp(`\\b${name}[<[]`).test(members))
  return ['type Calls', 'type Connection', 'connect', ...used.map(name => `type ${name}`)].join(', ')
}

const optionalTypes = [
  'MessagePreview',
  'Page',
  'QueryCall',
  'ReadRecords',
  'Records',
  'RequiredQueryCall',
  'RowList',
  'StepCall',
  'WithInput',
]

function callsOf(resource: Resource): string[] {
  const name = typeName(resource.name)
  const records = resource.readOnly
    ? `ReadRecords<types.${name}, types.${name}Query>`
    : `Records<types.${name}, types.${name}Save, types.${name}Update, types.${name}Query>`
  const steps = userSteps(resource)
  const comment = `  /** ${commentOf(resource.title)} */`
  const previews = previewsOf(resource)
  if (steps.length + resource.queries.length + resource.binds.length === 0)
    return [comment, `  readonly ${key(resource.name)}: ${records}`]
  const transitions = new Set<string>(resource.lifecycle?.transitions.map(transition => transition.name))
  return [
    comment,
    `  readonly ${key(resource.name)}: ${records} & {`,
    ...steps.map(step => `    ${key(step.name)}: ${stepType(resource, step, transitions.has(step.name))}`),
    ...resource.queries.map(query => `    ${key(query.name)}: ${queryType(resource, query)}`),
    ...resource.binds.flatMap(bind => bindTypes(resource, bind)),
    ...previews.map(({ path }) => `    ${key(path)}: RequiredQueryCall<{ id: string }, readonly MessagePreview[]>`),
    '  }',
  ]
}

/** A transition returns the updated record, an action the result of its handler. */
function stepType(resource: Resource, step: Action | Transition, isOfState: boolean): string {
  const inPath = namesInPath(step.http)
  const input = inputName(resource, step)
  const inputNames = enteredFields(resource, step).map(field => field.name)
  const unasked = inPath.filter(name => name !== 'id' && !inputNames.includes(name))
  const answer = answerName(resource, step)
  const choices = messageChoices(step)
  const chosen = choosingEffect(step)?.open ? 'string' : choices.map(quote).join(' | ')
  const given = [
    ...(isOnCollection(step) ? [] : ['{ id: string; version?: number }']),
    ...(unasked.length > 0 ? [`{ ${unasked.map(name => `${name}: string`).join('; ')} }`] : []),
    ...(choices.length > 0 ? [`{ templateId${choices.length > 1 ? '' : '?'}: ${chosen} }`] : []),
    ...(input ? [`types.${input}`] : []),
  ]
  const returned = answer ?? (isOfState ? typeName(resource.name) : undefined)
  return `StepCall<${given.join(' & ') || 'Record<string, never>'}, ${returned ? `types.${returned}` : 'unknown'}>`
}

/** A query has no parameter if it has neither inputs nor the filters of a list. */
function queryType(resource: Resource, query: DeclaredQuery): string {
  const { returns } = query
  const row = `types.${queryRowName(resource, query)}`
  const own = queryInputName(resource, query)
  const filters = returns === 'page' ? [`types.${typeName(resource.name)}Query`] : []
  const inputs = [...(own ? [`types.${own}`] : []), ...filters]
  const [input = 'undefined'] = own && filters.length > 0 ? [`WithInput<${inputs.join(', ')}>`] : inputs
  const results = { page: `Page<${row}>`, list: `RowList<${row}>`, one: `${row} | null`, count: 'number' }
  const result = typeof returns === 'string' ? results[returns] : `types.${answerName(resource, query)}`
  const isRequired = query.input.some(field => field.required && !hasDefault(field))
  return `${isRequired ? 'RequiredQueryCall' : 'QueryCall'}<${input}, ${result}>`
}

/** The two calls of a bind have the names of their paths. */
function bindTypes(resource: Resource, { self, of, returns, post, get }: Bind): string[] {
  const id = `${key(self)}: string`
  const linked = returns === 'ids' ? 'readonly string[]' : `RowList<types.${typeName(of)}>`
  return [
    `    ${key(callName(post))}: StepCall<{ ${id}; ids: readonly string[]; version?: number }, types.${typeName(resource.name)}>`,
    `    ${key(callName(get))}: RequiredQueryCall<{ ${id} }, ${linked}>`,
  ]
}

/** The last part of a path that is no input. */
const callName = ({ path }: HttpEndpoint): string =>
  path.split('/').findLast(part => part !== '' && !part.startsWith('{')) ?? path

function pathsOf(resource: Resource): string[] {
  const previews = previewsOf(resource).map(({ path }) => ({ name: path, http: { method: 'GET', path } }))
  const binds = resource.binds.flatMap(({ post, get }) => [post, get].map(http => ({ name: callName(http), http })))
  const steps = [...userSteps(resource), ...resource.queries, ...binds, ...previews].map(
    ({ name, http }) => `${key(name)}: [${quote(http.method)}, ${quote(http.path)}]`,
  )
  const table = steps.length > 0 ? `{ ${steps.join(', ')} }` : '{}'
  return [`  ${key(resource.name)}: { path: ${quote(apiPath(resource))}, steps: ${table} },`]
}
