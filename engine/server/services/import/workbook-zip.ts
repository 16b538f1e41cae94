import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { ImportRefusal } from './import-refusal.ts'
import type { ReadLimits } from './read-limits.ts'

/** Below this size any compression ratio is accepted, in bytes. */
const harmless = 8 * 1024 * 1024

/** The parts of a workbook by name; each is opened on demand. */
export interface WorkbookZip {
  has(name: string): boolean
  /** The bytes of a part; all parts that are read count towards the limit. */
  open(name: string): Promise<Readable>
  close(): void
}

/** Opens the zip archive of a workbook and refuses one that exceeds the limits. */
export async function openZip(file: string, limits: ReadLimits): Promise<WorkbookZip> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    // The declared sizes are enforced while decompressing.
    yauzl.open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
      error ? reject(damaged(error)) : resolve(opened),
    )
  })
  try {
    if (zip.entryCount > limits.entries) throw new ImportRefusal('file.suspect')
    const entries = await entriesOf(zip)
    let left = limits.unzipped
    return {
      has: name => entries.has(name),
      async open(name) {
        const entry = entries.get(name)
        if (!entry) throw new ImportRefusal('file.damaged')
        assureHonest(entry, limits)
        left -= entry.uncompressedSize
        if (left < 0) throw tooLarge(limits)
        return new Promise((resolve, reject) => {
          zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(stream)))
        })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('error', error => reject(damaged(error)))
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

function assureHonest(entry: Entry, limits: ReadLimits): void {
  if (entry.isEncrypted()) throw new ImportRefusal('file.encrypted')
  if (entry.uncompressedSize > limits.unzipped) throw tooLarge(limits)
  const isTight = entry.uncompressedSize > Math.max(1, entry.compressedSize) * limits.ratio
  if (isTight && entry.uncompressedSize > harmless) throw new ImportRefusal('file.suspect')
}

const tooLarge = ({ unzipped }: ReadLimits) =>
  new ImportRefusal('file.too-large-unzipped', { limit: Math.round(unzipped / 1024 / 1024) })

/** An error of the decompressor means a damaged file; a system error does not. */
export const damaged = (error: unknown): unknown =>
  error instanceof ImportRefusal || (error instanceof Error && 'syscall' in error)
    ? error
    : new ImportRefusal('file.damaged')
