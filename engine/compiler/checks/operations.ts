import type { HttpEndpoint, Resource } from '../../model/model.ts'
import { endpointPath, namesInPath } from '../../model/names.ts'
import { stepsOf } from '../../model/steps.ts'
import { isOperationName, usualEndpoints } from '../../model/v1-endpoints.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf } from '../tree.ts'
import { choice } from './shape.ts'

/** Checks the names, titles and endpoints of what descriptors declare besides the usual operations. */
export function checkOperations(scene: CheckContext): void {
  const endpoints = new Set(scene.views.flatMap(({ resource }) => usualOf(resource)))
  for (const view of scene.views) {
    const names = new Set<string>()
    for (const { entry, http, inputs } of declaredIn(view)) {
      checkName(entry, names, view, scene)
      checkEndpoint(entry, http, endpoints, view, scene)
      checkPath(entry, http, inputs, view, scene)
    }
  }
}

interface Declared {
  readonly entry: Entry
  readonly http: HttpEndpoint
  /** The names that braces in its path may contain. */
  readonly inputs: readonly string[]
}

function declaredIn({ draft: { root }, resource }: ResourceView): Declared[] {
  const steps = [...entriesOf(at(at(root, 'lifecycle'), 'transitions')), ...entriesOf(at(root, 'actions'))]
  return steps.flatMap(entry => {
    const step = stepsOf(resource).find(({ name }) => name === entry.key)
    return step ? [{ entry, http: step.http, inputs: ['id', ...step.input.map(({ name }) => name), ...step.edit] }] : []
  })
}

/** A name is that of one transition or action, and of no operation: permission codes consist of it. */
function checkName(
  { key: name, keyStart, value }: Entry,
  names: Set<string>,
  { draft }: ResourceView,
  { workspace, report }: CheckContext,
): void {
  if (isOperationName(name) || names.has(name)) report(draft, keyStart, 'step.name-taken', { name })
  names.add(name)
  if (!at(value, 'title') && !workspace.words.has(name)) report(draft, keyStart, 'title.missing', { name })
}

function checkEndpoint(
  { key, keyStart, value }: Entry,
  http: HttpEndpoint,
  endpoints: Set<string>,
  { draft, resource }: ResourceView,
  { report }: CheckContext,
): void {
  const written = at(value, 'http')
  // A name that is taken is reported already; its path follows from it.
  if (!written && isOperationName(key)) return
  const start = written?.start ?? keyStart
  const endpoint = signature(http.method, endpointPath(resource, http))
  if (!['POST', 'PUT'].includes(http.method)) report(draft, start, 'http.get')
  else if (enginePaths.test(http.path)) report(draft, start, 'http.reserved', { name: http.path })
  else if (endpoints.has(endpoint)) report(draft, start, 'http.taken', { name: `${http.method} ${http.path}` })
  endpoints.add(endpoint)
}

/** Absolute paths that the engine and its dialects serve themselves. */
const enginePaths = /^\/api\/(engine|blade-[^/]*)(\/|$)/

const usualOf = (resource: Resource): string[] =>
  usualEndpoints.map(([method, path]) => signature(method, endpointPath(resource, { method: 'GET', path })))

/** Two paths that differ in the names of their inputs only match the same requests. */
const signature = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

/** Names in braces are inputs, which are then required, or the record's id. */
function checkPath(
  { value }: Entry,
  http: HttpEndpoint,
  inputs: readonly string[],
  { draft }: ResourceView,
  { report }: CheckContext,
): void {
  const node = at(value, 'http')
  for (const name of namesInPath(http))
    if (node && !inputs.includes(name)) report(draft, node.start, 'input.unknown', choice(name, inputs))
}
