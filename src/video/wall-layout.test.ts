import { expect, it } from 'vitest'
import {
  addressOfLayout,
  emptyPlace,
  exchanged,
  layoutIn,
  sizeFor,
  tilesOf,
  type WallLayout,
  wallGroups,
  withCameras,
} from './wall-layout.ts'

const layout: WallLayout = { size: 4, tiles: ['a', '', 'c', 'd', 'e', '', ''] }

it('is the same after its address, without empty tiles at the end', () => {
  const found = layoutIn(new URLSearchParams(addressOfLayout(layout)))
  expect(found).toEqual({ size: 4, tiles: ['a', '', 'c', 'd', 'e'] })
  expect(layoutIn(new URLSearchParams('size=4'))).toBeUndefined()
  expect(layoutIn(new URLSearchParams('id=7'))).toEqual({ size: 1, tiles: ['7'] })
  expect(layoutIn(new URLSearchParams('tiles=&size=7'))).toEqual({ size: 4, tiles: [] })
})

it('shows more cameras than tiles in groups', () => {
  expect([wallGroups(layout), wallGroups({ size: 9, tiles: [] })]).toEqual([2, 1])
  expect(tilesOf(layout, 1)).toEqual(['e', '', '', ''])
  expect([1, 2, 5, 40].map(sizeFor)).toEqual([1, 4, 9, 16])
})

it('places cameras without replacing others than the first, and none twice', () => {
  expect(withCameras(layout, 2, ['x', 'y', 'a']).tiles).toEqual(['', '', 'x', 'd', 'e', 'y', 'a'])
  expect(withCameras({ size: 4, tiles: [] }, 3, ['x']).tiles).toEqual(['', '', '', 'x'])
  expect([emptyPlace(layout, 0), emptyPlace({ size: 1, tiles: ['a', 'b'] }, 1)]).toEqual([1, 1])
})

it('exchanges two tiles, also with an empty one beyond the last', () => {
  expect(exchanged({ size: 4, tiles: ['a', 'b'] }, 0, 3).tiles).toEqual(['', 'b', '', 'a'])
})
