import { describe, expect, it } from 'vitest'
import { afterTargets } from './targets-first.ts'

describe('items with targets', () => {
  const orderOf = (targets: readonly (readonly number[])[]) =>
    afterTargets(targets).map(({ index, circle }) => (circle ? `${index} in ${circle.join(',')}` : String(index)))

  it('follow their targets', () => {
    expect(orderOf([[1], [2], []])).toEqual(['2', '1', '0'])
    const order = orderOf([[2, 3], [], [1], [1]])
    expect([order[0], order[3]]).toEqual(['1', '0'])
  })

  it('in a cycle are named, and those that refer to it are not', () => {
    expect(orderOf([[1], [0], [0], []]).toSorted()).toEqual(['0 in 0,1', '1 in 0,1', '2', '3'])
    expect(orderOf([[1], [1]])).toEqual(['1 in 1', '0'])
  })

  it('that refer to two cycles are placed after both', () => {
    const order = orderOf([[1, 3], [2], [1], [3]])
    expect(order.at(-1)).toBe('0')
    expect(order.slice(0, 3).toSorted()).toEqual(['1 in 1,2', '2 in 1,2', '3 in 3'])
  })

  it('are placed once each in a long chain', () => {
    const order = afterTargets(Array.from({ length: 20_000 }, (_, index) => (index === 19_999 ? [] : [index + 1])))
    expect(order.map(({ index }) => index)).toEqual(Array.from({ length: 20_000 }, (_, index) => 19_999 - index))
  })
})
