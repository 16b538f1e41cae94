import {
  type Bind,
  type DeclaredQuery,
  type Field,
  type HttpEndpoint,
  type Model,
  type Operation,
  operations,
  type Resource,
} from './model.ts'
import { userSteps } from './steps.ts'

/** `entNoticeLetter` to `ent_notice_letter`. Table and column names are derived only here. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `entNoticeLetter` to `EntNoticeLetter`, the name of its TypeScript type. */
export const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The table of a bind. No table of a resource has two underscores in a row. */
export const bindTable = (resource: string, bind: string): string => `${snake(resource)}__${snake(bind)}`

/** The bind of a resource with the name. */
export const bindNamed = ({ binds }: Pick<Resource, 'binds'>, name: string): Bind | undefined =>
  binds.find(bind => bind.name === name)

/** The bind of a resource with the name. Throws if there is none, which is a bug. */
export function bindOf(resource: Resource, name: string): Bind {
  const bind = bindNamed(resource, name)
  if (!bind) throw new Error(`"${resource.name}" has no bind "${name}".`)
  return bind
}

/** The permission code of an operation, transition, action, bind or query: `entNoticeLetter_view`. */
export function codeOf(resource: Resource, name: Operation | (string & {})): string {
  const query = queryNamed(resource, name)
  return query?.code ?? `${resource.code}_${query ? 'view' : name}`
}

/** The query of a resource with the name. */
export const queryNamed = ({ queries }: Pick<Resource, 'queries'>, name: string): DeclaredQuery | undefined =>
  queries.find(query => query.name === name)

/**
 * The operations that a resource has: those of reading, if its rows are written by the system only. Only a lifecycle has
 * states to import. Records with an approval process are submitted one by one, not imported.
 */
export const operationsOf = (resource: Resource): readonly Operation[] =>
  operations.filter(name => {
    if (name === 'unmask') return hasMasks(resource)
    if (isReadOnly(resource)) return readingOperations.includes(name)
    if (resource.approval !== undefined && name.startsWith('import')) return false
    return name !== 'importState' || resource.lifecycle !== undefined
  })

/** The fields with personal data. */
export const personalFields = ({ fields }: Pick<Resource, 'fields'>): readonly Field[] =>
  fields.filter(({ personal }) => personal !== undefined)

/** Whether users may read values masked. */
const hasMasks = (resource: Resource): boolean =>
  personalFields(resource).length > 0 || resource.access.some(({ mask = [] }) => mask.length > 0)

/** Whether only the system and handlers write the rows of a resource. */
export const isReadOnly = ({ readOnly }: Pick<Resource, 'readOnly'>): boolean => readOnly === true

const readingOperations: readonly Operation[] = ['view', 'export']

/** Every permission code of a resource, in the order of the screen for grants. Lines have those of their own steps and queries. */
export function codesOf(resource: Resource): readonly string[] {
  // A compilation needs them four times.
  const known = codes.get(resource)
  if (known) return known
  const made = madeCodes(resource)
  codes.set(resource, made)
  return made
}

const codes = new WeakMap<Resource, readonly string[]>()

function madeCodes(resource: Resource): readonly string[] {
  const ofQueries = resource.queries.flatMap(({ code }) => code ?? [])
  const own = [...userSteps(resource), ...resource.binds].map(({ name }) => name)
  const names = resource.partOf ? own : [...operationsOf(resource), ...own]
  return [...new Set([...names.map(name => codeOf(resource, name)), ...ofQueries])]
}

/** The permission codes that pages declare themselves: those of no resource, in the order of the pages. */
export function codesOfPages(model: Model): string[] {
  const known = new Set(Object.values(model.resources).flatMap(codesOf))
  const codes = model.pages.map(({ code }) => code)
  return [...new Set(codes)].filter(code => code !== 'signedIn' && code !== 'anyone' && !known.has(code))
}

/** The base path of a resource's endpoints in the `v1` dialect: `/api/ent/v1/entNoticeLetter`. */
export const apiPath = (resource: Resource): string => `/api/${resource.module}/v1/${resource.name}`

/** The path of a declared endpoint: below that of its resource, or absolute. Inputs are in braces. */
export const endpointPath = (
  resource: Resource,
  { path }: Pick<HttpEndpoint, 'path'> & Partial<HttpEndpoint>,
): string => (path.startsWith('/') ? path : `${apiPath(resource)}/${path}`)

/** A path with its `{names}` replaced from the input, and the rest of the input. Throws for a missing one. */
export function filledPath(
  path: string,
  input: Readonly<Record<string, unknown>>,
): [path: string, rest: Record<string, unknown>] {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name]
    if (value === undefined || value === null) throw new Error(`The path "${path}" needs "${name}".`)
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return [filled, rest]
}

/** The inputs that an endpoint reads from its path: `inspect/{entId}`. */
export const namesInPath = ({ path }: Pick<HttpEndpoint, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The resource whose rights apply: the master for lines, else the resource itself. */
export function rightsOf(model: Model, resource: Resource): Resource {
  return resource.partOf ? rightsOf(model, resourceOf(model, resource.partOf.resource)) : resource
}

/** The resource with this name; throws if the Model lacks it, which is a bug. */
export function resourceOf(model: Model, name: string): Resource {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) throw new Error(`The model has no resource "${name}".`)
  return resource
}
