import type { Bilingual } from '../../../model/model.ts'
import { platformTenant } from '../../auth/actor.ts'
import type { Database } from '../../database/database.ts'
import { transact } from '../../database/transaction.ts'
import { faultOf } from '../../errors/database-errors.ts'
import type { ShownLoss } from '../../storage/apply.ts'
import { type Work, workOn } from '../../store/work.ts'
import { isEmptyFor, loadedSeed, lockSeeds, type SeedTenant, storeLoaded } from './loaded-seeds.ts'
import { NamedRecords } from './named-records.ts'
import {
  differenceOf,
  maxShownRows,
  noRows,
  type SeedDifference,
  type SeedRowChange,
  writeDifference,
} from './seed-difference.ts'
import { digestOfSeed, type Seed, SeedFault, seedFileName, seedsOf } from './seed-files.ts'
import { tenantsOfSeed } from './seed-records.ts'
import { loadSeed } from './seed-rows.ts'

/** What a changed seed does to the rows of all tenants. */
export interface SeedChange extends Pick<SeedDifference, 'counts' | 'rows' | 'waiting'> {
  /** By which its rows are confirmed. */
  readonly name: string
  readonly resource: string
  /** `seeds/ward.csv`. */
  readonly file: string
  /** Rows that were loaded into empty tables. */
  readonly loaded: number
  /** Why the file cannot be taken over. */
  readonly fault?: Bilingual
}

/** What the seeds that have changed since they were taken over would do. Changes nothing. */
export async function planSeeds(
  database: Database,
  tenants: readonly SeedTenant[],
  appDir: string,
): Promise<SeedChange[]> {
  const found: SeedChange[] = []
  // Rows may refer to those that other files add.
  const named = new Map(tenants.map(tenant => [tenant, new NamedRecords()]))
  for (const changed of await changedSeeds(tenants, appDir))
    found.push(together(changed.seed, await eachTenant(database, changed, tenant => ({ named: named.get(tenant) }))))
  return found.filter(concernsRows)
}

/**
 * Takes over seeds that have changed, in one transaction for each tenant. Rows are only added without a confirmation; a
 * seed that replaces values, or of whose rows a tenant has none, waits for its name with as many rows of all tenants.
 * `fills` loads those of empty tables too, and throws if that is impossible in the tenant of the platform.
 */
export async function applySeeds(
  database: Database,
  tenants: readonly SeedTenant[],
  appDir: string,
  { allow = [], fills = false }: { readonly allow?: readonly ShownLoss[]; readonly fills?: boolean } = {},
): Promise<SeedChange[]> {
  const found: SeedChange[] = []
  for (const changed of await changedSeeds(tenants, appDir)) {
    const planned = await eachTenant(database, changed, () => ({ fills }))
    const { name, waiting, loaded } = together(changed.seed, planned)
    const isAllowed = waiting <= (allow.find(({ loss }) => loss === name)?.count ?? 0)
    const taken = isAllowed
      ? await eachTenant(database, changed, (_, index) => ({ fills, most: planned[index]?.waiting ?? 0 }))
      : planned
    found.push({ ...together(changed.seed, taken), loaded })
  }
  return found.filter(concernsRows)
}

/** A seed with a digest that some tenants have not. */
interface ChangedSeed {
  readonly seed: Seed
  readonly digest: string
  readonly behind: readonly SeedTenant[]
}

async function changedSeeds(tenants: readonly SeedTenant[], appDir: string): Promise<ChangedSeed[]> {
  const changed: ChangedSeed[] = []
  const model = tenants[0]?.work.ctx.model
  for (const seed of model ? seedsOf(model, appDir) : []) {
    const digest = await digestOfSeed(seed)
    const own = await tenantsOfSeed(seed, tenants)
    const behind = own.filter(({ digests }) => digests.get(seed.resource.name) !== digest)
    if (behind.length > 0) changed.push({ seed, digest, behind })
  }
  return changed
}

interface Treatment {
  /** Records that rows may name. */
  readonly named?: NamedRecords | undefined
  /** Loads all rows into empty tables. */
  readonly fills?: boolean
  /** The most rows that are written after a confirmation; undefined where nothing is written. */
  readonly most?: number
}

/** What a seed does to the rows of each tenant. */
async function eachTenant(
  database: Database,
  { seed, digest, behind }: ChangedSeed,
  treatmentOf: (tenant: SeedTenant, index: number) => Treatment,
): Promise<SeedChange[]> {
  const changes: SeedChange[] = []
  for (const [index, tenant] of behind.entries()) {
    const how = treatmentOf(tenant, index)
    const { tenantId } = tenant.work.ctx.actor
    const isFirst = how.fills && !tenant.digests.has(seed.resource.name) && (await isEmptyFor(tenant.work, seed))
    const change = isFirst
      ? loadSeed(database, tenant.work, seed).then(loaded => ({ ...changeOf(seed), loaded }))
      : database.patiently(patient =>
          transact(patient, queries => takeSeed(workOn(tenant.work, queries), seed, digest, how)),
        )
    changes.push(
      await change.catch((error: unknown) => {
        if (isFirst && tenantId === platformTenant) throw error
        return changeOfFault(seed, tenantId, error)
      }),
    )
  }
  return changes
}

/** Compares a seed with what a tenant has of it, and takes it over if that is allowed. */
async function takeSeed(work: Work, seed: Seed, digest: string, { named, most }: Treatment): Promise<SeedChange> {
  await lockSeeds(work.queries)
  const before = await loadedSeed(work, seed.resource)
  // Another process was faster, or the next start fills the table.
  if (before?.digest === digest || (!before && (await isEmptyFor(work, seed)))) return changeOf(seed)
  const difference = await differenceOf(work, seed, before, named)
  const { counts, rows, waiting, after } = difference
  const isTaken = most !== undefined && waiting <= most
  if (isTaken) {
    await writeDifference(work, seed, difference)
    await storeLoaded(work, seed.resource, { digest, rows: after })
  }
  return { ...changeOf(seed), counts, rows, waiting: isTaken ? 0 : waiting }
}

const changeOf = ({ resource, file }: Seed): SeedChange => ({
  name: `seed:${resource.name}`,
  resource: resource.name,
  file: seedFileName(file),
  loaded: 0,
  counts: noRows,
  rows: [],
  waiting: 0,
})

function changeOfFault(seed: Seed, tenantId: string, error: unknown): SeedChange {
  if (error instanceof SeedFault) {
    const { zh, en } = error.text
    const fault =
      tenantId === platformTenant ? error.text : { zh: `租户 ${tenantId}，${zh}`, en: `tenant ${tenantId}, ${en}` }
    return { ...changeOf(seed), fault }
  }
  // Before the plan is applied: the file is compared when its columns exist.
  if (['42P01', '42703'].includes(faultOf(error)?.code ?? '')) return changeOf(seed)
  throw error
}

const concernsRows = ({ loaded, counts, fault }: SeedChange): boolean =>
  loaded > 0 || fault !== undefined || Object.values(counts).some(Boolean)

function together(seed: Seed, changes: readonly SeedChange[]): SeedChange {
  const sum = (of: (change: SeedChange) => number) => changes.reduce((total, change) => total + of(change), 0)
  const counts = { ...noRows }
  for (const change of Object.keys(counts) as SeedRowChange[]) counts[change] = sum(one => one.counts[change])
  const fault = changes.find(one => one.fault)?.fault
  return {
    ...changeOf(seed),
    counts,
    rows: changes.flatMap(({ rows }) => rows).slice(0, maxShownRows),
    loaded: sum(({ loaded }) => loaded),
    waiting: sum(({ waiting }) => waiting),
    ...(fault && { fault }),
  }
}
