import type { Connection } from './connect.ts'
import { Failure } from './failure.ts'

/** An account, and the OAuth client that the server lets sign in with a password. */
export interface PasswordGrant {
  readonly account: string
  readonly password: string
  /** `000000` by default. */
  readonly tenantId?: string
  readonly client: { readonly id: string; readonly secret: string }
}

/** The tokens of a session. */
export interface TokenSet {
  readonly accessToken: string
  readonly refreshToken: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
  /** The server refuses all other requests until the user has changed the password. */
  readonly mustChangePassword: boolean
}

interface Answer {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly must_change_password?: boolean
  readonly error_description?: string
  readonly msg?: string
}

/**
 * Signs in with a password. Throws a Failure if the server refuses; it refuses public clients while it requires a
 * captcha.
 */
export async function requestTokens(
  { baseUrl, language, fetch: send = fetch }: Pick<Connection, 'baseUrl' | 'language' | 'fetch'>,
  { account, password, tenantId = '000000', client }: PasswordGrant,
): Promise<TokenSet> {
  const response = await send(`${baseUrl}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'content-type': 'application/json',
      ...(language && { 'accept-language': language }),
    },
    body: JSON.stringify({ tenantId, username: account, password, grant_type: 'password', scope: 'all' }),
  })
  const answer = (await response.json().catch(() => ({}))) as Answer
  if (!response.ok || answer.access_token === undefined)
    throw new Failure(response.status, answer.error_description ?? answer.msg ?? response.statusText)
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? '',
    expiresIn: answer.expires_in ?? 0,
    mustChangePassword: answer.must_change_password === true,
  }
}
