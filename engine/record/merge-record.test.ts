import { describe, expect, it } from 'vitest'
import type { Field, Resource } from '../model/model.ts'
import { mergeRecord } from './merge-record.ts'

const field = (name: string, type = 'text', more: Partial<Field> = {}): Field => ({
  name,
  title: { zh: name, en: name },
  type,
  required: false,
  unique: false,
  index: false,
  readOnly: false,
  stored: false,
  options: {},
  ...more,
})
const order = {
  name: 'order',
  fields: [field('address'), field('remark'), field('total', 'money', { compute: '1' }), field('lines', 'children')],
} as unknown as Resource
const before = {
  version: 7,
  address: 'front',
  remark: null,
  lines: [
    { id: '1', amount: 1 },
    { id: '2', amount: 2 },
  ],
}

describe('mergeRecord', () => {
  it('merges changes of one side without a conflict', () => {
    const merge = mergeRecord(order, before, { ...before, address: 'back' }, { ...before, version: 8, remark: 'late' })
    expect(merge.clashes).toEqual([])
    expect(merge.settled.map(({ field, by }) => [field.name, by])).toEqual([
      ['address', 'mine'],
      ['remark', 'theirs'],
    ])
    expect(merge.resolve({})).toMatchObject({ version: 8, address: 'back', remark: 'late' })
  })

  it('reports a conflict where both sides changed a field, and applies the choice', () => {
    const merge = mergeRecord(order, before, { ...before, address: 'back' }, { ...before, version: 8, address: 'gate' })
    expect(merge.clashes.map(clash => [clash.key, clash.before, clash.mine, clash.theirs])).toEqual([
      ['address', 'front', 'back', 'gate'],
    ])
    expect(merge.resolve({ address: 'mine' })['address']).toBe('back')
    expect(merge.resolve({ address: 'theirs' })['address']).toBe('gate')
  })

  it('treats null, a missing value and an empty text as equal, and reports no conflict for equal changes', () => {
    const merge = mergeRecord(order, before, { ...before, remark: '', address: 'gate' }, { ...before, address: 'gate' })
    expect(merge.clashes).toEqual([])
  })

  it('matches lines by id: one conflict for a line changed by both, new lines of both kept, a deleted one removed', () => {
    const mine = { ...before, lines: [{ id: '1', amount: 10 }, { amount: 3 }] }
    const theirs = {
      ...before,
      version: 8,
      lines: [
        { id: '1', amount: 11 },
        { id: '2', amount: 2 },
        { id: '4', amount: 4 },
      ],
    }
    const merge = mergeRecord(order, before, mine, theirs)
    expect(merge.clashes.map(clash => [clash.key, clash.line])).toEqual([['lines/1', 1]])
    expect(merge.settled.map(({ field, by }) => [field.name, by])).toEqual([['lines', 'both']])
    expect(merge.resolve({ 'lines/1': 'mine' })['lines']).toEqual([
      { id: '1', amount: 10 },
      { id: '4', amount: 4 },
      { amount: 3 },
    ])
  })

  it('reports a conflict for a line that one side deleted and the other changed', () => {
    const mine = { ...before, lines: [{ id: '1', amount: 1 }] }
    const theirs = {
      ...before,
      version: 8,
      lines: [
        { id: '1', amount: 1 },
        { id: '2', amount: 20 },
      ],
    }
    const merge = mergeRecord(order, before, mine, theirs)
    expect(merge.clashes.map(clash => clash.key)).toEqual(['lines/2'])
    expect(merge.resolve({ 'lines/2': 'mine' })['lines']).toEqual([{ id: '1', amount: 1 }])
    expect(merge.resolve({ 'lines/2': 'theirs' })['lines']).toHaveLength(2)
  })
})
