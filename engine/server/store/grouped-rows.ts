import { dictionaryEntriesOf } from '../../fields/dictionary/field.ts'
import { typeOf } from '../../fields/index.ts'
import { isDictionary, isReference } from '../../fields/traits.ts'
import { writtenAggregate } from '../../model/aggregates.ts'
import type { ChartMeasure } from '../../model/chart.ts'
import type { DeclaredQuery, Field, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, referenceOf } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { measured, measureSql } from './charts/measures-sql.ts'
import { seenSql } from './select.ts'
import { withoutInvisible } from './visible-references.ts'

/** Whether a query returns numbers about groups of records. */
export const isGrouped = ({ group }: DeclaredQuery): boolean => group !== undefined

/**
 * One row for each combination of the values of some fields, with numbers about its records. The label of a reference
 * or of a dictionary entry, in the language of the request, is in `<field>Name`. A group of invisible
 * records is the one without a reference. A field that is hidden from the actor is refused.
 */
export async function groupedRows(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  query: DeclaredQuery,
  where: Fragment,
  limit: number,
): Promise<Row[]> {
  const { group = [], measure = {}, sort } = query
  const fields = group.flatMap(name => fieldOf(resource, name) ?? [])
  const measures = Object.entries(measure).map(([name, compute]) => ({ name, compute }))
  const measuredFields = measures.flatMap(({ compute }) => {
    const [read] = writtenAggregate(compute)?.args ?? []
    return (read && fieldOf(resource, read.text)) ?? []
  })
  if (![...fields, ...measuredFields].every(field => access.reads(field))) throw refuse.forbidden(query.title)
  const columns = [
    ...fields.map(field => sql`${groupSql(ctx, field)} as ${word(`"${field.name}"`)}`),
    ...measures.map(one => sql`${measureSql(ctx, resource, one)} as ${word(`"${one.name}"`)}`),
  ]
  const positions = word(fields.map((_, index) => String(index + 1)).join(', '))
  const table = word(`"${resource.table}" t`)
  const grouped = sql`select ${join(columns, ', ', '')} from ${table} where ${where} group by ${positions}`
  const first = sort ? [`r."${sort.field}"${sort.descending ? ' desc nulls last' : ''}`] : []
  const order = word([...first, ...fields.map(({ name }) => `r."${name}"`)].join(', '))
  const rows = await runAll(queries, sql`select r.* from (${grouped}) r order by ${order} limit ${limit}::integer`)
  const references = fields.flatMap(field => referenceOf(ctx.model, field))
  const named = await withoutInvisible({ ctx, queries }, references, rows, { isNamed: () => true })
  return named.map(row => rowOf(ctx, resource, fields, measures, row))
}

const groupSql = (ctx: RequestContext, field: Field): Fragment => {
  const column = word(columnOf('t', String(field.column)))
  return seenSql(ctx, field, column) ?? column
}

function rowOf(
  ctx: RequestContext,
  resource: Resource,
  fields: readonly Field[],
  measures: readonly Pick<ChartMeasure, 'name' | 'compute'>[],
  row: Row,
): Row {
  const values = fields.flatMap(field => [
    [field.name, transmitted(field, row[field.name])] as const,
    ...(isReference(field) ? [[`${field.name}Name`, row[`${field.name}Name`] ?? null] as const] : []),
    ...(isDictionary(field) ? [[`${field.name}Name`, titleOf(ctx, field, row[field.name])] as const] : []),
  ])
  const numbers = measures.map(one => [one.name, measured(resource, one, row[one.name])] as const)
  return Object.fromEntries([...values, ...numbers])
}

const titleOf = ({ model, language }: RequestContext, field: Field, key: unknown): unknown =>
  dictionaryEntriesOf(field, model).find(entry => entry.key === key)?.title[language] ?? key ?? null

const transmitted = (field: Field, raw: unknown): unknown =>
  raw === null || raw === undefined ? null : typeOf(field).fromColumn(raw, field)
