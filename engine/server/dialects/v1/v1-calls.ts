import type { Model, Resource, Step } from '../../../model/model.ts'
import { apiPath, endpointPath, isReadOnly } from '../../../model/names.ts'
import { isTransition, previewsOf, userSteps } from '../../../model/steps.ts'
import { type UsualOperation, usualEndpoints } from '../../../model/v1-endpoints.ts'

/** An endpoint of the `v1` dialect. */
export interface V1Call {
  readonly method: string
  /** The whole path, split at slashes; `{name}` matches any part. */
  readonly path: string
  readonly parts: readonly string[]
  readonly resource: Resource
  readonly operation: V1Operation
}

export type V1Operation = { readonly kind: UsualOperation } | DeclaredOperation

interface DeclaredOperation {
  readonly kind: 'transition' | 'action' | 'query' | 'claim' | 'release' | 'preview' | 'bind' | 'links'
  readonly name: string
}

/** A matched endpoint with the parameters of its path. */
export interface FoundCall {
  readonly call: V1Call
  readonly inPath: Readonly<Record<string, string>>
}

/** The endpoints of all resources: by the path of the resource, and those with a path of their own. */
export interface V1Calls {
  readonly ofResources: ReadonlyMap<string, readonly V1Call[]>
  readonly absolute: readonly V1Call[]
}

/** The endpoints of a Model. One table per Model, created on first use. */
export function v1CallsOf(model: Model): V1Calls {
  const calls = tables.get(model) ?? tableOf(Object.values(model.resources))
  tables.set(model, calls)
  return calls
}

const tables = new WeakMap<Model, V1Calls>()

function tableOf(resources: readonly Resource[]): V1Calls {
  const all = resources.map(resource => [apiPath(resource), callsOf(resource)] as const)
  return {
    ofResources: new Map(all),
    absolute: all.flatMap(([path, calls]) => calls.filter(call => !call.path.startsWith(`${path}/`))),
  }
}

function callsOf(resource: Resource): V1Call[] {
  const call = (method: string, path: string, operation: V1Operation): V1Call => ({
    method,
    path,
    parts: path.split('/'),
    resource,
    operation,
  })
  const of = ({ name, http }: Pick<Step, 'name' | 'http'>, kind: DeclaredOperation['kind']) =>
    call(http.method, endpointPath(resource, http), { kind, name })
  return [
    ...usualEndpoints
      .filter(([method]) => method === 'GET' || !isReadOnly(resource))
      .map(([method, path, kind]) => call(method, `${apiPath(resource)}/${path}`, { kind })),
    ...userSteps(resource).map(step => of(step, isTransition(step) ? 'transition' : 'action')),
    ...resource.queries.flatMap(query => {
      if (!query.claims) return of(query, 'query')
      const path = endpointPath(resource, query.http)
      return [of(query, 'claim'), call('DELETE', path, { kind: 'release', name: query.name })]
    }),
    ...resource.binds.flatMap(({ name, post, get }) => [
      of({ name, http: post }, 'bind'),
      of({ name, http: get }, 'links'),
    ]),
    ...previewsOf(resource).map(({ path }) =>
      call('GET', endpointPath(resource, { path }), { kind: 'preview', name: path }),
    ),
  ]
}

/** The endpoint of a method and a path split at slashes, or the methods that the path supports. */
export function findCall(
  { ofResources, absolute }: V1Calls,
  method: string,
  path: readonly string[],
): FoundCall | readonly string[] {
  const below = ofResources.get(path.slice(0, 5).join('/')) ?? []
  const matching = [...below, ...absolute].flatMap(call => {
    const inPath = match(call.parts, path)
    return inPath ? [{ call, inPath }] : []
  })
  return matching.find(({ call }) => call.method === method) ?? matching.map(({ call }) => call.method)
}

/** The read-only resource whose rows a path would write if the resource were not read-only. */
export function closedResource(model: Model, path: readonly string[]): Resource | undefined {
  const [call] = v1CallsOf(model).ofResources.get(path.slice(0, 5).join('/')) ?? []
  const isWrite = usualEndpoints.some(([method, name]) => method !== 'GET' && name === path.slice(5).join('/'))
  return call && isWrite && isReadOnly(call.resource) ? call.resource : undefined
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
