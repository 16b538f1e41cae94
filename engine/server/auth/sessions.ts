import { randomBytes } from 'node:crypto'
import type { Model } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { hasOpenTenant, isActiveSession } from './active-session.ts'
import type { Client } from './clients.ts'
import { parameterValue } from './parameter-value.ts'
import { isPassword } from './password.ts'
import { readRefreshToken, refreshToken } from './refresh-token.ts'

/** A signed-in user on one device. Deletion of its row ends the session. */
export interface StoredSession {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly clientId: string
  /** How often its refresh token has been exchanged. */
  readonly turn: number
  /** The department and role that the user selected, where there is a choice. */
  readonly deptId: string | null
  readonly roleId: string | null
  /** When it ends at the latest. */
  readonly endsAt: Date | null
  /** Its user locked it: until it is unlocked, its requests are refused. */
  readonly isLocked: boolean
}

/** Why a session ended. Sent with the message of a 401, so that a client can show it. */
export type SessionEnd = 'expired' | 'signed-out' | 'password-changed' | 'account-disabled' | 'tenant-closed'

/** How long a refresh token is accepted after its exchange: for tabs that refresh at once and for lost responses. */
const graceSeconds = 10

/** The number of sessions that a user has by one client that does not rotate, each with one refresh token. */
const maxUnrotated = 20

/** A client, as far as its sessions depend on it. */
type SessionClient = Pick<Client, 'id' | 'refreshSeconds' | 'rotates'>

/** How long sessions last, in seconds. */
export interface StayLimits {
  /** Without a request that its user caused. */
  readonly idle: number
  /** Since the sign-in. */
  readonly absolute: number
}

/** The parameters with the limits of sessions. */
export async function sessionLimits(queries: Queries, model: Model): Promise<StayLimits> {
  const [minutes, hours] = await Promise.all(
    ['session.idleMinutes', 'session.hours'].map(key => parameterValue(queries, model, key)),
  )
  return { idle: within(minutes, 5, 1440, 30) * 60, absolute: within(hours, 1, 168, 12) * 3600 }
}

/** A value that was stored outside its bounds is not used. */
function within(text: string | undefined, least: number, most: number, otherwise: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? value : otherwise
}

/** From where a session was started. */
export interface SessionOrigin {
  readonly address: string
  readonly agent: string
}

/** Starts a session. Of a client that does not rotate, the sessions of the user that were unused for longest end. */
export async function startSession(
  database: Database,
  client: SessionClient,
  user: Omit<StoredSession, 'id' | 'turn' | 'clientId' | 'endsAt' | 'isLocked'>,
  { address, agent, ...limits }: StayLimits & SessionOrigin,
  now: Date,
): Promise<StoredSession> {
  const seconds = Math.min(client.refreshSeconds, limits.absolute)
  const endsAt = new Date(now.getTime() + seconds * 1000)
  const id = randomBytes(16).toString('base64url')
  const session: StoredSession = { ...user, clientId: client.id, id, turn: 0, endsAt, isLocked: false }
  const at = sql`${now.toISOString()}::timestamptz`
  await execute(
    database.kysely,
    sql`
    insert into engine_session (id, number, tenant_id, user_id, client_id, dept_id, role_id, turn, turned_at, started_at,
      seen_at, ends_at, expires_at, address, agent)
    values (${session.id}, ${randomNumber()}::bigint, ${session.tenantId}, ${session.userId}, ${session.clientId},
      ${session.deptId}, ${session.roleId}, 0, ${at}, ${at}, ${at}, ${endsAt.toISOString()}::timestamptz,
      ${at} + make_interval(secs => ${Math.min(seconds, limits.idle)}), ${address}, ${agent.slice(0, 200)})`,
  )
  if (!client.rotates) await endUnused(database, session)
  return session
}

/** The id of a session among records: the text is what its tokens name. */
const randomNumber = (): string => String(randomBytes(8).readBigUInt64BE() >> 2n)

/** Seconds between two entries of a session's last use. */
const seenEvery = 60

/** Notes that the user of a session caused a request, unless it has ended: its user is cached for a moment. */
export async function keepSession(
  database: Database,
  model: Model,
  { id, seenAt }: { readonly id: string; readonly seenAt?: Date | null },
  now: Date,
): Promise<void> {
  if (seenAt && now.getTime() - seenAt.getTime() < seenEvery * 1000) return
  const { idle } = await sessionLimits(database.kysely, model)
  const at = sql`${now.toISOString()}::timestamptz`
  await execute(
    database.kysely,
    sql`
    update engine_session
    set seen_at = ${at}, expires_at = least(coalesce(ends_at, expires_at), ${at} + make_interval(secs => ${idle}::int))
    where id = ${id} and expires_at > ${at} and coalesce(seen_at <= ${at} - make_interval(secs => ${seenEvery}::int), true)`,
  )
}

/** Ends the sessions beyond the most that a user has by a client. */
const endUnused = (database: Database, { tenantId, userId, clientId }: StoredSession): Promise<void> =>
  deleteSessions(
    database.kysely,
    sql`id in (
      select id from engine_session
      where tenant_id = ${tenantId} and user_id = ${userId}::bigint and client_id = ${clientId}
      order by turned_at desc, id offset ${maxUnrotated}::int)`,
  )

/**
 * The session of a refresh token, with the next turn if the client rotates. Undefined when the token is no longer valid.
 * Use of a token that was exchanged longer ago than the grace period means that it or its successor was stolen: the
 * session ends for both.
 */
export async function rotateSession(
  database: Database,
  secret: Uint8Array,
  token: string,
  client: SessionClient,
  now: Date,
): Promise<StoredSession | undefined> {
  const shown = readRefreshToken(secret, token)
  const found = shown && (await findSession(database, shown.sessionId, now))
  if (!shown || found?.clientId !== client.id) return undefined
  const step = client.rotates ? 1 : 0
  const turned = await execute(
    database.kysely,
    sql`
    update engine_session
    set turn = turn + ${step}::int, turned_at = ${now.toISOString()}::timestamptz
    where id = ${shown.sessionId} and turn = ${shown.turn}`,
  )
  if (turned.numAffectedRows === 1n) return { ...found, turn: shown.turn + step }
  const present = await findSession(database, shown.sessionId, now)
  if (present?.isFresh && present.turn === shown.turn + 1) return present
  await endSession(database, shown.sessionId)
  return undefined
}

/** Restricts a session to one department or role of its user. */
export async function narrowSession(
  database: Database,
  session: StoredSession,
  { deptId, roleId }: Pick<StoredSession, 'deptId' | 'roleId'>,
): Promise<StoredSession> {
  await execute(
    database.kysely,
    sql`update engine_session set dept_id = ${deptId}, role_id = ${roleId} where id = ${session.id}`,
  )
  return { ...session, deptId, roleId }
}

/** The refresh token of a session's current turn. */
export const tokenOf = (secret: Uint8Array, session: StoredSession): string =>
  refreshToken(secret, session.id, session.turn)

/** Ends one session, by its id among records, which remains for a while: its step returns it. */
export async function endNumbered(queries: Queries, number: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await execute(
    queries,
    sql`
    with ended as (update engine_session set expires_at = ${at} where number = ${number}::bigint returning id, ends_at)
    insert into engine_session_end (id, reason, expires_at) select id, 'signed-out', coalesce(ends_at, ${at}) from ended
    on conflict (id) do nothing`,
  )
}

/** Ends one session. Without a reason, its user is not informed why. */
export async function endSession(database: Database, id: string, reason?: SessionEnd): Promise<void> {
  await deleteSessions(database.kysely, sql`id = ${id}`, reason)
}

/** Ends all sessions of users whose password, roles or access to the tenant changed. One session may be kept. */
export async function endSessionsOf(
  queries: Queries,
  tenantId: string,
  userIds: readonly string[],
  reason: SessionEnd,
  except = '',
): Promise<void> {
  const whose = sql`tenant_id = ${tenantId} and user_id = any(${[...userIds]}::bigint[]) and id <> ${except}`
  await deleteSessions(queries, whose, reason)
}

/** The reason is stored apart from the session: no query for sessions can find one that ended. */
async function deleteSessions(queries: Queries, which: Fragment, reason?: SessionEnd): Promise<void> {
  if (reason === undefined) {
    await execute(queries, sql`delete from engine_session where ${which}`)
    return
  }
  await execute(
    queries,
    sql`
    with ended as (delete from engine_session where ${which} returning id, expires_at)
    insert into engine_session_end (id, reason, expires_at) select id, ${reason}::text, expires_at from ended
    on conflict (id) do nothing`,
  )
}

/** Why a session ended. Undefined where that is not known. Only for the bearer of one of its tokens. */
export async function reasonOfEnd(database: Database, id: string, now: Date): Promise<SessionEnd | undefined> {
  const { rows } = await execute<{ reason: SessionEnd }>(
    database.kysely,
    sql`
    select reason from engine_session_end where id = ${id}
    union all
    select case when ${hasOpenTenant(now)} then 'account-disabled' else 'tenant-closed' end from engine_session s
    where s.id = ${id} and s.expires_at > ${now.toISOString()}::timestamptz and not (${isActiveSession(now)})
    union all
    select 'expired' from engine_session where id = ${id} and expires_at <= ${now.toISOString()}::timestamptz
    limit 1`,
  )
  return rows[0]?.reason
}

/** Wrong lock passwords after which a locked session ends. */
export const maxLockFailures = 5

/** Locks a session with the stored form of a password. */
export async function lockSession({ kysely }: Database, id: string, password: string): Promise<void> {
  await execute(kysely, sql`update engine_session set locked = ${password}, lock_failures = 0 where id = ${id}`)
}

/** Unlocks a session by its lock password; undefined where it is wrong and the session has ended for it. */
export async function unlockSession(database: Database, id: string, given: string): Promise<boolean | undefined> {
  // Counted before the check, so that concurrent attempts are limited like successive ones.
  const { rows } = await execute<{ locked: string; failures: number }>(
    database.kysely,
    sql`update engine_session set lock_failures = lock_failures + 1 where id = ${id} and locked is not null
      returning locked, lock_failures as failures`,
  )
  const [row] = rows
  if (row && !(await isPassword(given, row.locked))) {
    if (row.failures < maxLockFailures) return false
    await endSession(database, id, 'signed-out')
    return undefined
  }
  await execute(database.kysely, sql`update engine_session set locked = null, lock_failures = 0 where id = ${id}`)
  return true
}

/** Those of the sessions that are accepted and not locked. */
export async function activeSessions(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await execute<{ id: string }>(
    database.kysely,
    sql`
    select s.id from engine_session s
    where s.id = any(${[...ids]}::text[]) and s.locked is null and ${isActiveSession(now)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Deletes sessions that have expired, and returns their number. */
export async function deleteExpiredSessions(queries: Queries, now: Date): Promise<number> {
  const { numAffectedRows } = await execute(
    queries,
    sql`delete from engine_session where expires_at < ${now.toISOString()}::timestamptz`,
  )
  await execute(queries, sql`delete from engine_session_end where expires_at < ${now.toISOString()}::timestamptz`)
  return Number(numAffectedRows ?? 0)
}

type Found = StoredSession & { readonly isFresh: boolean }

async function findSession(database: Database, id: string, now: Date): Promise<Found | undefined> {
  const { rows } = await execute<Found>(
    database.kysely,
    sql`
    select id, tenant_id as "tenantId", user_id as "userId", client_id as "clientId", dept_id as "deptId",
      role_id as "roleId", locked is not null as "isLocked", ends_at as "endsAt", turn, turned_at > ${now.toISOString()}::timestamptz - make_interval(secs => ${graceSeconds}) as "isFresh"
    from engine_session s where id = ${id} and ${isActiveSession(now)}`,
  )
  const [found] = rows
  return found && { ...found, endsAt: found.endsAt && new Date(found.endsAt) }
}
