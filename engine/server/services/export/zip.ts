import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file in an archive. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

/**
 * An archive generated as it is read: each entry is requested once the one before has been consumed, and none once the
 * reader is closed.
 */
export function zip(entries: AsyncIterable<ZipEntry>): Readable {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  let current: Readable | undefined
  file.on('error', (error: Error) => output.destroy(error))
  output.once('close', () => current?.destroy())
  const write = async () => {
    for await (const { name, content } of entries) {
      if (output.destroyed) return
      current = Readable.from(encoded(content), { objectMode: false })
      const closed = once(current, 'close')
      file.addReadStream(current, name, { compressionLevel: 4 })
      await closed
    }
    file.end()
  }
  write().catch((error: Error) => output.destroy(error))
  return output
}

async function* encoded(content: ZipEntry['content']): AsyncGenerator<Buffer> {
  for await (const text of content) yield Buffer.from(text, 'utf8')
}
