import { expect, it } from 'vitest'
import type { Field, Resource } from '../../model/model.ts'
import { listAddress, rewritten } from './list-address.ts'

const field = (name: string, type = 'text'): Field => ({
  name,
  title: { zh: name, en: name },
  type,
  column: name,
  required: false,
  unique: false,
  index: false,
  readOnly: false,
  stored: false,
  options: {},
})
const letter = {
  name: 'letter',
  path: '/letter',
  display: 'no',
  fields: [field('no'), field('deadline', 'date')],
  sort: { field: 'createTime', descending: true },
  list: { columns: ['no'], search: [] },
} as unknown as Resource

it('contains the complete query of a list', () => {
  const sort = { field: 'deadline', descending: false }
  expect(decodeURIComponent(listAddress(letter, { query: { no: '1' }, sort, page: 2, perPage: 50 }))).toBe(
    '/letter?filter={"no":"1"}&order=ASC&page=2&perPage=50&sort=deadline',
  )
  expect(decodeURIComponent(listAddress(letter, { query: {}, sort })), 'pages as long as the reader has them').toBe(
    '/letter?filter={}&order=ASC&page=1&sort=deadline',
  )
})

it.each([
  ['conditions by their own names', '?no=1&deadline_le=2026-11-30', '{"no":"1","deadline_le":"2026-11-30"}'],
  ['a repeated condition', '?no=1&no=2', '{"no":"1,2"}'],
  ['conditions that are not an object', '?filter=[1]', '{}'],
  ['conditions that are not texts', '?filter={"no":{"a":1}}', '{}'],
  ['conditions that are not JSON', '?filter={', '{}'],
  ['an invalid page', '?page=-2', '{}'],
  ['a page of a size that is not offered', '?perPage=100000', '{}'],
  ['an invalid order', '?sort=nothing&order=DESC', '{}'],
])('rewrites %s', (_name, search, filter) => {
  expect(decodeURIComponent(rewritten(letter, search, 30) ?? '')).toBe(
    `?filter=${filter}&order=DESC&page=1&perPage=30&sort=createTime`,
  )
})

it.each([
  ['an empty query', ''],
  ['a complete query', '?filter={"no":"1"}&order=ASC&page=3&perPage=200&sort=deadline'],
  ['parameters of other code', '?displayedFilters={}&other=1'],
])('leaves %s unchanged', (_name, search) => {
  expect(rewritten(letter, search, 30)).toBeUndefined()
})

it('adapts an automatic page size to the window, and stays near the same row', () => {
  const at = (search: string) => new URLSearchParams(rewritten(letter, search, 20, 20))
  const address = '?filter={}&order=ASC&page=5&perPage=11&sort=deadline'
  expect([at(address).get('page'), at(address).get('perPage')]).toEqual(['3', '20'])
  expect(rewritten(letter, '?perPage=20', 50, 20), 'automatic by choice, where another was chosen').toBeUndefined()
  expect(rewritten(letter, '?perPage=50', 20, 20)).toBeUndefined()
})
