import type { FastifyRequest } from 'fastify'
import { isId } from '../../fields/id/id-text.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { choiceOf, writeChoice } from '../services/views/choices.ts'
import { rolesToShareWith } from '../services/views/roles.ts'
import { removeView, saveView, updateView, viewsOf } from '../services/views/views.ts'
import type { App } from './app.ts'
import { resourceNamed, wrongIds } from './request-parts.ts'

/** The dependencies of the view endpoints. */
export interface ViewCallParts {
  readonly database: Database
  nextId(): string
}

type OfResource = { readonly Params: { readonly resource: string } }
type OfView = { readonly Params: { readonly resource: string; readonly id: string } }

/** `/api/engine/views/…`: saved searches of lists, and a user's settings for the columns of a list. */
export function viewCalls(app: App, parts: ViewCallParts): void {
  const { kysely: queries } = parts.database
  const asked = (request: FastifyRequest, name: string) => {
    const { ctx } = request
    return { ctx, resource: resourceNamed(ctx.model, name) }
  }
  app.get<OfResource>('/api/engine/views/:resource', async request => {
    const { ctx, resource } = asked(request, request.params.resource)
    const views = await viewsOf(queries, ctx, resource)
    const [{ start, ...choice }, roles] = await Promise.all([
      choiceOf(queries, ctx, resource),
      rolesToShareWith(queries, ctx),
    ])
    const isThere = views.some(({ id }) => id === start)
    return done({ views, ...choice, start: isThere ? start : null, roles }, request.language)
  })
  app.post<OfResource>('/api/engine/views/:resource', async request => {
    const { ctx, resource } = asked(request, request.params.resource)
    return done(await saveView(queries, ctx, resource, parts.nextId(), request.body), request.language)
  })
  app.put<OfView>('/api/engine/views/:resource/:id', async request => {
    const { ctx, resource } = asked(request, request.params.resource)
    return done(await updateView(queries, ctx, resource, idIn(request.params), request.body), request.language)
  })
  app.delete<OfView>('/api/engine/views/:resource/:id', async request => {
    const { ctx, resource } = asked(request, request.params.resource)
    await removeView(queries, ctx, resource, idIn(request.params))
    return done(null, request.language)
  })
  app.put<OfResource>('/api/engine/choices/:resource', async request => {
    const { ctx, resource } = asked(request, request.params.resource)
    await writeChoice(queries, ctx, resource, request.body)
    return done(null, request.language)
  })
}

function idIn({ id }: { readonly id: string }): string {
  if (!isId(id)) throw wrongIds()
  return id
}
