import { describe, expect, it } from 'vitest'
import { ancestorsOf, levelsOf, root, rowAfter, rowsOf, rowTyped, visibleRange } from './tree-rows.ts'

const branch = (id: string, hasChildren = false) => ({ id, label: id, hasChildren })
// a > (a1 > a11), b
const levels = { [root]: [branch('a', true), branch('b')], a: [branch('a1', true)], a1: [branch('a11')] }
const drawn = (open: readonly string[], more = {}) =>
  rowsOf({ ...levels, ...more }, new Set(open)).map(row => (row.branch ? row.branch.id : row.level))

describe('rows of a tree', () => {
  it.each([
    ['closed', [], ['a', 'b']],
    ['open', ['a', 'a1'], ['a', 'a1', 'a11', 'b']],
    ['open inside a closed branch', ['a1'], ['a', 'b']],
    ['still loading', ['a', 'b'], ['a', 'a1', 'b', 'loading']],
  ])('%s', (_what, open, expected) => {
    expect(drawn(open)).toEqual(expected)
  })

  it('report empty and failed levels', () => {
    expect(drawn(['a', 'b'], { a: [], b: 'failed' })).toEqual(['a', 'empty', 'b', 'failed'])
  })

  it('report where a level has more branches', () => {
    const many = Array.from({ length: 1000 }, (_none, at) => branch(`m${at}`))
    const going = new Set([root])
    expect(rowsOf({ [root]: many }, new Set(), going).at(-1)).toEqual({ depth: 0, parent: root, level: 'more' })
    expect(rowsOf({ [root]: many }, new Set(), going)[0]).toMatchObject({ position: 1, of: -1 })
    expect(rowsOf({ [root]: many }, new Set()).at(-1)).toMatchObject({ position: 1000, of: 1000 })
  })

  it('end where branches form a cycle', () => {
    expect(drawn(['a'], { a: [branch('a', true)] }).length).toBeLessThan(40)
  })

  it('contain their positions within their level', () => {
    expect(rowsOf(levels, new Set(['a']))).toMatchObject([
      { position: 1, of: 2, depth: 0 },
      { position: 1, of: 1, depth: 1 },
      { position: 2, of: 2, depth: 0 },
    ])
  })

  it('are built from branches loaded at once', () => {
    const below = [
      { ...branch('x', true), parent: 'p' },
      { ...branch('y'), parent: 'x' },
      { ...branch('z'), parent: 'p' },
    ]
    const made = levelsOf('p', below)
    expect(Object.keys(made)).toEqual(['p', 'x'])
    expect(rowsOf({ ...made, [root]: [branch('p', true)] }, new Set(['p', 'x'])).map(row => row.branch?.id)).toEqual([
      'p',
      'x',
      'y',
      'z',
    ])
    expect(levelsOf('leaf', [])).toEqual({ leaf: [] })
  })

  it('determine the path of each branch', () => {
    const rows = rowsOf(levels, new Set(['a', 'a1']))
    expect(rows.map((_row, at) => ancestorsOf(rows, at).map(({ id }) => id))).toEqual([[], ['a'], ['a', 'a1'], []])
  })

  it('are drawn only in the visible range', () => {
    expect(visibleRange(10_000, 32, 0, 320)).toEqual([0, 18])
    expect(visibleRange(10_000, 32, 160_000, 320)).toEqual([4992, 5018])
    expect(visibleRange(5, 32, 0, 320)).toEqual([0, 5])
  })
})

describe('keys in a tree', () => {
  const rows = rowsOf({ ...levels, b: 'loading' }, new Set(['a', 'a1', 'b'])) // a, a1, a11, b, loading
  it.each([
    [0, 'ArrowDown', 1],
    [3, 'ArrowDown', undefined],
    [3, 'ArrowUp', 2],
    [0, 'ArrowUp', undefined],
    [2, 'Home', 0],
    [0, 'End', 3],
    [2, 'ArrowLeft', 1],
    [0, 'ArrowLeft', undefined],
    [0, 'ArrowRight', 1],
    [3, 'ArrowRight', undefined],
    [2, 'ArrowRight', undefined],
    [0, 'Tab', undefined],
  ])('moves from %i by %s to %s', (at, key, expected) => {
    expect(rowAfter(rows, at, key)).toBe(expected)
  })

  it.each([
    [0, 'b', 3],
    [3, 'a', 0],
    [0, 'a', 1],
    [0, 'a1', 1],
    [1, 'a1', 1],
    [0, 'A11', 2],
    [0, 'x', undefined],
  ])('moves from %i by the letter %s to %s', (at, typed, expected) => {
    expect(rowTyped(rows, at, typed)).toBe(expected)
  })
})
