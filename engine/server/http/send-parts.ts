import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from '../services/files/storage.ts'

/** Sends a file, or the single range of it that the request names. The caller sets the type and the caching. */
export function sendParts(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  reply.header('accept-ranges', 'bytes')
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'none') return reply.header('content-length', file.size).send(file.read(0, Math.max(0, file.size - 1)))
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(file.read(range.start, range.end))
}

type Range = 'none' | 'outside' | { readonly start: number; readonly end: number }

/** The single range that a media player requests when it seeks; a request for several gets the whole file. */
function rangeOf(header: string | undefined, size: number): Range {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'none'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end ? 'outside' : { start, end }
}
