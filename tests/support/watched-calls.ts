import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** The calls that servers know and those that were asked, each as `GET /path/:of`. */
export interface WatchedCalls {
  readonly known: ReadonlySet<string>
  readonly asked: ReadonlySet<string>
  /** Begins anew with what was asked. */
  forget(): void
  /** Servers that start from now on are none of ours. */
  enough(): void
}

/** Watches the calls of every server that starts from now on. */
export function watchCalls(): WatchedCalls {
  const known = new Set<string>()
  const asked = new Set<string>()
  const watch = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      // A HEAD that follows from a GET is that call.
      for (const one of [method].flat()) if (one !== 'HEAD') known.add(`${one} ${url}`)
    })
    fastify.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
      if (url !== undefined) asked.add(`${method} ${url}`)
    })
  }
  subscribe('fastify.initialization', watch)
  return { known, asked, forget: () => asked.clear(), enough: () => void unsubscribe('fastify.initialization', watch) }
}
