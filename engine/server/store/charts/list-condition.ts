import type { Chart } from '../../../model/chart.ts'
import type { Resource } from '../../../model/model.ts'
import { systemFields } from '../../../model/system-fields.ts'
import { near } from '../../../rules/near.ts'
import type { Access } from '../../auth/access.ts'
import { rowsBy } from '../../auth/expressions.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import { every } from '../../database/fragment.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Condition } from '../condition.ts'
import { type Axis, axesOf, type GroupKey } from './axes.ts'
import { conditionOf, isReadable, rowsOfChart, type SearchValues, searchValues } from './chart-rows.ts'
import { listChartNamed } from './list-chart.ts'

/**
 * The query of the list with the rows of a group: `chart=<name>?<search>&key=…&key2=…&split=…`, where `none` names the keys that
 * are null. If the first measure counts rows with a condition, `measure` narrows the list to them.
 */
export function filterOf(
  chart: Chart,
  { values }: SearchValues,
  axes: readonly Axis[],
  keys: readonly GroupKey[],
): string {
  const query = new URLSearchParams(values)
  for (const [index, { name }] of axes.entries()) {
    const key = keys[index]
    if (key === null) query.append('none', name)
    else if (key !== undefined) query.append(name, key)
  }
  const [first] = chart.measures
  if (first && conditionOf(first)) query.append('measure', first.name)
  return `chart=${encodeURIComponent(`${chart.name}?${query}`)}`
}

/** The condition of a list on the rows of a group of a chart. */
export function chartCondition(ctx: RequestContext, resource: Resource, access: Access, text: string): Condition {
  const [name = '', query = ''] = text.split(/\?(.*)/s)
  const declared = Object.hasOwn(ctx.model.charts, name) ? ctx.model.charts[name] : undefined
  const chart = listChartNamed(ctx.model, resource, name) ?? declared
  if (!chart || chart.of !== resource.name) throw unknownChart(name, ctx, resource)
  const given = new URLSearchParams(query)
  const [none, measure] = [given.getAll('none'), given.get('measure')]
  const names = ['none', 'measure', 'key', 'key2', 'split']
  const rest = [...given].filter(([key]) => !names.includes(key))
  const search = searchValues(ctx, chart, Object.fromEntries(rest))
  const axes = axesOf(ctx, chart, search)
  const known = axes.map(axis => axis.name)
  const other = [...none, ...names.slice(2).filter(one => given.has(one))].find(one => !known.includes(one))
  if (other !== undefined) throw refuse.unknownName(other.slice(0, 100), near(other.slice(0, 64), known))
  if (!isReadable(ctx, chart, access, search)) throw refuse.forbidden(chart.title)
  const counted = measure === null ? undefined : measuredCondition(chart, measure)
  const whole = rowsOfChart(ctx, chart, search.values)
  const rows = (alias: string) =>
    every([
      whole(alias),
      ...axes.flatMap(axis => {
        const key = none.includes(axis.name) ? null : (given.get(axis.name) ?? undefined)
        return key === undefined ? [] : [axis.rows(alias, key)]
      }),
      ...(counted === undefined ? [] : [rowsBy(ctx, resource, counted, alias)]),
    ])
  const id = systemFields.find(field => field.name === 'id')
  if (!id) throw new Error('Rows have an id.')
  return { field: id, operator: 'notNull', values: [], rows }
}

/** The condition of the records that a measure counts; undefined for all records of a group. */
function measuredCondition({ measures }: Chart, name: string): string | undefined {
  const measure = measures.find(one => one.name === name)
  const names = measures.map(one => one.name)
  if (!measure) throw refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), names))
  return conditionOf(measure)
}

function unknownChart(name: string, { model }: RequestContext, { name: of }: Resource): Error {
  const names = Object.values(model.charts).flatMap(chart => (chart.of === of ? [chart.name] : []))
  return refuse.unknownName(name.slice(0, 100), near(name.slice(0, 64), names))
}
