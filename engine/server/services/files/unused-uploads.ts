import type { RequestContext } from '../../auth/request-context.ts'
import type { Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { isReferredTo } from '../../store/file-access.ts'
import { fileKey, fileLinks } from '../../store/file-links.ts'
import type { Storage } from './storage.ts'

const mostAtATime = 200

/**
 * Deletes files that were uploaded a day ago, or whose extension has expired, and that no record and no history
 * contains. Returns their number.
 */
export async function deleteUnusedUploads(
  queries: Queries,
  { model, clock: { now } }: Pick<RequestContext, 'model' | 'clock'>,
  storage: Storage,
): Promise<number> {
  const old = await runAll(
    queries,
    sql`select link from engine_upload where not used and coalesce(keep_until, at + interval '1 day') < ${now.toISOString()}::timestamptz
      order by at limit ${mostAtATime}::integer`,
  )
  let count = 0
  for (const { link } of old) {
    const key = fileKey(String(link))
    if (key === undefined) throw new Error(`engine_upload contains "${String(link)}", which is not a link of a file.`)
    if (await isReferredTo(queries, model, fileLinks(key))) {
      // A history is not deleted, so the file is not checked again.
      await runAll(queries, sql`update engine_upload set used = true where link = ${link}`)
    } else {
      // The file first: what is interrupted here is repeated.
      await storage.remove(key)
      await runAll(queries, sql`delete from engine_upload where link = ${link}`)
      count += 1
    }
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
