import { administratorAlias } from '../../../model/account-resources.ts'
import type { StoredSession } from '../../auth/sessions.ts'
import type { Account } from '../../services/accounts/accounts.ts'

/** The platform's clients recognise administrators by this value; here the role makes them. */
export const sourceTypeOf = (own: string | null, aliases: readonly string[]): string | null =>
  own ?? (aliases.includes(administratorAlias) ? 'ADMIN' : null)

/** The response of a token request: an object without envelope, with the platform's names. */
export function tokenAnswer(
  account: Account,
  session: StoredSession,
  tokens: {
    readonly access: string
    readonly refresh?: string
    readonly seconds: number
    readonly idle: number
    readonly left?: number
    readonly mustEnrol: boolean
  },
): Readonly<Record<string, unknown>> {
  const roles = session.roleId === null ? account.roles : account.roles.filter(({ id }) => id === session.roleId)
  return {
    access_token: tokens.access,
    token_type: 'bearer',
    ...(tokens.refresh !== undefined && { refresh_token: tokens.refresh }),
    expires_in: tokens.seconds,
    // Seconds after which the session ends without use, and in any case.
    idle_in: tokens.idle,
    ends_in: tokens.left ?? null,
    scope: 'all',
    tenant_id: account.tenantId,
    user_id: account.id,
    dept_id: session.deptId ?? account.deptIds.join(','),
    post_id: account.postIds.join(','),
    role_id: roles.map(({ id }) => id).join(','),
    oauth_id: account.oauthId ?? '',
    account: account.account,
    user_name: account.account,
    nick_name: account.name,
    real_name: account.realName ?? '',
    role_name: roles.map(({ alias }) => alias).join(','),
    avatar: account.avatar ?? '',
    source_type:
      sourceTypeOf(
        account.sourceType,
        roles.map(({ alias }) => alias),
      ) ?? '',
    client_id: session.clientId,
    must_change_password: account.mustChangePassword,
    must_enrol: tokens.mustEnrol,
    is_locked: session.isLocked,
    detail: { type: 'web' },
    jti: session.id,
  }
}
