import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import statics from '@fastify/static'
import { brandOf } from '../../model/brand.ts'
import type { Model } from '../../model/model.ts'
import { perModel } from '../../model/per-model.ts'
import { inXml } from '../services/export/xml-text.ts'
import { filesPath } from '../store/file-links.ts'
import type { App } from './app.ts'

/**
 * The built web: hashed files are cached for a year, every path of a screen returns `index.html` with the name of the
 * application as its title. Media may also be loaded from the given hosts.
 */
export async function webFiles(
  app: App,
  folder: string,
  current: () => Model,
  mediaHosts: readonly string[],
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return
  const files = new Set(await readdir(folder))
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(async within => {
    // The sign-in page needs no token.
    within.addHook('onRoute', route => {
      route.config = { ...route.config, open: true, kind: 'free' }
    })
    await within.register(helmet, {
      // No unsafe-eval. The component library creates styles at run time, so they cannot be listed.
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...inlineScripts(page)],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          mediaSrc: ["'self'", 'blob:', ...originsOf(mediaHosts, ['http', 'https'])],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", ...originsOf(mediaHosts, ['http', 'https', 'ws', 'wss'])],
          workerSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameSrc: ["'self'", () => framedOrigins(current())],
          frameAncestors: ["'self'"],
        },
      },
      // The proxy that terminates TLS sets this header; over plain HTTP it would make the site unreachable.
      strictTransportSecurity: false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      originAgentCluster: false,
    })
    await within.register(statics, {
      root: folder,
      // A route for each of some thousand files would take a third of the start-up time.
      serve: false,
      index: false,
      cacheControl: false,
      // Files that the build compressed are sent as they are; others are compressed on the fly.
      preCompressed: true,
      // The types lack it: a file in one read, not each 64 kB after whatever else the server does meanwhile.
      ...{ highWaterMark: 1 << 20 },
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    within.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = request.params['*']
      if (!isHidden(path) && (path.startsWith('assets/') || files.has(path))) return reply.sendFile(path)
      if (!isScreen(path)) return reply.callNotFound()
      const { html, etag } = titled(current(), page)
      reply.header('cache-control', 'no-cache').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/html; charset=utf-8').send(html)
    })
  })
}

/** The inline scripts of the built page by their digests; no other one runs. */
const inlineScripts = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

interface TitledPage {
  readonly html: string
  /** It is weak, because the response is compressed as the client accepts it. */
  readonly etag: string
}

const pages = perModel<TitledPage>()

/** The page with the title that browsers, and programs that preview links, show before any script runs. */
const titled = (model: Model, page: string): TitledPage =>
  pages(model, page, () => {
    const title = `<title>${inXml(brandOf(model).name.zh)}</title>`
    const html = page.replace(/<title>.*?<\/title>/, () => title)
    return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` }
  })

/** The origins of the pages that are embedded: the browser shows no other site in a frame. */
function framedOrigins({ pages }: Model): string {
  const framed = pages.flatMap(({ link, frame }) => (link !== undefined && frame === 'shell' ? [new URL(link)] : []))
  return [...new Set(framed.map(({ origin }) => origin))].join(' ')
}

const originsOf = (hosts: readonly string[], schemes: readonly string[]) =>
  hosts.flatMap(host => schemes.map(scheme => `${scheme}://${host}`))

/** Whether a path may be that of a screen; the others, of endpoints and files, return 404 instead of a page. */
const isScreen = (path: string): boolean => !isOfServer.test(path) && !isHidden(path) && !/\.[^/]*$/.test(path)

/** The paths of endpoints, in any case. */
const isOfServer = new RegExp(`^(?:api|health|metrics|${filesPath.replaceAll('/', '')})(?:/|$)`, 'i')

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path)
