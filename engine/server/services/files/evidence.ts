import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { fileKey, fileLinks } from '../../store/file-links.ts'
import type { Storage } from './storage.ts'

/** The SHA-256 of a file, as lower-case hexadecimal digits. */
export async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}

/** The digests of uploaded files, by the links. */
export async function digestsOf(queries: Queries, links: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const uploads = await uploadsAt(queries, links)
  return new Map([...uploads].flatMap(([link, { digest }]) => (digest === null ? [] : [[link, digest] as const])))
}

/** A file as it was uploaded. */
interface Uploaded {
  readonly name: string
  /** Null where it was stored by an engine without digests. */
  readonly digest: string | null
  /** In bytes. */
  readonly size: number
  readonly at: Date
}

async function uploadsAt(queries: Queries, links: readonly string[]): Promise<ReadonlyMap<string, Uploaded>> {
  const uploads = new Map<string, Uploaded>()
  if (links.length === 0) return uploads
  const rows = await runAll(
    queries,
    sql`select link, name, digest, size, at from engine_upload where link = any(${links.map(writtenLink)}::text[])`,
  )
  const written = new Map(rows.map(row => [String(row['link']), row]))
  for (const link of links) {
    const row = written.get(writtenLink(link))
    if (!row) continue
    const { name, digest, size, at } = row
    const known = typeof digest === 'string' ? digest : null
    uploads.set(link, { name: String(name), digest: known, size: Number(size), at: new Date(String(at)) })
  }
  return uploads
}

/** Uploads write the first of a file's links. */
const writtenLink = (link: string): string => {
  const key = fileKey(link)
  return (key === undefined ? undefined : fileLinks(key).links[0]) ?? link
}

/** Whether the storage contains a file as it was uploaded. `unknown` without a digest. */
export type EvidenceState = 'intact' | 'altered' | 'missing' | 'unknown'

/** Reads files and compares them with their digests. */
export async function checkedFiles(
  queries: Queries,
  storage: Storage,
  links: readonly string[],
): Promise<readonly (Partial<Uploaded> & { readonly link: string; readonly state: EvidenceState })[]> {
  const uploads = await uploadsAt(queries, links)
  const checked = []
  for (const link of new Set(links)) {
    const upload = uploads.get(link)
    checked.push({ link, ...upload, state: await stateOf(storage, link, upload?.digest) })
  }
  return checked
}

async function stateOf(storage: Storage, link: string, digest?: string | null): Promise<EvidenceState> {
  const file = await storage.get(fileKey(link) ?? '')
  if (!file) return 'missing'
  if (!digest) return 'unknown'
  if (file.size === 0) return 'altered'
  return (await digestOf(file.read(0, file.size - 1))) === digest ? 'intact' : 'altered'
}
