import { isId } from '../../fields/id/id-text.ts'
import { done } from '../errors/envelope.ts'
import type { Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import type { App } from './app.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

type OfRecord = {
  readonly Params: { readonly resource: string; readonly id: string }
  readonly Querystring: Record<string, unknown>
}

interface OfList extends OfRecord {
  readonly Params: OfRecord['Params'] & { readonly list: string }
}

/** `/api/engine/related/…`: records that refer to a record; with `below=true` also to its descendants in a tree; below
 * it, one page of a related field or a bind, and all linked records of a bind as choices. */
export function relatedCalls(app: App, store: Store): void {
  app.get<OfRecord>('/api/engine/related/:resource/:id', async request => {
    const { ctx } = request
    const { resource, id } = request.params
    if (!isId(id)) throw wrongIds()
    const { below } = request.query
    const { name } = resourceNamed(ctx.model, resource)
    return done(await store.related(ctx, name, id, below === 'true'), request.language)
  })

  app.get<OfList>('/api/engine/related/:resource/:id/:list', async request => {
    const { ctx } = request
    const { resource, id, list } = request.params
    if (!isId(id)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, resource)
    return done(await store.relatedPage(ctx, name, id, list, request.query as QueryInput), request.language)
  })

  app.get<OfList>('/api/engine/related/:resource/:id/:list/choices', async request => {
    const { ctx } = request
    const { resource, id, list } = request.params
    if (!isId(id)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, resource)
    return done(await store.linkedChoices(ctx, name, list, id), request.language)
  })
}
