import { textOfPath } from '../../../fields/field-path.ts'
import type { Order } from '../../../model/bilingual.ts'
import type { Board, BoardTile, Chart, ChartRow } from '../../../model/chart.ts'
import { type ChartAddress, chartsAt } from '../../../model/chart-addresses.ts'
import { resourceOf } from '../../../model/names.ts'
import { writtenOrder } from '../../../model/order.ts'
import { spanOf } from '../../../rules/chart-span.ts'
import { dayText } from '../../../rules/day.ts'
import { near } from '../../../rules/near.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database, Queries } from '../../database/database.ts'
import { refuse } from '../../errors/refuse.ts'
import { searched, timeOf, todayOf } from '../../store/charts/chart-rows.ts'
import { withNodeIds } from '../../store/charts/tree-levels.ts'
import type { Condition } from '../../store/condition.ts'
import type { Store } from '../../store/operations.ts'
import { fieldOfFilter, type QueryInput, readQuery } from '../../store/query.ts'
import { bySort, type ChartNumbers, chartNumbers, ownSearch } from './chart-numbers.ts'
import { joinedChart } from './joined-chart.ts'
import { inSnapshot, searchTexts, withSearchedNodes } from './read-charts.ts'

interface DataParts {
  readonly database: Database
  readonly store: Store
}

/** A row of a chart at an address of its own. */
export type DataRow = Readonly<Record<string, unknown>>

type DataTile = Pick<BoardTile, 'name' | 'title' | 'kind' | 'charts' | 'search' | 'returns'>

/**
 * What the address of a chart, a tile or the counts of a board returns: a page of groups, or a row for each measure of
 * figures, for each record of a list, and for each group of others. Besides the fields of its search, the address has
 * `beginTime` and `endTime` for the time, and that of a chart has `top`.
 */
export async function readData(
  { database, store }: DataParts,
  ctx: RequestContext,
  addressed: Exclude<ChartAddress, { readonly kind: 'workbook' }>,
  query: QueryInput,
): Promise<unknown> {
  const charts = chartsAt(ctx.model, addressed)
  const given = searchTexts(query)
  const searchIn = (queries: Queries, rest: Given) => addressSearch(queries, ctx, charts, rest)
  if (addressed.kind === 'count')
    return countsOf(store, ctx, addressed.board, await inSnapshot(database, queries => searchIn(queries, given)))
  const { search: ofTile, ...tile }: DataTile = addressed.kind === 'tile' ? addressed.tile : tileOf(addressed.chart)
  const { rest, top, sort, page } = wantedIn(tile, charts, given)
  const list = addressed.kind === 'chart' ? filtersIn(ctx, addressed.chart, rest, query) : {}
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !Object.hasOwn(list, name)))
  const found = await inSnapshot(database, async queries => {
    // The values of the tile are defaults: of two names of one field, the later counts.
    const search = { ...ofTile, ...(await searchIn(queries, own)) }
    const filters = await withNodeIds(queries, ctx, list, name =>
      charts.map(chart => fieldOfFilter(resourceOf(ctx.model, chart.of), name)).find(Boolean),
    )
    return numbersOf(queries, ctx, tile, charts, search, top, sort, filters)
  })
  const [first] = found
  if (!first) throw refuse.forbidden(tile.title ?? charts[0]?.title ?? { zh: tile.name, en: tile.name })
  return page ? pageOf(first, page) : found.flatMap(one => rowsOf(ctx, one))
}

type Given = Readonly<Record<string, string>>

/** The names of an address that are neither of the chart nor of all charts: filters of the list of its resource. */
function filtersIn(ctx: RequestContext, chart: Chart, given: Given, query: QueryInput): QueryInput {
  const times = [
    'beginTime',
    'endTime',
    'period',
    ...(timeOf(ctx, chart) ? ['createTime_dategt', 'createTime_datelt'] : []),
  ]
  const isOwn = (name: string) => times.includes(name) || searched(chart, name)
  return Object.fromEntries(Object.keys(given).flatMap(name => (isOwn(name) ? [] : [[name, query[name]]])))
}

/** The conditions of filters of a list. One by a masked field is refused: a number would tell whether a value occurs. */
function conditionsOf(ctx: RequestContext, chart: Chart, filters: QueryInput): readonly Condition[] {
  const names = Object.keys(filters)
  const resource = resourceOf(ctx.model, chart.of)
  const access = accessTo(ctx, resource, 'view')
  if (names.length === 0 || !access.allowed) return []
  const paging = names.find(name => ['current', 'size', 'ascs', 'descs', 'top'].includes(name))
  const conditions = paging === undefined ? readQuery(ctx, resource, access, filters).conditions : []
  const masked = conditions.find(({ field }) => access.masked.has(field.name))?.field.name
  const refused = paging ?? masked
  if (refused !== undefined) throw refuse.unknownName(refused)
  return conditions
}

const tileOf = ({ name, title, returns }: Chart): DataTile => ({
  name,
  title,
  kind: 'chart',
  charts: [name],
  ...(returns && { returns }),
})

/** The numbers of a chart, with what it is grouped by. */
interface DataNumbers extends ChartNumbers {
  readonly chart: Chart
}

async function numbersOf(
  queries: Queries,
  ctx: RequestContext,
  tile: DataTile,
  charts: readonly Chart[],
  search: Readonly<Record<string, string>>,
  top: number | undefined,
  sort: Order | undefined,
  filters: QueryInput,
): Promise<DataNumbers[]> {
  const [first] = charts
  if (tile.kind === 'joined') {
    const answer = await joinedChart(queries, ctx, tile, search, chartNumbers)
    return answer && first
      ? [{ chart: first, answer: sort ? { ...answer, rows: bySort({ sort }, answer.rows) } : answer }]
      : []
  }
  const found: DataNumbers[] = []
  for (const chart of charts) {
    const own = ownSearch(ctx, chart, search)
    const conditions = conditionsOf(ctx, chart, filters)
    const numbers = await chartNumbers(
      queries,
      ctx,
      sort ? { ...chart, sort } : chart,
      own,
      top ?? chart.top,
      conditions,
    )
    if (numbers) found.push({ ...withFilters(numbers, filters), chart })
  }
  return found
}

/** The rows of a list that its filters narrow are behind each number. */
function withFilters({ answer, ...numbers }: ChartNumbers, filters: QueryInput): ChartNumbers {
  const pairs = Object.entries(filters).flatMap(([name, text]) => [text ?? []].flat().map(one => [name, one]))
  if (pairs.length === 0) return { answer, ...numbers }
  const rows = answer.rows.map(row => ({ ...row, filter: `${row.filter}&${new URLSearchParams(pairs)}` }))
  return { answer: { ...answer, rows }, ...numbers }
}

/**
 * The values of an address by which charts are narrowed: `beginTime` and `endTime`, days or times, are the time of each, and
 * a node of a tree is named by its id or its code. Refuses a name that no chart has.
 */
export async function addressSearch(
  queries: Queries,
  ctx: RequestContext,
  charts: readonly Chart[],
  { beginTime, endTime, createTime_dategt, createTime_datelt, ...given }: Given,
): Promise<Record<string, string>> {
  const today = todayOf(ctx)
  const times = Object.entries({ beginTime, createTime_dategt, endTime, createTime_datelt }).flatMap(([name, text]) =>
    text?.trim() ? [[name, text.trim()] as const] : [],
  )
  const sent = (wanted: readonly string[]) => times.find(([name]) => wanted.includes(name))
  const [begin, end] = [sent(['beginTime', 'createTime_dategt']), sent(['endTime', 'createTime_datelt'])]
  const days = `${begin?.[1] ?? '1970-01-01'}..${end?.[1] ?? dayText(today)}`
  const [first] = times
  const search: Record<string, string> = first ? { ...given, period: days } : given
  for (const name of Object.keys(search))
    if (!charts.some(chart => (name === 'period' ? timeOf(ctx, chart) : searched(chart, name)))) {
      const known = charts.flatMap(chart => chart.search.map(textOfPath))
      const unknown = name === 'period' ? (first?.[0] ?? name) : name
      throw refuse.unknownName(unknown.slice(0, 100), near(unknown.slice(0, 64), known))
    }
  const wrong =
    times.find(([, text]) => !spanOf(`${text}..${text}`, today)) ?? (spanOf(days, today) ? undefined : first)
  if (first && wrong) throw refuse.input({ [wrong[0]]: wrongTime })
  return withSearchedNodes(queries, ctx, charts, search)
}

function rowsOf({ language }: RequestContext, { chart, answer, found }: DataNumbers): DataRow[] {
  const { rows, records, total } = answer
  if (records)
    return (found ?? []).map((row, at) => {
      const names = ['id', ...(records[at]?.cells.flatMap(({ name }) => [name, `${name}Name`]) ?? [])]
      return Object.fromEntries(names.flatMap(name => (row[name] === undefined ? [] : [[name, row[name]]])))
    })
  if (chart.kind !== 'figure') return rows.map(row => rowOf(chart, answer.chart.measures, row, total))
  return rows.flatMap(row =>
    chart.measures.map(one => ({
      key: `${chart.name}.${one.name}`,
      name: one.title[language],
      value: row.values[one.name],
      ...(one.unit && { unit: one.unit[language] }),
      ...(row.previous && { previous: row.previous[one.name] }),
      filter: row.filter,
    })),
  )
}

function rowOf(
  { split, group }: Chart,
  [first, ...others]: readonly { readonly name: string }[],
  row: ChartRow,
  total: number | undefined,
): DataRow {
  const level = group[0]?.level
  const value = first && row.values[first.name]
  const isPart = total !== undefined && total > 0 && !split && group.length === 1 && group[0]?.unit === undefined
  return {
    key: row.keys[0] ?? null,
    name: row.names[0],
    ...(group.length > 1 && { key2: row.keys[1], name2: row.names[1] }),
    ...(split && { split: row.keys.at(-1), splitName: row.names.at(-1) }),
    ...(row.code !== undefined && { code: row.code }),
    ...(row.parent && { parentKey: row.parent.key, parentName: row.parent.name }),
    ...(level && { hasChildren: row.opens === true }),
    value,
    ...Object.fromEntries(others.map(({ name }) => [name, row.values[name]])),
    ...(row.previous && first && { previous: row.previous[first.name] }),
    ...(isPart && { share: Math.round((Number(value) / total) * 1000) / 10 }),
    ...(row.partial && { partial: true }),
    filter: row.filter,
  }
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
  for (const key of board.lists ?? []) {
    const chart = ctx.model.charts[key]
    const resource = chart && resourceOf(ctx.model, chart.of)
    if (!resource || !accessTo(ctx, resource, 'view').allowed) continue
    const filter = listFilter(ctx, chart, search)
    const value = await store.count(ctx, resource.name, { chart: filter })
    const unit = { zh: '条', en: 'records' }[ctx.language]
    rows.push({ key, name: resource.title[ctx.language], value, unit, filter: `chart=${encodeURIComponent(filter)}` })
  }
  if (rows.length === 0) throw refuse.forbidden({ zh: '看板', en: 'Board' })
  return rows
}

const mostRows = 10_000

/** What an address asks for besides its search: a page of groups, or the first groups of a chart. */
function wantedIn({ kind, returns }: DataTile, charts: readonly Chart[], given: Readonly<Record<string, string>>) {
  if (returns !== 'page') {
    const { top, ...rest } = given
    if (top !== undefined && (kind !== 'chart' || !/^([1-9]\d?|100)$/.test(top))) throw refuse.input({ top: wrongTop })
    return { rest, top: top === undefined ? undefined : Number(top) }
  }
  const { current = '1', size = '10', ascs, descs, ...rest } = given
  const measures = charts.flatMap(chart => chart.measures.map(({ name }) => name))
  const sorted = descs ?? ascs
  if (sorted !== undefined && !measures.includes(sorted))
    throw refuse.unknownName(sorted.slice(0, 100), near(sorted.slice(0, 64), measures))
  const isPage = [current, size].every(text => /^[1-9]\d{0,4}$/.test(text)) && Number(size) <= 1000
  const top = Number(current) * Number(size)
  if (!isPage || top > mostRows) throw refuse.input({ size: wrongPage })
  const sort = sorted === undefined ? undefined : writtenOrder(descs === undefined ? sorted : `-${sorted}`)
  return { rest, top, sort, page: { current: Number(current), size: Number(size) } }
}

/** A page of the groups of an answer: the field of the group with its label, and all measures by name. */
function pageOf(
  { chart, answer }: DataNumbers,
  { current, size }: { readonly current: number; readonly size: number },
) {
  const [group] = chart.group
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

const wrongTime = {
  zh: '须为日期或时间，如 2026-10-01 或 2026-10-01 08:00:00，开始不晚于结束',
  en: 'must be a day or a time, such as 2026-10-01 or 2026-10-01 08:00:00, and the begin not after the end',
}
const wrongTop = { zh: 'top 须为 1 - 100 的整数', en: 'top must be a whole number, 1 - 100' }
const wrongPage = {
  zh: `current 和 size 须为整数，size 最大 1000，最多到第 ${mostRows} 行`,
  en: `current and size must be whole numbers, size at most 1000, up to row ${mostRows}`,
}
