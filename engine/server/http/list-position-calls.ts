import { isId } from '../../fields/id/id-text.ts'
import { done } from '../errors/envelope.ts'
import type { Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import type { App } from './app.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

type OfRecord = {
  readonly Params: { readonly resource: string; readonly id: string }
  readonly Querystring: QueryInput
}

/** `GET /api/engine/neighbours/:resource/:id?…`: the records before and after a record in the list of a query. */
export function listPositionCalls(app: App, store: Store): void {
  app.get<OfRecord>('/api/engine/neighbours/:resource/:id', async request => {
    const { ctx } = request
    const { resource, id } = request.params
    if (!isId(id)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, resource)
    return done(await store.listPosition(ctx, name, id, request.query), request.language)
  })
}
