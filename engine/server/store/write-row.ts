import { displayKeyColumn, keyedDisplay } from '../../fields/display-key.ts'
import { typeOf } from '../../fields/index.ts'
import { isMany } from '../../fields/options.ts'
import { isLines } from '../../model/lines.ts'
import type { Field, Resource } from '../../model/model.ts'
import { ownerColumn } from '../../model/owner.ts'
import { perFields } from '../../model/per-model.ts'
import { engineColumns } from '../../model/system-fields.ts'
import type { Access } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { type Fragment, join, sql, word } from '../database/fragment.ts'
import { type ColumnValue, rowsSql, valueSql } from '../database/rows-sql.ts'
import type { Row } from '../database/shape.ts'
import { tenantColumns } from '../database/tenancy.ts'
import { displayKeyOf } from '../storage/display-key.ts'
import { castTypeOf } from './condition.ts'
import { ownTenant } from './own-tenant.ts'

/** A row that is written. */
export interface RowValues {
  readonly id: string
  readonly record: Row
  /** Of a resource with an owner field, or of a line: the owner. */
  readonly ownerId?: string | null
  /** Of a line: its position. */
  readonly lineNo?: number
  /** The row is invisible until it is published. */
  readonly isPending?: true
  /** Of a row that was not created by this request. */
  readonly past?: PastVersion
}

/** The version of a row that is written with its past. */
export interface PastVersion {
  readonly version: number
  readonly created: Authorship
  readonly updated: Authorship
}

interface Authorship {
  readonly at: string
  readonly userId: string | null
}

/** The statement that stores new rows of one resource. It returns a row for each only if the access is bound. */
export function insertSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly RowValues[],
  access?: Access,
): Fragment {
  const cells = rows.map(row => newCells(ctx, resource, row))
  const columns = word((cells[0] ?? []).map(([column]) => `"${column}"`).join(', '))
  return sql`insert into ${word(`"${resource.table}" as t`)} (${columns}) select ${columns} from ${rowsSql(cells, 'v')}${access?.bound ? sql` returning ${accessSql(access)}` : word('')}`
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
  const fresh = list(cells.map(cell => sql`${valueSql(cell)} as ${word(`"${cell[0]}"`)}`))
  const { lookUp, isWhole } = references('engine_found')
  const mayWrite = access.bound ? sql`coalesce(${access.rows('t')}, false)` : word('true')
  const hasReferences = word('exists (select from engine_held)')
  return sql`with engine_found as materialized (${lookUp}), engine_fresh as materialized (select ${fresh}, ${word(databaseDefaults)}), engine_held as materialized (select from engine_fresh t, engine_found where ${isWhole} and ${mayWrite}${hasNames(ctx)}), ${recorded(hasReferences)} insert into ${word(`"${resource.table}"`)} (${columns}) select ${columns} from engine_fresh where ${hasReferences} returning "id"`
}

/** That the names of tables and columns are those of the Model. The transaction that follows determines the error. */
const hasNames = ({ model: { namesVersion } }: RequestContext): Fragment =>
  namesVersion === undefined
    ? word('')
    : sql` and (select names_version from engine_revision where id = 1) = ${namesVersion}::integer`

/** Columns of a new row that the database sets, as access conditions may read them. */
const databaseDefaults = '1 as "status", 0 as "is_deleted", 1 as "version"'

/**
 * The statement that changes the named fields of rows, each to its own values, as a new version of each; with
 * `sameVersion`, of none. A `refreshed` row has no author either.
 */
export function updateSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly RowValues[],
  changed: ReadonlySet<string>,
  {
    access,
    refreshed = false,
    sameVersion = refreshed,
  }: { readonly access?: Access; readonly sameVersion?: boolean; readonly refreshed?: boolean } = {},
): Fragment {
  const isOwned = ownerColumn(ctx.model, resource) === engineColumns.owner
  const cells = rows.map(({ id, record, ownerId, lineNo }): ColumnValue[] => [
    ['id', 'bigint', id],
    ...fieldCells(resource, record, changed),
    ...(isOwned && ownerId !== undefined ? [[engineColumns.owner, 'bigint', ownerId] as const] : []),
    ...(lineNo === undefined ? [] : [[engineColumns.line, 'integer', lineNo] as const]),
  ])
  const columns = (cells[0] ?? []).map(([column]) => `"${column}"`)
  const set = columns.slice(1).map(column => word(`${column} = v.${column}`))
  const version = sameVersion ? [] : [word(nextVersion)]
  return sql`update ${word(`"${resource.table}" t`)} set ${list([...set, ...version, ...(refreshed ? [] : [changedBy(ctx)])])} from ${rowsSql(cells, 'v')} where t."id" = v."id"${ownTenant(ctx, resource)} returning ${accessSql(access)}`
}

const nextVersion = '"version" = t."version" + 1'

const changedBy = ({ actor, clock }: RequestContext): Fragment =>
  sql`"update_user" = ${actor.userId}::bigint, "update_time" = ${clock.now.toISOString()}::timestamptz`

/** Marks of deletion. They differ so that a master is restored only with the lines that were deleted with it. */
const marks = { none: '0', itself: '1', 'with-its-master': '2' } as const

/** The mark of rows that no user has seen yet: no index on visible rows contains them. */
export const pendingMark = 3

/** The statement that makes pending rows visible: those of the ids, or those whose column contains one of them. */
export const publishSql = (ctx: RequestContext, resource: Resource, ids: readonly string[], column: string): Fragment =>
  sql`update ${word(`"${resource.table}" t`)} set "is_deleted" = 0 where ${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = ${word(String(pendingMark))}${ownTenant(ctx, resource)}`

/** The statement that leaves visible rows out of the indexes on these, until they are published in the same transaction. */
export const hideSql = (ctx: RequestContext, resource: Resource, ids: readonly string[]): Fragment =>
  sql`update ${word(`"${resource.table}" t`)} set "is_deleted" = ${word(String(pendingMark))} where t."id" = any(${ids}::bigint[]) and t."is_deleted" = 0${ownTenant(ctx, resource)} returning t."id"`

/** The former and the new mark. */
export type MarkChange = readonly [from: keyof typeof marks, to: keyof typeof marks]

/**
 * The statement that deletes or restores rows by changing their mark: those of the ids, or those whose column contains
 * one of them.
 */
export function markSql(
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
  [from, to]: MarkChange,
  column = 'id',
): Fragment {
  const set = sql`"is_deleted" = ${word(marks[to])}, ${word(nextVersion)}, ${changedBy(ctx)}`
  const which = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = ${word(marks[from])}${ownTenant(ctx, resource)}`
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
  const which = sql`${word(`t."${link}"`)} = ${masterId}::bigint${ownTenant(ctx, resource)}`
  return sql`update ${word(`"${resource.table}" t`)} set "owner_id" = ${ownerId}::bigint where ${which}`
}

/** Whether the written row is still one that its writer may write. */
const accessSql = (access: Access | undefined): Fragment =>
  access?.bound ? sql`coalesce(${access.rows('t')}, false) as "held"` : word('true as "held"')

function newCells({ actor, clock, model }: RequestContext, resource: Resource, row: RowValues): ColumnValue[] {
  const now = { at: clock.now.toISOString(), userId: actor.userId }
  const { created, updated } = row.past ?? { created: now, updated: now }
  const cells: ColumnValue[] = [
    ['id', 'bigint', row.id],
    ['create_user', 'bigint', created.userId],
    ['create_dept', 'bigint', actor.deptId],
    ['create_time', 'timestamptz', created.at],
    ['update_user', 'bigint', updated.userId],
    ['update_time', 'timestamptz', updated.at],
  ]
  for (const column of tenantColumns(resource)) cells.push([column, 'text', actor.tenantId])
  if (row.isPending) cells.push([engineColumns.deleted, 'smallint', pendingMark])
  if (row.past) cells.push(['version', 'integer', row.past.version])
  if (ownerColumn(model, resource) === engineColumns.owner) cells.push([engineColumns.owner, 'bigint', row.ownerId])
  if (isLines(resource)) cells.push([engineColumns.line, 'integer', row.lineNo ?? 0])
  return [...cells, ...fieldCells(resource, row.record)]
}

function fieldCells(resource: Resource, record: Row, changed?: ReadonlySet<string>): ColumnValue[] {
  const cells: ColumnValue[] = []
  for (const { field, column, type } of columnsOf(resource))
    if (!changed || changed.has(field.name)) cells.push([column, type, columnValue(field, type, record[field.name])])
  cells.push(...keyCells(resource, record, changed))
  return cells
}

function keyCells(resource: Resource, record: Row, changed?: ReadonlySet<string>): ColumnValue[] {
  const field = keyedDisplay(resource)
  if (!field || (changed && !changed.has(field.name))) return []
  const value = record[field.name]
  return [[displayKeyColumn, 'text', typeof value === 'string' ? displayKeyOf(value) : null]]
}

/** The value of a field in the form of its column. */
export function fieldCell(field: Field, value: unknown): ColumnValue {
  const type = columnType(field)
  return [String(field.column), type, columnValue(field, type, value)]
}

const columnType = (field: Field): string => `${castTypeOf(field)}${isMany(field) ? '[]' : ''}`

const columnsOf = perFields(({ fields }) =>
  fields.flatMap(field =>
    field.column === undefined ? [] : [{ field, column: field.column, type: columnType(field) }],
  ),
)

const columnValue = (field: Field, type: string, value: unknown): unknown =>
  value === null || value === undefined || type === 'jsonb' ? value : typeOf(field).toColumn(value, field)

const list = (fragments: readonly Fragment[]): Fragment => join(fragments, ', ', '')
