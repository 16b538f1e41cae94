import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { platformTenant } from '../../auth/actor.ts'
import { recordAct } from '../../auth/audit.ts'
import { type Client, findClient } from '../../auth/clients.ts'
import { decrypted, encrypted } from '../../auth/seal.ts'
import { readTicket, signTicket, takeTicket } from '../../auth/ticket.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import { done } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import { isSecure, signedInOf } from '../../http/request-parts.ts'
import { type Account, accountWithId } from '../../services/accounts/accounts.ts'
import { type Identity, identitySource } from '../../services/accounts/sign-on.ts'
import type { BegunSignIn, IdentityProviders } from '../../services/openid.ts'
import { parameter } from './blade-parts.ts'

interface SignOnParts {
  readonly database: Database
  readonly secret: Uint8Array
  readonly clock: () => Date
  readonly identities: IdentityProviders
  /** The address under which browsers reach the server; by default that of the request. */
  readonly publicUrl?: string
}

/** A sign-in that was begun at a provider, in a sealed cookie: only the browser that began it can end it. */
interface KeptSignIn extends BegunSignIn {
  readonly tenantId: string
  readonly code: string
  /** Milliseconds since 1970. */
  readonly until: number
}

const [cookieName, path, seconds] = ['mingchu-sign-on', '/api/blade-auth/oauth', 600]

/** The providers whose buttons the sign-in page shows. */
export async function shownProviders({ kysely }: Database, tenantId: string) {
  const { rows } = await execute<{ code: string; name: string }>(
    kysely,
    sql`select code, name from blade_identity_source
    where tenant_id = ${tenantId || platformTenant} and kind = 'oidc' and disabled_at is null and is_deleted = 0
    order by name`,
  )
  return rows
}

/** `GET oauth/render/{source}`: sends the browser to the provider. Back at the sign-in page it has a code. */
export async function renderProvider(parts: SignOnParts, request: FastifyRequest, reply: FastifyReply) {
  const tenantId = parameter(request, 'tenantId') || platformTenant
  const { source: code = '' } = request.params as { readonly source?: string }
  const source = await identitySource(parts, tenantId, code)
  if (source?.kind !== 'oidc') throw refuse.notFound({ zh: '身份来源', en: 'identity source' })
  const origin = parts.publicUrl ?? `${isSecure(request) ? 'https' : 'http'}://${request.host}`
  try {
    const { url, ...begun } = await parts.identities.begin(source, new URL('/login', origin).href)
    const kept: KeptSignIn = { ...begun, tenantId, code, until: parts.clock().getTime() + seconds * 1000 }
    return reply
      .setCookie(cookieName, encrypted(parts.secret, cookieName, JSON.stringify(kept)), {
        ...{ path, httpOnly: true, sameSite: 'strict', secure: isSecure(request), maxAge: seconds },
      })
      .redirect(url)
  } catch (error) {
    request.log.warn({ err: error, source: code }, 'an identity provider cannot be reached')
    return reply.redirect('/login?state=&error=temporarily_unavailable')
  }
}

/** The identity of a user who came back from a provider; undefined if it is not in order, or used a second time. */
export async function identityOfCode(
  parts: SignOnParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity | undefined> {
  const kept = keptIn(parts, request)
  reply.clearCookie(cookieName, { path })
  if (!kept || kept.state !== parameter(request, 'state')) return undefined
  if (!(await takeTicket(parts.database.kysely, `state ${kept.state}`, new Date(kept.until)))) return undefined
  const source = await identitySource(parts, kept.tenantId, kept.code)
  if (source?.kind !== 'oidc') return undefined
  const answer = Object.fromEntries(
    ['code', 'state', 'iss', 'error'].flatMap(name => {
      const value = parameter(request, name)
      return value === '' ? [] : [[name, value]]
    }),
  )
  try {
    const claims = await parts.identities.finish(source, kept, answer)
    return { source, subject: claims.sub, claims }
  } catch (error) {
    request.log.warn({ err: error, source: source.code }, 'an identity provider refused a sign-in')
    return undefined
  }
}

function keptIn({ secret, clock }: SignOnParts, request: FastifyRequest): KeptSignIn | undefined {
  const sealed = request.cookies[cookieName]
  if (sealed === undefined) return undefined
  try {
    const kept = JSON.parse(decrypted(secret, cookieName, sealed)) as KeptSignIn
    return kept.until > clock().getTime() ? kept : undefined
  } catch {
    // Of another key, or not of this server.
    return undefined
  }
}

/**
 * `POST oauth/code`: an address of another application with a code by which it signs the user in, once and within a
 * minute, instead of a token of this session. The application is a client with a secret.
 */
export async function codeForClient(parts: SignOnParts, request: FastifyRequest) {
  const { actor, limits } = signedInOf(request)
  if (limits) throw refuse.forbidden({ zh: '打开其他系统', en: 'Open another application' })
  const client = await findClient(parts.database, parameter(request, 'client'))
  const takesCodes = client && !client.isPublic && client.grants.includes('authorization_code')
  if (!takesCodes || !URL.canParse(client.redirectUri) || !/^https?:/i.test(client.redirectUri))
    throw refuse.conflict('client.none', {
      zh: '该系统没有配置，请联系管理员',
      en: 'The application is not configured. Contact an administrator.',
    })
  const url = new URL(client.redirectUri)
  const { tenantId: tid, userId, deptId, roleIds } = actor
  const claims = { sub: String(userId), aud: client.id, jti: randomUUID(), tid, dept: deptId ?? '', roles: roleIds }
  url.searchParams.set('code', await signTicket(parts.secret, 'code', claims, 60, parts.clock()))
  await recordAct(parts.database.kysely, request.ctx, { kind: 'token', names: [client.id] })
  return done({ url: url.href }, request.language)
}

/** The account of a code that was issued for this client; undefined if it has expired or was used. */
export async function accountOfCode(
  { database, secret, clock }: SignOnParts,
  client: Client,
  code: string,
): Promise<{ readonly account: Account; readonly deptId: string; readonly roleId: string } | undefined> {
  const claims = await readTicket(secret, 'code', code, clock())
  if (claims?.aud !== client.id || client.isPublic) return undefined
  if (!(await takeTicket(database.kysely, `code ${claims.jti}`, new Date(Number(claims.exp) * 1000)))) return undefined
  const account = await accountWithId(database, String(claims['tid']), String(claims.sub))
  const roles = claims['roles'] as readonly string[]
  // One of several roles, if the session was limited to it.
  const roleId = account && account.roles.length > 1 && roles.length === 1 ? String(roles[0]) : ''
  return account && { account, deptId: String(claims['dept']), roleId }
}
