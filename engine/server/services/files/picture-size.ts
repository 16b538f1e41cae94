import { type FileHandle, open } from 'node:fs/promises'

/** The size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Reads bytes at a position; throws RangeError behind the end of the file. */
type ReadAt = (position: number, length: number) => Promise<Buffer>

/** The size of a picture as its header declares it, without decoding it; undefined if it cannot be read. */
export async function pictureSize(path: string, content: string): Promise<PictureSize | undefined> {
  const reader = readers[content]
  if (!reader) return undefined
  const file = await open(path)
  try {
    const size = await reader(readerOf(file))
    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  } finally {
    await file.close()
  }
}

const readerOf =
  (file: FileHandle): ReadAt =>
  async (position, length) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
    if (bytesRead < length) throw new RangeError('The file ends before its header does.')
    return buffer
  }

/** By the type that content detection returns. */
const readers: Readonly<Record<string, (read: ReadAt) => Promise<PictureSize | undefined>>> = {
  async png(read) {
    const header = await read(0, 24)
    return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) }
  },
  // Browsers enlarge the canvas to the first frame.
  async gif(read) {
    const screen = await read(0, 13)
    const frame = await firstFrame(read, screen)
    return {
      width: Math.max(screen.readUInt16LE(6), frame.width),
      height: Math.max(screen.readUInt16LE(8), frame.height),
    }
  },
  async bmp(read) {
    const header = await read(14, 12)
    if (header.readUInt32LE(0) === 12) return { width: header.readUInt16LE(4), height: header.readUInt16LE(6) }
    // A negative height is that of a picture whose first row is the top one.
    return { width: Math.abs(header.readInt32LE(4)), height: Math.abs(header.readInt32LE(8)) }
  },
  async jpg(read) {
    for (let at = 2; ; ) {
      const [prefix, marker = 0] = await read(at, 2)
      if (prefix !== 0xff) return undefined
      if (marker === 0xff) {
        at += 1
      } else if (isFrame(marker)) {
        const frame = await read(at + 5, 4)
        return { width: frame.readUInt16BE(2), height: frame.readUInt16BE(0) }
      } else if (marker === 0xda || marker === 0xd9) {
        return undefined
      } else {
        at += 2 + (isAlone(marker) ? 0 : (await read(at + 2, 2)).readUInt16BE(0))
      }
    }
  },
}

/** Start of frame, not a table of Huffman codes (C4), an extension (C8) or arithmetic conditioning (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A marker without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** The size of a GIF's first frame, behind its colours and extensions. */
async function firstFrame(read: ReadAt, screen: Buffer): Promise<PictureSize> {
  const flags = screen.readUInt8(10)
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  for (;;) {
    const [kind] = await read(at, 1)
    if (kind === 0x2c) {
      const frame = await read(at + 5, 4)
      return { width: frame.readUInt16LE(0), height: frame.readUInt16LE(2) }
    }
    if (kind !== 0x21) throw new RangeError('There is no frame.')
    at += 2
    for (let size = 1; size > 0; at += 1 + size) size = (await read(at, 1)).readUInt8(0)
  }
}
