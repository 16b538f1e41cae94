import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { OauthFault } from './oauth-fault.ts'
import { isPassword } from './password.ts'

/** An OAuth client. */
export interface Client {
  readonly id: string
  /** A public client without a secret: a page in a browser. */
  readonly isPublic: boolean
  readonly grants: readonly string[]
  readonly scopes: readonly string[]
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Where a code of its users is sent. */
  readonly redirectUri: string
  /** Whether a refresh token is replaced by each use. */
  readonly rotates: boolean
}

/** The product's own web client, which stores its refresh token in a cookie. */
export const webClientId = 'mingchu'
/** The grant types without which no user can sign in by the web client. */
export const webClientGrants: readonly string[] = ['captcha', 'password', 'refresh_token']

/** The client that a Basic header authenticates. Throws when the header is invalid. */
export async function clientOf(database: Database, header: string | undefined): Promise<Client> {
  const [, encoded] = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) {
    throw new OauthFault('invalid_client', {
      zh: '请求头中无client信息',
      en: 'The client credentials are missing from the request header',
    })
  }
  const found = await findClient(database, id)
  if (!found || !(await isProof(found, secret))) {
    throw new OauthFault('invalid_client', { zh: '应用认证失败', en: 'Client authentication failed' })
  }
  return found
}

/** A client by its id, for a token that was issued to it before. */
export async function findClient(
  database: Database,
  id: string,
): Promise<(Client & { readonly secret: string }) | undefined> {
  if (id.includes('\0')) return undefined
  const { rows } = await execute<ClientRow>(
    database.kysely,
    sql`
    select client_secret as secret, scope, string_to_array(array_to_string(authorized_grant_types, ','), ',') as grants,
      access_token_validity as access, refresh_token_validity as refresh,
      coalesce(rotate_refresh_token, false) as "isRotating", coalesce(web_server_redirect_uri, '') as "redirectUri"
    from blade_client where client_id = ${id} and is_deleted = 0`,
  )
  const [row] = rows
  if (!row) return undefined
  return {
    id,
    secret: row.secret ?? '',
    isPublic: !row.secret,
    grants: row.grants.map(grant => grant.trim()),
    scopes: row.scope.split(/[\s,]+/),
    accessSeconds: Number(row.access),
    refreshSeconds: Number(row.refresh),
    redirectUri: row.redirectUri,
    // What a public client sends proves nothing else.
    rotates: row.isRotating || !row.secret,
  }
}

interface ClientRow {
  readonly secret: string | null
  readonly scope: string
  readonly grants: readonly string[]
  readonly access: string
  readonly refresh: string
  readonly isRotating: boolean
  readonly redirectUri: string
}

/** A public client has no secret to check. Of any other client a digest of the secret is stored, as of a password. */
async function isProof({ isPublic, secret }: Client & { readonly secret: string }, given: string): Promise<boolean> {
  if (isPublic) return given === ''
  return secret.startsWith('$argon2') && isPassword(given, secret)
}
