import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startThread } from '../../../engine/server/services/thread.ts'
import { kitchenCount, kitchenSeconds } from './kitchens.ts'

/** The bytes of a segment in the file of its loop. */
interface Segment {
  readonly offset: number
  readonly size: number
}

/** The pictures of a kitchen in one file: first its header, then segments of two seconds. */
export interface Loop {
  readonly file: string
  readonly header: Segment
  readonly segments: readonly Segment[]
}

/** Seconds of a segment. */
export const segmentSeconds = 2

/** To be increased with each change of the pictures. */
const version = 1

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
    return this.#loop(kitchenOf(cameraId))
  }

  #loop(kitchen: number): Promise<Loop> {
    const known = this.#loops.get(kitchen)
    if (known) return known
    const loop = this.#stored(kitchen).catch(() => this.#next(kitchen))
    this.#loops.set(kitchen, loop)
    loop.catch(() => this.#loops.delete(kitchen))
    return loop
  }

  #next(kitchen: number): Promise<Loop> {
    const next = this.#last.then(() => this.#encoded(kitchen))
    this.#last = next.catch(() => undefined)
    return next
  }

  #file = (kitchen: number, ending: string): string => join(this.#folder, `kitchen-${kitchen}-v${version}.${ending}`)

  async #stored(kitchen: number): Promise<Loop> {
    const file = this.#file(kitchen, 'mp4')
    return { file, ...playlistParts(await readFile(this.#file(kitchen, 'm3u8'), 'utf8')) }
  }

  async #encoded(kitchen: number): Promise<Loop> {
    const { playlist, bytes } = await encodedInThread(kitchen)
    await mkdir(this.#folder, { recursive: true })
    // The playlist last: where it exists, the file is complete. Two processes write the same bytes.
    for (const [ending, content] of [
      ['mp4', bytes],
      ['m3u8', playlist],
    ] as const) {
      const fresh = this.#file(kitchen, `${ending}.${process.pid}`)
      await writeFile(fresh, content)
      await rename(fresh, this.#file(kitchen, ending))
    }
    return this.#stored(kitchen)
  }
}

export const kitchenOf = (cameraId: string): number => Number(BigInt(cameraId) % BigInt(kitchenCount))

interface Encoded {
  readonly playlist: string
  readonly bytes: Uint8Array
}

function encodedInThread(kitchen: number): Promise<Encoded> {
  const thread = startThread('../../../server/cameras/demo/demo-worker', { kitchen }, { maxOldGenerationSizeMb: 256 })
  thread.unref()
  return new Promise<Encoded>((done, fail) => {
    thread.once('message', done)
    thread.once('error', fail)
    thread.once('exit', code => fail(new Error(`The thread of the demonstration ended with ${code}.`)))
  }).finally(() => thread.terminate())
}

function playlistParts(text: string): Pick<Loop, 'header' | 'segments'> {
  const parts = [...text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, size, offset]) => ({
    size: Number(size),
    offset: Number(offset),
  }))
  const [header, ...segments] = parts
  if (!header || segments.length !== kitchenSeconds / segmentSeconds) throw new Error('The playlist is incomplete.')
  return { header, segments }
}
