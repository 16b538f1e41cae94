import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('postgres'))('pinned and recent places on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  const call = (method: string, path: string, body?: unknown, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const pinned = async (by = token) => (await call('GET', 'engine/index', undefined, by)).body.data.pinned
  const visit = async (resource: string, id: string) => (await call('PUT', 'engine/visits', { resource, id })).body
  const ward = async (name: string): Promise<string> => (await call('POST', 'city/v1/ward/save', { name })).body.data.id

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('pins lists in order, and unpins them', async () => {
    expect(await pinned()).toEqual([])
    for (const name of ['letter', 'ward', 'purchase'])
      expect((await call('PUT', `engine/pins/${name}`, { pinned: true })).status).toBe(200)
    expect(await pinned()).toEqual(['letter', 'ward', 'purchase'])
    await call('PUT', 'engine/pins/ward', { pinned: false })
    expect(await pinned()).toEqual(['letter', 'purchase'])
    // The chosen columns remain, and the pin remains when they change.
    await call('PUT', 'engine/choices/letter', { columns: ['subject'], widths: {} })
    expect(await pinned()).toEqual(['letter', 'purchase'])
    await call('PUT', 'engine/pins/letter', { pinned: false })
    expect((await call('GET', 'engine/views/letter')).body.data.columns).toEqual(['subject'])
  })

  it('stores the eight most recently opened records, each once, the latest first', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_one, n) => ward(`去过${n}`)))
    for (const id of ids) await visit('ward', id)
    const { data } = await visit('ward', String(ids[5]))
    expect(data.map(({ name }: { name: string }) => name)).toEqual([5, 9, 8, 7, 6, 4, 3, 2].map(n => `去过${n}`))
    expect((await call('GET', 'engine/visits')).body.data).toEqual(data)
    expect(data[0]).toEqual({ resource: 'ward', id: ids[5], name: '去过5' })
  })

  it('omits deleted records, and removes none for a missing one', async () => {
    const gone = await ward('要删的')
    await visit('ward', gone)
    await call('DELETE', 'city/v1/ward/removeById', { id: gone })
    const before = (await call('GET', 'engine/visits')).body.data
    expect(before.map(({ name }: { name: string }) => name)).not.toContain('要删的')
    expect((await visit('ward', '999')).data).toEqual(before)
  })

  it.each([
    ['an unknown list', 'engine/pins/nothing', { pinned: true }, 404],
    ['a pin that is not a boolean', 'engine/pins/ward', { pinned: 'yes' }, 400],
    ['a record of an unknown resource', 'engine/visits', { resource: 'nothing', id: '1' }, 404],
    ['an invalid id', 'engine/visits', { resource: 'ward', id: 'x' }, 400],
  ])('refuses %s', async (_what, path, body, status) => {
    expect((await call('PUT', path, body)).status).toBe(status)
  })

  it('are personal, and limited to what the user may view', async () => {
    const { deptId } = (await call('GET', 'blade-user/info')).body.data
    const role = (await call('POST', 'blade/v1/bladeRole/save', { roleName: '无权', roleAlias: 'outsider' })).body.data
    const person = {
      deptId,
      account: 'outsider',
      name: '无权',
      realName: '无权',
      password: 'Outsider-26',
      roleId: [role.id],
    }
    await call('POST', 'blade/v1/bladeUser/save', person)
    await server.call('PUT', '/api/engine/pins/ward', { token, body: { pinned: true } })
    const { kysely } = server.engine.database
    await kysely.deleteFrom('engine_password_due').execute()
    const outsider = await server.signIn('outsider', 'Outsider-26')
    expect(await pinned(outsider)).toEqual([])
    expect((await call('PUT', 'engine/pins/ward', { pinned: true }, outsider)).status).toBe(403)
    expect((await call('GET', 'engine/visits', undefined, outsider)).body.data).toEqual([])
  })
})
