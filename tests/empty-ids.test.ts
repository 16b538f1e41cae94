import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

describe.each(databasesWalked('embedded'))('a request with an empty list of ids ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  const status = async (method: string, url: string, body?: unknown) =>
    (await server.call(method, `/api/${url}`, { token, ...(body !== undefined && { body }) })).status

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('is refused by every removal of the v1 dialect', async () => {
    const resources = Object.values(server.engine.model().resources).filter(({ readOnly }) => !readOnly)
    expect(resources.length).toBeGreaterThan(10)
    for (const { module, name } of resources)
      for (const call of ['removeById', 'removeByIds'])
        for (const body of [{ ids: [] }, { ids: '' }, { ids: ',' }, { id: [] }, [], {}, { ids: null }])
          expect([name, call, body, await status('DELETE', `${module}/v1/${name}/${call}`, body)]).toEqual([
            name,
            call,
            body,
            400,
          ])
  })

  it('is refused by every removal of the blade dialect', async () => {
    const paths = Object.values(server.engine.model().resources).flatMap(({ dialect, readOnly }) =>
      readOnly ? [] : (dialect?.blade ?? []),
    )
    for (const path of [...paths, 'blade-system/menu', 'blade-system/topmenu'])
      for (const query of ['', '?ids=', '?ids=,', '?ids=,,'])
        expect([path, query, await status('POST', `${path}/remove${query}`)]).toEqual([path, query, 400])
  })

  it.each([
    ['POST', 'blade-user/grant?userIds=&roleIds=1', undefined],
    ['POST', 'blade-user/grant?userIds=1&roleIds=', undefined],
    ['POST', 'blade-user/reset-password?userIds=', undefined],
    ['POST', 'blade-user/unlock?userIds=,', undefined],
    ['POST', 'blade-system/tenant/setting?ids=&accountNumber=1', undefined],
    ['POST', 'blade-system/role/grant', { roleIds: [], menuIds: [] }],
    ['POST', 'blade-system/role/grant', { roleIds: '', menuIds: [] }],
    ['POST', 'blade-system/topmenu/grant', { topMenuIds: [], menuIds: [] }],
    ['GET', 'blade-system/menu/role-tree-keys?roleIds=', undefined],
    ['GET', 'blade-system/menu/top-tree-keys?topMenuIds=', undefined],
    ['POST', 'engine/bulk/ward', { select: { ids: [] }, do: { kind: 'remove' } }],
    ['POST', 'engine/bulk/ward/preview', { select: { ids: [] }, do: { kind: 'remove' } }],
    ['POST', 'engine/export/ward', { format: 'csv', ids: [] }],
    ['POST', 'engine/restore/ward', { ids: [] }],
  ])('is refused by %s %s %j', async (method, url, body) => {
    expect(await status(method, url, body)).toBe(400)
  })
})
