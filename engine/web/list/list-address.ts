import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { addressOf } from '../data/addresses.ts'
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
 * The address of a list with its query, which opens the same list for every user; without a page size, that of the user
 * applies.
 */
export const listAddress = (
  resource: Resource,
  { page = 1, perPage, ...search }: Search & Partial<ListQuery>,
): string => addressOf(resource, 'list') + written({ ...search, page, perPage })

/** The address of a list, for a query in react-admin's form. */
export const addressOfPage = (resource: Resource, { pagination, sort, filter }: PageRequest): string =>
  listAddress(resource, {
    query: filter,
    sort: { field: sort.field, descending: sort.order === 'DESC' },
    ...pagination,
  })

/** The query string of a list's address. */
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
 * The canonical form of an address that was written by hand, with the query names of the endpoints
 * (`?deadline_le=2026-11-30`) or with unknown names. Undefined if it is canonical. A page size that is neither offered
 * nor `fitting` is replaced by `usual`; the page then begins near the same row.
 */
export function rewritten(resource: Resource, search: string, usual: number, fitting = usual): string | undefined {
  const given = new URLSearchParams(search)
  const [order, field] = [given.get('order'), given.get('sort')]
  const filter = filterIn(given.get('filter'))
  const size = wholeIn(given.get('perPage')) ?? usual
  const perPage = isKeptSize(size, fitting) ? size : usual
  const asked: ListQuery = {
    query: { ...stringsIn(filter), ...namedIn(resource, given) },
    sort: field && isSortable(fieldOf(resource, field)) ? { field, descending: order === 'DESC' } : resource.sort,
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

/** Conditions under their own names; a repeated name means one of several values. */
function namedIn(resource: Resource, given: URLSearchParams): SearchQuery {
  const query: Record<string, string> = {}
  for (const [name, value] of given) {
    if (ownNames.has(name) || value.trim() === '' || !isQueryable(resource, name)) continue
    query[name] = query[name] === undefined ? value : `${query[name]},${value}`
  }
  return query
}

/** Names in an address that are not in the query language. */
export const unknownNames = (resource: Resource, search: string): string[] => [
  ...new Set(
    [...new URLSearchParams(search).keys()].filter(name => !ownNames.has(name) && !isQueryable(resource, name)),
  ),
]

/** The page that contains the first row of a page of another size. */
export const pageOfRow = (page: number, before: number, now: number): number =>
  Math.floor(((page - 1) * before) / now) + 1

function wholeIn(text: string | null): number | undefined {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : undefined
}
