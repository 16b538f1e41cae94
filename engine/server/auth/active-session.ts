import { type Fragment, sql } from '../database/fragment.ts'

/** The condition that a user `u` is neither deleted nor disabled. */
export const isEnabled = sql`u.is_deleted = 0 and u.status = 1 and u.disabled_at is null`

/** The condition that the tenant of a session `s` exists and has not expired. */
export const hasOpenTenant = (now: Date): Fragment => sql`exists (
  select from blade_tenant t where t.tenant_id = s.tenant_id and t.is_deleted = 0
    and (t.expire_time is null or t.expire_time > ${now.toISOString()}::timestamptz))`

/**
 * The condition that a session `s` is accepted: it has not expired, and its user is enabled and has a role, in a tenant
 * that is open. A session that is limited to one role needs that one. The same for requests, refresh and event streams.
 */
export const isActiveSession = (
  now: Date,
): Fragment => sql`s.expires_at > ${now.toISOString()}::timestamptz and ${hasOpenTenant(now)} and exists (
  select from blade_user u join blade_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id)
  where u.tenant_id = s.tenant_id and u.id = s.user_id and ${isEnabled}
    and r.is_deleted = 0 and (s.role_id is null or r.id = s.role_id))`
