import type { BoardTile } from '../../model/chart.ts'

const columns = 24

/** The columns of tiles on a narrower sheet, by the width from which on the next one applies. */
const narrower = {
  1200: (span: number) => Math.round(span * 1.5),
  992: (span: number) => (span <= 12 ? 12 : columns),
} as const

/** The spans of tiles as custom properties, so that each row is full: the last tile of a row takes what is left. */
export function spansOf(
  tiles: readonly Pick<BoardTile, 'span' | 'tall'>[],
): readonly Readonly<Record<string, number>>[] {
  const spans = tiles.map(({ span }) => span)
  const [medium, small] = [filled(spans.map(narrower[1200])), filled(spans.map(narrower[992]))]
  return tiles.map(({ span, tall }, at) => ({
    '--span': span,
    '--span-1200': medium[at] ?? columns,
    '--span-992': small[at] ?? columns,
    '--tall': tall,
  }))
}

function filled(spans: readonly number[]): readonly number[] {
  let left: number = columns
  return spans.map((wanted, at) => {
    const span = Math.min(wanted, left)
    const next = Math.min(spans[at + 1] ?? columns, columns)
    const isLast = left - span < next
    const taken = isLast ? left : span
    left = isLast ? columns : left - span
    return taken
  })
}
