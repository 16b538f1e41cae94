import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { removeOldFiles } from '../files/old-files.ts'
import { fileHours } from './exported-view.ts'

/** Maximum size of a stored export file, in bytes. */
export const maxBytes = 200 * 1024 * 1024
/** Maximum size of all stored files: an export beyond it is not stored. */
const maxTotalBytes = 2 * 1024 * 1024 * 1024

/** Export files in a folder of their own, by the id of their operation. */
export interface ExportFiles {
  /** Begins to store a copy of a file while it is sent. */
  copy(id: string): Promise<FileCopy>
  read(id: string): Promise<{ readonly size: number; bytes(): Readable } | undefined>
  /** Removes files older than a day, complete or not, and returns their number. */
  removeOld(): Promise<number>
}

/** A copy of an exported file that is stored while the file is sent. */
export interface FileCopy {
  /** Passes a chunk through and stores a copy of it. */
  take(piece: Buffer): Promise<void>
  /** Ends the copy: whether it is stored, and the size of the file. */
  end(isWhole: boolean): Promise<{ readonly isStored: boolean; readonly bytes: number }>
}

/** The stored exports in the folder `exports` of the data directory. */
export function exportFilesIn(dataDir: string): ExportFiles {
  const folder = join(dataDir, 'exports')
  const pathOf = (id: string) => join(folder, id)
  return {
    async copy(id) {
      await mkdir(folder, { recursive: true })
      const room = Math.min(maxBytes, maxTotalBytes - (await sizeOf(folder)))
      return copyTo(pathOf(id), room)
    },
    async read(id) {
      const path = pathOf(id)
      const found = await stat(path).catch(() => undefined)
      return found?.isFile() ? { size: found.size, bytes: () => createReadStream(path) } : undefined
    },
    removeOld: () => removeOldFiles(folder, fileHours),
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0
  return bytes
}

function copyTo(path: string, room: number): FileCopy {
  const file = createWriteStream(path, { mode: 0o600 })
  // If the disk is full, the copy fails but not the download.
  let hasFailed = false
  file.on('error', () => {
    hasFailed = true
  })
  let bytes = 0
  const isStored = () => !hasFailed && bytes <= room
  return {
    async take(piece) {
      bytes += piece.length
      if (!isStored() || file.write(piece)) return
      // Removes both listeners: an export waits here many times.
      await once(file, 'drain').catch(() => undefined)
    },
    async end(isWhole) {
      await new Promise<void>(resolve => {
        file.once('error', () => resolve())
        file.end(() => resolve())
      })
      const staged = isWhole && isStored()
      if (!staged) await rm(path, { force: true })
      return { isStored: staged, bytes }
    },
  }
}
