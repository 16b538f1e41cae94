import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPassword } from '../engine/server/auth/password.ts'
import { databasesUnderTest } from './support/databases.ts'
import { listenToEvents } from './support/event-listener.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape and fail where they differ
type Any = any

const tenantId = '700001'
const password = 'Person-26'

describe.each(databasesUnderTest())('accounts, on $kind', kind => {
  let server: ServerUnderTest
  let address: string
  let calls: ImportCalls
  let roleId: string
  let deptId: string
  let count = 0

  const call = (method: string, path: string, body?: unknown, by?: string) => calls.call(method, path, body, by)
  const person = (more: object = {}) => {
    count += 1
    return {
      account: `n${count}`,
      name: `n${count}`,
      realName: '某人',
      password,
      roleId: [roleId],
      deptId: [deptId],
      ...more,
    }
  }
  const saved = async (more: object = {}): Promise<string> =>
    (await calls.data('POST', 'blade/v1/bladeUser/save', person(more))).id
  const tokens = (whose: string, account: string) =>
    server.call('POST', tokenPath, {
      headers: webClient,
      body: { tenantId: whose, username: account, password, grant_type: 'password' },
    })
  const cookieOf = ({ headers }: Any): string =>
    [headers['set-cookie']]
      .flat()
      .find(text => text.startsWith('mingchu-refresh='))
      .split(';')[0]
  const refresh = (cookie: string) =>
    server.call('POST', tokenPath, { headers: { ...webClient, cookie }, body: { grant_type: 'refresh_token' } })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp, { settings: { port: 0 } })
    address = await server.engine.listen()
    calls = await importCallsOn(server, 'bladeUser')
    roleId = (await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: 'plain', roleAlias: 'plain' })).id
    deptId = (await calls.data('GET', 'blade-user/info')).deptId
    await calls.data('POST', 'blade/v1/bladeTenant/save', { tenantId, tenantName: '分局' })
    await calls.run(
      `insert into blade_role (tenant_id, id, role_name, role_alias) values ('${tenantId}', 71, 'a', 'a')`,
    )
    await calls.run(`insert into blade_user (tenant_id, id, account, name, real_name, role_id, password)
      values ('${tenantId}', 72, 'a', 'a', 'a', '{71}', '${await storedPassword(password)}')`)
  })
  afterAll(() => server.close())

  const tenantRow = async () =>
    (await calls.run(`select id::text from blade_tenant where tenant_id = '${tenantId}'`)).rows[0].id
  const endings: Readonly<Record<string, readonly [end: () => Promise<unknown>, again: string, reason: string]>> = {
    'its tenant is deleted': [
      async () => calls.data('DELETE', 'blade/v1/bladeTenant/removeByIds', { ids: [await tenantRow()] }),
      'update blade_tenant set is_deleted = 0',
      'tenant-closed',
    ],
    'its tenant expires': [
      async () =>
        calls.data('PUT', 'blade/v1/bladeTenant/update', { id: await tenantRow(), expireTime: '2000-01-01 00:00:00' }),
      'update blade_tenant set expire_time = null',
      'tenant-closed',
    ],
    'another process expires its tenant': [
      () => calls.run(`update blade_tenant set expire_time = now() where tenant_id = '${tenantId}'`),
      'update blade_tenant set expire_time = null',
      'tenant-closed',
    ],
    'its role is deleted': [
      () => calls.run('update blade_role set is_deleted = 1 where id = 71'),
      'update blade_role set is_deleted = 0 where id = 71',
      'account-disabled',
    ],
    'its user is disabled': [
      () => calls.run('update blade_user set disabled_at = now() where id = 72'),
      'update blade_user set disabled_at = null where id = 72',
      'account-disabled',
    ],
    'its user is deleted': [
      () => calls.run('update blade_user set is_deleted = 1 where id = 72'),
      'update blade_user set is_deleted = 0 where id = 72',
      'account-disabled',
    ],
  }
  it.each(Object.keys(endings))('a session ends when %s: requests, refresh and event streams', async name => {
    const [end, again, reason] = endings[name] ?? []
    const signedIn = await tokens(tenantId, 'a')
    const token = signedIn.body.access_token
    const info = () => call('GET', 'blade-user/info', undefined, token)
    expect((await info()).status).toBe(200)
    const listener = await listenToEvents(address, token, 'resources=ward')
    await end?.()
    const began = performance.now()
    await listener.ended()
    expect(performance.now() - began).toBeLessThan(2_000)
    await expect.poll(async () => (await info()).status, { interval: 50, timeout: 2_000 }).toBe(401)
    const refused = await refresh(cookieOf(signedIn))
    expect([refused.status, refused.body.reason]).toEqual([401, reason])
    expect((await tokens(tenantId, 'a')).status).toBe(400)
    await calls.run(String(again))
    expect((await tokens(tenantId, 'a')).status).toBe(200)
  })

  it('disables and enables an account, and refuses the own one', async () => {
    const id = await saved()
    const account = `n${count}`
    await calls.run('delete from engine_password_due')
    const token = (await tokens('000000', account)).body.access_token
    const change = (step: string, by?: string) => call('POST', `blade/v1/bladeUser/${step}`, { id }, by)
    expect((await change('disable', token)).status).toBe(403)
    expect((await change('disable')).status).toBe(200)
    expect((await call('GET', 'blade-user/info', undefined, token)).status).toBe(401)
    expect((await tokens('000000', account)).body.error).toBe('invalid_grant')
    expect((await calls.data('GET', `blade/v1/bladeUser/getById?id=${id}`)).disabledAt).toEqual(expect.any(String))
    expect((await change('disable')).status).toBe(409)
    expect((await change('enable')).status).toBe(200)
    expect((await tokens('000000', account)).status).toBe(200)
    const own = (await calls.run(`select id::text from blade_user where account = 'admin'`)).rows[0].id
    const refused = await call('POST', 'blade/v1/bladeUser/disable', { id: own })
    expect([refused.status, refused.body.msg]).toEqual([409, '不能停用本账号！'])
  })

  it.each([
    ['isDeleted', 1, 0],
    ['tenantId', tenantId, '000000'],
    ['disabledAt', '2026-01-01 00:00:00', null],
  ])('refuses another value of %s than the stored one, on every path', async (name, other, stored) => {
    const id = await saved()
    const answers = (value: unknown) =>
      Promise.all([
        call('PUT', 'blade/v1/bladeUser/update', { id, [name]: value }),
        call('POST', 'blade-user/update', { id, [name]: value }),
        call('POST', 'blade-user/submit', { id, [name]: value }),
      ])
    for (const { status, body } of await answers(other))
      expect([status, body.errors?.[name]]).toEqual([400, expect.stringMatching(/不能修改/)])
    for (const { status } of await answers(stored)) expect(status).toBe(200)
    const made = await call('POST', 'blade/v1/bladeUser/save', person({ [name]: other }))
    expect(made.status).toBe(400)
  })

  it('disables and enables an account by its status in the blade dialect, and refuses it elsewhere', async () => {
    const id = await saved()
    const account = `n${count}`
    await calls.run('delete from engine_password_due')
    const token = (await tokens('000000', account)).body.access_token
    const shown = async () => (await calls.data('GET', `blade-user/detail?id=${id}`)).status
    const update = (body: object, by?: string) => call('POST', 'blade-user/update', { id, ...body }, by)
    const other = await call('PUT', 'blade/v1/bladeUser/update', { id, status: 0 })
    expect([other.status, other.body.errors?.status]).toEqual([400, expect.stringMatching(/不能修改/)])
    expect((await update({ status: 0 }, token)).status).toBe(403)
    expect((await update({ status: 1, name: '甲' })).status).toBe(200)
    expect((await call('GET', 'blade-user/info', undefined, token)).body.data.status).toBe(1)
    // An editor without the right to disable changes neither.
    const [editor] = (
      await calls.run(`insert into blade_role (tenant_id, id, role_name, role_alias) values ('000000', 73, 'e', 'editor')
        returning id::text`)
    ).rows
    await calls.run(`insert into engine_grant (tenant_id, role_id, code)
      select '000000', 73, unnest(array['user_view', 'user_edit'])`)
    await saved({ roleId: [editor.id] })
    await calls.run('delete from engine_password_due')
    const editing = (await tokens('000000', `n${count}`)).body.access_token
    expect((await update({ status: 0, name: '乙' }, editing)).status).toBe(403)
    expect(await calls.data('GET', `blade-user/detail?id=${id}`)).toMatchObject({ status: 1, name: '甲' })
    expect((await update({ name: '丙', status: 1 }, editing)).status).toBe(200)

    expect((await update({ status: 0, name: '丁' })).status).toBe(200)
    expect(await calls.data('GET', `blade-user/detail?id=${id}`)).toMatchObject({ status: 0, name: '丁' })
    expect((await call('GET', 'blade-user/info', undefined, token)).status).toBe(401)
    expect((await tokens('000000', account)).body.error).toBe('invalid_grant')
    expect((await update({ status: 0 })).status).toBe(200)
    expect(await shown()).toBe(0)
    expect((await update({ status: 2 })).body.errors).toEqual({ status: '状态须为 1（启用）或 0（停用）' })
    expect((await call('POST', 'blade-user/submit', { id, status: 1 })).status).toBe(200)
    expect([await shown(), (await tokens('000000', account)).status]).toEqual([1, 200])
  })

  it('writes nothing of a request that is refused for one of its records, or in one of its parts', async () => {
    const [first, second, { id: own }] = [
      await saved(),
      await saved(),
      (await calls.run(`select id::text from blade_user where account = 'admin'`)).rows[0],
    ]
    const { id: other } = await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: 'o', roleAlias: 'other' })
    const platform = (await calls.run(`select id::text from blade_tenant where tenant_id = '000000'`)).rows[0].id
    const branch = await tenantRow()
    const rows = () =>
      calls.run(`select to_jsonb(t) as row from (select id, version, name, role_id, null as expire_time from blade_user
        union all select id, version, tenant_name, null, expire_time from blade_tenant) t order by id`)
    const before = await rows()
    const refusals: readonly [string, object | undefined, number][] = [
      [`blade-user/grant?userIds=${first},999&roleIds=${other}`, undefined, 404],
      [`blade-user/grant?userIds=${first},${own}&roleIds=${other}`, undefined, 409],
      [`blade-system/tenant/setting?ids=${branch},999&accountNumber=5`, undefined, 404],
      [`blade-system/tenant/setting?ids=${branch},${platform}&expireTime=2999-01-01%2000:00:00`, undefined, 409],
      ['blade-user/update', { id: own, name: '别名', status: 0 }, 409],
      ['blade-user/submit', { id: own, name: '别名', status: 0 }, 409],
    ]
    for (const [path, body, status] of refusals)
      expect([path, (await call('POST', path, body)).status]).toEqual([path, status])
    expect(await rows()).toEqual(before)
    const grant = `blade-user/grant?userIds=${first},${second},${first}&roleIds=${other}`
    expect((await call('POST', grant)).status).toBe(200)
    const granted = await calls.run(`select id::text from blade_user where ${other} = any(role_id) order by id`)
    expect(granted.rows.map(({ id }) => id)).toEqual([first, second].sort())
  })

  it('enforces the limit of accounts on every path, and for two at once', async () => {
    const gone = await saved()
    await calls.data('DELETE', 'blade/v1/bladeUser/removeByIds', { ids: [gone] })
    const spare = await saved()
    const select = { ids: [spare] }
    const removal = await call('POST', 'engine/bulk/bladeUser', { select, do: { kind: 'remove' } })
    const { operation } = JSON.parse(String(removal.body).split('\n')[0] ?? '')
    const accounts = async () =>
      (await calls.run(`select count(*)::int as count from blade_user where tenant_id = '000000' and is_deleted = 0`))
        .rows[0].count
    const limit = await accounts()
    const platform = (await calls.run(`select id::text from blade_tenant where tenant_id = '000000'`)).rows[0].id
    const setLimit = (most: number) =>
      calls.data('PUT', 'blade/v1/bladeTenant/update', { id: platform, accountNumber: most })
    await setLimit(limit)
    const full = (text: unknown) => expect(String(text)).toContain('当前租户已到最大账号额度')
    full((await call('POST', 'blade/v1/bladeUser/save', person())).body.msg)
    full((await call('POST', 'blade-user/submit', { ...person(), roleId, deptId })).body.msg)
    full((await call('POST', 'engine/restore/bladeUser', { ids: [gone] })).body.msg)
    full((await call('POST', 'engine/bulk/bladeUser', { select, do: { kind: 'restore' } })).body)
    full((await call('POST', `engine/operations/${operation}/undo`)).body)
    const one = person()
    const heads = 'account,name,realName,password,roleId,deptId'
    const { id } = await calls.checked(`${heads}\n${one.account},${one.name},某人,${password},plain,管理组\n`)
    full(JSON.stringify(await calls.problemsOf(id)))
    expect(await accounts()).toBe(limit)
    await setLimit(limit + 1)
    const both = await Promise.all([person(), person()].map(one => call('POST', 'blade/v1/bladeUser/save', one)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await setLimit(-1)
    await saved()
  })
})
