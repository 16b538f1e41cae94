import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import type { Field, Model, Resource } from '../../model/model.ts'

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

/** Whether it declares that it is one of those that are there. */
const isRenamedFrom = ({ renamedFrom = [] }: Field | Resource, isFormer: (name: string) => unknown): boolean =>
  renamedFrom.some(isFormer)

/** New resources with at least half of its fields, the most similar first. */
function ofResource(former: Resource, before: Model, after: Model): UndeclaredRename[] {
  if (after.resources[former.name]) return []
  const names = new Set(former.fields.map(({ name }) => name))
  return Object.values(after.resources)
    .filter(one => !before.resources[one.name] && !isRenamedFrom(one, name => before.resources[name]))
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
    .filter(one => {
      const isFormer = (name: string) => former.fields.some(other => other.name === name)
      return !isFormer(one.name) && one.type === field.type && !isRenamedFrom(one, isFormer)
    })
    .map(({ name }) => ({ resource: former.name, field: name, from: field.name }))
}
