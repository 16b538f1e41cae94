import { crc32, deflateSync } from 'node:zlib'

/** A PNG of grey pixels, one byte each, row by row. */
export const greyPng = (width: number, height: number, pixels: Uint8Array): Buffer =>
  png(width, height, pixels, { kind: 0, bytes: 1 })

/** A PNG of coloured pixels: red, green and blue, one byte each, row by row. */
export const colourPng = (width: number, height: number, pixels: Uint8Array): Buffer =>
  png(width, height, pixels, { kind: 2, bytes: 3 })

function png(width: number, height: number, pixels: Uint8Array, { kind, bytes }: { kind: number; bytes: number }) {
  const length = width * bytes
  const rows = Buffer.alloc((length + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * length, (y + 1) * length), y * (length + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = kind
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', empty)])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const empty = Buffer.alloc(0)

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
