import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import type { Field, Resource } from '../../model/model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, join, sql, word } from '../database/fragment.ts'
import type { Row } from '../database/shape.ts'
import { displayKeyOf } from '../storage/display-key.ts'
import { ownerColumn } from '../storage/owner.ts'
import { castTypeOf } from './condition.ts'

/** A column and its new value. */
type Cell = readonly [column: string, value: Fragment]

/** A row that is written. */
export interface RowValues {
  readonly id: string
  readonly record: Row
  /** Of a resource with an owner field, or of a line: the owner. */
  readonly ownerId?: string | null
  /** Of a line: its position. */
  readonly lineNo?: number
}

/** PostgreSQL accepts 65,535 bound values in one statement. Some are reserved for the rest of the statement. */
const mostValues = 50_000
const systemValues = 10

/** The number of new rows of a resource that one statement may store. */
export const insertedAtOnce = ({ fields }: Resource): number =>
  Math.max(1, Math.floor(mostValues / (fields.length + systemValues)))

/** The statement that stores new rows of one resource, all with the same columns. */
export function insertSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly RowValues[],
  access?: Access,
): Fragment {
  const cells = rows.map(row => newCells(ctx, resource, row))
  const columns = (cells[0] ?? []).map(([column]) => `"${column}"`).join(', ')
  const values = cells.map(row => sql`(${list(row.map(([, value]) => value))})`)
  return sql`insert into ${word(`"${resource.table}" as t (${columns})`)} values ${list(values)} returning ${accessSql(access)}`
}

/** The statement that checks, before new rows are stored, whether their writer may write each: `row`, `held`. */
export function mayWriteSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly RowValues[],
  access: Access,
): Fragment {
  const cells = rows.map(row => newCells(ctx, resource, row))
  const columns = (cells[0] ?? []).map(([column]) => `, "${column}"`).join('')
  const values = cells.map((row, index) => sql`(${index}::integer, ${list(row.map(([, value]) => value))})`)
  const fresh = sql`select v.*, ${word(databaseDefaults)} from (values ${list(values)}) ${word(`v("#row"${columns})`)}`
  return sql`select t."#row" as "row", coalesce(${access.rows('t')}, false) as "held" from (${fresh}) t`
}

/** The conditions for storing a new row. */
export interface WriteCondition {
  readonly access: Access
  /** The look-up of its references, and the condition that all of them were found. */
  readonly references: (alias: string) => { readonly lookUp: Fragment; readonly isWhole: Fragment }
  /** The common table expressions that record the change if the given condition is true. */
  readonly recorded: (onlyIf: Fragment) => Fragment
}

/**
 * The statement that stores one new row and its history entry together, or neither: only if its references exist and
 * its writer may write the row. It returns one row, or none.
 */
export function insertIfSql(
  ctx: RequestContext,
  resource: Resource,
  row: RowValues,
  { access, references, recorded }: WriteCondition,
): Fragment {
  const cells = newCells(ctx, resource, row)
  const columns = word(cells.map(([column]) => `"${column}"`).join(', '))
  const fresh = list(cells.map(([column, value]) => sql`${value} as ${word(`"${column}"`)}`))
  const { lookUp, isWhole } = references('engine_found')
  const mayWrite = access.bound ? sql`coalesce(${access.rows('t')}, false)` : word('true')
  const hasReferences = word('exists (select from engine_held)')
  return sql`with engine_found as materialized (${lookUp}), engine_fresh as materialized (select ${fresh}, ${word(databaseDefaults)}), engine_held as materialized (select from engine_fresh t, engine_found where ${isWhole} and ${mayWrite}), ${recorded(hasReferences)} insert into ${word(`"${resource.table}"`)} (${columns}) select ${columns} from engine_fresh where ${hasReferences} returning "id"`
}

/** Columns of a new row that the database sets, as access conditions may read them. */
const databaseDefaults = '1 as "status", 0 as "is_deleted", 1 as "version"'

/**
 * The statement that changes the named fields of rows, each to its own values, as a new version of each; with
 * `sameVersion`, of none.
 */
export function updateSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly RowValues[],
  changed: ReadonlySet<string>,
  { access, sameVersion = false }: { readonly access?: Access; readonly sameVersion?: boolean } = {},
): Fragment {
  const isOwned = ownerColumn(ctx.model, resource) === engineColumns.owner
  const cells = rows.map(({ id, record, ownerId, lineNo }): Cell[] => [
    ['id', sql`${id}::bigint`],
    ...fieldCells(resource, record, changed),
    ...(isOwned && ownerId !== undefined ? [[engineColumns.owner, sql`${ownerId}::bigint`] as const] : []),
    ...(lineNo === undefined ? [] : [[engineColumns.line, sql`${lineNo}::integer`] as const]),
  ])
  const columns = (cells[0] ?? []).map(([column]) => `"${column}"`)
  const set = columns.slice(1).map(column => word(`${column} = v.${column}`))
  const version = sameVersion ? [] : [word(nextVersion)]
  const values = cells.map(row => sql`(${list(row.map(([, value]) => value))})`)
  return sql`update ${word(`"${resource.table}" t`)} set ${list([...set, ...version, changedBy(ctx)])} from (values ${list(values)}) ${word(`v(${columns.join(', ')})`)} where t."id" = v."id"${tenantIs(ctx, resource)} returning ${accessSql(access)}`
}

const nextVersion = '"version" = t."version" + 1'

const changedBy = ({ actor, clock }: RequestContext): Fragment =>
  sql`"update_user" = ${actor.userId}::bigint, "update_time" = ${clock.now.toISOString()}::timestamptz`

/** Marks of deletion. They differ so that a master is restored only with the lines that were deleted with it. */
const marks = { none: '0', itself: '1', 'with-its-master': '2' } as const

/**
 * The statement that deletes or restores rows by changing their mark: those of the ids, or those whose column contains
 * one of them.
 */
export function markSql(
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
  [from, to]: readonly [from: keyof typeof marks, to: keyof typeof marks],
  column = 'id',
): Fragment {
  const set = sql`"is_deleted" = ${word(marks[to])}, ${word(nextVersion)}, ${changedBy(ctx)}`
  const which = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = ${word(marks[from])}${tenantIs(ctx, resource)}`
  return sql`update ${word(`"${resource.table}" t`)} set ${set} where ${which} returning t."id", t."version"`
}

/** The statement that sets the owner of all lines of a master. */
export function setOwnerSql(
  ctx: RequestContext,
  resource: Resource,
  link: string,
  masterId: string,
  ownerId: string | null,
): Fragment {
  const which = sql`${word(`t."${link}"`)} = ${masterId}::bigint${tenantIs(ctx, resource)}`
  return sql`update ${word(`"${resource.table}" t`)} set "owner_id" = ${ownerId}::bigint where ${which}`
}

/** Whether the written row is still one that its writer may write. */
const accessSql = (access: Access | undefined): Fragment =>
  access?.bound ? sql`coalesce(${access.rows('t')}, false) as "held"` : word('true as "held"')

const tenantIs = ({ actor }: RequestContext, resource: Resource) =>
  resource.shared ? word('') : sql` and t."tenant_id" = ${actor.tenantId}`

function newCells({ actor, clock, model }: RequestContext, resource: Resource, row: RowValues): Cell[] {
  const now = sql`${clock.now.toISOString()}::timestamptz`
  return [
    ...(resource.shared ? [] : ([[engineColumns.tenant, sql`${actor.tenantId}::text`]] as const)),
    ['id', sql`${row.id}::bigint`],
    ['create_user', sql`${actor.userId}::bigint`],
    ['create_dept', sql`${actor.deptId}::bigint`],
    ['create_time', now],
    ['update_user', sql`${actor.userId}::bigint`],
    ['update_time', now],
    ...(ownerColumn(model, resource) === engineColumns.owner
      ? ([[engineColumns.owner, sql`${row.ownerId ?? null}::bigint`]] as const)
      : []),
    ...(resource.partOf ? ([[engineColumns.line, sql`${row.lineNo ?? 0}::integer`]] as const) : []),
    ...fieldCells(resource, row.record),
  ]
}

const fieldCells = (resource: Resource, record: Row, changed?: ReadonlySet<string>): Cell[] => [
  ...resource.fields
    .filter(field => field.column !== undefined && (!changed || changed.has(field.name)))
    .map((field): Cell => [String(field.column), valueSql(field, record[field.name])]),
  ...keyCells(resource, record, changed),
]

function keyCells(resource: Resource, record: Row, changed?: ReadonlySet<string>): Cell[] {
  const field = keyedDisplay(resource)
  if (!field || (changed && !changed.has(field.name))) return []
  const value = record[field.name]
  return [[displayKeyColumn, sql`${typeof value === 'string' ? displayKeyOf(value) : null}::text`]]
}

/** The value of a field in the form of its column. */
export function valueSql(field: Field, value: unknown): Fragment {
  const type = word(`${castTypeOf(field)}${isMany(field) ? '[]' : ''}`)
  return sql`${value === null || value === undefined ? null : typeOf(field).toColumn(value, field)}::${type}`
}

const list = (fragments: readonly Fragment[]): Fragment => join(fragments, ', ', '')
