import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/refuse.ts'
import { isShown, mediaTypeOf } from '../services/files/file-kind.ts'
import type { Storage, StoredFile } from '../services/files/storage.ts'
import { filesPath } from '../services/files/storage.ts'
import type { App } from './app.ts'

/**
 * Serves uploaded files. Their links contain 128 random bits and need no token, because images in a page cannot send
 * one: a user who received the link from a readable record may fetch the file.
 */
export function downloadCalls(app: App, storage: Storage): void {
  const options = { config: { open: true }, compress: false } as const
  app.get<{ Params: { '*': string } }>(`${filesPath}*`, options, async (request, reply) => {
    const key = request.params['*']
    const file = isKey(key) ? await storage.get(key) : undefined
    if (!file) throw new Refusal('file.not-found', 404, { zh: '文件不存在', en: 'File not found' })
    return send(request, reply, key.slice(key.lastIndexOf('/') + 1), file)
  })
}

const isKey = (key: string) => /^[\w-]{1,40}\/[\w-]{22}\/[^/\\]{1,255}$/.test(key) && !key.endsWith('/..')

function send(request: FastifyRequest, reply: FastifyReply, name: string, file: StoredFile): FastifyReply {
  reply
    .type(mediaTypeOf(name))
    .header('cache-control', 'private, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('content-disposition', `${isShown(name) ? 'inline' : 'attachment'}; filename*=UTF-8''${encode(name)}`)
    .header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'none') return reply.header('content-length', file.size).send(file.read(0, Math.max(0, file.size - 1)))
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(file.read(range.start, range.end))
}

const encode = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16)}`)

type Range = 'none' | 'outside' | { readonly start: number; readonly end: number }

/** The single range that a media player requests when it seeks; a request for several gets the whole file. */
function rangeOf(header: string | undefined, size: number): Range {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'none'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'outside' : { start, end }
}
