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

it('says the whole of what a list is asked', () => {
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
  ['a condition that is said twice', '?no=1&no=2', '{"no":"1,2"}'],
  ['conditions that are none', '?filter=[1]', '{}'],
  ['conditions that are no texts', '?filter={"no":{"a":1}}', '{}'],
  ['conditions that are no JSON', '?filter={', '{}'],
  ['a page that is none', '?page=-2', '{}'],
  ['a page of a size that is not offered', '?perPage=100000', '{}'],
  ['an order that is none', '?sort=nothing&order=DESC', '{}'],
])('rewrites %s', (_name, search, filter) => {
  expect(decodeURIComponent(rewritten(letter, search, 30) ?? '')).toBe(
    `?filter=${filter}&order=DESC&page=1&perPage=30&sort=createTime`,
  )
})

it.each([
  ['nothing', ''],
  ['what is whole', '?filter={"no":"1"}&order=ASC&page=3&perPage=200&sort=deadline'],
  ['what is of others', '?displayedFilters={}&other=1'],
])('leaves %s as it is', (_name, search) => {
  expect(rewritten(letter, search, 30)).toBeUndefined()
})

it('gives an automatic page the size of this window, near the same row', () => {
  const at = (search: string) => new URLSearchParams(rewritten(letter, search, 20, 20))
  const address = '?filter={}&order=ASC&page=5&perPage=11&sort=deadline'
  expect([at(address).get('page'), at(address).get('perPage')]).toEqual(['3', '20'])
  expect(rewritten(letter, '?perPage=20', 50, 20), 'automatic by choice, where another was chosen').toBeUndefined()
  expect(rewritten(letter, '?perPage=50', 20, 20)).toBeUndefined()
})
