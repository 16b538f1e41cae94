import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterNow } from '../engine/server/jobs/reports.ts'
import { databasesWalked } from './support/databases.ts'
import { filesOf } from './support/screens.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('reports ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  beforeAll(async () => {
    server = await startServer(kind, await filesOf('.'))
    token = await server.signIn('admin', adminPassword)
    await server.engine.listen()
  })
  afterAll(() => server.close())
  const post = async (path: string, body: object = {}) => {
    const answer = await server.call('POST', path, { token, body })
    expect([path, answer.status, answer.body.msg]).toEqual([path, 200, expect.any(String)])
    return answer.body.data
  }
  const runs = async () => {
    const task = await server.call('GET', '/api/sys/v1/sysTask/page?code_equal=reports', { token })
    await post('/api/sys/v1/sysTask/run', { id: task.body.data.records[0].id })
  }

  it.each(['xlsx', 'pdf'])(
    'writes a saved search as %s with the rights of its creator, and again after a period',
    async format => {
      const view = { name: `用户 ${format}`, query: {}, columns: ['account', 'name'] }
      const { id: searchId } = await post('/api/engine/views/bladeUser', view)
      const nextTime = '2026-01-31 08:00:00'
      const { id } = await post('/api/sys/v1/sysReport/save', {
        name: `每月用户 ${format}`,
        searchId,
        format,
        period: 'month',
        nextTime,
      })
      await runs()
      const report = async () =>
        (await server.call('GET', `/api/sys/v1/sysReport/getById?id=${id}`, { token })).body.data
      await expect.poll(async () => (await report()).files?.length, { timeout: 20_000 }).toBe(1)
      const { files, lastFault, nextTime: next } = await report()
      expect([lastFault, new Date(next) > new Date()]).toEqual([null, true])
      const file = await server.engine.app.inject({ url: files[0], headers: { 'blade-auth': `bearer ${token}` } })
      expect(file.rawPayload.subarray(0, 4).toString('latin1')).toBe(format === 'pdf' ? '%PDF' : 'PK\u0003\u0004')
    },
  )

  it('is written on request of its editor only, keeps its schedule, and lets go of the oldest file', async () => {
    const { id: searchId } = await post('/api/engine/views/bladeUser', {
      name: '随时',
      query: {},
      columns: ['account'],
    })
    const values = { name: '随时', searchId, format: 'xlsx', period: 'month', nextTime: '2126-01-31 08:00:00' }
    const { id } = await post('/api/sys/v1/sysReport/save', values)
    const report = async () => (await server.call('GET', `/api/sys/v1/sysReport/getById?id=${id}`, { token })).body.data
    const request = () => server.call('POST', '/api/sys/v1/sysReport/run', { token, body: { id } })
    const { kysely } = server.engine.database
    expect((await request()).status).toBe(200)
    await runs()
    await expect.poll(async () => (await report()).files?.length, { timeout: 20_000 }).toBe(1)
    const first = await report()
    expect([first.nextTime, first.requestedTime]).toEqual([values.nextTime, null])
    await sql`update sys_report set files = array_fill('/image-api/none'::text, array[11]) || files where id = ${id}`.execute(
      kysely,
    )
    expect((await request()).status).toBe(200)
    await runs()
    const [oldest] = first.files
    const used = async () =>
      (await sql<{ used: boolean }>`select used from engine_upload where link = ${oldest}`.execute(kysely)).rows[0]
        ?.used
    await expect.poll(used, { timeout: 20_000 }).toBe(false)
    await sql`update sys_report set update_user = 1 where id = ${id}`.execute(kysely)
    expect((await request()).status).toBe(409)
  })

  it.each([
    ['2026-01-31T00:00:00Z', 'month', '2026-02-28T00:00:00.000Z'],
    // 1 February and 1 March, 07:00 in Shanghai.
    ['2026-01-31T23:00:00Z', 'month', '2026-02-28T23:00:00.000Z'],
    ['2026-01-28T23:00:00Z', 'week', '2026-02-04T23:00:00.000Z'],
  ])('after %s, is next written a %s later', (time, period, next) => {
    const clock = { now: new Date('2026-02-01T00:00:00Z'), zone: 'Asia/Shanghai' }
    expect(afterNow(new Date(time), period, clock).toISOString()).toBe(next)
  })

  it('names what failed, and goes on', async () => {
    const { id: searchId } = await post('/api/engine/views/bladeUser', {
      name: '将删除',
      query: {},
      columns: ['account'],
    })
    const values = { name: '无查询', searchId, format: 'xlsx', period: 'day', nextTime: '2026-01-31 08:00:00' }
    const { id } = await post('/api/sys/v1/sysReport/save', values)
    await server.call('DELETE', `/api/engine/views/bladeUser/${searchId}`, { token })
    await runs()
    const report = async () => (await server.call('GET', `/api/sys/v1/sysReport/getById?id=${id}`, { token })).body.data
    await expect.poll(async () => (await report()).lastFault, { timeout: 20_000 }).toBe('noSearch')
    expect((await report()).files ?? []).toEqual([])
  })
})
