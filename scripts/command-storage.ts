import { tokenSecret } from '../engine/server/auth/secret.ts'
import type { Database } from '../engine/server/database/database.ts'
import { filesIn, type Storage } from '../engine/server/services/files/storage.ts'
import { storageInUse } from '../engine/server/services/files/storage-in-use.ts'
import type { Settings } from '../engine/server/settings.ts'

/** The storage of uploaded files for a command that opens the database itself. */
export async function commandStorage(database: Database, settings: Settings): Promise<Storage> {
  const { dataDir, tokenSecret: given, formerSecret, outboundHosts: hosts } = settings
  const secret = await tokenSecret(dataDir, given, formerSecret)
  return storageInUse({ queries: () => database.kysely, secret: () => secret, disk: filesIn(dataDir), hosts })
}
