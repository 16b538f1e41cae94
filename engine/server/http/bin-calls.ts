import { isId } from '../../fields/id/id-text.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import type { Store } from '../store/operations.ts'
import type { QueryInput } from '../store/query.ts'
import type { App } from './app.ts'
import { resourceNamed } from './request-parts.ts'

type OfResource = { readonly Params: { readonly resource: string } }

/** Maximum number of ids per request; `POST /api/engine/bulk/:resource` restores more. */
const maxIds = 1000

/** `/api/engine/bin/:resource` and `/api/engine/restore/:resource`: lists and restores deleted records. */
export function binCalls(app: App, store: Store): void {
  app.get<OfResource>('/api/engine/bin/:resource', async request => {
    const { ctx } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    const page = await store.bin(ctx, name, request.query as QueryInput)
    return done({ ...page, pages: Math.ceil(page.total / page.size) }, request.language)
  })
  app.post<OfResource>('/api/engine/restore/:resource', async request => {
    const { ctx } = request
    const { name } = resourceNamed(ctx.model, request.params.resource)
    await store.restore(ctx, name, idsIn(request.body))
    return done(null, request.language)
  })
}

function idsIn(body: unknown): string[] {
  const { ids } = knownIn(body, ['ids'])
  const isFit = Array.isArray(ids) && ids.length > 0 && ids.length <= maxIds
  if (!isFit || !ids.every((id): id is string => typeof id === 'string' && isId(id))) throw refuse.nothingSelected()
  return ids
}
