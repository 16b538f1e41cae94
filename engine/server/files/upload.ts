import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import type { App } from '../http/app.ts'
import { done } from '../http/envelope.ts'
import { Refusal, refuse } from '../refuse.ts'
import { assureContent, assureNamed } from './file-kind.ts'
import type { Storage } from './storage.ts'

/** The largest file that is taken; what a field allows may be less, and its form says so. */
export const fileLimit = 20 * 1_048_576

/** Where the links of uploaded files begin. */
export const filesPath = '/image-api/'

/** `POST …/put-file`: one file, checked whole before it is kept. */
export async function uploadCalls(app: App, storage: Storage, scratch: string): Promise<void> {
  await app.register(async within => {
    await within.register(multipart, { limits: { files: 1, fields: 10, fileSize: fileLimit, parts: 12 } })
    within.post('/api/blade-resource/oss/endpoint/put-file', async request => {
      const { caller } = request
      if (!caller) throw refuse.signedOut()
      const part = await filePart(request)
      const name = cleanName(part.filename)
      assureNamed(name)
      await mkdir(scratch, { recursive: true })
      const waiting = join(scratch, randomBytes(12).toString('hex'))
      try {
        await pipeline(part.file, createWriteStream(waiting))
        assureContent(name, (await fileTypeFromFile(waiting))?.ext)
        const id = randomBytes(16).toString('base64url')
        await storage.put(`${caller.tenantId}/${id}/${name}`, waiting)
        const link = `${filesPath}${caller.tenantId}/${id}/${encodeURIComponent(name)}`
        return done({ link, domain: '', name: link, originalName: part.filename, attachId: id }, request.language)
      } finally {
        await rm(waiting, { force: true })
      }
    })
  })
}

async function filePart(request: FastifyRequest): Promise<MultipartFile> {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part) throw new Refusal('file.missing', 400, { zh: '请选择要上传的文件', en: 'Please choose a file to upload' })
  return part
}

// The name is part of the link, so that a download is called what it was called when it came.
function cleanName(name: string): string {
  const ending = extname(basename(name))
  const stem = [...basename(name, ending)].slice(0, 60).join('').replace(unsafe, '_')
  return `${stem || 'file'}${ending.toLowerCase()}`
}

// What some file system, header or address would trip over.
const unsafe = /[\p{C}\p{Z}"%*/:<>?\\|#]/gu
