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
  if (addressed.kind === 'count')
    return inSnapshot(database, queries => readAddress(queries, ctx, charts, query)).then(({ search }) =>
      countsOf(store, ctx, addressed.board, search),
    )
  const { search: ofTile, ...tile }: DataTile = addressed.kind === 'tile' ? addressed.tile : tileOf(addressed.chart)
  const { rest, ...wanted } = wantedIn(tile, charts, query)
  const found = await inSnapshot(database, async queries => {
    const { search, filters } = await readAddress(queries, ctx, charts, rest, addressed.kind === 'chart')
    // The values of the tile are defaults: of two names of one field, the later counts.
    return numbersOf(queries, ctx, tile, charts, { search: { ...ofTile, ...search }, filters }, wanted)
  })
  const [first] = found
  if (!first) throw refuse.forbidden(tile.title ?? charts[0]?.title ?? { zh: tile.name, en: tile.name })
  return wanted.page ? pageOf(first, wanted.page) : found.flatMap(one => rowsOf(ctx, one))
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

/** The names of an address, sorted: what narrows the charts, and the filters of the list of the only chart. */
interface AddressNames {
  readonly search: Readonly<Record<string, string>>
  readonly filters: QueryInput
}

async function numbersOf(
  queries: Queries,
  ctx: RequestContext,
  tile: DataTile,
  charts: readonly Chart[],
  { search, filters }: AddressNames,
  { top, sort }: { readonly top?: number | undefined; readonly sort?: Order | undefined },
): Promise<DataNumbers[]> {
  const [first] = charts
  if (tile.kind === 'joined') {
    const answer = await joinedChart(queries, ctx, tile, search, chartNumbers)
    return answer && first
      ? [{ chart: first, answer: sort ? { ...answer, rows: bySort({ sort }, answer.rows) } : answer }]
      : []
  }
  const pairs = Object.entries(filters).flatMap(([name, text]) => [text ?? []].flat().map(one => [name, one]))
  const found: DataNumbers[] = []
  for (const chart of charts) {
    const conditions = pairs.length === 0 ? [] : conditionsOf(ctx, chart, filters)
    const sorted = sort ? { ...chart, sort } : chart
    const own = ownSearch(ctx, chart, search)
    const numbers = await chartNumbers(queries, ctx, sorted, own, top ?? chart.top, conditions)
    if (!numbers) continue
    const { answer } = numbers
    // The rows of a list that its filters narrow are behind each number.
    const behind = (filter: string) => (pairs.length === 0 ? filter : `${filter}&${new URLSearchParams(pairs)}`)
    const rows = answer.rows.map(row => ({ ...row, filter: behind(row.filter) }))
    found.push({ ...numbers, chart, answer: { ...answer, rows } })
  }
  return found
}

/** The conditions of filters of a list. One by a masked field is refused: a number would tell whether a value occurs. */
function conditionsOf(ctx: RequestContext, { of }: Chart, filters: QueryInput): readonly Condition[] {
  const resource = resourceOf(ctx.model, of)
  const access = accessTo(ctx, resource, 'view')
  if (!access.allowed) return []
  const { conditions } = readQuery(ctx, resource, access, filters)
  const masked = conditions.find(({ field }) => access.masked.has(field.name))
  if (masked) throw refuse.unknownName(masked.field.name)
  return conditions
}

/**
 * Sorts the names of an address: `beginTime` and `endTime`, days or times, are the time of each chart, other names are
 * searches of the charts or, with `isList`, filters of the list of the only chart. A node of a tree is named by its id or
 * its code. Refuses a name that is neither.
 */
export async function readAddress(
  queries: Queries,
  ctx: RequestContext,
  charts: readonly Chart[],
  given: QueryInput,
  isList = false,
): Promise<AddressNames> {
  const [today, texts] = [todayOf(ctx), searchTexts(given)]
  const isTimed = charts.some(chart => timeOf(ctx, chart))
  const times = (isTimed ? timeNames : []).filter(name => texts[name]?.trim())
  const [begin, end] = [times.find(name => !isEnd(name)), times.find(isEnd)].map(name => name && texts[name]?.trim())
  const period = `${begin ?? '1970-01-01'}..${end ?? dayText(today)}`
  const isWrong = (name: string) => !spanOf(`${texts[name]?.trim()}..${texts[name]?.trim()}`, today)
  const wrong = times.find(isWrong) ?? (spanOf(period, today) ? undefined : times[0])
  if (wrong !== undefined) throw refuse.input({ [wrong]: wrongTime })
  const rest = Object.keys(texts).filter(name => !isTimed || !timeNames.includes(name))
  const isSearch = (name: string) => (name === 'period' ? isTimed : charts.some(chart => searched(chart, name)))
  const others = rest.filter(name => !isSearch(name))
  const unknown = others.find(name => !isList || pagingNames.includes(name))
  const known = charts.flatMap(chart => chart.search.map(textOfPath))
  if (unknown !== undefined) throw refuse.unknownName(unknown.slice(0, 100), near(unknown.slice(0, 64), known))
  const search = Object.fromEntries(rest.filter(isSearch).map(name => [name, texts[name] ?? '']))
  const filters = Object.fromEntries(others.map(name => [name, given[name]]))
  const fieldNamed = (name: string) => charts[0] && fieldOfFilter(resourceOf(ctx.model, charts[0].of), name)
  return {
    search: await withSearchedNodes(queries, ctx, charts, times.length > 0 ? { ...search, period } : search),
    filters: await withNodeIds(queries, ctx, filters, fieldNamed),
  }
}

/** In the order in which they count. */
const timeNames: readonly string[] = ['beginTime', 'createTime_dategt', 'endTime', 'createTime_datelt']
const isEnd = (name: string) => name === 'endTime' || name === 'createTime_datelt'
const pagingNames: readonly string[] = ['current', 'size', 'ascs', 'descs']

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
function wantedIn({ kind, returns }: DataTile, charts: readonly Chart[], given: QueryInput) {
  if (returns !== 'page') {
    const { top: _top, ...rest } = given
    const { top } = searchTexts(given)
    if (top !== undefined && (kind !== 'chart' || !/^([1-9]\d?|100)$/.test(top))) throw refuse.input({ top: wrongTop })
    return { rest, top: top === undefined ? undefined : Number(top) }
  }
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !pagingNames.includes(name)))
  const { current = '1', size = '10', ascs, descs } = searchTexts(given)
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
