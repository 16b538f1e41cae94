import { sql } from 'kysely'
import { done } from '../../errors/envelope.ts'
import type { App } from '../../http/app.ts'
import { type BladeParts, parameter } from './blade-parts.ts'

/** `tenant/info`: the tenant of a sign-in page, by its domain. */
export function tenantCalls(app: App, { database }: BladeParts): void {
  app.get('/api/blade-system/tenant/info', { config: { open: true } }, async request => {
    const { rows } = await sql`
      select tenant_id as "tenantId", domain, coalesce(background_url, '') as "backgroundUrl"
      from blade_tenant
      where domain <> '' and domain = ${parameter(request, 'domain')} and is_deleted = 0`.execute(database.kysely)
    return done(rows[0] ?? {}, request.language)
  })
}
