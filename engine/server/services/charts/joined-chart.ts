import type { BoardTile, Chart, ChartAnswer, ChartRow } from '../../../model/chart.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { chartNumbers, ownSearch } from './chart-numbers.ts'
import { emptyValue } from './measures-sql.ts'

/** The name of the answer of joined charts, which no chart has. */
export const joinedName = ({ name }: Pick<BoardTile, 'name'>): string => `tile:${name}`

/** The greatest number of groups of each chart. */
const mostGroups = 1000

/**
 * The charts of a tile as one with the measures of all: a row for each key, in the order of the first chart, whose records
 * the filter of a row selects. A chart that the actor may not read is left out; undefined if there is none.
 */
export async function joinedChart(
  queries: Queries,
  ctx: RequestContext,
  tile: Pick<BoardTile, 'name' | 'title' | 'charts' | 'search'>,
  search: Readonly<Record<string, string>>,
): Promise<ChartAnswer | undefined> {
  const parts: { readonly chart: Chart; readonly answer: ChartAnswer }[] = []
  for (const name of tile.charts) {
    const chart = ctx.model.charts[name]
    const found =
      chart && (await chartNumbers(queries, ctx, chart, ownSearch(ctx, chart, search, tile.search), mostGroups))
    if (chart && found) parts.push({ chart, answer: found.answer })
  }
  const [first] = parts
  if (!first) return undefined
  const rows = parts.map(({ answer }) => new Map(answer.rows.map(row => [row.keys[0], row])))
  const keys = [...new Set(rows.flatMap(of => [...of.keys()]))]
  return {
    ...first.answer,
    chart: {
      ...first.answer.chart,
      name: joinedName(tile),
      title: tile.title ?? first.chart.title,
      kind: 'table',
      measures: parts.flatMap(({ answer }) => answer.chart.measures),
      joins: parts.map(({ answer }) => answer.chart),
    },
    rows: keys.flatMap(key => {
      const own = rows.map(of => of.get(key))
      const row = own.find(one => one !== undefined)
      return row
        ? [
            {
              ...row,
              values: Object.assign({}, ...own.map((one, at) => valuesOf(one, parts[at]?.chart))),
              filter: own[0]?.filter ?? '',
            },
          ]
        : []
    }),
  }
}

const valuesOf = (row: ChartRow | undefined, chart: Chart | undefined): ChartRow['values'] =>
  row?.values ?? Object.fromEntries((chart?.measures ?? []).map(one => [one.name, emptyValue(one)]))
