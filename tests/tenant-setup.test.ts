import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as runOn } from '../engine/server/database/run.ts'
import { databasesUnderTest } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import {
  type Answer,
  adminPassword,
  type ServerUnderTest,
  startServer,
  tokenPath,
  webClient,
} from './support/server.ts'
import { dataOf, linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'roles.yaml': 'clerk: { title: { zh: 文员, en: Clerk }, allow: [ward_view] }\n',
}
const tenant = 'blade/v1/bladeTenant'

describe.each(databasesUnderTest())('a new tenant, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  const run = (text: string, values: readonly unknown[] = []) => runOn(server.engine.database.kysely, text, values)
  const count = async (from: string, values: readonly unknown[] = []): Promise<number> =>
    Number((await run(`select count(*)::integer as n from ${from}`, values))[0]?.['n'])
  const created = async (tenantId: string, more: object = {}): Promise<string> =>
    (await calls.data('POST', `${tenant}/save`, { tenantId, tenantName: `单位${tenantId}`, ...more })).id
  const issue = (id: string, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    server.call('POST', `/api/${tenant}/issuePassword`, { token: calls.token, headers, body: { id, ...more } })
  const issued = async (id: string, more: object = {}) => dataOf(await issue(id, more))
  const tokens = (tenantId: string, username: string, password: string): Promise<Answer> =>
    server.call('POST', tokenPath, {
      headers: webClient,
      body: { tenantId, username, password, grant_type: 'password' },
    })
  const changed = async (tenantId: string, initial: string, next = 'Changed-26'): Promise<ServerCalls> => {
    const { access_token: token } = (await tokens(tenantId, 'admin', initial)).body
    const parameters = new URLSearchParams({ oldPassword: initial, newPassword: next, newPassword1: next })
    dataOf(await server.call('POST', `/api/blade-user/update-password?${parameters}`, { token }))
    return serverCalls(server, await server.signIn('admin', next, tenantId))
  }
  const setInitialPassword = async (paramValue: string | null) => {
    await run(`update blade_config set is_deleted = 1 where param_key = 'account.initPassword'`)
    if (paramValue !== null)
      await calls.data('POST', 'blade/v1/bladeConfig/save', {
        paramKey: 'account.initPassword',
        paramName: '初始密码',
        paramValue,
      })
  }
  const administratorsOf = (tenantId: string) =>
    count(
      `blade_user u join blade_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id)
       where u.tenant_id = $1::text and r.role_alias = 'administrator' and u.is_deleted = 0`,
      [tenantId],
    )

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it('has department, roles and one administrator, recorded as the work of the system', async () => {
    await created('200001')
    const of = (table: string, name: string) =>
      run(`select ${name} as name from ${table} where tenant_id = '200001' and is_deleted = 0 order by 1`)
    expect(await of('blade_dept', 'full_name')).toEqual([{ name: '单位200001' }])
    expect(await of('blade_role', 'role_alias')).toEqual([{ name: 'administrator' }, { name: 'clerk' }])
    expect(await of('blade_user', 'account')).toEqual([{ name: 'admin' }])
    const entries = await run(
      `select resource, operation, user_id, actor_kind, reason from engine_history
       where tenant_id = '200001' order by resource`,
    )
    const entry = { operation: 'save', user_id: null, actor_kind: 'system', reason: 'tenant-setup' }
    expect(entries).toEqual(['bladeDept', 'bladeRole', 'bladeUser'].map(resource => ({ resource, ...entry })))
  })

  it('gets a password by an operation, which its administrator changes, and sees its own rows only', async () => {
    await calls.save('ward', { name: '平台街' })
    const id = await created('200002')
    const { account, password } = await issued(id)
    expect([account, password]).toEqual(['admin', expect.stringMatching(/^.{14}$/)])
    expect((await tokens('200002', account, password)).body.must_change_password).toBe(true)
    const own = await changed('200002', password)
    await own.save('ward', { name: '本单位街' })
    const names = async (by: ServerCalls) =>
      (await by.data('GET', 'city/v1/ward/page')).records.map(({ name }: { readonly name: string }) => name)
    expect([await names(own), await names(calls)]).toEqual([['本单位街'], ['平台街']])
    expect((await own.data('GET', 'blade/v1/bladeUser/page')).total).toBe(1)
  })

  it('is not made, and gets no password, by an administrator of another tenant', async () => {
    const own = await changed('200002', (await issued(await idOf('200002'))).password)
    const id = await idOf('200001')
    const body = { tenantId: '200099', tenantName: '某单位' }
    for (const [method, path, sent] of [
      ['POST', `${tenant}/save`, body],
      ['POST', 'blade-system/tenant/submit', body],
      ['POST', `${tenant}/issuePassword`, { id }],
    ] as const)
      expect([path, (await own.call(method, path, sent)).status]).toEqual([path, 404])
    const codes = ['tenant_add', 'tenant_issuePassword', 'tenant_view']
    const person = await (await importCallsOn(server, 'ward')).person('other', codes)
    expect((await calls.call('POST', `${tenant}/save`, body, person)).status).toBe(403)
    expect((await calls.call('POST', `${tenant}/issuePassword`, { id }, person)).status).toBe(403)
    expect(await count(`blade_user where tenant_id = '200099'`)).toBe(0)
  })

  const idOf = async (tenantId: string): Promise<string> =>
    String((await run('select id::text from blade_tenant where tenant_id = $1::text', [tenantId]))[0]?.['id'])

  it('keeps the limit of its accounts, of which the administrator is one', async () => {
    const id = await created('200003', { accountNumber: 1 })
    const own = await changed('200003', (await issued(id)).password)
    const { roleId, deptId } = await own.data('GET', 'blade-user/info')
    const user = {
      account: 'more',
      name: 'more',
      realName: '某人',
      password: 'Person-26',
      roleId: [roleId],
      deptId: [deptId],
    }
    const over = await own.call('POST', 'blade/v1/bladeUser/save', user)
    expect([over.status, over.body.msg]).toEqual([409, expect.stringContaining('1')])
    await calls.data('PUT', `${tenant}/update`, { id, accountNumber: 2 })
    expect((await own.call('POST', 'blade/v1/bladeUser/save', user)).status).toBe(200)
  })

  it('has the password that the operator has set for clients that show none', async () => {
    await setInitialPassword('123456')
    const weak = await calls.call('POST', 'blade-system/tenant/submit', { tenantId: '200004', tenantName: '原' })
    expect([weak.status, weak.body.msg]).toEqual([409, expect.stringContaining('account.initPassword')])
    expect(await count(`blade_tenant where tenant_id = '200004'`)).toBe(0)
    await setInitialPassword('Initial-26')
    await calls.data('POST', 'blade-system/tenant/submit', { tenantId: '200004', tenantName: '原' })
    await setInitialPassword(null)
    expect((await tokens('200004', 'admin', 'Initial-26')).body.must_change_password).toBe(true)
  })

  it('is made once by a repeated request, and its password is returned once and stored nowhere', async () => {
    const headers = { 'idempotency-key': 'once-1' }
    const send = () =>
      server.call('POST', `/api/${tenant}/save`, {
        token: calls.token,
        headers,
        body: { tenantId: '200005', tenantName: '再' },
      })
    const [first, again] = [dataOf(await send()), dataOf(await send())]
    expect([again.id, await count(`blade_user where tenant_id = '200005'`)]).toEqual([first.id, 1])
    const by = { 'idempotency-key': 'once-2' }
    const { password } = dataOf(await issue(first.id, {}, by))
    const refused = await issue(first.id, {}, by)
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining('只返回一次')])
    expect((await tokens('200005', 'admin', password)).status).toBe(200)
    const tables = await run(`select tablename as name from pg_tables where schemaname = current_schema()`)
    expect(tables.length).toBeGreaterThan(20)
    for (const { name: table } of tables)
      expect([
        table,
        await count(`${table} t where to_jsonb(t)::text like '%' || $1::text || '%'`, [password]),
      ]).toEqual([table, 0])
    expect(server.log.join()).not.toContain(password)
  })

  it('gets another password, which ends the sessions of the former, for the account that is named', async () => {
    const id = await idOf('200001')
    const own = await changed('200001', (await issued(id)).password)
    const { password } = await issued(id)
    await expect.poll(async () => (await own.call('GET', 'blade-user/info')).status).toBe(401)
    expect((await tokens('200001', 'admin', 'Changed-26')).status).toBe(400)
    expect((await tokens('200001', 'admin', password)).status).toBe(200)
    expect(await issued(id, { account: 'second' })).toMatchObject({ account: 'second' })
    expect(await administratorsOf('200001')).toBe(2)
  })

  it('has an account that is unlocked when its password is issued', async () => {
    const id = await created('200011')
    for (let n = 0; n < 6; n++) await tokens('200011', 'admin', 'wrong')
    expect((await tokens('200011', 'admin', 'wrong')).body.error).toBe('access_denied')
    const { password } = await issued(id)
    expect((await tokens('200011', 'admin', password)).status).toBe(200)
  })

  it('refuses a password for the management tenant, and for many tenants at once', async () => {
    expect((await issue(await idOf('000000'))).status).toBe(409)
    const select = { ids: [await idOf('200001')] }
    const body = { select, do: { kind: 'action', name: 'issuePassword', input: {} } }
    expect((await calls.call('POST', 'engine/bulk/bladeTenant', body)).status).toBe(400)
  })

  it('keeps its administrator when it is deleted and restored, and its number is not given again', async () => {
    const id = await idOf('200001')
    await calls.data('DELETE', `${tenant}/removeByIds`, { ids: [id] })
    const body = { tenantId: '200001', tenantName: '另一个' }
    const reused = await calls.call('POST', `${tenant}/save`, body)
    expect([reused.status, reused.body.errors.tenantId]).toEqual([400, expect.stringContaining('恢复')])
    await calls.data('POST', 'engine/restore/bladeTenant', { ids: [id] })
    expect(await administratorsOf('200001')).toBe(2)
  })

  it('has an administrator after an import, row by row and all at once, and after a restore that finds none', async () => {
    const into = await importCallsOn(server, 'bladeTenant')
    for (const [tenantId, goodRows] of [
      ['200006', true],
      ['200007', false],
    ] as const) {
      const { id, columns } = await into.take(`租户编号,租户名称\n${tenantId},导入\n`)
      await into.step(id, 'check', { columns, match: null })
      await into.step(id, 'write', { goodRows })
      expect([tenantId, await administratorsOf(tenantId)]).toEqual([tenantId, 1])
      expect(await count(`blade_role where tenant_id = $1::text`, [tenantId])).toBe(2)
    }
    const id = await idOf('200006')
    await run(`update blade_user set is_deleted = 1 where tenant_id = '200006'`)
    const removed = linesOf(
      await calls.call('POST', 'engine/bulk/bladeTenant', { select: { ids: [id] }, do: { kind: 'remove' } }),
    )
    linesOf(await calls.call('POST', `engine/operations/${removed[0].operation}/undo`))
    expect(await administratorsOf('200006')).toBe(1)
  })
})
