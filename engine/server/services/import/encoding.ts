import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { ImportRefusal } from './import-refusal.ts'

/** How a file of text is written. */
export type Encoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/** Of all that is not ASCII, the share that may be broken in a text that is UTF-8 nevertheless. */
const damaged = 0.1

/** In which encoding a file is written; a file that is no text is refused. Reads it once, to its end. */
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

/** UTF-16 by its mark; Excel saves "Unicode text" so. */
function wideOf(bytes: Buffer): Encoding | undefined {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  return begins(bytes, 0xfe, 0xff) ? 'utf-16be' : undefined
}

/** Whether a file begins as a zip does, so that it may be a workbook; what only old or locked workbooks are is refused. */
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

/** The folder of a container of old Office, which names what is in it, may lie anywhere in the first megabytes. */
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
