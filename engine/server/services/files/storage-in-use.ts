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
}

/** Milliseconds after which the row in use is read again. */
const lookAgain = 2000

/**
 * The storage that the row in use names, else the disk. A file is looked for in the storage in use first and on the disk
 * second, so that none is lost when the storage changes.
 */
export function storageInUse({ queries, secret, disk }: InUseParts): Storage {
  let last: { readonly at: number; readonly text: string; readonly storage: Storage | undefined } | undefined
  const current = async (): Promise<Storage | undefined> => {
    const now = performance.now()
    if (last && now - last.at < lookAgain) return last.storage
    const access = await bucketInUse(queries(), secret())
    const text = JSON.stringify(access ?? null)
    const storage = last?.text === text ? last.storage : access && s3Storage(access)
    last = { at: now, text, storage }
    return storage
  }
  return {
    put: async (key, file) => ((await current()) ?? disk).put(key, file),
    get: async key => (await (await current())?.get(key)) ?? disk.get(key),
    async remove(key) {
      await (await current())?.remove(key)
      await disk.remove(key)
    },
    async *list() {
      yield* disk.list()
      const bucket = await current()
      if (bucket) yield* bucket.list()
    },
  }
}

async function bucketInUse(queries: Queries, secret: Uint8Array): Promise<BucketAccess | undefined> {
  const { rows } = await execute<BucketAccess>(
    queries,
    sql`select endpoint, bucket_name as bucket, coalesce(region, '') as region, access_key as "accessKey",
        secret_key as "secretKey"
      from blade_oss where in_use = '2' and is_deleted = 0 limit 1`,
  )
  const [row] = rows
  return row && { ...row, secretKey: decrypted(secret, fieldSecrets, row.secretKey) }
}
