import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { done } from '../errors/envelope.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureContent, assureNamed, mediaTypeOf } from '../services/files/file-kind.ts'
import type { Storage } from '../services/files/storage.ts'
import { extendUploads } from '../services/files/unused-uploads.ts'
import { filesPath } from '../store/file-links.ts'
import type { App } from './app.ts'
import { signedInOf } from './request-parts.ts'

/** Maximum size of a file in bytes; fields may set a lower limit, which the form checks. */
export const fileLimit = 20 * 1_048_576

/** `POST …/put-file`: uploads one file, which is checked completely before it is stored. */
export async function uploadCalls(app: App, database: Database, storage: Storage, scratch: string): Promise<void> {
  await app.register(async within => {
    await within.register(multipart, { limits: { files: 1, fields: 10, fileSize: fileLimit, parts: 12 } })
    within.post('/api/blade-resource/oss/endpoint/put-file', { config: { kind: 'upload' } }, async request => {
      const { actor } = request.ctx
      const part = await filePart(request)
      const name = cleanName(part.filename)
      assureNamed(name)
      await mkdir(scratch, { recursive: true })
      const waiting = join(scratch, randomBytes(12).toString('hex'))
      try {
        await keep(part, waiting)
        assureContent(name, (await fileTypeFromFile(waiting))?.ext)
        const id = randomBytes(16).toString('base64url')
        const link = `${filesPath}${actor.tenantId}/${id}/${encodeURIComponent(name)}`
        const { size } = await stat(waiting)
        // Before the file is there: a file without a row would never be deleted.
        await runAll(
          database.kysely,
          sql`insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
            values (${link}, ${actor.tenantId}, ${actor.userId}::bigint, ${part.filename}, ${mediaTypeOf(name)}, ${size}::bigint, now())`,
        )
        await storage.put(`${actor.tenantId}/${id}/${name}`, waiting)
        return done({ link, domain: '', name: link, originalName: part.filename, attachId: id }, request.language)
      } finally {
        await rm(waiting, { force: true })
      }
    })
  })
  // A draft in the browser contains uploads that no record contains yet.
  app.post('/api/engine/uploads/extend', async request => {
    const { links } = Object(request.body) as { links?: unknown }
    if (!isLinks(links)) throw refuse.input({ links: { zh: '应为文件地址的列表', en: 'Must be a list of file links' } })
    await extendUploads(database.kysely, signedInOf(request).actor, links)
    return done(null, request.language)
  })
}

const mostLinks = 200

const isLinks = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= mostLinks && value.every(link => typeof link === 'string')

async function filePart(request: FastifyRequest): Promise<MultipartFile> {
  const part = request.isMultipart() ? await request.file().catch(asUnreadable) : undefined
  if (!part) throw new Refusal('file.missing', 400, { zh: '请选择要上传的文件', en: 'Please choose a file to upload' })
  return part
}

/** Writes the file; throws if it is incomplete or too large. */
async function keep({ file }: MultipartFile, path: string): Promise<void> {
  await pipeline(file, createWriteStream(path)).catch(asUnreadable)
  if (file.truncated) {
    const megabytes = fileLimit / 1_048_576
    throw new Refusal('file.size', 413, {
      zh: `文件大小不能超过 ${megabytes} MB`,
      en: `File size cannot exceed ${megabytes}MB`,
    })
  }
}

// The form parser throws plain errors for invalid input. Errors with a status already have a response, and disk errors
// are internal errors.
function asUnreadable(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  throw new Refusal('unreadable-form', 400, { zh: '消息不能读取：上传的表单不完整', en: 'The form cannot be read' })
}

// The name is part of the link, so that a download has the name of the uploaded file.
function cleanName(name: string): string {
  const ending = extname(basename(name))
  const stem = [...basename(name, ending)].slice(0, 60).join('').replace(unsafe, '_')
  return `${stem || 'file'}${ending.toLowerCase()}`
}

// Characters that file systems, headers or URLs do not accept.
const unsafe = /[\p{C}\p{Z}"%*/:<>?\\|#]/gu
