import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors/refuse.ts'
import { ImportRefusal } from '../../services/import/import-refusal.ts'

/** Files are uploaded as raw bytes: their name is in the URL. */
export const fileType = 'application/octet-stream'
const maxMegabytes = 50

/** Writes the body of a request to a file, passes its path to `use`, and deletes it in any case. */
export async function withSentFile<Result>(
  request: FastifyRequest,
  folder: string,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  if (request.headers['content-type'] !== fileType)
    throw new Refusal('file.missing', 400, { zh: '请选择要导入的文件', en: 'Please select a file to import' })
  if (Number(request.headers['content-length']) > maxMegabytes * 1_048_576) throw tooLarge()
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomBytes(12).toString('hex'))
  try {
    await pipeline(request.raw, counted(), createWriteStream(path, { flags: 'wx' })).catch(asBrokenOff)
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

function counted(): Transform {
  let size = 0
  return new Transform({
    transform(bytes: Buffer, _encoding, next) {
      size += bytes.length
      next(size > maxMegabytes * 1_048_576 ? tooLarge() : null, bytes)
    },
  })
}

const tooLarge = () => new ImportRefusal('file.too-large', { limit: maxMegabytes })

// An aborted upload needs no response; a disk error is an internal error.
function asBrokenOff(error: NodeJS.ErrnoException): never {
  if (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    throw new ImportRefusal('import.broken')
  throw error
}
