import { setTimeout as sleep } from 'node:timers/promises'
import type { Bilingual, Model } from '../../../model/model.ts'
import { platformTenant } from '../../auth/actor.ts'
import { recordAct } from '../../auth/audit.ts'
import { isRightCaptcha } from '../../auth/captchas.ts'
import type { Client } from '../../auth/clients.ts'
import { OauthFault } from '../../auth/oauth-fault.ts'
import { isPassword } from '../../auth/password.ts'
import { isFactorCode } from '../../auth/second-factor.ts'
import {
  narrowSession,
  rotateSession,
  type SessionOrigin,
  type StoredSession,
  sessionLimits,
  startSession,
} from '../../auth/sessions.ts'
import type { SignInLock } from '../../auth/sign-in-lock.ts'
import { readTicket, signTicket } from '../../auth/ticket.ts'
import type { Database } from '../../database/database.ts'
import { lockedOut } from '../../errors/refuse.ts'
import { type Account, accountNamed, accountWithId, isTenantOpen } from './accounts.ts'

/** The parameters of a sign-in request. */
export interface SignInRequest {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly captchaKey: string
  readonly captchaCode: string
  /** The address of the client. */
  readonly address: string
  /** The program of the client, as it names itself. */
  readonly agent: string
  readonly device: string | undefined
  /** Limits the session to one of several departments; empty for no limit. */
  readonly deptId: string
  readonly roleId: string
}

type Narrowing = Pick<SignInRequest, 'deptId' | 'roleId'>

export interface SignedInto {
  readonly account: Account
  readonly session: StoredSession
}

/** The database of the accounts, and the time of the request. */
export interface SignInWork {
  readonly database: Database
  readonly model: Model
  readonly secret: Uint8Array
  readonly now: Date
}

/** Checks the captcha, if captchas are enabled. */
export async function assureCaptcha(
  { database, now }: SignInWork,
  { captchaKey, captchaCode }: SignInRequest,
): Promise<void> {
  if (!(await isRightCaptcha(database, captchaKey, captchaCode, now)))
    throw denied('invalid_request', sentences.captcha)
}

/** Opens a session by account and password. */
export async function signIn(
  work: SignInWork,
  client: Client,
  request: SignInRequest,
  lock: SignInLock,
): Promise<SignedInto> {
  const { database } = work
  const { tenantId, account: name } = request
  const since = performance.now()
  if (tenantId === '') throw denied('invalid_request', sentences.noTenant)
  await countAttempt(work, lock, request)
  const account = await accountNamed(database, tenantId, name)
  if (!(await isPassword(request.password, account?.password ?? undefined)) || !account)
    throw await wrong(work, request, account, since)
  if (account.hasSecondFactor) {
    await lock.passed(request)
    throw await factorDue(work, account)
  }
  await lock.succeeded(request)
  return openSession(work, client, account, request)
}

/** Asks for the code of a second factor, with a ticket that says whose. */
export async function factorDue({ secret, now }: SignInWork, { id, tenantId }: Account): Promise<OauthFault> {
  const ticket = await signTicket(secret, 'second-factor', { sub: id, tid: tenantId }, 300, now)
  return denied('second_factor_required', sentences.secondFactor, { ticket })
}

/** Opens a session by the code of a second factor, after the password. A wrong code is answered as a wrong password is. */
export async function signInByCode(
  work: SignInWork,
  client: Client,
  { ticket, code }: { readonly ticket: string; readonly code: string },
  request: SignInRequest,
  lock: SignInLock,
): Promise<SignedInto> {
  const { database, secret, now } = work
  const since = performance.now()
  const claims = await readTicket(secret, 'second-factor', ticket, now)
  const [userId, tenantId] = [String(claims?.sub ?? '0'), String(claims?.['tid'] ?? '')]
  const account = claims && (await accountWithId(database, tenantId, userId))
  const attempt = { ...request, tenantId, account: account?.account ?? '' }
  if (account) await countAttempt(work, lock, attempt)
  const isCode = account && isFactorCode(database.kysely, secret, { tenantId, userId }, code, now)
  // Beside the comparison of a password, whose time hides that of the code.
  const [isRight] = await Promise.all([isCode, isPassword('', undefined)])
  if (!account || !isRight) throw await wrong(work, attempt, account, since)
  await lock.succeeded(attempt)
  return openSession(work, client, account, request)
}

/** The answer to unknown accounts, wrong passwords and wrong codes. It takes equal time, which does not tell them apart. */
async function wrong(work: SignInWork, request: SignInRequest, account: Account | undefined, since: number) {
  const fault = await refused(work, request, account, denied('invalid_grant', sentences.wrong))
  await sleep(Math.max(0, refusedAfter - (performance.now() - since)))
  return fault
}

/** Milliseconds from the request: several times the work, unless the server is overloaded. */
const refusedAfter = 200

async function countAttempt(work: SignInWork, lock: SignInLock, request: SignInRequest): Promise<void> {
  const retryAfter = await lock.secondsLocked(request)
  if (retryAfter > 0) throw await refused(work, request, undefined, denied('access_denied', lockedOut, { retryAfter }))
}

/** Opens a session of an account whose user has proved their identity, here or to another system. */
export async function openSession(
  work: SignInWork,
  client: Client,
  account: Account,
  from: Narrowing & SessionOrigin,
  source?: string,
): Promise<SignedInto> {
  const { database, model, now } = work
  await assureAdmitted(work, account).catch(async error => {
    throw await refused(work, { ...from, tenantId: account.tenantId }, account, error)
  })
  const user = { tenantId: account.tenantId, userId: account.id, ...narrowed(account, from) }
  const limits = await sessionLimits(database.kysely, model)
  const session = await startSession(database, client, user, { ...limits, ...from }, now)
  const by = {
    actor: { ...user, kind: 'user' as const },
    clock: { now },
    client: { sessionId: session.id, address: from.address },
  }
  await recordAct(database.kysely, by, {
    kind: 'signIn',
    names: [client.id, ...(source === undefined ? [] : [source])],
  })
  return { account, session }
}

/** Audits a refused sign-in, in the log of the platform if there is no such tenant, and returns its error. */
export async function refused<Fault>(
  { database, now }: SignInWork,
  { tenantId, address }: Pick<SignInRequest, 'tenantId' | 'address'>,
  account: Account | undefined,
  fault: Fault,
): Promise<Fault> {
  // Of known accounts too: the time of the answer does not depend on it.
  const isOpen = await isTenantOpen(database, tenantId, now)
  const actor = {
    tenantId: isOpen === undefined ? platformTenant : tenantId,
    userId: account?.id ?? null,
    kind: 'user' as const,
  }
  const detail = fault instanceof OauthFault ? fault.code : 'error'
  const by = { actor, clock: { now }, client: { sessionId: null, address } }
  await recordAct(database.kysely, by, { kind: 'signInRefused', detail })
  return fault
}

/**
 * Continues a session by its refresh token, with another department or role if requested; undefined if the token is not
 * valid.
 */
export async function refreshSession(
  work: SignInWork,
  client: Client,
  token: string,
  narrowing: Narrowing,
): Promise<SignedInto | undefined> {
  const { database, secret, now } = work
  const session = await rotateSession(database, secret, token, client, now)
  const account = session && (await accountWithId(database, session.tenantId, session.userId))
  if (!session || !account) return undefined
  await assureAdmitted(work, account)
  if (narrowing.deptId === '' && narrowing.roleId === '') return { account, session }
  return { account, session: await narrowSession(database, session, narrowed(account, narrowing)) }
}

async function assureAdmitted({ database, now }: SignInWork, account: Account): Promise<void> {
  const isOpen = await isTenantOpen(database, account.tenantId, now)
  if (isOpen === undefined) throw denied('invalid_request', sentences.unknownTenant)
  if (!isOpen) throw denied('access_denied', sentences.expiredTenant)
  if (account.roles.length === 0) throw denied('access_denied', sentences.noRole)
}

/** The departments and roles of the session; those that the account does not have are ignored. */
function narrowed(account: Account, { deptId, roleId }: Narrowing) {
  return {
    deptId: account.deptIds.includes(deptId) ? deptId : null,
    roleId: account.roles.some(role => role.id === roleId) ? roleId : null,
  }
}

const denied = (...fault: ConstructorParameters<typeof OauthFault>) => new OauthFault(...fault)

const sentences = {
  captcha: { zh: '验证码不正确', en: 'The captcha is incorrect' },
  wrong: { zh: '用户名或密码错误', en: 'The account or password is incorrect' },
  secondFactor: { zh: '请输入动态验证码', en: 'Enter the code of your authenticator' },
  noTenant: { zh: '租户ID未找到', en: 'The tenant ID is missing' },
  unknownTenant: { zh: '未获得用户的租户信息', en: 'Unknown tenant' },
  expiredTenant: {
    zh: '租户授权已过期,请联系管理员',
    en: 'The licence of the tenant has expired. Contact an administrator.',
  },
  noRole: { zh: '未获得用户的角色信息', en: 'The account has no role' },
} as const satisfies Record<string, Bilingual>
