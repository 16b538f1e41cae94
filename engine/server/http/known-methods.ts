import type { FastifyInstance } from 'fastify'

/**
 * Records the paths of all routes registered from now on. The returned function gives the methods of a path, which
 * distinguishes a wrong method from a wrong path.
 */
export function knownMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { readonly method: string; readonly path: RegExp }[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    // The web's fallback matches every path.
    if ((url.endsWith('/*') && url.length <= 2) || config?.fallback) return
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
