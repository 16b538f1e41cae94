import { digest } from '../model/digest.ts'
import type { Model, Resource } from '../model/model.ts'
import { columnsWithTimeRemaining } from './defaults.ts'
import type { Kinds } from './kind.ts'
import { duesWithReads, fieldsWithDerived, fieldsWithReads, rulesWithReads, stepWithReads } from './reads.ts'
import { at } from './tree.ts'
import type { Workspace } from './workspace.ts'

/** Builds the Model from drafts that passed every check. */
export function build(workspace: Workspace, kinds: Kinds): Model {
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
    resources[resource.name] = withTimeRemaining({ ...resource, fields, rules, ...lifecycle, actions }, workspace)
  }
  return { ...model, revision: digest(JSON.stringify(model)) }
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
