import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest, testZone } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database } from '../database/database.ts'
import { type Fragment, word } from '../database/fragment.ts'
import { applyPlan } from '../storage/apply.ts'
import { planChanges } from '../storage/plan.ts'
import type { EngineJob, Schedule } from './job.ts'
import {
  beginStep,
  type Claim,
  claimRun,
  endStep,
  failRun,
  finishRun,
  freeLeases,
  LeaseLost,
  registerJobs,
  runNow,
} from './job-table.ts'

const job = (schedule: Schedule): EngineJob => ({
  title: { zh: '任务', en: 'Job' },
  schedule,
  run: async () => 0,
})
const hourly = job({ seconds: 3600 })

describe.each(databasesUnderTest())('jobs ($kind)', ({ open }) => {
  let database: Database
  let last = 0

  beforeEach(async () => {
    database = await open()
    await applyPlan(database, await planChanges(database, emptyModel))
    await registerJobs(database.kysely, { hourly }, testZone)
  })
  afterEach(() => database.close())

  const claim = (holder: string) =>
    claimRun(database.kysely, { jobs: { hourly }, holder, nextId: String(++last), tenantId: '000000' })
  const claimed = async (holder: string): Promise<Claim> => {
    const found = await claim(holder)
    if (!found) throw new Error('No run was due.')
    return found
  }
  const expireLease = () =>
    sql`update engine_job set lease_until = now() - interval '1 second'`.execute(database.kysely)
  const step = (claim: Claim, name: string) =>
    database.transaction(async queries => {
      const isNew = await beginStep(queries, claim, name)
      if (isNew) await endStep(queries, claim, 1)
      return isNew
    })
  const finish = (claim: Claim) => database.transaction(queries => finishRun(queries, claim, hourly, testZone, 0))
  const runs = async () =>
    (
      await sql`select job, result, count, attempts, server, message from engine_job_run order by id`.execute(
        database.kysely,
      )
    ).rows

  it('are due when their time has come, or when they are started by hand', async () => {
    expect(await claim('a')).toBeUndefined()
    await runNow(database.kysely, 'hourly')
    const run = await claimed('a')
    await finish(run)
    expect(await claim('a')).toBeUndefined()
    expect(await runs()).toMatchObject([{ job: 'hourly', result: 'done', attempts: 1, server: 'a' }])
  })

  it('are due before their time under their condition', async () => {
    const claimIf = (dueIf: Fragment) =>
      claimRun(database.kysely, {
        jobs: { hourly: { ...hourly, dueIf } },
        holder: 'one',
        nextId: '9',
        tenantId: '000000',
      })
    expect(await claimIf(word('1 > 2'))).toBeUndefined()
    expect(await claimIf(word('2 > 1'))).toMatchObject({ job: 'hourly', holder: 'one' })
    expect(await claimIf(word('2 > 1'))).toBeUndefined()
  })

  it('run again at once when that is requested while they run, and once for many requests', async () => {
    await runNow(database.kysely, 'hourly')
    const first = await claimed('a')
    for (let n = 0; n < 3; n++) await runNow(database.kysely, 'hourly')
    expect(await claim('b')).toBeUndefined()
    await finish(first)
    const second = await claimed('b')
    expect(second.runId).not.toBe(first.runId)
    await finish(second)
    expect(await claim('a')).toBeUndefined()
  })

  it('are repeated at once after a failure if that was requested meanwhile', async () => {
    await runNow(database.kysely, 'hourly')
    const first = await claimed('a')
    await runNow(database.kysely, 'hourly')
    const fail = (claim: Claim) => database.transaction(queries => failRun(queries, claim, 'The port is closed.'))
    await fail(first)
    const repeated = await claimed('a')
    expect(repeated.runId).toBe(first.runId)
    await fail(repeated)
    expect(await claim('a')).toBeUndefined()
  })

  it('run again after a run that another process continued, or that failed', async () => {
    await runNow(database.kysely, 'hourly')
    const first = await claimed('a')
    expect(await step(first, 'one')).toBe(true)
    await runNow(database.kysely, 'hourly')
    await expireLease()
    const continued = await claimed('b')
    await database.transaction(queries => failRun(queries, continued, 'The port is closed.'))
    expect(await claim('a')).toBeUndefined()
    await sql`update engine_job set next_at = now() - interval '1 second'`.execute(database.kysely)
    const repeated = await claimed('a')
    expect(repeated.runId).toBe(first.runId)
    await finish(repeated)
    const next = await claimed('a')
    expect(next.runId).not.toBe(first.runId)
    await finish(next)
    expect(await claim('a')).toBeUndefined()
  })

  it('are claimed by one of many processes', async () => {
    await runNow(database.kysely, 'hourly')
    const claims = await Promise.all(Array.from({ length: 8 }, (_, n) => claim(`process ${n}`)))
    expect(claims.filter(one => one !== undefined)).toHaveLength(1)
  })

  it('are continued by another process without the steps that were committed', async () => {
    await runNow(database.kysely, 'hourly')
    const first = await claimed('a')
    expect(await step(first, 'one')).toBe(true)
    expect(await claim('b')).toBeUndefined()
    await expireLease()
    const second = await claimed('b')
    expect(second.runId).toBe(first.runId)
    // The first was paused, not killed.
    await expect(step(first, 'two')).rejects.toThrow(LeaseLost)
    await expect(finish(first)).rejects.toThrow(LeaseLost)
    expect([await step(second, 'one'), await step(second, 'two')]).toEqual([false, true])
    await finish(second)
    expect(await runs()).toMatchObject([{ result: 'done', count: 2, attempts: 2, server: 'b' }])
    expect((await sql`select 1 from engine_job_step`.execute(database.kysely)).rows).toEqual([])
  })

  it('are continued at once when the only process has started again', async () => {
    await runNow(database.kysely, 'hourly')
    const first = await claimed('a')
    await freeLeases(database.kysely)
    expect((await claimed('b')).runId).toBe(first.runId)
  })

  it('are retried at growing intervals while they fail, as the same run', async () => {
    await runNow(database.kysely, 'hourly')
    const waits: number[] = []
    for (let n = 0; n < 3; n++) {
      const run = await claimed('a')
      await database.transaction(queries => failRun(queries, run, 'The port is closed.'))
      expect(await claim('a')).toBeUndefined()
      const { rows } = await sql<{ wait: number }>`
        select round(extract(epoch from next_at - now()) / 60)::integer as wait from engine_job`.execute(
        database.kysely,
      )
      waits.push(Number(rows[0]?.wait))
      await runNow(database.kysely, 'hourly')
    }
    expect(waits).toEqual([1, 2, 4])
    expect(await runs()).toMatchObject([{ result: 'failed', attempts: 3, message: 'The port is closed.' }])
  })

  it('run daily at a time of day in the zone of the system', async () => {
    await registerJobs(database.kysely, { hourly: job({ at: '03:30' }) }, testZone)
    const { rows } = await sql`
      select to_char(next_at at time zone ${testZone}, 'HH24:MI:SS') as at,
        next_at > now() and next_at <= now() + interval '24 hours' as "isNext" from engine_job`.execute(database.kysely)
    expect(rows).toEqual([{ at: '03:30:00', isNext: true }])
  })

  it('schedules jobs by week and by month', async () => {
    await registerJobs(
      database.kysely,
      {
        weekly: job({ at: '06:00', each: 'week', on: 3 }),
        monthly: job({ at: '06:00', each: 'month', on: 31 }),
      },
      testZone,
    )
    const { rows } = await sql`
      select name, extract(isodow from day)::integer as weekday, extract(day from day + interval '1 day')::integer as after,
        next_at > now() and next_at <= now() + interval '32 days' as "isNext"
      from (select *, next_at at time zone ${testZone} as day from engine_job) jobs where name <> 'hourly' order by name`.execute(
      database.kysely,
    )
    expect(rows).toMatchObject([
      { name: 'monthly', after: 1, isNext: true },
      { name: 'weekly', weekday: 3, isNext: true },
    ])
  })
})
