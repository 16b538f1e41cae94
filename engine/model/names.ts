import { type Model, type Operation, operations, type Resource } from './model.ts'

/** `entNoticeLetter` to `ent_notice_letter`. Table and column names are made here and nowhere else. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** `entNoticeLetter` to `EntNoticeLetter`, the name of its TypeScript type. */
export const typeName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The permission code of one operation, move or action: `entNoticeLetter_view`. */
export const codeOf = (resource: Resource, doing: Operation | (string & {})): string => `${resource.code}_${doing}`

/** Every permission code of a resource, in the order in which a grant screen shows them. */
export function codesOf(resource: Resource): string[] {
  if (resource.partOf) return []
  const moves = resource.lifecycle?.moves ?? []
  return [...operations, ...moves.map(move => move.name), ...resource.actions.map(action => action.name)].map(doing =>
    codeOf(resource, doing),
  )
}

/** Where a resource's calls of the `v1` dialect stand: `/api/ent/v1/entNoticeLetter`. */
export const wirePath = (resource: Resource): string => `/api/${resource.module}/v1/${resource.name}`

/** The resource whose rights hold: the master for lines, else itself. */
export function rightsOf(model: Model, resource: Resource): Resource {
  return resource.partOf ? rightsOf(model, resourceOf(model, resource.partOf.resource)) : resource
}

/** The resource of that name; asking for one that the model lacks is a bug. */
export function resourceOf(model: Model, name: string): Resource {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) throw new Error(`The model has no resource "${name}".`)
  return resource
}
