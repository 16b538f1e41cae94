import { textOfPath } from '../../../fields/field-path.ts'
import { isAdditive } from '../../../model/aggregates.ts'
import type { Chart, ChartAnswer, ChartRow, ChartView } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { valueIn } from '../../../record/expressions.ts'
import { type DaySpan, keyOfTime, keysOfSpan, previousSpan, secondsAround } from '../../../rules/chart-span.ts'
import { dayOf, dayText } from '../../../rules/day.ts'
import { wallText } from '../../../rules/zone.ts'
import { type Access, accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { every, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { type Axis, axesOf, type GroupKey as Key } from '../../store/charts/axes.ts'
import {
  fieldsOfChart,
  isReadable,
  rowsOfChart,
  type SearchValues,
  searched,
  searchValues,
  spanText,
  timeOf,
  todayOf,
} from '../../store/charts/chart-rows.ts'
import { filterOf } from '../../store/charts/list-condition.ts'
import { emptyValue, measured, measureSql } from '../../store/charts/measures-sql.ts'
import type { TreeLevel } from '../../store/charts/tree-levels.ts'
import type { Condition } from '../../store/condition.ts'
import { assureFresh } from '../../store/stale-values.ts'
import { whereSql } from '../../store/where.ts'
import { inWords, measureInWords } from './computed-words.ts'
import { labelsOf, nodesBeneath, trailOf } from './labels.ts'
import { listRows } from './list-rows.ts'

/** The numbers of a chart. */
export interface ChartNumbers {
  readonly answer: ChartAnswer
  /** The records of a list. */
  readonly found?: readonly Row[]
}

/** A group with its measures. */
interface Group {
  readonly keys: readonly Key[]
  readonly values: ChartRow['values']
}

/** What all statements of a chart need. */
interface Reading {
  readonly queries: Queries
  readonly ctx: RequestContext
  readonly chart: Chart
  readonly resource: Resource
  readonly access: Access
  readonly search: SearchValues
  /** Those of a list that is drawn. */
  readonly conditions: readonly Condition[]
  /** Of a time, the keys without gaps: those of its span, or of all rows; of a map, all of its places. */
  readonly axes: readonly (Axis & { readonly times?: readonly Key[] })[]
}

const maxGroups = 1000
const maxRows = 20_000

/** The numbers of a chart for a search; undefined where the actor may not read what it reads. */
export async function chartNumbers(
  queries: Queries,
  ctx: RequestContext,
  chart: Chart,
  given: Readonly<Record<string, string>>,
  top = chart.top,
  conditions: readonly Condition[] = [],
): Promise<ChartNumbers | undefined> {
  const resource = resourceOf(ctx.model, chart.of)
  const access = accessTo(ctx, resource, 'view')
  const search = searchValues(ctx, chart, given)
  if (!isReadable(ctx, chart, access, search)) return undefined
  const sorts = fieldsOfChart(ctx, chart, search).map(field => ({ field, descending: false }))
  await assureFresh(queries, ctx, resource, { conditions, sorts })
  if (chart.kind === 'list') {
    const most = top ?? maxGroups
    const list = await listRows(queries, ctx, chart, resource, access, search, most, conditions)
    const { found, groups, records } = list
    const filter = filterOf(chart, search, [], [])
    const view = { ...viewOf(ctx, chart, []), groups }
    return { answer: { chart: view, rows: [], more: 0, filter, search: given, records }, found }
  }
  const axes = axesOf(ctx, chart, search)
  const reading = await timed({ queries, ctx, chart, resource, access, search, conditions, axes })
  const [first, ...others] = reading.axes
  const ranked = first && !first.times ? await rankedGroups(reading, first, top ?? maxGroups) : undefined
  const shown = first?.times ?? ranked?.groups.map(({ keys: [key = null] }) => key) ?? []
  const groups = ranked && others.length === 0 ? ranked.groups : await allGroups(reading, first && shown)
  const keys = reading.axes.map((axis, index) => axis.times ?? (index === 0 ? shown : keysOf(axis, index, groups)))
  const whole = inOrder(reading, groups, keys)
  const rows = await shownRows(reading, first?.times && chart.sort.field !== 'key' ? bySort(chart, whole) : whole, keys)
  const target = chart.target === undefined ? undefined : valueIn(ctx, resource, `parameter('${chart.target}')`, {})
  const span = search.time?.span
  const below = reading.axes.find(({ group: { level } }) => level === 'below')?.level
  const total = ranked ? ranked.total : totalOf(chart, whole)
  return {
    answer: {
      chart: viewOf(ctx, chart, reading.axes),
      ...(span && { from: dayText(span.from) ?? '', to: dayText(span.to) ?? '' }),
      rows,
      more: ranked ? ranked.count - ranked.groups.length : 0,
      filter: filterOf(chart, search, [], []),
      search: given,
      ...(typeof target === 'number' && { target }),
      ...(total !== undefined && { total }),
      ...(below && { trail: await trailOf(queries, ctx, below) }),
    },
  }
}

/** The values of a search that narrow a chart; `period` is its time, unless the tile has a value for that. */
export function ownSearch(
  ctx: RequestContext,
  chart: Chart,
  search: Readonly<Record<string, string>>,
  ofTile: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const time = timeOf(ctx, chart)
  const isOwn = time && Object.hasOwn(ofTile, textOfPath(time))
  return Object.fromEntries(
    Object.entries({ ...search, ...ofTile }).filter(([key]) =>
      key === 'period' ? time && !isOwn : searched(chart, key),
    ),
  )
}

const totalOf = ({ measures: [first] }: Chart, groups: readonly Group[]): number | undefined =>
  first && isAdditive(first) ? groups.reduce((sum, { values }) => sum + Number(values[first.name]), 0) : undefined

/** The condition on the rows under `t`. */
const whereOf = ({ ctx, chart, access, search, conditions }: Reading): Fragment =>
  every([whereSql(access, conditions), rowsOfChart(ctx, chart, search.values)('t')])

/** The groups of the first axes with their measures, as a subquery `g` of columns `k0…`, `m0…`. */
function groupedSql(reading: Reading, axes: readonly Axis[]): Fragment {
  const { ctx, chart, resource } = reading
  const groups = axes.map((axis, index) => axis.joined(`j${index}`))
  const columns = [
    ...groups.map(({ value }, index) => sql`${value} as ${word(`k${index}`)}`),
    ...chart.measures.map((one, index) => {
      const value = measureSql(ctx, resource, one)
      return sql`${isAdditive(one) ? sql`coalesce(${value}, 0)` : value} as ${word(`m${index}`)}`
    }),
  ]
  const positions = axes.map((_, index) => index + 1).join(', ')
  const by = word(axes.length > 0 ? ` group by ${positions}` : '')
  const from = join([word(`"${resource.table}" t`), ...groups.map(group => group.from)], '', '')
  return sql`(select ${join(columns, ', ', '')} from ${from} where ${whereOf(reading)}${by}) g`
}

const keySql = (axis: Axis, index: number): Fragment => axis.key(word(`g.k${index}`))

/** The groups of the first axes with their keys as text, and with further columns. */
async function groupsOf(reading: Reading, axes: readonly Axis[], tail: Fragment, further: readonly Fragment[] = []) {
  const { queries, chart, resource } = reading
  const columns = [
    ...axes.map((axis, index) => sql`${keySql(axis, index)} as ${word(`k${index}`)}`),
    ...chart.measures.map((_, index) => word(`g.m${index}`)),
    ...further,
  ]
  const rows = await runAll(queries, sql`select ${join(columns, ', ', '')} from ${groupedSql(reading, axes)} ${tail}`)
  return rows.map(row => ({
    row,
    keys: axes.map((_, index) => (row[`k${index}`] ?? null) as Key),
    values: Object.fromEntries(
      chart.measures.map((one, index) => [one.name, measured(resource, one, row[`m${index}`])]),
    ),
  }))
}

/** The first groups in the order of the chart, the number of all, and their sum. */
async function rankedGroups(reading: Reading, axis: Axis, top: number) {
  const { chart } = reading
  const [first] = chart.measures
  const isSum = first !== undefined && isAdditive(first)
  const groups = await groupsOf(
    reading,
    [axis],
    sql`order by ${rankSql(chart, axis)}, g.k0 nulls last limit ${top}::integer`,
    [word('count(*) over ()::int as n'), word(isSum ? 'sum(g.m0) over () as total' : 'null as total')],
  )
  const { n, total } = groups[0]?.row ?? {}
  return { groups, count: Number(n ?? 0), ...(isSum && { total: Number(total ?? 0) }) }
}

function rankSql({ sort, measures }: Chart, axis: Axis): Fragment {
  const direction = word(`${sort.descending ? ' desc' : ''} nulls last`)
  if (sort.field !== 'key') return sql`${word(`g.m${measures.findIndex(one => one.name === sort.field)}`)}${direction}`
  const keys = axis.entries.map(({ key }) => key)
  return keys.length === 0
    ? sql`g.k0${direction}`
    : sql`array_position(${keys}::text[], ${keySql(axis, 0)})${direction}`
}

/** The groups of all axes, of those of the first that are shown. Times are those of the rows: no row is compared with them. */
async function allGroups(reading: Reading, shown: readonly Key[] | undefined): Promise<Group[]> {
  const { axes } = reading
  const [first] = axes
  const texts = shown?.filter(key => key !== null)
  const isShown =
    first && texts && !first.times
      ? sql`where (${keySql(first, 0)} = any(${texts}::text[])${word(shown?.includes(null) ? ' or g.k0 is null' : '')})`
      : word('')
  const groups = await groupsOf(reading, axes, sql`${isShown} limit ${maxRows + 1}::integer`)
  if (groups.length > maxRows) throw tooManyGroups(reading.chart)
  return groups
}

/** The same with the times of its axes. */
async function timed(reading: Reading): Promise<Reading> {
  const axes: Reading['axes'][number][] = []
  for (const axis of reading.axes) {
    const isMap = reading.chart.kind === 'map'
    const times = axis.group.unit
      ? await timesOf(reading, axis)
      : isMap && axis.level && (await placesOf(reading, axis.level))
    axes.push(times ? { ...axis, times } : axis)
  }
  return { ...reading, axes }
}

async function timesOf(reading: Reading, axis: Axis): Promise<readonly Key[]> {
  const { ctx, chart, search } = reading
  const { unit = 'day' } = axis.group
  const ofChart = isTimeOf(reading, axis) ? search.time?.span : undefined
  const span = ofChart ?? (await spanOfRows(reading, axis))
  if (!span) return []
  if (span.to - span.from > maxGroups * 366) throw tooManyGroups(chart)
  const [today, hour] = wallText(ctx.clock.now.getTime(), ctx.clock.zone).split(/[ :]/)
  const isToday = span.from === span.to && span.to === todayOf(ctx)
  const keys = keysOfSpan(span, unit).filter(key =>
    unit === 'hour'
      ? key <= `${today} ${hour}:00` || key.slice(0, 10) !== today
      : unit !== 'hourOfDay' || !isToday || Number(key) <= Number(hour),
  )
  if (keys.length > maxGroups) throw tooManyGroups(chart)
  return keys
}

/** The nodes of a level, then the node itself; undefined of too many. */
async function placesOf({ queries, ctx }: Reading, level: TreeLevel) {
  const nodes = await nodesBeneath(queries, ctx, level, maxGroups + 1)
  const keys = [...nodes.map(({ key }) => key), ...(level.node === undefined ? [] : [level.node])]
  return nodes.length > maxGroups ? undefined : keys
}

const isTimeOf = ({ search }: Reading, { group }: Axis): boolean =>
  search.time !== undefined && textOfPath(search.time.path) === textOfPath(group)

async function spanOfRows(reading: Reading, { group }: Axis): Promise<DaySpan | undefined> {
  const { queries, ctx, chart, resource, search } = reading
  const [axis] = axesOf(ctx, { ...chart, group: [{ ...group, unit: 'day' }] }, search)
  if (!axis) return undefined
  const { from, value } = axis.joined('j')
  const days = sql`select ${value} as d from ${word(`"${resource.table}" t`)}${from} where ${whereOf(reading)}`
  const [row] = await runAll(
    queries,
    sql`select ${axis.key(word('min(d)'))} as first, ${axis.key(word('max(d)'))} as last from (${days}) g`,
  )
  const [first, last] = [dayOf(row?.['first']), dayOf(row?.['last'])]
  return first === null || last === null ? undefined : { from: first, to: last }
}

/** The keys of a further axis: of a dictionary in its order, otherwise those with more first. */
function keysOf({ entries }: Axis, index: number, groups: readonly Group[]): Key[] {
  const sums = new Map<Key, number>()
  for (const { keys, values } of groups) {
    const key = keys[index] ?? null
    sums.set(key, (sums.get(key) ?? 0) + Number(Object.values(values)[0] ?? 0))
  }
  const place = (key: Key) => (key === null ? Number.POSITIVE_INFINITY : entries.findIndex(entry => entry.key === key))
  return [...sums].toSorted(([a, some], [b, other]) => place(a) - place(b) || other - some).map(([key]) => key)
}

const nameOf = (keys: readonly Key[]): string => JSON.stringify(keys)

/** The groups in the order of the keys of their axes; with a time, every combination of its keys with the others. */
function inOrder({ chart, axes }: Reading, groups: readonly Group[], keys: readonly (readonly Key[])[]): Group[] {
  const places = keys.map(all => new Map(all.map((key, place) => [key, place])))
  const place = (group: Group, index: number) => places[index]?.get(group.keys[index] ?? null) ?? maxRows
  if (!axes.some(({ times }) => times))
    return groups.toSorted((a, b) => {
      const index = keys.findIndex((_, at) => place(a, at) !== place(b, at))
      return index < 0 ? 0 : place(a, index) - place(b, index)
    })
  // Each axis has a limit, their product none.
  if (keys.reduce((count, axis) => count * axis.length, 1) > maxRows) throw tooManyGroups(chart)
  const known = new Map(groups.map(group => [nameOf(group.keys), group]))
  const all = keys.reduce<Key[][]>((rows, axis) => rows.flatMap(row => axis.map(key => [...row, key])), [[]])
  const none = Object.fromEntries(chart.measures.map(one => [one.name, emptyValue(one)]))
  const filled = all.map(each => known.get(nameOf(each)) ?? { keys: each, values: none })
  const isOther = ({ keys: own }: Group) => own.some((key, index) => key === null && !places[index]?.has(key))
  // Rows without the time; those of hours to come are left out.
  return [...filled, ...groups.filter(isOther)]
}

/** Groups by a measure; unknown values are the least. */
export function bySort<Of extends Pick<ChartRow, 'values'>>(
  { sort }: Pick<Chart, 'sort'>,
  groups: readonly Of[],
): Of[] {
  const value = ({ values }: Of) => Number(values[sort.field] ?? Number.NEGATIVE_INFINITY)
  return groups.toSorted((a, b) => (sort.descending ? value(b) - value(a) : value(a) - value(b)))
}

async function shownRows(
  reading: Reading,
  groups: readonly Group[],
  keys: readonly (readonly Key[])[],
): Promise<ChartRow[]> {
  const { queries, ctx, chart, search, axes } = reading
  const labels: Awaited<ReturnType<typeof labelsOf>>[] = []
  for (const [index, axis] of axes.entries()) {
    const those = [...new Set(groups.map(group => group.keys[index] ?? null))]
    labels.push(await labelsOf(queries, ctx, axis, those))
  }
  const before = await previousOf(reading, keys)
  const coloured = chart.split ? axes.length - 1 : 0
  // A node without rows of its own is no place.
  const isPlace = ({ keys: [key], values }: Group) =>
    key === null || key === undefined || key !== axes[0]?.level?.node || Object.values(values).some(Boolean)
  return groups.filter(isPlace).map(group => {
    const { name: _name, ...node } = (axes[0]?.level && labels[0]?.(group.keys[0] ?? null)) ?? { name: '' }
    const colour = axes[coloured]?.entries.find(({ key }) => key === group.keys[coloured])?.colour
    return {
      keys: group.keys,
      names: group.keys.map((key, index) => labels[index]?.(key).name ?? ''),
      ...(colour && { colour }),
      values: group.values,
      ...(before && { previous: before(group.keys) }),
      ...node,
      ...(isPartial(reading, axes[0], group.keys[0]) && { partial: true as const }),
      filter: filterOf(chart, search, axes, group.keys),
    }
  })
}

/** Whether the time of a group contains this moment, or one that the span does not: a weekday, or an hour of several days, never. */
function isPartial(reading: Reading, axis: Axis | undefined, key: Key | undefined): boolean {
  const { clock } = reading.ctx
  const unit = axis?.group.unit
  const span = axis && isTimeOf(reading, axis) ? reading.search.time?.span : undefined
  const onlyDay = span?.from === span?.to ? span?.from : undefined
  if (!unit || unit === 'weekday' || (unit === 'hourOfDay' && onlyDay === undefined)) return false
  const cuts = [wallText(clock.now.getTime(), clock.zone), ...(span ? secondsAround(span) : [])]
  const isOnDay = (wall: string) => unit !== 'hourOfDay' || dayOf(wall.slice(0, 10)) === onlyDay
  return cuts.some(wall => keyOfTime(wall, unit) === key && isOnDay(wall))
}

/** The measures of the compared span: of times, the group in the same place. */
async function previousOf(reading: Reading, keys: readonly (readonly Key[])[]) {
  const { chart, search, axes } = reading
  const { time } = search
  const span = chart.compare && time?.span ? previousSpan(time.text, time.span, chart.compare) : undefined
  if (!span || !time) return undefined
  const values = { ...search.values, [textOfPath(time.path)]: spanText(span) }
  const before = await timed({ ...reading, search: { values, time: { ...time, span } } })
  const moved = before.axes.map(axis =>
    isTimeOf(reading, axis) && axis.group.unit !== 'weekday' && axis.group.unit !== 'hourOfDay'
      ? axis.times
      : undefined,
  )
  const groups = await allGroups(before, axes[0] && (moved[0] ?? keys[0]))
  const known = new Map(groups.map(group => [nameOf(group.keys), group.values]))
  return (those: readonly Key[]): Record<string, number | null> => {
    const there = those.map((key, index) =>
      moved[index] ? (moved[index]?.[keys[index]?.indexOf(key) ?? -1] ?? '') : key,
    )
    const values = known.get(nameOf(there))
    const entries = chart.measures.map(one => {
      const value = values ? values[one.name] : emptyValue(one)
      return [one.name, typeof value === 'number' ? value : null] as const
    })
    return Object.fromEntries(entries)
  }
}

/** A chart as a client draws it. */
function viewOf(ctx: RequestContext, chart: Chart, axes: readonly Axis[]): ChartView {
  const { search, split, group: _group, columns, sort, top, target, http, returns, where, measures, ...view } = chart
  const resource = resourceOf(ctx.model, chart.of)
  return {
    ...view,
    ...(where !== undefined && { where: inWords(ctx, resource, where) }),
    measures: measures.map(({ compute, ...measure }) => ({
      ...measure,
      computed: measureInWords(ctx, resource, compute),
    })),
    groups: axes.map(({ field, group }) => ({
      title: field.title,
      ...(group.unit && { unit: group.unit }),
      ...(group.level === 'below' &&
        search.some(one => textOfPath(one) === textOfPath(group)) && { opens: textOfPath(group) }),
    })),
    ...(split && { isSplit: true as const }),
  }
}

const tooManyGroups = ({ title }: Chart) =>
  refuse.input({
    period: {
      zh: `“${title.zh}”的分组太多，请缩小时间范围`,
      en: `"${title.en}" has too many groups; choose a shorter time`,
    },
  })
