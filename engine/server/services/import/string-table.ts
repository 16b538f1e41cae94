import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const largestBlock = 256 * 1024
const maxInBlock = 512
const maxCached = 48

interface Block {
  /** The index of its first text. */
  readonly first: number
  readonly offset: number
  readonly length: number
}

/**
 * The shared strings of a workbook, by index. Blocks are stored in a temporary file and only some are cached, so that a
 * million texts need no more memory than a few thousand; cells mostly refer to neighbours.
 */
export class StringTable {
  readonly #blocks: Block[] = []
  readonly #cached = new Map<number, readonly string[]>()
  #open: string[] = []
  #openSize = 0
  #count = 0
  #end = 0
  #folder: string | undefined
  #file: number | undefined

  add(text: string): void {
    this.#open.push(text)
    this.#openSize += text.length
    this.#count += 1
    if (this.#openSize >= largestBlock || this.#open.length >= maxInBlock) this.#store()
  }

  get(index: number): string | undefined {
    const firstOpen = this.#count - this.#open.length
    if (index >= firstOpen) return this.#open[index - firstOpen]
    const at = this.#blockOf(index)
    const block = this.#blocks[at]
    return block && this.#textsOf(at, block)[index - block.first]
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
    this.#file = undefined
    this.#folder = undefined
  }

  #store(): void {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'mingchu-texts-'))
    this.#file ??= openSync(join(this.#folder, 'texts'), 'w+', 0o600)
    const bytes = Buffer.from(JSON.stringify(this.#open))
    writeSync(this.#file, bytes, 0, bytes.length, this.#end)
    const first = this.#count - this.#open.length
    this.#cache(this.#blocks.length, this.#open)
    this.#blocks.push({ first, offset: this.#end, length: bytes.length })
    this.#end += bytes.length
    this.#open = []
    this.#openSize = 0
  }

  #blockOf(index: number): number {
    let [low, high] = [0, this.#blocks.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#blocks[middle]?.first ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  #textsOf(at: number, { offset, length }: Block): readonly string[] {
    const staged = this.#cached.get(at)
    const texts = staged ?? this.#read(offset, length)
    this.#cache(at, texts)
    return texts
  }

  #read(offset: number, length: number): readonly string[] {
    const bytes = Buffer.alloc(length)
    if (this.#file !== undefined) readSync(this.#file, bytes, 0, length, offset)
    return JSON.parse(bytes.toString()) as readonly string[]
  }

  /** Moves the block to the end, so that the least recently used one is evicted first. */
  #cache(at: number, texts: readonly string[]): void {
    this.#cached.delete(at)
    this.#cached.set(at, texts)
    if (this.#cached.size <= maxCached) return
    const [oldest] = this.#cached.keys()
    if (oldest !== undefined) this.#cached.delete(oldest)
  }
}
