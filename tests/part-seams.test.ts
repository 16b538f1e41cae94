import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allJobs } from '../engine/server/jobs/product-jobs.ts'
import { mergedParts } from '../engine/server/part.ts'
import { badgesApp } from './parts/badges/app.ts'
import { badges } from './parts/badges/part.ts'
import { databasesWalked } from './support/databases.ts'
import { listenToEvents } from './support/event-listener.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('a part of a product on $kind', kind => {
  let server: ServerUnderTest
  let address: string
  let token: string
  let wardId: string
  const call = (method: string, url: string, body?: object) =>
    server.call(method, url, { token, headers: { 'accept-language': 'en' }, ...(body && { body }) })

  beforeAll(async () => {
    server = await startServer(kind, badgesApp, { ...badges, settings: { port: 0 } })
    address = await server.engine.listen()
    token = await server.signIn('admin', adminPassword)
    wardId = (await call('POST', '/api/city/v1/ward/save', { name: 'East', colour: '#1FA99A' })).body.data.id
  }, 60_000)
  afterAll(() => server.close())

  it('brings a field type, whose values are validated', async () => {
    const wrong = await call('POST', '/api/city/v1/ward/save', { name: 'West', colour: 'teal' })
    expect(wrong.status).toBe(400)
    const { records } = (await call('GET', '/api/city/v1/ward/page?colour_like=1FA')).body.data
    expect(records).toMatchObject([{ name: 'East', colour: '#1FA99A' }])
  })

  it('runs an effect of a step, on its table, its kind of descriptor and its topic', async () => {
    const listener = await listenToEvents(address, token, 'topics=badges,unknown')
    const letter = (await call('POST', '/api/city/v1/letter/save', { wardId, subject: 'Fair' })).body.data
    expect((await call('POST', '/api/city/v1/letter/issue', { id: letter.id, version: letter.version })).status).toBe(
      200,
    )
    expect((await call('GET', '/api/badges/v1/given')).body.data).toEqual({ given: [{ ward: wardId, title: 'Gold' }] })
    await listener.until(() => listener.text().includes('"topics":{"badges":[{"badge":"gold","subject":"East Fair"}]}'))
    const task = (await call('GET', '/api/sys/v1/sysTask/getByQuery?code_equal=badge-review')).body.data
    expect((await call('POST', '/api/sys/v1/sysTask/run', { id: task.id })).status).toBe(200)
    await listener.until(() => listener.text().includes('"subject":null'))
    expect((await call('GET', '/api/badges/v1/given')).body.data).toEqual({ given: [] })
    await listener.stop()
  })

  it('streams to anyone', async () => {
    const answer = await server.call('GET', '/api/badges/v1/names')
    expect([answer.status, String(answer.body)]).toEqual([200, 'gold'])
  })
})

it('is refused beside another part with the same names', () => {
  expect(() => mergedParts([badges, { ...badges, name: 'copy' }])).toThrow('badges and copy')
  const give = async () => ({})
  const engine = { name: 'engine', ownHandlers: { stall: { give } } }
  expect(() => mergedParts([engine, { name: 'product', handlers: { stall: { give } } }])).toThrow('engine and product')
})

it('is refused with a job of the engine', () => {
  const job = Object.values(badges.jobs ?? {})[0]
  if (job === undefined) throw new Error('The part of the test has no job.')
  const own = { title: job.title, schedule: { seconds: 60 }, run: async () => 0 }
  expect(() => allJobs({ counted: own }, { counted: job })).toThrow('counted')
  expect(Object.keys(allJobs({ counted: own }, { another: job }))).toEqual(['another', 'counted'])
})
