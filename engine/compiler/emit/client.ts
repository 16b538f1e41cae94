import { enteredFields } from '../../fields/entered-fields.ts'
import type { Model, Resource, Step } from '../../model/model.ts'
import { apiPath, namesInPath, typeName } from '../../model/names.ts'
import { stepsOf } from '../../model/steps.ts'
import { commentOf, header } from './header.ts'
import { key, quote } from './literals.ts'
import { inputName } from './steps.ts'

/** The typed client: the types of all endpoints and the table of their paths. Its runtime is in `engine/client`. */
export function emitClient(model: Model, engine: string): string {
  const resources = Object.values(model.resources)
  return [
    header,
    `import { type Calls, type Connection, connect, ${resources.some(({ readOnly }) => readOnly) ? 'type ReadRecords, ' : ''}type Records, type StepCall } from ${quote(`${engine}/client/connect.ts`)}`,
    "import type * as types from './types.ts'",
    '',
    '/** All calls, by resource. */',
    'export interface Client {',
    ...resources.flatMap(callsOf),
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

function callsOf(resource: Resource): string[] {
  const name = typeName(resource.name)
  const records = resource.readOnly
    ? `ReadRecords<types.${name}, types.${name}Query>`
    : `Records<types.${name}, types.${name}Save, types.${name}Update, types.${name}Query>`
  const steps = stepsOf(resource)
  const comment = `  /** ${commentOf(resource.title)} */`
  if (steps.length === 0) return [comment, `  readonly ${key(resource.name)}: ${records}`]
  const moves = new Set<string>(resource.lifecycle?.transitions.map(transition => transition.name))
  return [
    comment,
    `  readonly ${key(resource.name)}: ${records} & {`,
    ...steps.map(step => `    ${key(step.name)}: ${stepType(resource, step, moves.has(step.name))}`),
    '  }',
  ]
}

/** A transition returns the updated record, an action the result of its handler. */
function stepType(resource: Resource, step: Step, isOfState: boolean): string {
  const inPath = namesInPath(step.http)
  const input = inputName(resource, step)
  const inputNames = enteredFields(resource, step).map(field => field.name)
  const unasked = inPath.filter(name => name !== 'id' && !inputNames.includes(name))
  const isOfRecord = isOfState || inPath.includes('id')
  const given = [
    isOfRecord ? '{ id: string; version?: number }' : '{ id?: string; version?: number }',
    ...(unasked.length > 0 ? [`{ ${unasked.map(name => `${name}: string`).join('; ')} }`] : []),
    ...(input ? [`types.${input}`] : []),
  ]
  return `StepCall<${given.join(' & ')}, ${isOfState ? `types.${typeName(resource.name)}` : 'unknown'}>`
}

function pathsOf(resource: Resource): string[] {
  const steps = stepsOf(resource).map(({ name, http }) => `${key(name)}: [${quote(http.method)}, ${quote(http.path)}]`)
  const table = steps.length > 0 ? `{ ${steps.join(', ')} }` : '{}'
  return [`  ${key(resource.name)}: { path: ${quote(apiPath(resource))}, steps: ${table} },`]
}
