import { sql } from 'kysely'
import { declaresVersion1, languageVersion, migrateAll } from '../../compiler/migration/migrate.ts'
import type { Source } from '../../compiler/source.ts'
import { digest } from '../../model/digest.ts'
import type { Model } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { faultOf } from '../errors/database-errors.ts'
import { engineVersion } from '../storage/engine-version.ts'
import type { Served } from '../storage/ids.ts'
import type { StagedNames } from '../storage/staged-names.ts'

/** The revision that all processes on this database serve; undefined if none was ever stored. */
export const storedRevision = async (database: Database): Promise<string | undefined> =>
  (await storedVersion(database))?.revision

/** That revision with the version of the names of tables and columns. */
export interface StoredVersion {
  readonly revision: string
  readonly namesVersion: number
}

/** The same, also of a database of an earlier version, whose names have none. */
export async function storedVersion({ kysely }: Database): Promise<StoredVersion | undefined> {
  const { rows } = await sql<StoredVersion>`
    select revision, coalesce((to_jsonb(r) ->> 'names_version')::integer, 0) as "namesVersion"
    from (select * from engine_revision where id = 1) r`
    .execute(kysely)
    .catch(noTable)
  return rows[0]
}

/** A stored revision with the files from which it was compiled. */
export interface StoredSources extends StoredVersion {
  /** Names that differ from the Model's for now. */
  readonly staged: StagedNames
  readonly sources: readonly Source[]
}

/**
 * The sources of that revision, in the present version of the language: an older engine stored them in its own, and
 * its table has no column for it.
 */
export async function storedSources(database: Database): Promise<StoredSources | undefined> {
  const { rows } = await sql<StoredSources & { readonly language: number | null }>`
    select revision, sources, (to_jsonb(r) ->> 'language')::integer as language,
      coalesce((to_jsonb(r) ->> 'names_version')::integer, 0) as "namesVersion",
      coalesce(to_jsonb(r) -> 'staged', 'null') as staged
    from engine_revision r where id = 1`
    .execute(database.kysely)
    .catch(noTable)
  const [row] = rows
  if (!row) return undefined
  const { revision, namesVersion, sources } = row
  const staged = row.staged ?? {}
  const isPresent = row.language === languageVersion && !declaresVersion1(sources)
  return {
    revision,
    namesVersion,
    staged,
    sources: isPresent ? sources : migrateAll(sources).map(({ source }) => source),
  }
}

/** What a process records that serves this revision. */
export const servedAs = ({ revision, namesVersion }: StoredVersion): Served => ({
  revision,
  namesVersion,
  language: languageVersion,
  engine: engineVersion,
})

/** What is stored for other processes. */
export interface NewRevision {
  readonly model: Pick<Model, 'revision' | 'language'>
  readonly sources: readonly Source[]
  readonly staged: StagedNames
}

/** The revision under which a Model is stored: each part of a rename in several parts has its own. */
export const revisionOf = ({ model, staged }: Omit<NewRevision, 'sources'>): string =>
  Object.keys(staged).length === 0 ? model.revision : `${model.revision}~${digest(JSON.stringify(staged)).slice(0, 8)}`

/** Replaces the expected revision; false if another process was faster. */
export async function storeRevision(
  queries: Queries,
  expected: string | undefined,
  next: NewRevision,
): Promise<boolean> {
  const { language } = next.model
  const revision = revisionOf(next)
  const text = JSON.stringify(next.sources)
  const staged = Object.keys(next.staged).length === 0 ? null : JSON.stringify(next.staged)
  const written =
    expected === undefined
      ? await sql`
          insert into engine_revision (id, revision, language, engine, staged, sources, changed)
          values (1, ${revision}, ${language}, ${engineVersion}, ${staged}::jsonb, ${text}::jsonb, now())
          on conflict (id) do nothing`.execute(queries)
      : await sql`
          update engine_revision
          set revision = ${revision}, language = ${language}, engine = ${engineVersion},
            staged = ${staged}::jsonb, sources = ${text}::jsonb, changed = now()
          where id = 1 and revision = ${expected}`.execute(queries)
  return written.numAffectedRows === 1n
}

function noTable(error: unknown): { rows: never[] } {
  if (faultOf(error)?.code === '42P01') return { rows: [] }
  throw error
}
