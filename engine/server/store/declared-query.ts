import { faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isSearched } from '../../fields/indexed-fields.ts'
import { isMany } from '../../fields/options.ts'
import type { Bilingual, DeclaredQuery, Field, Resource } from '../../model/model.ts'
import { queryNamed } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { expressionOf, stepScopeOf } from '../../record/expressions.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import { evaluate } from '../../rules/evaluate.ts'
import { near } from '../../rules/near.ts'
import { targetsIn } from '../../rules/read-targets.ts'
import { type Access, demand, isHiddenTarget } from '../auth/access.ts'
import { type ContainingSql, type QueryConjunct, rowsOfQuery, usedConjuncts } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { columnOf, every, numbered, sql, word } from '../database/fragment.ts'
import { run } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import { faultOf } from '../errors/database-errors.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { Handler, QueryHandlerCall } from './action.ts'
import { claimRows } from './aspects/claims.ts'
import { withNodeIds } from './charts/tree-levels.ts'
import { withStoredReferences } from './computed.ts'
import { withGrams } from './condition.ts'
import { frequentIn, frequentPartsOf } from './frequent-parts.ts'
import { groupedRows, isGrouped } from './grouped-rows.ts'
import { readsHidden } from './hidden-reads.ts'
import { inOwnZone } from './input.ts'
import type { QueryAnswer } from './operations.ts'
import { handlerOf } from './outside.ts'
import { type BaseRows, pageOfQuery, type RecordPage, select } from './page.ts'
import { fieldOfFilter, type Query, type QueryInput, readQuery } from './query.ts'
import { live } from './select.ts'
import type { StepExecution } from './step.ts'
import { withInputDefaults } from './step-input.ts'
import { withTargets } from './target-records.ts'
import { checkedAnswer, checkInput } from './validate.ts'
import { whereSql } from './where.ts'
import { type Work, workOn } from './work.ts'

/** The maximum number of rows of a list, and the time after which a statement ends. */
const maxRows = 1000
const timeout = '4s'

/** Runs a query that a descriptor declares: in a transaction that reads only, but for one with `claims`. */
export async function declaredQuery(
  work: StepExecution,
  resource: Resource,
  name: string,
  given: QueryInput,
): Promise<QueryAnswer> {
  const { ctx } = work
  const query = queryNamed(resource, name)
  if (!query) {
    const names = resource.queries.map(one => one.name)
    throw refuse.unknownName(name, near(name, names))
  }
  const access = demand(ctx, resource, name)
  const named = (name: string) =>
    query.input.find(field => field.name === name) ??
    (query.returns === 'page' ? fieldOfFilter(resource, name) : undefined)
  const { input, rest } = readInput(ctx, resource, query, await withNodeIds(work.queries, ctx, given, named))
  try {
    const handler = handlerOf(work, resource, query)
    if (handler) return { data: await handled(work, resource, query, handler, input) }
    const conjuncts = readableConjuncts(ctx, resource, access, query, input)
    const { claims } = query
    if (claims)
      return await work.transaction(async queries => {
        const inside = workOn(work, queries)
        await run(queries, `set local statement_timeout = '${timeout}'`, [])
        const base = await rowsOf(inside, resource, conjuncts, input)
        const asked = inOrder(readQuery(ctx, resource, access, rest), resource, access, query)
        const ids = await claimRows(inside, resource, access, claims, base, asked)
        const which = (alias: string) => sql`${word(columnOf(alias, 'id'))} = any(${ids}::bigint[])`
        return answer(inside, resource, access, query, { ...base, which }, input, rest)
      })
    return await reading(work, async inside => {
      const base = await rowsOf(inside, resource, conjuncts, input)
      return answer(inside, resource, access, query, base, input, rest)
    })
  } catch (error) {
    if (faultOf(error)?.code === '57014') throw tooSlow(query)
    throw error
  }
}

/** Runs statements that cannot write and that end after a while; within a transaction, in that one. */
function reading<Result>(work: Work, inner: (work: Work) => Promise<Result>): Promise<Result> {
  if (work.inTransaction) return inner(work)
  return work.transaction(async queries => {
    await run(queries, 'set transaction read only', [])
    await run(queries, `set local statement_timeout = '${timeout}'`, [])
    return inner(workOn(work, queries))
  })
}

/** What the handler of a query returns. It may run within a step, whose own writes continue after it. */
function handled(
  work: StepExecution,
  resource: Resource,
  query: DeclaredQuery,
  handler: Handler,
  input: Row,
): Promise<unknown> {
  if (typeof handler !== 'function') throw new Error(`The handler of "${resource.name}.${query.name}" is a step's.`)
  const inner = async (inside: Work) => {
    const context = { ctx: work.ctx, store: work.storeIn(inside) }
    const call: QueryHandlerCall<Row> = { input, context }
    return checkedAnswer(work.ctx, resource, query, await handler(call as never))
  }
  return work.inTransaction ? readingWithin(work, inner) : reading(work, inner)
}

/** Runs statements that cannot write within a transaction that may: the end of a savepoint ends its restriction. */
async function readingWithin<Result>(work: Work, inner: (work: Work) => Promise<Result>): Promise<Result> {
  const { queries } = work
  await run(queries, 'savepoint reading', [])
  try {
    await run(queries, 'set transaction read only', [])
    const result = await inner(work)
    await run(queries, 'release savepoint reading', [])
    return result
  } catch (error) {
    await run(queries, 'rollback to savepoint reading', [])
    throw error
  }
}

/** The values of the inputs, and the parameters that are none. An empty one is absent. */
function readInput(ctx: RequestContext, resource: Resource, query: DeclaredQuery, given: QueryInput) {
  const own = Object.entries(given).filter(([name]) => query.input.some(field => field.name === name))
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !own.some(([one]) => one === name)))
  const [other] = Object.keys(rest)
  if (other !== undefined && query.returns !== 'page') {
    const names = query.input.map(({ name }) => name)
    throw refuse.unknownName(other.slice(0, 100), near(other.slice(0, 64), names))
  }
  const texts = inputsOfTexts(ctx, query.input, Object.fromEntries(own))
  if ('errors' in texts) throw refuse.input(texts.errors)
  const values = normaliseRecord(withInputDefaults(ctx, query.input, texts.values), query.input, ctx.model)
  const messages = checkInput(ctx, resource, query.name, query.input, values)
  if (Object.keys(messages).length > 0) throw refuse.input(messages)
  return { input: values, rest }
}

/**
 * The conjuncts of the query. A condition on a field that is hidden from the actor is refused, because the result would
 * reveal it; also on one of another record, or of the records in a list.
 */
function readableConjuncts(
  ctx: RequestContext,
  resource: Resource,
  { withheld }: Access,
  query: DeclaredQuery,
  input: Row,
): readonly QueryConjunct[] {
  const used = usedConjuncts(ctx, resource, query, input)
  if (used.some(({ reads, expression }) => readsHidden(ctx, resource, withheld, { reads, term: expression.term })))
    throw refuse.forbidden(query.title)
  return used
}

/** The rows of the query. */
async function rowsOf(
  { ctx, queries }: Work,
  resource: Resource,
  conjuncts: readonly QueryConjunct[],
  input: Row,
): Promise<Rows> {
  const isSearching = conjuncts.some(({ reads }) =>
    reads.some(name => resource.fields.some(field => field.name === name && isSearched(resource, field))),
  )
  const parts = isSearching ? await frequentPartsOf(queries, ctx.model, resource) : new Map()
  const containing: ContainingSql = (field, column, part) => {
    const frequent = isSearched(resource, field) ? frequentIn(parts, field, String(part.values[0])) : undefined
    return frequent && withGrams(column, part, frequent)
  }
  const rows = (conjunct: QueryConjunct, alias: string) =>
    rowsOfQuery(ctx, resource, conjunct, input, alias, containing)
  return {
    which: alias => every([live(alias), ...conjuncts.map(conjunct => rows(conjunct, alias))]),
    reads: conjuncts.map(({ reads }) => reads),
  }
}

type Rows = Required<Pick<BaseRows, 'which' | 'reads'>>

async function answer(
  { ctx, queries }: Work,
  resource: Resource,
  access: Access,
  declared: DeclaredQuery,
  rows: Rows,
  input: Row,
  rest: QueryInput,
): Promise<QueryAnswer> {
  if (isGrouped(declared)) {
    const where = whereSql(access, [], rows.which)
    const groups = await groupedRows(queries, ctx, resource, access, declared, where, maxRows + 1)
    return { data: groups.slice(0, maxRows), ...(groups.length > maxRows && { more: true }) }
  }
  const names = referencesOf(ctx, resource, declared)
  const found: BaseRows = {
    ...rows,
    shown: (records, stored) =>
      withTargets({ ctx, queries }, own =>
        records.map((record, at) => {
          const whole = withStoredReferences(record, stored[at], names)
          return columnsOf(own, resource, declared, input, record, whole)
        }),
      ),
  }
  const asked = inOrder(readQuery(ctx, resource, access, rest), resource, access, declared)
  const { returns } = declared
  if (typeof returns !== 'string') throw new Error(`The query "${declared.name}" returns what its handler gives.`)
  switch (returns) {
    case 'page': {
      const page: RecordPage = await pageOfQuery(queries, ctx, resource, access, asked, found)
      return { data: { ...page, pages: Math.ceil(page.total / page.size) } }
    }
    case 'list': {
      const { records } = await select(queries, ctx, resource, access, asked, maxRows + 1, 0, found)
      return { data: records.slice(0, maxRows), ...(records.length > maxRows && { more: true }) }
    }
    case 'one': {
      const { records } = await select(queries, ctx, resource, access, asked, 1, 0, found)
      return { data: records[0] ?? null }
    }
    case 'count': {
      const where = whereSql(access, asked.conditions, rows.which)
      const statement = sql`select count(*)::int as n from ${word(`"${resource.table}" t`)} where ${where}`
      const [row] = await run(queries, numbered(statement, 0), statement.values)
      return { data: Number(row?.['n'] ?? 0) }
    }
  }
}

/** The query of a list with the declared order, where the client gives no other. */
function inOrder(query: Query, resource: Resource, access: Access, { sort }: DeclaredQuery): Query {
  const field = sort && fieldOf(resource, sort.field)
  if (query.sorts.length > 0 || !field?.column || !access.reads(field)) return query
  return { ...query, sorts: [{ field, descending: sort?.descending === true, isStored: true }] }
}

/** A row of the result: the record, some of its fields, or the values of expressions over it. */
function columnsOf(
  ctx: RequestContext,
  resource: Resource,
  query: DeclaredQuery,
  given: Row,
  record: Row,
  whole: Row,
): Row {
  const { columns } = query
  if (!columns) return record
  if (isNames(columns)) {
    const names = new Set(columns.flatMap(one => [one, `${one}Name`]))
    return Object.fromEntries(Object.entries(record).filter(([key]) => names.has(key)))
  }
  const scope = stepScopeOf(query)
  return Object.fromEntries(
    Object.entries(columns).map(([key, text]) => {
      const field = fieldOf(resource, text)
      if (field) return [key, record[field.name] ?? null]
      const expression = expressionOf(ctx.model, resource, text, scope)
      if (targetsIn(expression.term).some(read => isHiddenTarget(ctx, read))) return [key, null]
      const { me, targets } = ctx
      const row = expression.otherRecord ? whole : record
      return [
        key,
        evaluate(expression, { record: row, input: given, me, ...(targets && { lookups: targets }) }, ctx.clock),
      ]
    }),
  )
}

/** The references through which the columns of a query read. */
function referencesOf({ model }: RequestContext, resource: Resource, query: DeclaredQuery): string[] {
  const { columns } = query
  if (!columns || isNames(columns)) return []
  return Object.values(columns).flatMap(text => {
    if (fieldOf(resource, text)) return []
    const { term } = expressionOf(model, resource, text, stepScopeOf(query))
    return targetsIn(term).flatMap(({ reference }) => reference ?? [])
  })
}

const isNames = (columns: NonNullable<DeclaredQuery['columns']>): columns is readonly string[] => Array.isArray(columns)

const tooSlow = ({ title }: DeclaredQuery): Refusal =>
  new Refusal(
    'query.too-slow',
    503,
    {
      zh: `“${title.zh}”的查询超过 4 秒，请缩小范围后重试`,
      en: `The query "${title.en}" took more than 4 seconds; narrow it, then retry`,
    },
    { data: { retryAfter: 5 } },
  )

type Texts = { readonly values: Row } | { readonly errors: Readonly<Record<string, Bilingual>> }

/** Inputs from the texts of an address. An empty text is an absent value; a list is joined by commas or repeated. */
function inputsOfTexts(ctx: RequestContext, fields: readonly Field[], given: QueryInput): Texts {
  const values: Row = {}
  const errors: Record<string, Bilingual> = {}
  for (const field of fields) {
    const texts = [given[field.name] ?? []].flat().filter(text => text.trim() !== '')
    if (texts.length === 0) continue
    const single = { ...field, options: { ...field.options, many: false } }
    const parts = isMany(field)
      ? texts.flatMap(text => text.split(',')).filter(text => text.trim() !== '')
      : texts.slice(-1)
    const read = parts.map(text => typeOf(field).parse(String(inOwnZone(ctx, field, text.trim())), single, ctx.model))
    const fault = read.find(one => 'fault' in one)
    if (fault && 'fault' in fault) errors[field.name] = faultMessage(fault.fault, field.title)
    else {
      const list = read.map(one => ('value' in one ? one.value : null))
      values[field.name] = isMany(field) ? list : list[0]
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { values }
}
