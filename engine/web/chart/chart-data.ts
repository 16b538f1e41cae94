import type { ChartAnswer, ChartRow, ChartView } from '../../model/chart.ts'
import { chartNumber } from './number-text.ts'

/** One number of a chart, with the rows behind it. */
export interface ChartMark {
  readonly row: ChartRow
  readonly measure: ChartView['measures'][number]
  /** The positions of its group and of its series. */
  readonly group: number
  readonly series: number
  readonly value: number | null
  readonly previous: number | null
}

/** The numbers of a chart as a table of groups and series. */
export interface ChartData {
  readonly groups: readonly { readonly key: string | null; readonly name: string; readonly isPartial: boolean }[]
  /** One where the chart is not split: its measure. A measure's title is bilingual, hence the mark of it. */
  readonly series: readonly {
    readonly name: string | undefined
    readonly measure: ChartView['measures'][number]
    readonly colour?: string
  }[]
  /** By group, then by series. */
  readonly marks: readonly ChartMark[]
}

/** The marks of an answer. Series are the values of the split, of the second group, or the measures. */
export function chartData({ chart, rows }: ChartAnswer): ChartData {
  const [measure] = chart.measures
  if (!measure) throw new Error(`The chart ${chart.name} has no measure.`)
  const groups = new Map<string | null, ChartData['groups'][number]>()
  const series = new Map<string | null, ChartData['series'][number]>()
  const last = chart.groups.length - 1
  const marks = rows.flatMap(row => {
    const { keys, names, colour } = row
    const key = keys[0] ?? null
    if (!groups.has(key)) groups.set(key, { key, name: names[0] ?? '', isPartial: row.partial === true })
    return (last > 0 ? [measure] : chart.measures).map(measure => {
      const of = last > 0 ? (keys[last] ?? null) : measure.name
      if (!series.has(of))
        series.set(of, {
          name: last > 0 ? (names[last] ?? '') : undefined,
          measure,
          ...(chart.isSplit && colour !== undefined && { colour }),
        })
      return {
        row,
        measure,
        group: [...groups.keys()].indexOf(key),
        series: [...series.keys()].indexOf(of),
        value: chartNumber(row.values[measure.name]),
        previous: chartNumber(row.previous?.[measure.name]),
      }
    })
  })
  return {
    groups: [...groups.values()],
    series: [...series.values()],
    marks: marks.toSorted((one, other) => one.group - other.group || one.series - other.series),
  }
}

/** The name of the compared span among the series of a legend. */
export const before = 'before'

/** What identifies a series in a legend. */
export const seriesKey = ({ name, measure }: ChartData['series'][number]): string => name ?? measure.name

/** The data without the marks of some series, which keep their places and colours. */
export const withoutSeries = (data: ChartData, hidden: readonly string[]): ChartData =>
  hidden.length === 0
    ? data
    : {
        ...data,
        marks: data.marks.flatMap(mark => {
          const series = data.series[mark.series]
          if (series && hidden.includes(seriesKey(series))) return []
          return hidden.includes(before) ? { ...mark, previous: null } : mark
        }),
      }

/** The CSS colour of a part: of its entry of a dictionary, or ink; of several that have none, in their order. */
export function paintOf(colour: string | undefined, at: number, count: number): string {
  if (colour !== undefined) return `var(--mui-palette-dictionary-${colour}-mark)`
  if (count === 1) return 'var(--chart-bar)'
  return at < 4 ? `var(--chart-series-${at + 1})` : 'var(--chart-pale)'
}
