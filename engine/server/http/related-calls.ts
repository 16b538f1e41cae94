import { isId } from '../../fields/id/id-text.ts'
import { done } from '../errors/envelope.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { known, signedInOf, wrongIds } from './context-of.ts'

type OfRecord = {
  readonly Params: { readonly resource: string; readonly id: string }
  readonly Querystring: Record<string, unknown>
}

/** `/api/engine/related/…`: records that refer to a record; with `below=true` also to its descendants in a tree. */
export function relatedCalls(app: App, { store, holder }: { readonly store: Store; readonly holder: ModelHolder }) {
  app.get<OfRecord>('/api/engine/related/:resource/:id', async request => {
    const { caller } = signedInOf(request)
    const { resource, id } = request.params
    if (!isId(id)) throw wrongIds()
    const { below } = request.query
    const { name } = known(holder.current(), resource)
    return done(await store.related(caller, name, id, below === 'true'), request.language)
  })
}
