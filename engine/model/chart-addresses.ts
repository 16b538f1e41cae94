import type { Board, BoardTile, Chart } from './chart.ts'
import type { Model } from './model.ts'

/** What is answered at an address that a chart or a board declares. */
export type Addressed =
  | { readonly kind: 'chart'; readonly chart: Chart }
  | { readonly kind: 'tile'; readonly board: Board; readonly tile: BoardTile }
  | { readonly kind: 'count'; readonly board: Board }
  | { readonly kind: 'workbook'; readonly board: Board }

type ChartModel = Pick<Model, 'charts' | 'boards'>

/** Every address that charts and boards declare, in their order. */
export function chartAddresses({ charts, boards }: ChartModel): readonly (readonly [path: string, Addressed])[] {
  return [
    ...Object.values(charts).flatMap(chart => chart.http.map(path => [path, { kind: 'chart', chart }] as const)),
    ...Object.values(boards).flatMap(board => [
      ...board.tiles.flatMap(tile => (tile.http ?? []).map(path => [path, { kind: 'tile', board, tile }] as const)),
      ...(['count', 'workbook'] as const).flatMap(kind => {
        const path = board.http?.[kind]
        return path === undefined ? [] : [[path, { kind, board }] as const]
      }),
    ]),
  ]
}

/** The charts that an address reads. */
export function chartsAt({ charts }: ChartModel, addressed: Addressed): readonly Chart[] {
  if (addressed.kind === 'chart') return [addressed.chart]
  const { board } = addressed
  const ofTiles = addressed.kind === 'tile' ? addressed.tile.charts : board.tiles.flatMap(tile => tile.charts)
  const names = [...ofTiles, ...(addressed.kind === 'tile' ? [] : (board.lists ?? []))]
  return [...new Set(names)].flatMap(name => charts[name] ?? [])
}
