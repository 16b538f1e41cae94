import { isId } from '../../fields/id/id-text.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { known, signedInOf, wrongIds } from './asked.ts'
import { done } from './envelope.ts'

type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

/** `/api/engine/related/…`: what refers to a record. */
export function relatedCalls(app: App, { store, holder }: { readonly store: Store; readonly holder: ModelHolder }) {
  app.get<OfRecord>('/api/engine/related/:resource/:id', async request => {
    const { caller } = signedInOf(request)
    const { resource, id } = request.params
    if (!isId(id)) throw wrongIds()
    return done(await store.related(caller, known(holder.current(), resource).name, id), request.language)
  })
}
