import { typeOf } from '../../fields/index.ts'
import { isSearched } from '../../fields/indexed-fields.ts'
import { isMany } from '../../fields/options.ts'
import { displayFieldOf } from '../../model/display.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { bindNamed } from '../../model/names.ts'
import { allInputsOf, inputsOfStep, stepsOf } from '../../model/steps.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isTree, parentColumn } from '../../model/tree.ts'
import { accessTo, accessToNames, demand } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, every, type Fragment, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { linksOf, type Reference, type Row, referenceOf, shapeOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { conditionSql, containing } from './condition.ts'
import { descendantsSql } from './descendants.ts'
import type { ReferenceOption, TreeOption, Wanted } from './operations.ts'
import { orderSql, usualOrder } from './order.ts'
import { pathsTo } from './paths.ts'
import { type QueryInput, readQuery } from './query.ts'
import { recordsFrom } from './read-records.ts'
import { referringTo } from './referring.ts'
import { columnsSql, displaySql, live, readingSql } from './select.ts'
import { whereSql } from './where.ts'

const maxOptions = 100
/** The maximum number of branches of a level in one response. The next request continues the level. */
const maxBelow = 1000
const maxTotal = 10_000

/**
 * The records that a reference may name. A user who may see or write the referring resource may choose among the rows
 * of the other that the predicate allows, without a code of the other.
 */
export async function options(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  name: string,
  { step, text, record, parentId, from = 0, first = [] }: Wanted,
): Promise<ReferenceOption[]> {
  const { field, of } = chosenFrom(ctx, resource, name, step)
  const chosen = every([
    live('t'),
    accessToNames(ctx, of).rows('t'),
    ...(record ? [choosable(ctx, resource, field, of, record)] : []),
  ])
  if (parentId !== undefined && isTree(of)) {
    return read(queries, ctx, of, sql`${chosen} and ${under(of, parentId, 't')}`, true, maxBelow, from)
  }
  if (text?.trim()) {
    const rows = sql`${chosen} and ${displayCondition(ctx, of, text.trim())}`
    return withPaths(queries, ctx, of, await read(queries, ctx, of, rows, true, maxOptions))
  }
  const recent = first.length === 0 ? [] : await read(queries, ctx, of, sql`${chosen} and ${isOneOf(first)}`, true)
  const latest = first.flatMap(id => recent.find(one => one.id === id) ?? [])
  const others = await read(queries, ctx, of, chosen, true, maxOptions)
  const all = [...latest, ...others.filter(({ id }) => !first.includes(id))].slice(0, maxOptions)
  return withPaths(queries, ctx, of, all)
}

/**
 * A reference or a bind that the actor may read or write, and the resource that it names records of. With `step`, an
 * input of that step comes first: inputs of several steps may have one name.
 */
export function chosenFrom(ctx: RequestContext, resource: Resource, name: string, step?: string): Reference {
  const field = referring(ctx, resource, name, step)
  const bind = bindNamed(resource, name)
  const [reference] = bind ? [linksOf(ctx.model, resource, bind)] : referenceOf(ctx.model, field)
  if (!reference) throw refuse.unknownName(name)
  return reference
}

/** The records that the reference's `where` allows for a record. */
export function choosable(ctx: RequestContext, resource: Resource, field: Field, of: Resource, record: Row): Fragment {
  const where = field.options['where']
  return typeof where === 'string' ? candidatesBy(ctx, resource, of, where, { ...record }, 't') : word('true')
}

/** The names of given records, with the path to each for a tree. */
export async function namesOf(queries: Queries, ctx: RequestContext, of: Resource, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = sql`${live('t')} and ${accessToNames(ctx, of).rows('t')} and ${isOneOf(ids)}`
  return withPaths(queries, ctx, of, await read(queries, ctx, of, rows, false))
}

/**
 * The labels of records of a resource that the actor may see, or that a record which the actor may see or write
 * refers to.
 */
export async function labels(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
): Promise<ReferenceOption[]> {
  const mayName =
    accessTo(ctx, resource, 'view').allowed ||
    [...referringTo(ctx.model, resource).map(one => one.resource), ...bindingTo(ctx.model, resource)].some(one =>
      accessesTo(ctx, one).some(({ allowed }) => allowed),
    )
  if (!mayName) demand(ctx, resource, 'view')
  return namesOf(queries, ctx, resource, ids)
}

/** Records of a tree by part of their display text, each with its path. */
export async function findInTree(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  text: string,
): Promise<ReferenceOption[]> {
  const access = demand(ctx, resource, 'view')
  const rows = every([live('t'), access.rows('t'), displayCondition(ctx, treeOf(resource), text.trim())])
  return withPaths(queries, ctx, resource, await read(queries, ctx, resource, rows, true, maxOptions))
}

/** All descendants of a record of a tree, each with its parent, to expand all branches at once. */
export async function allDescendants(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  parentId: string,
): Promise<TreeOption[]> {
  const access = demand(ctx, resource, 'view')
  const parent = word(`t."${parentColumn(treeOf(resource))}"`)
  const below = sql`${parent} in ${descendantsSql(ctx, resource, [parentId])}`
  const where = every([live('t'), access.rows('t'), below])
  const columns = sql`t."id", ${parent}::text as "parentId", ${displaySql(ctx, resource, 't')} as "name"`
  const table = word(`"${resource.table}" t`)
  const found = await runAll(
    queries,
    sql`select ${columns} from ${table} where ${where} ${ordered(ctx, resource)} limit ${word(String(maxTotal + 1))}`,
  )
  if (found.length > maxTotal) throw tooMany()
  const parents = new Set(found.map(row => String(row['parentId'])))
  return found.map(row => ({
    id: String(row['id']),
    name: String(row['name'] ?? row['id']),
    parentId: String(row['parentId']),
    hasChildren: parents.has(String(row['id'])),
  }))
}

/** One level of a tree: whole records, each with whether it has children. */
export async function tree(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  parentId: string | null,
  input: QueryInput,
  from = 0,
): Promise<Row[]> {
  const access = demand(ctx, resource, 'view')
  const { current: _current, size: _size, ...filter } = input
  const { conditions } = readQuery(ctx, resource, access, filter)
  const shape = shapeOf(ctx.model, resource, access.hidden, access.masked)
  const where = every([whereSql(access, conditions), under(resource, parentId, 't')])
  const rows = sql`select ${word(columnsSql(shape, 't'))} from ${word(`"${resource.table}" t`)} where ${where} ${ordered(ctx, resource)} limit ${word(String(maxBelow))} offset ${from}::int`
  const reading = sql`${readingSql(ctx, shape, 'r')}, ${hasMore(ctx, resource, 'r')}`
  const found = await runAll(queries, sql`select ${reading} from (${rows}) r`)
  const records = await recordsFrom({ ctx, queries }, shape, found)
  return records.map((record, at) => ({ ...record, hasChildren: found[at]?.['hasChildren'] === true }))
}

async function read(
  queries: Queries,
  ctx: RequestContext,
  of: Resource,
  rows: Fragment,
  withBelow: boolean,
  most = maxBelow,
  from = 0,
): Promise<ReferenceOption[]> {
  const below = withBelow && isTree(of) ? sql`, ${hasMore(ctx, of, 't')}` : word('')
  const columns = sql`t."id", ${displaySql(ctx, of, 't')} as "name"${below}`
  const table = word(`"${of.table}" t`)
  const found = await runAll(
    queries,
    sql`select ${columns} from ${table} where ${rows} ${ordered(ctx, of)} limit ${word(String(most))} offset ${from}::int`,
  )
  return found.map(row => ({
    id: String(row['id']),
    name: String(row['name'] ?? row['id']),
    ...('hasChildren' in row && { hasChildren: row['hasChildren'] === true }),
  }))
}

/** Adds the path to each option of a tree. Other options are unchanged. */
export async function withPaths(
  queries: Queries,
  ctx: RequestContext,
  of: Resource,
  found: readonly ReferenceOption[],
): Promise<ReferenceOption[]> {
  if (!isTree(of)) return [...found]
  const ids = found.map(({ id }) => id)
  const paths = await pathsTo(queries, ctx, of, ids)
  return found.map(option => ({ ...option, path: paths.get(option.id) ?? [] }))
}

const isOneOf = (ids: readonly string[]): Fragment => sql`t."id" = any(${ids}::bigint[])`

/** The resource, if it is a tree. */
function treeOf(resource: Resource): Resource {
  if (!isTree(resource)) throw refuse.unknownName('parentId')
  return resource
}

const tooMany = () =>
  refuse.input({
    parent: {
      zh: `下级超过 ${maxTotal} 条，请逐级展开`,
      en: `More than ${maxTotal} descendants; expand them level by level`,
    },
  })

/**
 * The access to resources that refer to this one: users who see or write those records may read the names of this
 * one's.
 */
const accessesTo = (ctx: RequestContext, resource: Resource) =>
  ['view', 'add', 'edit'].map(operation => accessTo(ctx, resource, operation))

/** The resources with a bind to a resource. */
const bindingTo = (model: Model, right: Resource): readonly Resource[] =>
  Object.values(model.resources).filter(left =>
    left.binds.some(bind => linksOf(model, left, bind).of.name === right.name),
  )

/** The field of a resource, or the input of a step, that the actor may read or write. */
function referring(ctx: RequestContext, resource: Resource, name: string, step?: string): Field {
  const accesses = accessesTo(ctx, resource)
  if (!accesses.some(access => access.allowed)) demand(ctx, resource, 'view')
  if (step !== undefined && !stepsOf(resource).some(one => one.name === step)) throw refuse.unknownName(step)
  const inputs = step === undefined ? [] : inputsOfStep(resource, step)
  const isNamed = (one: Field) => one.name === name
  const input = inputs.find(isNamed)
  if (input) return input
  const field = fieldOf(resource, name) ?? allInputsOf(resource).find(isNamed)
  if (!field || accesses.every(access => access.hidden.has(name))) throw refuse.unknownName(name)
  return field
}

/** The condition that the label of a record contains a text. */
export function displayCondition(ctx: RequestContext, of: Resource, text: string): Fragment {
  const field = displayFieldOf(of)
  const isPlain = field && accessToNames(ctx, of).reads(field) && !isMany(field)
  if (field && accessToNames(ctx, of).masked.has(field.name)) return word('false')
  return isPlain && typeOf(field).operators.includes('contains')
    ? conditionSql({ field, operator: 'contains', values: [text], hasGrams: isSearched(of, field) }, 't')
    : containing(displaySql(ctx, of, 't'), text)
}

/** Rows directly under another of the same resource, or at the top. */
function under(resource: Resource, parentId: string | null, alias: string): Fragment {
  const parent = word(columnOf(alias, parentColumn(treeOf(resource))))
  // The platform's clients send 0 for the top level.
  return parentId === null || parentId === '0' ? sql`${parent} is null` : sql`${parent} = ${parentId}::bigint`
}

function hasMore(ctx: RequestContext, resource: Resource, alias: string): Fragment {
  const visible = every([live('b'), accessToNames(ctx, resource).rows('b')])
  const below = `"${resource.table}" b where b."${parentColumn(resource)}" = ${alias}."id"`
  return sql`exists (select 1 from ${word(below)} and ${visible}) as "hasChildren"`
}

function ordered(ctx: RequestContext, resource: Resource): Fragment {
  const usual = usualOrder(resource, accessToNames(ctx, resource))
  const { order } = orderSql(ctx, resource, usual, 't')
  return sql`order by ${usual.length > 0 ? sql`${order}, ` : word('')}t."id"`
}
