import type { Resource } from '../../model/model.ts'
import type { ListViews } from '../data/list-views.ts'
import type { PageRequest } from '../data/page-query.ts'
import { isKeptSize, pageSizeOf } from './page-size.ts'

/**
 * The query of a list whose address has none: that of the user's settings. `fitting` is the number of rows that fit the
 * window.
 */
export function openingPage(resource: Resource, views: ListViews, fitting: number): PageRequest {
  const start = views.views.find(({ id }) => id === views.start)
  const { field, descending } = start?.sort ?? resource.sort
  return {
    pagination: { page: 1, perPage: pageSizeOf(views, fitting) },
    sort: { field, order: descending ? 'DESC' : 'ASC' },
    filter: { ...start?.query },
  }
}

/**
 * The query in a list's address; undefined if the address is not in canonical form, which only the list itself can
 * resolve.
 */
export function firstPage(
  resource: Resource,
  views: ListViews,
  search: string,
  fitting: number,
): PageRequest | undefined {
  if (search === '') return openingPage(resource, views, fitting)
  const { filter, order, page, perPage, sort, ...others } = Object.fromEntries(new URLSearchParams(search))
  if (filter === undefined || sort === undefined || Object.keys(others).length > 0) return undefined
  if (perPage !== undefined && !isKeptSize(Number(perPage), fitting)) return undefined
  return {
    pagination: { page: Number(page) || 1, perPage: Number(perPage) || pageSizeOf(views, fitting) },
    sort: { field: sort, order: order === 'DESC' ? 'DESC' : 'ASC' },
    filter: mapIn(filter),
  }
}

function mapIn(text: string): Readonly<Record<string, string>> {
  try {
    return Object(JSON.parse(text))
  } catch (cause) {
    if (cause instanceof SyntaxError) return {}
    throw cause
  }
}
