import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

type OfRecord = { readonly Params: { readonly resource: string; readonly id: string } }

/** `POST /api/engine/reveal/:resource/:id` with `{ fields, reason }`: the whole values of masked fields of a record. */
export function revealCalls(app: App, store: Store): void {
  app.post<OfRecord>('/api/engine/reveal/:resource/:id', async request => {
    const { ctx, language, params, body } = request
    const { fields, reason } = knownIn(body, ['fields', 'reason'])
    if (!Array.isArray(fields) || !fields.every(name => typeof name === 'string') || typeof reason !== 'string')
      throw refuse.input({
        fields: { zh: '请选择要查看的字段，并填写理由', en: 'Select the fields, and enter a reason' },
      })
    const { name } = resourceNamed(ctx.model, params.resource)
    return done(await store.reveal(ctx, name, params.id, fields, reason), language)
  })
}
