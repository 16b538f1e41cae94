import { createReadStream } from 'node:fs'
import { ImportRefusal } from './import-refusal.ts'

export type Encoding = 'utf-8' | 'gb18030'

/** Of all that is not ASCII, the share that may be broken in a text that is UTF-8 nevertheless. */
const damaged = 0.1

/** In which encoding a file is written; a file that is no text is refused. Reads it once, to its end. */
export async function encodingOf(file: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8')
  let [broken, foreign, first] = [0, 0, true]
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    if (first) refuseOtherKinds(bytes)
    first = false
    if (bytes.includes(0)) throw new ImportRefusal('file.no-text')
    for (const sign of decoder.decode(bytes, { stream: true }).match(/[^\0-\x7f]/g) ?? []) {
      foreign += 1
      if (sign === '\ufffd') broken += 1
    }
  }
  if (first) throw new ImportRefusal('file.empty')
  return broken > foreign * damaged ? 'gb18030' : 'utf-8'
}

function refuseOtherKinds(bytes: Buffer): void {
  const begins = (...start: number[]) => start.every((byte, index) => bytes[index] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)) throw new ImportRefusal('file.spreadsheet')
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) throw new ImportRefusal('file.utf-16')
}
