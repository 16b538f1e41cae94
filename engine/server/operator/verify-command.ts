import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { checkedFiles, type EvidenceState } from '../services/files/evidence.ts'
import type { Storage } from '../services/files/storage.ts'
import type { OperatorCommand } from './operator-channel.ts'

const batchSize = 200

/** What a verification of all uploaded files found. */
export interface Verified {
  readonly checked: number
  readonly faults: readonly { readonly link: string; readonly state: EvidenceState }[]
}

/** Reads every uploaded file and compares it with its digest. */
export async function verifyFiles({ kysely }: Database, storage: Storage, signal?: AbortSignal): Promise<Verified> {
  const faults: Verified['faults'][number][] = []
  for (let checked = 0, last = ''; ; ) {
    signal?.throwIfAborted()
    const rows = await runAll(
      kysely,
      sql`select link from engine_upload where link > ${last} order by link limit ${batchSize}::integer`,
    )
    if (rows.length === 0) return { checked, faults }
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
    verifyFiles(database, storage, signal)
