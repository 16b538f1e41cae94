import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import { ImportRefusal } from './import-refusal.ts'
import { damaged } from './workbook-zip.ts'

/** Maximum length of text without markup, which the parser buffers as a whole. */
const longestPiece = 1024 * 1024

/** The events of a part that is read; names have no prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
  /** Pauses the reading; true ends it. */
  pause?(): Promise<boolean>
}

/** Parses a part of a workbook while it is decompressed, so that none is ever completely in memory. */
export async function readXml(stream: Readable, listener: XmlListener): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', error => {
    throw error
  })
  // None of these belongs in a part, and the parser would buffer them as a whole.
  for (const one of ['comment', 'doctype'] as const) parser.on(one, () => undefined)
  parser.on('opentag', ({ name, attributes }) => listener.open?.(bare(name), attributes))
  parser.on('closetag', ({ name }) => listener.close?.(bare(name)))
  for (const one of ['text', 'cdata'] as const) parser.on(one, text => listener.text?.(text))
  const decoder = new StringDecoder('utf8')
  let piece = 0
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      const text = decoder.write(bytes)
      const last = text.lastIndexOf('<')
      piece = last < 0 ? piece + text.length : text.length - last
      if (piece > longestPiece) throw new ImportRefusal('file.suspect')
      parser.write(text)
      if (await listener.pause?.()) return
    }
    parser.write(decoder.end()).close()
  } catch (error) {
    throw damaged(error)
  } finally {
    stream.destroy()
  }
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
