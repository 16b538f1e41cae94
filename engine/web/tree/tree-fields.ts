import { ofOption } from '../../fields/options.ts'
import { descendantsName, oneOfName, queryValues, withBranchValues, withQuery } from '../../fields/query.ts'
import { refersToTree } from '../../fields/reference/refers-to-tree.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { parentFieldOf } from '../../model/tree.ts'

type Query = Readonly<Record<string, string>>

/** The fields that place a list's records in a tree: their parent, or a filter by another tree. */
export function treeFields(resource: Resource, model: Model): readonly Field[] {
  const parent = parentFieldOf(resource)
  if (parent) return [parent]
  return resource.list.search.flatMap(name => {
    const field = fieldOf(resource, name)
    return field && refersToTree(field, model) ? [field] : []
  })
}

/** Whether the tree is the resource itself. */
export const isOwnTree = (resource: Resource, field: Field): boolean => ofOption(field) === resource.name

/** The field whose tree is open next to the list; `panes` contains the choices, by resource. */
export function openTree(resource: Resource, model: Model, panes: Readonly<Record<string, string>>): Field | undefined {
  const fields = treeFields(resource, model)
  const [first] = fields
  const open = panes[resource.name] ?? (first && isOwnTree(resource, first) ? first.name : '')
  return fields.find(({ name }) => name === open)
}

/** The branches in a list's query. */
export const queriedBranches = (query: Query, field: Field): readonly string[] => queryValues(query, field.name)

/** Whether descendants are included; undefined without a branch. */
export const includesDescendants = (query: Query, field: Field): boolean | undefined =>
  queriedBranches(query, field).length === 0 ? undefined : query[descendantsName(field.name)] !== undefined

/** The branch of a list's own tree, if it is the only condition. */
export function onlyBranch({ tree }: Resource, query: Query): string | undefined {
  const [[name, id] = ['', ''], ...others] = Object.entries(query)
  const isBranch = tree !== undefined && (name === tree || name === descendantsName(tree))
  return isBranch && others.length === 0 && !id.includes(',') ? id : undefined
}

/** The query for one branch, with or without descendants; without a branch if there is no id. */
export function withBranch(query: Query, field: Field, id: string | undefined, isWith: boolean): Query {
  if (id === undefined || isWith) return withBranchValues(query, field.name, id === undefined ? [] : [id], true)
  return withQuery(query, {
    [field.name]: id,
    [oneOfName(field.name)]: undefined,
    [descendantsName(field.name)]: undefined,
  })
}
