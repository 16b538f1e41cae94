import { operatorsOf } from '../../fields/index.ts'
import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { SavedView } from '../data/list-views.ts'
import type { SearchQuery } from './search-query.ts'

/** What a list is asked, short of the page. */
export interface Search {
  readonly query: SearchQuery
  readonly sort: { readonly field: string; readonly descending: boolean }
}

/** Whether a saved search asks the same; one without an order means the resource's own. */
export function isSameSearch(resource: Resource, view: Pick<SavedView, 'query' | 'sort'>, search: Search): boolean {
  const sort = view.sort ?? resource.order
  return (
    sort.field === search.sort.field &&
    sort.descending === search.sort.descending &&
    textOf(view.query) === textOf(search.query)
  )
}

const textOf = (query: SearchQuery): string =>
  JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The address of a list with a search in it, which opens the same for whoever follows it. */
export function addressOf(resource: Resource, { query, sort }: Search): string {
  const asked = new URLSearchParams({
    filter: JSON.stringify(query),
    sort: sort.field,
    order: sort.descending ? 'DESC' : 'ASC',
    page: '1',
  })
  return `/${resource.name}?${asked}`
}

const ownNames = new Set(['filter', 'displayedFilters', 'page', 'perPage', 'sort', 'order'])

/**
 * The address as the list writes it, of one that names conditions as the calls do (`?deadline_le=2026-11-30`):
 * links from elsewhere are written by hand. Undefined where there is nothing to rewrite.
 */
export function rewritten(resource: Resource, search: string): string | undefined {
  const asked = new URLSearchParams(search)
  const query: Record<string, string> = {}
  for (const [name, value] of asked) {
    if (ownNames.has(name) || value.trim() === '' || !isAskable(resource, name)) continue
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`
  }
  if (Object.keys(query).length === 0) return undefined
  const own = [...asked].filter(([name]) => ownNames.has(name) && name !== 'filter')
  return `?${new URLSearchParams([...own, ['filter', JSON.stringify(query)]])}`
}

/** Whether a name of the query language is one of this resource's: a field's, alone or with what is asked of it. */
export function isAskable(resource: Resource, name: string): boolean {
  const field = fieldOf(resource, name) ?? fieldOf(resource, name.slice(0, Math.max(0, name.lastIndexOf('_'))))
  return field?.column !== undefined && operatorsOf(field).length > 0
}
