import { referredResource } from '../../../fields/traits.ts'
import { idOf } from '../../../model/ids.ts'
import type { Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { type Access, demand } from '../../auth/access.ts'
import type { Actor } from '../../auth/actor.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { invisibleUser, isInvisibleUser } from '../../store/select.ts'
import { fieldId, fieldName } from '../../store/stored-names.ts'
import { visibleRecords } from '../../store/visible-references.ts'
import { type Role, rolesToShareWith, titlesOfRoles } from './roles.ts'
import { namedIn, type Usable, usable } from './shown-view.ts'
import { readView, type ViewInput } from './view-input.ts'

/** A saved search as shown to one user. */
export interface View extends Usable {
  readonly id: string
  readonly name: string
  readonly mine: boolean
  /** Whether this user may change and delete it. */
  readonly editable: boolean
  readonly owner: string
  readonly kind: string | null
  /** The roles with which it is shared; users who may not change it see only their own roles. */
  readonly roles: readonly Role[]
}

const maxPerUser = 50
const maxListed = 300

/** The views of a resource that the actor created or that are shared with a role of the actor. */
export async function viewsOf(queries: Queries, ctx: RequestContext, resource: Resource): Promise<View[]> {
  const access = demand(ctx, resource, 'view')
  const rows = await runAll(
    queries,
    sql`select ${read(ctx)} from engine_view v where ${seen(ctx, resource)} order by v.user_id <> ${ctx.actor.userId}::bigint, v.id limit ${maxListed}::int`,
  )
  return shown(queries, ctx, resource, access, rows)
}

/** Creates a view. */
export async function saveView(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  given: unknown,
): Promise<View> {
  const access = demand(ctx, resource, 'view')
  const {
    name,
    query = {},
    sort = null,
    columns = null,
    kind = null,
    roleIds = [],
  } = readView(ctx, resource, access, given)
  if (name === undefined) throw refuse.input({ name: { zh: '请输入名称', en: 'Please enter a name' } })
  await assureRoles(queries, ctx, roleIds, [])
  const { actor, clock } = ctx
  const own = sql`from engine_view where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint and resource = ${idOf(resource)}`
  const saved = await runAll(
    queries,
    sql`insert into engine_view as v (tenant_id, id, resource, user_id, user_name, name, query, sort, descending, columns, kind, role_ids, at) select ${actor.tenantId}, ${id}::bigint, ${idOf(resource)}, ${actor.userId}::bigint, ${actor.name}, ${name}, ${JSON.stringify(queryBy(ctx, resource, query, fieldId))}::jsonb, ${sort ? fieldId(resource, sort.field) : null}::text, ${sort?.descending ?? false}::boolean, ${jsonOrNull(columnsById(resource, columns))}::jsonb, ${kindBy(ctx, resource, kind, fieldId)}::text, ${[...roleIds]}::bigint[], ${clock.now.toISOString()}::timestamptz where (select count(*) ${own}) < ${maxPerUser}::int returning ${read(ctx)}`,
  )
  const [view] = await shown(queries, ctx, resource, access, saved)
  if (!view) throw tooMany()
  return view
}

/** Updates the given properties of a view. */
export async function updateView(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  given: unknown,
): Promise<View> {
  const access = demand(ctx, resource, 'view')
  const { name, query, sort, columns, kind, roleIds } = readView(ctx, resource, access, given)
  const now = await assureEditable(queries, ctx, resource, id)
  if (roleIds) await assureRoles(queries, ctx, roleIds, now.roleIds)
  const changed = await runAll(
    queries,
    sql`update engine_view v set name = coalesce(${name ?? null}::text, v.name), query = coalesce(${query ? JSON.stringify(queryBy(ctx, resource, query, fieldId)) : null}::jsonb, v.query), sort = case when ${sort !== undefined}::boolean then ${sort ? fieldId(resource, sort.field) : null}::text else v.sort end, descending = case when ${sort !== undefined}::boolean then ${sort?.descending ?? false}::boolean else v.descending end, columns = case when ${columns !== undefined}::boolean then ${jsonOrNull(columnsById(resource, columns ?? null))}::jsonb else v.columns end, kind = case when ${kind !== undefined}::boolean then ${kindBy(ctx, resource, kind ?? null, fieldId)}::text else v.kind end, role_ids = coalesce(${roleIds ? [...roleIds] : null}::bigint[], v.role_ids) where ${seen(ctx, resource)} and v.id = ${id}::bigint returning ${read(ctx)}`,
  )
  // An administrator who ends the sharing of another user's view can no longer see it.
  const [view] = await shown(queries, ctx, resource, access, changed)
  if (!view) throw notThere()
  return view
}

/** Deletes a view. */
export async function removeView(queries: Queries, ctx: RequestContext, resource: Resource, id: string): Promise<void> {
  demand(ctx, resource, 'view')
  await assureEditable(queries, ctx, resource, id)
  await runAll(queries, sql`delete from engine_view v where ${seen(ctx, resource)} and v.id = ${id}::bigint`)
}

const read = (ctx: RequestContext): Fragment =>
  sql`v.id::text as id, v.user_id::text as "userId", ${ownerName(ctx)} as owner, v.name, v.query, v.sort, v.descending, v.columns, v.kind, v.role_ids::text[] as "roleIds"`

const ownerName = (ctx: RequestContext): Fragment =>
  sql`case when ${isInvisibleUser(ctx, 'v.user_id')} then ${invisibleUser[ctx.language]}::text else v.user_name end`

/**
 * A tenant's views of one resource that are the actor's own or shared with a role of the actor; administrators see
 * all shared ones.
 */
function seen({ actor }: RequestContext, resource: Resource): Fragment {
  const shared = actor.administrator ? word("v.role_ids <> '{}'") : sql`v.role_ids && ${[...actor.roleIds]}::bigint[]`
  return sql`v.tenant_id = ${actor.tenantId} and v.resource = ${idOf(resource)} and (v.user_id = ${actor.userId}::bigint or ${shared})`
}

const found = (queries: Queries, ctx: RequestContext, resource: Resource, id: string): Promise<Row[]> =>
  runAll(queries, sql`select ${read(ctx)} from engine_view v where ${seen(ctx, resource)} and v.id = ${id}::bigint`)

async function shown(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  access: Access,
  rows: readonly Row[],
): Promise<View[]> {
  const stored = rows.map(row => storedOf(ctx, resource, row))
  const titles = await titlesOfRoles(queries, ctx, [...new Set(stored.flatMap(view => view.roleIds))])
  const named = stored.flatMap(view => namedIn(ctx, resource, access, view))
  const seesRecord = await visibleRecords(queries, ctx, named)
  return stored.map(view => {
    const mine = view.userId === ctx.actor.userId
    const editable = mine || ctx.actor.administrator
    const theirs = view.roleIds.filter(id => editable || ctx.actor.roleIds.includes(id))
    return {
      id: view.id,
      name: view.name,
      mine,
      editable,
      owner: view.owner,
      kind: view.kind,
      ...usable(ctx, resource, access, view, seesRecord),
      roles: theirs.flatMap(id => titles.find(role => role.id === id) ?? []),
    }
  })
}

/** The id of a field for its name, or its name for the id. */
type NameOf = typeof fieldId

interface Stored extends ViewInput {
  readonly id: string
  readonly userId: string
  readonly owner: string
}

/** This table is written only here, so its rows have this shape, with the ids of fields. */
const storedOf = (ctx: RequestContext, resource: Resource, row: Row): Stored => ({
  id: String(row['id']),
  userId: String(row['userId']),
  owner: String(row['owner']),
  name: String(row['name']),
  query: queryBy(ctx, resource, row['query'] as Stored['query'], fieldName),
  sort:
    typeof row['sort'] === 'string'
      ? { field: fieldName(resource, row['sort']), descending: row['descending'] === true }
      : null,
  columns: (row['columns'] as Stored['columns'])?.map(id => fieldName(resource, id)) ?? null,
  kind: kindBy(ctx, resource, row['kind'] as Stored['kind'], fieldName),
  roleIds: row['roleIds'] as Stored['roleIds'],
})

async function assureEditable(queries: Queries, ctx: RequestContext, resource: Resource, id: string): Promise<Stored> {
  const [row] = await found(queries, ctx, resource, id)
  if (!row) throw notThere()
  const view = storedOf(ctx, resource, row)
  if (!isTheirs(ctx.actor, view))
    throw refuse.forbidden({ zh: '修改他人的常用查询', en: "Edit another user's saved search" })
  return view
}

const isTheirs = ({ administrator, userId }: Actor, view: Stored) => administrator || view.userId === userId

/** Users share with their own roles, administrators with any; existing shares may remain. */
async function assureRoles(
  queries: Queries,
  ctx: RequestContext,
  wanted: readonly string[],
  before: readonly string[],
): Promise<void> {
  const added = wanted.filter(id => !before.includes(id))
  if (added.length === 0) return
  const known = (await rolesToShareWith(queries, ctx)).map(({ id }) => id)
  if (!added.every(id => known.includes(id)))
    throw refuse.input({
      roleIds: { zh: '只能共享给您拥有的角色', en: 'You can only share with roles that you have' },
    })
}

const columnsById = (resource: Resource, columns: readonly string[] | null): readonly string[] | null =>
  columns?.map(name => fieldId(resource, name)) ?? null

/**
 * The conditions by the ids of their fields, `name_like`, or by their present names; a removed field keeps its id, and is
 * left out.
 */
const queryBy = (ctx: RequestContext, resource: Resource, query: Stored['query'], of: NameOf): Stored['query'] =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) =>
      name === 'chart' ? [name, filterBy(ctx, resource, text, of)] : [conditionOn(resource, name, of), text],
    ),
  )

/** The name of a condition with another one of its field; `_like` and other operators remain. */
function conditionOn(resource: Resource, name: string, of: NameOf): string {
  const whole = of(resource, name)
  const cut = name.lastIndexOf('_')
  return whole !== name || cut < 1 ? whole : of(resource, name.slice(0, cut)) + name.slice(cut)
}

/** The list as a chart, `chart?group=siteId.kind&measure=sum(amount)`, by the ids or names of its fields. */
function kindBy(ctx: RequestContext, resource: Resource, kind: string | null, of: NameOf): string | null {
  const [name, words = ''] = kind?.split(/\?(.*)/s) ?? []
  if (name !== 'chart' || words === '') return kind
  const renamed = [...new URLSearchParams(words)].map(([key, text]) => [
    key,
    key === 'measure'
      ? text.replace(/\w+(?=\))/, field => of(resource, field))
      : key === 'chart'
        ? text
        : pathsBy(ctx, resource, text, of),
  ])
  return `chart?${new URLSearchParams(renamed)}`
}

/** The rows of the marks of charts: `by:siteId.kind?siteId.kind=…&key=…`. */
const filterBy = (ctx: RequestContext, resource: Resource, text: string, of: NameOf): string =>
  text.replace(/(?<=^by:)[^?\n]*|(?<=[?&])\w+\.\w+(?==)/gm, paths => pathsBy(ctx, resource, paths, of))

/** Paths of fields in a text, `siteId.kind,day.month`, by the ids or names of their fields. */
const pathsBy = ({ model }: RequestContext, resource: Resource, text: string, of: NameOf): string =>
  text.replace(/[\w.]+/g, path => {
    const [first = '', second, ...rest] = path.split('.')
    const field = fieldOf(resource, of === fieldId ? first : of(resource, first))
    const target = field && referredResource(field, model)
    return [of(resource, first), ...(second === undefined ? [] : [target ? of(target, second) : second]), ...rest].join(
      '.',
    )
  })

const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const notThere = () => refuse.notFound({ zh: '查询', en: 'saved search' })

const tooMany = () =>
  new Refusal('too-many-views', 409, {
    zh: `每个列表最多保存${maxPerUser}个查询，请先删除不用的`,
    en: `A list can have ${maxPerUser} saved searches per user; delete one first`,
  })
