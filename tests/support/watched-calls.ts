import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** The endpoints of servers and the requested ones, each as `GET /path/:of`. */
export interface WatchedCalls {
  readonly known: ReadonlySet<string>
  readonly asked: ReadonlySet<string>
  /** Clears the requested endpoints. */
  forget(): void
  /** Stops watching servers that start from now on. */
  enough(): void
}

/** Watches the endpoints of every server that starts from now on. */
export function watchCalls(): WatchedCalls {
  const known = new Set<string>()
  const asked = new Set<string>()
  const watch = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      // The HEAD route that Fastify derives from a GET is the same endpoint.
      for (const one of [method].flat()) if (one !== 'HEAD') known.add(`${one} ${url}`)
    })
    fastify.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
      if (url !== undefined) asked.add(`${method} ${url}`)
    })
  }
  subscribe('fastify.initialization', watch)
  return { known, asked, forget: () => asked.clear(), enough: () => void unsubscribe('fastify.initialization', watch) }
}
