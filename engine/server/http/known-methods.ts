import type { FastifyInstance } from 'fastify'

/**
 * Keeps the paths of all calls registered from now on; what it returns tells the methods that a path knows,
 * so that a wrong method is told from a wrong path.
 */
export function knownMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly method: string; readonly path: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    // The web's fallback takes every path and knows none.
    if (url.endsWith('/*') && url.length <= 2) return
    for (const one of [method].flat()) routes.push({ method: one, path: patternOf(url) })
  })
  return path => {
    const bare = path.length > 1 ? path.replace(/\/$/, '') : path
    return [...new Set(routes.filter(route => route.path.test(bare)).map(route => route.method))]
  }
}

const patternOf = (url: string): RegExp => {
  const parts = url.split('/').map(part => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`)
}
