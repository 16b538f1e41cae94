import { sql } from 'kysely'
import type { Source } from '../../compiler/source.ts'
import type { Database } from '../database/database.ts'
import { faultOf } from '../errors/database-errors.ts'

/** The revision that all processes on this database serve; undefined if none was ever stored. */
export async function storedRevision(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ revision: string }>`select revision from engine_revision where id = 1`
    .execute(database.kysely)
    .catch(noTable)
  return rows[0]?.revision
}

/** The sources of that revision. */
export async function storedSources(
  database: Database,
): Promise<{ readonly revision: string; readonly sources: readonly Source[] } | undefined> {
  const { rows } = await sql<{ revision: string; sources: readonly Source[] }>`
    select revision, sources from engine_revision where id = 1`
    .execute(database.kysely)
    .catch(noTable)
  return rows[0]
}

/** Replaces the expected revision; false if another process was faster. */
export async function storeRevision(
  database: Database,
  expected: string | undefined,
  revision: string,
  sources: readonly Source[],
): Promise<boolean> {
  const text = JSON.stringify(sources)
  const written =
    expected === undefined
      ? await sql`
          insert into engine_revision (id, revision, sources, changed) values (1, ${revision}, ${text}::jsonb, now())
          on conflict (id) do nothing`.execute(database.kysely)
      : await sql`
          update engine_revision set revision = ${revision}, sources = ${text}::jsonb, changed = now()
          where id = 1 and revision = ${expected}`.execute(database.kysely)
  return written.numAffectedRows === 1n
}

function noTable(error: unknown): { rows: never[] } {
  if (faultOf(error)?.code === '42P01') return { rows: [] }
  throw error
}
