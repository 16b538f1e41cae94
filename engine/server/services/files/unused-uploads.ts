import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { isReferredTo } from '../../store/file-access.ts'
import { fileKey, fileLinks } from '../../store/file-links.ts'
import type { Storage } from './storage.ts'

const batchSize = 200

/** Runs work in a transaction of its own. */
type InTransaction = <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>

/**
 * Deletes files that were uploaded a day ago, or whose extension has expired, and that no record and no history
 * contains. Returns their number. A write that adds a link locks its upload, and such a file is left to the next run.
 */
export async function deleteUnusedUploads(
  transaction: InTransaction,
  { model, clock: { now } }: Pick<RequestContext, 'model' | 'clock'>,
  storage: Storage,
): Promise<number> {
  const isOld = sql`not used and coalesce(keep_until, at + interval '1 day') < ${now.toISOString()}::timestamptz`
  const old = await transaction(queries =>
    runAll(queries, sql`select link from engine_upload where ${isOld} order by at limit ${batchSize}::integer`),
  )
  let count = 0
  for (const { link } of old) {
    const key = fileKey(String(link))
    if (key === undefined) throw new Error(`engine_upload contains "${String(link)}", which is not a link of a file.`)
    count += await transaction(async queries => {
      const locked = sql`select link from engine_upload where link = ${link} and ${isOld} for update skip locked`
      if ((await runAll(queries, locked)).length === 0) return 0
      if (await isReferredTo(queries, model, fileLinks(key))) {
        // A history is not deleted, so the file is not checked again.
        await runAll(queries, sql`update engine_upload set used = true where link = ${link}`)
        return 0
      }
      // The file first: what is interrupted here is repeated.
      await storage.remove(key)
      await runAll(queries, sql`delete from engine_upload where link = ${link}`)
      return 1
    })
  }
  return count
}

/** Days for which a draft keeps the uploads that it contains: longer than a browser keeps the draft. */
const draftDays = 8

/** Extends the time of a user's own uploads that a draft contains. */
export async function extendUploads(
  queries: Queries,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  links: readonly string[],
  now: Date,
): Promise<void> {
  await runAll(
    queries,
    sql`update engine_upload set keep_until = ${now.toISOString()}::timestamptz + make_interval(days => ${draftDays}::integer)
      where link = any(${links}::text[]) and tenant_id = ${tenantId} and user_id = ${userId}::bigint`,
  )
}
