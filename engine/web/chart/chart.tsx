import { ChartNoAxesColumn } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, Suspense, useMemo, useRef, useState } from 'react'
import type { ChartAnswer, ChartKind } from '../../model/chart.ts'
import type { Bilingual } from '../../model/model.ts'
import { partCode } from '../frame/web-part.ts'
import { figure } from '../words/figure.ts'
import { useLanguage } from '../words/i18n.ts'
import { useBorders } from './borders.tsx'
import { chartData, withoutSeries } from './chart-data.ts'
import { ChartMenu } from './chart-menu.tsx'
import { ChartTable } from './chart-table.tsx'
import { Legend } from './legend.tsx'
import { ListedRecords } from './listed-records.tsx'
import { ChartContext, type ShownChart, useShownChart } from './marks.tsx'
import { isShare } from './number-text.ts'
import { TileMap } from './places.tsx'
import { Bars, DayGrid, FigureChart, Heat, Parts } from './row-charts.tsx'
import { TileFrame } from './tile-frame.tsx'
import './chart.css'

const DrawnChart = partCode(() => import('./drawn-chart.tsx').then(({ DrawnChart }) => DrawnChart))

const bodies: Readonly<Record<ChartKind, ComponentType>> = {
  figure: FigureChart,
  bars: Bars,
  share: Parts,
  donut: Parts,
  heat: Heat,
  map: TileMap,
  calendar: DayGrid,
  list: ListedRecords,
  table: ChartTable,
  line: DrawnChart,
  columns: DrawnChart,
  stack: DrawnChart,
}

interface ChartProps {
  readonly answer: ChartAnswer
  /** Instead of the chart's own. */
  readonly title?: Bilingual | undefined
  /** The text of a file with the same numbers, of a chart that has none. */
  readonly text?: string
  /** The address of the workbook of joined charts. */
  readonly workbook?: string
  /** One number in a row of several: it has no head of its own. */
  readonly isBare?: boolean
}

/** A chart with its title, its legend and its menu; `t` shows its table. */
export function ChartTile({ answer, title: given, text, workbook, isBare = false }: ChartProps) {
  const { chart, more, records } = answer
  const { kind } = chart
  const language = useLanguage()
  const section = useRef<HTMLElement>(null)
  const [isTable, setTable] = useState(false)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const data = useMemo(() => chartData(answer), [answer])
  const drawn = useMemo(() => withoutSeries(data, hidden), [data, hidden])
  const shown = useShownChart(answer, drawn, (given ?? chart.title)[language])
  const notes = useNotes(shown)
  const { title, words, comma } = shown
  const Body = isTable ? ChartTable : bodies[kind]
  const hasValue = data.marks.some(({ value }) => value !== null && value !== 0)
  const isEmpty = !hasValue && !isTable && kind !== 'map' && kind !== 'figure' && !records?.length
  const turn = () => {
    setTable(!isTable)
    // What had the focus is gone.
    section.current?.focus()
  }
  const onTurn = kind === 'table' || kind === 'list' ? undefined : turn
  const press = (event: KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.altKey || event.metaKey || !onTurn) return
    event.preventDefault()
    onTurn()
  }
  const menu = <ChartMenu text={text} isTable={isTable} onTurn={onTurn} section={section} workbook={workbook} />
  const head = (
    <>
      {!isTable && !isEmpty && <Legend data={data} hidden={hidden} onHide={setHidden} />}
      {menu}
    </>
  )
  return (
    <ChartContext value={shown}>
      {isBare ? (
        <section
          ref={section}
          className="board-figure relative stack"
          aria-label={title}
          tabIndex={-1}
          onKeyDown={press}
        >
          {isTable ? <ChartTable /> : <FigureChart hasTitle />}
          {menu}
        </section>
      ) : (
        <TileFrame
          section={section}
          title={title}
          help={chart.help?.[language]}
          note={notes.join(comma)}
          head={head}
          onKeyDown={press}
        >
          {isEmpty ? (
            <div className="chart-empty centered grow muted gap-10 text-center">
              <ChartNoAxesColumn aria-hidden />
              <p>{chart.empty?.[language] ?? words('empty')}</p>
            </div>
          ) : (
            <Suspense fallback={<ChartSkeleton />}>
              <Body />
            </Suspense>
          )}
          {more > 0 && !withoutMore.includes(kind) && (
            <p className="muted text-12 py-6 px-20">{words('more', { count: figure(more) })}</p>
          )}
        </TileFrame>
      )}
    </ChartContext>
  )
}

/** Places and days are all shown, and the first records of a list are what it is about. */
const withoutMore: readonly ChartKind[] = ['map', 'calendar', 'list']

/** The shape of columns, shown after 300 ms. */
export const ChartSkeleton = () => (
  <div className="chart-skeleton flex grow gap-12 h-full" aria-hidden>
    {[36, 50, 42, 66, 60, 28, 22, 56, 64, 70].map(height => (
      <i className="flex-1" key={height} style={{ height: `${height}%` }} />
    ))}
  </div>
)

/** What is next to the title: the unit, the meaning of ticks, the value to reach. */
function useNotes({ answer, chart, language, words, amount }: ShownChart): readonly string[] {
  const borders = useBorders(answer)
  const { kind, measures, compare } = chart
  if (kind === 'figure') return []
  const isTable = kind === 'table'
  // The heads of a table have the units; its target is one of shares.
  const measure = (isTable && measures.find(isShare)) || measures[0]
  return [
    ...(measure?.unit && !isTable && kind !== 'list' ? [measure.unit[language]] : []),
    ...(kind === 'map' ? [borders ? words('approval', { number: borders.approval }) : words('schematic')] : []),
    ...(kind === 'bars' && compare !== undefined ? [words(compare === 'year' ? 'tickYear' : 'tickPrevious')] : []),
    ...(answer.target !== undefined && measure ? [words('target', { value: amount(measure, answer.target) })] : []),
  ]
}
