import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { StoredFile } from '../../../engine/server/services/files/storage.ts'
import type { TimeSpan } from '../gateway.ts'
import { type Loop, segmentSeconds } from './demo-videos.ts'
import { kitchenSeconds } from './kitchens.ts'

const each = segmentSeconds * 1000
const inLoop = kitchenSeconds / segmentSeconds

/** A recording as one MP4 file, which is composed while it is read: the segments of the loop with consecutive times. */
export async function clipOf(loop: Loop, { from, to }: TimeSpan): Promise<StoredFile> {
  const [first, end] = [Math.floor(from / each), Math.ceil(to / each)]
  const segments = Array.from({ length: end - first }, (_, n) => ({ n, part: partAt(loop, first + n) }))
  const header = await bytesOf(loop, loop.header)
  const scale = timescaleAt(header, 'mdhd')
  for (const [box, at] of [
    ['mvhd', 16],
    ['mdhd', 16],
    ['tkhd', 20],
  ] as const) {
    const units = box === 'mdhd' ? scale : timescaleAt(header, 'mvhd')
    header.writeUInt32BE(segments.length * segmentSeconds * units, header.indexOf(box) + 4 + at)
  }
  return {
    size: segments.reduce((sum, { part }) => sum + part.size, header.length),
    read: (start, last) => Readable.from(parts(start, last)),
  }

  async function* parts(start: number, last: number): AsyncGenerator<Buffer> {
    let at = 0
    for (const one of [undefined, ...segments]) {
      const size = one?.part.size ?? header.length
      if (at <= last && at + size > start) {
        const bytes = one ? moved(await bytesOf(loop, one.part), one.n * segmentSeconds * scale) : header
        yield bytes.subarray(Math.max(0, start - at), last - at + 1)
      }
      at += size
    }
  }
}

function partAt({ segments }: Loop, number: number) {
  const part = segments[number % inLoop]
  if (!part) throw new Error(`The loop has no segment ${number}.`)
  return part
}

async function bytesOf({ file }: Loop, { offset, size }: Loop['header']): Promise<Buffer> {
  const handle = await open(file)
  try {
    return (await handle.read(Buffer.alloc(size), 0, size, offset)).buffer
  } finally {
    await handle.close()
  }
}

/** The units of a second, from the box `mdhd` of the media or `mvhd` of the movie. */
const timescaleAt = (header: Buffer, box: string): number => header.readUInt32BE(header.indexOf(box) + 4 + 12)

/** A segment whose pictures begin at another time, which its box `tfdt` has. Its index would have the former times. */
function moved(segment: Buffer, time: number): Buffer {
  segment.writeBigUInt64BE(BigInt(time), segment.indexOf('tfdt') + 4 + 4)
  segment.write('free', segment.indexOf('sidx'))
  return segment
}
