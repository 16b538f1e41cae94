import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { libraryApp } from './support/library-app.ts'
import { adminPassword, type CallOptions, type ServerUnderTest, startServer } from './support/server.ts'

const loans = '/api/lib/v1/loan'
const english = { 'accept-language': 'en' }

describe.each(databasesWalked('postgres'))('operations that descriptors declare ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let east: string

  const call = async (method: string, url: string, body?: unknown, options: CallOptions = {}) =>
    server.call(method, url, { token: admin, headers: english, ...(body !== undefined && { body }), ...options })
  const save = async (resource: string, record: object) =>
    (await call('POST', `/api/lib/v1/${resource}/save`, record)).body.data.id as string
  const loanOf = (reader: string, more: object = {}) => save('loan', { branchId: east, reader, ...more })

  beforeAll(async () => {
    server = await startServer(kind, libraryApp)
    admin = await server.signIn('admin', adminPassword)
    east = await save('branch', { name: '东馆' })
  })
  afterAll(() => server.close())

  describe('semantics 28: GET never writes, and names of operations and of v1 paths are reserved', () => {
    it('a transition has a path whose name is reserved, where the engine has no such endpoint', async () => {
      const id = await loanOf('甲')
      await call('POST', `${loans}/close`, { id })
      expect((await call('POST', `${loans}/restore`, { id })).body.data).toMatchObject({ id, state: '0' })
      expect(await call('POST', `${loans}/reinstate`, { id })).toMatchObject({ status: 404 })
    })

    it('no transition or action is made by GET', async () => {
      const id = await loanOf('乙')
      const refused = await call('GET', `${loans}/close?id=${id}`)
      expect(refused).toMatchObject({ status: 405, headers: { allow: 'POST' } })
      expect((await call('GET', `${loans}/getById?id=${id}`)).body.data).toMatchObject({ state: '0', version: 1 })
    })

    it.each([
      ['PUT', '/api/lib/v1/branch/loans/annotate/', 'below another resource'],
      ['POST', '/api/desk/stamps/', 'of its own'],
    ])('%s %s… is an absolute path, %s, with a required input', async (method, path) => {
      const id = await loanOf('丙')
      expect((await call(method, `${path}read`, { id })).body.data).toMatchObject({ id, note: 'read' })
      expect(await call(method, `${path}${'x'.repeat(51)}`, { id })).toMatchObject({
        status: 400,
        body: { errors: { note: 'Note length cannot exceed 50' } },
      })
      expect((await call(method, path, { id })).status).toBe(404)
      expect((await call('DELETE', `${path}read`, { id })).status).toBe(405)
      expect((await call(method, `${path}read`, { id }, { token: 'none' })).status).toBe(401)
    })
  })
})
