import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('saved search endpoints on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/engine/${path}`, { token, ...(body !== undefined && { body }) })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('create, find, change and delete', async () => {
    const query = { name_like: '东', people_ge: '10' }
    const made = await call('POST', 'views/ward', {
      name: ' 东片 ',
      query,
      sort: { field: 'people', descending: true },
    })
    expect(made.body.data).toMatchObject({
      name: '东片',
      query,
      sort: { field: 'people', descending: true },
      columns: null,
      mine: true,
      editable: true,
      roles: [],
      dropped: 0,
    })
    const { id } = made.body.data
    const changed = await call('PUT', `views/ward/${id}`, {
      name: '东街',
      columns: ['people', 'createTime'],
      sort: null,
    })
    expect(changed.body.data).toMatchObject({ name: '东街', query, sort: null, columns: ['people', 'createTime'] })
    expect((await call('GET', 'views/ward')).body.data.views).toEqual([changed.body.data])
    expect((await call('GET', 'views/letter')).body.data.views).toEqual([])
    expect((await call('DELETE', `views/ward/${id}`)).status).toBe(200)
    expect((await call('GET', 'views/ward')).body.data.views).toEqual([])
    expect((await call('DELETE', `views/ward/${id}`)).status).toBe(404)
  })

  it('store columns, page size and default view separately', async () => {
    const { body } = await call('POST', 'views/ward', { name: '全部', query: {} })
    const columns = ['createUser', 'name']
    expect((await call('PUT', 'choices/ward', { start: body.data.id })).status).toBe(200)
    expect((await call('PUT', 'choices/ward', { columns, widths: { name: 240 } })).status).toBe(200)
    const read = async () => (await call('GET', 'views/ward')).body.data
    expect(await read()).toMatchObject({ columns, widths: { name: 240 }, start: body.data.id })
    expect((await call('PUT', 'choices/ward', { start: null })).status).toBe(200)
    expect(await read()).toMatchObject({ columns, widths: { name: 240 }, start: null })
    await call('PUT', 'choices/ward', { start: body.data.id })
    await call('DELETE', `views/ward/${body.data.id}`)
    expect(await read()).toMatchObject({ columns, start: null })
    expect((await call('PUT', 'choices/ward', { pageSize: 50 })).status).toBe(200)
    expect(await read()).toMatchObject({ columns, pageSize: 50, relatedSize: null })
    expect((await call('PUT', 'choices/ward', { relatedSize: 20 })).status).toBe(200)
    expect(await read()).toMatchObject({ columns, pageSize: 50, relatedSize: 20 })
    expect((await call('PUT', 'choices/ward', { columns: null })).status).toBe(200)
    expect(await read()).toMatchObject({ columns: null, widths: {}, pageSize: 50 })
    expect((await call('PUT', 'choices/ward', { pageSize: null })).status, 'automatic').toBe(200)
    expect(await read()).toMatchObject({ pageSize: null, relatedSize: 20 })
  })

  it.each([
    ['no name', 'POST', 'views/ward', { query: {} }],
    ['the frame of a page', 'POST', 'views/ward', { name: 'x', query: { size: '1' } }],
    ['an invalid value of the field', 'POST', 'views/ward', { name: 'x', query: { people_ge: 'many' } }],
    ['a sort by lines', 'POST', 'views/purchase', { name: 'x', query: {}, sort: { field: 'lines' } }],
    ['no column at all', 'PUT', 'choices/ward', { columns: [] }],
    ['a role that no user has', 'POST', 'views/ward', { name: 'x', query: {}, roleIds: ['77'] }],
    ['a list', 'PUT', 'choices/ward', []],
    ['a page of no row', 'PUT', 'choices/ward', { pageSize: 0 }],
  ])('refuse %s', async (_what, method, path, body) => {
    expect((await call(method, path, body)).status).toBe(400)
  })

  it('refuse requests without a session, and of missing resources', async () => {
    expect((await server.call('GET', '/api/engine/views/ward')).status).toBe(401)
    expect((await call('GET', 'views/missing')).status).toBe(404)
    expect((await call('PUT', 'views/ward/77', { name: 'x' })).status).toBe(404)
    expect((await call('PUT', 'views/ward/x', { name: 'x' })).status).toBe(400)
  })
})
