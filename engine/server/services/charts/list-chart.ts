import { fits } from '../../../compiler/checks/charts.ts'
import { chartOfText } from '../../../compiler/kinds/chart.ts'
import { dictionaryEntriesOf } from '../../../fields/dictionary/field.ts'
import { isGroupable } from '../../../fields/field-path.ts'
import { typeOf } from '../../../fields/index.ts'
import { isMany } from '../../../fields/options.ts'
import { treeLevelsOf, treeOf } from '../../../fields/reference/tree-levels.ts'
import {
  hasDay,
  isBoolean,
  isDateField,
  isDictionary,
  isMoment,
  isPersonal,
  isReference,
  referredResource,
  scaleOfNumber,
} from '../../../fields/traits.ts'
import {
  type Chart,
  chartKinds,
  type ListChartAnswer,
  type ListChartChoice,
  timeUnits,
  unitTitles,
} from '../../../model/chart.ts'
import type { Bilingual, Field, Model, Resource } from '../../../model/model.ts'
import { systemFields } from '../../../model/system-fields.ts'
import { type Access, accessTo, demand, isHiddenTarget } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
import { refuse } from '../../errors/refuse.ts'
import { pathIn } from '../../store/charts/chart-rows.ts'
import { flow, listChart, measureTitle, type WrittenChart } from '../../store/charts/list-chart.ts'
import { withNodeIds } from '../../store/charts/tree-levels.ts'
import type { Condition } from '../../store/condition.ts'
import { fieldOfFilter, type QueryInput, readQuery } from '../../store/query.ts'
import { chartNumbers } from './chart-numbers.ts'
import { inSnapshot } from './read-charts.ts'

/** The rows of a list as the chart that `_chart` describes; the rest of the query is that of the list. */
export async function readListChart(
  database: Database,
  ctx: RequestContext,
  resource: Resource,
  { _chart: words = '', ...query }: QueryInput,
): Promise<ListChartAnswer> {
  const access = demand(ctx, resource, 'view')
  const written = listChart(ctx.model, resource, new URLSearchParams(String(words)))
  const title = titleOf(ctx, resource, written.chart)
  const chart = { ...written.chart, title }
  const [filters, numbers] = await inSnapshot(database, async queries => {
    const filters = await withNodeIds(queries, ctx, query, name => fieldOfFilter(resource, name))
    const { conditions } = readQuery(ctx, resource, access, filters)
    return [filters, await chartNumbers(queries, ctx, chart, {}, chart.top, conditions)] as const
  })
  if (!numbers) throw refuse.forbidden(title)
  return {
    ...numbers.answer,
    text: textOfListChart(ctx, resource, access, written, title, filters),
    choices: {
      groups: groupsOf(ctx, resource, access),
      measures: measuresOf(resource, access),
      kinds: chartKinds.filter(kind => kind !== 'list' && fits(kind, chart)),
    },
  }
}

/** The paths by which the actor may group: fields, parts of times, levels of trees, and choices of referred records. */
function groupsOf(ctx: RequestContext, resource: Resource, access: Access): readonly ListChartChoice[] {
  const { model } = ctx
  const own = [...resource.fields, ...systemFields].filter(
    field => access.reads(field) && field.name !== 'id' && !field.unique && isGroupable({ of: resource, field }, model),
  )
  return own.flatMap(field => {
    const of = referredResource(field, model)
    if (!of || treeOf(field, model)) return pathsOf(model, field, field.name, field.title)
    const ofTarget = accessTo(ctx, of, 'view')
    const steps = of.fields.filter(
      one =>
        (isDictionary(one) || isBoolean(one) || treeOf(one, model)) &&
        ofTarget.reads(one) &&
        !isHiddenTarget(ctx, { target: of.name, name: one.name }) &&
        isGroupable({ via: field, of, field: one }, model),
    )
    return [
      { text: field.name, title: field.title },
      ...steps.flatMap(one => pathsOf(model, one, `${field.name}.${one.name}`, both(field.title, one.title))),
    ]
  })
}

function pathsOf(model: Model, field: Field, path: string, title: Bilingual): readonly ListChartChoice[] {
  const tree = treeOf(field, model)
  const levels = tree ? [...treeLevelsOf(tree, model)] : []
  const hours = isDateField(field) ? ['hour', 'hourOfDay'] : ['hour']
  const units = hasDay(field) ? timeUnits.filter(unit => !hours.includes(unit)) : []
  const parts: readonly (readonly [text: string, title: Bilingual])[] = [
    ...units.map(unit => [unit, unitTitles[unit]] as const),
    ...(tree ? [['below', { zh: '下一级', en: 'next level' }] as const] : []),
    ...levels.map(([level, { field, key }]) => {
      const entry = dictionaryEntriesOf(field, model).find(one => one.key === key)
      return [level, entry?.title ?? { zh: level, en: level }] as const
    }),
  ]
  const whole = units.length > 0 ? [] : [{ text: path, title }]
  return [...parts.map(([part, of]) => ({ text: `${path}.${part}`, title: both(title, of) })), ...whole]
}

const both = (one: Bilingual, other: Bilingual): Bilingual => ({
  zh: `${one.zh} · ${other.zh}`,
  en: `${one.en} · ${other.en}`,
})

/** The number of records, sums and averages of numbers, and how many different records are referred to. */
function measuresOf(resource: Resource, access: Access): readonly ListChartChoice[] {
  const fields = resource.fields.filter(
    field => field.column !== undefined && !isMany(field) && access.reads(field) && !isPersonal(field),
  )
  return [
    { text: 'count()', title: { zh: '条数', en: 'Number of records' } },
    ...fields.flatMap(field => {
      const { name, title } = field
      const functions = isReference(field) ? ['distinct'] : scaleOfNumber(field) === undefined ? [] : ['sum', 'avg']
      return functions.map(of => ({ text: `${of}(${name})`, title: measureTitle(of, title) }))
    }),
  ]
}

/** What is measured, and by what. */
function titleOf(ctx: RequestContext, resource: Resource, { group, split, measures: [first] }: Chart): Bilingual {
  const paths = [...group, ...(split ? [split] : [])].map(path => {
    const { title } = pathIn(ctx, resource, path).field
    return path.unit ? both(title, unitTitles[path.unit]) : title
  })
  const what = first?.name === 'value' ? first.title : { zh: resource.title.zh, en: resource.titles.en }
  return {
    zh: [what.zh, ...paths.map(({ zh }) => zh)].join(' · '),
    en: [what.en, ...paths.map(({ en }) => en)].join(' · '),
  }
}

/** A chart of a list as a file, with the conditions of the list as its `where` and `search`; others are in a comment. */
function textOfListChart(
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  { text }: WrittenChart,
  title: Bilingual,
  query: QueryInput,
): string {
  const [where, search, others]: string[][] = [[], [], []]
  const isFit = (line: string) => chartOfText(`of: ${resource.name}\n${line}`, ctx.model).problems.length === 0
  const whereLine = (rules: readonly string[]) => `where: ${JSON.stringify(rules.join(' && '))}`
  const searchLine = (parts: readonly string[]) => `search: { ${parts.join(', ')} }`
  for (const [key, given] of Object.entries(query)) {
    const written = [given ?? []].flat().join(',')
    const conditions = readQuery(ctx, resource, access, { [key]: given }).conditions
    const rules = conditions.map(one => ruleOf(ctx.model, one))
    const [field] = conditions.map(one => one.field)
    const part = field && referredResource(field, ctx.model) && `${field.name}: ${JSON.stringify(written)}`
    if (part && isFit(searchLine([part]))) search?.push(part)
    else if (rules.every(rule => rule !== undefined) && isFit(whereLine(rules))) where?.push(...rules)
    else others?.push(`# ${key}=${written}`)
  }
  const [head, ...rest] = text.split('\n')
  return [
    ...(others ?? []),
    `title: ${flow(title)}`,
    head,
    ...(where?.length ? [whereLine(where)] : []),
    ...(search?.length ? [searchLine(search)] : []),
    ...rest,
    '',
  ].join('\n')
}

/** A condition of a list as an expression. */
function ruleOf(model: Model, { field, operator, values, rows }: Condition): string | undefined {
  const isDay = isMoment(field) && String(values[0]).length === 10
  const of = isDay ? `day(${field.name})` : field.name
  const entries = isDictionary(field) ? dictionaryEntriesOf(field, model) : []
  const type = isDay ? 'date' : typeOf(field).rule(field)
  const literal = (value: unknown): string => {
    if (isBoolean(field) || scaleOfNumber(field) !== undefined) return String(value)
    const text = JSON.stringify(entries.find(({ key }) => key === String(value))?.name ?? String(value))
    return { date: `date(${text})`, 'google.protobuf.Timestamp': `timestamp(${text})` }[String(type)] ?? text
  }
  const [first] = values
  const compared = comparisons[operator as keyof typeof comparisons]
  if (rows) return undefined
  if (compared) return `${of} ${compared} ${literal(first)}`
  if (operator === 'oneOf') return `${of} in [${values.map(literal).join(', ')}]`
  if (operator === 'isNull' || operator === 'notNull')
    return `${field.name} ${operator === 'isNull' ? '==' : '!='} null`
  if (operator === 'notContains') return `!${of}.contains(${literal(first)})`
  return ['contains', 'startsWith', 'endsWith'].includes(operator) ? `${of}.${operator}(${literal(first)})` : undefined
}

const comparisons = {
  equals: '==',
  notEquals: '!=',
  greater: '>',
  greaterOrEqual: '>=',
  less: '<',
  lessOrEqual: '<=',
} as const
