import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { requestBytes, sendRaw } from './support/raw-http.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'roles.yaml': `clerk: { title: { zh: 文员, en: Clerk }, allow: [order_*, kind_view] }
other: { title: { zh: 其他, en: Other }, allow: [order_view], dataScope: own }
keeper: { title: { zh: 主管, en: Keeper }, allow: [order_*, kind_view, role_*, user_*, dept_view, data_scope_*] }
`,
  'resources/city/kind.yaml': `title: { zh: 类别, en: Kind }
menu: { icon: store }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: { icon: store }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  area: { type: text, title: { zh: 片区, en: Area } }
`,
}

describe.each(databasesWalked('postgres'))('scopes and packages, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const ids: Record<string, string> = {}
  const tokens: Record<string, string> = {}
  const orders: string[] = []
  const person = async (account: string, aliases: readonly string[]) => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const user = { account, name: account, realName: account, password: 'Person-26', deptId }
    const { id } = await calls.data('POST', 'blade/v1/bladeUser/save', {
      ...user,
      roleId: aliases.map(one => ids[one]),
    })
    ids[account] = id
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    tokens[account] = await server.signIn(account, 'Person-26')
  }
  const names = async (by: string) =>
    (await calls.data('GET', 'city/v1/order/page?size=50', undefined, tokens[by])).records
      .map(({ name }: { name: string }) => name)
      .sort()
  const scope = async (values: object) => {
    const row = { menuId: ids['order'], resourceCode: `s${Math.random()}`.replace('.', ''), scopeName: 'x', ...values }
    return calls.call('POST', 'blade-system/data-scope/submit', row)
  }
  const grant = (alias: string, more: object) =>
    calls.call('POST', 'blade-system/role/grant', { roleIds: [ids[alias]], menuIds: [ids['order_view']], ...more })
  /** The secret of a service token with a role. */
  const device = async (roleId: string | undefined, by?: string) => {
    const values = { name: 'd', roleId, operations: 'order_*\nkind_*', expireTime: '2099-01-01 00:00:00' }
    const { id } = await calls.data('POST', 'blade/v1/bladeServiceToken/save', values, by)
    return (await calls.data('POST', 'blade/v1/bladeServiceToken/issue', { id }, by)).secret
  }
  const keys = () => calls.data('GET', `blade-system/menu/role-tree-keys?roleIds=${ids['clerk']}`)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    for (const { id, alias } of await calls.data('GET', 'engine/access/roles')) ids[alias] = id
    const walk = (nodes: readonly { id: string; code: string; children?: readonly never[] }[]): void => {
      for (const { id, code, children } of nodes) {
        ids[code] = id
        walk(children ?? [])
      }
    }
    walk(await calls.data('GET', 'blade-system/menu/buttons'))
    await person('clerk1', ['clerk'])
    await person('both', ['clerk', 'other'])
    await person('keeper1', ['keeper'])
    tokens['device'] = await device(ids['clerk'])
    for (const [name, area] of [
      ['a', 'east'],
      ['b', 'west'],
    ])
      orders.push(await calls.save('order', { name, area }))
  }, 60_000)
  afterAll(() => server.close())

  it('a custom scope bounds the rows of its role on its resource, in lists and exports (semantics 53)', async () => {
    expect(await names('clerk1')).toEqual(['a', 'b'])
    expect((await scope({ scopeType: '5', scopeValue: "area = 'east'; drop table x" })).body.errors).toHaveProperty(
      'scopeValue',
    )
    expect((await scope({ scopeType: '5', scopeValue: "gone == 'east'" })).status).toBe(400)
    expect((await scope({ scopeType: '5', scopeValue: "area == 'east'" })).status).toBe(200)
    const [{ id }] = (await calls.data('GET', 'blade-system/data-scope/list')).records
    ids['scope'] = id
    expect((await grant('clerk', { dataScopeIds: [id] })).status).toBe(200)
    expect(await keys()).toMatchObject({ dataScope: [id], apiScope: [] })
    expect((await calls.data('GET', 'blade-system/menu/grant-tree')).dataScope).toMatchObject([
      { id: ids['order'], children: [{ id }] },
    ])
    expect(await names('clerk1')).toEqual(['a'])
    const csv = await calls.call('GET', 'engine/export/order?format=csv&columns=name', undefined, tokens['clerk1'])
    expect(csv.status === 403 || !String(csv.body).includes('b')).toBe(true)
    expect(await names('device')).toEqual(['a'])
    // Its rows count with the code of its own role only; the other role adds its own rows.
    expect(await names('both')).toEqual(['a'])
    const mine = sql`update "order" set create_user = ${ids['both']}::bigint where id = ${orders[1]}::bigint`
    await mine.execute(server.engine.database.kysely)
    expect(await names('both')).toEqual(['a', 'b'])
    const why = await calls.data('GET', `engine/access/why?user=${ids['clerk1']}&resource=order&id=${orders[1]}`)
    expect(why.steps.at(-2)).toMatchObject({ kind: 'scope', passed: false })
  })

  it('compares to itself only in the guard, and is defined by administrators', async () => {
    const assign = () =>
      calls.call('PUT', 'blade/v1/bladeUser/update', { id: ids['clerk1'], roleId: [ids['clerk']] }, tokens['keeper1'])
    expect((await assign()).status).toBe(200)
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id: ids['keeper'], dataScopes: [ids['scope']] })
    expect((await scope({ scopeType: '1' })).status).toBe(200)
    const row = { id: ids['scope'], scopeName: 'y' }
    expect((await calls.call('PUT', 'blade/v1/bladeDataScope/update', row, tokens['keeper1'])).status).toBe(403)
    // A role with another scope there may reach further.
    const all = (await calls.data('GET', 'blade-system/data-scope/list')).records.find(
      (one: { id: string }) => one.id !== ids['scope'],
    )
    await grant('other', { dataScopeIds: [all.id] })
    const wider = await calls.call(
      'PUT',
      'blade/v1/bladeUser/update',
      { id: ids['clerk1'], roleId: [ids['clerk'], ids['other']] },
      tokens['keeper1'],
    )
    expect(wider.status).toBe(403)
  })

  it('an API scope restricts an endpoint and grants nothing (semantics 53)', async () => {
    const page = (by: string, path = 'city/v1/order/page') => calls.call('GET', path, undefined, tokens[by])
    expect((await page('clerk1')).status).toBe(200)
    const row = {
      menuId: ids['order'],
      resourceCode: 'pages',
      scopeName: 'p',
      scopePath: '/city/v1/order/page',
      scopeType: '2',
    }
    await calls.data('POST', 'blade-system/api-scope/submit', row)
    expect([(await page('clerk1')).status, (await page('device')).status]).toEqual([403, 403])
    expect((await page('clerk1', 'city/v1/%6frder/page')).status).toBe(403)
    expect((await page('clerk1', 'city/v1/order/page/')).status).toBe(403)
    expect((await page('clerk1', 'city/v1/order/exactTotal')).status).toBe(200)
    expect((await calls.call('GET', 'city/v1/order/page')).status).toBe(200)
    const [{ id }] = (await calls.data('GET', 'blade-system/api-scope/list')).records
    await grant('clerk', { dataScopeIds: [ids['scope']], apiScopeIds: [id] })
    expect([(await page('clerk1')).status, (await page('device')).status]).toEqual([200, 200])
    expect((await page('keeper1')).status).toBe(403)
    // Who lacks it neither grants nor assigns it.
    const update = (resource: string, row: object) =>
      calls.call('PUT', `blade/v1/${resource}/update`, row, tokens['keeper1'])
    expect((await update('bladeRole', { id: ids['keeper'], apiScopes: [id] })).status).toBe(403)
    const another = { id: ids['clerk1'], roleId: [ids['clerk']] }
    expect((await update('bladeUser', another)).status).toBe(403)
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id: ids['keeper'], apiScopes: [id] })
    expect((await update('bladeUser', another)).status).toBe(200)
    await calls.data('PUT', 'blade/v1/bladeRole/update', { id: ids['keeper'], apiScopes: [] })
    await calls.data('POST', `blade-system/api-scope/remove?ids=${id}`)
    expect((await page('keeper1')).status).toBe(200)
  })

  it('an API scope closes its endpoint in every form of the address, of every resource (semantics 53)', async () => {
    const { resources } = await calls.data('GET', 'engine/index')
    const port = Number(new URL(await server.engine.app.listen({ port: 0 })).port)
    const paths = resources.map(
      ({ module, name }: { module: string; name: string }) => `/api/${module}/v1/${name}/page`,
    )
    for (const path of [...paths, '/api/blade-system/dept/list']) {
      const row = { menuId: ids['order'], resourceCode: 'page', scopeName: 'p', scopePath: path, scopeType: '2' }
      const { id } = await calls.data('POST', 'blade/v1/bladeApiScope/save', row)
      for (const target of [path, `${path}#x`, `http://localhost${path}`, path.replaceAll('a', '%61')]) {
        const bytes = requestBytes('GET', target, [['Blade-Auth', `bearer ${tokens['clerk1']}`]])
        const { body } = (await sendRaw(port, bytes)) ?? {}
        expect([target, JSON.parse(String(body))], target).toMatchObject([target, { code: 403, data: null }])
      }
      await calls.data('POST', `blade-system/api-scope/remove?ids=${id}`)
    }
  })

  it('a restored scope is granted to no role, whatever had it before its deletion (semantics 43)', async () => {
    await grant('clerk', { dataScopeIds: [ids['scope']] })
    expect(await names('clerk1')).toEqual(['a'])
    await calls.data('POST', `blade-system/data-scope/remove?ids=${ids['scope']}`)
    expect(await keys()).toMatchObject({ dataScope: [] })
    await calls.data('POST', 'engine/restore/bladeDataScope', { ids: [ids['scope']] })
    expect(await keys()).toMatchObject({ dataScope: [] })
    expect(await names('clerk1')).toEqual(['a', 'b'])
  })

  it('a package limits the menu and the codes of a tenant, of its administrator too', async () => {
    const packed = await calls.call('POST', 'blade-system/tenant-package/submit', {
      packageName: '订单版',
      menuId: `${ids['order']},${ids['user']}`,
    })
    expect(packed.status).toBe(200)
    const [{ id: packageId }] = (await calls.data('GET', 'blade-system/tenant-package/list?current=1&size=10')).records
    const tenant = await calls.data('POST', 'blade/v1/bladeTenant/save', { tenantId: '100200', tenantName: '一中' })
    const { password } = await calls.data('POST', 'blade/v1/bladeTenant/issuePassword', { id: tenant.id })
    const first = await server.signIn('admin', password, '100200')
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    const admin = await server.signIn('admin', password, '100200').catch(() => first)
    const status = async (resource: string, by = admin) =>
      (await calls.call('GET', `city/v1/${resource}/page`, undefined, by)).status
    const [role] = (await calls.data('GET', 'blade/v1/bladeRole/page', undefined, admin)).records
    const token = await device(role.id, admin)
    expect([await status('order'), await status('kind')]).toEqual([200, 200])
    const setting = `blade-system/tenant/package-setting?tenantId=${tenant.id}&packageId=${packageId}`
    expect((await calls.call('POST', setting)).status).toBe(200)
    expect(await calls.data('GET', `blade-system/tenant/package-detail?tenantId=${tenant.id}`)).toMatchObject({
      packageName: '订单版',
    })
    expect([await status('order'), await status('kind')]).toEqual([200, 403])
    expect([await status('order', token), await status('kind', token)]).toEqual([200, 403])
    expect((await calls.call('POST', `blade-system/tenant-package/remove?ids=${packageId}`)).status).toBe(409)
    const change = { id: packageId, menuId: [ids['kind'], ids['user']] }
    expect(await calls.data('POST', 'engine/access/package', change)).toMatchObject({
      ...{ tenants: [{ id: '100200', name: '一中', users: 1 }], losing: 1 },
      ...{ gains: [{ en: 'Kinds' }], losses: [{ en: 'Orders' }] },
    })
    expect((await calls.call('POST', 'engine/access/package', change, admin)).status).toBe(404)
    const entries = JSON.stringify((await calls.data('GET', 'engine/index', undefined, admin)).menu)
    expect([entries.includes('"order"'), entries.includes('"kind"'), entries.includes('"bladeRole"')]).toEqual([
      true,
      false,
      false,
    ])
    expect((await calls.call('GET', 'city/v1/order/exactTotal')).status).toBe(200)
    expect(
      (await calls.call('POST', `blade-system/tenant/datasource?tenantId=${tenant.id}&datasourceId=1`)).status,
    ).toBe(409)
  })
})
