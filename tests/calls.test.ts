import { Readable } from 'node:stream'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineParts } from '../engine/server/engine-parts.ts'
import type { Dialect } from '../engine/server/http/dialect.ts'
import { defineCall, defineContentCall } from '../engine/server/http/product-calls.ts'
import { mergedParts } from '../engine/server/part.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

interface CountInput {
  people: number
}
interface CountAnswer {
  wards: number
}
const title = { zh: '统计街区', en: 'Count wards' }
const input = {
  type: 'object',
  properties: { people: { type: 'integer', minimum: 0 } },
  required: ['people'],
  additionalProperties: false,
} as const
const answer = { type: 'object', properties: { wards: { type: 'integer' } }, required: ['wards'] } as const

const count = defineCall<CountInput, CountAnswer>({
  method: 'GET',
  path: '/api/statistics/v1/wards',
  title,
  code: 'ward_view',
  input,
  answer,
  handle: async ({ ctx, store, input }) => ({
    wards: await store.count(ctx, 'ward', { people_ge: String(input.people) }),
  }),
})
const found = defineCall<{ name: string }, { id: string }>({
  method: 'POST',
  path: '/api/statistics/v1/found',
  title: { zh: '设立街区', en: 'Found a ward' },
  code: 'ward_add',
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  answer: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  handle: async ({ ctx, store, input, key }) => ({ id: String((await store.save(ctx, 'ward', input, key))['id']) }),
})
const broken = defineCall<object, CountAnswer>({
  method: 'GET',
  path: '/api/statistics/v1/broken',
  title,
  code: 'ward_view',
  input: { type: 'object', required: [] },
  answer: { ...answer, properties: { wards: { type: 'integer', minimum: 1 } } },
  handle: async () => ({ wards: 0 }),
})

const bytes = Buffer.from('0123456789')
const media = defineContentCall<{ name: string }>({
  path: '/api/statistics/v1/media/:name',
  title,
  code: 'anyone',
  reason: 'public-media',
  media: ['video/mp4', 'text/plain'],
  input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
  async handle({ ctx, store, input: { name } }) {
    if (name === 'wards') {
      const total = await store.count(ctx, 'ward', {})
      return { type: 'text/plain', body: Readable.from([String(total), ' wards']) }
    }
    if (name !== 'clip') return undefined
    const read = (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)])
    return { type: 'video/mp4', caching: 'public, max-age=60', body: { size: bytes.length, read } }
  },
})
const reasons = { 'public-media': { zh: '公开的录像', en: 'Public media' } }

const pingDialect: Dialect = (app, { store }) => {
  app.get('/ping/wards', async request => ({ wards: await store.count(request.ctx, 'ward', {}) }))
}

describe.each(databasesWalked('postgres'))('calls and dialects of a product ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let visitor: string
  const path = '/api/statistics/v1/wards'

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, {
      calls: [count, found, broken, media],
      reasons,
      dialects: [pingDialect],
    })
    admin = await server.signIn('admin', adminPassword)
    const post = (url: string, body: object) => server.call('POST', url, { token: admin, body })
    const role = (await post('/api/blade/v1/bladeRole/save', { roleName: '访客', roleAlias: 'visitor' })).body.data.id
    const { deptId } = (await server.call('GET', '/api/blade-user/info', { token: admin })).body.data
    const user = { account: 'visitor', name: '访客', realName: '访客', password: 'Visitor-26', deptId, roleId: role }
    await post('/api/blade/v1/bladeUser/save', user)
    visitor = await server.signIn('visitor', 'Visitor-26')
    await post('/api/city/v1/ward/save', { name: '东区', people: 5 })
  })
  afterAll(() => server.close())

  it('answer in the envelope with typed input', async () => {
    expect((await server.call('GET', `${path}?people=4`, { token: admin })).body).toMatchObject({
      code: 200,
      success: true,
      data: { wards: 1 },
    })
    expect((await server.call('GET', `${path}?people=6`, { token: admin })).body.data).toEqual({ wards: 0 })
  })

  it('write through the guarded store, once for an idempotency key', async () => {
    const send = (token: string) =>
      server.call('POST', '/api/statistics/v1/found', {
        token,
        headers: { 'idempotency-key': 'found-1' },
        body: { name: '新区' },
      })
    const [one, other] = [await send(admin), await send(admin)]
    expect(one.status).toBe(200)
    expect(other.body.data).toEqual(one.body.data)
    expect((await send(visitor)).status).toBe(403)
  })

  it.each([
    ['people=-1', 'people', 'people must be >= 0', '参数 people 不正确，要求：minimum >= 0'],
    ['people=x', 'people', 'people must be integer', '参数 people 不正确，要求：type integer'],
    ['', 'people', 'people is missing', '缺少参数 people'],
    ['people=1&other=2', 'other', 'There is no parameter other', '没有名为 other 的参数'],
  ])('refuse the query "%s" in both languages', async (query, name, english, chinese) => {
    for (const [language, message] of [
      ['en', english],
      ['zh', chinese],
    ] as const) {
      const headers = { 'accept-language': language }
      const refused = await server.call('GET', `${path}?${query}`, { token: admin, headers })
      expect(refused).toMatchObject({ status: 400, body: { code: 400, errors: { [name]: message } } })
    }
  })

  it('require sign-in and the permission code', async () => {
    expect((await server.call('GET', `${path}?people=1`)).status).toBe(401)
    const refused = await server.call('GET', `${path}?people=1`, {
      token: visitor,
      headers: { 'accept-language': 'en' },
    })
    expect(refused).toMatchObject({ status: 403, body: { msg: expect.stringContaining('Count wards') } })
  })

  it('do not send an answer that their schema rejects', async () => {
    const answered = await server.call('GET', '/api/statistics/v1/broken', { token: admin })
    expect(answered.status).toBe(500)
    expect(server.log.join('')).toContain('The answer of /api/statistics/v1/broken is invalid')
  })

  it('answer a file in ranges, and a stream, to requests without sign-in', async () => {
    const get = (name: string, headers = {}) => server.call('GET', `/api/statistics/v1/media/${name}`, { headers })
    const whole = await get('clip')
    expect(whole).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=60', 'content-length': '10' },
    })
    expect(String(whole.body)).toBe('0123456789')
    const part = await get('clip', { range: 'bytes=2-4' })
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 2-4/10', 'content-type': 'video/mp4' },
    })
    expect(String(part.body)).toBe('234')
    expect((await get('clip', { range: 'bytes=90-' })).status).toBe(416)
    expect(String((await get('wards')).body)).toMatch(/^\d+ wards$/)
    expect((await get('other')).status).toBe(404)
    expect((await get('clip?speed=2')).status).toBe(400)
  })

  it('are listed in the OpenAPI document, which only administrators get', async () => {
    const document = (await server.call('GET', '/api/engine/openapi', { token: admin })).body
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
    expect(document.paths[path].get).toMatchObject({ summary: 'Count wards 统计街区', parameters: [{ schema: input }] })
    expect(document.paths['/api/statistics/v1/media/{name}'].get).toMatchObject({
      security: [],
      parameters: [{ name: 'name', in: 'path', required: true }, { in: 'query' }],
      responses: { 206: { content: { 'video/mp4': {} } } },
    })
    expect(document.paths['/api/city/v1/ward/page']).toBeDefined()
    expect((await server.call('GET', '/api/engine/openapi', { token: visitor })).status).toBe(403)
  })

  it('serve a further dialect under the same authority', async () => {
    expect((await server.call('GET', '/ping/wards', { token: admin })).body.wards).toBeGreaterThan(0)
    expect((await server.call('GET', '/ping/wards', { token: visitor })).status).toBe(403)
    expect((await server.call('GET', '/ping/wards')).status).toBe(401)
  })

  it('do not start with a permission code that no role can have', async () => {
    const unknown = { ...count, code: 'ward_veiw' }
    await expect(startServer(kind, sampleApp, { calls: [unknown] })).rejects.toThrow('ward_veiw')
    const open = { ...count, code: 'anyone' }
    await expect(startServer(kind, sampleApp, { calls: [open] })).rejects.toThrow('no reason')
  })
})

it('compares the schemas of a call with the types of its handler', () => {
  const parts = { method: 'GET', path: '/api/x', title, code: 'ward_view', input, answer } as const
  // @ts-expect-error: the answer has no text
  defineCall<CountInput, CountAnswer>({ ...parts, handle: async () => ({ wards: 'many' }) })
  // @ts-expect-error: the schema of the input has no name
  defineCall<{ name: string }, CountAnswer>({ ...parts, handle: async () => ({ wards: 1 }) })
  expect(defineCall<CountInput, CountAnswer>({ ...parts, handle: async () => ({ wards: 1 }) }).code).toBe('ward_view')
})

it('belong to one part each', () => {
  const part = (name: string) => ({ name, calls: [count], jobs: {} })
  expect(() => mergedParts([part('wards'), part('statistics')])).toThrow('wards and statistics')
  expect(mergedParts([part('wards')]).calls).toEqual([count])
  const other = { name: 'wards', topics: { notices: () => undefined } }
  expect(() => mergedParts([...engineParts, other])).toThrow('events and wards')
})
