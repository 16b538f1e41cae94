import type { FastifyRequest } from 'fastify'
import { platformTenant } from '../auth/actor.ts'
import { failureOf } from '../errors/failure.ts'
import type { LogWriter } from '../services/logs/log-writer.ts'
import { type App, loggedPath } from './app.ts'
import { kindOf } from './operation-cost.ts'

/**
 * Logs the requests that change something or are refused, and the errors of the server. Before all endpoints. Of visitors
 * only those that the rate limit admits: others would fill the log.
 */
export function logHooks(app: App, logs: LogWriter): void {
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions, signedIn, isCharged } = request
    const isChange = method !== 'GET' && method !== 'HEAD' && kindOf(request) !== 'read' && !routeOptions.config.open
    if ((!isChange && statusCode < 400) || (!signedIn && !isCharged)) return
    logs.request({ ...originOf(request), method, status: statusCode, ms: Math.round(elapsedTime) })
  })
  app.addHook('onError', async (request, _reply, error) => {
    if (!failureOf(error, request.language, request.id).bug) return
    const { name, message, stack = null } = error
    logs.error({ ...originOf(request), source: 'server', kind: name, message, stack })
  })
  app.addHook('onClose', () => logs.flush())
}

/** Who sent a request, and to where. */
export const originOf = (request: FastifyRequest) => ({
  tenantId: request.signedIn?.actor.tenantId ?? platformTenant,
  userId: request.signedIn?.actor.userId ?? null,
  path: loggedPath(request),
  requestId: request.id,
})
