import { typeOf } from '../../fields/index.ts'
import { isBound } from '../../fields/traits.ts'
import { administratorAlias, roleResource, userResource } from '../../model/account-resources.ts'
import type { Field, Model } from '../../model/model.ts'
import { bindOf, resourceOf } from '../../model/names.ts'
import { perModel } from '../../model/per-model.ts'
import { meFieldsRead, meTypes, rolePrefix } from '../../rules/me.ts'
import type { Database, Queries } from '../database/database.ts'
import { columnOf, type Fragment, join, sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { readAccess } from './access-token.ts'
import { isActiveSession, isEnabled } from './active-session.ts'
import { type Actor, ServiceActor, UserActor, withoutRights } from './actor.ts'
import { linkTables } from './expressions.ts'
import { type FileClaims, fileToken, readFileToken } from './file-token.ts'
import type { RequestContext } from './request-context.ts'
import { closedTo, type GrantRow, grantsSql, type RoleRow, roleRightsOf } from './role-rows.ts'
import { isFactorRequired } from './second-factor.ts'
import { isServiceToken, type ServiceLimits, secretDigest, serviceOf } from './service-tokens.ts'
import { reasonOfEnd } from './sessions.ts'

/** A signed-in user, with the data that only sign-in and the shell need. */
export interface SignedIn {
  readonly actor: UserActor | ServiceActor
  /** Of a service token. */
  readonly limits?: ServiceLimits
  /** Of a service token: a file token, for the cookie of its page. */
  readonly fileToken?: string
  readonly sessionId: string
  /** The OAuth client that requested the session. */
  readonly clientId: string
  readonly tenantName: string
  readonly roleNames: readonly string[]
  /** The departments of the user, or the one to which the session is limited. */
  readonly deptIds: readonly string[]
  readonly mustChangePassword: boolean
  /** An administrator without the second factor that is required of administrators. */
  readonly mustEnrol: boolean
  /** When the last request that the user caused was noted, about once a minute. */
  readonly seenAt: Date | null
  /** Its user locked the session. */
  readonly isLocked: boolean
  /** Paths of the API scopes that no role of the user has. */
  readonly closedPaths: readonly string[]
}

/** Resolves tokens to users. Results are cached briefly, so that most requests need no query for it. */
export interface Authenticator {
  of(token: string): Promise<SignedIn>
  /** The user of a file token. */
  ofFileToken(token: string): Promise<SignedIn>
  /** Clears the cache. Called after a change of users, roles or grants and after the end of a session. */
  forget(): void
  /** Calls the listener on every `forget`. Returns a function that removes the listener. */
  onForget(listener: () => void): () => void
}

/** The longest delay until a change made by another process takes effect. */
const cacheMilliseconds = 800
const cacheSize = 10_000

interface CachedUser {
  readonly until: number
  /** The Model whose declared fields of the user were read. */
  readonly model: Model
  readonly signedIn: Promise<SignedIn>
}

type Find = (model: Model) => Promise<SignedIn>

/** Creates the authenticator, which caches users until `forget` or a short time has passed. */
export function createAuthenticator(
  database: Database,
  secret: Uint8Array,
  current: () => Model,
  clock: () => Date,
): Authenticator {
  // Of bearer tokens and of file tokens: neither is accepted as the other.
  const [bearers, files] = [new Map<string, CachedUser>(), new Map<string, CachedUser>()]
  const listeners = new Set<() => void>()
  const load = async (model: Model, claims: FileClaims): Promise<SignedIn> => {
    const found = await findSignedIn(database, model, claims, clock())
    if (!found) {
      const reason = await reasonOfEnd(database, claims.sessionId, clock())
      throw refuse.signedOut('令牌已失效', 'Your session has ended; please sign in', reason)
    }
    return found
  }
  const loadService = async (model: Model, digest: string): Promise<SignedIn> => {
    const service = await serviceOf(database.kysely, model, sql`s.digest = ${digest}`, clock())
    if (!service) throw refuse.signedOut('令牌已失效', 'The token is not valid')
    const { actor } = service
    const names = { tenantName: '', roleNames: [], deptIds: [], clientId: '', seenAt: null }
    const states = { mustChangePassword: false, mustEnrol: false, isLocked: false }
    // No id of a session contains a colon.
    const files = fileToken(secret, { tenantId: actor.tenantId, sessionId: `service:${digest}` })
    return { ...service, ...names, ...states, sessionId: `service ${actor.userId}`, fileToken: files }
  }
  const cached = (cache: Map<string, CachedUser>, model: Model, key: string, found: Find): Promise<SignedIn> => {
    const known = cache.get(key)
    const now = performance.now()
    if (known && known.until > now && known.model === model) return known.signedIn
    const signedIn = found(model)
    if (cache.size >= cacheSize) cache.clear()
    cache.set(key, { until: now + cacheMilliseconds, model, signedIn })
    // Failures are not cached: the database may be available again at the next request.
    signedIn.catch(() => cache.delete(key))
    return signedIn
  }
  // The request takes the Model next: its user must have the declared fields of this one.
  const byCurrent = async (cache: Map<string, CachedUser>, key: string, found: Find): Promise<SignedIn> => {
    for (;;) {
      const model = current()
      const signedIn = await cached(cache, model, key, found)
      if (current() === model) return signedIn
    }
  }
  return {
    of: token =>
      byCurrent(bearers, token, async model =>
        isServiceToken(token)
          ? loadService(model, secretDigest(token))
          : load(model, await readAccess(secret, token, clock())),
      ),
    ofFileToken: token =>
      byCurrent(files, token, async model => {
        const claims = readFileToken(secret, token)
        if (!claims) throw refuse.signedOut()
        const [, digest] = /^service:(.*)$/.exec(claims.sessionId) ?? []
        return digest === undefined ? load(model, claims) : loadService(model, digest)
      }),
    forget() {
      bearers.clear()
      files.clear()
      for (const listener of listeners) listener()
    },
    onForget(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Row extends GrantRow {
  readonly userId: string
  readonly account: string
  readonly name: string
  readonly narrowRole: string | null
  readonly narrowDept: string | null
  readonly deptIds: readonly string[]
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  readonly mustChangePassword: boolean
  readonly isLocked: boolean
  readonly clientId: string
  readonly tenantName: string
  readonly seenAt: Date | null
  readonly hasSecondFactor: boolean
  /** The declared fields of the user that expressions read, as `ownColumn` names them. */
  readonly [ownField: `#me${number}`]: unknown
}

/** Columns that only a session has. */
type SessionColumn = 'mustChangePassword' | 'isLocked' | 'clientId' | 'tenantName' | 'seenAt' | 'hasSecondFactor'

async function findSignedIn(
  database: Database,
  model: Model,
  { sessionId, tenantId }: FileClaims,
  now: Date,
): Promise<SignedIn | undefined> {
  const { rows } = await execute<Row>(
    database.kysely,
    sql`
    select ${userColumns(model)}, s.role_id as "narrowRole", s.dept_id as "narrowDept",
      s.client_id as "clientId", s.locked is not null as "isLocked",
      s.seen_at as "seenAt",
      (select t.tenant_name from blade_tenant t where t.tenant_id = s.tenant_id and t.is_deleted = 0) as "tenantName",
      exists (select from engine_password_due d where d.tenant_id = u.tenant_id and d.user_id = u.id)
        as "mustChangePassword",
      exists (select from engine_second_factor f where f.tenant_id = u.tenant_id and f.user_id = u.id
        and f.confirmed_at is not null) as "hasSecondFactor"
    from engine_session s join blade_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where s.id = ${sessionId} and s.tenant_id = ${tenantId} and ${isActiveSession(now)}`,
  )
  const [row] = rows
  if (!row) return undefined
  const found = signedInOf(model, row, sessionId, tenantId)
  return found.actor.administrator && !row.hasSecondFactor
    ? { ...found, mustEnrol: await isFactorRequired(database.kysely, model) }
    : found
}

/** The columns of a user `u` with its roles and their codes. */
function userColumns(model: Model): Fragment {
  const has = (name: string) => resourceOf(model, userResource).fields.some(field => field.name === name)
  return sql`u.id as "userId", u.account, u.name,
      coalesce(u.dept_id, '{}') as "deptIds",
      ${has('sourceType') ? sql`u.source_type` : sql`null::text`} as "sourceType",
      ${ownersSql(model)} as "ownerIds",
      ${has('regionId') ? sql`u.region_id` : sql`null::bigint`} as "regionId"${ownFieldsSql(model)},
      ${grantsSql(model, sql`r.id = any(u.role_id)`, roleFieldsSql(model))}`
}

/** The ids of the owners of a user `u`: an array, empty without one. */
function ownersSql(model: Model): Fragment {
  const column = ownersColumn(model)
  return column === undefined
    ? sql`'{}'::bigint[]`
    : sql`array_remove('{}'::bigint[] || ${word(columnOf('u', column))}, null)`
}

/** The column of users with their owners: an id, or a list of ids. */
const ownersColumn = (model: Model): string | undefined =>
  resourceOf(model, userResource).fields.find(({ name }) => name === model.ownersField)?.column

const readFields = perModel<readonly (readonly [name: string, field: Field])[]>()

/** The declared fields of users and roles that expressions of the Model read. */
const fieldsRead = (model: Model) =>
  readFields(model, '', () =>
    Object.entries(meFieldsRead(model, Object.values(model.resources))).filter(
      ([name, field]) => (field.column !== undefined || isBound(field)) && !(name in meTypes),
    ),
  )
const ofRoles = (model: Model) => fieldsRead(model).filter(([name]) => name.startsWith(rolePrefix))
const ofUser = (model: Model) => fieldsRead(model).filter(([name]) => !name.startsWith(rolePrefix))

const ownColumn = (index: number) => `#me${index}` as const

const ownFieldsSql = (model: Model): Fragment =>
  join(
    ofUser(model).map(
      ([, field], index) =>
        sql`, ${declaredValue(model, userResource, field, 'u')} as ${word(`"${ownColumn(index)}"`)}`,
    ),
    '',
    '',
  )

/** The value of a declared field: its column, or the ids of linked records. */
function declaredValue(model: Model, of: string, field: Field, alias: string): Fragment {
  if (!isBound(field)) return word(columnOf(alias, String(field.column)))
  const resource = resourceOf(model, of)
  const tables = word(linkTables(model, resource, bindOf(resource, field.name)))
  return sql`array(select link.right_id from ${tables} where link.tenant_id = ${word(columnOf(alias, 'tenant_id'))} and link.left_id = ${word(columnOf(alias, 'id'))})`
}

/** The values of each field as a list of texts: a number of JSON would lose digits of an id. */
const roleFieldsSql = (model: Model): Fragment =>
  join(
    ofRoles(model).map(([, field]) =>
      field.rule?.startsWith('list')
        ? sql`coalesce(${declaredValue(model, roleResource, field, 'r')}::text[], '{}')`
        : sql`array_remove(array[${declaredValue(model, roleResource, field, 'r')}::text], null)`,
    ),
    ', ',
    '',
  )

/** The values of the declared fields, as transmitted: of several roles, those of any of them. */
function fieldsOf(model: Model, row: Pick<Row, `#me${number}`>, roles: readonly RoleRow[]): Record<string, unknown> {
  const own = ofUser(model).map(([name, field], index) => {
    const raw = row[ownColumn(index)]
    return [name, raw === null || raw === undefined ? null : typeOf(field).fromColumn(raw, field)] as const
  })
  const united = ofRoles(model).map(
    ([name], index) => [name, [...new Set(roles.flatMap(({ fields }) => fields[index] ?? []))]] as const,
  )
  return Object.fromEntries([...own, ...united])
}

/** Users: those with the ids, those of an owner, or those with a role. */
export type UserSelection =
  | { readonly ids: readonly string[] }
  | { readonly ownerId: string }
  | { readonly role: string }

/** Users as receivers of a message, each with the rights of all roles. Deleted and disabled users are left out. */
export async function selectedUsers(
  queries: Queries,
  model: Model,
  tenantId: string,
  selection: UserSelection,
): Promise<UserActor[]> {
  const { rows } = await execute<Omit<Row, 'narrowRole' | 'narrowDept' | SessionColumn>>(
    queries,
    sql`
    select ${userColumns(model)} from blade_user u
    where u.tenant_id = ${tenantId} and ${selected(model, selection)} and ${isEnabled}
    order by u.id limit ${maxUsers}`,
  )
  return rows.map(row => actorOf(model, { ...row, narrowDept: null }, row.roles, tenantId))
}

const maxUsers = 1000

function selected(model: Model, selection: UserSelection): Fragment {
  if ('ids' in selection) return sql`u.id = any(${[...selection.ids]}::bigint[])`
  if ('role' in selection)
    return sql`exists (select from blade_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_id)
      and r.role_alias = ${selection.role} and r.is_deleted = 0)`
  return sql`${selection.ownerId}::bigint = any(${ownersSql(model)})`
}

/**
 * The actor with the rights that the database confirms now, for work of many transactions: of the roles that the actor
 * had, those that the user still has. A user who was deleted or disabled has none, and neither has a service token that
 * was revoked or has expired. Signing out does not end such work.
 */
export async function renewedActor(
  queries: Queries,
  { model, actor, clock }: Pick<RequestContext, 'model' | 'actor' | 'clock'>,
): Promise<Actor> {
  if (actor.kind === 'service' && actor.rowsPerDay !== undefined) {
    const isOwn = sql`s.tenant_id = ${actor.tenantId} and s.token_id = ${actor.userId}::bigint`
    const service = await serviceOf(queries, model, isOwn, clock.now)
    return service?.actor ?? new ServiceActor({ ...actor, ...withoutRights }, actor.reason, actor.rowsPerDay)
  }
  if (actor.kind !== 'user') return actor
  const { userId, tenantId, deptId: narrowDept } = actor
  const { rows } = await execute<Omit<Row, 'narrowRole' | 'narrowDept' | SessionColumn>>(
    queries,
    sql`
    select ${userColumns(model)} from blade_user u
    where u.tenant_id = ${tenantId} and u.id = ${userId}::bigint and ${isEnabled}`,
  )
  const [row] = rows
  if (!row) return new UserActor({ ...actor, ...withoutRights })
  const roles = row.roles.filter(({ id }) => actor.roleIds.includes(id))
  return actorOf(model, { ...row, narrowDept }, roles, tenantId)
}

function signedInOf(model: Model, row: Row, sessionId: string, tenantId: string): SignedIn {
  const roles = row.narrowRole === null ? row.roles : row.roles.filter(role => role.id === row.narrowRole)
  return {
    sessionId,
    clientId: row.clientId,
    tenantName: row.tenantName,
    roleNames: roles.map(role => role.name),
    deptIds: row.narrowDept === null ? row.deptIds : [row.narrowDept],
    mustChangePassword: row.mustChangePassword,
    mustEnrol: false,
    seenAt: row.seenAt && new Date(row.seenAt),
    isLocked: row.isLocked,
    actor: actorOf(model, row, roles, tenantId),
    closedPaths: closedTo(row, roles),
  }
}

const actorOf = (
  model: Model,
  row: Omit<Row, 'narrowRole' | SessionColumn>,
  roles: Row['roles'],
  tenantId: string,
): UserActor =>
  new UserActor({
    userId: row.userId,
    account: row.account,
    name: row.name,
    tenantId,
    deptId: row.narrowDept ?? row.deptIds[0] ?? null,
    roleIds: roles.map(role => role.id),
    roles: roles.map(role => role.alias),
    administrator: roles.some(role => role.alias === administratorAlias),
    sourceType: row.sourceType,
    ownerIds: row.ownerIds,
    regionId: row.regionId,
    fields: fieldsOf(model, row, roles),
    codes: new Set(roles.flatMap(role => role.codes)),
    packageMenus: row.packageMenus ?? undefined,
    roleRights: roleRightsOf(roles),
  })
