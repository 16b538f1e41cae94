import { sql } from 'kysely'
import { declaresVersion1, languageVersion, migrateAll } from '../../compiler/migration/migrate.ts'
import type { Source } from '../../compiler/source.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { faultOf } from '../errors/database-errors.ts'
import { engineVersion } from '../storage/engine-version.ts'
import type { Served } from '../storage/ids.ts'

/** The revision that all processes on this database serve; undefined if none was ever stored. */
export async function storedRevision(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ revision: string }>`select revision from engine_revision where id = 1`
    .execute(database.kysely)
    .catch(noTable)
  return rows[0]?.revision
}

/** A stored revision with the files from which it was compiled. */
export interface StoredSources {
  readonly revision: string
  readonly sources: readonly Source[]
}

/**
 * The sources of that revision, in the present version of the language: an older engine stored them in its own, and
 * its table has no column for it.
 */
export async function storedSources(database: Database): Promise<StoredSources | undefined> {
  const { rows } = await sql<StoredSources & { readonly language: number | null }>`
    select revision, sources, (to_jsonb(engine_revision) ->> 'language')::integer as language
    from engine_revision where id = 1`
    .execute(database.kysely)
    .catch(noTable)
  const [row] = rows
  if (!row) return undefined
  const { revision, sources } = row
  const isPresent = row.language === languageVersion && !declaresVersion1(sources)
  return { revision, sources: isPresent ? sources : migrateAll(sources).map(({ source }) => source) }
}

/** What a process records that serves this revision. */
export const servedAs = (revision: string): Served => ({ revision, language: languageVersion, engine: engineVersion })

/** Replaces the expected revision; false if another process was faster. */
export async function storeRevision(
  database: Database,
  expected: string | undefined,
  { revision, language }: Pick<Model, 'revision' | 'language'>,
  sources: readonly Source[],
): Promise<boolean> {
  const text = JSON.stringify(sources)
  const written =
    expected === undefined
      ? await sql`
          insert into engine_revision (id, revision, language, engine, sources, changed)
          values (1, ${revision}, ${language}, ${engineVersion}, ${text}::jsonb, now())
          on conflict (id) do nothing`.execute(database.kysely)
      : await sql`
          update engine_revision
          set revision = ${revision}, language = ${language}, engine = ${engineVersion}, sources = ${text}::jsonb,
            changed = now()
          where id = 1 and revision = ${expected}`.execute(database.kysely)
  return written.numAffectedRows === 1n
}

function noTable(error: unknown): { rows: never[] } {
  if (faultOf(error)?.code === '42P01') return { rows: [] }
  throw error
}
