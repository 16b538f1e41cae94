import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedLink, signedLink } from '../auth/file-token.ts'
import type { Database } from '../database/database.ts'
import { done } from '../errors/envelope.ts'
import { Refusal } from '../errors/refuse.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import type { Workflow } from '../processes/workflow.ts'
import { isShown, mediaTypeOf } from '../services/files/file-kind.ts'
import type { Storage, StoredFile } from '../services/files/storage.ts'
import { isPublicFile, mayReadFile } from '../store/file-access.ts'
import { fileKey, fileLinks, filesPath } from '../store/file-links.ts'
import type { App } from './app.ts'
import { sendParts } from './send-parts.ts'

export interface DownloadParts {
  /** For public files, which need no user. */
  readonly holder: ModelHolder
  readonly database: Database
  readonly storage: Storage
  /** By the processes to whose history it is attached. */
  readonly workflow: Pick<Workflow, 'mayReadFile'>
  /** The key of signed links. */
  readonly secret: Uint8Array
}

/**
 * Serves uploaded files to users who may view a record that refers to them, public ones to everyone, and one file to the
 * bearer of a signed link. Images in a page send no header, so the session is also read from a cookie. A file that the
 * user may not read does not exist.
 */
export function downloadCalls(app: App, parts: DownloadParts): void {
  const { database, storage, holder, workflow } = parts
  const options = { config: { open: true, tokenInCookie: true }, compress: false } as const
  const mayRead = async (request: FastifyRequest, key: string): Promise<boolean> => {
    const { signedIn, query } = request
    const { model } = request.madeContext ?? { model: holder.current() }
    const file = fileLinks(key)
    const isSigned = isSignedLink(parts.secret, key, Object(query), new Date())
    const isUser = signedIn !== null && !signedIn.mustChangePassword
    return (
      isSigned ||
      (isUser &&
        ((await mayReadFile(database.kysely, request.ctx, file)) ||
          (await workflow.mayReadFile(request.ctx, file.links)))) ||
      isPublicFile(database.kysely, model, file)
    )
  }
  app.get<{ Params: { '*': string } }>(`${filesPath}*`, options, async (request, reply) => {
    const key = request.params['*']
    const file = isKey(key) && (await mayRead(request, key)) ? await storage.get(key) : undefined
    if (!file) throw notFound()
    return send(request, reply, key.slice(key.lastIndexOf('/') + 1), file)
  })
  // A link for a program that sends neither header nor cookie, such as a viewer of documents.
  app.get<{ Querystring: { fileName?: unknown } }>(
    '/api/blade-resource/oss/endpoint/file-link',
    async (request, reply) => {
      const link = String(request.query.fileName ?? '')
      const key = fileKey(link)
      if (key === undefined || !isKey(key) || !(await mayRead(request, key))) throw notFound()
      reply.header('cache-control', 'no-store')
      return done(signedLink(parts.secret, { link, key }, new Date()), request.language)
    },
  )
}

const notFound = () => new Refusal('file.not-found', 404, { zh: '文件不存在', en: 'File not found' })

/** Seconds for which a browser shows a file again without asking whether its user may still read it. */
const cacheSeconds = 300

const isKey = (key: string) => /^[\w-]{1,40}\/[\w-]{22}\/[^/\\]{1,255}$/.test(key) && !key.endsWith('/..')

function send(request: FastifyRequest, reply: FastifyReply, name: string, file: StoredFile): FastifyReply {
  reply
    .type(mediaTypeOf(name))
    .header('cache-control', `private, max-age=${cacheSeconds}`)
    // The cookie names the session: after another sign-in in this browser, a cached file is not shown.
    .header('vary', 'cookie, authorization, blade-auth')
    .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; ${policyOf(name)}`)
    .header('content-disposition', `${isShown(name) ? 'inline' : 'attachment'}; filename*=UTF-8''${encode(name)}`)
  return sendParts(request, reply, file)
}

// Browsers show no PDF in a sandbox; its scripts do not run with the rights of the page.
const policyOf = (name: string) =>
  mediaTypeOf(name) === 'application/pdf' ? "object-src 'self'; frame-ancestors 'self'" : 'sandbox'

const encode = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16)}`)
