import { emitOpenapi } from '../../compiler/emit/openapi.ts'
import type { EndpointDescription } from '../../compiler/emit/openapi-calls.ts'
import { mayOpen } from '../auth/page-access.ts'
import { refuse } from '../errors/refuse.ts'
import type { App } from './app.ts'

/** The key of the page that shows the document; an app may give it another code. */
const pageKey = 'api'
const title = { zh: '接口文档', en: 'API reference' }

/**
 * `/api/engine/openapi`: the OpenAPI document of the current Model and of the product's own calls, for users who may open
 * its page.
 */
export function openapiCall(app: App, calls: readonly EndpointDescription[]): void {
  app.get('/api/engine/openapi', async (request, reply) => {
    const { ctx } = request
    const { actor, model } = ctx
    const page = model.pages.find(({ key }) => key === pageKey)
    if (page ? !mayOpen(ctx, page) : !actor.administrator) throw refuse.forbidden(page?.title ?? title)
    return reply.type('application/json; charset=utf-8').send(emitOpenapi(model, calls))
  })
}
