import { createHmac, randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { parameterValue } from './parameter-value.ts'
import { decrypted, encrypted, factorSecrets } from './seal.ts'

/** Whose second factor it is. */
export interface FactorOwner {
  readonly tenantId: string
  readonly userId: string
}

/** The state of a second factor, as its user sees it. */
export interface FactorState {
  readonly isOn: boolean
  readonly recoveryLeft: number
}

const whose = ({ tenantId, userId }: FactorOwner) => sql`tenant_id = ${tenantId} and user_id = ${userId}::bigint`

/** Whether administrators must have a second factor. */
export const isFactorRequired = async (queries: Queries, model: Model): Promise<boolean> =>
  (await parameterValue(queries, model, 'account.secondFactor')) === 'true'

/** The state of a user's second factor. */
export async function factorState(queries: Queries, owner: FactorOwner): Promise<FactorState> {
  const { rows } = await execute<{ isOn: boolean; recoveryLeft: number }>(
    queries,
    sql`select confirmed_at is not null as "isOn", cardinality(recovery) as "recoveryLeft"
    from engine_second_factor where ${whose(owner)}`,
  )
  return rows[0] ?? { isOn: false, recoveryLeft: 0 }
}

/** Begins an enrolment: a new secret, which is used once a code of it was entered. Undefined where one is in use. */
export async function beginFactor(
  queries: Queries,
  key: Uint8Array,
  owner: FactorOwner,
  label: { readonly issuer: string; readonly account: string },
): Promise<{ readonly secret: string; readonly uri: string } | undefined> {
  const secret = generateSecret()
  const { rows } = await execute(
    queries,
    sql`
    insert into engine_second_factor as known (tenant_id, user_id, secret)
    values (${owner.tenantId}, ${owner.userId}::bigint, ${encrypted(key, factorSecrets, secret)})
    on conflict (tenant_id, user_id) do update set secret = excluded.secret, last_step = 0
    where known.confirmed_at is null
    returning 1`,
  )
  return rows.length === 0
    ? undefined
    : { secret, uri: generateURI({ issuer: label.issuer, label: label.account, secret }) }
}

/** Puts a second factor into use by a code of it. Returns the recovery codes, of which digests are stored. */
export async function confirmFactor(
  queries: Queries,
  key: Uint8Array,
  owner: FactorOwner,
  code: string,
  now: Date,
): Promise<readonly string[] | undefined> {
  if (!(await isTotp(queries, key, owner, code, now))) return undefined
  const stored = await storedFactor(queries, key, owner)
  if (!stored) return undefined
  const codes = Array.from({ length: recoveryCodes }, () => randomBytes(5).toString('hex'))
  const { rows } = await execute(
    queries,
    sql`
    update engine_second_factor
    set confirmed_at = ${now.toISOString()}::timestamptz, recovery = ${codes.map(one => digestOf(stored.secret, owner, one))}::text[]
    where ${whose(owner)} and confirmed_at is null returning 1`,
  )
  return rows.length === 0 ? undefined : codes
}

const recoveryCodes = 10

/** Whether a code is right: of the device, which each code serves once, or a recovery code, which is used up. */
export async function isFactorCode(
  queries: Queries,
  key: Uint8Array,
  owner: FactorOwner,
  given: string,
  now: Date,
): Promise<boolean> {
  const code = given.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(code)) return isTotp(queries, key, owner, code, now)
  const stored = await storedFactor(queries, key, owner)
  if (!stored) return false
  const digest = digestOf(stored.secret, owner, code)
  const { rows } = await execute(
    queries,
    sql`
    update engine_second_factor set recovery = array_remove(recovery, ${digest})
    where ${whose(owner)} and confirmed_at is not null and ${digest} = any(recovery) returning 1`,
  )
  return rows.length > 0
}

/** Removes second factors, whose users sign in by password alone. Returns their users. */
export async function removeFactors(queries: Queries, tenantId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await execute<{ id: string }>(
    queries,
    sql`delete from engine_second_factor where tenant_id = ${tenantId} and user_id = any(${[...userIds]}::bigint[])
    returning user_id::text as id`,
  )
  return rows.map(({ id }) => id)
}

async function isTotp(queries: Queries, key: Uint8Array, owner: FactorOwner, code: string, now: Date) {
  if (!/^\d{6}$/.test(code)) return false
  const stored = await storedFactor(queries, key, owner)
  if (!stored) return false
  const checked = await verify({
    secret: stored.secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    // Clocks of phones differ.
    epochTolerance: 30,
  })
  if (!checked.valid || !('timeStep' in checked)) return false
  const used = await execute(
    queries,
    sql`update engine_second_factor set last_step = ${checked.timeStep}::bigint
    where ${whose(owner)} and last_step < ${checked.timeStep}::bigint returning 1`,
  )
  return used.rows.length > 0
}

/** The secret of a second factor. */
async function storedFactor(
  queries: Queries,
  key: Uint8Array,
  owner: FactorOwner,
): Promise<{ readonly secret: string } | undefined> {
  const { rows } = await execute<{ secret: string }>(
    queries,
    sql`select secret from engine_second_factor where ${whose(owner)}`,
  )
  return rows[0] && { secret: decrypted(key, factorSecrets, rows[0].secret) }
}

/** Keyed by the secret of the factor, which only the server can read: its key can change. */
const digestOf = (key: string, { tenantId, userId }: FactorOwner, code: string): string =>
  createHmac('sha256', key).update(`recovery ${tenantId} ${userId} ${code}`).digest('base64url')
