import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '../engine/server/jobs/job.ts'
import { databasesUnderTest } from './support/databases.ts'
import { type EventListener, listenToEvents } from './support/event-listener.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer, writeApp } from './support/server.ts'
import { startServerProcess } from './support/server-process.ts'

describe.each(databasesUnderTest())('notices in the event stream ($kind)', kind => {
  let server: ServerUnderTest
  let address: string
  let calls: ImportCalls
  let clerk: string
  let isBroken = false
  const open: EventListener[] = []
  const job: Job = {
    title: { zh: '写报告', en: 'Write reports' },
    schedule: { seconds: 86_400 },
    async run() {
      if (isBroken) throw new Error('No paper.')
      return 7
    },
  }

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { port: 0 }, jobs: { 'write-reports': job } })
    address = await server.engine.listen()
    calls = await importCallsOn(server, 'ward')
    clerk = await calls.person('clerk', ['sysTask_view', 'sysTask_run', 'ward_view', 'ward_add', 'ward_import'])
  }, 60_000)
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.stop()
  })
  afterAll(() => server.close())

  const listen = async (token: string, query = 'topics=notices'): Promise<EventListener> => {
    const listener = await listenToEvents(address, token, query)
    open.push(listener)
    return listener
  }
  const run = async (by: string) => {
    const { id } = await calls.data('GET', 'sys/v1/sysTask/getByQuery?code_equal=write-reports')
    await calls.data('POST', 'sys/v1/sysTask/run', { id }, by)
  }

  it('report a task to the user who started it, and its first failure to administrators', async () => {
    const [ofAdmin, ofClerk, quiet] = [
      await listen(calls.token),
      await listen(clerk),
      await listen(clerk, 'resources=ward'),
    ]
    await run(clerk)
    await ofClerk.until(() => ofClerk.notices().length === 1)
    expect(ofClerk.notices()).toMatchObject([
      { level: 'success', text: '定时任务“写报告”已完成，处理 7 条', record: { resource: 'sysTaskLog' } },
    ])
    isBroken = true
    for (const failures of [1, 2]) {
      await run(clerk)
      await ofClerk.until(() => ofClerk.notices().length === 1 + failures)
      expect(ofClerk.notices()[failures]).toMatchObject({ level: 'error', text: '定时任务“写报告”执行失败：No paper.' })
    }
    isBroken = false
    await ofAdmin.until(() => ofAdmin.notices().length > 0)
    expect(ofAdmin.notices()).toMatchObject([{ level: 'error' }])
    expect(quiet.notices()).toEqual([])
    // A client that connects again gets what it missed.
    const again = await listen(calls.token, `topics=notices&after=${ofAdmin.firstCursor()}`)
    await again.until(() => again.notices().length === 1)
  })

  it('report changed tasks and runs to open lists', async () => {
    const listener = await listen(calls.token, 'resources=sysTask,sysTaskLog')
    await run(calls.token)
    await listener.until(() => listener.ids('sysTask').length > 0 && listener.ids('sysTaskLog').length > 0)
    const { id } = await calls.data('GET', 'sys/v1/sysTask/getByQuery?code_equal=write-reports')
    expect(listener.ids('sysTask')).toContain(id)
  })

  it('report an import whose page was left to its user', async () => {
    const rows = 3000
    const file = `名称,人口\n${Array.from({ length: rows }, (_, n) => `街区${n},${n}`).join('\n')}\n`
    const { id } = await calls.checked(file, null, clerk)
    const [ofAdmin, ofClerk] = [await listen(calls.token), await listen(clerk)]
    const leaving = new AbortController()
    const writing = await fetch(`${address}/api/engine/import/ward/${id}/write`, {
      method: 'POST',
      headers: { 'blade-auth': `bearer ${clerk}`, 'content-type': 'application/json' },
      body: '{"goodRows":true}',
      signal: leaving.signal,
    })
    await writing.body?.getReader().read()
    leaving.abort()
    await ofClerk.until(() => ofClerk.notices().length === 1)
    expect(ofClerk.notices()).toMatchObject([
      { level: 'success', text: `导入“片区.csv”已完成：写入 ${rows} 条，0 条有误`, operation: id },
    ])
    expect(ofAdmin.notices()).toEqual([])
    // Nothing is reported of an import whose page shows its end.
    const shown = await calls.checked('名称,人口\n新街区,1\n', null, clerk)
    await calls.step(shown.id, 'write', { goodRows: true }, clerk)
    await run(clerk)
    await ofClerk.until(() => ofClerk.notices().length === 2)
    expect(ofClerk.notices()[1]).toMatchObject({ record: { resource: 'sysTaskLog' } })
  })
})

const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

it.runIf(postgres)('notices reach the users of another process', { timeout: 90_000 }, async () => {
  if (!postgres) return
  const [place, appDir] = [await postgres.place(), writeApp(sampleApp)]
  const [one, other] = [await startServerProcess(place, appDir), await startServerProcess(place, appDir)]
  const listeners = [
    await listenToEvents(one.address, one.token, 'topics=notices'),
    await listenToEvents(other.address, other.token, 'topics=notices'),
  ]
  try {
    const found = await (await one.send('GET', '/api/sys/v1/sysTask/getByQuery?code_equal=event-expiry')).json()
    expect((await one.send('POST', '/api/sys/v1/sysTask/run', { id: found.data.id })).status).toBe(200)
    for (const listener of listeners) {
      await listener.until(() => listener.notices().length === 1)
      expect(listener.notices()).toMatchObject([{ level: 'success', record: { resource: 'sysTaskLog' } }])
    }
  } finally {
    for (const listener of listeners) await listener.stop()
    await one.stop()
    await other.stop()
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  }
})
