import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import { type FieldPath, fieldOfPath } from '../../fields/field-path.ts'
import { textOption } from '../../fields/options.ts'
import { refersToTree } from '../../fields/reference/refers-to-tree.ts'
import { treeOf } from '../../fields/reference/tree-levels.ts'
import { hasDay, isDictionary } from '../../fields/traits.ts'
import { isAdditive, writtenAggregate } from '../../model/aggregates.ts'
import {
  type Chart,
  type ChartGroup,
  type ChartKind,
  type ChartMeasure,
  type ChartPath,
  chartKinds,
  type TimeUnit,
} from '../../model/chart.ts'
import type { Bilingual, Model, Resource } from '../../model/model.ts'
import { writtenOrder } from '../../model/order.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Report } from '../check-context.ts'
import { checkChart, checkCharts } from '../checks/charts.ts'
import { type Draft, draftOf, sourcePositionOf } from '../draft.ts'
import type { Kind } from '../kind.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from '../language/key.ts'
import { type Problem, problem } from '../problem.ts'
import { at, entriesOf, type Node, plainAt, textOf, textsAt } from '../tree.ts'
import { bilingual, byName, named, valuesAt, type Workspace, workspaceOf } from '../workspace.ts'

const name = '[a-z][a-zA-Z0-9]*'
const path = { type: 'string', pattern: `^${name}(\\.${name}){0,2}$` }
const better = newKey(
  { type: 'string', enum: ['more', 'less'] },
  '数值大好还是小好，用于环比的颜色',
  'Whether a larger or a smaller number is better, for the colour of a comparison.',
  'less',
)

/** The keys of a measure of a chart. */
export const chartMeasureKeys: Keys = {
  compute: newKey(
    { type: 'string', minLength: 1 },
    '算法：count()、count(条件)、distinct(表达式)、sum(表达式)、avg(表达式)、min(字段)、max(字段)、share(条件)、ratio(count(条件), count(条件))',
    'The function: count(), count(condition), distinct(expression), sum(expression), avg(expression), min(field), max(field), share(condition), ratio(count(condition), count(condition)).',
    `"share(state == 'done')"`,
    { required: true },
  ),
  title: newKey(
    shared('bilingual'),
    '名称；默认取资源或字段的名称',
    'The title. Default: that of the resource or of the field.',
    '{ zh: 走访, en: Visits }',
  ),
  unit: newKey(
    { anyOf: [{ const: '%' }, shared('bilingual')] },
    '单位；share 和 ratio 默认 %',
    'The unit. Default of `share` and `ratio`: %.',
    '{ zh: 次, en: visits }',
  ),
  better,
}

/** The keys of a chart's file. */
export const chartKeys: Keys = {
  title: newKey(shared('bilingual'), '图表的名称', 'The title of the chart.', '{ zh: 每月走访, en: Visits by month }', {
    required: true,
  }),
  help: newKey(
    shared('bilingual'),
    '说明',
    'An explanation of the chart.',
    '{ zh: 按开始日期统计, en: By their first day }',
  ),
  of: newKey({ type: 'string' }, '统计哪个资源的记录', 'The resource whose records are counted.', 'visit', {
    required: true,
  }),
  where: newKey(
    shared('expression'),
    '统计哪些记录；me 是当前用户',
    'A condition on the records; `me` is the current user.',
    `"state != 'draft'"`,
  ),
  search: newKey(
    mapOf({ type: 'string', minLength: 1 }, { type: 'string', pattern: `^${name}(\\.${name})?$` }),
    '可以筛选的字段和默认值：all 为全部；时间字段可写 30 days、12 weeks、12 months、today、week、month、year。第一个时间字段是图表的时间',
    'The fields by which the chart can be narrowed, with their defaults: `all`, or for a time 30 days, 12 weeks, 12 months, today, week, month or year. The first time is the time of the chart.',
    '{ startDay: 12 months, siteId: all, siteId.lastVisit: all }',
  ),
  group: newKey(
    { anyOf: [path, listOf(path, { minItems: 1, maxItems: 2 })] },
    '按哪个字段分组，最多两个：字段、引用.字段，日期和时间可加 .day、.week、.month、.quarter、.year、.hour、.weekday、.hourOfDay（按系统时区）；引用树的字段可加 .below（所选节点或用户所属节点的下一级）或树的字典条目，如 .district',
    'The field by which records are grouped, or two: a field, `<reference>.<field>`; of a day or time with .day, .week, .month, .quarter, .year, .hour, .weekday or .hourOfDay in the time zone of the system; of a reference to a tree with .below (one level beneath the searched node, or that of the user) or an entry of a dictionary of the tree, such as .district.',
    'startDay.month',
  ),
  split: newKey(path, '把每组再按此字段分开', 'A field by which each group is divided.', 'kind'),
  measure: newKey(
    { ...mapOf({ anyOf: [{ type: 'string', minLength: 1 }, objectOf(chartMeasureKeys)] }), minProperties: 1 },
    '数值，按名称；默认为条数',
    'The numbers by name. Default: the number of records.',
    '{ visits: { compute: count(), title: { zh: 走访, en: Visits } } }',
  ),
  chart: newKey(
    { type: 'string', enum: [...chartKinds] },
    '画法：figure 数字，bars 横条，line 折线，columns 柱，stack 堆叠柱，share 占比条，donut 环，heat 热力，map 地图，calendar 日历，table 表格，list 记录列表；默认按分组的字段选择',
    'How it is drawn: figure, bars, line, columns, stack, share, donut, heat, map, calendar, table, or list for records instead of numbers. Default: by the field of the groups.',
    'stack',
  ),
  columns: newKey(
    shared('names'),
    '记录列表的列，写 chart: list 时用；无权看的列不显示',
    'The fields of a list of records, with `chart: list`. Columns that a user may not read are left out.',
    '[startDay, siteId, kind]',
  ),
  sort: newKey(
    { type: 'string', pattern: `^-?${name}$` },
    '按哪个数值排序，或 key 按分组的值，记录列表则按字段；前面加 - 为倒序。默认时间按先后，其他按第一个数值倒序',
    'The measure by which groups are sorted, or `key` for their value; of a list, a field; a leading - sorts in descending order. Default: times in their order, others by the first measure in descending order.',
    'key',
  ),
  compare: newKey(
    { type: 'string', enum: ['previous', 'year'] },
    '与什么比较：previous 前一段同样长的时间，year 去年同期',
    'The comparison: `previous` for the same span before, `year` for the span a year before.',
    'previous',
  ),
  better,
  top: newKey(
    { type: 'integer', minimum: 1, maximum: 100 },
    '最多几组；默认 10，donut 最多 5，时间不限',
    'The maximum number of groups. Default: 10; at most 5 of a donut; times are not limited.',
    '12',
  ),
  target: newKey(
    { type: 'string' },
    '目标值的参数，写在 parameters.yaml',
    'The parameter of parameters.yaml with the value to reach.',
    'visit.days',
  ),
  empty: newKey(
    shared('bilingual'),
    '没有数据时的文字',
    'The text in place of an empty chart.',
    '{ zh: 没有走访, en: No visits }',
  ),
  http: newKey(
    listOf({ type: 'string', pattern: '^GET /api/[^\\s?#{}]+$' }, { minItems: 1, uniqueItems: true }),
    '也在这些地址返回数据',
    'Further addresses that return the numbers.',
    '[GET /api/field/v1/reports/months]',
  ),
  returns: newKey(
    { const: 'page' },
    'page：在 http 的地址按页返回各组，可用 current、size、ascs、descs；不写则返回数组',
    '`page`: the addresses of `http` return a page of groups, with current, size, ascs and descs. Default: an array.',
    'page',
  ),
}

/** Numbers about the records of a resource. */
export const chartKind: Kind = {
  location: 'charts/<name>.yaml',
  schema: objectOf(chartKeys),
  sections: [
    ['图表 charts/<name>.yaml', chartKeys],
    ['图表的数值 charts.measure.*', chartMeasureKeys],
  ],
  check: checkCharts,
  build: (workspace, before) => ({
    charts: byName(named(workspace.drafts, 'chart'), draft => chartOf(draft, before, workspace)),
  }),
}

/** A chart from the text of a file that no app has, and its problems. */
export function chartOfText(
  text: string,
  model: Model,
): { readonly chart: Chart; readonly problems: readonly Problem[] } {
  const draft = draftOf({ file: 'charts/list.yaml', text, origin: 'app' }, { chart: chartKind })
  if (!draft) throw new Error('The file of a chart has another place.')
  const workspace = workspaceOf([draft])
  const chart = chartOf(draft, model, workspace)
  const problems: Problem[] = []
  const views = Object.values(model.resources).map(resource => ({ resource, draft, members: new Map() }))
  const viewOf = (name: string) => views.find(({ resource }) => resource.name === name)
  const view = viewOf(chart.of)
  const report: Report = (_draft, offset, code, words) =>
    problems.push(problem(code, sourcePositionOf(draft, offset), words))
  if (view) checkChart(draft, chart, view, { workspace, model, views, viewOf, report })
  return { chart, problems }
}

function chartOf(draft: Draft, model: Model, workspace: Workspace): Chart {
  const { name: called, root } = draft
  const of = textOf(at(root, 'of')) ?? ''
  const resource = Object.hasOwn(model.resources, of) ? model.resources[of] : undefined
  const groupOf = (node: Node) => groupAt(textOf(node) ?? '', model, resource)
  const groupNode = at(root, 'group')
  const group = (groupNode?.kind === 'list' ? groupNode.items : groupNode ? [groupNode] : []).map(groupOf)
  const split = at(root, 'split')
  const measures = measuresOf(at(root, 'measure'), resource, workspace)
  const first = group[0] && resource && fieldOfPath(model, resource, group[0])
  const byTime = group[0]?.unit !== undefined
  const kind =
    (textOf(at(root, 'chart')) as ChartKind | undefined) ??
    usualKind(group, split !== undefined, first, measures, model)
  const sort =
    textOf(at(root, 'sort')) ?? (byTime || group.length > 1 || kind === 'map' ? 'key' : `-${measures[0]?.name}`)
  // A ring of more parts cannot be read.
  const top =
    kind === 'donut'
      ? Math.min(Number(plainAt(root, 'top') ?? 5), 5)
      : (plainAt(root, 'top') ?? (byTime || kind === 'map' ? undefined : 10))
  const columns = textsAt(root, 'columns')
  const { file, line } = sourcePositionOf(draft, (at(root, 'measure') ?? at(root, 'of') ?? root).start)
  return {
    name: called,
    title: { zh: called, en: called },
    ...valuesAt<Chart>()(root, 'title', 'help', 'where', 'compare', 'better', 'target', 'empty', 'returns'),
    of,
    search: entriesOf(at(root, 'search')).map(({ key, value }) => ({
      ...writtenPath(key),
      default: textOf(value) ?? 'all',
    })),
    group,
    ...(split && { split: groupOf(split) }),
    measures,
    kind,
    ...(columns.length > 0 && { columns }),
    sort: writtenOrder(sort),
    ...(typeof top === 'number' && { top }),
    http: addressesAt(root),
    at: { file, line },
  }
}

/** The paths of `http`. */
export const addressesAt = (node: Node): string[] =>
  textsAt(node, 'http').map(endpoint => endpoint.replace(/^GET /, ''))

/** A path as written; the last of three parts, or one that the path of a time has, is a unit. */
export function writtenPath(text: string): ChartPath & { readonly rest?: string } {
  const [first = '', second, rest] = text.split('.')
  if (second === undefined) return { field: first }
  return { via: first, field: second, ...(rest !== undefined && { rest }) }
}

function groupAt(text: string, model: Model, resource: Resource | undefined): ChartGroup {
  const { via, field, rest } = writtenPath(text)
  const own = via === undefined || rest !== undefined || !resource ? undefined : fieldOf(resource, via)
  if (via !== undefined && own && hasDay(own)) return { field: via, unit: field as TimeUnit }
  const tree = own && treeOf(own, model)
  if (via !== undefined && tree && !fieldOf(tree, field)) return { field: via, level: field }
  const path = { field, ...(via !== undefined && { via }) }
  const found = resource && fieldOfPath(model, resource, path)
  if (found && rest !== undefined && refersToTree(found.field, model)) return { ...path, level: rest }
  const unit = rest ?? (found && hasDay(found.field) ? 'day' : undefined)
  return { ...path, ...(unit !== undefined && { unit: unit as TimeUnit }) }
}

function usualKind(
  { length }: readonly ChartGroup[],
  isSplit: boolean,
  first: FieldPath | undefined,
  [measure]: readonly ChartMeasure[],
  model: Model,
): ChartKind {
  const isSum = measure !== undefined && isAdditive(measure)
  if (length === 0) return 'figure'
  if (length > 1) return 'heat'
  if (first && hasDay(first.field)) return isSplit && isSum ? 'stack' : 'line'
  const hasColours =
    first &&
    isDictionary(first.field) &&
    textOption(first.field, 'of') !== undefined &&
    dictionaryEntriesOf(first.field, model).some(({ colour }) => colour)
  return hasColours && !isSplit && isSum ? 'share' : 'bars'
}

function measuresOf(node: Node | undefined, resource: Resource | undefined, { words }: Workspace): ChartMeasure[] {
  const title = resource ? { zh: resource.title.zh, en: resource.titles.en } : { zh: '', en: '' }
  const unit = { zh: '条', en: title.en.toLowerCase() }
  const written = entriesOf(node).map(({ key, value }) => {
    const compute = textOf(value) ?? textOf(at(value, 'compute')) ?? ''
    const { of, args: [argument] = [] } = writtenAggregate(compute) ?? {}
    const field = resource && argument && fieldOf(resource, argument.text)
    const isCount = of === 'count' && !argument
    const usual: Bilingual = words.get(key) ?? (isCount ? title : field?.title) ?? { zh: key, en: key }
    const ownUnit = bilingual(at(value, 'unit')) ?? (textOf(at(value, 'unit')) === '%' ? percent : undefined)
    const usualUnit = of === 'share' || of === 'ratio' ? percent : of === 'count' ? unit : undefined
    const shown = ownUnit ?? usualUnit
    return {
      name: key,
      compute,
      title: usual,
      ...(shown && { unit: shown }),
      ...valuesAt<ChartMeasure>()(value, 'title', 'better'),
    }
  })
  return written.length > 0 ? written : [{ name: 'count', compute: 'count()', title, unit }]
}

const percent: Bilingual = { zh: '%', en: '%' }
