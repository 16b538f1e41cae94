import { userResource } from '../../model/account-resources.ts'
import { resourceOf } from '../../model/names.ts'
import { recordAct } from '../auth/audit.ts'
import { assureUsers } from '../auth/authority-guard.ts'
import { removeFactors } from '../auth/second-factor.ts'
import { endNumbered, endSessionsOf } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { EngineHandlers } from '../store/action.ts'
import type { App } from './app.ts'
import { signedInOf } from './request-parts.ts'

interface SessionParts {
  readonly database: Database
  readonly clock: () => Date
}

/** `/api/engine/sessions`: the user's own sessions, which need no permission. */
export function sessionCalls(app: App, { database, clock }: SessionParts): void {
  app.get('/api/engine/sessions', { config: { ownAccount: true } }, async request => {
    const { actor, sessionId } = signedInOf(request)
    const { rows } = await execute(
      database.kysely,
      sql`
      select number::text as id, address, agent, started_at as "startTime", seen_at as "seenTime",
        id = ${sessionId} as "isCurrent"
      from engine_session
      where tenant_id = ${actor.tenantId} and user_id = ${actor.userId}::bigint and number is not null
        and expires_at > ${clock().toISOString()}::timestamptz
      order by id = ${sessionId} desc, seen_at desc`,
    )
    return done(rows, request.language)
  })
}

/** The steps that end a session and reset the second factor of a user. */
export const sessionHandlers: EngineHandlers = {
  sysSession: {
    async end({ record, context: { ctx, queries, work } }) {
      if (record === null) throw refuse.notFound(title)
      const { id, userId } = record as { readonly id: string; readonly userId: string }
      await endNumbered(queries, id, ctx.clock.now)
      // This process forgets the users that it read.
      work.authorityChanged()
      const resource = resourceOf(ctx.model, userResource)
      const detail = userId === ctx.actor.userId ? 'own' : 'byAdministrator'
      await recordAct(queries, ctx, { kind: 'sessionEnded', detail, resource, recordId: userId })
      return {}
    },
  },
  bladeUser: {
    async resetFactor({ record, context: { ctx, queries } }) {
      const id = String(record?.['id'])
      const { tenantId } = ctx.actor
      await assureUsers(queries, ctx, [id])
      if ((await removeFactors(queries, tenantId, [id])).length === 0)
        throw refuse.conflict('second-factor.none', {
          zh: '该用户没有启用动态验证码',
          en: 'The user has no second factor',
        })
      await endSessionsOf(queries, tenantId, [id], 'signed-out')
      const resource = resourceOf(ctx.model, userResource)
      await recordAct(queries, ctx, { kind: 'secondFactor', detail: 'byAdministrator', resource, recordId: id })
      return {}
    },
  },
}

const title = { zh: '登录会话', en: 'session' } as const
