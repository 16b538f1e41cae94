import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import type { Resource } from '../../model/model.ts'
import { includesDescendants, onlyBranch, queriedBranches, treeFields, withBranch } from './tree-fields.ts'

const field = fieldNamed('placeId', 'reference', { options: { of: 'place' } })
const other = fieldNamed('thingId', 'reference', { options: { of: 'thing' } })
const list = { fields: [other, field], list: { columns: [], search: ['thingId', 'placeId'] } } as unknown as Resource
const tree = { ...list, name: 'place', tree: 'placeId' }

describe('the trees of a list', () => {
  it('are those of its search fields', () => {
    expect(treeFields(list, sampleModel)).toEqual([field])
  })
  it('are only the list itself if it is a tree', () => {
    expect(treeFields({ ...tree, list: { columns: [], search: [] } } as unknown as Resource, sampleModel)).toEqual([
      field,
    ])
  })
})

describe('a branch in a query', () => {
  it.each([
    [true, '7', { name: 'a', placeId_below: '7' }],
    [false, '7', { name: 'a', placeId: '7' }],
    [true, undefined, { name: 'a' }],
    [false, undefined, { name: 'a' }],
  ])('with descendants %s, of %s', (isWith, id, expected) => {
    const befores: Record<string, string>[] = [{}, { placeId: '1' }, { placeId_in: '1,2' }, { placeId_below: '3' }]
    for (const before of befores) {
      expect(withBranch({ name: 'a', ...before }, field, id, isWith)).toEqual(expected)
    }
  })

  it('is parsed from the query', () => {
    expect(queriedBranches({ placeId_below: '7' }, field)).toEqual(['7'])
    expect(includesDescendants({ placeId_below: '7' }, field)).toBe(true)
    expect(includesDescendants({ placeId: '7' }, field)).toBe(false)
    expect(includesDescendants({}, field)).toBeUndefined()
  })

  it.each([
    [{ placeId: '7' }, '7'],
    [{ placeId_below: '7' }, '7'],
    [{ placeId_below: '7,8' }, undefined],
    [{ placeId: '7', name: 'a' }, undefined],
    [{ name: 'a' }, undefined],
    [{}, undefined],
  ])('is the only condition of %j: %s', (query, expected) => {
    expect(onlyBranch(tree, query as Readonly<Record<string, string>>)).toBe(expected)
  })
})
