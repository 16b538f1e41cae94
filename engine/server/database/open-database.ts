import type { Database, DatabaseOptions } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** Opens the PostgreSQL server at `url`, or the embedded database without it. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}
