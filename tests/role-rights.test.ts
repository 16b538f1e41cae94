import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'roles.yaml': `clerk: { title: { zh: 文员, en: Clerk }, allow: [order_view] }
chief: { title: { zh: 科长, en: Chief }, allow: [order_*, role_view, role_edit, user_view] }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: { icon: store }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  cost: { type: money, title: { zh: 进价, en: Cost } }
  buyer: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
access: [{ role: clerk, allow: [view], where: "name != 'secret'", hide: [cost] }]
`,
}

describe.each(databasesWalked('postgres'))('the rights of roles on screen, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let chief: string
  let extra: string
  const roleId = async (alias: string): Promise<string> =>
    (await calls.data('GET', 'engine/access/roles')).find((one: { alias: string }) => one.alias === alias).id
  const person = async (account: string, aliases: readonly string[]) => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const user = {
      account,
      name: account,
      realName: account,
      password: 'Person-26',
      deptId,
      roleId: await Promise.all(aliases.map(roleId)),
    }
    await calls.data('POST', 'blade/v1/bladeUser/save', user)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(account, 'Person-26')
  }
  const rights = async (alias: string, by = calls.token) =>
    calls.data('GET', `engine/access/roles/${await roleId(alias)}`, undefined, by)
  const preview = (record: object, by = calls.token) => calls.call('POST', 'engine/access/preview', record, by)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    extra = await calls
      .data('POST', 'blade/v1/bladeRole/save', {
        roleName: '附加',
        roleAlias: 'extra',
        parentId: await roleId('clerk'),
        codes: ['order_view', 'order_add'],
      })
      .then(({ id }) => id)
    await person('one', ['clerk'])
    await person('two', ['clerk', 'extra'])
    chief = await person('boss', ['chief'])
  }, 60_000)
  afterAll(() => server.close())

  it('are listed as a tree, with the users of each', async () => {
    const roles = await calls.data('GET', 'engine/access/roles')
    const clerk = roles.find((one: { alias: string }) => one.alias === 'clerk')
    expect(clerk).toMatchObject({ users: 2, isBuiltIn: true, codes: 1 })
    expect(roles.find((one: { id: string }) => one.id === extra)).toMatchObject({
      parentId: clerk.id,
      users: 1,
      isBuiltIn: false,
    })
    expect(await rights('clerk')).toMatchObject({
      ...{ codes: ['order_view'], declared: ['order_view'], grantable: null },
      rules: [{ resource: 'order', where: "name != 'secret'", hide: [{ en: 'Cost' }] }],
      personal: [{ resource: 'order', code: 'order_unmask', titles: [{ en: 'Phone' }] }],
    })
    expect((await rights('clerk', chief)).grantable).toContain('order_delete')
  })

  it('say before a save whom it touches and what they gain and lose, and change nothing', async () => {
    const { id, version } = await rights('clerk')
    const { status, body } = await preview({ id, version, codes: ['order_add'] })
    expect(status).toBe(200)
    // The second user keeps nothing: the role below loses what its parent no longer has, and gains nothing.
    expect(body.data.users).toBe(2)
    expect(body.data.losses).toEqual([{ code: 'order_view', users: 2 }])
    expect(body.data.gains).toEqual([{ code: 'order_add', users: 1 }])
    expect(body.data.below).toEqual(expect.arrayContaining([extra]))
    expect((await rights('clerk')).codes).toEqual(['order_view'])
    expect((await rights('extra')).codes).toEqual(['order_add', 'order_view'])
  })

  it('say before a save whose data scope changes', async () => {
    const { id, version, codes } = await rights('clerk')
    const { body } = await preview({ id, version, codes, dataScope: 'own' })
    expect(body.data).toMatchObject({ gains: [], losses: [] })
    expect(body.data.users).toBeGreaterThan(0)
  })

  it('contain API scopes, of which a preview says who gains and loses them', async () => {
    const [{ id: menuId }] = (await calls.data('GET', 'blade/v1/bladeMenu/listByQuery')).filter(
      (one: { code: string }) => one.code === 'order',
    )
    const row = { menuId, resourceCode: 'pages', scopeName: '分页', scopePath: '/city/v1/order/page', scopeType: '2' }
    const scope = await calls.data('POST', 'blade/v1/bladeApiScope/save', row)
    const { id, version, codes, scopes } = await rights('clerk')
    expect(scopes).toEqual([{ kind: 'apiScopes', id: scope.id, name: '分页', resource: 'order' }])
    const record = { id, version, codes, apiScopes: [scope.id] }
    const code = `apiScopes/${scope.id}`
    const users = 2
    expect((await preview(record)).body.data).toMatchObject({ users, gains: [{ code, users }], losses: [] })
    await calls.data('PUT', 'blade/v1/bladeRole/update', record)
    const { body } = await preview({ id, version: version + 1, codes, apiScopes: [] })
    expect(body.data).toMatchObject({ users, gains: [], losses: [{ code, users }] })
    await calls.data('DELETE', 'blade/v1/bladeApiScope/removeByIds', { ids: [scope.id] })
    const after = await rights('clerk')
    expect(after.apiScopes).toEqual([])
    // A role that was changed meanwhile does not get a restored scope again.
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id, version: after.version, remark: '已收回' })
    await calls.data('POST', 'engine/restore/bladeApiScope', { ids: [scope.id] })
    expect((await rights('clerk')).apiScopes).toEqual([])
    await calls.data('DELETE', 'blade/v1/bladeApiScope/removeByIds', { ids: [scope.id] })
  })

  it('change the rights of no user where a preview has the same scopes in another order', async () => {
    const [{ id: menuId }] = (await calls.data('GET', 'blade/v1/bladeMenu/listByQuery')).filter(
      (one: { code: string }) => one.code === 'order',
    )
    const add = async (resourceCode: string): Promise<string> =>
      (
        await calls.data('POST', 'blade/v1/bladeDataScope/save', {
          ...{ menuId, resourceCode, scopeName: resourceCode, scopeType: '1' },
        })
      ).id
    const dataScopes = [await add('first'), await add('second')]
    const { id, version, codes } = await rights('clerk')
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id, version, dataScopes: dataScopes.toReversed() })
    expect((await preview({ id, version: version + 1, codes, dataScopes })).body.data.users).toBe(0)
    expect((await preview({ id, version: version + 1, codes, dataScopes: [] })).body.data.users).toBe(2)
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id, version: version + 1, dataScopes: [] })
    await calls.data('DELETE', 'blade/v1/bladeDataScope/removeByIds', { ids: dataScopes })
  })

  it('are previewed by the guard that saves them', async () => {
    const { id, version } = await rights('clerk')
    expect((await preview({ id, version, codes: ['order_view', 'user_view'] }, chief)).status).toBe(200)
    const beyond = await preview({ id, version, codes: ['order_view', 'user_edit'] }, chief)
    expect(beyond.status).toBe(403)
    expect(beyond.body.errors).toHaveProperty('codes')
    expect(
      (await calls.call('GET', 'engine/access/roles', undefined, await server.signIn('one', 'Person-26'))).status,
    ).toBe(403)
    expect((await preview({ id, version: version - 1, codes: [] })).status).toBe(409)
  })
})
