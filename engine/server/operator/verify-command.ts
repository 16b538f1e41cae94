import { type VerifiedAudit, verifyAudit } from '../auth/audit.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { checkedFiles, type EvidenceState } from '../services/files/evidence.ts'
import type { Storage } from '../services/files/storage.ts'
import type { OperatorCommand } from './operator-channel.ts'

const batchSize = 200

/** What a verification of all uploaded files and of the audit log found. */
export interface Verified {
  readonly audit: readonly VerifiedAudit[]
  readonly checked: number
  readonly faults: readonly { readonly link: string; readonly state: EvidenceState }[]
}

/** Compares every uploaded file with its digest, and every row of the audit log with its own. */
export async function verify({ kysely }: Database, storage: Storage, signal?: AbortSignal): Promise<Verified> {
  const faults: Verified['faults'][number][] = []
  for (let checked = 0, last = ''; ; ) {
    signal?.throwIfAborted()
    const rows = await runAll(
      kysely,
      sql`select link from engine_upload where link > ${last} order by link limit ${batchSize}::integer`,
    )
    if (rows.length === 0) return { checked, faults, audit: await verifyAudit(kysely, undefined, signal) }
    const links = rows.map(({ link }) => String(link))
    for (const { link, state } of await checkedFiles(kysely, storage, links))
      if (state !== 'intact') faults.push({ link, state })
    checked += links.length
    last = links.at(-1) ?? last
  }
}

/** The command in a server that uses the embedded database. */
export const verifyCommand =
  (database: Database, storage: Storage): OperatorCommand =>
  (_input, { signal }) =>
    verify(database, storage, signal)
