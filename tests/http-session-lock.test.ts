import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('the lock of a session, the logs and the inbox ($kind)', kind => {
  let server: ServerUnderTest
  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
  })
  afterAll(() => server.close())

  const post = (token: string, url: string, body: object) => server.call('POST', url, { token, body })
  const info = (token: string) => server.call('GET', '/api/blade-user/info', { token })

  it('answers a locked session with 403 and the reason until it is unlocked, and no other session', async () => {
    const [token, other] = [await server.signIn('admin', adminPassword), await server.signIn('admin', adminPassword)]
    expect((await post(token, '/api/engine/lock', { password: ' ' })).status).toBe(400)
    expect((await post(token, '/api/engine/lock', { password: 'tea' })).status).toBe(200)
    const refused = await info(token)
    expect([refused.status, refused.body.reason]).toEqual([403, 'locked'])
    expect((await post(token, '/api/engine/lock', { password: 'mine' })).status).toBe(403)
    expect((await info(other)).status).toBe(200)
    const wrong = await post(token, '/api/engine/unlock', { password: 'coffee' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['password']])
    expect((await post(token, '/api/engine/unlock', { password: 'tea' })).status).toBe(200)
    expect((await info(token)).status).toBe(200)
  })

  it('ends a locked session after five wrong passwords, and lets its user sign out', async () => {
    const [token, leaving] = [await server.signIn('admin', adminPassword), await server.signIn('admin', adminPassword)]
    for (const one of [token, leaving]) await post(one, '/api/engine/lock', { password: 'tea' })
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await post(token, '/api/engine/unlock', { password: 'no' })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 401])
    expect((await info(token)).status).toBe(401)
    expect((await server.call('GET', '/api/blade-auth/oauth/logout', { token: leaving })).status).toBe(200)
    expect((await info(leaving)).status).toBe(401)
  })

  it('lists writes, refusals and uploaded errors, in the dialect of the platform too', async () => {
    const token = await server.signIn('admin', adminPassword)
    const entry = { type: 'error', message: 'Boom', stack: 'at x', url: '/wel/index?token=secret', time: '', info: '' }
    expect((await post(token, '/api/blade-auth/oauth/logout', [entry])).status).toBe(200)
    const cut = { ...entry, message: `${'x'.repeat(1999)}😀` }
    expect((await post(token, '/api/blade-auth/oauth/logout', [cut])).status).toBe(200)
    await server.call('GET', '/api/engine/resource/nothing', { token })
    const rows = async (log: string) =>
      (await server.call('GET', `/api/blade-log/${log}/list?size=50`, { token })).body.data.records
    await expect
      .poll(async () => (await rows('error'))[1], { timeout: 5000 })
      .toMatchObject({ message: 'Boom', source: 'browser', requestUri: '/wel/index', exceptionName: 'error' })
    const api = await rows('api')
    const found = api.find((row: { requestUri: string }) => row.requestUri === '/api/engine/resource/nothing')
    expect(found).toMatchObject({ method: 'GET', statusCode: 404 })
    expect(api.some((row: { method: string }) => row.method === 'POST')).toBe(true)
  })

  it('lists nothing in the inbox of an application without announcements, and refuses other kinds as read', async () => {
    const token = await server.signIn('admin', adminPassword)
    expect((await server.call('GET', '/api/engine/inbox', { token })).body.data).toEqual([])
    expect((await post(token, '/api/engine/inbox/read', { items: [{ kind: 'bladeUser', id: '1' }] })).status).toBe(400)
  })
})
