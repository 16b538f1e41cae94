import type { BoardTile, Chart, ChartAnswer, ChartRow } from '../../../model/chart.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { emptyValue } from '../../store/charts/measures-sql.ts'
import { type chartNumbers, ownSearch } from './chart-numbers.ts'

/** The name of the answer of joined charts, which no chart has. */
export const joinedName = ({ name }: Pick<BoardTile, 'name'>): string => `tile:${name}`

/** The greatest number of groups of each chart. */
const mostGroups = 1000

/**
 * The charts of a tile as one with the measures of all: a row for each key, in the order of the first chart. The filter of a
 * row is that of the first chart that has it. A chart without `numbers` for the actor is left out; undefined if there is none.
 */
export async function joinedChart(
  queries: Queries,
  ctx: RequestContext,
  tile: Pick<BoardTile, 'name' | 'title' | 'charts' | 'search'>,
  search: Readonly<Record<string, string>>,
  numbers: typeof chartNumbers,
): Promise<ChartAnswer | undefined> {
  const parts: { readonly chart: Chart; readonly answer: ChartAnswer }[] = []
  for (const name of tile.charts) {
    const chart = ctx.model.charts[name]
    const found = chart && (await numbers(queries, ctx, chart, ownSearch(ctx, chart, search, tile.search), mostGroups))
    if (chart && found) parts.push({ chart, answer: found.answer })
  }
  const [first] = parts
  if (!first) return undefined
  const { total: _total, ...answer } = first.answer
  const none = Object.fromEntries(
    parts.flatMap(({ chart }) => chart.measures.map(one => [one.name, emptyValue(one)] as const)),
  )
  const rows = new Map<string | null | undefined, ChartRow>()
  for (const { answer } of parts)
    for (const row of answer.rows) {
      const known = rows.get(row.keys[0])
      rows.set(row.keys[0], { ...row, ...known, values: { ...none, ...known?.values, ...row.values } })
    }
  const isByTime = first.chart.group[0]?.unit !== undefined && first.chart.sort.field === 'key'
  const whole = [...rows.values()]
  return {
    ...answer,
    chart: {
      ...answer.chart,
      name: joinedName(tile),
      title: tile.title ?? first.chart.title,
      kind: 'table',
      measures: parts.flatMap(({ answer }) => answer.chart.measures),
      joins: parts.map(({ answer: { chart, from, to } }) => ({ ...chart, ...(from && { from }), ...(to && { to }) })),
    },
    search: Object.assign({}, ...parts.map(one => one.answer.search)),
    rows: isByTime ? whole.toSorted(byKey) : whole,
  }
}

/** Hours have one or two digits; what has no time comes last. */
const byKey = ({ keys: [one] }: ChartRow, { keys: [other] }: ChartRow): number =>
  one && other ? one.localeCompare(other, 'en', { numeric: true }) : Number(!one) - Number(!other)
