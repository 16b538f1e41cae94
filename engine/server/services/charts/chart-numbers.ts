import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import { textOfPath } from '../../../fields/field-path.ts'
import { isDictionary } from '../../../fields/traits.ts'
import type { Chart, ChartAnswer, ChartGroup, ChartRow, ChartView } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { valueIn } from '../../../record/expressions.ts'
import { type DaySpan, keyOfDay, keysOfSpan, previousSpan } from '../../../rules/chart-span.ts'
import { dayOf, dayText } from '../../../rules/day.ts'
import { wallText } from '../../../rules/zone.ts'
import { type Access, accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { every, type Fragment, join, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { refuse } from '../../errors/refuse.ts'
import {
  isReadable,
  pathIn,
  rowsOfChart,
  type SearchValues,
  searchValues,
  spanText,
  todayOf,
} from '../../store/charts/chart-rows.ts'
import { groupSql } from '../../store/charts/groups-sql.ts'
import { axesOf, filterOf } from '../../store/charts/list-condition.ts'
import { live } from '../../store/select.ts'
import { labelsOf } from './labels.ts'
import { emptyValue, isAdditive, measured, measureSql } from './measures-sql.ts'

/** The numbers of a chart, and the first measure of all groups if theirs add up to it. */
export interface ChartNumbers {
  readonly answer: ChartAnswer
  readonly total?: number
}

type Key = string | null

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
}

const maxGroups = 1000
const maxRows = 20_000

/** The numbers of a chart for a search; undefined where the actor may not read what it reads. */
export async function chartNumbers(
  queries: Queries,
  ctx: RequestContext,
  chart: Chart,
  given: Readonly<Record<string, string | undefined>>,
  top = chart.top,
): Promise<ChartNumbers | undefined> {
  const resource = resourceOf(ctx.model, chart.of)
  const access = accessTo(ctx, resource, 'view')
  const search = searchValues(ctx, chart, given)
  if (!isReadable(ctx, chart, access, search)) return undefined
  const reading = { queries, ctx, chart, resource, access, search }
  const axes = axesOf(chart).map(({ group }) => group)
  const times = await timesOfAll(reading, axes)
  const [first, ...others] = axes
  const ranked = first && !times[0] ? await rankedGroups(reading, first, top ?? maxGroups) : undefined
  const firstKeys = times[0] ?? ranked?.groups.map(({ keys: [key = null] }) => key)
  const groups = ranked && others.length === 0 ? ranked.groups : await allGroups(reading, axes, firstKeys)
  const keys = axes.map((axis, index) =>
    times[index] && index > 0
      ? times[index]
      : index === 0
        ? (firstKeys ?? [])
        : keysOf(ctx, resource, axis, index, groups),
  )
  const whole = withEmpty(chart, inOrder(groups, keys), keys, times)
  const sorted = times[0] && chart.sort.field !== 'key' ? bySort(chart, whole) : whole
  const rows = await shownRows(reading, axes, sorted, keys)
  const target = chart.target === undefined ? undefined : valueIn(ctx, resource, `parameter('${chart.target}')`, {})
  const span = search.time?.span
  const total = ranked ? ranked.total : totalOf(chart, whole)
  return {
    answer: {
      chart: viewOf(ctx, resource, chart),
      ...(span && { from: dayText(span.from) ?? '', to: dayText(span.to) ?? '' }),
      rows,
      more: ranked ? ranked.count - ranked.groups.length : 0,
      ...(typeof target === 'number' && { target }),
    },
    ...(total !== undefined && { total }),
  }
}

const totalOf = ({ measures: [first] }: Chart, groups: readonly Group[]): number | undefined =>
  first && isAdditive(first) ? groups.reduce((sum, { values }) => sum + Number(values[first.name]), 0) : undefined

/** The condition on the rows under `t`. */
const whereOf = ({ ctx, chart, access, search }: Reading): Fragment =>
  every([live('t'), access.rows('t'), rowsOfChart(ctx, chart, search.values)('t')])

/** The groups of some axes with their measures, as a subquery `g` of columns `k0…`, `m0…`. */
function groupedSql(reading: Reading, axes: readonly ChartGroup[]): Fragment {
  const { ctx, chart, resource } = reading
  const groups = axes.map((axis, index) => groupSql(ctx, resource, axis).joined('t', `j${index}`))
  const columns = [
    ...groups.map(({ value }, index) => sql`${value} as ${word(`k${index}`)}`),
    ...chart.measures.map((one, index) => sql`${measureSql(ctx, resource, one)} as ${word(`m${index}`)}`),
  ]
  const positions = axes.map((_, index) => index + 1).join(', ')
  const by = word(axes.length > 0 ? ` group by ${positions}` : '')
  const from = join([word(`"${resource.table}" t`), ...groups.map(group => group.from)], '', '')
  return sql`(select ${join(columns, ', ', '')} from ${from} where ${whereOf(reading)}${by}) g`
}

const keySql = ({ ctx, resource }: Reading, axis: ChartGroup, index: number): Fragment =>
  groupSql(ctx, resource, axis).key(word(`g.k${index}`))

/** The columns of a row: the keys as text and the measures. */
const columnsOf = (reading: Reading, axes: readonly ChartGroup[]): Fragment =>
  join(
    [
      ...axes.map((axis, index) => sql`${keySql(reading, axis, index)} as ${word(`k${index}`)}`),
      ...reading.chart.measures.map((_, index) => word(`g.m${index}`)),
    ],
    ', ',
    '',
  )

function groupOf(
  { chart, resource }: Reading,
  axes: readonly ChartGroup[],
  row: Readonly<Record<string, unknown>>,
): Group {
  return {
    keys: axes.map((_, index) => (row[`k${index}`] ?? null) as Key),
    values: Object.fromEntries(
      chart.measures.map((one, index) => [one.name, measured(resource, one, row[`m${index}`])]),
    ),
  }
}

/** The first groups in the order of the chart, and the number of all. */
async function rankedGroups(reading: Reading, axis: ChartGroup, top: number) {
  const { queries, chart } = reading
  const [first] = chart.measures
  const isSum = first !== undefined && isAdditive(first)
  const total = word(isSum ? 'sum(g.m0) over ()' : 'null')
  const order = sql`${orderSql(reading, axis)}, g.k0 nulls last`
  const rows = await runAll(
    queries,
    sql`select ${columnsOf(reading, [axis])}, count(*) over ()::int as n, ${total} as total
      from ${groupedSql(reading, [axis])} order by ${order} limit ${top}::integer`,
  )
  return {
    groups: rows.map(row => groupOf(reading, [axis], row)),
    count: Number(rows[0]?.['n'] ?? 0),
    ...(isSum && { total: Number(rows[0]?.['total'] ?? 0) }),
  }
}

function orderSql(reading: Reading, axis: ChartGroup): Fragment {
  const { ctx, chart, resource } = reading
  const { field: name, descending } = chart.sort
  const direction = word(`${descending ? ' desc' : ''} nulls last`)
  if (name !== 'key') return sql`${word(`g.m${chart.measures.findIndex(one => one.name === name)}`)}${direction}`
  const { field } = pathIn(ctx, resource, axis)
  if (!isDictionary(field)) return sql`g.k0${direction}`
  const keys = dictionaryEntriesOf(field, ctx.model).map(({ key }) => key)
  return sql`array_position(${keys}::text[], ${keySql(reading, axis, 0)})${direction}`
}

/** The groups of all axes, of those of the first that are shown. */
async function allGroups(
  reading: Reading,
  axes: readonly ChartGroup[],
  shown: readonly Key[] | undefined,
): Promise<Group[]> {
  const [first] = axes
  const texts = shown?.filter(key => key !== null)
  const isShown =
    first && texts
      ? sql` where (${keySql(reading, first, 0)} = any(${texts}::text[])${word(shown?.includes(null) || first.unit ? ' or g.k0 is null' : '')})`
      : word('')
  const from = groupedSql(reading, axes)
  const rows = await runAll(
    reading.queries,
    sql`select ${columnsOf(reading, axes)} from ${from}${isShown} limit ${maxRows + 1}::integer`,
  )
  if (rows.length > maxRows) throw tooManyGroups(reading.chart)
  return rows.map(row => groupOf(reading, axes, row))
}

/** The keys of those axes that are times. */
async function timesOfAll(reading: Reading, axes: readonly ChartGroup[]) {
  const all: (readonly Key[] | undefined)[] = []
  for (const axis of axes) all.push(await timesOf(reading, axis))
  return all
}

/** The keys of a time without gaps, those of its span or of all rows; undefined of another group. */
async function timesOf(reading: Reading, axis: ChartGroup): Promise<readonly Key[] | undefined> {
  const { ctx, chart, search } = reading
  const { unit } = axis
  if (unit === undefined) return undefined
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

const isTimeOf = ({ search }: Reading, axis: ChartGroup): boolean =>
  search.time !== undefined && textOfPath(search.time.path) === textOfPath(axis)

async function spanOfRows(reading: Reading, axis: ChartGroup): Promise<DaySpan | undefined> {
  const { queries, ctx, resource } = reading
  const { value, key } = groupSql(ctx, resource, { ...axis, unit: 'day' })
  const days = sql`select ${value('t')} as d from ${word(`"${resource.table}" t`)} where ${whereOf(reading)}`
  const [row] = await runAll(
    queries,
    sql`select ${key(word('min(d)'))} as first, ${key(word('max(d)'))} as last from (${days}) g`,
  )
  const [from, to] = [dayOf(row?.['first']), dayOf(row?.['last'])]
  return from === null || to === null ? undefined : { from, to }
}

/** The keys of a further axis: of a dictionary in its order, otherwise those with more first. */
function keysOf(
  ctx: RequestContext,
  resource: Resource,
  axis: ChartGroup,
  index: number,
  groups: readonly Group[],
): Key[] {
  const sums = new Map<Key, number>()
  for (const { keys, values } of groups) {
    const key = keys[index] ?? null
    sums.set(key, (sums.get(key) ?? 0) + Number(Object.values(values)[0] ?? 0))
  }
  const { field } = pathIn(ctx, resource, axis)
  const entries = isDictionary(field) ? dictionaryEntriesOf(field, ctx.model).map(({ key }) => key) : []
  const place = (key: Key) => (key === null ? Number.POSITIVE_INFINITY : entries.indexOf(key))
  return [...sums].toSorted(([a, some], [b, other]) => place(a) - place(b) || other - some).map(([key]) => key)
}

const nameOf = (keys: readonly Key[]): string => JSON.stringify(keys)

const inOrder = (groups: readonly Group[], keys: readonly (readonly Key[])[]): Group[] => {
  const places = keys.map(all => new Map(all.map((key, place) => [key, place])))
  const place = (group: Group, index: number) => places[index]?.get(group.keys[index] ?? null) ?? maxRows
  return groups.toSorted((a, b) => {
    const index = keys.findIndex((_, at) => place(a, at) !== place(b, at))
    return index < 0 ? 0 : place(a, index) - place(b, index)
  })
}

/** With a time, every combination of its keys with the others. */
function withEmpty(
  chart: Chart,
  groups: readonly Group[],
  keys: readonly (readonly Key[])[],
  times: readonly (readonly Key[] | undefined)[],
): readonly Group[] {
  if (!times.some(Boolean)) return groups
  const known = new Map(groups.map(group => [nameOf(group.keys), group]))
  const all = keys.reduce<Key[][]>((rows, axis) => rows.flatMap(row => axis.map(key => [...row, key])), [[]])
  const none = Object.fromEntries(chart.measures.map(one => [one.name, emptyValue(one)]))
  const filled = all.map(each => known.get(nameOf(each)) ?? { keys: each, values: none })
  // Rows without the time.
  const others = groups.filter(group => !keys.every((axis, index) => axis.includes(group.keys[index] ?? null)))
  return [...filled, ...others]
}

function bySort({ sort }: Chart, groups: readonly Group[]): Group[] {
  const value = ({ values }: Group) => Number(values[sort.field] ?? Number.NEGATIVE_INFINITY)
  return groups.toSorted((a, b) => (sort.descending ? value(b) - value(a) : value(a) - value(b)))
}

async function shownRows(
  reading: Reading,
  axes: readonly ChartGroup[],
  groups: readonly Group[],
  keys: readonly (readonly Key[])[],
): Promise<ChartRow[]> {
  const { queries, ctx, chart, resource, search } = reading
  const labels: ((key: Key) => string)[] = []
  for (const [index, axis] of axes.entries())
    labels.push(
      await labelsOf(queries, ctx, resource, axis, [...new Set(groups.map(group => group.keys[index] ?? null))]),
    )
  const before = await previousOf(reading, axes, keys)
  const count = chart.group.length
  return groups.map(group => {
    const names = group.keys.map((key, index) => labels[index]?.(key) ?? '')
    const colour = colourOf(ctx, resource, chart, group.keys)
    return {
      keys: group.keys.slice(0, count),
      names: names.slice(0, count),
      ...(colour && { colour }),
      ...(chart.split && { split: group.keys[count] ?? null, splitName: names[count] ?? '' }),
      values: group.values,
      ...(before && { previous: before(group.keys) }),
      ...(isPartial(reading, axes[0], group.keys[0]) && { partial: true as const }),
      filter: filterOf(chart, search, group.keys),
    }
  })
}

function colourOf(ctx: RequestContext, resource: Resource, { group, split }: Chart, keys: readonly Key[]) {
  const axis = split ?? group[0]
  const field = axis && pathIn(ctx, resource, axis).field
  const key = keys[split ? group.length : 0]
  return field && isDictionary(field)
    ? dictionaryEntriesOf(field, ctx.model).find(entry => entry.key === key)?.colour
    : undefined
}

/** Whether the time of a group contains this moment. */
function isPartial(reading: Reading, axis: ChartGroup | undefined, key: Key | undefined): boolean {
  const { ctx, search } = reading
  if (!axis?.unit || key === null || axis.unit === 'weekday') return false
  const { now, zone } = ctx.clock
  const [today = '', hour = ''] = wallText(now.getTime(), zone).split(/[ :]/)
  if (axis.unit === 'hour') return key === `${today} ${hour}:00`
  const span = search.time?.span
  const isToday = isTimeOf(reading, axis) && span?.from === todayOf(ctx) && span.to === span.from
  if (axis.unit === 'hourOfDay') return isToday && key === String(Number(hour))
  return key === keyOfDay(todayOf(ctx), axis.unit)
}

/** The measures of the compared span: of times, the group in the same place. */
async function previousOf(reading: Reading, axes: readonly ChartGroup[], keys: readonly (readonly Key[])[]) {
  const { chart, search } = reading
  const { time } = search
  const span = chart.compare && time?.span ? previousSpan(time.text, time.span, chart.compare) : undefined
  if (!span || !time) return undefined
  const values = { ...search.values, [textOfPath(time.path)]: spanText(span) }
  const before = { ...reading, search: { values, time: { ...time, span } } }
  const [first] = axes
  const isMoving = axes.map(axis => isTimeOf(reading, axis) && axis.unit !== 'weekday' && axis.unit !== 'hourOfDay')
  const moved = (await timesOfAll(before, axes)).map((all, index) => (isMoving[index] ? all : undefined))
  const groups = await allGroups(before, axes, first ? (moved[0] ?? keys[0]) : undefined)
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
function viewOf(ctx: RequestContext, resource: Resource, chart: Chart): ChartView {
  const shown = (axis: ChartGroup) => {
    const { field } = pathIn(ctx, resource, axis)
    const hasColours = isDictionary(field) && dictionaryEntriesOf(field, ctx.model).some(({ colour }) => colour)
    return {
      title: field.title,
      ...(axis.unit && { unit: axis.unit }),
      ...(hasColours && { hasColours: true as const }),
    }
  }
  const { name, title, help, of, kind, compare, better, empty } = chart
  return {
    name,
    title,
    ...(help && { help }),
    of,
    kind,
    ...(compare && { compare }),
    ...(better && { better }),
    ...(empty && { empty }),
    measures: chart.measures.map(({ compute: _compute, ...measure }) => measure),
    groups: chart.group.map(shown),
    ...(chart.split && { split: shown(chart.split) }),
  }
}

const tooManyGroups = ({ title }: Chart) =>
  refuse.input({
    period: {
      zh: `“${title.zh}”的分组太多，请缩小时间范围`,
      en: `"${title.en}" has too many groups; choose a shorter time`,
    },
  })
