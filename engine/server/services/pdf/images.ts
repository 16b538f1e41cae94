import { buffer } from 'node:stream/consumers'
import { fileKey } from '../../store/file-links.ts'
import type { Storage } from '../files/storage.ts'
import type { Image } from './paper.ts'

const maxPictures = 12
const maxBytes = 4_000_000
const maxPixels = 16_000_000

/** Where pictures are read from. */
export interface ImageSource {
  readonly storage: Storage
  /** Those of the links whose files the user may read. */
  readable(links: readonly string[]): Promise<ReadonlySet<string>>
}

/** The pictures among the links that are in the own storage, may be read and can be rendered, by their links. */
export async function imagesOf(
  links: readonly string[],
  { storage, readable }: ImageSource,
): Promise<ReadonlyMap<string, Image>> {
  const allowed = await readable(links)
  const images = new Map<string, Image>()
  for (const link of links) {
    if (images.size === maxPictures) break
    const image = allowed.has(link) && (await imageAt(link, storage))
    if (image) images.set(link, image)
  }
  return images
}

async function imageAt(link: string, storage: Storage): Promise<Image | undefined> {
  const key = fileKey(link)
  const file = key === undefined ? undefined : await storage.get(key)
  if (!file || file.size === 0 || file.size > maxBytes) return undefined
  const bytes = new Uint8Array(await buffer(file.read(0, file.size - 1)))
  const view = Buffer.from(bytes.buffer)
  const size = pngSize(view) ?? jpegSize(view)
  if (!size || size.width * size.height === 0) return undefined
  // A PNG is decoded to be rendered, a JPEG is embedded unchanged.
  if (size.type === 'image/png' && size.width * size.height > maxPixels) return undefined
  return { bytes, ...size }
}

type Size = Omit<Image, 'bytes'>

function pngSize(bytes: Buffer): Size | undefined {
  const isPng = bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47 && bytes.toString('latin1', 12, 16) === 'IHDR'
  return isPng ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), type: 'image/png' } : undefined
}

/** Reads markers up to the start of frame, which contains the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const mark = bytes[at + 1] ?? 0
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), type: 'image/jpeg' }
  }
  return undefined
}
