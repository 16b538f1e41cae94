import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { type Encoding, type EncodingChoice, encodings } from '../../../model/import-view.ts'
import { ImportRefusal } from './import-refusal.ts'

/** The number of lines that show how a file reads in an encoding, and their maximum length. */
const [sampled, longest] = [3, 200]

/**
 * The encoding of a text file: UTF-16 by its byte order mark, UTF-8 if its bytes decode as UTF-8, otherwise the chosen
 * one of those that decode it, or UTF-8 if there is none.
 */
export async function encodingOf(file: string, chosen: Encoding | undefined): Promise<Encoding> {
  const [start = Buffer.alloc(0)] = await createReadStream(file, { end: 1 }).toArray()
  // Excel writes "Unicode text" in UTF-16.
  const marked = begins(start, 0xff, 0xfe) ? 'utf-16le' : begins(start, 0xfe, 0xff) ? 'utf-16be' : undefined
  const certain = marked ?? 'utf-8'
  if (await linesIn(file, certain, marked === undefined)) return certain
  const found: EncodingChoice[] = []
  for (const encoding of marked ? [] : encodings) {
    const lines = await linesIn(file, encoding, encoding !== 'utf-8')
    if (lines) found.push({ encoding, lines })
  }
  const [first, second] = found
  if (!first) throw new ImportRefusal('file.no-text')
  const only = !second && first.encoding === 'utf-8' ? first : found.find(({ encoding }) => encoding === chosen)
  if (only) return only.encoding
  const list = found.map(({ encoding, lines }) => `  ${encoding}: ${lines.join(' | ')}`).join('\n')
  throw new ImportRefusal('file.encoding', { list }, { encodings: found })
}

/** The text of a file, in pieces. An invalid byte is U+FFFD, or a TypeError if the text must be valid (`fatal`). */
export async function* decodedText(file: string, encoding: Encoding, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal })
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>)
    yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** The first lines outside ASCII of a file in an encoding; undefined if it cannot be read in it. */
async function linesIn(file: string, encoding: Encoding, fatal: boolean): Promise<readonly string[] | undefined> {
  const lines: string[] = []
  let [rest, hasBreak] = ['', false]
  try {
    for await (const text of decodedText(file, encoding, fatal)) {
      // Node decodes the characters of Hong Kong in Big5 as private ones.
      if (text.includes('\0') || (encoding === 'big5' && /\p{Co}/u.test(text))) return undefined
      hasBreak ||= /[\r\n]/.test(text)
      if (lines.length >= sampled) continue
      const next = (rest + text).split(/[\r\n]+/)
      rest = next.pop() ?? ''
      lines.push(...next.filter(line => /[^\0-\x7f]/.test(line)))
    }
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
  // Most bytes are some character of UTF-16, but none that ends a line.
  if (fatal && encoding.startsWith('utf-16') && !hasBreak) return undefined
  const all = [...lines, rest].filter(line => /[^\0-\x7f]/.test(line))
  return all.slice(0, sampled).map(line => line.slice(0, longest))
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
