import { setTimeout as sleep } from 'node:timers/promises'
import type { Model } from '../../model/model.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql, word } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { uniqueFault } from '../errors/database-errors.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { both, type PlannedChange, type Recount, type RowsOfResource } from './change.ts'
import { storeNamesSql } from './engine-names.ts'
import { fillKeys } from './fill-keys.ts'
import { lockNames, raiseNamesVersion } from './names-version.ts'
import { countAffected, type Plan, planner, planWith, scanned } from './plan.ts'
import type { NameRow } from './resolve-names.ts'
import { retryOnLock } from './retry-on-lock.ts'
import { quotedList } from './sql-text.ts'
import { type MigrationStep, StepFault } from './step-fault.ts'
import { runSteps, stepsToRun } from './steps.ts'

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

/** A change that breaks rows or loses data. */
export type Loss = PlannedChange & ShownLoss

/** Which changes that break rows or lose data do not prevent the others. By default all do. */
export interface LossPolicy {
  /** Confirmed losses, which are applied. A confirmation covers no more rows than were shown. */
  readonly allow?: readonly ShownLoss[]
  /** Losses that are left for later, where the Model can be served without the change. */
  readonly leave?: (loss: ShownLoss) => boolean
}

/** The losses of a plan, those of one name together. A table that is dropped is one with its foreign keys. */
export function lossesOf({ changes }: Pick<Plan, 'changes'>): Loss[] {
  const losses = new Map<string, Loss>()
  const counted = new Set<unknown>()
  for (const { loss, count = 0, ...change } of changes) {
    const one = loss === undefined ? undefined : { ...change, loss, count }
    const other = one && losses.get(one.loss)
    const isCounted = counted.has(change.recount?.counting)
    counted.add(change.recount?.counting ?? change)
    if (one) losses.set(one.loss, other && !isCounted ? together(other, one) : one)
  }
  return [...losses.values()]
}

/** Two losses with one name. */
function together(one: Loss, other: Loss): Loss {
  const idsIn = ({ sql: rows }: RowsOfResource) => `select tenant_id, id from (${rows}) concerned`
  return {
    ...one,
    mark: [one, other].some(({ mark }) => mark === 'data-losing') ? 'data-losing' : one.mark,
    what: both(`${one.what.zh}；${other.what.zh}`, `${one.what.en} ${other.what.en}`),
    count: one.count + other.count,
    canWait: one.canWait && other.canWait,
    ...(one.rows &&
      other.rows && { rows: { resource: one.rows.resource, sql: `${idsIn(one.rows)} union ${idsIn(other.rows)}` } }),
  }
}

/** What runs in the transaction of the changes. */
export interface WithChanges {
  /** Stores the revision, where the changes concern names or steps run: no process reads names of another revision. */
  storeRevision?(queries: Queries): Promise<void>
  /** Migrations. Losses without which the Model can be served are left until these have run: they read the values. */
  readonly steps?: readonly MigrationStep[]
  /** Processes of an older engine may not write afterwards. */
  readonly isUpgrade?: boolean
}

/** A plan that was applied. */
export interface AppliedPlan extends Plan {
  /** There was nothing to apply or leave. */
  readonly didMatch: boolean
  /** The migrations that ran. */
  readonly ran: readonly MigrationStep[]
}

/**
 * Applies a plan: all changes and migrations in one transaction, except for indexes that are not unique and for checks,
 * which run separately and can be resumed; then what the migrations made possible. Where rows were written since they
 * were counted, it plans again, and applies what the policy allows of that. Returns what was applied, with the Model and
 * the names after it.
 */
export async function applyPlan(
  database: Database,
  plan: Plan,
  policy: LossPolicy = {},
  by = planner,
  { storeRevision, steps = [], isUpgrade = false }: WithChanges = {},
): Promise<AppliedPlan> {
  return database.patiently(queries =>
    alone(queries, database.kind, async () => {
      const { model, before } = plan
      const applied: PlannedChange[] = []
      const open = await stepsToRun(queries, steps)
      let toRun = open
      let outdated = 0
      for (;;) {
        // Another process may have applied a part since the plan was made.
        const planned = await planWith(queries, database.kind, model, by, before)
        const { changes, absent = [], names = [], newNames = [] } = planned
        const chosen = choose(changes, policy, toRun.length > 0)
        const together = chosen.filter(({ apart }) => !apart)
        const appliedBefore = applied.length
        const running = toRun
        try {
          if (together.length + running.length + newNames.length > 0)
            await retryOnLock(() =>
              inTransaction(queries, together, {
                absent,
                newNames,
                isUpgrade,
                storeRevision: async within => storeRevision?.(within),
                ...(running.length > 0 && {
                  runSteps: async within => {
                    await runSteps(within, running)
                    assureApplicable((await planWith(within, database.kind, model, by)).changes, policy)
                  },
                }),
              }),
            )
          applied.push(...together)
          // After migrations they are planned again.
          const apart = running.length > 0 ? [] : chosen.filter(one => one.apart)
          for (const change of apart) {
            await runApart(queries, change)
            applied.push(change)
          }
        } catch (error) {
          outdated++
          if (outdated === maxPlans || !isOutdated(error)) throw error
          continue
        } finally {
          if (applied.length > appliedBefore) database.follow(`${model.revision} ${Date.now()}`)
        }
        if (running.length === 0)
          return {
            model: planned.model,
            changes: applied,
            names,
            didMatch: applied.length + changes.length + open.length === 0,
            ran: open,
          }
        toRun = []
      }
    }),
  )
}

/** Maximum number of plans where rows are written after they were counted; then the change is refused. */
const maxPlans = 3

/** Rows were written since the plan was made. */
const isOutdated = (error: unknown): boolean =>
  error instanceof Refusal && ['rows-changed', 'duplicate'].includes(error.code)

/**
 * Builds the indexes, keys and checks of a plan whose process ended after the transaction. False while another process
 * migrates; nothing is built if `isStored` is false under the lock.
 */
export async function finishPlan(
  database: Database,
  model: Model,
  isStored: (queries: Queries) => Promise<boolean>,
): Promise<boolean> {
  return database.patiently(async queries => {
    if (!(await tryLock(queries))) return false
    try {
      if (!(await isStored(queries))) return true
      const { changes } = await planWith(queries, database.kind, model)
      const [left, others] = [true, false].map(isLeft =>
        changes.filter(({ mark, apart, canWait }) => !canWait && (apart || mark === 'index') === isLeft),
      ) as [PlannedChange[], PlannedChange[]]
      // The tables differ in more than this: the next start decides.
      if (others.length > 0) return true
      const together = left.filter(({ apart }) => !apart)
      if (together.length > 0)
        await retryOnLock(() =>
          inTransaction(queries, together, {
            absent: [],
            newNames: [],
            isUpgrade: false,
            storeRevision: async () => undefined,
          }),
        )
      for (const change of left.filter(({ apart }) => apart)) await runApart(queries, change)
      return true
    } finally {
      await unlock(queries)
    }
  })
}

/** Refuses migrations after which the Model could not be served, before they are committed. */
function assureApplicable(changes: readonly PlannedChange[], policy: LossPolicy): void {
  try {
    choose(changes, policy, false)
  } catch (error) {
    if (!(error instanceof LossNotAllowed)) throw error
    const texts = error.changes.map(({ what }) => what)
    throw new StepFault({
      zh: `执行迁移后数据仍不符合配置，未作任何改动：${texts.map(({ zh }) => zh).join('；')}`,
      en: `The rows would not fit the descriptors after the migrations, which were rolled back. ${texts.map(({ en }) => en).join(' ')}`,
    })
  }
}

/** The changes to apply. With `steps` that run after them, confirmed losses that can wait are left too, and what these may change. */
function choose(
  planned: readonly PlannedChange[],
  { allow = [], leave }: LossPolicy,
  areSteps: boolean,
): readonly PlannedChange[] {
  const changes = areSteps ? planned.filter(({ afterSteps }) => !afterSteps) : planned
  const losses = lossesOf({ changes })
  const isAllowed = (one: Loss) =>
    !(areSteps && one.canWait) && allow.some(({ loss, count }) => loss === one.loss && count >= one.count)
  const open = losses.filter(one => !isAllowed(one))
  const left = open.filter(one => one.canWait && leave?.(one))
  if (left.length < open.length) throw new LossNotAllowed(losses.filter(one => !left.includes(one)))
  return changes.filter(({ loss }) => !left.some(one => one.loss === loss))
}

async function inTransaction(
  queries: Database['kysely'],
  changes: readonly PlannedChange[],
  { absent, newNames, isUpgrade, storeRevision, runSteps: runAll }: InTransaction,
): Promise<void> {
  const freed = changes.flatMap(({ frees = [] }) => frees)
  await queries.transaction().execute(async transaction => {
    await execute(transaction, sql`set local lock_timeout = '300ms'`)
    const isVersioned = (isUpgrade || freed.length > 0) && (await lockNames(transaction))
    await countAgain(transaction, changes, absent)
    for (const change of changes) await run(transaction, change)
    if (newNames.length > 0) await execute(transaction, word(storeNamesSql(newNames)))
    await runAll?.(transaction)
    if (!changes.every(({ isOfNames }) => isOfNames)) await forgetFormerValues(transaction)
    if (isVersioned) await raiseNamesVersion(transaction)
    if (isVersioned || runAll || newNames.length > 0 || changes.some(({ mark }) => mark === 'rename'))
      await storeRevision(transaction)
  })
}

/**
 * Removes the former values of rows from the events that streams may still read: they belong to the former columns. Pages
 * refetch their rows with the new Model.
 */
async function forgetFormerValues(queries: Queries): Promise<void> {
  const { rows } = await execute<{ isThere: boolean }>(
    queries,
    sql`select to_regclass('engine_event') is not null as "isThere"`,
  )
  if (rows[0]?.isThere) await execute(queries, sql`update engine_event set before = null where before is not null`)
}

interface InTransaction {
  readonly absent: readonly Recount[]
  readonly newNames: readonly NameRow[]
  readonly isUpgrade: boolean
  storeRevision(queries: Queries): Promise<void>
  runSteps?(queries: Queries): Promise<void>
}

/** Rows written since the plan was made could break too: then nothing is applied, and the next plan shows them. */
async function countAgain(
  queries: Queries,
  changes: readonly PlannedChange[],
  absent: readonly Recount[],
): Promise<void> {
  // A table that is dropped has one counting with its foreign keys.
  const recounts = new Map([...changes.flatMap(one => one.recount ?? []), ...absent].map(one => [one.counting, one]))
  const tables = [...new Set([...recounts.values()].flatMap(one => one.tables))].toSorted()
  const altered = alteredBy(changes)
  await lockTables(queries, tables, 'access exclusive', name => altered.has(name))
  // Blocks writers but not readers: an export takes long.
  await lockTables(queries, tables, 'share row exclusive', name => !altered.has(name))
  for (const { what, count, counting } of recounts.values()) {
    const now = await countAffected(queries, await scanned(queries, counting))
    if (now > count)
      throw refuse.conflict('rows-changed', {
        zh: `${what.zh}：又有 ${now - count} 行不符合，请重新查看计划`,
        en: `${what.en} ${now - count} more rows violate it now; check the plan again.`,
      })
  }
}

/** The tables that changes lock completely, by the names of now: a weaker lock before would deadlock with writers. */
const alteredBy = (changes: readonly PlannedChange[]): Set<string> =>
  new Set(
    changes
      .flatMap(({ statements }) => statements)
      .flatMap(statement => /^(?:alter|drop) table "(\w+)"/.exec(statement)?.[1] ?? []),
  )

async function lockTables(
  queries: Queries,
  tables: readonly string[],
  mode: 'access exclusive' | 'share row exclusive',
  isMeant: (table: string) => boolean,
): Promise<void> {
  const names = tables.filter(isMeant)
  if (names.length > 0) await execute(queries, sql`lock table ${word(`${quotedList(names)} in ${mode} mode`)}`)
}

async function run(queries: Queries, { statements, fill, what }: PlannedChange): Promise<void> {
  if (fill) await fillKeys(queries, fill)
  for (const statement of statements) {
    try {
      await execute(queries, word(statement))
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

/** Repeats a change that met the locks of another session; an index that was not completely built is dropped before. */
async function runApart(queries: Queries, change: PlannedChange): Promise<void> {
  const built = change.statements.flatMap(one => /^create index concurrently ("\w+")/.exec(one)?.[1] ?? [])
  let incomplete: readonly string[] = []
  await retryOnLock(async () => {
    for (const name of incomplete) await execute(queries, word(`drop index concurrently if exists ${name}`))
    incomplete = built
    await run(queries, change)
  })
}

const lockNumber = 7_061_105_001

const tryLock = async (queries: Queries): Promise<boolean> => {
  const { rows } = await execute<{ got: boolean }>(
    queries,
    sql`select pg_try_advisory_lock(${lockNumber}::bigint) as got`,
  )
  return rows[0]?.got === true
}

const unlock = (queries: Queries) => execute(queries, sql`select pg_advisory_unlock(${lockNumber}::bigint)`)

/**
 * Runs work in one process at a time. The lock is polled: a session waiting for it would block CREATE INDEX
 * CONCURRENTLY.
 */
async function alone<Result>(queries: Queries, kind: Database['kind'], work: () => Promise<Result>): Promise<Result> {
  if (kind === 'embedded') return work()
  while (!(await tryLock(queries))) await sleep(50 + Math.random() * 100)
  try {
    return await work()
  } finally {
    await unlock(queries)
  }
}
