import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import type { Model, Resource } from '../../model/model.ts'

/** At most so many are proposed for one loss. */
const mostProposed = 5

/** The renames that a loss may be: what it would drop disappears from the Model while something like it appears. */
export function proposedRenames(before: Model, after: Model, loss: string): readonly UndeclaredRename[] {
  const [, table, column] = /^drop:(\w+)(?:\.(\w+))?$/.exec(loss) ?? []
  const former = Object.values(before.resources).find(resource => resource.table === table)
  if (!former) return []
  const found = column === undefined ? ofResource(former, before, after) : ofField(former, column, after)
  return found.slice(0, mostProposed)
}

/** New resources with at least half of its fields, the most similar first. */
function ofResource(former: Resource, before: Model, after: Model): UndeclaredRename[] {
  if (after.resources[former.name]) return []
  const names = new Set(former.fields.map(({ name }) => name))
  return Object.values(after.resources)
    .filter(({ name, renamedFrom }) => !before.resources[name] && renamedFrom === undefined)
    .map(({ name, fields }) => ({ name, shared: fields.filter(field => names.has(field.name)).length }))
    .filter(({ shared }) => shared > 0 && shared * 2 >= names.size)
    .sort((one, other) => other.shared - one.shared)
    .map(({ name }) => ({ resource: name, from: former.name }))
}

/** New fields of its type in the resource. */
function ofField(former: Resource, column: string, after: Model): UndeclaredRename[] {
  const resource = after.resources[former.name]
  const field = former.fields.find(one => one.column === column)
  if (!resource || !field) return []
  return resource.fields
    .filter(({ name, type, renamedFrom }) => {
      const isNew = !former.fields.some(one => one.name === name)
      return isNew && type === field.type && renamedFrom === undefined
    })
    .map(({ name }) => ({ resource: former.name, field: name, from: field.name }))
}
