import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify } from 'jose'
import {
  administratorAlias,
  identityResource,
  identityRuleResource,
  userResource,
} from '../../../model/account-resources.ts'
import type { Language } from '../../../model/model.ts'
import type { Client } from '../../auth/clients.ts'
import { OauthFault } from '../../auth/oauth-fault.ts'
import { randomPassword } from '../../auth/password.ts'
import type { Contexts } from '../../auth/request-context.ts'
import { decrypted, fieldSecrets } from '../../auth/seal.ts'
import { signTicket, takeTicket } from '../../auth/ticket.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import type { Store } from '../../store/operations.ts'
import type { IdentityProvider } from '../openid.ts'
import { type Account, accountWithId } from './accounts.ts'
import { factorDue, openSession, refused, type SignedInto, type SignInRequest, type SignInWork } from './sign-in.ts'

/** A partner or a provider that vouches for users of a tenant. */
export interface IdentitySource extends IdentityProvider {
  readonly id: string
  readonly tenantId: string
  readonly code: string
  readonly kind: string
  readonly audience: string
}

/** A user of another system, for whom a source vouches. */
export interface Identity {
  readonly source: IdentitySource
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** Adds the accounts of external users. */
export interface SignOnWork extends SignInWork {
  readonly store: Store
  readonly contexts: Contexts
  readonly language: Language
}

/** The source with a code in a tenant, if it is in use. */
export async function identitySource(
  { database, secret }: Pick<SignInWork, 'database' | 'secret'>,
  tenantId: string,
  code: string,
): Promise<IdentitySource | undefined> {
  const { rows } = await execute<IdentitySource>(
    database.kysely,
    sql`
    select id::text, tenant_id as "tenantId", code, kind, secret, coalesce(audience, '') as audience,
      coalesce(issuer, '') as issuer, coalesce(client_id, '') as "clientId", coalesce(scopes, 'openid') as scopes
    from blade_identity_source
    where tenant_id = ${tenantId} and code = ${code} and disabled_at is null and is_deleted = 0`,
  )
  const [row] = rows
  return row && { ...row, secret: decrypted(secret, fieldSecrets, row.secret) }
}

/** The most seconds that a ticket of a partner is valid. */
const mostSeconds = 60
/** Seconds by which the clock of a partner may be ahead. */
const ahead = 10
/** Bytes of a key, below which the tickets could be forged by trying. */
const leastKey = 32

/**
 * The identity of a partner's ticket: a JWS of HS256 by the secret of the partner, with `iss`, `aud`, `sub`, `jti`, `iat`
 * and `exp`. Undefined if it is expired or used, or of another partner, kind, tenant or audience. Providers of OpenID
 * Connect sign no tickets: their client secret is no key of a partner.
 */
export async function identityOfTicket(
  work: Pick<SignInWork, 'database' | 'secret' | 'now'>,
  tenantId: string,
  kind: string,
  ticket: string,
): Promise<Identity | undefined> {
  try {
    const { iss = '' } = decodeJwt(ticket)
    // Not verified yet; no text of the database contains NUL.
    if (typeof iss !== 'string' || iss.includes('\0')) return undefined
    const source = await identitySource(work, tenantId, iss)
    const key = new TextEncoder().encode(source?.secret)
    if (source?.kind !== kind || kind === 'oidc' || source.audience === '' || key.length < leastKey) return undefined
    const { payload } = await jwtVerify(ticket, key, {
      algorithms: ['HS256'],
      audience: source.audience,
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: work.now,
    })
    const { sub: subject = '', jti, iat = 0, exp = 0 } = payload
    const now = work.now.getTime() / 1000
    if (subject === '' || subject.length > 255 || exp - iat > mostSeconds || iat > now + ahead) return undefined
    const isFirst = await takeTicket(work.database.kysely, `${source.id} ${jti}`, new Date(exp * 1000))
    return isFirst ? { source, subject, claims: payload } : undefined
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}

/**
 * Opens a session of the account that an identity has: by its row, by an approved registration, or by a rule of its
 * source, which adds the account. Never one of an administrator, whose sign-in no other system decides.
 */
export async function signInByIdentity(
  work: SignOnWork,
  client: Client,
  identity: Identity | undefined,
  request: SignInRequest,
): Promise<SignedInto> {
  const account = identity && (await accountOf(work, identity))
  const fault = !identity
    ? new OauthFault('invalid_grant', sentences.invalid)
    : !account
      ? new OauthFault('access_denied', sentences.unknown, { oauthId: await oauthIdOf(work, identity) })
      : account.roles.some(({ alias }) => alias === administratorAlias)
        ? new OauthFault('access_denied', sentences.administrator)
        : undefined
  if (fault || !account) throw await refused(work, request, account, fault)
  if (account.hasSecondFactor) throw await factorDue(work, account)
  return openSession(work, client, account, request, identity?.source.code)
}

/** By which a visitor who signed in at a provider asks for an account: as `oauthId` of a registration. */
const oauthIdOf = ({ secret, now }: SignOnWork, { source, subject }: Identity): Promise<string> =>
  signTicket(secret, 'identity', { sub: nameOf(source, subject), tid: source.tenantId }, 900, now)

/** An identity as registrations store it. */
const nameOf = ({ code }: IdentitySource, subject: string): string => `${code}:${subject}`

async function accountOf(work: SignOnWork, identity: Identity): Promise<Account | undefined> {
  const { database } = work
  const { source, subject } = identity
  const { tenantId, id } = source
  const isLive = sql`exists (select from blade_user u
    where u.tenant_id = f.tenant_id and u.id = f.user_id and u.is_deleted = 0) as "isLive"`
  const { rows } = await execute<{ linkId: string | null; userId: string; isLive: boolean }>(
    database.kysely,
    sql`
    select id::text as "linkId", user_id::text as "userId", ${isLive} from blade_identity f
    where tenant_id = ${tenantId} and source_id = ${id}::bigint and subject = ${subject} and is_deleted = 0
    union all
    select null, user_id::text, ${isLive} from blade_registration f
    where tenant_id = ${tenantId} and oauth_id = ${nameOf(source, subject)} and registration_state = 'approved'
      and is_deleted = 0`,
  )
  const link = rows.find(({ linkId }) => linkId !== null)
  if (link?.isLive) return accountWithId(database, tenantId, link.userId)
  const userId = rows.find(row => row.isLive)?.userId ?? (await addedByRule(work, identity))
  if (userId === undefined) return undefined
  const ctx = contextOf(work, tenantId)
  // Of an account that was deleted.
  if (link?.linkId) await work.store.remove(ctx, identityResource, [link.linkId])
  await work.store.save(ctx, identityResource, { sourceId: id, subject, userId })
  return accountWithId(database, tenantId, userId)
}

/** Adds the account that the first matching rule of the source describes, and returns its id. */
async function addedByRule(work: SignOnWork, { source, subject, claims }: Identity): Promise<string | undefined> {
  const ctx = contextOf(work, source.tenantId)
  const rules = await work.store.list(ctx, identityRuleResource, { sourceId: source.id })
  const rule = rules.find(({ claim, value }) => [claims[String(claim)]].flat().map(String).includes(String(value)))
  if (!rule || (await grantsAdministration(work, source.tenantId, rule['roleId']))) return undefined
  const account = `${source.code}-${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`
  const name = typeof claims['name'] === 'string' ? claims['name'].trim().slice(0, 20) : ''
  const user = await work.store.save(ctx, userResource, {
    ...{ account, name: name || account.slice(0, 20), realName: name.length > 1 ? name : account.slice(0, 20) },
    ...{ password: randomPassword(), roleId: rule['roleId'], deptId: rule['deptId'] },
    ...(rule['sourceType'] != null && { sourceType: rule['sourceType'] }),
  } satisfies Row)
  return String(user['id'])
}

/** A role may have become the administrators' after the rule was saved. */
async function grantsAdministration({ database }: SignOnWork, tenantId: string, roleIds: unknown): Promise<boolean> {
  const { rows } = await execute(
    database.kysely,
    sql`select from blade_role where tenant_id = ${tenantId} and role_alias = ${administratorAlias}
      and id::text = any(${[roleIds].flat().map(String)}::text[])`,
  )
  return rows.length > 0
}

/** What the server writes for identities: the rights are those that administrators wrote into rules. */
const contextOf = ({ contexts, language }: SignOnWork, tenantId: string) =>
  contexts.operator(tenantId, 'sign-on', language)

const sentences = {
  invalid: {
    zh: '登录凭据无效或已过期，请重新登录',
    en: 'The sign-in is not valid or has expired. Please sign in again.',
  },
  unknown: { zh: '该用户在本平台没有账号', en: 'This user has no account here' },
  administrator: { zh: '管理员须用密码登录', en: 'Administrators sign in by password' },
} as const
