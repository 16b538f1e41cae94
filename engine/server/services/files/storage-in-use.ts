import { decrypted, fieldSecrets } from '../../auth/seal.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { execute } from '../../database/run.ts'
import { type BucketAccess, s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

interface InUseParts {
  queries(): Queries
  secret(): Uint8Array
  /** Where files are without a storage in use, and those that were stored before one was. */
  readonly disk: Storage
  /** Those that a row may name. */
  readonly hosts: readonly string[]
}

/** Milliseconds after which the rows are read again. */
const lookAgain = 2000

/**
 * The storage that the row in use names, else the disk. A file is looked for there, on the disk and then in the buckets
 * of the other rows, so that none is lost when the storage changes.
 */
export function storageInUse({ queries, secret, disk, hosts }: InUseParts): Storage {
  let last:
    | { readonly at: number; readonly text: string; readonly places: readonly [Storage, ...Storage[]] }
    | undefined
  const places = async () => {
    const now = performance.now()
    if (last && now - last.at < lookAgain) return last.places
    const rows = await bucketRows(queries())
    const text = JSON.stringify(rows)
    if (last?.text !== text) {
      const bucket = (row: BucketRow) =>
        s3Storage({ ...row, secretKey: decrypted(secret(), fieldSecrets, row.secretKey) }, hosts)
      const [inUse, others] = [rows.filter(row => row.isInUse), rows.filter(row => !row.isInUse)]
      last = { at: now, text, places: [...inUse.map(bucket), disk, ...others.map(bucket)] as [Storage] }
    }
    last = { ...last, at: now }
    return last.places
  }
  return {
    put: async (key, file) => (await places())[0].put(key, file),
    async get(key) {
      for (const place of await places()) {
        const file = await place.get(key)
        if (file) return file
      }
      return undefined
    },
    async remove(key) {
      for (const place of await places()) await place.remove(key)
    },
    async *list() {
      for (const place of await places()) yield* place.list()
    },
  }
}

interface BucketRow extends BucketAccess {
  readonly isInUse: boolean
}

/** Each bucket once, by its row in use where there is one. */
async function bucketRows(queries: Queries): Promise<readonly BucketRow[]> {
  const { rows } = await execute<BucketRow>(
    queries,
    sql`select distinct on (endpoint, bucket_name) endpoint, bucket_name as bucket, coalesce(region, '') as region,
        access_key as "accessKey", secret_key as "secretKey", coalesce(in_use = '2', false) as "isInUse"
      from blade_oss where is_deleted = 0 order by endpoint, bucket_name, "isInUse" desc`,
  )
  return rows
}
