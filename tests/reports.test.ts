import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
