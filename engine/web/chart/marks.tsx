import { type CSSProperties, createContext, type KeyboardEvent, type ReactNode, useContext, useMemo } from 'react'
import { Link } from 'react-router'
import { dayName } from '../../fields/picker/day-names.ts'
import type { ChartAnswer, ChartRow } from '../../model/chart.ts'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import type { SearchQuery } from '../list/search-query.ts'
import { useLanguage } from '../words/i18n.ts'
import type { ChartData, ChartMark } from './chart-data.ts'
import { useChartWords } from './chart-words.ts'
import { amountText } from './number-text.ts'

/** What the bodies of all kinds of charts are drawn from. */
export interface ChartBodyProps {
  readonly answer: ChartAnswer
  readonly data: ChartData
}

export interface NamedProps extends ChartBodyProps {
  /** The sentence about the chart. */
  readonly label: string
}

/** The query of the list whose chart it is: the rows of a mark are those of the list that the mark has. */
export const ListQueryContext = createContext<SearchQuery | undefined>(undefined)

interface ListLink {
  readonly to: string
  /** The words of the condition, which the list shows. */
  readonly state: { readonly chart: string }
}

/** Returns the link to the list with the rows of a query; none where the user has no list of the resource. */
export function useListLink({ chart }: ChartAnswer): (filter: string, text: string) => ListLink | undefined {
  const language = useLanguage()
  const { resources = [] } = useModelIndex() ?? {}
  const query = useContext(ListQueryContext)
  return (filter, text) => {
    // A row of joined charts is of the one that its query names.
    const [of] = (new URLSearchParams(filter).get('chart') ?? '').split('?')
    const counted = chart.joins?.find(({ name }) => name === of) ?? chart
    const entry = resources.find(({ name, screens }) => name === counted.of && screens !== false)
    return (
      entry && {
        to: `${addressOf(entry, 'list')}?${query ? within(query, filter) : filter}`,
        state: { chart: `${chart.title[language]}${language === 'zh' ? '：' : ': '}${text}` },
      }
    )
  }
}

/** The conditions of a list and those of a mark. */
function within(query: SearchQuery, filter: string): string {
  const own = new URLSearchParams(filter).get('chart')
  const all = [query['chart'], own].filter(text => text).join('\n')
  return `filter=${encodeURIComponent(JSON.stringify({ ...query, chart: all }))}`
}

/** The title of a group in full: of a day, its date with the weekday. */
export function useGroupTitle(): (row: Pick<ChartRow, 'keys' | 'names'>, answer: ChartAnswer) => string {
  const language = useLanguage()
  return ({ keys, names }, { chart }) =>
    names
      .map((name, at) => (chart.groups[at]?.unit === 'day' && keys[at] ? dayName(keys[at], language) : name))
      .join(language === 'zh' ? '，' : ', ')
}

/** A mark in words, as it is spoken: its group, its value and that of the span before. */
export function useMarkText(answer: ChartAnswer): (mark: ChartMark) => string {
  const language = useLanguage()
  const words = useChartWords()
  const groupTitle = useGroupTitle()
  return ({ row, measure, value, previous }) =>
    [
      groupTitle(row, answer),
      `${measure.title[language]} ${amountText(measure, value, language)}`,
      previous !== null && `${words(previousWord(answer))} ${amountText(measure, previous, language)}`,
      row.partial && words('partial'),
    ]
      .filter(part => part)
      .join(language === 'zh' ? '，' : ', ')
}

/** The name of the span that an answer is compared with. */
export const previousWord = ({ chart }: ChartAnswer) => (chart.compare === 'year' ? 'yearBefore' : 'previous')

/** One sentence about a chart: its title, and its highest value. */
export function useSentence({ answer, data }: ChartBodyProps, title: string): string {
  const words = useChartWords()
  const markText = useMarkText(answer)
  const [first] = data.marks
  if (!first) return title
  if (data.marks.length === 1) return `${title}: ${markText(first)}`
  const highest = data.marks.reduce((one, other) => ((other.value ?? 0) > (one.value ?? 0) ? other : one), first)
  return words('sentence', { title, count: data.marks.length, highest: markText(highest) })
}

/** Returns the address that shows what is beneath a node of a tree, by the path of the chart's group. */
export const DrillContext = createContext<(path: string, key: string) => string | undefined>(() => undefined)

const ChartContext = createContext<ChartAnswer | undefined>(undefined)

interface MarksProps {
  readonly answer: ChartAnswer
  readonly className: string
  readonly label: string
  /** How many marks an arrow to the side moves, and one up or down. */
  readonly across?: number
  readonly down?: number
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** The marks of a chart as one stop of the Tab key: arrows move between them, Home and End to the first and the last. */
export function Marks({ answer, className, label, across = 1, down = 1, style, children }: MarksProps) {
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
    <ChartContext value={answer}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form */}
      <div role="group" className={className} style={style} aria-label={label} onKeyDown={move}>
        {children}
      </div>
    </ChartContext>
  )
}

interface MarkLinkProps {
  readonly mark: ChartMark
  /** The Tab key goes to the first. */
  readonly isFirst: boolean
  readonly className?: string
  readonly style?: CSSProperties
  readonly children?: ReactNode
  onFocus?(): void
  onBlur?(): void
}

/** A mark that opens the list of its rows. */
export function MarkLink({ mark, isFirst, children, ...more }: MarkLinkProps) {
  const answer = useContext(ChartContext)
  if (!answer) throw new Error('A mark is drawn in Marks.')
  const text = useMarkText(answer)(mark)
  const drill = useContext(DrillContext)
  const { opens } = answer.chart.groups[0] ?? {}
  const next = mark.row.opens && opens !== undefined ? drill(opens, mark.row.keys[0] ?? '') : undefined
  const list = useListLink(answer)(mark.row.filter, text)
  const link = next === undefined ? list : { to: next }
  const all = {
    'data-mark': '',
    title: text,
    // What is seen is its name.
    ...(children === undefined && { 'aria-label': text }),
    tabIndex: isFirst ? 0 : -1,
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

/** Whether an answer has nothing to draw. */
export const useIsEmpty = ({ marks }: ChartData): boolean =>
  useMemo(() => marks.every(({ value }) => value === null || value === 0), [marks])
