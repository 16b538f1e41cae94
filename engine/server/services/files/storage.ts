import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

/** Path prefix of the links of uploaded files. */
export const filesPath = '/image-api/'

/** Where uploaded files lie. A key is a path of slashes, made by the server. */
export interface Storage {
  /** Takes over a complete local file. */
  put(key: string, file: string): Promise<void>
  get(key: string): Promise<StoredFile | undefined>
  remove(key: string): Promise<void>
}

export interface StoredFile {
  readonly size: number
  /** The bytes from `start` to `end`, both included. */
  read(start: number, end: number): Readable
}

/** Where a server keeps uploaded files among its data. */
export const filesIn = (dataDir: string): Storage => diskStorage(join(dataDir, 'files'))

/** The folder on the same disk in which files wait until they are whole. */
export const uploadsIn = (dataDir: string): string => join(dataDir, 'uploads')

/** Files in a folder of this machine. */
export function diskStorage(folder: string): Storage {
  const root = resolve(folder)
  const pathOf = (key: string): string | undefined => {
    const path = join(root, key)
    return path.startsWith(root + sep) ? path : undefined
  }
  return {
    async put(key, file) {
      const path = pathOf(key)
      if (!path) throw new Error(`The key "${key}" leads out of the storage.`)
      await mkdir(dirname(path), { recursive: true })
      await rename(file, path)
    },
    async get(key) {
      const path = pathOf(key)
      const found = path === undefined ? undefined : await stat(path).catch(absent)
      if (path === undefined || !found?.isFile()) return undefined
      return { size: found.size, read: (start, end) => createReadStream(path, { start, end }) }
    },
    async remove(key) {
      const path = pathOf(key)
      if (path) await rm(path, { force: true })
    },
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw error
}
