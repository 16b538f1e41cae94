import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database, Queries, Tables } from '../database/database.ts'
import { faultOf } from '../errors/database-errors.ts'
import { refuse } from '../errors/refuse.ts'
import { isLoss, type PlannedChange } from './change.ts'
import { fillKeys } from './fill-keys.ts'
import { freeNames, lockNames } from './names-in-use.ts'
import { countAffected, type Plan, planner, planWith } from './plan.ts'
import { quoted } from './sql-text.ts'
import type { StagedNames } from './staged-names.ts'

/** Thrown when a plan would break rows or lose data without confirmation. Nothing was applied. */
export class LossNotAllowed extends Error {
  readonly changes: readonly PlannedChange[]

  constructor(changes: readonly PlannedChange[]) {
    super(`${changes.length} changes would break rows or lose data.`)
    this.name = 'LossNotAllowed'
    this.changes = changes
  }
}

/**
 * What to do with changes that break rows or lose data: `refuse` applies nothing, `leave` applies the others if the
 * Model can be served without these, `allow` applies all.
 */
export type OnLoss = 'refuse' | 'leave' | 'allow'

/** Runs in the transaction of changes that free names, to store which names differ from the Model's after it. */
export type StoreNames = (queries: Queries, names: StagedNames) => Promise<void>

/**
 * Applies a plan: all changes in one transaction, except for indexes and checks, which run separately and can be
 * resumed. Where no process is live, it goes on with the next part of renames that cannot be applied at once. Returns
 * what was applied, with the names that differ from the Model's for now.
 */
export async function applyPlan(
  database: Database,
  plan: Plan,
  onLoss: OnLoss = 'refuse',
  by = planner,
  storeNames?: StoreNames,
): Promise<Plan> {
  return database.patiently(queries =>
    alone(queries, database.kind, async () => {
      const applied: PlannedChange[] = []
      for (let shown = plan; ; ) {
        // Another process may have applied a part since the plan was made.
        const { changes, names = {}, isLive = false } = await planWith(queries, database.kind, plan.model, by)
        const chosen = choose(changes, onLoss, shown)
        const together = chosen.filter(({ apart }) => !apart)
        if (together.length > 0)
          await patientlyLocked(() => inTransaction(queries, together, within => storeNames?.(within, names)))
        for (const change of chosen.filter(({ apart }) => apart)) await run(queries, change)
        if (chosen.length > 0) database.follow(`${plan.model.revision} ${Date.now()}`)
        applied.push(...chosen)
        if (Object.keys(names).length === 0 || isLive || chosen.length === 0)
          return { model: plan.model, changes: applied, names, isLive }
        shown = await planWith(queries, database.kind, plan.model, by)
      }
    }),
  )
}

function choose(changes: readonly PlannedChange[], onLoss: OnLoss, shown: Plan): readonly PlannedChange[] {
  const losses = changes.filter(isLoss)
  const stops = {
    refuse: losses,
    leave: losses.filter(({ canWait }) => !canWait),
    // A confirmation covers only the changes and the number of rows that were shown.
    allow: losses.filter(loss => !shown.changes.some(change => isCovered(loss, change))),
  }[onLoss]
  if (stops.length > 0) throw new LossNotAllowed(stops)
  return onLoss === 'allow' ? changes : changes.filter(change => !isLoss(change))
}

const isCovered = (loss: PlannedChange, shown: PlannedChange): boolean =>
  isLoss(shown) && loss.what.en === shown.what.en && (loss.count ?? 0) <= (shown.count ?? 0)

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
      if (faultOf(error)?.code === '23505')
        throw refuse.conflict('duplicate', {
          zh: `${what.zh}：有重复的值，请先处理后重试`,
          en: `${what.en} There are new duplicates; run the plan again.`,
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
