import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { wallText } from '../../rules/zone.ts'
import { platformTenant } from '../auth/actor.ts'
import { jobReason } from '../auth/reasons.ts'
import type { Contexts } from '../auth/request-context.ts'
import type { Database, Queries } from '../database/database.ts'
import type { DatabaseClock } from '../database/database-clock.ts'
import { isChangedTable } from '../errors/database-errors.ts'
import { idOfCode } from '../storage/derived-id.ts'
import { newWork } from '../store/new-work.ts'
import { publishRow, sendNotice } from '../store/outbox.ts'
import { ownData } from '../store/own-data.ts'
import { createStore, executionOf, type StoreParts, storeWithin } from '../store/store.ts'
import { type EngineJob, type EngineJobs, type EngineJobWork, isRunDay } from './job.ts'
import {
  beginStep,
  type Claim,
  claimRun,
  endStep,
  failRun,
  finishRun,
  freeLeases,
  LeaseLost,
  leaseSeconds,
  registerJobs,
  releaseRun,
  renewLease,
} from './job-table.ts'

const usualInterval = 1000
/** Jobs that one process runs at a time. */
const maxConcurrent = 4
const longestMessage = 500
/** Milliseconds in which a process follows a change of the tables. */
const longestLag = 1000

export interface JobParts {
  readonly database: Database
  readonly contexts: Contexts
  readonly zone: string
  readonly clock: Pick<DatabaseClock, 'measure'>
  readonly store: StoreParts
  readonly jobs: EngineJobs
  /** Milliseconds between two looks for jobs that are due. */
  readonly interval?: number | undefined
  readonly log: Logger
}

/** The jobs of one server process. */
export interface JobRunner {
  start(): Promise<void>
  /** Ends the steps under way; unfinished runs are continued by another process, or at the next start. */
  stop(): Promise<void>
}

/** Runs jobs that are due, whichever process finds them first. */
export function createJobRunner(parts: JobParts): JobRunner {
  const { database, jobs, log } = parts
  const holder = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  let isReachable = true

  const claim = () =>
    claimRun(database.kysely, { jobs, holder, nextId: parts.store.ids.next(), tenantId: platformTenant })
  const look = async () => {
    try {
      while (!stopping.signal.aborted && running.size < maxConcurrent) {
        const claimed = await claim()
        const job = claimed && jobs[claimed.job]
        if (!claimed || !job) break
        const run: Promise<void> = runClaim(parts, claimed, job, stopping.signal).finally(() => running.delete(run))
        running.add(run)
      }
      isReachable = true
    } catch (error) {
      // Once for as long as it lasts: the next look is a second away.
      if (isReachable) log.warn({ err: error }, 'due jobs could not be read')
      isReachable = false
    }
    if (!stopping.signal.aborted) timer = setTimeout(lookSoon, parts.interval ?? usualInterval).unref()
  }
  const lookSoon = () => {
    looking = look()
  }
  return {
    async start() {
      if (database.kind === 'embedded') await freeLeases(database.kysely)
      await registerJobs(database.kysely, jobs, parts.zone)
      lookSoon()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(running)
    },
  }
}

/** Does one run that was claimed, and never throws. */
async function runClaim(parts: JobParts, claim: Claim, job: EngineJob, stopping: AbortSignal): Promise<void> {
  const { database, log } = parts
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  const renewal = setInterval(
    () =>
      void renewLease(database.kysely, claim).catch(error =>
        log.debug({ err: error, job: claim.job }, 'the lease of a job could not be renewed'),
      ),
    (leaseSeconds * 1000) / 3,
  ).unref()
  try {
    const work = async () => {
      const given = jobWork(parts, claim, signal)
      const { model, clock } = given.ctx
      const today = wallText(clock.now.getTime(), clock.zone).slice(0, 10)
      const isDue = claim.userId !== null || (await isRunDay(database.kysely, job.schedule, model, today))
      return isDue ? job.run(given) : 0
    }
    const count = await work().catch(error => {
      // As a request: once more, with the Model that the process has read since.
      if (!isChangedTable(error)) throw error
      return sleep(longestLag, undefined, { signal }).then(work)
    })
    signal.throwIfAborted()
    await database.transaction(async queries => {
      const effects = await finishRun(queries, claim, job, parts.zone, count ?? 0)
      await publishRun(queries, parts, claim, job, { effects })
    })
  } catch (error) {
    lost.abort()
    await endUnfinished(parts, claim, job, error, stopping.aborted).catch(fault =>
      log.warn({ err: fault, job: claim.job }, 'the result of a job run could not be stored'),
    )
  } finally {
    clearInterval(renewal)
  }
}

async function endUnfinished(
  parts: JobParts,
  claim: Claim,
  job: EngineJob,
  error: unknown,
  isStopping: boolean,
): Promise<void> {
  const { database, log } = parts
  if (error instanceof LeaseLost) log.warn({ job: claim.job }, error.message)
  else if (isStopping) await releaseRun(database.kysely, claim)
  else {
    log.error({ err: error, job: claim.job }, 'a job failed')
    const message = (error instanceof Error ? error.message : String(error)).slice(0, longestMessage)
    await database.transaction(async queries => {
      const failures = await failRun(queries, claim, message)
      await publishRun(queries, parts, claim, job, { message, failures })
    })
  }
}

type RunResult = { readonly effects: number } | { readonly message: string; readonly failures: number }

/**
 * Publishes the end of a run in its transaction, with a notice for the user who started it and, of the first failure,
 * for administrators.
 */
async function publishRun(
  queries: Queries,
  { store: { ids } }: JobParts,
  { job: name, runId, userId }: Claim,
  { title }: EngineJob,
  result: RunResult,
): Promise<void> {
  await publishRow(queries, ids.next(), 'sysTask', idOfCode(name))
  await publishRow(queries, ids.next(), 'sysTaskLog', runId)
  const isFirstFailure = 'failures' in result && result.failures === 1
  if (userId === null && !isFirstFailure) return
  await sendNotice(queries, ids.next(), platformTenant, {
    to: { ...(userId !== null && { user: userId }), ...(isFirstFailure && { administrators: true as const }) },
    level: 'failures' in result ? 'error' : 'success',
    text:
      'failures' in result
        ? {
            zh: `定时任务“${title.zh}”执行失败：${result.message}`,
            en: `The task "${title.en}" failed: ${result.message}`,
          }
        : {
            zh: `定时任务“${title.zh}”已完成，处理 ${result.effects} 条`,
            en: `The task "${title.en}" is complete: ${result.effects} processed`,
          },
    record: { resource: 'sysTaskLog', id: runId },
  })
}

function jobWork(
  { database, contexts, clock, store, log }: JobParts,
  claim: Claim,
  signal: AbortSignal,
): EngineJobWork {
  const contextFor = (tenantId: string) => contexts.system(tenantId, jobReason(claim.job), claim.runId)
  return {
    runId: claim.runId,
    signal,
    ctx: contextFor(platformTenant),
    store: createStore(store),
    queries: database.kysely,
    workFor: tenantId => newWork(store, contextFor(tenantId)),
    operatorWorkFor: tenantId => newWork(store, contexts.operator(tenantId, jobReason(claim.job), 'zh')),
    async step(name, effect, tenantId = platformTenant) {
      signal.throwIfAborted()
      const ctx = contextFor(tenantId)
      const work = newWork(store, ctx)
      return work.transaction(async queries => {
        if (!(await beginStep(queries, claim, name))) return false
        const own = ownData({ ...work, queries })
        const count = await effect({ ctx, store: storeWithin(store, work, queries), own })
        await endStep(queries, claim, count)
        return true
      })
    },
    executionFor: tenantId => executionOf(store, newWork(store, contextFor(tenantId))),
    measureClock: () => clock.measure(),
    report: (what, message) => log.warn({ ...what, job: claim.job }, message),
    warn: (error, message) => log.warn({ err: error, job: claim.job }, message),
  }
}
