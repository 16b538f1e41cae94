import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts'
import { AriaComponent, GridComponent } from 'echarts/components'
import { type ComposeOption, type ECharts, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { monthNames } from '../../fields/picker/day-names.ts'
import type { ChartAnswer, TimeUnit } from '../../model/chart.ts'
import type { Language } from '../../model/model.ts'
import { type ChartData, type ChartMark, paintOf } from './chart-data.ts'
import { isShare, shortNumber } from './number-text.ts'

use([BarChart, LineChart, GridComponent, AriaComponent, SVGRenderer])

type Option = ComposeOption<BarSeriesOption | LineSeriesOption>

export interface DrawnData {
  readonly answer: ChartAnswer
  readonly data: ChartData
  readonly language: Language
  /** The last group of a running day. */
  readonly now: string
  /** Areas also differ by a pattern. */
  readonly hasPatterns: boolean
}

/** The periods of labels: of days, whole weeks. */
const labelSteps = { day: [1, 7, 14, 28, 56, 91], other: [1, 2, 3, 4, 5, 6, 8, 10, 12, 24] }

/** Where marks are drawn, in pixels. */
export interface Drawing {
  draw(drawn: DrawnData): void
  resize(): void
  dispose(): void
  /** The index of the mark under a point. */
  markAt(x: number, y: number): number | undefined
  /** The middle of a group, its width, and the heights of a value and of the axis. */
  placeOf(group: number, value: number): { x: number; width: number; y: number; bottom: number; top: number }
}

/** Draws lines and columns into an element, as SVG whose colours are custom properties: themes and paper change them. */
export function createDrawing(element: HTMLElement): Drawing {
  const chart: ECharts = init(element, null, { renderer: 'svg' })
  let drawn: DrawnData | undefined
  const setViewBox = () => {
    // Paper has another width.
    const [width, height] = [chart.getWidth(), chart.getHeight()]
    element.querySelector('svg')?.setAttribute('viewBox', `0 0 ${width} ${height}`)
  }
  const xOf = (group: number) => Number(chart.convertToPixel({ xAxisIndex: 0 }, group))
  const yOf = (value: number) => Number(chart.convertToPixel({ yAxisIndex: 0 }, value))
  const widthOf = (groups: number) => (groups > 1 ? xOf(1) - xOf(0) : 40)
  return {
    draw(next) {
      drawn = next
      chart.setOption(optionOf(next, chart.getWidth()), { notMerge: true })
      setViewBox()
    },
    resize() {
      chart.resize()
      setViewBox()
    },
    dispose: () => chart.dispose(),
    markAt(x, y) {
      if (!drawn || !chart.containPixel('grid', [x, y])) return undefined
      const { data, answer } = drawn
      const width = widthOf(data.groups.length)
      const group = Math.min(Math.max(Math.round((x - xOf(0)) / width), 0), data.groups.length - 1)
      const marks = data.marks.filter(mark => mark.group === group && mark.value !== null)
      const along = Math.floor(((x - xOf(group)) / width + 0.5) * marks.length)
      const value = Number(chart.convertFromPixel({ yAxisIndex: 0 }, y))
      const { kind } = answer.chart
      const found = foundBy[kind === 'columns' || kind === 'stack' ? kind : 'line'](marks, value, along)
      return found && data.marks.indexOf(found)
    },
    placeOf(group, value) {
      const width = widthOf(drawn?.data.groups.length ?? 0)
      return { x: xOf(group), width, y: yOf(value), bottom: yOf(0), top: 12 }
    },
  }
}

type Find = (marks: readonly ChartMark[], value: number, along: number) => ChartMark | undefined

/** Which of the marks of a group is under a value: the nearest one, that part of a stack, that column. */
const foundBy: Readonly<Record<'line' | 'stack' | 'columns', Find>> = {
  line: (marks, value) => marks.toSorted((one, other) => distance(one, value) - distance(other, value))[0],
  stack(marks, value) {
    const sums = marks.map((_, at) => marks.slice(0, at + 1).reduce((sum, mark) => sum + (mark.value ?? 0), 0))
    return marks[sums.findIndex(sum => sum >= value)] ?? marks.at(-1)
  },
  columns: (marks, _value, along) => marks[Math.min(Math.max(along, 0), marks.length - 1)],
}
const distance = (mark: ChartMark, value: number) => Math.abs((mark.value ?? 0) - value)

const text = 'var(--mui-palette-text-secondary)'
const line = 'var(--mui-palette-divider)'
const edge = 'var(--mui-palette-edge)'
const label = { fontFamily: 'inherit', fontSize: 12, color: text }

function optionOf({ answer, data, language, now, hasPatterns }: DrawnData, width: number): Option {
  const { chart, target } = answer
  const { groups, marks } = data
  const isLine = chart.kind === 'line'
  const [measure] = chart.measures
  const isDaily = chart.groups[0]?.unit === 'day'
  const names = groups.map(({ key, name, isPartial }) =>
    isDaily && isPartial ? now : shortName(key ?? '', name, chart.groups[0]?.unit, language),
  )
  const labelWidth = Math.max(...names.map(name => name.replace(/[^ -~]/g, '--').length * 6.6)) + 14
  const needed = (labelWidth * names.length) / Math.max(width - 80, 1)
  const step = labelSteps[isDaily ? 'day' : 'other'].find(one => one >= needed) ?? Math.ceil(needed)
  const hasNegative = marks.some(({ value }) => (value ?? 0) < 0)
  const hasWhole = marks.every(({ value, previous }) => Number.isInteger(value ?? 0) && Number.isInteger(previous ?? 0))
  const hasMost = measure && isShare(measure) && marks.some(({ value }) => (value ?? 0) > 50)
  return {
    animation: false,
    textStyle: label,
    aria: { enabled: hasPatterns, label: { enabled: false }, decal: { show: hasPatterns && data.series.length > 1 } },
    grid: {
      left: 20,
      right: 20,
      top: isLine ? 10 : 20,
      bottom: 10,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: names,
      boundaryGap: !isLine,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: hasNegative ? text : edge } },
      axisLabel: { ...label, interval: (at: number) => (names.length - 1 - at) % step === 0 },
      splitArea: {
        show: isLine && isDaily,
        interval: 0,
        areaStyle: {
          color: groups.map(({ key }) => (isSaturday(key) ? 'var(--mui-palette-action-hover)' : 'transparent')),
        },
      },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      ...(hasWhole && { minInterval: 1 }),
      ...(hasMost && { max: 100, interval: 25 }),
      splitLine: { lineStyle: { color: line } },
      axisLabel: { ...label, formatter: (value: number) => shortNumber(value, language) },
    },
    series: [
      ...(isLine ? linesOf(data) : columnsOf(data, chart.kind === 'stack', language)),
      ...(target === undefined ? [] : [targetLine(target, groups.length)]),
    ],
  }
}

/** The name of a group on an axis: `11-28`, `47 周`, `11月`. */
function shortName(key: string, name: string, unit: TimeUnit | undefined, language: Language): string {
  if (unit === 'day') return key.slice(5)
  const part = Number(/\d+$/.exec(key)?.[0])
  if (unit === 'week') return language === 'zh' ? `${part} 周` : `W${part}`
  return (unit === 'month' && monthNames(language)[part - 1]) || name
}

/** The area from it to the next day is the weekend. */
const isSaturday = (key: string | null) => key !== null && new Date(`${key}T12:00:00Z`).getUTCDay() === 6

/** The values of a series by group. */
const valuesOf = ({ marks, groups }: ChartData, series: number, which: 'value' | 'previous') =>
  groups.map((_, group) => marks.find(mark => mark.group === group && mark.series === series)?.[which] ?? null)

/** The values of the span before, if there are any. */
function previousOf(data: ChartData, series: number) {
  const previous = valuesOf(data, series, 'previous')
  return previous.some(value => value !== null) ? [previous] : []
}

/** Not of a series that the legend hides. */
const isDrawn = ({ marks }: ChartData, at: number) => marks.some(({ series }) => series === at)

/** A line for each series: dotted to a running or cut period, and a dashed one for the span before. */
function linesOf(data: ChartData): LineSeriesOption[] {
  const { groups, series } = data
  return series.flatMap(({ colour }, at): LineSeriesOption[] => {
    if (!isDrawn(data, at)) return []
    const paint = series.length === 1 ? 'var(--chart-ink)' : paintOf(colour, at, series.length)
    const values = valuesOf(data, at, 'value')
    const partial = groups.flatMap(({ isPartial }, group) => (isPartial ? [group] : []))
    const style = { symbol: 'none', silent: true, itemStyle: { color: paint } } as const
    return [
      ...previousOf(data, at).map(previous => ({
        ...style,
        type: 'line' as const,
        data: previous,
        lineStyle: { color: 'var(--chart-pale)', width: 1.5, type: [4, 4] },
      })),
      {
        ...style,
        type: 'line',
        data: values.map((value, group) => (partial.includes(group) ? null : value)),
        lineStyle: { color: paint, width: 2 },
        ...(series.length === 1 && { areaStyle: { color: 'var(--chart-area)', opacity: 1 } }),
        // A single point has no line.
        ...(values.length === 1 && { symbol: 'circle' }),
      },
      ...partial.map(part => ({
        ...style,
        type: 'line' as const,
        symbol: 'circle',
        symbolSize: 6,
        showAllSymbol: true,
        data: values.map((value, group) =>
          group === part ? value : group === (part || 2) - 1 && value !== null ? { value, symbol: 'none' } : null,
        ),
        itemStyle: { color: 'var(--mui-palette-background-paper)', borderColor: paint, borderWidth: 2 },
        lineStyle: { color: paint, width: 2, type: [2, 3] },
      })),
    ]
  })
}

/** Columns from zero, one upon another in a stack; that of a running period is pale. */
function columnsOf(data: ChartData, isStack: boolean, language: Language): BarSeriesOption[] {
  const { groups, series, marks } = data
  const isFew = series.length === 1 && groups.length <= 12
  return series.flatMap(({ colour }, at): BarSeriesOption[] => {
    if (!isDrawn(data, at)) return []
    const paint = paintOf(colour, at, series.length)
    const common = { type: 'bar' as const, silent: true, barMaxWidth: 44, barCategoryGap: '28%', barGap: '10%' }
    return [
      ...(isStack ? [] : previousOf(data, at)).map(previous => ({
        ...common,
        data: previous,
        itemStyle: { color: 'var(--chart-pale)', borderRadius: [2, 2, 0, 0] },
      })),
      {
        ...common,
        ...(isStack && { stack: 'all' }),
        data: groups.map((group, index) => {
          const mark = marks.find(one => one.group === index && one.series === at)
          const isOwn = series.length === 1 && mark?.row.colour !== undefined
          return {
            // A part of no height would be an edge.
            value: (isStack ? mark?.value || null : mark?.value) ?? null,
            label: { position: (mark?.value ?? 0) < 0 ? 'bottom' : 'top' },
            itemStyle: {
              color: isOwn ? paintOf(mark.row.colour, 0, 1) : group.isPartial && !isStack ? 'var(--chart-pale)' : paint,
              opacity: group.isPartial && isStack ? 0.55 : 1,
              borderRadius: isStack ? 1 : (mark?.value ?? 0) < 0 ? [0, 0, 2, 2] : [2, 2, 0, 0],
              ...(isStack && { borderColor: 'var(--mui-palette-background-paper)', borderWidth: 1 }),
            },
          }
        }),
        label: {
          show: isFew,
          ...label,
          formatter: ({ value }) => (typeof value === 'number' ? shortNumber(value, language) : ''),
        },
      },
    ]
  })
}

const targetLine = (target: number, length: number): LineSeriesOption => ({
  type: 'line',
  silent: true,
  symbol: 'none',
  data: Array.from({ length }, () => target),
  lineStyle: { color: text, width: 1, type: [6, 4] },
})
