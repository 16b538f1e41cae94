import { fetchUtils } from 'ra-core'
import simpleRestProvider from 'ra-data-simple-rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('ra-data-simple-rest on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let provider: ReturnType<typeof simpleRestProvider>

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    const address = await server.engine.app.listen({ port: 0, host: '127.0.0.1' })
    token = await server.signIn('admin', adminPassword)
    provider = simpleRestProvider(`${address}/api/rest`, (url, options = {}) => {
      const headers = new Headers(options.headers)
      headers.set('Blade-Auth', `bearer ${token}`)
      return fetchUtils.fetchJson(url, { ...options, headers })
    })
  })
  afterAll(() => server.close())

  const ward = async (name: string, people: number) =>
    (await provider.create('ward', { data: { name, people } })).data as { id: string; version: number }
  const listed = (page: number, perPage: number, filter = {}) =>
    provider.getList('ward', { pagination: { page, perPage }, sort: { field: 'people', order: 'DESC' }, filter })

  it('lists pages with their total, sorted and filtered', async () => {
    for (let people = 1; people <= 12; people++) await ward(`街${people}`, people)
    const second = await listed(2, 5)
    expect([second.total, second.data.map(one => one.people)]).toEqual([12, [7, 6, 5, 4, 3]])
    expect((await listed(1, 1000)).data).toHaveLength(12)
    const between = async (range: string) =>
      (await server.call('GET', `/api/rest/ward?sort=["people","DESC"]&range=${range}`, { token })).body.map(
        (one: { people: number }) => one.people,
      )
    expect(await between('[7,10]')).toEqual([5, 4, 3, 2])
    expect((await listed(2, 500)).data).toEqual([])
    expect(await listed(1, 10, { people_ge: 11 })).toMatchObject({ total: 2 })
    expect(await listed(1, 10, { name: '不存在' })).toMatchObject({ total: 0, data: [] })
  })

  it('reads one and many records, and those that refer to one', async () => {
    const [one, other] = [await ward('甲', 20), await ward('乙', 21)]
    expect((await provider.getOne('ward', { id: one.id })).data).toMatchObject({ name: '甲', people: 20 })
    const many = await provider.getMany('ward', { ids: [one.id, other.id] })
    expect(many.data.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
    await provider.create('letter', { data: { wardId: one.id, subject: 's' } })
    const referring = {
      target: 'wardId',
      pagination: { page: 1, perPage: 5 },
      sort: { field: 'id', order: 'ASC' },
      filter: {},
    } as const
    const of = async (id: string) => (await provider.getManyReference('letter', { ...referring, id })).total
    expect([await of(one.id), await of(other.id)]).toEqual([1, 0])
  })

  it('saves a record as it was read, with its lines, and detects a conflict', async () => {
    const { id: wardId } = await ward('丙', 30)
    const lines = [{ thing: '米', quantity: 2, price: '3.00' }]
    const { id } = (await provider.create('purchase', { data: { wardId, title: '采购', lines } })).data
    const previousData = (await provider.getOne('purchase', { id })).data
    const data = { ...previousData, title: '采购二', lines: [{ ...previousData.lines[0], quantity: 5 }] }
    const saved = (await provider.update('purchase', { id, data, previousData })).data
    expect(saved).toMatchObject({ title: '采购二', total: 15, wardIdName: '丙' })
    await expect(provider.update('purchase', { id, data, previousData })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/\S/),
    })
  })

  it('returns what is wrong by field, and deletes', async () => {
    const { id } = await ward('丁', 40)
    await expect(provider.create('ward', { data: { name: '丁', people: -1 } })).rejects.toMatchObject({
      status: 400,
      body: { errors: { people: expect.any(String) } },
    })
    const previousData = (await provider.getOne('ward', { id })).data
    await provider.delete('ward', { id, previousData })
    await expect(provider.getOne('ward', { id })).rejects.toMatchObject({ status: 404 })
    await expect(provider.getOne('other', { id })).rejects.toMatchObject({ status: 404 })
  })
})
