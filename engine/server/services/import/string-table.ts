import { deflateRawSync, inflateRawSync } from 'node:zlib'

const inBlock = 512
const maxRecent = 48

/**
 * The shared strings of a workbook, by index. Blocks of them are compressed and only some are cached, so that a million
 * texts need as much memory as in the file; cells mostly refer to neighbours.
 */
export class StringTable {
  readonly #blocks: Buffer[] = []
  readonly #recent = new Map<number, readonly string[]>()
  #open: string[] = []

  add(text: string): void {
    this.#open.push(text)
    if (this.#open.length < inBlock) return
    this.#blocks.push(deflateRawSync(JSON.stringify(this.#open), { level: 1 }))
    this.#open = []
  }

  get(index: number): string | undefined {
    const at = Math.floor(index / inBlock)
    const block = this.#blocks[at]
    const texts = block ? this.#textsOf(at, block) : at === this.#blocks.length ? this.#open : undefined
    return texts?.[index % inBlock]
  }

  /** Moves the block to the end, so that the least recently used one is evicted first. */
  #textsOf(at: number, block: Buffer): readonly string[] {
    const texts = this.#recent.get(at) ?? (JSON.parse(inflateRawSync(block).toString()) as readonly string[])
    this.#recent.delete(at)
    this.#recent.set(at, texts)
    const [oldest] = this.#recent.keys()
    if (this.#recent.size > maxRecent && oldest !== undefined) this.#recent.delete(oldest)
    return texts
  }
}
