import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startThread } from '../../../engine/server/services/thread.ts'
import { kitchenCount } from './kitchens.ts'

/** The bytes of a segment in the file of its loop. */
interface Segment {
  readonly offset: number
  readonly size: number
}

/** The pictures of a kitchen in one file: first its header, then segments. */
export interface Loop {
  readonly file: string
  readonly header: Segment
  readonly segments: readonly Segment[]
}

/** Pictures a second, and seconds of a segment, at whose begin a picture is complete. */
export const [frameRate, segmentSeconds] = [15, 2]

/** To be increased with each change of the pictures. */
const version = 3

/** The loops of the demonstration, which are encoded once, in a thread, and kept in a folder. */
export class DemoVideos {
  readonly #folder: string
  readonly #loops = new Map<number, Promise<Loop>>()
  /** One at a time, so that a processor remains for requests. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The loop that all recordings of a camera repeat. */
  loopOf(cameraId: string): Promise<Loop> {
    const kitchen = kitchenOf(cameraId)
    const known = this.#loops.get(kitchen)
    if (known) return known
    const loop = this.#last.then(() => this.#loop(kitchen))
    this.#last = loop.catch(() => this.#loops.delete(kitchen))
    this.#loops.set(kitchen, loop)
    return loop
  }

  async #loop(kitchen: number): Promise<Loop> {
    const file = join(this.#folder, `kitchen-${kitchen}-v${version}`)
    const stored = () => readFile(`${file}.m3u8`, 'utf8')
    const playlist = await stored().catch(async () => {
      await mkdir(this.#folder, { recursive: true })
      await encoded(kitchen, file)
      return stored()
    })
    const [header, ...segments] = [...playlist.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, size, offset]) => ({
      size: Number(size),
      offset: Number(offset),
    }))
    if (!header) throw new Error('The playlist is incomplete.')
    return { file: `${file}.mp4`, header, segments }
  }
}

export const kitchenOf = (cameraId: string): number => Number(BigInt(cameraId) % BigInt(kitchenCount))

/** Writes the media and the playlist of a kitchen, in a thread. */
function encoded(kitchen: number, file: string): Promise<void> {
  const options = { maxOldGenerationSizeMb: 256 }
  const thread = startThread('../../../server/cameras/demo/demo-worker', { kitchen, file }, options)
  thread.unref()
  return new Promise((done, fail) => {
    thread.once('error', fail)
    thread.once('exit', code =>
      code === 0 ? done() : fail(new Error(`The thread of the demonstration ended with ${code}.`)),
    )
  })
}
