import { operatorsOf, typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { referredResource } from '../../fields/traits.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { SavedView } from '../data/list-views.ts'
import { fieldAsked, type SearchQuery } from './search-query.ts'

/** The query of a list without its page. */
export interface Search {
  readonly query: SearchQuery
  readonly sort: { readonly field: string; readonly descending: boolean }
}

/** Whether a saved view has the same query; without an order it has the resource's default order. */
export function isSameSearch(resource: Resource, view: Pick<SavedView, 'query' | 'sort'>, search: Search): boolean {
  const sort = view.sort ?? resource.sort
  return (
    sort.field === search.sort.field &&
    sort.descending === search.sort.descending &&
    textOf(view.query) === textOf(search.query)
  )
}

const textOf = (query: SearchQuery): string =>
  JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether the name of a query is a field of this resource, with or without an operator's suffix, or that of a chart. */
export function isQueryable(resource: Resource, name: string): boolean {
  const field = fieldAsked(resource, name)
  return field?.column !== undefined && operatorsOf(field).length > 0
}

/** Whether rows can be sorted by a field; not by references whose names the user may not read. */
export function isSortable(field: Field | undefined, model?: Model): boolean {
  if (field?.column === undefined || field.mask || !typeOf(field).sortable || isMany(field)) return false
  const referenced = model && referredResource(field, model)
  return referenced === undefined || fieldOf(referenced, referenced.display) !== undefined
}
