/** The media type of a stream in frames, each with the number of rows written so far. */
export const framesType = 'application/vnd.mingchu.frames'

/**
 * The bytes in frames: four bytes for the number of rows so far, four for the length, then the bytes. An empty frame
 * ends the stream; without it, the file is incomplete.
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
