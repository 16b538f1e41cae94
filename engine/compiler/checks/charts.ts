import { fieldOfPath, isGroupable } from '../../fields/field-path.ts'
import { typeOf } from '../../fields/index.ts'
import { treeLevelsOf, treeOf } from '../../fields/reference/tree-levels.ts'
import { hasDay, isDateField, isPersonal, isReference } from '../../fields/traits.ts'
import { isAdditive, writtenAggregate } from '../../model/aggregates.ts'
import {
  type Chart,
  type ChartGroup,
  type ChartKind,
  type ChartMeasure,
  type ChartPath,
  timeUnits,
} from '../../model/chart.ts'
import { spanOf } from '../../rules/chart-span.ts'
import { compileExpression } from '../../rules/compile-expression.ts'
import { type Scope, scopeOf } from '../../rules/scope.ts'
import { faultInSql } from '../../rules/to-sql.ts'
import type { ValueType } from '../../rules/value.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView, viewNamed } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { recall } from '../recalled-checks.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { named } from '../workspace.ts'
import { compiledAt, reportFault, tablesAtCompile } from './expressions.ts'
import { declaredEndpoints, isEnginePath } from './operations.ts'
import { choice } from './unknown-word.ts'

/** Checks what charts count, by which fields, and whether their drawing fits. */
export function checkCharts(scene: CheckContext): void {
  const endpoints = declaredEndpoints(scene)
  for (const [name, draft] of named(scene.workspace.drafts, 'chart')) {
    const chart = scene.model.charts[name]
    const of = at(draft.root, 'of')
    const view = viewNamed(scene, textOf(of))
    if (!Object.hasOwn(scene.model.resources, textOf(of) ?? ''))
      scene.report(
        draft,
        (of ?? draft.root).start,
        'resource.unknown',
        choice(textOf(of) ?? '', Object.keys(scene.model.resources)),
      )
    checkAddresses(draft, itemsOf(at(draft.root, 'http')), endpoints, scene)
    if (chart && view) recall(scene, draft, each => checkChart(draft, chart, viewNamed(each, textOf(of)) ?? view, each))
  }
}

/** Checks the meaning of a chart. */
export function checkChart(draft: Draft, chart: Chart, view: ResourceView, scene: CheckContext): void {
  const { root } = draft
  const scope = scopeOf(scene.model, view.resource, { me: true })
  const where = at(root, 'where')
  const condition = compiledAt(draft, where, scope, 'bool', scene)
  const fault = condition && faultInSql(condition, columnsOf(view, scene))
  if (fault) reportFault(draft, where, fault, scene)
  for (const [index, { keyStart, value }] of entriesOf(at(root, 'search')).entries())
    checkSearch(draft, chart.search[index], keyStart, value, view, scene)
  const [group, split] = [at(root, 'group'), at(root, 'split')]
  const nodes = [...(group?.kind === 'list' ? group.items : group ? [group] : []), ...(split ? [split] : [])]
  for (const [index, path] of [...chart.group, ...(chart.split ? [chart.split] : [])].entries())
    checkGroup(draft, nodes[index] ?? root, path, view, scene)
  for (const [index, { value }] of entriesOf(at(root, 'measure')).entries()) {
    const [measure, node] = [chart.measures[index], at(value, 'compute') ?? value]
    if (measure) checkMeasure(draft, node, measure, scope, view, scene)
  }
  checkDrawing(draft, chart, view, scene)
}

function checkSearch(
  draft: Draft,
  path: (ChartPath & { readonly default: string }) | undefined,
  keyStart: number,
  value: Node,
  view: ResourceView,
  scene: CheckContext,
): void {
  if (!path || !isKnownPath(draft, keyStart, path, view, scene)) return
  const found = fieldOfPath(scene.model, view.resource, path)
  const text = path.default
  if (!found || !isGroupable(found, scene.model)) scene.report(draft, keyStart, 'chart.field', { name: path.field })
  else if (
    hasDay(found.field)
      ? spanOf(text, 0) === undefined
      : text !== 'all' && 'fault' in typeOf(found.field).parse(text, found.field, scene.model)
  )
    scene.report(draft, value.start, 'chart.search', { value: text })
}

function checkGroup(draft: Draft, node: Node, group: ChartGroup, view: ResourceView, scene: CheckContext): void {
  const { report, model } = scene
  const { via, level, unit } = group
  const name = textOf(node) ?? ''
  const reference = via === undefined ? undefined : fieldNamed(view, via)
  if (reference && !isReference(reference)) {
    report(draft, node.start, 'chart.unit', { name, unit: unit ?? group.field })
    return
  }
  if (!isKnownPath(draft, node.start, group, view, scene)) return
  const found = fieldOfPath(model, view.resource, group)
  const tree = found && treeOf(found.field, model)
  const levels = tree ? ['below', ...treeLevelsOf(tree, model).keys()] : []
  const needsTime = unit === 'hour' || unit === 'hourOfDay'
  if (!found || !isGroupable(found, model)) report(draft, node.start, 'chart.field', { name })
  else if (level !== undefined && !levels.includes(level))
    report(draft, node.start, 'chart.level', choice(level, levels))
  else if (unit && (!timeUnits.includes(unit) || !hasDay(found.field) || (needsTime && isDateField(found.field))))
    report(draft, node.start, 'chart.unit', { name, unit })
}

/** Reports a path that names no field. */
function isKnownPath(draft: Draft, start: number, path: ChartPath, view: ResourceView, scene: CheckContext): boolean {
  const via = path.via === undefined ? undefined : fieldNamed(view, path.via)
  const of = path.via === undefined ? view : via && isReference(via) ? viewNamed(scene, via.options['of']) : undefined
  // Its file has problems of its own.
  if (via && isReference(via) && !of) return false
  const [name, known] = of ? [path.field, fieldNames(of)] : [path.via ?? '', fieldNames(view)]
  if (of && fieldNamed(of, path.field)) return true
  scene.report(draft, start, 'field.unknown', choice(name, known))
  return false
}

const columnsOf = (view: ResourceView, scene: CheckContext) => ({
  column: (name: string) => fieldNamed(view, name)?.column,
  tables: tablesAtCompile(scene),
})

function checkMeasure(
  draft: Draft,
  node: Node,
  { compute }: ChartMeasure,
  scope: Scope,
  view: ResourceView,
  scene: CheckContext,
): void {
  const aggregate = writtenAggregate(compute)
  if (!aggregate) scene.report(draft, node.start, 'chart.measure', { name: compute })
  const { of, args } = aggregate ?? { of: 'count', args: [] }
  for (const { text, start } of args) {
    if (text === '' && of === 'ratio') continue
    const isCondition = of === 'count' || of === 'share' || of === 'ratio'
    const compiled = compileExpression(text, scope, isCondition ? 'bool' : undefined)
    const fault = 'fault' in compiled ? compiled.fault : faultInSql(compiled.expression, columnsOf(view, scene))
    if (fault) {
      reportFault(draft, node, { ...fault, start: fault.start + start, end: fault.end + start }, scene)
      continue
    }
    const { term, type } = 'expression' in compiled ? compiled.expression : { term: undefined, type: 'null' as const }
    const field = fieldNamed(view, text)
    const isNumber = numeric.some(one => one === type) && term?.refersTo === undefined
    const isOrdered = field !== undefined && !isPersonal(field) && typeOf(field).operators.includes('greater')
    const isFit = { sum: isNumber, avg: isNumber, min: isOrdered, max: isOrdered, distinct: !type.startsWith('list') }
    if (!isCondition && !isFit[of]) scene.report(draft, node.start, 'chart.measure', { name: compute })
  }
}

const numeric: readonly ValueType[] = ['int', 'decimal']

/** Which groups each drawing shows. Parts of a whole add up to it. */
export function fits(
  kind: ChartKind,
  { group, split, columns, measures: [measure] }: Pick<Chart, 'group' | 'split' | 'columns' | 'measures'>,
): boolean {
  const [first] = group
  const isSum = measure !== undefined && isAdditive(measure)
  const isOne = group.length === 1
  const isAlone = isOne && !split
  const isNone = group.length === 0 && !split
  return {
    figure: isNone,
    list: isNone && columns !== undefined,
    bars: isOne,
    columns: isOne,
    line: isOne && first?.unit !== undefined,
    stack: isOne && split !== undefined && isSum,
    share: isAlone && isSum,
    donut: isAlone && isSum,
    calendar: isAlone && first?.unit === 'day',
    map: isAlone && first?.level !== undefined,
    heat: group.length + Number(split !== undefined) === 2,
    table: group.length > 0,
  }[kind]
}

function checkDrawing(draft: Draft, chart: Chart, view: ResourceView, scene: CheckContext): void {
  const { root } = draft
  const { report, model } = scene
  const isKnown =
    chart.group.every(path => fieldOfPath(model, view.resource, path)) &&
    chart.measures.every(({ compute }) => writtenAggregate(compute))
  if (isKnown && !fits(chart.kind, chart))
    report(draft, (at(root, 'chart') ?? at(root, 'split') ?? root).start, 'chart.kind', { name: chart.kind })
  const columns = fieldNames(view)
  const names = chart.kind === 'list' ? columns : ['key', ...chart.measures.map(({ name }) => name)]
  const [sort, compare, target] = [at(root, 'sort'), at(root, 'compare'), at(root, 'target')]
  if (sort && !names.includes(chart.sort.field))
    report(draft, sort.start, 'chart.sort', choice(chart.sort.field, names))
  const isTime = (path: ChartPath) => {
    const found = fieldOfPath(model, view.resource, path)
    return found !== undefined && hasDay(found.field)
  }
  for (const node of itemsOf(at(root, 'columns')))
    if (chart.kind !== 'list') report(draft, node.start, 'chart.kind', { name: chart.kind })
    else if (!columns.includes(textOf(node) ?? ''))
      report(draft, node.start, 'field.unknown', choice(textOf(node) ?? '', columns))
  if (compare && !chart.search.some(isTime)) report(draft, compare.start, 'chart.compare')
  const parameters = model.parameters.map(({ key }) => key)
  if (target && !parameters.includes(chart.target ?? ''))
    report(draft, target.start, 'chart.target', choice(chart.target ?? '', parameters))
}

/** Checks the addresses of charts and boards, and reserves them. */
export function checkAddresses(
  draft: Draft,
  nodes: readonly Node[],
  endpoints: Set<string>,
  { report }: CheckContext,
): void {
  for (const node of nodes) {
    const endpoint = textOf(node) ?? ''
    const path = endpoint.replace(/^GET /, '')
    if (isEnginePath(path)) report(draft, node.start, 'http.reserved', { name: path })
    else if (endpoints.has(endpoint)) report(draft, node.start, 'http.taken', { name: endpoint })
    endpoints.add(endpoint)
  }
}
