import { digest, digestOfLines } from '../model/digest.ts'
import type { Dictionary, Model, Resource } from '../model/model.ts'
import { columnsWithTimeRemaining } from './defaults.ts'
import { partTables } from './extend.ts'
import type { Kinds } from './kind.ts'
import { datesWithReads, fieldsWithDerived, fieldsWithReads, rulesWithReads, stepWithReads } from './reads.ts'
import { type Recalled, recalled } from './recalled.ts'
import { at } from './tree.ts'
import type { Workspace } from './workspace.ts'

/** Builds the Model from drafts that passed every check. It shares the resources of the former Model that are equal. */
export function build(workspace: Workspace, kinds: Kinds, former?: Model): Model {
  const processes = Object.fromEntries([...workspace.processes].map(([key, { text }]) => [key, digestOfLines(text)]))
  let parts: Model = {
    ...nothingBuilt,
    ...(partTables.length > 0 && { tables: partTables }),
    ...(workspace.processes.size > 0 && { processes }),
  }
  for (const kind of Object.values(kinds)) parts = { ...parts, ...kind.build?.(workspace, parts) }
  // Without a prototype, as the names are chosen by authors.
  const resources: Record<string, Resource> = Object.assign(Object.create(null), parts.resources)
  const dictionaries = sameDictionaries(parts.dictionaries, former?.dictionaries)
  const model: Model = { ...parts, resources, dictionaries }
  for (const resource of Object.values(resources)) {
    const complete = recalled(lastCompleted.get(resource), workspace.others, resources, read =>
      completed({ ...model, resources: read }, resource, workspace),
    )
    lastCompleted.set(resource, complete)
    resources[resource.name] = shared(complete.result, former?.resources[resource.name])
  }
  return { ...model, revision: revisionOf(model) }
}

const lastCompleted = new WeakMap<Resource, Recalled<Resource>>()

/** A resource as built of its file, with what its expressions read. */
function completed(model: Model, resource: Resource, workspace: Workspace): Resource {
  const rules = rulesWithReads(model, resource)
  const fields = fieldsWithDerived(model, { ...resource, fields: fieldsWithReads(model, resource) })
  const actions = resource.actions.map(step => stepWithReads(model, resource, step))
  const transitions = resource.lifecycle?.transitions.map(step => stepWithReads(model, resource, step)) ?? []
  const dates = datesWithReads(model, resource)
  const lifecycle = resource.lifecycle && { lifecycle: { ...resource.lifecycle, dates, transitions } }
  return withTimeRemaining({ ...resource, fields, rules, ...lifecycle, actions }, workspace)
}

/** The former resource where both are equal, so that what is derived from it need not be derived again. */
function shared(resource: Resource, former: Resource | undefined): Resource {
  return former && digestOf(former) === digestOf(resource) ? former : resource
}

/** The digests of built resources and dictionaries. */
const digests = new WeakMap<Resource | Dictionary, string>()

function digestOf(part: Resource | Dictionary): string {
  const found = digests.get(part) ?? digest([JSON.stringify(part)])
  digests.set(part, found)
  return found
}

/** The former dictionaries where all are the same: what expressions read of them is kept by them. */
const sameDictionaries = (dictionaries: Model['dictionaries'], former: Model['dictionaries'] = {}) =>
  Object.keys(dictionaries).length === Object.keys(former).length &&
  Object.entries(dictionaries).every(([code, dictionary]) => former[code] === dictionary)
    ? former
    : dictionaries

/** A digest of a Model: of its parts, of which a change of descriptors replaces few. */
function revisionOf({ resources, dictionaries, ...rest }: Model): string {
  const parts = [resources, dictionaries].map(all => Object.entries<Resource | Dictionary>(all))
  return digest([
    JSON.stringify(rest),
    ...parts.flatMap(all => ['\n', ...all.flatMap(([name, part]) => [name, ' ', digestOf(part), ' '])]),
  ])
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
  charts: {},
  boards: {},
}

/** A resource whose default list shows the time remaining, if its lifecycle has dates. */
function withTimeRemaining(resource: Resource, { resources }: Workspace): Resource {
  const { lifecycle, list } = resource
  if (!lifecycle || lifecycle.dates.length === 0) return resource
  const hasColumns = at(at(resources.get(resource.name)?.root, 'list'), 'columns') !== undefined
  const columns = hasColumns ? list.columns : columnsWithTimeRemaining(list.columns, lifecycle)
  return { ...resource, list: { ...list, columns } }
}
