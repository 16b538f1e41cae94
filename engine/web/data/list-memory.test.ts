import { describe, expect, it } from 'vitest'
import { createListMemory, type ListState } from './list-memory.ts'

const place = (change: Partial<ListState> = {}): ListState => ({
  page: 2,
  perPage: 3,
  sort: { field: 'createTime', order: 'DESC' },
  filter: {},
  total: 7,
  capped: false,
  ids: ['d', 'e', 'f'],
  ...change,
})

describe('list memory', () => {
  it('returns the position of a record in the whole list, and its neighbours', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    expect(memory.positionOf('visit', 'e')).toEqual({ at: 5, total: 7, capped: false, previous: 'd', next: 'f' })
    expect(memory.positionOf('visit', 'd')).toEqual({ at: 4, total: 7, capped: false, next: 'e' })
  })

  it('has no position for a record that the list did not show, or of another resource', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    expect(memory.positionOf('visit', 'z')).toBeUndefined()
    expect(memory.positionOf('room', 'e')).toBeUndefined()
  })

  it('records positions beyond the page', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    memory.met('visit', 'd', { previous: 'c', next: 'e', isFound: true, at: 4, total: 8, capped: false })
    expect(memory.positionOf('visit', 'd')).toEqual({ at: 4, previous: 'c', next: 'e', total: 8, capped: false })
    expect(memory.positionOf('visit', 'c')).toEqual({ at: 3, next: 'd', total: 8, capped: false })
    expect(memory.positionOf('visit', 'e')).toMatchObject({ at: 5, previous: 'd', next: 'f' })
  })

  it('has no position for a record that the list no longer contains, but its neighbours', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    memory.met('visit', 'e', { previous: 'd', next: 'f', isFound: false, at: null, total: 6, capped: false })
    expect(memory.positionOf('visit', 'e')).toEqual({ at: null, previous: 'd', next: 'f', total: 6, capped: false })
  })

  it('moves the records after a deleted one up', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    memory.removed('visit', 'e')
    expect(memory.positionOf('visit', 'f')).toEqual({ at: 5, total: 6, capped: false, previous: 'd' })
    expect(memory.placeOf('visit')?.ids).toEqual(['d', 'f'])
  })

  it('keeps scroll position and mark while the query is the same, and starts at the top for another page or search', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    memory.scrolled('visit', 240)
    memory.visited('visit', 'f')
    memory.keep('visit', place({ total: 9 }))
    expect([memory.scrollOf('visit'), memory.lastOf('visit')]).toEqual([240, 'f'])
    memory.keep('visit', place({ filter: { name_like: 'x' } }))
    expect(memory.scrollOf('visit')).toBe(0)
    memory.scrolled('visit', 90)
    memory.keep('visit', place({ filter: { name_like: 'x' }, page: 3 }))
    expect(memory.scrollOf('visit')).toBe(0)
  })

  it('is empty after it is cleared', () => {
    const memory = createListMemory()
    memory.keep('visit', place())
    memory.clear()
    expect(memory.placeOf('visit')).toBeUndefined()
  })
})
