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

/** System values of a new row. */
export interface RowIdentity {
  readonly id: string
  readonly ownerId: string | null
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
  rows: readonly { readonly record: Row; readonly given: RowIdentity }[],
  access?: Access,
): Fragment {
  const cells = rows.map(({ record, given }) => [...givenCells(ctx, resource, given), ...fieldCells(resource, record)])
  const columns = (cells[0] ?? []).map(([column]) => `"${column}"`).join(', ')
  const values = cells.map(row => sql`(${list(row.map(([, value]) => value))})`)
  return sql`insert into ${word(`"${resource.table}" as t (${columns})`)} values ${list(values)} returning ${accessSql(access)}`
}

/** The statement that checks, before new rows are stored, whether their writer may write each: `row`, `held`. */
export function mayWriteSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly { readonly record: Row; readonly given: RowIdentity }[],
  access: Access,
): Fragment {
  const cells = rows.map(({ record, given }) => [...givenCells(ctx, resource, given), ...fieldCells(resource, record)])
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
  { record, given }: { readonly record: Row; readonly given: RowIdentity },
  { access, references, recorded }: WriteCondition,
): Fragment {
  const cells = [...givenCells(ctx, resource, given), ...fieldCells(resource, record)]
  const columns = word(cells.map(([column]) => `"${column}"`).join(', '))
  const fresh = list(cells.map(([column, value]) => sql`${value} as ${word(`"${column}"`)}`))
  const { lookUp, isWhole } = references('engine_found')
  const mayWrite = access.bound ? sql`coalesce(${access.rows('t')}, false)` : word('true')
  const hasReferences = word('exists (select from engine_held)')
  return sql`with engine_found as materialized (${lookUp}), engine_fresh as materialized (select ${fresh}, ${word(databaseDefaults)}), engine_held as materialized (select from engine_fresh t, engine_found where ${isWhole} and ${mayWrite}), ${recorded(hasReferences)} insert into ${word(`"${resource.table}"`)} (${columns}) select ${columns} from engine_fresh where ${hasReferences} returning "id"`
}

/** Columns of a new row that the database sets, as access conditions may read them. */
const databaseDefaults = '1 as "status", 0 as "is_deleted", 1 as "version"'

/** The statement that changes the named fields of a row. `bumps` determines whether the row gets a new version. */
export function updateSql(
  ctx: RequestContext,
  resource: Resource,
  id: string,
  record: Row,
  changed: ReadonlySet<string>,
  more: {
    readonly ownerId?: string | null
    readonly lineNo?: number
    readonly access?: Access
    readonly bumps: boolean
  },
): Fragment {
  const owned = more.ownerId !== undefined && ownerColumn(ctx.model, resource) === engineColumns.owner
  const cells: Cell[] = [
    ...fieldCells(resource, record, changed),
    ...(owned ? [[engineColumns.owner, sql`${more.ownerId}::bigint`] as const] : []),
    ...(more.lineNo !== undefined ? [[engineColumns.line, sql`${more.lineNo}::integer`] as const] : []),
    ...(more.bumps ? ([['version', word('t."version" + 1')]] as const) : []),
    ['update_user', sql`${ctx.actor.userId}::bigint`],
    ['update_time', sql`${ctx.clock.now.toISOString()}::timestamptz`],
  ]
  const set = list(cells.map(([column, value]) => sql`${word(`"${column}"`)} = ${value}`))
  return sql`update ${word(`"${resource.table}" t`)} set ${set} where t."id" = ${id}::bigint${tenantIs(ctx, resource)} returning ${accessSql(more.access)}`
}

/** The statement that changes the same fields of several rows, each to its own values, as a new version of each. */
export function updateAllSql(
  ctx: RequestContext,
  resource: Resource,
  rows: readonly { readonly id: string; readonly after: Row; readonly ownerId: string | null }[],
  changed: ReadonlySet<string>,
  access: Access | undefined,
): Fragment {
  const isOwned = ownerColumn(ctx.model, resource) === engineColumns.owner
  const cells = rows.map(({ id, after, ownerId }): Cell[] => [
    ['id', sql`${id}::bigint`],
    ...fieldCells(resource, after, changed),
    ...(isOwned ? [[engineColumns.owner, sql`${ownerId}::bigint`] as const] : []),
  ])
  const columns = (cells[0] ?? []).map(([column]) => `"${column}"`)
  const set = columns.slice(1).map(column => word(`${column} = v.${column}`))
  const own = [
    word('"version" = t."version" + 1'),
    sql`"update_user" = ${ctx.actor.userId}::bigint`,
    sql`"update_time" = ${ctx.clock.now.toISOString()}::timestamptz`,
  ]
  const values = cells.map(row => sql`(${list(row.map(([, value]) => value))})`)
  return sql`update ${word(`"${resource.table}" t`)} set ${list([...set, ...own])} from (values ${list(values)}) ${word(`v(${columns.join(', ')})`)} where t."id" = v."id"${tenantIs(ctx, resource)} returning ${accessSql(access)}`
}

/** Marks of deletion. They differ so that a master is restored only with the lines that were deleted with it. */
const marks = { itself: '1', 'with-its-master': '2' } as const

/** The statement that marks rows as deleted: those of the ids, or those whose column contains one of them. */
export function deleteSql(
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
  mark: keyof typeof marks = 'itself',
  column = 'id',
): Fragment {
  const now = sql`${ctx.clock.now.toISOString()}::timestamptz`
  const set = sql`"is_deleted" = ${word(marks[mark])}, "version" = t."version" + 1, "update_user" = ${ctx.actor.userId}::bigint, "update_time" = ${now}`
  const which = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = 0${tenantIs(ctx, resource)}`
  return sql`update ${word(`"${resource.table}" t`)} set ${set} where ${which} returning t."id", t."version"`
}

/** The statement that removes such a mark. */
export function restoreSql(
  ctx: RequestContext,
  resource: Resource,
  ids: readonly string[],
  mark: keyof typeof marks,
  column = 'id',
): Fragment {
  const now = sql`${ctx.clock.now.toISOString()}::timestamptz`
  const set = sql`"is_deleted" = 0, "version" = t."version" + 1, "update_user" = ${ctx.actor.userId}::bigint, "update_time" = ${now}`
  const which = sql`${word(`t."${column}"`)} = any(${ids}::bigint[]) and t."is_deleted" = ${word(marks[mark])}${tenantIs(ctx, resource)}`
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

function givenCells({ actor, clock, model }: RequestContext, resource: Resource, given: RowIdentity): Cell[] {
  const now = sql`${clock.now.toISOString()}::timestamptz`
  return [
    ...(resource.shared ? [] : ([[engineColumns.tenant, sql`${actor.tenantId}::text`]] as const)),
    ['id', sql`${given.id}::bigint`],
    ['create_user', sql`${actor.userId}::bigint`],
    ['create_dept', sql`${actor.deptId}::bigint`],
    ['create_time', now],
    ['update_user', sql`${actor.userId}::bigint`],
    ['update_time', now],
    ...(ownerColumn(model, resource) === engineColumns.owner
      ? ([[engineColumns.owner, sql`${given.ownerId}::bigint`]] as const)
      : []),
    ...(resource.partOf ? ([[engineColumns.line, sql`${given.lineNo ?? 0}::integer`]] as const) : []),
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
