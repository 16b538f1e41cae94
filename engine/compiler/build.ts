import { digest } from '../model/digest.ts'
import type { Model, Resource } from '../model/model.ts'
import { columnsWithTimeRemaining } from './defaults.ts'
import type { Kinds } from './kind.ts'
import { duesWithReads, fieldsWithDerived, fieldsWithReads, rulesWithReads, stepWithReads } from './reads.ts'
import { at } from './tree.ts'
import type { Workspace } from './workspace.ts'

/** Builds the Model from drafts that passed every check. It shares the resources of the former Model that are equal. */
export function build(workspace: Workspace, kinds: Kinds, former?: Model): Model {
  let parts = nothingBuilt
  for (const kind of Object.values(kinds)) parts = { ...parts, ...kind.build?.(workspace, parts) }
  // Without a prototype, as the names are chosen by authors.
  const resources: Record<string, Resource> = Object.assign(Object.create(null), parts.resources)
  const model: Model = { ...parts, resources }
  for (const resource of Object.values(resources)) {
    const rules = rulesWithReads(model, resource)
    const fields = fieldsWithDerived(model, { ...resource, fields: fieldsWithReads(model, resource) })
    const actions = resource.actions.map(step => stepWithReads(model, resource, step))
    const transitions = resource.lifecycle?.transitions.map(step => stepWithReads(model, resource, step)) ?? []
    const dues = duesWithReads(model, resource)
    const lifecycle = resource.lifecycle && { lifecycle: { ...resource.lifecycle, dues, transitions } }
    const built = withTimeRemaining({ ...resource, fields, rules, ...lifecycle, actions }, workspace)
    resources[resource.name] = shared(built, former?.resources[resource.name])
  }
  return { ...model, revision: digest(textOf(model)) }
}

/** The former resource where both are equal, so that what is derived from it need not be derived again. */
function shared(resource: Resource, former: Resource | undefined): Resource {
  const text = JSON.stringify(resource)
  if (former && texts.get(former) === text) return former
  texts.set(resource, text)
  return resource
}

/** The JSON of built resources. */
const texts = new WeakMap<Resource, string>()

/** The parts of `JSON.stringify(model)`, of which the resources are known. Joined, they would be copied twice. */
function* textOf(model: Model): Iterable<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(model)) {
    if (name === 'resources') {
      yield `${separator}"resources":`
      yield* textOfResources(model)
    } else if (value !== undefined) yield `${separator}${JSON.stringify(name)}:${JSON.stringify(value)}`
    separator = ','
  }
  yield '}'
}

function* textOfResources({ resources }: Model): Iterable<string> {
  let separator = '{'
  for (const resource of Object.values(resources)) {
    yield `${separator}${JSON.stringify(resource.name)}:`
    yield texts.get(resource) ?? JSON.stringify(resource)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

const nothingBuilt: Model = {
  language: 2,
  revision: '',
  title: { zh: '', en: '' },
  menus: [],
  pages: [],
  resources: {},
  dictionaries: {},
  parameters: [],
  roles: [],
  messages: {},
}

/** A resource with the dues of its lifecycle; a default list shows the time left. */
function withTimeRemaining(resource: Resource, { resources }: Workspace): Resource {
  const { lifecycle, list } = resource
  if (!lifecycle || lifecycle.dues.length === 0) return resource
  const hasColumns = at(at(resources.get(resource.name)?.root, 'list'), 'columns') !== undefined
  const columns = hasColumns ? list.columns : columnsWithTimeRemaining(list.columns, lifecycle)
  return { ...resource, list: { ...list, columns } }
}
