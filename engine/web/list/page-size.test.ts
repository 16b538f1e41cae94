import { expect, it } from 'vitest'
import type { Resource } from '../../model/model.ts'
import { pageSizeOf, rowsThatFit } from './page-size.ts'

const searchedBy = (...search: string[]) => ({ list: { columns: [], search } }) as unknown as Resource
const letter = searchedBy('no', 'entId', 'state', 'deadline', 'problem', 'createTime')
const rows = (innerWidth: number, innerHeight: number, density: 'comfortable' | 'compact' = 'comfortable') =>
  rowsThatFit(letter, density, { innerWidth, innerHeight })

it('fits as many rows as the window has room for, 10 to 50', () => {
  expect(rows(1440, 900)).toBe(12)
  expect(rows(2560, 1440)).toBe(24)
  expect(rows(1440, 900, 'compact')).toBe(15)
  expect(rows(1280, 600)).toBe(10)
  expect(rows(3840, 4000)).toBe(50)
  expect(rows(390, 2000), 'a phone scrolls').toBe(10)
})

it('counts the lines of the search area', () => {
  const of = (search: number, width = 1440) =>
    rowsThatFit(searchedBy(...Array(search).fill('x')), 'comfortable', { innerWidth: width, innerHeight: 1200 })
  expect([of(0), of(3), of(4), of(8)]).toEqual([20, 19, 18, 19])
})

it('keeps the size that a user chose, if it is offered', () => {
  expect([
    pageSizeOf({ pageSize: null }, 14),
    pageSizeOf({ pageSize: 50 }, 14),
    pageSizeOf({ pageSize: 7 }, 14),
  ]).toEqual([14, 50, 14])
})
