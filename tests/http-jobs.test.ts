import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRunDay, type Job } from '../engine/server/jobs/job.ts'
import { idOfCode } from '../engine/server/storage/derived-id.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('scheduled tasks ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let runs = 0
  /** Ends the run that waits; undefined while none does. */
  const runUnderWay: { end?: (() => void) | undefined } = {}
  const endRun = () => {
    const { end } = runUnderWay
    runUnderWay.end = undefined
    end?.()
  }
  const job: Job = {
    title: { zh: '写报告', en: 'Write reports' },
    schedule: { seconds: 86_400 },
    async run() {
      runs++
      await new Promise<void>(resolve => {
        runUnderWay.end = resolve
      })
      if (runs > 1) throw new Error('The printer is out of paper.')
      return 7
    },
  }

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { port: 0 }, jobs: { 'write-reports': job } })
    await server.engine.listen()
    admin = await server.signIn('admin', adminPassword)
  })
  afterAll(async () => {
    endRun()
    await server.close()
  })

  const call = (method: string, url: string, { token = admin, body }: { token?: string; body?: object } = {}) =>
    server.call(method, `/api/sys/v1${url}`, { token, headers: { 'accept-language': 'en' }, ...(body && { body }) })
  const found = async () => (await call('GET', '/sysTask/getByQuery?code_equal=write-reports')).body.data
  const run = async (token = admin) => call('POST', '/sysTask/run', { token, body: { id: (await found())['id'] } })
  const log = async () =>
    (await call('GET', `/sysTaskLog/page?taskId_equal=${(await found())['id']}`)).body.data.records
  // The claim is stored before the job begins.
  const started = async () => {
    await expect.poll(async () => (await found())?.taskState, { timeout: 10_000 }).toBe('running')
    await expect.poll(() => runUnderWay.end !== undefined, { timeout: 10_000 }).toBe(true)
  }
  const ended = (result: string) =>
    expect.poll(async () => (await log())[0]?.taskResult, { timeout: 10_000 }).toBe(result)

  it('are listed with schedule and next run, those of the product and of the engine', async () => {
    const { records } = (await call('GET', '/sysTask/page?size=200')).body.data
    expect(records.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['write-reports', 'event-expiry', 'job-run-expiry']),
    )
    const times = records.map(({ nextTime }: { nextTime: string }) => nextTime)
    expect(times).toEqual(times.toSorted())
    expect(records.find(({ code }: { code: string }) => code === 'job-run-expiry')).toMatchObject({ dailyAt: '03:30' })
    expect(await found()).toMatchObject({
      taskName: '写报告',
      englishName: 'Write reports',
      intervalSeconds: 86_400,
      dailyAt: null,
      taskState: 'waiting',
      nextTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      lastTime: null,
      lastResult: null,
      failures: 0,
    })
    const byPinyin = (await call('GET', '/sysTask/page?taskName_like=报告')).body.data.records
    expect(byPinyin.map(({ code }: { code: string }) => code)).toEqual(['write-reports'])
  })

  it('are run by hand, once at a time, and leave a run with its result', async () => {
    const answer = await run()
    expect([answer.status, answer.body.data]).toMatchObject([200, { code: 'write-reports' }])
    await started()
    const refused = await run()
    expect(refused.status).toBe(409)
    endRun()
    await ended('done')
    expect(await log()).toMatchObject([{ effects: 7, message: null, attempts: 1, taskIdName: '写报告' }])
    const [last] = await log()
    expect([last.userName, last.server]).toEqual([expect.stringMatching(/./), expect.stringContaining(':')])
    expect(last.duration).toBeGreaterThan(0)
    expect(runs).toBe(1)
    expect(await found()).toMatchObject({ taskState: 'waiting', lastResult: 'done', lastTime: last.startTime })
  })

  it('leave a run with the error that ended it', async () => {
    await run()
    await started()
    endRun()
    await ended('failed')
    expect(await log()).toMatchObject([{ message: 'The printer is out of paper.' }, { taskResult: 'done' }])
    expect(await found()).toMatchObject({ taskState: 'retrying', failures: 1 })
    expect(runs).toBe(2)
  })

  it('of working days leave out holidays, and those of the days of a term the ones outside the terms', async () => {
    const { database, model } = server.engine
    const holiday = { ...model(), calendar: { '2026-10-01': false, '2026-10-10': true } }
    const runs = (each: 'workday' | 'termDay') =>
      // A Thursday of the holiday, a Saturday that replaces it, a Sunday, a Monday.
      Promise.all(
        ['2026-10-01', '2026-10-10', '2026-10-11', '2026-10-12'].map(day =>
          isRunDay(database.kysely, { at: '06:00', each }, holiday, day),
        ),
      )
    expect(await runs('workday')).toEqual([false, true, false, true])
    expect(await runs('termDay')).toEqual([false, true, false, true])
    const term = (body: object) => server.call('POST', '/api/blade/v1/bladeTerm/save', { token: admin, body })
    expect((await term({ name: '秋', begin: '2026-09-01', end: '2026-10-10' })).status).toBe(200)
    expect(await runs('termDay')).toEqual([false, true, false, false])
  })

  it('are not written by users', async () => {
    const { id } = await found()
    for (const [method, url, body] of [
      ['POST', '/sysTask/save', { taskName: '甲' }],
      ['PUT', '/sysTask/update', { id, taskName: '甲' }],
      ['DELETE', '/sysTask/removeByIds', { ids: [id] }],
    ] as const)
      expect((await call(method, url, { body })).status).toBe(405)
    const bulk = { select: { ids: [id] }, do: { kind: 'update', values: { taskName: '甲' } } }
    const engine = (method: string, path: string, body?: object) =>
      server.call(method, `/api/engine/${path}`, { token: admin, ...(body && { body }) })
    expect((await engine('POST', 'bulk/sysTask', bulk)).status).toBe(403)
    expect((await engine('POST', 'bulk/sysTask', { ...bulk, do: { kind: 'remove' } })).status).toBe(403)
    expect((await engine('GET', 'import/sysTask/template')).status).toBeGreaterThanOrEqual(400)
    expect((await engine('GET', 'resource/sysTask')).body.data.may).toEqual(['view', 'export', 'run'])
    expect((await engine('GET', 'resource/sysTaskLog')).body.data.may).toEqual(['view', 'export'])
  })

  it('are viewed and run by users of the platform with the codes', async () => {
    const { kysely } = server.engine.database
    const api = async (path: string, body: object, token = admin) =>
      (await server.call('POST', `/api/blade/v1/${path}/save`, { token, body })).body.data.id
    const roleId = await api('bladeRole', { roleName: 'clerk', roleAlias: 'clerk' })
    const deptId = await api('bladeDept', { deptName: '科室', fullName: '科室', deptCategory: '1' })
    const clerk = {
      account: 'clerk',
      name: 'Clerk',
      realName: '文员',
      password: 'Right-2026',
      roleId: [roleId],
      deptId,
    }
    const id = await api('bladeUser', clerk)
    await sql`delete from engine_password_due where user_id = ${id}::bigint`.execute(kysely)
    const statuses = async () => {
      const token = await server.signIn('clerk', 'Right-2026')
      const calls = [await call('GET', '/sysTask/page', { token }), await call('GET', '/sysTaskLog/page', { token })]
      return [...calls, await run(token)].map(({ status }) => status)
    }
    expect(await statuses()).toEqual([403, 403, 403])
    const grant = async (...codes: string[]) => {
      const body = { roleIds: [roleId], menuIds: codes.map(idOfCode) }
      expect((await server.call('POST', '/api/blade-system/role/grant', { token: admin, body })).status).toBe(200)
    }
    await grant('sysTask_view', 'sysTaskLog_view')
    expect(await statuses()).toEqual([200, 200, 403])
    await grant('sysTask_view', 'sysTaskLog_view', 'sysTask_run')
    expect(await statuses()).toEqual([200, 200, 200])
    await started()
    endRun()
    await ended('failed')
  })
})
