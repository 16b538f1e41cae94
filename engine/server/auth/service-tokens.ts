import { createHash, randomBytes } from 'node:crypto'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { administratorAlias } from '../../model/account-resources.ts'
import type { Model } from '../../model/model.ts'
import { codesOf } from '../../model/names.ts'
import type { Queries } from '../database/database.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'
import { ServiceActor } from './actor.ts'
import type { RequestContext } from './request-context.ts'
import { closedTo, type GrantRow, grantsSql, type RoleRow, roleRightsOf } from './role-rows.ts'

const prefix = 'mst_'

/** Whether a token is that of a service, not of a session. */
export const isServiceToken = (token: string): boolean => token.startsWith(prefix)

/** The digest of the secret of a service token, which is stored in its place. */
export const secretDigest = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** What a service may do besides its codes. */
export interface ServiceLimits {
  readonly requestsPerMinute: number
  /** Addresses and networks from which it is accepted; empty for all. */
  readonly addresses: readonly string[]
}

/** Stores the digest of a new secret, which replaces the former one, and returns the secret. */
export async function issueServiceToken(queries: Queries, tenantId: string, id: string): Promise<string> {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  await execute(
    queries,
    sql`
    insert into engine_service_token (tenant_id, token_id, digest) values (${tenantId}, ${id}::bigint, ${secretDigest(token)})
    on conflict (tenant_id, token_id) do update set digest = excluded.digest`,
  )
  return token
}

interface ServiceRow extends GrantRow {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly operations: string
  readonly rowsPerDay: number
  readonly requestsPerMinute: number
  readonly addresses: string | null
}

/** A service by its token: the row of the token, with those codes of its role that it lists. */
interface Service {
  readonly actor: ServiceActor
  readonly limits: ServiceLimits
  readonly closedPaths: readonly string[]
}

/** The service of the token `s` of a condition; undefined if it is unknown, expired or revoked. */
export async function serviceOf(
  queries: Queries,
  model: Model,
  isMeant: Fragment,
  now: Date,
): Promise<Service | undefined> {
  const at = now.toISOString()
  // Beside the write: the use of a token is no change of it, and has no history entry and no version.
  const { rows } = await execute<ServiceRow>(
    queries,
    sql`
    with used as (
      update blade_service_token set last_used_at = ${at}::timestamptz
      where (tenant_id, id) in (select s.tenant_id, s.token_id from engine_service_token s where ${isMeant})
        and (last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute'))
    select u.id::text, u.tenant_id as "tenantId", u.name, u.operations, u.rows_per_day as "rowsPerDay",
      u.requests_per_minute as "requestsPerMinute", u.addresses, ${grantsSql(model, sql`r.id = u.role_id`)}
    from engine_service_token s
    join blade_service_token u on u.tenant_id = s.tenant_id and u.id = s.token_id and u.is_deleted = 0
    join blade_tenant o on o.tenant_id = u.tenant_id and o.is_deleted = 0
      and (o.expire_time is null or o.expire_time > ${at}::timestamptz)
    where ${isMeant} and u.revoked_at is null and u.expire_time > ${at}::timestamptz`,
  )
  const [row] = rows
  const role = row?.roles[0]
  return row && role && serviceIn(model, row, role)
}

function serviceIn(model: Model, row: ServiceRow, role: RoleRow): Service {
  const { id, tenantId, name } = row
  const listed = linesOf(row.operations)
  const isListed = (code: string) =>
    listed.some(one => (one.endsWith('_*') ? code.startsWith(one.slice(0, -1)) : one === code))
  // The role of administrators has every code without a grant.
  const ofRole = role.alias === administratorAlias ? Object.values(model.resources).flatMap(codesOf) : role.codes
  const codes = ofRole.filter(isListed)
  const actor = new ServiceActor(
    {
      ...{ userId: id, account: '', name, tenantId, deptId: null, regionId: null, ownerIds: [], sourceType: null },
      ...{ roleIds: [role.id], roles: [role.alias], administrator: false, codes: new Set(codes) },
      roleRights: roleRightsOf([{ ...role, codes }]),
      packageMenus: row.packageMenus ?? undefined,
    },
    'service-token',
    Number(row.rowsPerDay),
  )
  const limits = {
    requestsPerMinute: Number(row.requestsPerMinute),
    addresses: linesOf(row.addresses ?? ''),
  }
  return { actor, limits, closedPaths: closedTo(row, [role]) }
}

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(line => line !== '')

/** Whether a service is accepted from an address. An entry that is none contains no address. */
export function isAllowedAddress({ addresses }: Pick<ServiceLimits, 'addresses'>, address: string): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  const kind = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
  for (const entry of addresses) {
    const [ip = '', bits] = entry.split('/')
    if (!isIP(ip)) continue
    if (bits === undefined) list.addAddress(ip, kind(ip))
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(ip) ? 128 : 32))
      list.addSubnet(ip, Number(bits), kind(ip))
  }
  return isIP(address) !== 0 && list.check(address, kind(address))
}

/** Counts the rows that a service token read today, and its changes. Refused with 429 above its limit. */
export async function countServiceRows(
  { queries, ctx }: { readonly queries: Queries; readonly ctx: Pick<RequestContext, 'actor' | 'clock'> },
  rows: number,
): Promise<void> {
  const { actor } = ctx
  if (rows === 0 || actor.kind !== 'service' || actor.rowsPerDay === undefined) return
  const { now } = ctx.clock
  const day = now.toISOString().slice(0, 10)
  const { rows: found } = await execute<{ count: string }>(
    queries,
    sql`
    insert into engine_service_use as u (tenant_id, token_id, day, count)
    values (${actor.tenantId}, ${actor.userId}::bigint, ${day}::date, ${rows}::bigint)
    on conflict (tenant_id, token_id) do update
    set count = case when u.day = excluded.day then u.count + excluded.count else excluded.count end, day = excluded.day
    returning count::text`,
  )
  if (Number(found[0]?.count) > actor.rowsPerDay) throw refuse.tooMany(secondsToMidnight(now))
}

const secondsToMidnight = (now: Date): number => Math.ceil((86_400_000 - (now.getTime() % 86_400_000)) / 1000)
