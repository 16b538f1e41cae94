import { ChartNoAxesColumn } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, Suspense, useId, useMemo, useRef, useState } from 'react'
import type { ChartAnswer, ChartKind } from '../../model/chart.ts'
import type { Bilingual } from '../../model/model.ts'
import { partCode } from '../frame/web-part.ts'
import { figure } from '../words/figure.ts'
import { useLanguage } from '../words/i18n.ts'
import { useBorders } from './borders.tsx'
import { chartData, withoutSeries } from './chart-data.ts'
import { ChartMenu } from './chart-menu.tsx'
import { ChartTable } from './chart-table.tsx'
import { useChartWords } from './chart-words.ts'
import { Legend } from './legend.tsx'
import { ListedRecords } from './listed-records.tsx'
import { type NamedProps, useIsEmpty, useSentence } from './marks.tsx'
import { amountText, isShare } from './number-text.ts'
import { DayGrid, TileMap } from './places.tsx'
import { Bars, FigureChart, Heat, Parts } from './row-charts.tsx'
import './chart.css'

const DrawnChart = partCode(() => import('./drawn-chart.tsx').then(({ DrawnChart }) => DrawnChart))

interface ChartProps {
  readonly answer: ChartAnswer
  /** Instead of the chart's own. */
  readonly title?: Bilingual | undefined
  /** The text of a file with the same numbers, of a chart that has none. */
  readonly text?: string
  /** The address of the workbook of joined charts. */
  readonly workbook?: string
}

/** A chart with its title, its legend and its menu; `t` shows its table. */
export function ChartTile({ answer, title: given, text, workbook }: ChartProps) {
  const { chart, more } = answer
  const Body = bodies[chart.kind]
  const language = useLanguage()
  const words = useChartWords()
  const id = useId()
  const isList = chart.kind === 'list'
  const isTableOnly = chart.kind === 'table' || isList
  const { section, isTable, turn, press } = useTable(isTableOnly, !isList)
  const data = useMemo(() => chartData(answer), [answer])
  const [hidden, setHidden] = useState<readonly string[]>([])
  const drawn = useMemo(() => withoutSeries(data, hidden), [data, hidden])
  const isEmpty = useIsEmpty(data) && chart.kind !== 'map' && chart.kind !== 'figure' && !answer.records?.length
  const title = (given ?? chart.title)[language]
  const label = useSentence({ answer, data }, title)
  return (
    <section
      ref={section}
      className="chart stack min-0 h-full paper size-13 num"
      aria-labelledby={id}
      tabIndex={-1}
      data-kind={chart.kind}
      onKeyDown={press}
    >
      <header className="row gap-8 fixed tap-44">
        <h2 id={id} className="truncate size-14" title={chart.help?.[language]}>
          {title}
        </h2>
        <small className="truncate">{useNotes(answer).join(language === 'zh' ? '，' : ', ')}</small>
        {!isTable && !isEmpty && <Legend answer={answer} data={data} hidden={hidden} onHide={setHidden} />}
        <ChartMenu
          answer={answer}
          title={title}
          text={text}
          isTable={isTable}
          onTurn={isTableOnly ? undefined : turn}
          section={section}
          workbook={workbook}
        />
      </header>
      {isEmpty && (!isTable || isTableOnly) ? (
        <div className="chart-empty centered grow muted gap-10 text-center">
          <ChartNoAxesColumn aria-hidden />
          <p>{chart.empty?.[language] ?? words('empty')}</p>
        </div>
      ) : isTable ? (
        <ChartTable answer={answer} title={title} />
      ) : (
        Body && (
          <Suspense fallback={<ChartSkeleton />}>
            <Body answer={answer} data={drawn} label={label} />
          </Suspense>
        )
      )}
      {more > 0 && !withoutMore.includes(chart.kind) && (
        <p className="muted text-12 py-6 px-20">{words('more', { count: figure(more) })}</p>
      )}
    </section>
  )
}

/** Places and days are all shown, and the first records of a list are what it is about. */
const withoutMore: readonly ChartKind[] = ['map', 'calendar', 'list']

/** Whether a chart is shown as its table, which `t` changes. */
function useTable(isTableOnly: boolean, isFirstTable: boolean) {
  const section = useRef<HTMLElement>(null)
  const [isTable, setTable] = useState(isTableOnly && isFirstTable)
  const turn = () => {
    setTable(!isTable)
    // What had the focus is gone.
    section.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.altKey || event.metaKey || isTableOnly) return
    event.preventDefault()
    turn()
  }
  return { section, isTable, turn, press }
}

/** One number in a row of several: a tile without a head of its own. */
export function FigureTile({ answer }: Pick<ChartProps, 'answer'>) {
  const title = answer.chart.title[useLanguage()]
  const { section, isTable, turn, press } = useTable(false, false)
  return (
    <section ref={section} className="board-figure relative stack" aria-label={title} tabIndex={-1} onKeyDown={press}>
      {isTable ? (
        <ChartTable answer={answer} title={title} />
      ) : (
        <FigureChart answer={answer} data={chartData(answer)} title={title} />
      )}
      <ChartMenu answer={answer} title={title} text={undefined} isTable={isTable} onTurn={turn} section={section} />
    </section>
  )
}

const bodies: Readonly<Partial<Record<ChartKind, ComponentType<NamedProps>>>> = {
  figure: FigureChart,
  bars: Bars,
  share: Parts,
  donut: Parts,
  heat: Heat,
  map: TileMap,
  calendar: DayGrid,
  list: ListedRecords,
  line: DrawnChart,
  columns: DrawnChart,
  stack: DrawnChart,
}

/** The shape of columns, shown after 300 ms. */
export const ChartSkeleton = () => (
  <div className="chart-skeleton flex grow gap-12 h-full" aria-hidden>
    {[36, 50, 42, 66, 60, 28, 22, 56, 64, 70].map(height => (
      <i className="flex-1" key={height} style={{ height: `${height}%` }} />
    ))}
  </div>
)

/** What is next to the title: the unit, the meaning of ticks, the value to reach. */
function useNotes(answer: ChartAnswer): readonly string[] {
  const language = useLanguage()
  const words = useChartWords()
  const borders = useBorders(answer)
  const { chart, target } = answer
  const isTable = chart.kind === 'table'
  // The heads of a table have the units; its target is one of shares.
  const measure = (isTable && chart.measures.find(isShare)) || chart.measures[0]
  const hasTicks = chart.kind === 'bars' && chart.compare !== undefined
  return [
    ...(measure?.unit && !isTable && chart.kind !== 'figure' && chart.kind !== 'list'
      ? [isShare(measure) ? '%' : measure.unit[language]]
      : []),
    ...(chart.kind === 'map' ? [borders ? words('approval', { number: borders.approval }) : words('schematic')] : []),
    ...(hasTicks ? [words(chart.compare === 'year' ? 'tickYear' : 'tickPrevious')] : []),
    ...(target !== undefined && measure && chart.kind !== 'figure'
      ? [words('target', { value: amountText(measure, target, language) })]
      : []),
  ]
}
