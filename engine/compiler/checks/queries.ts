import { typeOf } from '../../fields/index.ts'
import { hasRangeIndex, isSearched } from '../../fields/indexed-fields.ts'
import { isMany } from '../../fields/options.ts'
import { scaleOfNumber } from '../../fields/traits.ts'
import { writtenAggregate } from '../../model/aggregates.ts'
import type { DeclaredQuery, Field, Resource } from '../../model/model.ts'
import { isReadOnly, namesInPath } from '../../model/names.ts'
import { stepsOf } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { type Scope, scopeOf } from '../../rules/scope.ts'
import { type Term, touches } from '../../rules/term.ts'
import { faultInSql } from '../../rules/to-sql.ts'
import type { ValueType } from '../../rules/value.ts'
import { type CheckContext, fieldNamed, fieldNames, type ResourceView } from '../check-context.ts'
import { at, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { compiledAt, reportFault, tablesAtCompile, understood } from './expressions.ts'
import { checkOrder } from './screens.ts'
import { choice } from './unknown-word.ts'

/** Parameters of lists, which no input may have as its name. */
const listParameters = ['current', 'size', 'ascs', 'descs']

/** Checks what queries read, how they sort, and that an index finds their rows. */
export function checkQueries(scene: CheckContext): void {
  for (const view of scene.views) {
    for (const { key, value } of entriesOf(at(view.draft.root, 'queries'))) {
      const query = view.resource.queries.find(({ name }) => name === key)
      if (query) checkQuery(value, query, view, scene)
    }
  }
}

function checkQuery(node: Node, query: DeclaredQuery, view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const scope = scopeOf(scene.model, resource, { input: query.input, me: true })
  for (const { key: name, keyStart } of entriesOf(at(node, 'input')))
    if (listParameters.includes(name)) scene.report(draft, keyStart, 'name.reserved', { name })
  checkClaims(node, query, view, scene)
  const isHandled = at(node, 'handler') !== undefined || typeof query.returns !== 'string'
  if (isHandled) checkHandled(node, query, view, scene)
  else checkFound(node, query, scope, view, scene)
}

/** Claims are of whole records that a step or a save decides, and a call that takes them writes. */
function checkClaims(node: Node, query: DeclaredQuery, { draft, resource }: ResourceView, scene: CheckContext): void {
  const [claims, http] = [at(node, 'claims'), at(node, 'http')]
  if (http && query.http.method !== (query.claims ? 'POST' : 'GET')) scene.report(draft, http.start, 'query.http', {})
  const isFit = query.returns === 'list' || query.returns === 'one'
  if (claims && (!isFit || query.group || query.handler !== undefined || isReadOnly(resource) || resource.partOf))
    scene.report(draft, claims.start, 'query.claims', {})
}

/** Checks a query that finds rows. */
function checkFound(node: Node, query: DeclaredQuery, scope: Scope, view: ResourceView, scene: CheckContext): void {
  const { draft } = view
  const ofWhere = checkWhere(node, query, scope, view, scene)
  const sort = at(node, 'sort')
  if (at(node, 'group') ?? at(node, 'measure')) checkGroup(node, query, view, scene)
  else checkOrder(sort, view, scene)
  if (sort && query.returns === 'count') scene.report(draft, sort.start, 'query.unused', { name: 'sort' })
  const ofColumns = checkColumns(at(node, 'columns'), query, scope, view, scene)
  checkInputsRead(node, query, [...ofWhere, ...ofColumns], view, scene)
}

/** An input that only the request contains would be accepted and ignored. */
function checkInputsRead(
  node: Node,
  { http }: DeclaredQuery,
  expressions: Expressions,
  { draft }: ResourceView,
  { report }: CheckContext,
): void {
  const known = expressions.flatMap(one => one ?? [])
  // What an invalid expression was to read is unknown.
  if (known.length < expressions.length) return
  const read = [...known.flatMap(({ readsInput }) => readsInput), ...namesInPath(http), ...listParameters]
  for (const { key: name, keyStart } of entriesOf(at(node, 'input')))
    if (!read.includes(name)) report(draft, keyStart, 'query.input-unread', { name })
}

/** A handler gives typed values, so nothing selects rows; a step has another kind of handler. */
function checkHandled(node: Node, { name, returns }: DeclaredQuery, view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const [handler, result] = [at(node, 'handler'), at(node, 'returns')]
  if (!handler) scene.report(draft, (result ?? node).start, 'action.returns', { name })
  if (typeof returns === 'string') scene.report(draft, (result ?? node).start, 'query.handler', {})
  if (handler && stepsOf(resource).some(step => step.handler === textOf(handler)))
    scene.report(draft, handler.start, 'query.handler-of-step', { name: textOf(handler) ?? '' })
  for (const key of ['where', 'sort', 'columns', 'group', 'measure', 'small']) {
    const idle = at(node, key)
    if (idle) scene.report(draft, idle.start, 'query.unused', { name: key })
  }
}

/** Fields that can be grouped have a column with one value; measured ones are numbers, or can be compared. */
function checkGroup(node: Node, query: DeclaredQuery, view: ResourceView, scene: CheckContext): void {
  const { draft } = view
  const [group, measure, sort, columns] = ['group', 'measure', 'sort', 'columns'].map(key => at(node, key))
  if (!group || !measure || query.returns !== 'list')
    scene.report(draft, (group ?? measure ?? node).start, 'query.group', {})
  if (columns) scene.report(draft, columns.start, 'query.unused', { name: 'columns' })
  const isGroupable = (field: Field | undefined) =>
    field?.column !== undefined && !isMany(field) && !typeOf(field).secret && !typeOf(field).large
  for (const item of itemsOf(group)) {
    const name = textOf(item) ?? ''
    if (!isGroupable(fieldNamed(view, name)))
      scene.report(draft, item.start, 'field.unknown', choice(name, fieldNames(view)))
  }
  for (const { key, keyStart, value } of entriesOf(measure)) {
    const { of, args: [read] = [] } = writtenAggregate(textOf(value) ?? '') ?? {}
    const field = read && fieldNamed(view, read.text)
    const isNumeric = field?.column !== undefined && scaleOfNumber(field) !== undefined
    const isOrdered = isGroupable(field) && field !== undefined && typeOf(field).operators.includes('greater')
    const isOrder = of === 'min' || of === 'max'
    const isFit = of === 'count' ? !read : isOrder ? isOrdered : (of === 'sum' || of === 'avg') && isNumeric
    if (!isFit) scene.report(draft, value.start, 'query.measure', { name: textOf(value) ?? '' })
    if (query.group?.includes(key)) scene.report(draft, keyStart, 'name.reserved', { name: key })
  }
  const names = [...(query.group ?? []), ...Object.keys(query.measure ?? {})]
  if (sort && query.sort && !names.includes(query.sort.field))
    scene.report(draft, sort.start, 'field.unknown', choice(query.sort.field, names))
}

/** The expressions of a part of a query; undefined is one with a fault. */
type Expressions = readonly (Expression | undefined)[]

function checkWhere(
  node: Node,
  { small }: DeclaredQuery,
  scope: Scope,
  view: ResourceView,
  scene: CheckContext,
): Expressions {
  const [where, idle] = [at(node, 'where'), at(node, 'small')]
  if (idle && !where) scene.report(view.draft, idle.start, 'query.unused', { name: 'small' })
  if (!where) return []
  const expression = compiledAt(view.draft, where, scope, 'bool', scene)
  if (!expression) return [undefined]
  const column = (name: string) => fieldNamed(view, name)?.column
  const fault = faultInSql(expression, { column, tables: tablesAtCompile(scene) })
  if (fault) reportFault(view.draft, where, fault, scene)
  else if (isFound(expression.term, view.resource)) {
    if (idle) scene.report(view.draft, idle.start, 'query.unused', { name: 'small' })
  } else if (!small) scene.report(view.draft, where.start, 'query.unindexed', {})
  return [expression]
}

/** Whether an index finds the rows of a condition, so that a query does not read all rows. */
function isFound(term: Term, resource: Resource): boolean {
  switch (term.kind) {
    case 'and':
      return isFound(term.left, resource) || isFound(term.right, resource)
    case 'or':
      return isFound(term.left, resource) && isFound(term.right, resource)
    case 'in':
      return isIndexed(term.item, resource) && !touches(term.list, 'record')
    case 'isNull':
      return !term.negated && isIndexed(term.of, resource)
    case 'apply':
      return isComparison(term, resource)
    default:
      // A condition without fields is the same for all rows.
      return !touches(term, 'record')
  }
}

const ranges = ['==', '<', '<=', '>', '>=']

function isComparison({ operation, args }: Extract<Term, { kind: 'apply' }>, resource: Resource): boolean {
  const [left, right] = args
  if (!left || !right) return false
  if (operation.name === '.contains') return isSearchedField(left, resource) && !touches(right, 'record')
  if (!ranges.includes(operation.name)) return false
  return (
    (isIndexed(left, resource) && !touches(right, 'record')) || (isIndexed(right, resource) && !touches(left, 'record'))
  )
}

function isIndexed(term: Term, resource: Resource): boolean {
  const field = term.kind === 'field' && term.source === 'record' ? fieldOf(resource, term.name) : undefined
  return field !== undefined && hasRangeIndex(resource, field)
}

function isSearchedField(term: Term, resource: Resource): boolean {
  const field = term.kind === 'field' && term.source === 'record' ? fieldOf(resource, term.name) : undefined
  return field !== undefined && isSearched(resource, field)
}

function checkColumns(
  columns: Node | undefined,
  { returns }: DeclaredQuery,
  scope: Scope,
  view: ResourceView,
  scene: CheckContext,
): Expressions {
  if (columns && returns === 'count') scene.report(view.draft, columns.start, 'query.unused', { name: 'columns' })
  for (const node of itemsOf(columns)) {
    const name = textOf(node)
    if (name !== undefined && !isReadable(fieldNamed(view, name)))
      scene.report(view.draft, node.start, 'field.unknown', choice(name, fieldNames(view)))
  }
  return entriesOf(columns).map(({ value }) => {
    const expression = understood(view.draft, value, scope, undefined, scene)
    if (expression && !isTransmitted(expression.type)) scene.report(view.draft, value.start, 'query.column', {})
    return expression
  })
}

const isReadable = (field: ReturnType<typeof fieldNamed>): boolean =>
  field !== undefined && (field.column !== undefined || field.compute !== undefined)

/** Whether values of a type of expressions have a form in JSON. */
const isTransmitted = (type: ValueType): boolean =>
  !(['list', 'null', 'duration', 'period'] as readonly ValueType[]).some(other => other === type)
