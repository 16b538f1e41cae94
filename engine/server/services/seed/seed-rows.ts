import type { Resource } from '../../../model/model.ts'
import type { Database, Queries } from '../../database/database.ts'
import { run } from '../../database/run.ts'
import { transact } from '../../database/transaction.ts'
import { uniqueFault } from '../../errors/database-errors.ts'
import type { PlannedWrite } from '../../store/aspects/aspect.ts'
import { duplicateOf } from '../../store/duplicate.ts'
import { insertInitial, planInitial } from '../../store/initial-rows.ts'
import type { LineInput } from '../../store/plan-lines.ts'
import { type Work, workOn } from '../../store/work.ts'
import { isEmptyFor, lockSeeds, type SeedTenant, storeLoaded } from './loaded-seeds.ts'
import { digestOfSeed, located, type Seed, SeedFault, seedFileName, seedsOf } from './seed-files.ts'
import { type SeedLines, type SeedRecord, seedRecords, tenantsOfSeed } from './seed-records.ts'

const rowsAtOnce = 2000

/** What was loaded, for the log. */
export interface Seeded {
  readonly resource: string
  readonly rows: number
}

/**
 * Fills empty tables of a tenant from the app's `seeds/<entity>.csv` or `.csv.gz`: columns by field name, values as transmitted,
 * parents before children, lines in a file of their own. Without the column `id`, rows get new ids; a reference is an id,
 * or the text of a unique field or of the field that represents the record. A table in which the tenant has rows, or
 * deleted ones, is left unchanged. Each file is loaded in one transaction, with those of its lines; every row is computed
 * and checked as one of a user.
 */
export async function loadSeeds(database: Database, work: Work, appDir: string): Promise<Seeded[]> {
  const loaded: Seeded[] = []
  for (const seed of seedsOf(work.ctx.model, appDir)) loaded.push(...(await loadSeed(database, work, seed)))
  return loaded
}

/** Loads the seeds that tenants have not loaded. Where one cannot be loaded, the others are; `fault` is the first of these. */
export async function loadNewSeeds(
  database: Database,
  tenants: readonly SeedTenant[],
  appDir: string,
): Promise<{ readonly loaded: readonly Seeded[]; readonly fault?: SeedFault }> {
  const loaded: Seeded[] = []
  const faults: SeedFault[] = []
  const [first] = tenants
  for (const seed of first ? seedsOf(first.work.ctx.model, appDir) : [])
    for (const { work, digests } of await tenantsOfSeed(seed, tenants)) {
      if (digests.has(seed.resource.name)) continue
      const own = await loadSeed(database, work, seed).catch((error: unknown) => {
        if (!(error instanceof SeedFault)) throw error
        faults.push(error)
        return []
      })
      loaded.push(...own)
    }
  const [fault] = faults
  return { loaded, ...(fault && { fault }) }
}

/** The seeds whose files differ from those that a tenant has loaded. */
export async function changedSeeds(tenants: readonly SeedTenant[], appDir: string): Promise<Seed[]> {
  const changed: Seed[] = []
  const [first] = tenants
  for (const seed of first ? seedsOf(first.work.ctx.model, appDir) : []) {
    const digest = await digestOfSeed(seed)
    if (tenants.some(({ digests }) => (digests.get(seed.resource.name) ?? digest) !== digest)) changed.push(seed)
  }
  return changed
}

/** Loads a seed if the tenant has no row in its tables. */
async function loadSeed(database: Database, work: Work, seed: Seed): Promise<Seeded[]> {
  const rows = (await isEmptyFor(work, seed)) ? await loadInto(database, work, seed) : 0
  return rows > 0 ? [{ resource: seed.resource.name, rows }] : []
}

/** Loads a seed of a tenant if it has no row in its tables; returns how many of its records were stored. */
const loadInto = (database: Database, work: Work, seed: Seed): Promise<number> =>
  database.patiently(patient =>
    transact(patient, async queries => {
      const inside = workOn(work, queries)
      const tables = [seed.resource, ...seed.lines.map(({ part }) => part.resource)].map(({ table }) => table)
      // Two processes may start at once: the second waits here, before it reads a table, and then finds rows.
      await lockSeeds(queries)
      for (const table of tables) await run(queries, `lock table "${table}" in share row exclusive mode`, [])
      if (!(await isEmptyFor(inside, seed))) return 0
      return withoutKeys(queries, tables, () => load(inside, seed)).catch((error: unknown) => {
        throw repeatedIn(inside, seed, error)
      })
    }),
  )

/** The fault of a seed whose rows have equal values, which only the index shows that is built after the load. */
function repeatedIn({ ctx }: Work, seed: Seed, error: unknown): unknown {
  for (const { resource, file } of [seed, ...seed.lines.map(({ part, file }) => ({ resource: part.resource, file }))]) {
    if (uniqueFault(error)?.table !== resource.table) continue
    const [, values] = /=\((.*)\) is duplicated/.exec(uniqueFault(error)?.detail ?? '') ?? []
    const tenant = `${ctx.actor.tenantId}, `
    const at = values === undefined ? '' : ` (${values.startsWith(tenant) ? values.slice(tenant.length) : values})`
    return located(`${seedFileName(file)}${at}`, duplicateOf(ctx, resource, error) ?? error)
  }
  return error
}

/**
 * Runs work without indexes and foreign keys: maintaining them row by row takes several times as long as building and
 * checking them once. Exclusion constraints remain. Tables with rows of other tenants keep theirs.
 */
export async function withoutKeys<Result>(
  queries: Queries,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const table of tables) if ((await run(queries, `select 1 from "${table}" limit 1`, [])).length > 0) return work()
  const on = [tables.map(table => `"${table}"`)]
  const references = await run(
    queries,
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::text[]::regclass[]) and contype = 'f'`,
    on,
  )
  const indexes = await run(
    queries,
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::text[]::regclass[]) and not exists (
       select from pg_constraint k where k.conindid = i.indexrelid)`,
    on,
  )
  for (const { table, name } of references) await run(queries, `alter table ${table} drop constraint ${name}`, [])
  for (const { name } of indexes) await run(queries, `drop index ${name}`, [])
  const result = await work()
  // Before the indexes on keys of texts: `analyze` would read those too. By default it takes a fifth of the load.
  await run(queries, 'set local default_statistics_target = 25', [])
  for (const table of tables) await run(queries, `analyze "${table}"`, [])
  for (const { definition } of indexes) await run(queries, String(definition), [])
  for (const { table, name, definition } of references)
    await run(queries, `alter table ${table} add constraint ${name} ${definition}`, [])
  return result
}

async function load(work: Work, seed: Seed): Promise<number> {
  const { resource, file } = seed
  const digest = await digestOfSeed(seed)
  const waiting: PlannedWrite[] = []
  const stored = new Set<string>()
  // The rows of a statement are refused together.
  const store = async () => {
    const records = waiting.splice(0)
    await insertInitial(work, resource, records, stored).catch((error: unknown) => {
      throw located(seedFileName(file), duplicateOf(work.ctx, resource, error) ?? error)
    })
    for (const { id } of records) stored.add(id)
  }
  for await (const row of seedRecords(work, seed)) {
    waiting.push(await recordOfSeed(work, resource, row))
    if (waiting.length === rowsAtOnce) await store()
  }
  await store()
  await storeLoaded(work, resource, digest)
  return stored.size
}

/** The new record of a row, computed and checked. Throws a fault that names the row. */
async function recordOfSeed(work: Work, resource: Resource, seed: SeedRecord): Promise<PlannedWrite> {
  const { at, id, values, lines } = seed
  const inputs = new Map([...(lines ?? [])].map(([part, rows]) => [part, newLines(rows)]))
  try {
    return await planInitial(work, resource, { id, values, ...(lines && { lines: inputs }) })
  } catch (error) {
    throw located(at, error)
  }
}

const newLines = (rows: SeedLines): LineInput => ({
  kind: 'all',
  lines: rows.map(({ id, values }) => ({ id: undefined, values: id === undefined ? values : { ...values, id } })),
})
