import { type FieldPath, fieldOfPath, textOfPath } from '../../../fields/field-path.ts'
import { refersToTree } from '../../../fields/reference/refers-to-tree.ts'
import { treeLevelsOf, treeOf } from '../../../fields/reference/tree-levels.ts'
import { hasDay, isDateField } from '../../../fields/traits.ts'
import { writtenAggregate } from '../../../model/aggregates.ts'
import type { Chart, ChartGroup, ChartMeasure, ChartPath, ChartSearch } from '../../../model/chart.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { expressionOf } from '../../../record/expressions.ts'
import { type DaySpan, spanOf } from '../../../rules/chart-span.ts'
import { dayText } from '../../../rules/day.ts'
import { near } from '../../../rules/near.ts'
import { dayIn } from '../../../rules/zone.ts'
import { type Access, accessToNames, isHiddenTarget } from '../../auth/access.ts'
import { rowsBy } from '../../auth/expressions.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { columnOf, every, type Fragment, sql, word } from '../../database/fragment.ts'
import { refuse } from '../../errors/refuse.ts'
import { type Condition, conditionSql } from '../condition.ts'
import { readsHidden } from '../hidden-reads.ts'
import { readConditions } from '../read-conditions.ts'

/** The values by which a chart is narrowed. */
export interface SearchValues {
  /** By the path as text; a span has its days, and what narrows nothing is missing. */
  readonly values: Readonly<Record<string, string>>
  /** The time of the chart, with the value as given. */
  readonly time?: { readonly path: ChartSearch; readonly text: string; readonly span: DaySpan | null }
}

/** The names of the address as values of a chart: its paths, the last names of them, or `period` for its time. */
export function searchValues(
  ctx: RequestContext,
  chart: Chart,
  given: Readonly<Record<string, string | undefined>>,
): SearchValues {
  const resource = resourceOf(ctx.model, chart.of)
  const time = timeOf(ctx, chart)
  const texts = new Map(chart.search.map(path => [textOfPath(path), path.default]))
  const names = new Map<string, string>()
  for (const [name, text] of Object.entries(given)) {
    if (text === undefined || text.trim() === '') continue
    const path = name === 'period' ? time : searched(chart, name)
    if (!path) throw refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), [...texts.keys()]))
    texts.set(textOfPath(path), text.trim())
    names.set(textOfPath(path), name)
  }
  const today = todayOf(ctx)
  const values: Record<string, string> = {}
  let found: SearchValues['time']
  for (const path of chart.search) {
    const { field } = pathIn(ctx, resource, path)
    const name = textOfPath(path)
    const text = texts.get(name) ?? 'all'
    const given = hasDay(field) ? spanOf(text, today) : undefined
    if (hasDay(field) && given === undefined) throw wrongSpan(names.get(name) ?? name, text)
    // A day has no time.
    const span = given && isDateField(field) ? { from: given.from, to: given.to } : given
    if (path === time) found = { path, text, span: span ?? null }
    if (text !== 'all') values[name] = span ? spanText(span) : text
  }
  return { values, ...(found && { time: found }) }
}

/** The path that a name means: the whole path, or its last part. */
export const searched = ({ search }: Chart, name: string): ChartSearch | undefined =>
  search.find(path => textOfPath(path) === name) ?? search.find(({ field }) => field === name)

/** The time of a chart. */
export const timeOf = (ctx: RequestContext, { of, search }: Chart): ChartSearch | undefined =>
  search.find(path => hasDay(pathIn(ctx, resourceOf(ctx.model, of), path).field))

/** The current day in the time zone of the server. */
export const todayOf = ({ clock }: RequestContext): number => dayIn(clock.now.getTime(), clock.zone)

/** A span as a value of a search. */
export const spanText = ({ from, to, fromTime, toTime }: DaySpan): string =>
  [[dayText(from), fromTime].filter(Boolean).join(' '), [dayText(to), toTime].filter(Boolean).join(' ')].join('..')

/** The rows of a chart under an alias, besides those that the actor may view and that are not deleted. */
export function rowsOfChart(ctx: RequestContext, chart: Chart, values: SearchValues['values']) {
  const resource = resourceOf(ctx.model, chart.of)
  const narrowed = Object.entries(values).flatMap(([name, text]) => {
    const path = searched(chart, name)
    return path ? [narrowedBy(ctx, resource, path, name, text)] : []
  })
  return (alias: string): Fragment =>
    every([
      ...(chart.where === undefined ? [] : [rowsBy(ctx, resource, chart.where, alias)]),
      ...narrowed.map(rows => rows(alias)),
    ])
}

function narrowedBy(ctx: RequestContext, resource: Resource, path: ChartPath, name: string, text: string) {
  const { via, of, field } = pathIn(ctx, resource, path)
  const read = (operator: Parameters<typeof readConditions>[3], part: string): readonly Condition[] => {
    const found = readConditions(ctx, of, field, operator, false, [part])
    if ('error' in found) throw refuse.input({ [name]: found.error })
    return found.conditions
  }
  const [from = '', to] = text.split('..')
  const isSpan = hasDay(field) && to !== undefined
  const conditions = isSpan
    ? [...read('greaterOrEqual', from), ...read('lessOrEqual', to)]
    : read(refersToTree(field, ctx.model) ? 'below' : 'oneOf', text)
  return (alias: string): Fragment => {
    if (!via) return every(conditions.map(one => conditionSql(one, alias)))
    const those = every([accessToNames(ctx, of).whole('s'), ...conditions.map(one => conditionSql(one, 's'))])
    return sql`${word(columnOf(alias, String(via.column)))} in (select s."id" from ${word(`"${of.table}" s`)} where ${those})`
  }
}

/** The field of a path, which the compiler has checked. */
export function pathIn({ model }: RequestContext, resource: Resource, path: ChartPath): FieldPath {
  const found = fieldOfPath(model, resource, path)
  if (!found) throw new Error(`"${resource.name}" has no field "${textOfPath(path)}".`)
  return found
}

/** The condition of the records that a measure counts; undefined for all of them, and for another function. */
export function conditionOf({ compute }: ChartMeasure): string | undefined {
  const { of, args: [condition] = [] } = writtenAggregate(compute) ?? {}
  return of === 'count' ? condition?.text : undefined
}

/** Whether the actor may read all that a chart reads when it is narrowed by the values. */
export function isReadable(ctx: RequestContext, chart: Chart, access: Access, search: SearchValues): boolean {
  const resource = resourceOf(ctx.model, chart.of)
  const isLevelOpen = ({ level }: ChartGroup, { field }: FieldPath) => {
    const tree = level === undefined ? undefined : treeOf(field, ctx.model)
    const of = tree && treeLevelsOf(tree, ctx.model).get(level ?? '')?.field
    return !tree || !of || !isHiddenTarget(ctx, { target: tree.name, name: of.name })
  }
  const isOpen = ({ via, of, field }: FieldPath) =>
    via ? access.reads(via) && !isHiddenTarget(ctx, { target: of.name, name: field.name }) : access.reads(field)
  return (
    access.allowed &&
    pathsRead(chart, search).every(path => {
      const found = pathIn(ctx, resource, path)
      return isOpen(found) && isLevelOpen(path, found)
    }) &&
    textsOf(chart).every(text => !readsHidden(ctx, resource, access.withheld, expressionOf(ctx.model, resource, text)))
  )
}

/** The fields of the resource that a chart reads when it is narrowed by the values. */
export function fieldsOfChart(ctx: RequestContext, chart: Chart, search: SearchValues): readonly Field[] {
  const resource = resourceOf(ctx.model, chart.of)
  const names = [
    ...pathsRead(chart, search).map(({ via, field }) => via ?? field),
    ...textsOf(chart).flatMap(text => expressionOf(ctx.model, resource, text)?.reads ?? []),
  ]
  return [...new Set(names)].flatMap(name => fieldOf(resource, name) ?? [])
}

/** The groups of a chart, its split, and the fields by which it is narrowed. */
const pathsRead = (chart: Chart, { values }: SearchValues): readonly ChartGroup[] => [
  ...chart.group,
  ...(chart.split ? [chart.split] : []),
  ...Object.keys(values).flatMap(name => searched(chart, name) ?? []),
]

/** The expressions of a chart. */
const textsOf = ({ where = '', measures }: Chart): readonly string[] =>
  [where, ...measures.flatMap(({ compute }) => writtenAggregate(compute)?.args.map(({ text }) => text) ?? [])].filter(
    text => text !== '',
  )

const wrongSpan = (name: string, text: string) =>
  refuse.input({
    [name]: {
      zh: `${name} 不能是“${text.slice(0, 64)}”，须为 all、today、week、month、year、30 days 这样的写法，或两个日期：2026-10-01..2026-10-31`,
      en: `${name} cannot be "${text.slice(0, 64)}"; it must be all, today, week, month, year, such as 30 days, or two days: 2026-10-01..2026-10-31`,
    },
  })
