import { emitOpenapi } from '../../compiler/emit/openapi.ts'
import type { EndpointDescription } from '../../compiler/emit/openapi-calls.ts'
import { refuse } from '../errors/refuse.ts'
import type { App } from './app.ts'

/** `/api/engine/openapi`: the OpenAPI document of the current Model and of the product's own calls, for users with the code of its page. */
export function openapiCall(app: App, calls: readonly EndpointDescription[]): void {
  app.get('/api/engine/openapi', async (request, reply) => {
    const { actor, model } = request.ctx
    if (!actor.administrator && !actor.codes.has('api_view'))
      throw refuse.forbidden({ zh: '查看接口文档', en: 'View the API documentation' })
    return reply.type('application/json; charset=utf-8').send(emitOpenapi(model, calls))
  })
}
