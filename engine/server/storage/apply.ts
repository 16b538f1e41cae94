import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database, Queries, Tables } from '../database/database.ts'
import { faultOf, uniqueFault } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import type { PlannedChange } from './change.ts'
import { fillKeys } from './fill-keys.ts'
import { freeNames, lockNames } from './names-in-use.ts'
import { countAffected, type Plan, planner, planWith } from './plan.ts'
import { quoted } from './sql-text.ts'
import type { StagedNames } from './staged-names.ts'

/** Thrown when a plan would break rows or lose data without confirmation. Nothing was applied. */
export class LossNotAllowed extends Error {
  /** All losses that are not left for later, with those that were confirmed: they are confirmed together. */
  readonly changes: readonly Loss[]

  constructor(changes: readonly Loss[]) {
    super(`${changes.length} changes would break rows or lose data.`)
    this.name = 'LossNotAllowed'
    this.changes = changes
  }
}

/** The name of a loss, and the number of rows that was shown. */
export interface ShownLoss {
  readonly loss: string
  readonly count: number
}

/** Whether one of the names of a loss is among those that are confirmed. */
export const isConfirmed = (
  { loss, instead }: { readonly loss: string; readonly instead?: { readonly name: string } },
  names: readonly string[],
): boolean => names.includes(loss) || (instead !== undefined && names.includes(instead.name))

/** A change that breaks rows or loses data. */
export type Loss = PlannedChange & ShownLoss

/** Which changes that break rows or lose data do not prevent the others. By default all do. */
export interface LossPolicy {
  /** Confirmed losses, which are applied. A confirmation covers no more rows than were shown. */
  readonly allow?: readonly ShownLoss[]
  /** Losses that are left for later, where the Model can be served without the change. */
  readonly leave?: (loss: ShownLoss) => boolean
}

/** The losses of a plan. A table that is dropped is one with its foreign keys. */
export const lossesOf = ({ changes }: Pick<Plan, 'changes'>): Loss[] => [
  ...new Map(
    changes.flatMap((change): [string, Loss][] => {
      const { loss, count = 0 } = change
      return loss === undefined ? [] : [[loss, { ...change, loss, count }]]
    }),
  ).values(),
]

/** Runs in the transaction of changes that free names, to store which names differ from the Model's after it. */
export type StoreNames = (queries: Queries, names: StagedNames) => Promise<void>

/**
 * Applies a plan: all changes in one transaction, except for indexes and checks, which run separately and can be
 * resumed. Where no process is live, it goes on with the next part of renames that cannot be applied at once. Returns
 * what was applied, with the names that differ from the Model's for now, and whether there was nothing to apply or leave.
 */
export async function applyPlan(
  database: Database,
  plan: Plan,
  policy: LossPolicy = {},
  by = planner,
  storeNames?: StoreNames,
): Promise<Plan & { readonly didMatch: boolean }> {
  return database.patiently(queries =>
    alone(queries, database.kind, async () => {
      const applied: PlannedChange[] = []
      for (;;) {
        // Another process may have applied a part since the plan was made.
        const { changes, names = {}, isLive = false } = await planWith(queries, database.kind, plan.model, by)
        const chosen = choose(changes, policy)
        const together = chosen.filter(({ apart }) => !apart)
        if (together.length > 0)
          await patientlyLocked(() => inTransaction(queries, together, within => storeNames?.(within, names)))
        for (const change of chosen.filter(({ apart }) => apart)) await run(queries, change)
        if (chosen.length > 0) database.follow(`${plan.model.revision} ${Date.now()}`)
        applied.push(...chosen)
        if (Object.keys(names).length === 0 || isLive || chosen.length === 0)
          return { model: plan.model, changes: applied, names, isLive, didMatch: applied.length + changes.length === 0 }
      }
    }),
  )
}

function choose(changes: readonly PlannedChange[], { allow = [], leave }: LossPolicy): readonly PlannedChange[] {
  const losses = lossesOf({ changes })
  const isNamed = (name: string | undefined, of: ShownLoss) =>
    allow.some(({ loss, count }) => loss === name && count >= of.count)
  const isAllowed = (one: Loss) => isNamed(one.loss, one) || isNamed(one.instead?.name, one)
  const open = losses.filter(one => !isAllowed(one))
  const left = open.filter(one => one.canWait && leave?.(one))
  if (left.length < open.length) throw new LossNotAllowed(losses.filter(one => !left.includes(one)))
  return changes
    .filter(({ loss }) => !left.some(one => one.loss === loss))
    .map(({ instead, ...change }) => {
      const isOther = instead && allow.some(({ loss }) => loss === instead.name)
      return isOther ? { ...change, what: instead.what, statements: instead.statements } : change
    })
}

async function inTransaction(
  queries: Kysely<Tables>,
  changes: readonly PlannedChange[],
  storeNames: (queries: Queries) => Promise<void> | undefined,
): Promise<void> {
  const freed = changes.flatMap(({ frees = [] }) => frees)
  await queries.transaction().execute(async transaction => {
    await sql`set local lock_timeout = '300ms'`.execute(transaction)
    const isVersioned = freed.length > 0 && (await lockNames(transaction))
    for (const change of changes) await countAgain(transaction, change)
    for (const change of changes) await run(transaction, change)
    if (isVersioned) {
      await freeNames(transaction, freed)
      await storeNames(transaction)
    }
  })
}

/** Rows written since the plan was made could break too: then nothing is applied, and the next plan shows them. */
async function countAgain(queries: Queries, { recount, count = 0, what }: PlannedChange): Promise<void> {
  if (!recount) return
  await sql`lock table ${sql.raw(quoted(recount.table))} in access exclusive mode`.execute(queries)
  const now = await countAffected(queries, recount)
  if (now > count)
    throw refuse.conflict('rows-changed', {
      zh: `${what.zh}：又有 ${now - count} 行不符合，请重新查看计划`,
      en: `${what.en} ${now - count} more rows violate it now; check the plan again.`,
    })
}

async function run(queries: Queries, { statements, fill, what }: PlannedChange): Promise<void> {
  if (fill) await fillKeys(queries, fill)
  for (const statement of statements) {
    try {
      await sql.raw(statement).execute(queries)
    } catch (error) {
      if (uniqueFault(error))
        throw refuse.conflict('duplicate', {
          zh: `${what.zh}：有重复的值，请先处理后重试`,
          en: `${what.en} There are duplicate values; resolve them, then retry.`,
        })
      throw error
    }
  }
}

/**
 * Runs work with a short lock timeout and retries: waiting for a long lock would queue all other sessions behind it.
 */
async function patientlyLocked(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 40 || !['55P03', '40P01', '40001'].includes(faultOf(error)?.code ?? '')) throw error
      await sleep(100 + Math.random() * 100 * Math.min(attempt, 10))
    }
  }
}

const lockNumber = 7_061_105_001

/**
 * Runs work in one process at a time. The lock is polled: a session waiting for it would block CREATE INDEX
 * CONCURRENTLY.
 */
async function alone<Result>(queries: Queries, kind: Database['kind'], work: () => Promise<Result>): Promise<Result> {
  if (kind === 'embedded') return work()
  for (;;) {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lockNumber}::bigint) as got`.execute(
      queries,
    )
    if (rows[0]?.got) break
    await sleep(50 + Math.random() * 100)
  }
  try {
    return await work()
  } finally {
    await sql`select pg_advisory_unlock(${lockNumber}::bigint)`.execute(queries)
  }
}
