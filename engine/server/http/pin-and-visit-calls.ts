import { isId } from '../../fields/id/id-text.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { refuse } from '../errors/refuse.ts'
import { pin, storeVisit, visitsOf } from '../services/views/pins-and-visits.ts'
import type { Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { isViewable } from './model-index.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

interface PlaceCallParts {
  readonly database: Database
  readonly store: Store
}

/** A recently opened record with its display value. */
interface Visited {
  readonly resource: string
  readonly id: string
  readonly name: string
}

/** `/api/engine/pins/…` and `/api/engine/visits`: pinned lists and recently opened records of a user. */
export function pinAndVisitCalls(app: App, parts: PlaceCallParts): void {
  const { database, store } = parts
  const { kysely: queries } = database
  app.put<{ Params: { readonly resource: string } }>('/api/engine/pins/:resource', async request => {
    const { ctx } = request
    const { pinned } = knownIn(request.body, ['pinned'])
    if (typeof pinned !== 'boolean')
      throw refuse.input({ pinned: { zh: 'pinned 须为 true 或 false', en: 'pinned must be true or false' } })
    await pin(queries, ctx, resourceNamed(ctx.model, request.params.resource), pinned)
    return done(null, request.language)
  })
  app.get('/api/engine/visits', async request => done(await visited(store, request.ctx), request.language))
  app.put('/api/engine/visits', async request => {
    const { ctx } = request
    const { resource, id } = knownIn(request.body, ['resource', 'id'])
    if (typeof id !== 'string' || !isId(id)) throw wrongIds()
    const { name } = resourceNamed(ctx.model, String(resource))
    // A record that the user may not see is not stored.
    const [label] = await store.labels(ctx, name, [id])
    if (label) await storeVisit(queries, ctx, resourceNamed(ctx.model, name), id)
    return done(await visited(store, ctx), request.language)
  })

  async function visited({ labels }: Store, ctx: RequestContext): Promise<Visited[]> {
    const { model } = ctx
    const visits = await visitsOf(queries, ctx)
    const mayView = (name: string) => {
      const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
      return resource !== undefined && isViewable(ctx, resource)
    }
    const names = new Map<string, string>()
    for (const resource of new Set(visits.map(one => one.resource).filter(mayView))) {
      const ids = visits.filter(one => one.resource === resource).map(({ id }) => id)
      for (const { id, name } of await labels(ctx, resource, ids)) names.set(`${resource} ${id}`, name)
    }
    return visits.flatMap(({ resource, id }) => {
      const name = names.get(`${resource} ${id}`)
      return name === undefined ? [] : [{ resource, id, name }]
    })
  }
}
