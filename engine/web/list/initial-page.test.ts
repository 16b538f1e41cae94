import { expect, it } from 'vitest'
import type { Resource } from '../../model/model.ts'
import type { ListViews, SavedView } from '../data/list-views.ts'
import { firstPage } from './initial-page.ts'

const letter = { name: 'letter', sort: { field: 'createTime', descending: true } } as unknown as Resource
const late = { id: '7', query: { deadline_le: '2026-11-30' }, sort: { field: 'deadline', descending: false } }
const views: ListViews = {
  views: [],
  columns: null,
  widths: {},
  start: null,
  pageSize: null,
  relatedSize: null,
  roles: [],
}

it('requests the settings of the resource and the user for an address without a query', () => {
  expect(firstPage(letter, views, '', 11)).toEqual({
    pagination: { page: 1, perPage: 11 },
    sort: { field: 'createTime', order: 'DESC' },
    filter: {},
  })
  expect(
    firstPage(letter, { ...views, views: [late as unknown as SavedView], start: '7', pageSize: 50 }, '', 11),
  ).toEqual({
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'deadline', order: 'ASC' },
    filter: { deadline_le: '2026-11-30' },
  })
})

it('requests the query of an address that a list wrote', () => {
  const address = `?filter=${encodeURIComponent('{"no":"1"}')}&order=ASC&page=2&perPage=50&sort=deadline`
  expect(firstPage(letter, views, address, 11)).toEqual({
    pagination: { page: 2, perPage: 50 },
    sort: { field: 'deadline', order: 'ASC' },
    filter: { no: '1' },
  })
})

it('leaves an address that a user wrote to the list', () => {
  expect(firstPage(letter, views, '?no=1', 11)).toBeUndefined()
  expect(firstPage(letter, views, '?filter=%7B%7D&sort=no&no=1', 11)).toBeUndefined()
  expect(firstPage(letter, views, '?filter={}&sort=no&perPage=14', 11), 'a size of another window').toBeUndefined()
})
