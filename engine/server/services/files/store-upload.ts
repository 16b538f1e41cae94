import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { filesPath } from '../../store/file-links.ts'
import { digestOf } from './evidence.ts'
import { mediaTypeOf } from './file-kind.ts'
import type { Storage } from './storage.ts'
import { assureQuota, type UploadQuota } from './upload-limits.ts'

/** Where complete files of users are stored. */
export interface UploadStorage {
  readonly database: Database
  readonly storage: Storage
  /** Folder of incomplete files. */
  readonly scratch: string
  readonly quota: UploadQuota
}

/** Moves a complete file into the storage. The actor may write its link into a record. */
export async function storeUpload(
  { database, storage, quota }: UploadStorage,
  { actor, clock: { now } }: RequestContext,
  { name, original = name, path }: { readonly name: string; readonly original?: string; readonly path: string },
): Promise<{ readonly id: string; readonly link: string }> {
  const id = randomBytes(16).toString('base64url')
  const link = `${filesPath}${actor.tenantId}/${id}/${encodeURIComponent(name)}`
  const { size } = await stat(path)
  const digest = await digestOf(createReadStream(path))
  // Before the file is there: a file without a row would never be deleted.
  await runAll(
    database.kysely,
    sql`insert into engine_upload (link, tenant_id, user_id, name, content_type, size, digest, at)
      values (${link}, ${actor.tenantId}, ${actor.userId}::bigint, ${original}, ${mediaTypeOf(name)}, ${size}::bigint, ${digest}, ${now.toISOString()}::timestamptz)`,
  )
  try {
    // Counted with those that are uploaded at the same time, in whichever process.
    if (actor.kind === 'user') await assureQuota(database.kysely, actor, quota, now)
    await storage.put(`${actor.tenantId}/${id}/${name}`, path)
  } catch (error) {
    await runAll(database.kysely, sql`delete from engine_upload where link = ${link}`)
    throw error
  }
  return { id, link }
}

/** Stores bytes that the server itself has made or received, and returns the link. */
export const storeBytes =
  (parts: UploadStorage) =>
  async (ctx: RequestContext, name: string, bytes: Uint8Array): Promise<string> => {
    await mkdir(parts.scratch, { recursive: true })
    const path = join(parts.scratch, randomBytes(12).toString('hex'))
    try {
      await writeFile(path, bytes)
      return (await storeUpload(parts, ctx, { name, path })).link
    } finally {
      await rm(path, { force: true })
    }
  }
