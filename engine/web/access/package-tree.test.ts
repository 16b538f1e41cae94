import { expect, it } from 'vitest'
import { menuTreeOf } from './package-tree.ts'

const entry = (id: string, parentId: string | null = null) => ({
  id,
  parentId,
  name: id,
  englishName: id,
  isTop: false,
})
const tree = menuTreeOf([
  entry('a'),
  entry('b', 'a'),
  entry('c', 'b'),
  entry('d', 'b'),
  entry('e', 'a'),
  entry('f', 'top'),
])
const toggled = (chosen: readonly string[], id: string) => [...tree.toggled(new Set(chosen), id)].sort()

it('has each entry after its group, and at the root those of an unknown group', () => {
  expect(tree.rows.map(({ entry: { id }, level }) => `${id}${level}`)).toEqual(['a0', 'b1', 'c2', 'd2', 'e1', 'f0'])
})

it('chooses a group in place of its entries', () => {
  expect(toggled(['c', 'f'], 'b')).toEqual(['b', 'f'])
  expect([...tree.covered(new Set(['b', 'unknown']))].sort()).toEqual(['b', 'c', 'd'])
})

it('replaces a group by its other entries when one is removed', () => {
  expect(toggled(['a'], 'c')).toEqual(['d', 'e'])
  expect(toggled(['b'], 'b')).toEqual([])
})
