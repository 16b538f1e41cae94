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

  it('pages, lists and counts', async () => {
    for (const name of ['甲一', '甲二', '甲三']) await newWard(name)
    const page = await call('GET', 'ward/page?current=2&size=2&name=甲&ascs=name')
    expect(page.body.data).toMatchObject({ total: 3, current: 2, size: 2, pages: 2, capped: false })
    expect(page.body.data.records).toHaveLength(1)
    expect((await call('GET', 'ward/listByQuery?name_like=甲')).body.data).toHaveLength(3)
    expect((await call('GET', 'ward/exactTotal?name=甲')).body.data).toBe(3)
    const ids = page.body.data.records.map(({ id }: { id: string }) => id)
    expect((await call('DELETE', 'ward/removeByIds', { body: { ids } })).status).toBe(200)
    expect((await call('GET', 'ward/exactTotal?name=甲')).body.data).toBe(2)
  })

  it('reports a stale version with the current record', async () => {
    const { id } = await newWard('两人改')
    await call('PUT', 'ward/update', { body: { id, people: 1, version: 1 } })
    const late = await call('PUT', 'ward/update', { body: { id, people: 2, version: 1 } })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 409, success: false, data: { theirs: { people: 1, version: 2 } } },
    })
  })

  it('saves once for one Idempotency-Key', async () => {
    const options = { body: { name: '只存一次' }, headers: { 'idempotency-key': 'key-1' } }
    const [one, other] = [await call('POST', 'ward/save', options), await call('POST', 'ward/save', options)]
    expect(one.status).toBe(200)
    expect(other.body.data.id).toBe(one.body.data.id)
    expect((await call('GET', 'ward/exactTotal?name_equal=只存一次')).body.data).toBe(1)
    expect((await call('POST', 'ward/save', { ...options, headers: { 'idempotency-key': 'a b' } })).status).toBe(400)
  })

  it('saves lines with their master and returns both', async () => {
    const ward = await newWard('采购区')
    const lines = [
      { thing: '纸', quantity: 3, price: 1.5 },
      { thing: '笔', quantity: 2, price: 2.25 },
    ]
    const saved = await call('POST', 'purchase/save', { body: { wardId: ward.id, title: '办公', lines } })
    expect(saved.body.data).toMatchObject({
      total: 9,
      lines: [{ thing: '纸' }, { thing: '笔', amount: 4.5 }],
    })
    const bad = await call('POST', 'purchase/save', {
      body: { wardId: ward.id, title: '坏', lines: [{ thing: '纸' }] },
    })
    expect(bad).toMatchObject({
      status: 400,
      body: { errors: { 'lines.0.quantity': '请输入数量', 'lines.0.price': '请输入单价' } },
    })
  })

  it('makes a transition by its method and path, and only from valid states', async () => {
    const ward = await newWard('信区')
    const { id } = (await call('POST', 'letter/save', { body: { wardId: ward.id, subject: '整改' } })).body.data
    expect((await call('PUT', 'letter/answer', { body: { id, reply: '好' } })).status).toBe(409)
    expect((await call('POST', 'letter/issue', { body: { id } })).body.data).toMatchObject({ state: '1' })
    expect((await call('PUT', 'letter/answer', { body: { id } })).body.errors).toEqual({ reply: '请输入回复' })
    expect((await call('PUT', 'letter/answer', { body: { id, reply: '已改' } })).body.data).toMatchObject({
      state: '2',
      reply: '已改',
    })
    const history = await server.call('GET', `/api/engine/history/letter/${id}`, { token })
    expect(history.body.data).toHaveLength(3)
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
