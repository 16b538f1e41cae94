import { relatedRecords } from '../../fields/related/rows.ts'
import { isPermissions, isTimeOfDay, scaleOfNumber } from '../../fields/traits.ts'
import type { Field, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { expressionOf, formulaOf } from '../../record/expressions.ts'
import type { Expression } from '../../rules/compile-expression.ts'
import { subtermsOf, type Term } from '../../rules/term.ts'
import { accessTo } from '../auth/access.ts'
import { expressionSql } from '../auth/expressions.ts'
import { presentGrants } from '../auth/present-grants.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { derivedRow, linksOf, type Row, type Shape } from '../database/shape.ts'
import { ownTenant } from './own-tenant.ts'

interface Reading {
  readonly ctx: RequestContext
  readonly queries: Queries
}

/**
 * The values that read other records, as scalar subqueries named for their fields. Rows are read in the tenant without
 * the actor's conditions, but a value that reads a field hidden from the actor is missing.
 */
export const derivedSql = (ctx: RequestContext, shape: Shape, columnOfField: (name: string) => string): Fragment[] =>
  shape.derived.map(field => sql`${derivedValue(ctx, shape, field, columnOfField)} as ${word(`"${field.name}"`)}`)

function derivedValue(
  ctx: RequestContext,
  { resource, hidden, masked }: Shape,
  field: Field,
  columnOfField: (name: string) => string,
): Fragment {
  if (isPermissions(field)) return grantsSql(ctx, columnOfField('id'))
  const expression = formulaOf(ctx.model, resource, field)
  const isHidden = (one: FieldRead) =>
    (one.resource === resource ? new Set([...hidden, ...masked]) : accessTo(ctx, one.resource, 'view').withheld).has(
      one.name,
    )
  if (fieldsRead(ctx, resource, expression).some(isHidden)) return word('null')
  return valueSql(ctx, resource, field, columnOfField)
}

/** The permission codes of a role, sorted; null without any. */
const grantsSql = ({ actor, model }: RequestContext, roleId: string): Fragment =>
  sql`(select array_agg(g.code order by g.code collate "C") from ${presentGrants(model)} g where g.tenant_id = ${actor.tenantId} and g.role_id = ${word(roleId)})`

/** A value that the database computes, over the columns of the record. */
function valueSql(
  ctx: RequestContext,
  resource: Resource,
  field: Field,
  columnOfField: (name: string) => string,
): Fragment {
  const column = (name: string) => {
    const one = fieldOf(resource, name)
    if (!one?.column) return undefined
    return isTimeOfDay(one) ? `${columnOfField(name)}::text` : columnOfField(name)
  }
  return toScale(field, expressionSql(ctx, formulaOf(ctx.model, resource, field), { column }))
}

function toScale(field: Field, value: Fragment): Fragment {
  const scale = scaleOfNumber(field)
  return scale === undefined ? value : sql`round(${value}, ${word(String(scale))})`
}

/** The values that fields of records have by the related records that are stored now, by id. */
export const rolledUpValues = (
  work: Reading,
  resource: Resource,
  fields: readonly Field[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> =>
  valuesOf(work, resource, fields, ids, field =>
    valueSql(work.ctx, resource, field, name => columnOf('t', String(fieldOf(resource, name)?.column))),
  )

/** The stored values of fields of records, by id. */
export const storedValues = (
  work: Reading,
  resource: Resource,
  fields: readonly Field[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> =>
  valuesOf(work, resource, fields, ids, ({ column }) => word(columnOf('t', String(column))))

async function valuesOf(
  { ctx, queries }: Reading,
  resource: Resource,
  fields: readonly Field[],
  ids: readonly string[],
  columnSql: (field: Field) => Fragment,
): Promise<ReadonlyMap<string, Row>> {
  const values = fields.map(field => sql`${columnSql(field)} as ${word(`"${field.name}"`)}`)
  const rows = await runAll(
    queries,
    sql`select ${join([word('t."id"'), ...values], ', ', '')} from ${word(`"${resource.table}" t`)} where t."id" = any(${ids}::bigint[])${ownTenant(ctx, resource)}`,
  )
  return new Map(rows.map(row => [String(row['id']), derivedRow({ derived: fields }, row)]))
}

/** The value that a field of a record would have, whose other values may not be stored yet. */
export async function rolledUpValue(
  { ctx, queries }: Reading,
  resource: Resource,
  field: Field,
  record: Row,
): Promise<unknown> {
  const value = toScale(field, expressionSql(ctx, formulaOf(ctx.model, resource, field), { record }))
  const [row = {}] = await runAll(queries, sql`select ${value} as ${word(`"${field.name}"`)}`)
  return derivedRow({ derived: [field] }, row)[field.name]
}

interface FieldRead {
  readonly resource: Resource
  readonly name: string
}

/** The fields that an expression reads: of the record, of records that it names, and of those related to it. */
function fieldsRead({ model }: RequestContext, resource: Resource, { reads, term }: Expression): FieldRead[] {
  const ofOthers = (part: Term, line?: Resource): FieldRead[] => {
    if (part.kind === 'step')
      return [{ resource: resourceOf(model, part.resource), name: part.name }, ...ofOthers(part.of, line)]
    if (part.kind === 'field') return part.source === 'line' && line ? [{ resource: line, name: part.name }] : []
    if (part.kind !== 'aggregate' && part.kind !== 'count') return subtermsOf(part).flatMap(one => ofOthers(one, line))
    const bind = resource.binds.find(({ name }) => name === part.list)
    if (bind) return subtermsOf(part).flatMap(one => ofOthers(one, linksOf(model, resource, bind).of))
    const field = part.relatedTo === undefined ? undefined : fieldOf(resource, part.list)
    const records = field && relatedRecords(model, field)
    if (!records) return subtermsOf(part).flatMap(one => ofOthers(one, line))
    const { of, by, where } = records
    const which = where === undefined ? undefined : expressionOf(model, resource, where, { it: of })
    return [
      { resource: of, name: by.name },
      ...(which?.reads ?? []).map(name => ({ resource, name })),
      ...(which?.readsIt ?? []).map(name => ({ resource: of, name })),
      ...subtermsOf(part).flatMap(one => ofOthers(one, of)),
    ]
  }
  return [...reads.map(name => ({ resource, name })), ...ofOthers(term)]
}

/** The values of written rows that the database computes from other records, by the id of the row. */
export async function derivedValues(
  queries: Queries,
  ctx: RequestContext,
  shape: Shape,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (shape.derived.length === 0 || ids.length === 0) return new Map()
  const { table } = shape.resource
  const columns = new Map(shape.columns.map(field => [field.name, String(field.column)]))
  const values = derivedSql(ctx, shape, name => columnOf('t', columns.get(name) ?? name))
  const read = join([word('t."id"'), ...values], ', ', '')
  const found = sql`t."id" = any(${ids}::bigint[])${ownTenant(ctx, shape.resource)}`
  const rows = await runAll(queries, sql`select ${read} from ${word(`"${table}" t`)} where ${found}`)
  return new Map(rows.map(row => [String(row['id']), derivedRow(shape, row)]))
}
