import type { Action, HttpEndpoint, Resource } from '../../model/model.ts'
import { bindNamed, endpointPath, namesInPath } from '../../model/names.ts'
import { isAutomatic, stepsOf } from '../../model/steps.ts'
import { isOperationName, usualEndpoints } from '../../model/v1-endpoints.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import { scopeOf } from '../../rules/scope.ts'
import { endpointsOf } from '../build-binds.ts'
import { effectNodes } from '../build-effects.ts'
import type { CheckContext, ResourceView } from '../check-context.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { choice } from './unknown-word.ts'

/** Checks the names, titles and endpoints of what descriptors declare besides the usual operations. */
export function checkOperations(scene: CheckContext): void {
  const endpoints = new Set(scene.views.flatMap(({ resource }) => usualOf(resource)))
  for (const view of scene.views) {
    const names = new Set<string>()
    for (const declared of declaredIn(view)) {
      checkName(declared, names, view, scene)
      checkEndpoint(declared, endpoints, view, scene)
      checkPath(declared, view, scene)
      checkPreviews(declared, endpoints, view, scene)
      checkOutside(declared, view, scene)
    }
    for (const entry of entriesOf(at(view.draft.root, 'bind'))) checkBind(entry, names, endpoints, view, scene)
    for (const { key, value } of entriesOf(at(view.draft.root, 'actions'))) {
      const action = view.resource.actions.find(({ name }) => name === key)
      if (action) checkAction(action, value, view, scene)
    }
  }
}

interface Declared {
  readonly entry: Entry
  /** Absent for a step that no user makes. */
  readonly http?: HttpEndpoint
  /** The names that braces in its path may contain. */
  readonly inputs: readonly string[]
  /** It reads, so its method is GET; its title has a default. */
  readonly reads: boolean
}

function declaredIn({ draft: { root }, resource }: ResourceView): Declared[] {
  const written = [...entriesOf(at(at(root, 'lifecycle'), 'transitions')), ...entriesOf(at(root, 'actions'))]
  const steps = written.flatMap(entry => {
    const step = stepsOf(resource).find(({ name }) => name === entry.key)
    const inputs = ['id', ...(step?.input.map(({ name }) => name) ?? []), ...(step?.edit ?? [])]
    return step ? [{ entry, ...(!isAutomatic(step) && { http: step.http }), inputs, reads: false }] : []
  })
  const queries = entriesOf(at(root, 'queries')).flatMap(entry => {
    const query = resource.queries.find(({ name }) => name === entry.key)
    return query ? [{ entry, http: query.http, inputs: query.input.map(({ name }) => name), reads: true }] : []
  })
  return [...steps, ...queries]
}

/** A collection has no record, and only a handler gives a result. */
function checkAction(
  action: Action,
  node: Node,
  { draft, resource }: ResourceView,
  { model, report }: CheckContext,
): void {
  if (resource.readOnly)
    for (const { key: name, keyStart } of entriesOf(node))
      if (['edit', 'set', 'creates', 'updates', 'sends', 'starts', 'runs'].includes(name))
        report(draft, keyStart, 'readOnly.step', { name })
  const primary = at(node, 'primary')
  if (primary && resource.partOf)
    report(draft, primary.start, 'partOf.unused', { name: 'primary', master: resource.partOf.resource })
  const returns = at(node, 'returns')
  if (returns && action.handler === undefined) report(draft, returns.start, 'action.returns', { name: action.name })
  if (action.on !== 'collection') return
  if (action.handler === undefined) report(draft, node.start, 'key.missing', { name: 'handler' })
  for (const key of ['edit', 'set', 'creates', 'updates', 'sends', 'starts', 'runs', 'primary']) {
    const written = at(node, key)
    if (written) report(draft, written.start, 'action.collection', { name: key })
  }
  const [condition, http] = [at(node, 'if'), at(node, 'http')]
  const compiled = compileExpression(action.if ?? 'true', scopeOf(model, resource, { input: action.input, me: true }))
  if (condition && 'expression' in compiled && compiled.expression.reads.length > 0)
    report(draft, condition.start, 'action.collection', { name: compiled.expression.reads[0] ?? '' })
  if (http && namesInPath(action.http).includes('id') && !action.input.some(({ name }) => name === 'id'))
    report(draft, http.start, 'action.collection', { name: '{id}' })
}

/** A bind has an endpoint that writes and one that reads. */
function checkBind(
  entry: Entry,
  names: Set<string>,
  endpoints: Set<string>,
  view: ResourceView,
  scene: CheckContext,
): void {
  const { key, value } = entry
  const inputs = [bindNamed(view.resource, key)?.self ?? '']
  checkName({ entry, inputs, reads: true }, names, view, scene)
  const nodes = itemsOf(at(value, 'http'))
  for (const [index, http] of endpointsOf(key, value).entries()) {
    const start = nodes[index]?.start ?? entry.keyStart
    claim(http, start, http.method === 'GET', endpoints, view, scene)
    for (const name of namesInPath(http))
      if (!inputs.includes(name)) scene.report(view.draft, start, 'input.unknown', choice(name, inputs))
  }
}

/** A name is that of one transition, action, bind or query, and of no operation: permission codes consist of it. */
function checkName(
  { entry: { key: name, keyStart, value }, reads }: Declared,
  names: Set<string>,
  { draft }: ResourceView,
  { workspace, report }: CheckContext,
): void {
  if (isOperationName(name) || names.has(name)) report(draft, keyStart, 'step.name-taken', { name })
  names.add(name)
  if (!reads && !at(value, 'title') && !workspace.words.has(name)) report(draft, keyStart, 'title.missing', { name })
}

function checkEndpoint(
  { entry: { key, keyStart, value }, http, reads }: Declared,
  endpoints: Set<string>,
  view: ResourceView,
  scene: CheckContext,
): void {
  if (!http) return
  const written = at(value, 'http')
  // A name that is taken is reported already; its path follows from it.
  if (written || !isOperationName(key)) claim(http, written?.start ?? keyStart, reads, endpoints, view, scene)
}

/** Checks one endpoint, which is written at an offset, and reserves it. */
function claim(
  http: HttpEndpoint,
  start: number,
  reads: boolean,
  endpoints: Set<string>,
  { draft, resource }: ResourceView,
  { report }: CheckContext,
): void {
  const endpoint = signature(http.method, endpointPath(resource, http))
  if (!reads && !['POST', 'PUT'].includes(http.method)) report(draft, start, 'http.get')
  else if (isEnginePath(http.path)) report(draft, start, 'http.reserved', { name: http.path })
  else if (endpoints.has(endpoint)) report(draft, start, 'http.taken', { name: `${http.method} ${http.path}` })
  endpoints.add(endpoint)
}

/** Only a handler asks a port. */
function checkOutside({ entry: { value } }: Declared, { draft }: ResourceView, { report }: CheckContext): void {
  const outside = at(value, 'outside')
  if (outside && !at(value, 'handler')) report(draft, outside.start, 'step.outside')
}

/** The endpoints that show messages before they are sent. */
function checkPreviews(
  { entry: { value } }: Declared,
  endpoints: Set<string>,
  { draft, resource }: ResourceView,
  { report }: CheckContext,
): void {
  for (const effect of effectNodes(at(value, 'sends'))) {
    const node = at(effect, 'preview')
    const path = textOf(node)
    if (!node || path === undefined) continue
    const endpoint = signature('GET', endpointPath(resource, { method: 'GET', path }))
    if (endpoints.has(endpoint)) report(draft, node.start, 'http.taken', { name: `GET ${path}` })
    endpoints.add(endpoint)
  }
}

/** Whether the engine and its dialects serve an absolute path themselves. */
export const isEnginePath = (path: string): boolean => /^\/api\/(engine|blade-[^/]*)(\/|$)/.test(path)

/** The endpoints of all resources but those of binds. */
export const declaredEndpoints = ({ model }: CheckContext): Set<string> =>
  new Set(Object.values(model.resources).flatMap(resource => [...usualOf(resource), ...ownOf(resource)]))

const ownOf = (resource: Resource): string[] => {
  const steps = stepsOf(resource).filter(step => !isAutomatic(step))
  return [...steps, ...resource.queries].map(({ http }) => signature(http.method, endpointPath(resource, http)))
}

const usual = new WeakMap<Resource, readonly string[]>()

function usualOf(resource: Resource): readonly string[] {
  const made = () =>
    usualEndpoints.map(([method, path]) => signature(method, endpointPath(resource, { method: 'GET', path })))
  const found = usual.get(resource) ?? made()
  usual.set(resource, found)
  return found
}

/** Two paths that differ in the names of their inputs only match the same requests. */
const signature = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

/** Names in braces are inputs, which are then required, or the record's id. */
function checkPath(
  { entry: { value }, http, inputs }: Declared,
  { draft }: ResourceView,
  { report }: CheckContext,
): void {
  const node = at(value, 'http')
  for (const name of http ? namesInPath(http) : [])
    if (node && !inputs.includes(name)) report(draft, node.start, 'input.unknown', choice(name, inputs))
}
