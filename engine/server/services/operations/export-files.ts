import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ExportedView } from '../../../model/operation-view.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { removeOldFiles } from '../files/old-files.ts'

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

/** Hours for which an export file is stored. */
export const fileHours = 24

/** The stored details of an export. */
export interface ExportDetails {
  readonly format: 'csv' | 'xlsx'
  readonly columns: readonly string[]
  readonly query: Row
  readonly isSelection: boolean
  readonly name: string
  readonly bytes: number
  readonly file: 'there' | 'too-large' | 'gone'
  /** Milliseconds since 1970 until which the file is stored. */
  readonly until: number
  /** A digest of the rights on which the rows and columns of the file depend. */
  readonly rights: string
}

/** An export as shown to a viewer. Its conditions contain values of the data, so only its creator sees them. */
export function exportedView({ clock }: RequestContext, details: Row, isOwn: boolean): ExportedView {
  const { format, columns, query, isSelection, name, bytes, file, until } = details as unknown as ExportDetails
  const isExpired = file === 'there' && clock.now.getTime() > until
  return {
    format,
    columns: (columns ?? []).length,
    query: isOwn ? (query ?? {}) : {},
    isSelection: isSelection === true,
    file: !isOwn ? 'of-another' : isExpired ? 'gone' : (file ?? 'gone'),
    name: name ?? '',
    bytes: Number(bytes ?? 0),
  }
}
