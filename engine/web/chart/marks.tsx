import { type CSSProperties, createContext, type KeyboardEvent, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { dayName } from '../../fields/picker/day-names.ts'
import type { ChartAnswer, ChartRow } from '../../model/chart.ts'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import type { SearchQuery } from '../list/search-query.ts'
import { useLanguage } from '../words/i18n.ts'
import type { ChartData, ChartMark } from './chart-data.ts'
import { useChartWords } from './chart-words.ts'
import { amountText, drawnValue } from './number-text.ts'

/** The query of the list whose chart it is: the rows of a mark are those of the list that the mark has. */
export const ListQueryContext = createContext<SearchQuery | undefined>(undefined)

/** Returns the address that shows what is beneath a node of a tree, by the path of the chart's group. */
export const DrillContext = createContext<(path: string, key: string) => string | undefined>(() => undefined)

type Measure = Parameters<typeof amountText>[0]

/** A chart with the marks that are drawn, and its texts in the user's language. */
export function useShownChart(answer: ChartAnswer, data: ChartData, title: string) {
  const language = useLanguage()
  const words = useChartWords()
  const { resources = [] } = useModelIndex() ?? {}
  const query = useContext(ListQueryContext)
  const { chart } = answer
  const [comma, colon] = language === 'zh' ? ['，', '：'] : [', ', ': ']
  /** The name of the compared span. */
  const beforeTitle = words(chart.compare === 'year' ? 'yearBefore' : 'previous')
  const amount = (measure: Measure, value: ChartRow['values'][string] | undefined) =>
    amountText(measure, value, language)
  /** The title of a group in full: of a day, its date with the weekday. */
  const groupTitle = ({ keys, names }: Pick<ChartRow, 'keys' | 'names'>) =>
    names
      .map((name, at) => (chart.groups[at]?.unit === 'day' && keys[at] ? dayName(keys[at], language) : name))
      .join(comma)
  /** A mark in words, as it is spoken: its group, its value and that of the span before. */
  const markText = ({ row, measure, value, previous }: ChartMark) =>
    [
      groupTitle(row),
      `${measure.title[language]} ${amount(measure, value)}`,
      previous !== null && `${beforeTitle} ${amount(measure, previous)}`,
      row.partial && words('partial'),
    ]
      .filter(part => part)
      .join(comma)
  /** The link to the list with the rows of a query, which shows the text; none where the user has no list of the resource. */
  const listLink = (filter: string, text: string) => {
    // A row of joined charts is of the one that its query names.
    const [of] = (new URLSearchParams(filter).get('chart') ?? '').split('?')
    const counted = chart.joins?.find(({ name }) => name === of) ?? chart
    const entry = resources.find(({ name, screens }) => name === counted.of && screens !== false)
    return (
      entry && {
        to: `${addressOf(entry, 'list')}?${query ? within(query, filter) : filter}`,
        state: { chart: chart.title[language] + colon + text },
      }
    )
  }
  /** One sentence about the chart: its title, and its highest value. */
  const sentence = () => {
    const [first, ...others] = data.marks
    if (!first) return title
    if (others.length === 0) return `${title}: ${markText(first)}`
    const highest = others.reduce((one, other) => ((other.value ?? 0) > (one.value ?? 0) ? other : one), first)
    return words('sentence', { title, count: data.marks.length, highest: markText(highest) })
  }
  return {
    ...{ answer, chart, data, title, language, words, comma, beforeTitle, amount, groupTitle, markText, listLink },
    label: sentence(),
    /** A value as it is drawn. */
    number: (measure: Measure, value: number | null) => drawnValue(measure, value, language),
    /** The marks of the first measure, which kinds with one number for each group draw. */
    firstMarks: data.marks.filter(({ series }) => series === 0),
  }
}

export type ShownChart = ReturnType<typeof useShownChart>

export const ChartContext = createContext<ShownChart | undefined>(undefined)

/** The chart around a component. */
export function useChart(): ShownChart {
  const shown = useContext(ChartContext)
  if (!shown) throw new Error('This component requires a chart around it.')
  return shown
}

/** The conditions of a list and those of a mark. */
function within(query: SearchQuery, filter: string): string {
  const own = new URLSearchParams(filter).get('chart')
  const all = [query['chart'], own].filter(text => text).join('\n')
  return `filter=${encodeURIComponent(JSON.stringify({ ...query, chart: all }))}`
}

type Draw<Result> = (mark: ChartMark, at: number) => Result

interface MarksProps {
  readonly className: string
  readonly marks?: readonly ChartMark[]
  readonly look?: Draw<Omit<MarkLinkProps, 'mark'>>
  /** What is seen of a mark. */
  readonly draw?: Draw<ReactNode>
  /** How many marks an arrow to the side moves, and one up or down. */
  readonly across?: number
  readonly down?: number
  readonly style?: CSSProperties
  /** What precedes the marks. */
  readonly children?: ReactNode
}

/** The marks of a chart as one stop of the Tab key: arrows move between them, Home and End to the first and the last. */
export function Marks({ className, marks = [], look, draw, across = 1, down = 1, style, children }: MarksProps) {
  const { chart, title, label } = useChart()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-mark]')]
    const at = links.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: at + across, ArrowLeft: at - across, ArrowDown: at + down, ArrowUp: at - down }
    const ends = { Home: 0, End: links.length - 1 }
    const next = links[{ ...to, ...ends }[event.key] ?? -1]
    if (at === -1 || event.ctrlKey || event.altKey || event.metaKey || !(event.key in to || event.key in ends)) return
    event.preventDefault()
    if (!next) return
    // Not by React: a heat map has 168 marks, and none of the others changes.
    for (const link of links) link.tabIndex = link === next ? 0 : -1
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      role="group"
      className={className}
      style={style}
      aria-label={chart.kind === 'figure' ? title : label}
      onKeyDown={move}
    >
      {children}
      {marks.map((mark, at) => (
        <MarkLink key={`${mark.row.keys} ${mark.measure.name}`} mark={mark} {...look?.(mark, at)}>
          {draw?.(mark, at)}
        </MarkLink>
      ))}
    </div>
  )
}

interface MarkLinkProps {
  readonly mark: ChartMark
  readonly className?: string
  readonly style?: CSSProperties
  readonly children?: ReactNode
  onFocus?(): void
  onBlur?(): void
}

/** A mark that opens the list of its rows. */
export function MarkLink({ mark, children, ...more }: MarkLinkProps) {
  const { chart, data, markText, listLink } = useChart()
  const text = markText(mark)
  const drill = useContext(DrillContext)
  const { opens } = chart.groups[0] ?? {}
  const next = mark.row.opens && opens !== undefined ? drill(opens, mark.row.keys[0] ?? '') : undefined
  const link = next === undefined ? listLink(mark.row.filter, text) : { to: next }
  const all = {
    'data-mark': '',
    title: text,
    // What is seen is its name.
    ...(children === undefined && { 'aria-label': text }),
    // The Tab key goes to the first.
    tabIndex: mark === data.marks[0] ? 0 : -1,
    ...more,
  }
  return link === undefined ? (
    <span role="img" {...all}>
      {children}
    </span>
  ) : (
    <Link {...link} {...all} className={`plain-link ${more.className ?? ''}`}>
      {children}
    </Link>
  )
}

/** The name of a group, which may be cut. */
export const GroupName = ({ of: { names } }: { readonly of: ChartRow }) => (
  <span className="truncate" title={names[0]}>
    {names[0]}
  </span>
)
