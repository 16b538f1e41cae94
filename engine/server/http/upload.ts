import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import { eraseLocation } from '../../fields/exif-location.ts'
import { fault, faultMessage } from '../../fields/fault.ts'
import { done } from '../errors/envelope.ts'
import { knownIn } from '../errors/known-names.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { assureContent, assureNamed, assurePixels } from '../services/files/file-kind.ts'
import { storeUpload, type UploadStorage } from '../services/files/store-upload.ts'
import { extendUploads } from '../services/files/unused-uploads.ts'
import { acceptedUpload, assureQuota } from '../services/files/upload-limits.ts'
import type { App } from './app.ts'
import { signedInOf } from './request-parts.ts'

/** Maximum size of a file in bytes; fields may set a lower limit, which the form and each write check. */
export const fileLimit = 20 * 1_048_576

/** `POST …/put-file`: uploads one file, which is checked completely before it is stored. */
export async function uploadCalls(app: App, parts: UploadStorage): Promise<void> {
  const { database, scratch, quota } = parts
  await app.register(async within => {
    await within.register(multipart, { limits: { files: 1, fields: 10, fileSize: fileLimit, parts: 12 } })
    within.post('/api/blade-resource/oss/endpoint/put-file', { config: { kind: 'upload' } }, async request => {
      const { actor } = signedInOf(request)
      const { now } = request.ctx.clock
      const part = await filePart(request)
      const name = cleanName(part.filename)
      assureNamed(name)
      const { maxBytes, keepsLocation } = await acceptedUpload(database.kysely, request.ctx, name)
      // Before the file is received, too.
      await assureQuota(database.kysely, actor, quota, now)
      await mkdir(scratch, { recursive: true })
      const waiting = join(scratch, randomBytes(12).toString('hex'))
      try {
        await keep(part, waiting)
        const content = (await fileTypeFromFile(waiting))?.ext
        assureContent(name, content)
        await assurePixels(waiting, content)
        if (!keepsLocation && content !== undefined && pictureKinds.includes(content)) await eraseLocationIn(waiting)
        if ((await stat(waiting)).size > maxBytes) throw tooLarge(maxBytes)
        const { id, link } = await storeUpload(parts, request.ctx, { name, original: part.filename, path: waiting })
        return done({ link, domain: '', name: link, originalName: part.filename, attachId: id }, request.language)
      } finally {
        await rm(waiting, { force: true })
      }
    })
  })
  // A draft in the browser contains uploads that no record contains yet.
  app.post('/api/engine/uploads/extend', async request => {
    const { links } = knownIn(request.body, ['links'])
    if (!isLinks(links)) throw refuse.input({ links: { zh: '应为文件地址的列表', en: 'Must be a list of file links' } })
    await extendUploads(database.kysely, signedInOf(request).actor, links, request.ctx.clock.now)
    return done(null, request.language)
  })
}

const maxLinks = 200

const isLinks = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxLinks && value.every(link => typeof link === 'string')

async function filePart(request: FastifyRequest): Promise<MultipartFile> {
  const part = request.isMultipart() ? await request.file().catch(asUnreadable) : undefined
  if (!part)
    throw new Refusal('file.missing', 400, { zh: '请传入上传内容参数', en: 'Please pass upload content parameters' })
  return part
}

/** Writes the file; throws if it is incomplete or too large. */
async function keep({ file }: MultipartFile, path: string): Promise<void> {
  await pipeline(file, createWriteStream(path)).catch(asUnreadable)
  if (file.truncated) throw tooLarge(fileLimit)
}

const pictureKinds = ['jpg', 'png', 'webp', 'heic']

/** Erases the location in a picture: browsers do so, too, but other clients need not. */
async function eraseLocationIn(path: string): Promise<void> {
  const picture = await readFile(path)
  if (eraseLocation(picture)) await writeFile(path, picture)
}

function tooLarge(bytes: number): Refusal {
  const most = bytes < 1_048_576 ? `${Math.round(bytes / 1024)} KB` : `${bytes / 1_048_576} MB`
  return new Refusal('file.size', 413, faultMessage(fault('upload.size', { limit: most }), { zh: '文件', en: 'File' }))
}

// The form parser throws plain errors for invalid input. Errors with a status already have a response, and disk errors
// are internal errors.
function asUnreadable(error: unknown): never {
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  throw new Refusal('unreadable-form', 400, {
    zh: '消息不能读取：上传的表单不完整',
    en: 'Invalid request: the uploaded form is incomplete',
  })
}

// The name is part of the link, so that a download has the name of the uploaded file.
function cleanName(name: string): string {
  const ending = extname(basename(name))
  const stem = [...basename(name, ending)].slice(0, 60).join('').replace(unsafe, '_')
  return `${stem || 'file'}${ending.toLowerCase()}`
}

// Characters that file systems, headers or URLs do not accept.
const unsafe = /[\p{C}\p{Z}"%*/:<>?\\|#]/gu
