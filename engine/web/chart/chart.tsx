import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { ChartColumn, ChartNoAxesColumn, Ellipsis, Image, List, Table2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ChartAnswer } from '../../model/chart.ts'
import type { Bilingual } from '../../model/model.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { saveFile } from '../export/save-file.ts'
import { partCode } from '../frame/web-part.ts'
import { figure } from '../words/figure.ts'
import { useLanguage } from '../words/i18n.ts'
import { useBorders } from './borders.tsx'
import { type ChartData, chartData, paintOf } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { useChartWords } from './chart-words.ts'
import { ListedRecords } from './listed-records.tsx'
import { previousWord, useIsEmpty, useListLink, useSentence } from './marks.tsx'
import { amountText, isShare } from './number-text.ts'
import { DayGrid, TileMap } from './places.tsx'
import { Bars, FigureChart, Heat, Parts } from './row-charts.tsx'
import { pictureOf } from './save-picture.ts'
import './chart.css'

const DrawnChart = partCode(() => import('./drawn-chart.tsx').then(({ DrawnChart }) => DrawnChart))

interface ChartProps {
  readonly answer: ChartAnswer
  /** Instead of the chart's own. */
  readonly title?: Bilingual | undefined
}

/** A chart with its title, its legend and its menu; `t` shows its table. */
export function ChartTile({ answer, title: given }: ChartProps) {
  const { chart, more } = answer
  const language = useLanguage()
  const words = useChartWords()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const isList = chart.kind === 'list'
  const isTableOnly = chart.kind === 'table' || isList
  const [isTable, setTable] = useState(isTableOnly && !isList)
  const data = useMemo(() => chartData(answer), [answer])
  const isEmpty = useIsEmpty(data) && chart.kind !== 'map' && chart.kind !== 'figure' && !answer.records?.length
  const title = (given ?? chart.title)[language]
  const label = useSentence({ answer, data }, title)
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
  return (
    <section
      ref={section}
      className="chart"
      aria-labelledby={id}
      tabIndex={-1}
      data-kind={chart.kind}
      onKeyDown={press}
    >
      <header>
        <h2 id={id} title={chart.help?.[language]}>
          {title}
        </h2>
        <small>{useNotes(answer).join(language === 'zh' ? '，' : ', ')}</small>
        {!isTable && !isEmpty && <Legend answer={answer} data={data} />}
        <ChartMenu
          answer={answer}
          title={title}
          isTable={isTable}
          onTurn={isTableOnly ? undefined : turn}
          section={section}
        />
      </header>
      {isEmpty && (!isTable || isTableOnly) ? (
        <div className="chart-empty">
          <ChartNoAxesColumn aria-hidden />
          <p>{chart.empty?.[language] ?? words('empty')}</p>
        </div>
      ) : isTable ? (
        <ChartTable answer={answer} title={title} />
      ) : (
        <Body answer={answer} data={data} label={label} />
      )}
      {more > 0 && !isTable && ['line', 'columns', 'stack', 'heat'].includes(chart.kind) && (
        <p className="chart-more">{words('more', { count: figure(more) })}</p>
      )}
    </section>
  )
}

/** One number in a row of several: a tile without a head of its own. */
export function FigureTile({ answer }: Pick<ChartProps, 'answer'>) {
  const language = useLanguage()
  return <FigureChart answer={answer} data={chartData(answer)} title={answer.chart.title[language]} />
}

function Body(props: { readonly answer: ChartAnswer; readonly data: ChartData; readonly label: string }): ReactNode {
  switch (props.answer.chart.kind) {
    case 'figure':
      return <FigureChart {...props} />
    case 'bars':
      return <Bars {...props} />
    case 'share':
    case 'donut':
      return <Parts {...props} />
    case 'heat':
      return <Heat {...props} />
    case 'map':
      return <TileMap {...props} />
    case 'calendar':
      return <DayGrid {...props} />
    case 'list':
      return <ListedRecords answer={props.answer} />
    case 'line':
    case 'columns':
    case 'stack':
      return (
        <Suspense fallback={<ChartSkeleton />}>
          <DrawnChart {...props} />
        </Suspense>
      )
    case 'table':
      return null
  }
}

/** The shape of columns, shown after 300 ms. */
export const ChartSkeleton = () => (
  <div className="chart-skeleton" aria-hidden>
    {[36, 50, 42, 66, 60, 28, 22, 56, 64, 70].map(height => (
      <i key={height} style={{ height: `${height}%` }} />
    ))}
  </div>
)

/** What is next to the title: the unit, the meaning of ticks, the value to reach. */
function useNotes(answer: ChartAnswer): readonly string[] {
  const language = useLanguage()
  const words = useChartWords()
  const borders = useBorders(answer)
  const { chart, target } = answer
  const [measure] = chart.measures
  const hasTicks = chart.kind === 'bars' && chart.compare !== undefined
  return [
    ...(measure?.unit && chart.kind !== 'figure' && chart.kind !== 'list'
      ? [isShare(measure) ? '%' : measure.unit[language]]
      : []),
    ...(chart.kind === 'map' ? [borders ? words('approval', { number: borders.approval }) : words('schematic')] : []),
    ...(hasTicks ? [words(chart.compare === 'year' ? 'tickYear' : 'tickPrevious')] : []),
    ...(target !== undefined && measure && chart.kind !== 'figure'
      ? [words('target', { value: amountText(measure, target, language) })]
      : []),
  ]
}

/** The series of a drawing in their order, or the present span and the one before it. */
function Legend({ answer, data }: { readonly answer: ChartAnswer; readonly data: ChartData }) {
  const language = useLanguage()
  const words = useChartWords()
  const { series, marks } = data
  const { kind } = answer.chart
  if (kind === 'heat' || kind === 'map')
    return (
      <span className="chart-legend chart-scale">
        {words('few')}
        <span>
          {[0, 1, 2, 3, 4, 5].map(level => (
            <i key={level} style={{ background: `var(--chart-ramp-${level})` }} />
          ))}
        </span>
        {words('many')}
      </span>
    )
  if (kind !== 'line' && kind !== 'columns' && kind !== 'stack') return null
  const hasPrevious = kind !== 'stack' && marks.some(({ previous }) => previous !== null)
  if (series.length === 1 && !hasPrevious) return null
  return (
    <span className="chart-legend" data-line={kind === 'line'}>
      {series.map(({ name, measure, colour }, at) => (
        <span key={name ?? measure.name}>
          <i style={{ background: paintOf(colour, at, series.length) }} />
          {series.length === 1 ? words('present') : (name ?? measure.title[language])}
        </span>
      ))}
      {hasPrevious && (
        <span>
          <i className={kind === 'line' ? 'chart-dashes' : 'chart-pale'} />
          {words(previousWord(answer))}
        </span>
      )}
    </span>
  )
}

interface ChartMenuProps {
  readonly answer: ChartAnswer
  readonly title: string
  readonly isTable: boolean
  readonly onTurn: (() => void) | undefined
  readonly section: { readonly current: HTMLElement | null }
}

/** The table of a chart, its picture, and the list that it is about. */
function ChartMenu({ answer, title, isTable, onTurn, section }: ChartMenuProps) {
  const words = useChartWords()
  const language = useLanguage()
  const index = useModelIndex()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const list = useListLink(answer)(answer.rows.length === 1 ? (answer.rows[0]?.filter ?? '') : '', title)?.to
  const close = () => setAnchor(null)
  const save = async () => {
    close()
    if (!section.current) return
    const span = answer.from && answer.to ? `${answer.from} – ${answer.to}` : ''
    const note = [span, index?.title[language], new Date().toLocaleString(language), index?.me.name]
    saveFile(await pictureOf(section.current, note.filter(part => part).join(' · ')), `${title}.png`)
  }
  return (
    <>
      <IconButton
        size="small"
        aria-label={words('menu', { title })}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Ellipsis size={14} />
      </IconButton>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={close} slotProps={{ paper: { className: 'menu' } }}>
          {onTurn && (
            <MenuItem
              onClick={() => {
                close()
                onTurn()
              }}
            >
              {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
              {words(isTable ? 'asChart' : 'asTable')}
            </MenuItem>
          )}
          <MenuItem onClick={() => void save()}>
            <Image aria-hidden /> {words('picture')}
          </MenuItem>
          {list !== undefined && (
            <MenuItem component={Link} to={list}>
              <List aria-hidden /> {words('list')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  )
}
