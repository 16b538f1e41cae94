import type { Board, BoardTile, Chart, ChartAnswer } from '../../../model/chart.ts'
import { type ChartAddress, chartsAt } from '../../../model/chart-addresses.ts'
import type { Bilingual } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { writtenOrder } from '../../../model/order.ts'
import { dayText } from '../../../rules/day.ts'
import { near } from '../../../rules/near.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
import { refuse } from '../../errors/refuse.ts'
import { searched, todayOf } from '../../store/charts/chart-rows.ts'
import type { Store } from '../../store/operations.ts'
import type { QueryInput } from '../../store/query.ts'
import { bySort, chartNumbers } from './chart-numbers.ts'
import { joinedChart } from './joined-chart.ts'
import { ownSearch, timeOf } from './own-search.ts'
import { type DataRow, figuresOf, inSnapshot, readChartData, rowOf, searchTexts } from './read-charts.ts'

interface DataParts {
  readonly database: Database
  readonly store: Store
}

/** What the address of a chart, a tile or the counts of a board returns. */
export async function readData(
  { database, store }: DataParts,
  ctx: RequestContext,
  addressed: Exclude<ChartAddress, { readonly kind: 'workbook' }>,
  query: QueryInput,
): Promise<unknown> {
  if (addressed.kind === 'chart') {
    const { chart } = addressed
    if (chart.returns !== 'page') return readChartData(database, ctx, chart, query)
    return pageOf(ctx, [chart], chart.title, query, async (search, sort, top) => {
      const numbers = await inSnapshot(database, queries =>
        chartNumbers(queries, ctx, { ...chart, ...sort }, ownSearch(ctx, chart, search), top),
      )
      return numbers?.answer
    })
  }
  const { board } = addressed
  const charts = chartsAt(ctx.model, addressed)
  if (addressed.kind === 'count') return countsOf(store, ctx, board, addressSearch(ctx, charts, searchTexts(query)))
  const { tile } = addressed
  const title = tile.title ?? charts[0]?.title ?? { zh: tile.name, en: tile.name }
  if (tile.kind === 'figures') return figuresAt(database, ctx, charts, tile, title, query)
  const joined = (search: Readonly<Record<string, string>>) =>
    inSnapshot(database, queries => joinedChart(queries, ctx, tile, search))
  if (tile.returns === 'page')
    return pageOf(ctx, charts, title, query, async (search, { sort }) => {
      const answer = await joined(search)
      return answer && sort ? { ...answer, rows: bySort({ sort }, answer.rows) } : answer
    })
  const answer = await joined(addressSearch(ctx, charts, searchTexts(query)))
  if (!answer) throw refuse.forbidden(title)
  return answer.rows.map(row =>
    rowOf({ measures: answer.chart.measures, group: charts[0]?.group ?? [] }, row, undefined),
  )
}

/**
 * The values of an address by which charts are narrowed: `beginTime` and `endTime` are the time of each. Refuses a name that
 * no chart has.
 */
export function addressSearch(
  ctx: RequestContext,
  charts: readonly Chart[],
  { beginTime, endTime, createTime_dategt, createTime_datelt, ...given }: Readonly<Record<string, string>>,
): Record<string, string> {
  const [begin, end] = [beginTime ?? createTime_dategt, endTime ?? createTime_datelt]
  const days = `${begin?.slice(0, 10) ?? '1970-01-01'}..${end?.slice(0, 10) ?? dayText(todayOf(ctx))}`
  const search = (begin ?? end) === undefined ? given : { ...given, period: days }
  for (const name of Object.keys(search))
    if (!charts.some(chart => (name === 'period' ? timeOf(ctx, chart) : searched(chart, name)))) {
      const known = charts.flatMap(chart => chart.search.map(({ field }) => field))
      throw refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), known))
    }
  return search
}

async function figuresAt(
  database: Database,
  ctx: RequestContext,
  charts: readonly Chart[],
  tile: BoardTile,
  title: Bilingual,
  query: QueryInput,
): Promise<readonly DataRow[]> {
  const search = addressSearch(ctx, charts, searchTexts(query))
  const rows: DataRow[] = []
  let isForbidden = true
  await inSnapshot(database, async queries => {
    for (const chart of charts) {
      const numbers = await chartNumbers(queries, ctx, chart, ownSearch(ctx, chart, search, tile.search))
      if (numbers) isForbidden = false
      for (const row of numbers?.answer.rows ?? []) rows.push(...figuresOf(ctx, chart, row))
    }
  })
  if (isForbidden) throw refuse.forbidden(title)
  return rows
}

/** The query of the list with all records of a chart. */
export const listFilter = (ctx: RequestContext, chart: Chart, search: Readonly<Record<string, string>>): string =>
  `${chart.name}?${new URLSearchParams(ownSearch(ctx, chart, search))}`

/** A row for each list that the actor may view: how many records it has. */
async function countsOf(
  store: Store,
  ctx: RequestContext,
  board: Board,
  search: Readonly<Record<string, string>>,
): Promise<readonly DataRow[]> {
  const rows: DataRow[] = []
  for (const name of board.lists ?? []) {
    const chart = ctx.model.charts[name]
    const resource = chart && resourceOf(ctx.model, chart.of)
    if (!resource || !accessTo(ctx, resource, 'view').allowed) continue
    const filter = listFilter(ctx, chart, search)
    const value = await store.count(ctx, resource.name, { chart: filter })
    const unit = { zh: '条', en: 'records' }[ctx.language]
    rows.push({
      key: name,
      name: resource.title[ctx.language],
      value,
      unit,
      filter: `chart=${encodeURIComponent(filter)}`,
    })
  }
  if (rows.length === 0) throw refuse.forbidden({ zh: '看板', en: 'Board' })
  return rows
}

const mostRows = 10_000

/** A page of the groups of an answer: the field of the group with its label, and all measures by name. */
async function pageOf(
  ctx: RequestContext,
  charts: readonly Chart[],
  title: Bilingual,
  query: QueryInput,
  read: (
    search: Readonly<Record<string, string>>,
    sort: Partial<Pick<Chart, 'sort'>>,
    top: number,
  ) => Promise<ChartAnswer | undefined>,
) {
  const { current: at = '1', size: length = '10', ascs, descs, ...given } = searchTexts(query)
  const measures = charts.flatMap(chart => chart.measures.map(({ name }) => name))
  const sorted = descs ?? ascs
  if (sorted !== undefined && !measures.includes(sorted))
    throw refuse.unknownName(sorted.slice(0, 100), near(sorted.slice(0, 64), measures))
  const sort = sorted === undefined ? {} : { sort: writtenOrder(descs === undefined ? sorted : `-${sorted}`) }
  if (
    ![at, length].every(text => /^[1-9]\d{0,4}$/.test(text)) ||
    Number(length) > 1000 ||
    Number(at) * Number(length) > mostRows
  )
    throw refuse.input({ size: wrongPage })
  const [current, size] = [Number(at), Number(length)]
  const answer = await read(addressSearch(ctx, charts, given), sort, current * size)
  if (!answer) throw refuse.forbidden(title)
  const [group] = charts[0]?.group ?? []
  const total = answer.rows.length + answer.more
  const records = answer.rows
    .slice((current - 1) * size, current * size)
    .map(({ keys, names, values, previous, filter }) => ({
      ...(group && { [group.field]: keys[0], [`${group.field}Name`]: names[0] }),
      ...values,
      ...(previous && { previous }),
      filter,
    }))
  return { records, total, size, current, pages: Math.ceil(total / size) }
}

const wrongPage = {
  zh: `current 和 size 须为整数，size 最大 1000，最多到第 ${mostRows} 行`,
  en: `current and size must be whole numbers, size at most 1000, up to row ${mostRows}`,
}
