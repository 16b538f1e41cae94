import { verifyAudit } from '../auth/audit.ts'
import { refuse } from '../errors/refuse.ts'
import type { EngineHandlers } from './action.ts'

/** The handler that verifies the audit log of the actor's tenant. */
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
}
