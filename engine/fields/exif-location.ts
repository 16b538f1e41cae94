/**
 * Reads and writes the location of a picture: the GPS directory of Exif. Cameras put Exif into JPEG, HEIC, WebP and
 * PNG; in each of them its TIFF part is contiguous, so it is found by its mark and not by the container. Source: CIPA
 * DC-008 (Exif 2.32), sections 4.6.2 and 4.6.6; TIFF 6.0, section 2.
 */

/** The GPS directory of a picture as the TIFF part of an otherwise empty Exif; undefined where there is none. */
export function locationOf(picture: Uint8Array): Uint8Array | undefined {
  for (const start of tiffStarts(picture)) {
    const gps = gpsOf(new Tiff(picture.subarray(start)))
    if (gps) return gps
  }
  return undefined
}

/** A JPEG with a TIFF part as its Exif, before all other segments. */
export function withExif(jpeg: Uint8Array, tiff: Uint8Array): Uint8Array {
  const length = tiff.length + 8
  const out = new Uint8Array(jpeg.length + length + 2)
  out.set([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 0xff, ...exifMark])
  out.set(tiff, 12)
  out.set(jpeg.subarray(2), 12 + tiff.length)
  return out
}

/** Whether a picture contains metadata: location, camera, author. */
export const hasMetadata = (picture: Uint8Array): boolean =>
  tiffStarts(picture).next().done === false || contains(picture, xmpMark)

/**
 * Overwrites the locations in a picture, in Exif and in XMP that is not compressed, and returns whether there were any.
 * The picture remains valid; decoders ignore the part of a PNG, whose checksum is then wrong.
 */
export function eraseLocation(picture: Uint8Array): boolean {
  let isErased = false
  for (const start of tiffStarts(picture)) {
    const tiff = new Tiff(picture.subarray(start))
    const { at, entries } = gpsDirectory(tiff)
    if (entries.length === 0) continue
    for (const { bytes } of entries) bytes.fill(0)
    tiff.view.setUint16(at, 0)
    isErased = true
  }
  for (let at = find(picture, xmpLocation, 0); at >= 0; at = find(picture, xmpLocation, at + 1)) {
    // `exif:GPSLatitude="30,15N"` or `<exif:GPSLatitude>30,15N</…`
    const text = new TextDecoder('latin1').decode(picture.subarray(at, at + 300))
    const [before = '', value = ''] = /^[^"'>]*["'>]([^"'<]*)/.exec(text) ?? []
    picture.fill(0x20, at + before.length - value.length, at + before.length)
    isErased = true
  }
  return isErased
}

const exifMark = [0x45, 0x78, 0x69, 0x66, 0, 0]
const xmpLocation = [...new TextEncoder().encode('exif:GPS')]
const xmpMark = [...new TextEncoder().encode('http://ns.adobe.com/xap/')]
/** Metadata precedes the pixels, except in HEIC and WebP, where it may follow them. */
const tiffHeads = [
  [0x49, 0x49, 0x2a, 0],
  [0x4d, 0x4d, 0, 0x2a],
]
/** `Exif` of JPEG and HEIC, `EXIF` and a length of WebP, `eXIf` of PNG. */
const containers = [exifMark, [0x45, 0x58, 0x49, 0x46], [0x65, 0x58, 0x49, 0x66]]

/** The positions where TIFF parts of Exif begin in a picture. */
function* tiffStarts(picture: Uint8Array): Generator<number> {
  let starts = 0
  for (const mark of containers) {
    for (let at = find(picture, mark, 0); at >= 0; at = find(picture, mark, at + 1)) {
      // A damaged file may claim any number.
      for (const skip of [mark.length, mark.length + 4])
        if (starts < 16 && tiffHeads.some(head => isAt(picture, head, at + skip))) {
          starts++
          yield at + skip
        }
    }
  }
}

const isAt = (bytes: Uint8Array, part: readonly number[], at: number) => part.every((byte, n) => bytes[at + n] === byte)

function find(bytes: Uint8Array, part: readonly number[], from: number): number {
  const first = part[0] ?? 0
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (isAt(bytes, part, at)) return at
  return -1
}

const contains = (bytes: Uint8Array, part: readonly number[]) => find(bytes, part, 0) >= 0

interface Entry {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** The value's bytes in the byte order of the file. */
  readonly bytes: Uint8Array
}

const gpsPointer = 0x8825
/** The bytes of one value by the type of its entry. */
const widths: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 }

/** The TIFF part of Exif; positions are relative to its first byte. */
class Tiff {
  readonly view: DataView
  readonly isLittle: boolean
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.isLittle = bytes[0] === 0x49
  }

  /** The entries of the directory at a position; those that exceed the file are left out. */
  directory(at: number): Entry[] {
    const isInside = (from: number, length: number) => from >= 0 && from + length <= this.bytes.length
    if (!isInside(at, 2)) return []
    const entries: Entry[] = []
    for (let n = 0; n < Math.min(this.view.getUint16(at, this.isLittle), 500); n++) {
      const entry = at + 2 + 12 * n
      if (!isInside(entry, 12)) break
      const [tag, type] = [this.view.getUint16(entry, this.isLittle), this.view.getUint16(entry + 2, this.isLittle)]
      const count = this.view.getUint32(entry + 4, this.isLittle)
      const length = count * (widths[type] ?? 0)
      const from = length <= 4 ? entry + 8 : this.view.getUint32(entry + 8, this.isLittle)
      // No value of a location is longer; a damaged file may claim any length.
      if (length > 0 && length <= 512 && isInside(from, length))
        entries.push({ tag, type, count, bytes: this.bytes.subarray(from, from + length) })
    }
    return entries
  }
}

function gpsOf(tiff: Tiff): Uint8Array | undefined {
  const { entries } = gpsDirectory(tiff)
  return entries.length === 0 ? undefined : written(entries, tiff)
}

/** The position and the entries of the directory with the location. */
function gpsDirectory(tiff: Tiff): { readonly at: number; readonly entries: readonly Entry[] } {
  const root = tiff.view.byteLength >= 8 ? tiff.view.getUint32(4, tiff.isLittle) : 0
  const pointer = tiff.directory(root).find(({ tag }) => tag === gpsPointer)
  if (pointer?.bytes.length !== 4) return { at: 0, entries: [] }
  const at = new DataView(pointer.bytes.buffer, pointer.bytes.byteOffset, 4).getUint32(0, tiff.isLittle)
  return { at, entries: tiff.directory(at) }
}

/** A TIFF part of one directory, which points to the given one. */
function written(entries: readonly Entry[], { isLittle, bytes }: Tiff): Uint8Array {
  const gps = 8 + 2 + 12 + 4
  const values = gps + 2 + 12 * entries.length + 4
  const long = entries.filter(entry => entry.bytes.length > 4)
  const even = (length: number) => length + (length % 2)
  const out = new Uint8Array(values + long.reduce((sum, entry) => sum + even(entry.bytes.length), 0))
  const view = new DataView(out.buffer)
  out.set(bytes.subarray(0, 4))
  view.setUint32(4, 8, isLittle)
  view.setUint16(8, 1, isLittle)
  const put = (at: number, { tag, type, count }: Omit<Entry, 'bytes'>) => {
    view.setUint16(at, tag, isLittle)
    view.setUint16(at + 2, type, isLittle)
    view.setUint32(at + 4, count, isLittle)
  }
  put(10, { tag: gpsPointer, type: 4, count: 1 })
  view.setUint32(18, gps, isLittle)
  view.setUint16(gps, entries.length, isLittle)
  let free = values
  for (const [n, entry] of entries.entries()) {
    const at = gps + 2 + 12 * n
    put(at, entry)
    if (entry.bytes.length <= 4) {
      out.set(entry.bytes, at + 8)
    } else {
      view.setUint32(at + 8, free, isLittle)
      out.set(entry.bytes, free)
      free += even(entry.bytes.length)
    }
  }
  return out
}
