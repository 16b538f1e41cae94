import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { filesPath } from '../../engine/server/store/file-links.ts'
import type { ServerUnderTest } from './server.ts'

/**
 * Stores a file as an upload of the account does, but with any content, and returns its link. Without content the file
 * is missing.
 */
export async function storeFile(
  { dataDir, engine }: ServerUnderTest,
  name: string,
  content?: Buffer,
  account = 'admin',
): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const link = `${filesPath}000000/${id}/${encodeURIComponent(name)}`
  await sql`insert into engine_upload (link, tenant_id, user_id, name, content_type, size, at)
    select ${link}, '000000', id, ${name}, 'image/png', ${content?.length ?? 0}::bigint, now()
    from blade_user where account = ${account}`.execute(engine.database.kysely)
  if (content) {
    const folder = join(dataDir, 'files', '000000', id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return link
}
