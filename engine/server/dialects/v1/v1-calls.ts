import type { Model, Resource } from '../../../model/model.ts'
import { apiPath } from '../../../model/names.ts'

/** An endpoint of the `v1` dialect. */
export interface V1Call {
  readonly method: string
  /** The path below that of the resource, split at slashes; `{name}` matches any part. */
  readonly parts: readonly string[]
  readonly resource: Resource
  readonly operation: V1Operation
}

export type V1Operation =
  | { readonly kind: 'save' | 'update' | 'remove' | 'find' | 'get' | 'list' | 'page' | 'count' }
  | { readonly kind: 'move' | 'action'; readonly name: string }

/** A matched endpoint with the parameters of its path. */
export interface FoundCall {
  readonly call: V1Call
  readonly inPath: Readonly<Record<string, string>>
}

const usual: readonly (readonly [
  method: string,
  path: string,
  kind: Exclude<V1Operation['kind'], 'move' | 'action'>,
])[] = [
  ['POST', 'save', 'save'],
  ['PUT', 'update', 'update'],
  ['DELETE', 'removeById', 'remove'],
  ['DELETE', 'removeByIds', 'remove'],
  ['GET', 'getByQuery', 'find'],
  ['GET', 'getById', 'get'],
  ['GET', 'listByQuery', 'list'],
  ['GET', 'page', 'page'],
  ['GET', 'exactTotal', 'count'],
]

/** The endpoints of all resources by path. One table per Model, created on first use. */
export function v1CallsOf(model: Model): ReadonlyMap<string, readonly V1Call[]> {
  let calls = tables.get(model)
  if (!calls) {
    calls = new Map(Object.values(model.resources).map(resource => [apiPath(resource), callsOf(resource)]))
    tables.set(model, calls)
  }
  return calls
}

const tables = new WeakMap<Model, ReadonlyMap<string, readonly V1Call[]>>()

function callsOf(resource: Resource): V1Call[] {
  const call = (method: string, path: string, operation: V1Operation): V1Call => ({
    method,
    parts: path.split('/'),
    resource,
    operation,
  })
  const transitions = resource.lifecycle?.transitions ?? []
  return [
    ...usual
      .filter(([method]) => method === 'GET' || !resource.readOnly)
      .map(([method, path, kind]) => call(method, path, { kind })),
    ...transitions.map(({ name, http }) => call(http.method, http.path, { kind: 'move', name })),
    ...resource.actions.map(({ name, http }) => call(http.method, http.path, { kind: 'action', name })),
  ]
}

/** The endpoint of a method and the rest of a path, or the methods that the path supports. */
export function findCall(
  calls: readonly V1Call[],
  method: string,
  rest: readonly string[],
): FoundCall | readonly string[] {
  const matching = calls.flatMap(call => {
    const inPath = match(call.parts, rest)
    return inPath ? [{ call, inPath }] : []
  })
  return matching.find(({ call }) => call.method === method) ?? matching.map(({ call }) => call.method)
}

function match(parts: readonly string[], rest: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (parts.length !== rest.length) return undefined
  const inPath: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const given = rest[index] ?? ''
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name === undefined && part !== given) return undefined
    if (name !== undefined) inPath[name] = given
  }
  return inPath
}
