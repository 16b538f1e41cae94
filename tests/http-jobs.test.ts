import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobRunView, JobView } from '../engine/model/job-view.ts'
import type { Job } from '../engine/server/jobs/job.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const path = '/api/engine/jobs'

describe.each(databasesUnderTest())('jobs of administrators ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let runs = 0
  const runUnderWay = { end: () => {} }
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
    runUnderWay.end()
    await server.close()
  })

  const call = (method: string, url: string, token = admin) =>
    server.call(method, `${path}${url}`, { token, headers: { 'accept-language': 'en' } })
  const jobs = async (): Promise<JobView[]> => (await call('GET', '')).body.data
  const found = async () => (await jobs()).find(({ name }) => name === 'write-reports')
  const log = async (): Promise<JobRunView[]> => (await call('GET', '/runs?job=write-reports')).body.data.runs

  it('are listed with schedule and next run, those of the product and of the engine', async () => {
    const all = await jobs()
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['write-reports', 'event-expiry']))
    expect(await found()).toEqual({
      name: 'write-reports',
      title: 'Write reports',
      schedule: { seconds: 86_400 },
      nextTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      isRunning: false,
      last: null,
    })
  })

  it('are started by hand, once at a time, and leave a run with its result', async () => {
    expect((await call('POST', '/write-reports/run')).status).toBe(200)
    await expect.poll(async () => (await found())?.isRunning, { timeout: 10_000 }).toBe(true)
    const refused = await call('POST', '/write-reports/run')
    expect([refused.status, refused.body.msg]).toEqual([
      409,
      'The job is running. Start it again when this run has ended.',
    ])
    runUnderWay.end()
    await expect.poll(async () => (await log())[0]?.result, { timeout: 10_000 }).toBe('done')
    expect(await log()).toMatchObject([{ count: 7, message: null, attempts: 1, title: 'Write reports' }])
    const [run] = await log()
    expect(run?.userName).toBeTruthy()
    expect(run?.duration).toBeGreaterThan(0)
    expect(runs).toBe(1)
    expect((await found())?.last).toEqual(run)
  })

  it('leave a run with the error that ended it', async () => {
    await call('POST', '/write-reports/run')
    await expect.poll(async () => (await found())?.isRunning, { timeout: 10_000 }).toBe(true)
    runUnderWay.end()
    await expect.poll(async () => (await log())[0]?.result, { timeout: 10_000 }).toBe('failed')
    expect(await log()).toMatchObject([{ message: 'The printer is out of paper.' }, { result: 'done' }])
    expect(runs).toBe(2)
  })

  it('are for administrators of the platform only', async () => {
    const { kysely } = server.engine.database
    const roleId = (
      await server.call('POST', '/api/blade/v1/bladeRole/save', {
        token: admin,
        body: { roleName: 'clerk', roleAlias: 'clerk' },
      })
    ).body.data.id
    const dept = { deptName: '科室', fullName: '科室', deptCategory: '1' }
    const deptId = (await server.call('POST', '/api/blade/v1/bladeDept/save', { token: admin, body: dept })).body.data
      .id
    const clerk = {
      account: 'clerk',
      name: 'Clerk',
      realName: '文员',
      password: 'Right-2026',
      roleId: [roleId],
      deptId,
    }
    const { id } = (await server.call('POST', '/api/blade/v1/bladeUser/save', { token: admin, body: clerk })).body.data
    await sql`delete from engine_password_due where user_id = ${id}::bigint`.execute(kysely)
    const token = await server.signIn('clerk', 'Right-2026')
    for (const [method, url] of [
      ['GET', ''],
      ['GET', '/runs'],
      ['POST', '/write-reports/run'],
    ] as const)
      expect((await call(method, url, token)).status).toBe(403)
    for (const [method, url, status] of [
      ['POST', '/nothing/run', 404],
      ['GET', '/runs?job=nothing', 404],
      ['GET', '/runs?before=x', 400],
    ] as const)
      expect((await call(method, url)).status).toBe(status)
  })
})
