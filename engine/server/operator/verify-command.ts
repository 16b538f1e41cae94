import { type VerifiedAudit, verifyAudit } from '../auth/audit.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { checkedFiles, type EvidenceState } from '../services/files/evidence.ts'
import type { Storage } from '../services/files/storage.ts'
import { fileLinks } from '../store/file-links.ts'
import type { OperatorCommand } from './operator-channel.ts'

const batchSize = 200

/** What a verification of all uploaded files and of the audit log found. */
export interface Verified {
  readonly audit: readonly VerifiedAudit[]
  readonly checked: number
  readonly faults: readonly { readonly link: string; readonly state: EvidenceState }[]
  /** Keys of files without an upload that were written a day ago. */
  readonly orphans: readonly string[]
}

/** Compares every uploaded file with its digest, and every row of the audit log with its own. */
export async function verify(
  { kysely }: Database,
  storage: Storage,
  isRepair = false,
  signal?: AbortSignal,
): Promise<Verified> {
  const faults: Verified['faults'][number][] = []
  for (let checked = 0, last = ''; ; ) {
    signal?.throwIfAborted()
    const rows = await runAll(
      kysely,
      sql`select link from engine_upload where link > ${last} order by link limit ${batchSize}::integer`,
    )
    if (rows.length === 0) {
      const orphans = await orphansOf(kysely, storage)
      if (isRepair) await repair(kysely, storage, { orphans, faults })
      return { checked, faults, orphans, audit: await verifyAudit(kysely, undefined, signal) }
    }
    const links = rows.map(({ link }) => String(link))
    for (const { link, state } of await checkedFiles(kysely, storage, links))
      if (state !== 'intact') faults.push({ link, state })
    checked += links.length
    last = links.at(-1) ?? last
  }
}

/** The form of the keys of uploads: other objects of a bucket are not ours. */
const uploadKey = /^[^/]+\/[\w-]{22}\/[^/]+$/

/** Files without a row: an upload writes the row first. */
async function orphansOf(queries: Queries, storage: Storage): Promise<string[]> {
  const [orphans, isOld] = [[] as string[], Date.now() - 24 * 3_600_000]
  for await (const { key, at } of storage.list()) {
    if (!uploadKey.test(key)) continue
    const links = fileLinks(key).links
    const found = sql`select 1 from engine_upload where link = any(${[...links]}::text[])`
    if (at.getTime() < isOld && (await runAll(queries, found)).length === 0) orphans.push(key)
  }
  return orphans
}

/**
 * Deletes files without a row, and leaves rows without a file to the job that deletes unused uploads: it keeps those that
 * a record contains.
 */
async function repair(
  queries: Queries,
  storage: Storage,
  { orphans, faults }: Pick<Verified, 'orphans' | 'faults'>,
): Promise<void> {
  for (const key of orphans) await storage.remove(key)
  const missing = faults.filter(({ state }) => state === 'missing').map(({ link }) => link)
  await runAll(
    queries,
    sql`update engine_upload set used = false, keep_until = null where link = any(${missing}::text[])`,
  )
}

/** The command in a server that uses the embedded database. */
export const verifyCommand =
  (database: Database, storage: Storage): OperatorCommand =>
  (input, { signal }) =>
    verify(database, storage, Object(input).isRepair === true, signal)
