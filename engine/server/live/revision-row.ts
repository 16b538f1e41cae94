import { hostname } from 'node:os'
import { declaresVersion1, languageVersion, migrateAll } from '../../compiler/migration/migrate.ts'
import type { Source } from '../../compiler/source.ts'
import { digest } from '../../model/digest.ts'
import type { Model } from '../../model/model.ts'
import { composedChanges, type NameChanges, noNameChanges } from '../../model/name-changes.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'
import type { ShownLoss } from '../storage/apply.ts'
import { engineVersion } from '../storage/engine-version.ts'
import type { Served } from '../storage/ids.ts'
import type { StagedNames } from '../storage/staged-names.ts'
import { readBase } from './app-files.ts'
import { nextNumber } from './revision-numbers.ts'

/** The revision that all processes on this database serve; undefined if none was ever stored. */
export const storedRevision = async (database: Database): Promise<string | undefined> =>
  (await storedVersion(database))?.revision

/** The stored revision, with the version of the names of tables and columns. */
export interface StoredVersion {
  readonly revision: string
  readonly namesVersion: number
}

/**
 * The stored revision and version, also of a database of an earlier version, whose table lacks `names_version`: the inner name is then that of
 * `lacking`. The whole row, as JSON, would contain all sources.
 */
export async function storedVersion({ kysely }: Database): Promise<StoredVersion | undefined> {
  const { rows } = await execute<StoredVersion>(
    kysely,
    sql`
    select revision, coalesce((select names_version from engine_revision where id = 1), 0) as "namesVersion"
    from engine_revision r, (select null::integer as names_version) lacking where r.id = 1`,
  ).catch(noTable)
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
 * its table has no column for it. Its own descriptors are replaced by those of this engine.
 */
export async function storedSources(database: Database): Promise<StoredSources | undefined> {
  const { rows } = await execute<StoredSources & StoredLanguage>(
    database.kysely,
    sql`
    select revision, sources, (to_jsonb(r) ->> 'language')::integer as language,
      coalesce((to_jsonb(r) ->> 'names_version')::integer, 0) as "namesVersion",
      coalesce(to_jsonb(r) -> 'staged', 'null') as staged
    from engine_revision r where id = 1`,
  ).catch(noTable)
  const [row] = rows
  if (!row) return undefined
  const { revision, namesVersion } = row
  return { revision, namesVersion, staged: row.staged ?? {}, sources: await presentSources(row) }
}

/** Stored sources in the present version of the language; those of another have the present ones of the engine. */
async function presentSources({ sources, language }: StoredLanguage): Promise<readonly Source[]> {
  if (language === languageVersion && !declaresVersion1(sources)) return sources
  return [...(await readBase()), ...appOf(migrateAll(sources).map(({ source }) => source))]
}

interface StoredLanguage {
  readonly sources: readonly Source[]
  readonly language: number | null
}

/** A kept revision with the one before it. */
export interface KeptRevision {
  readonly sources: readonly Source[]
  readonly before?: { readonly revision: string; readonly sources: readonly Source[] }
}

/** A kept revision, or the stored one; undefined if it is not kept. */
export async function keptRevision({ kysely }: Database, revision: string): Promise<KeptRevision | undefined> {
  const { rows } = await execute<StoredLanguage & { readonly revision: string }>(
    kysely,
    sql`
    with kept as (
      select revision, sources, language, changed, 0 as part from engine_former_revision
      union all
      select split_part(revision, '~', 1), sources, language, changed, 1 from engine_revision where id = 1),
    this as (select * from kept where revision = split_part(${revision}, '~', 1))
    select k.revision, k.sources, k.language from kept k, this t
    where (k.part, k.changed) <= (t.part, t.changed) order by k.part desc, k.changed desc, k.revision limit 2`,
  )
  const [row, before] = rows
  if (!row) return undefined
  return {
    sources: await presentSources(row),
    ...(before && { before: { revision: before.revision, sources: await presentSources(before) } }),
  }
}

const appOf = (sources: readonly Source[]) => sources.filter(({ origin }) => origin === 'app')

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
  /** Losses that an administrator confirmed for it. */
  readonly confirmed?: ConfirmedLosses
  /** The account that changed the files by a request; absent where files were saved. */
  readonly author?: string
  /** What became of the names of the revision before; absent where that cannot be compiled. */
  readonly names?: NameChanges
}

/** Who confirmed which losses. */
export interface ConfirmedLosses {
  readonly account: string
  readonly losses: readonly ShownLoss[]
}

/** The revision under which a Model is stored: each part of a rename in several parts has its own. */
export const revisionOf = ({ model, staged }: Pick<NewRevision, 'model' | 'staged'>): string =>
  Object.keys(staged).length === 0 ? model.revision : `${model.revision}~${digest(JSON.stringify(staged)).slice(0, 8)}`

/** The stored revision and those before it that are kept. */
const keptRevisions = 50

/** Live processes that cannot read a version of the language. One that records none reads that of the stored revision. */
const cannotRead = (language: number) => sql`from engine_worker w where w.until > now()
  and coalesce((to_jsonb(w) ->> 'language')::integer, (to_jsonb(r) ->> 'language')::integer, 1) < ${language}::integer`

/** The number of live processes of an older engine that cannot read a version of the language, before it is stored. */
export async function olderReaders(queries: Queries, language: number): Promise<number> {
  const { rows } = await execute<{ count: number }>(
    queries,
    sql`
    select (select count(*)::integer ${cannotRead(language)}) as count from engine_revision r where r.id = 1`,
  ).catch(noTable)
  return rows[0]?.count ?? 0
}

/**
 * Replaces the expected revision, which is kept; false if another process was faster, or one is live that cannot read
 * the language of the next revision.
 */
export async function storeRevision(
  queries: Queries,
  expected: string | undefined,
  next: NewRevision,
): Promise<boolean> {
  const { language } = next.model
  const revision = revisionOf(next)
  const text = JSON.stringify(next.sources)
  const staged = Object.keys(next.staged).length === 0 ? null : JSON.stringify(next.staged)
  const server = `${hostname()}:${process.pid}`
  const confirmed = next.confirmed === undefined ? null : JSON.stringify(next.confirmed)
  const names = next.names === undefined ? null : JSON.stringify(next.names)
  const author = next.author ?? null
  const name = next.model.revision
  const number = await nextNumber(queries, name)
  if (expected === undefined) {
    const { numAffectedRows } = await execute(
      queries,
      sql`
      insert into engine_revision
        (id, revision, number, numbered, language, engine, staged, sources, changed, server, confirmed, author)
      values (1, ${revision}, ${number.next}::integer, ${name}, ${language}, ${engineVersion}, ${staged}::jsonb, ${text}::jsonb, now(), ${server},
        ${confirmed}::jsonb, ${author})
      on conflict (id) do nothing`,
    )
    return numAffectedRows === 1n
  }
  const former = sql`
    select * from engine_revision r where id = 1 and revision = ${expected}
      and not exists (select ${cannotRead(language)}) for update`
  // The parts of a rename are one revision.
  const kept = sql`
    insert into engine_former_revision
      (revision, number, language, engine, sources, names, changed, server, confirmed, author)
    select split_part(revision, '~', 1), ${number.present}::integer, language, engine,
      sources, ${names}::jsonb, changed, server, confirmed, author
    from former where split_part(revision, '~', 1) <> ${name}
    on conflict (revision) do update set number = excluded.number, language = excluded.language, engine = excluded.engine,
      sources = excluded.sources, names = excluded.names, changed = excluded.changed, server = excluded.server,
      confirmed = excluded.confirmed, author = excluded.author`
  const { numAffectedRows } = await execute(
    queries,
    sql`
    with former as (${former}), kept as (${kept})
    update engine_revision r
    set revision = ${revision}, number = ${number.next}::integer, numbered = ${name}, language = ${language}, engine = ${engineVersion}, staged = ${staged}::jsonb,
      sources = ${text}::jsonb, changed = now(), server = ${server}, confirmed = ${confirmed}::jsonb,
      author = case when split_part(former.revision, '~', 1) = ${name} then former.author else ${author} end
    from former where r.id = former.id`,
  )
  if (numAffectedRows !== 1n) return false
  if (number.kept.length < keptRevisions && !number.kept.includes(name)) return true
  await execute(
    queries,
    sql`
    delete from engine_former_revision where revision not in
      (select revision from engine_former_revision where revision <> ${name}
        order by changed desc, revision limit ${keptRevisions - 1}::integer)`,
  )
  return true
}

/** The kept revisions in the order in which they were stored, the served one last. An earlier engine stored fewer names. */
export type NameHistory = readonly { readonly revision: string; readonly names: Partial<NameChanges> | null }[]

/** What became of the names of each kept revision in the one after it. */
export async function nameHistory({ kysely }: Database): Promise<NameHistory> {
  const { rows } = await execute<NameHistory[number]>(
    kysely,
    sql`
    select revision, names from (
      select revision, (select names from engine_former_revision f where f.revision = r.revision) as names, changed
      from engine_former_revision r, (select null::jsonb as names) lacking
      union all
      select split_part(revision, '~', 1), null, changed from engine_revision where id = 1) kept
    order by changed, revision`,
  ).catch(noTable)
  return rows
}

/** What became of names from one revision to a later one; undefined where it is unknown. */
export function namesBetween(history: NameHistory, from: string, to: string): NameChanges | undefined {
  const [first, last] = [from, to].map(name => history.findLastIndex(({ revision }) => revision === name))
  if (from === to) return noNameChanges
  if (first === undefined || last === undefined || first < 0 || last < first) return undefined
  const steps = history.slice(first, last).map(({ names }) => names)
  return steps.reduce<NameChanges | undefined>(
    (all, names) => (all && names ? composedChanges(all, { ...noNameChanges, ...names }) : undefined),
    noNameChanges,
  )
}

/** No rows in a database of an earlier engine, which lacks the table. */
export function noTable(error: unknown): { rows: never[] } {
  if (faultOf(error)?.code === '42P01') return { rows: [] }
  throw error
}
