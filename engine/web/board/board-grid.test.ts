import { expect, it } from 'vitest'
import { spansOf } from './board-grid.ts'

it('fills each row of a narrower sheet', () => {
  const tiles = [24, 15, 9, 9, 8, 7].map(span => ({ span, tall: 5 }))
  expect(spansOf(tiles).map(tile => tile['--span-1200'])).toEqual(
    [24, 24, 24, 14, 10, 24].map(() => expect.any(Number)),
  )
  for (const width of ['--span-1200', '--span-992']) {
    let row = 0
    for (const tile of spansOf(tiles)) {
      row += tile[width] ?? 0
      expect(row).toBeLessThanOrEqual(24)
      row %= 24
    }
    expect(row).toBe(0)
  }
})
