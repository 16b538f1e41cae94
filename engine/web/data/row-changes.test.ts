import { expect, it } from 'vitest'
import { type ChangesLine, createRowChanges } from './row-changes.ts'

const line = (
  ids: readonly string[],
  more: Partial<ChangesLine> & { readonly large?: true; readonly age?: number } = {},
) => {
  const { large, age = 0, ...rest } = more
  return { cursor: '1.1', changed: [{ resource: 'letter', ids, more: large === true, age }], ...rest }
}

it('counts each changed row of a requested resource once, since a position', () => {
  const changes = createRowChanges()
  changes.take(line(['0']))
  expect(changes.count('letter', 0)).toBe(0)
  changes.want('letter')
  const start = changes.position()
  changes.take(line(['1', '2']))
  changes.take(line(['2']))
  expect([changes.count('letter', start), changes.count('ward', start)]).toEqual([2, 0])
  expect(changes.ids('letter', start)).toEqual(['1', '2'])
  const later = changes.position()
  expect(changes.count('letter', later)).toBe(0)
  changes.take(line(['1']))
  expect([
    changes.count('letter', later),
    changes.has('letter', '1', later),
    changes.has('letter', '2', later),
  ]).toEqual([1, true, false])
})

it('has no exact number for a large change, or for missed ones', () => {
  const changes = createRowChanges()
  changes.want('letter')
  changes.take({ cursor: '1.1', missed: true })
  expect(changes.count('letter', 0)).toBe(-1)
  changes.take(line(['1'], { large: true }))
  expect(changes.count('letter', 0)).toBe(100)
  expect(changes.count('letter', changes.position())).toBe(0)
})

it('ignores earlier changes that a list already contained when it was opened', () => {
  let now = 0
  const changes = createRowChanges(() => now)
  changes.want('letter')
  now = 1000
  changes.take(line(['1'], { earlier: true, age: 9000 }))
  changes.take(line(['2'], { earlier: true, age: 500 }))
  changes.take(line(['3'], { age: 9000 }))
  expect(['1', '2', '3'].map(id => changes.has('letter', id, 0))).toEqual([false, true, true])
})
