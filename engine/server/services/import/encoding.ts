import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ImportRefusal } from './import-refusal.ts'

/** The encoding of a text file. */
export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/** The maximum share of invalid characters, among those outside ASCII, in a file that is still read as UTF-8. */
const damaged = 0.1

/** The encoding of a file, which is read once to its end; a binary file is refused. */
export async function encodingOf(file: string): Promise<Encoding> {
  let [broken, foreign] = [0, 0]
  let decoder: TextDecoder | undefined
  let wide: Encoding | undefined
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    if (!decoder) wide = wideOf(bytes)
    decoder ??= new TextDecoder(wide ?? 'utf-8')
    const text = decoder.decode(bytes, { stream: true })
    if (text.includes('\0')) throw new ImportRefusal('file.no-text')
    if (wide) continue
    for (const sign of text.match(/[^\0-\x7f]/g) ?? []) {
      foreign += 1
      if (sign === '\ufffd') broken += 1
    }
  }
  if (!decoder) throw new ImportRefusal('file.empty')
  return wide ?? (broken > foreign * damaged ? 'gb18030' : 'utf-8')
}

/** UTF-16 by its byte order mark; Excel writes "Unicode text" in it. */
function wideOf(bytes: Buffer): Encoding | undefined {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  return begins(bytes, 0xfe, 0xff) ? 'utf-16be' : undefined
}

/** Whether a file starts as a zip archive, so that it may be a workbook; old or encrypted workbooks are refused. */
export async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const start = Buffer.alloc(64 * 1024)
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    const bytes = start.subarray(0, bytesRead)
    if (begins(bytes, 0x50, 0x4b, 0x03, 0x04) || begins(bytes, 0x50, 0x4b, 0x05, 0x06)) return true
    if (!begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return false
    throw new ImportRefusal((await isLocked(handle)) ? 'file.encrypted' : 'file.old-workbook')
  } finally {
    await handle.close()
  }
}

/** The directory of an OLE container, with the names of its streams, may be anywhere in the first megabytes. */
async function isLocked(handle: FileHandle): Promise<boolean> {
  const bytes = Buffer.alloc(4 * 1024 * 1024)
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
  const end = Buffer.alloc(256 * 1024)
  const { size } = await handle.stat()
  const last = await handle.read(end, 0, end.length, Math.max(0, size - end.length))
  const name = Buffer.from('EncryptedPackage', 'utf16le')
  return bytes.subarray(0, bytesRead).includes(name) || end.subarray(0, last.bytesRead).includes(name)
}

const begins = (bytes: Buffer, ...start: number[]) => start.every((byte, index) => bytes[index] === byte)
