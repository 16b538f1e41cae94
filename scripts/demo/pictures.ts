import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { run } from '../../engine/server/database/run.ts'
import type { Storage } from '../../engine/server/services/files/storage.ts'
import { filesPath } from '../../engine/server/store/file-links.ts'
import type { Work } from '../../engine/server/store/work.ts'
import { type Drawings, drawPicture } from './drawing.ts'
import { type Random, randomOf } from './random.ts'

/** Writes bytes under a key of the storage. */
export type StoreFile = (key: string, bytes: Uint8Array) => Promise<void>

/** A writer into a storage, through a folder on the same disk; the files are uploads of the writing account. */
export const storeFilesIn =
  ({ queries, ctx: { actor, clock } }: Work, storage: Storage, scratch: string): StoreFile =>
  async (key, bytes) => {
    await mkdir(scratch, { recursive: true })
    const file = join(scratch, randomBytes(12).toString('hex'))
    await writeFile(file, bytes)
    const digest = createHash('sha256').update(bytes).digest('hex')
    await run(
      queries,
      `insert into engine_upload (link, tenant_id, user_id, name, content_type, size, digest, at, used)
        values ($1, $2, $3::bigint, $4, 'image/png', $5::bigint, $6, $7::timestamptz, true) on conflict do nothing`,
      [filesPath + key, actor.tenantId, actor.userId, basename(key), bytes.length, digest, clock.now.toISOString()],
    )
    await storage.put(key, file)
  }

/** The number of pictures of each drawing, which the rows share. */
const variants = 4
/** The drawing used when none is named. */
const hills = 'hills'

const own: Drawings = {
  [hills]: [
    { box: [0, 0, 400, 225], fill: ['#cfe3f1', '#f3dfc7', '#d9e6dc'], to: ['#f4f7f9', '#fbf4ea'] },
    { oval: [[60, 340], [50, 80], 22, 22], fill: ['#f6d58c', '#f2b880'] },
    { oval: [[40, 160], 230, 200, [80, 110]], fill: ['#9bb8a8', '#a8b5c4'] },
    { oval: [[240, 380], 240, 220, [70, 110]], fill: ['#7d9f8c', '#8497a8'] },
  ],
}

/** Pictures that are rendered on first use and shared by all rows that show the same picture. */
export class Pictures {
  /** The random source of pictures. */
  readonly random: Random
  private readonly drawings: Drawings
  private readonly tenantId: string
  private readonly keep: StoreFile
  private readonly links = new Map<string, string>()
  private readonly waiting = new Map<string, Uint8Array>()

  constructor(drawings: Drawings, seed: string, tenantId: string, keep: StoreFile) {
    this.random = randomOf(`${seed} pictures`)
    this.drawings = { ...own, ...drawings }
    this.tenantId = tenantId
    this.keep = keep
  }

  /** Links to this many different pictures of one drawing. */
  linksOf(count: number, name = hills): string[] {
    const first = this.random.whole(0, variants - 1)
    return Array.from({ length: Math.min(count, variants) }, (_, at) => this.link(name, (first + at) % variants))
  }

  /** Stores the pictures rendered since the last call. */
  async store(): Promise<void> {
    for (const [key, bytes] of this.waiting) await this.keep(key, bytes)
    this.waiting.clear()
  }

  private link(name: string, variant: number): string {
    const which = `${name}-${variant + 1}`
    const known = this.links.get(which)
    if (known !== undefined) return known
    const bytes = drawPicture(this.drawings, name, randomOf(which))
    // Named by content: the same picture is the same file.
    const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const key = `${this.tenantId}/${id}/${which}.png`
    this.waiting.set(key, bytes)
    this.links.set(which, filesPath + key)
    return filesPath + key
  }
}
