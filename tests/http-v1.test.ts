import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type CallOptions, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('the v1 dialect ($kind)', kind => {
  let server: ServerUnderTest
  let token: string

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  const call = (method: string, path: string, options: CallOptions = {}) =>
    server.call(method, `/api/city/v1/${path}`, { token, ...options })
  const newWard = async (name: string) => (await call('POST', 'ward/save', { body: { name, people: 7 } })).body.data

  it('saves, reads, changes and removes a record', async () => {
    const saved = await newWard('北区')
    expect(saved).toMatchObject({ name: '北区', people: 7, version: 1 })
    expect(saved.id).toMatch(/^\d+$/)
    expect((await call('GET', `ward/getById?id=${saved.id}`)).body.data).toMatchObject({
      ...saved,
      createUserName: '管理员',
    })
    const updated = await call('PUT', 'ward/update', { body: { id: saved.id, people: 8, version: 1 } })
    expect(updated.body).toMatchObject({ code: 200, success: true, msg: '操作成功', data: { people: 8, version: 2 } })
    expect((await call('GET', 'ward/getByQuery?name_equal=北区')).body.data.id).toBe(saved.id)
    expect((await call('DELETE', 'ward/removeById', { body: { id: saved.id } })).status).toBe(200)
    expect((await call('GET', `ward/getById?id=${saved.id}`)).status).toBe(404)
  })

  it.each<[what: string, method: string, path: string, status: number, body?: unknown]>([
    ['an unknown module', 'GET', '/api/town/v1/ward/page', 404],
    ['an unknown entity', 'GET', '/api/city/v1/missing/page', 404],
    ['an unknown endpoint', 'GET', '/api/city/v1/ward/nothing', 404],
    ['a name of Object itself', 'GET', '/api/city/v1/constructor/page', 404],
    ['another method', 'GET', '/api/city/v1/ward/save', 405],
    ['another method on a fixed path', 'DELETE', '/health/live', 405],
    ['a path that cannot be decoded', 'GET', '/api/city/v1/ward/%E4%', 400],
    ['an unknown condition', 'GET', '/api/city/v1/ward/page?unknown=1', 400],
    ['a page of 201', 'GET', '/api/city/v1/ward/page?size=201', 400],
    ['a text for a number', 'GET', '/api/city/v1/ward/page?people=many', 400],
    ['NUL in a query', 'GET', '/api/city/v1/ward/page?name=a%00', 400],
    ['no id', 'GET', '/api/city/v1/ward/getById', 400],
    ['an id beyond 64 bits', 'GET', '/api/city/v1/ward/getById?id=99999999999999999999', 400],
    [
      '1001 ids',
      'DELETE',
      '/api/city/v1/ward/removeByIds',
      400,
      { ids: Array.from({ length: 1001 }, (_, n) => `${n + 1}`) },
    ],
    ['truncated JSON', 'POST', '/api/city/v1/ward/save', 400, '{"name":'],
    ['a list for a record', 'POST', '/api/city/v1/ward/save', 400, []],
    ['null for a record', 'POST', '/api/city/v1/ward/save', 400, 'null'],
    ['NUL in a body', 'POST', '/api/city/v1/ward/save', 400, '{"name":"a\\u0000"}'],
    ['half of a surrogate pair', 'POST', '/api/city/v1/ward/save', 400, '{"name":"\\ud83d"}'],
    ['the prototype', 'POST', '/api/city/v1/ward/save', 400, '{"__proto__":{"name":"x"}}'],
    ['200,000 levels', 'POST', '/api/city/v1/ward/save', 400, '['.repeat(200_000) + ']'.repeat(200_000)],
    ['more than a megabyte', 'POST', '/api/city/v1/ward/save', 413, JSON.stringify({ name: 'x'.repeat(1_100_000) })],
  ])('refuses %s', async (_what, method, path, status, body) => {
    const answer = await server.call(method, path, { token, ...(body !== undefined && { body }) })
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, status, false])
    expect(answer.body.msg).not.toBe('')
  })

  it('refuses an unsupported media type, and nothing else of it', async () => {
    const headers = { 'content-type': 'application/xml' }
    expect((await call('POST', 'ward/save', { headers, body: '<ward/>' })).status).toBe(415)
  })

  it('responds in the requested language', async () => {
    const answer = await call('POST', 'ward/save', { body: {}, headers: { 'accept-language': 'en-GB' } })
    expect(answer.body.errors).toEqual({ name: 'Please enter name' })
  })

  it('responds 401 without a token or with an unknown one', async () => {
    expect(await server.call('GET', '/api/city/v1/ward/page')).toMatchObject({
      status: 401,
      body: { msg: '缺失令牌,鉴权失败' },
    })
    const forged = await server.call('GET', '/api/city/v1/ward/page', { token: `${token.slice(0, -4)}AAAA` })
    expect(forged).toMatchObject({ status: 401, body: { msg: '请求未授权' } })
  })

  it('logs a line for each request with its user and duration, and no secret', async () => {
    await call('GET', 'ward/page?name=秘密')
    const line = JSON.parse(server.log.at(-1) ?? '{}')
    expect(line).toMatchObject({
      msg: 'request',
      method: 'GET',
      path: '/api/city/v1/ward/page',
      status: 200,
      tenant: '000000',
    })
    expect(line.reqId).toMatch(/^[\w-]{8}-[0-9a-z]+$/)
    expect(line.ms).toBeGreaterThan(0)
    const all = server.log.join('\n')
    for (const secret of [token, adminPassword, '秘密', 'bearer']) expect(all).not.toContain(secret)
  })
})
