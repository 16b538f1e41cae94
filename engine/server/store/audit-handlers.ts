import { resourceOf } from '../../model/names.ts'
import { recordAct, verifyAudit } from '../auth/audit.ts'
import { transmittedNow } from '../auth/request-context.ts'
import { issueServiceToken } from '../auth/service-tokens.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import type { EngineHandlers } from './action.ts'

/** The handlers that verify the audit log of the actor's tenant, and issue the secret of a service token. */
export const auditHandlers: EngineHandlers = {
  sysAudit: {
    async verify({ context: { ctx, queries, answer } }) {
      const [{ checked, broken } = { checked: 0, broken: undefined }] = await verifyAudit(queries, ctx.actor.tenantId)
      if (broken !== undefined)
        throw refuse.conflict('audit.broken', {
          zh: `审计记录从第 ${broken} 条起不完整：该条被改动、删除或调换`,
          en: `The audit log is broken at row ${broken}: it was changed, removed or swapped`,
        })
      answer({ checked })
      return {}
    },
  },
  bladeServiceToken: {
    async issue({ record, context: { ctx, queries, answer } }) {
      const id = String((record as Row | null)?.['id'])
      answer({ secret: await issueServiceToken(queries, ctx.actor.tenantId, id) })
      const resource = resourceOf(ctx.model, 'bladeServiceToken')
      await recordAct(queries, ctx, { kind: 'token', resource, recordId: id, detail: 'added' })
      return { issuedAt: transmittedNow(ctx) }
    },
  },
}
