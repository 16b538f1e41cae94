import { ChartNoAxesColumn } from 'lucide-react'
import { Suspense } from 'react'
import type { BoardAnswer, BoardTile, ChartAnswer } from '../../model/chart.ts'
import { ChartSkeleton, ChartTile } from '../chart/chart.tsx'
import { useChartWords } from '../chart/chart-words.ts'
import { StatePanel } from '../components/state-panel.tsx'
import { useBrand } from '../frame/brand-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useLocalized } from '../words/i18n.ts'
import { AddTile } from './add-tile.tsx'
import { spansOf } from './board-grid.ts'
import { TileContext } from './tile-context.ts'
import { WorkTile } from './work-tile.tsx'

/** The tiles on their grid; on a phone one below another in the order for it. */
export function Tiles({ board, charts, work }: BoardAnswer) {
  const words = useChartWords()
  const localized = useLocalized()
  const { isPhone } = useShell()
  const place = ({ name }: BoardTile) => (board.phone.includes(name) ? board.phone.indexOf(name) : board.tiles.length)
  const tiles = isPhone ? board.tiles.toSorted((one, other) => place(one) - place(other)) : board.tiles
  const spans = spansOf(tiles)
  if (tiles.length === 0)
    return <StatePanel icon={<ChartNoAxesColumn />} title={words('noCharts')} help={words('noChartsHelp')} />
  return (
    <div className="board-grid grid">
      {tiles.map((tile, at) => {
        const answers = tile.charts.flatMap(name => charts[name] ?? [])
        const [first] = answers
        return (
          <div key={tile.name} className="board-tile min-0 min-h-0" style={spans[at]}>
            {tile.kind === 'figures' ? (
              <section aria-label={tile.title && localized(tile.title)} className="board-figures grid num h-full">
                {answers.map(answer => (
                  <ChartTile key={answer.chart.name} answer={answer} isBare />
                ))}
              </section>
            ) : tile.part !== undefined ? (
              <Part name={tile.part} answer={first} />
            ) : tile.kind === 'add' ? (
              <AddTile tile={tile} />
            ) : tile.kind === 'work' ? (
              <WorkTile tile={tile} answer={work[tile.name]} />
            ) : (
              first && (
                <ChartTile
                  answer={first}
                  title={tile.title}
                  workbook={`/api/engine/board/${board.name}/workbook/${tile.name}`}
                />
              )
            )}
          </div>
        )
      })}
    </div>
  )
}

/** A component of the product. */
function Part({ name, answer }: { readonly name: string; readonly answer: ChartAnswer | undefined }) {
  const Screen = useBrand().screens[name]?.Screen
  return (
    <TileContext value={answer}>
      <Suspense fallback={<ChartSkeleton />}>{Screen && <Screen />}</Suspense>
    </TileContext>
  )
}
