/** The media type of bytes that come framed, each with how many rows they and all before them hold. */
export const framesType = 'application/vnd.mingchu.frames'

/**
 * The same bytes in frames: four bytes of rows so far, four of length, then the bytes. A frame without bytes ends it:
 * who does not see one has a file that broke off.
 */
export async function* framed(bytes: AsyncIterable<Buffer | string>, rows: () => number): AsyncGenerator<Buffer> {
  for await (const some of bytes) {
    const part = typeof some === 'string' ? Buffer.from(some) : some
    yield frame(rows(), part)
  }
  yield frame(rows(), Buffer.alloc(0))
}

function frame(rows: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(rows, 0)
  head.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}
