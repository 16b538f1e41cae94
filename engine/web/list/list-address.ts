import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { PageRequest } from '../data/page-query.ts'
import { isKeptSize } from './page-size.ts'
import type { SearchQuery } from './search-query.ts'
import { isQueryable, isSortable, type Search } from './view-search.ts'

/** The query of a list, with its page. */
export interface ListQuery extends Search {
  readonly page: number
  readonly perPage: number
}

/**
 * The address of a list with all that it is asked, which opens the same list for every user; where it contains nothing of
 * a page's size, with his own.
 */
export const listAddress = (
  resource: Resource,
  { page = 1, perPage, ...search }: Search & Partial<ListQuery>,
): string => `/${resource.name}${written({ ...search, page, perPage })}`

/** The same of what is asked as react-admin says it. */
export const addressOfPage = (resource: Resource, { pagination, sort, filter }: PageRequest): string =>
  listAddress(resource, {
    query: filter,
    sort: { field: sort.field, descending: sort.order === 'DESC' },
    ...pagination,
  })

/** What follows the path of a list. */
function written({ query, sort, page, perPage }: Omit<ListQuery, 'perPage'> & Partial<ListQuery>): string {
  const asked = new URLSearchParams({
    filter: JSON.stringify(query),
    order: sort.descending ? 'DESC' : 'ASC',
    page: String(page),
    ...(perPage !== undefined && { perPage: String(perPage) }),
    sort: sort.field,
  })
  return `?${asked}`
}

const ownNames = new Set(['filter', 'displayedFilters', 'page', 'perPage', 'sort', 'order'])

/**
 * The address as the list writes it, of one that was written by hand: with conditions as the calls name them
 * (`?deadline_le=2026-11-30`), or with what no list can be asked. Undefined where there is nothing to rewrite. A page of
 * a size that is neither offered nor `fitting` gets the `usual` one, and begins near the same row.
 */
export function rewritten(resource: Resource, search: string, usual: number, fitting = usual): string | undefined {
  const given = new URLSearchParams(search)
  const [order, field] = [given.get('order'), given.get('sort')]
  const filter = filterIn(given.get('filter'))
  const size = wholeIn(given.get('perPage')) ?? usual
  const perPage = isKeptSize(size, fitting) ? size : usual
  const asked: ListQuery = {
    query: { ...stringsIn(filter), ...namedIn(resource, given) },
    sort: field && isSortable(fieldOf(resource, field)) ? { field, descending: order === 'DESC' } : resource.order,
    page: pageOfRow(wholeIn(given.get('page')) ?? 1, size, perPage),
    perPage,
  }
  const isSame =
    JSON.stringify(asked.query) === JSON.stringify(filter) &&
    isGiven(given, 'sort', asked.sort.field) &&
    isGiven(given, 'page', String(asked.page)) &&
    isGiven(given, 'perPage', String(asked.perPage)) &&
    isGiven(given, 'order', asked.sort.descending ? 'DESC' : 'ASC')
  return isSame ? undefined : written(asked)
}

const isGiven = (given: URLSearchParams, name: string, text: string): boolean =>
  !given.has(name) || given.get(name) === text

function filterIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch (cause) {
    if (cause instanceof SyntaxError) return null
    throw cause
  }
}

const stringsIn = (filter: unknown): SearchQuery =>
  typeof filter === 'object' && filter !== null && !Array.isArray(filter)
    ? Object.fromEntries(Object.entries(filter).filter(([, value]) => typeof value === 'string' && value !== ''))
    : {}

/** Conditions that the address contains by their own names; a repeated name means either. */
function namedIn(resource: Resource, given: URLSearchParams): SearchQuery {
  const query: Record<string, string> = {}
  for (const [name, value] of given) {
    if (ownNames.has(name) || value.trim() === '' || !isQueryable(resource, name)) continue
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`
  }
  return query
}

/** Names in an address that the list can ask nothing by. */
export const unknownNames = (resource: Resource, search: string): string[] => [
  ...new Set(
    [...new URLSearchParams(search).keys()].filter(name => !ownNames.has(name) && !isQueryable(resource, name)),
  ),
]

/** The page that has the first row of a page of another size. */
export const pageOfRow = (page: number, before: number, now: number): number =>
  Math.floor(((page - 1) * before) / now) + 1

function wholeIn(text: string | null): number | undefined {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : undefined
}
