import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import {
  type Answer,
  adminPassword,
  type ServerUnderTest,
  startServer,
  tokenPath,
  webClient,
} from './support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'resources/city/duty.yaml': `title: { zh: 值班, en: Duty }
display: dutyName
fields:
  dutyName: { type: text, required: true, title: { zh: 值班名, en: Name } }
actions:
  retire: { handler: retire, title: { zh: 卸任, en: Retire } }
`,
}

/** The row that each resource must keep, and values that signing in does not survive. */
const kept = {
  bladeTenant: { path: 'blade-system/tenant', table: 'blade_tenant', broken: { expireTime: '2000-01-01 00:00:00' } },
  bladeClient: { path: 'blade-system/client', table: 'blade_client', broken: { authorizedGrantTypes: ['password'] } },
  bladeRole: { path: 'blade-system/role', table: 'blade_role', broken: { roleAlias: 'former' } },
  bladeUser: { path: 'blade-user', table: 'blade_user', broken: {} },
} as const
type Name = keyof typeof kept

describe.each(databasesUnderTest())('no request locks the administrators out, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let weak: string
  let ids: Record<Name, string>
  let deputy: { id: string; token: string }

  const call = (method: string, path: string, body?: unknown, by?: string) => calls.call(method, path, body, by)
  const data = (method: string, path: string, body?: unknown): Promise<Any> => calls.data(method, path, body)
  const brokenOf = (name: Name): Record<string, unknown> =>
    name === 'bladeUser' ? { roleId: [weak] } : kept[name].broken
  const flat = (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat().join(',')]))
  const rowOf = async (name: Name) =>
    (await calls.run(`select to_jsonb(t) - 'update_time' as row from ${kept[name].table} t where id = ${ids[name]}`))
      .rows[0].row
  /** 200, or the message of the refusal of the row or of the whole operation. */
  const outcomeOf = ({ status, body }: Answer) => {
    if (status !== 200) return body.msg
    const line = String(body)
      .trim()
      .split('\n')
      .map(one => JSON.parse(one))
      .find(one => 'ok' in one)
    return line.ok ? 200 : line.message
  }
  const bulk = async (name: string, id: string, bulkOperation: object, by?: string) =>
    outcomeOf(await call('POST', `engine/bulk/${name}`, { select: { ids: [id] }, do: bulkOperation }, by))
  const undo = async (operation: string, by?: string) =>
    outcomeOf(await call('POST', `engine/operations/${operation}/undo`, undefined, by))
  const paths: Readonly<Record<string, (name: Name) => Promise<unknown>>> = {
    'v1 update': async name =>
      (await call('PUT', `blade/v1/${name}/update`, { id: ids[name], ...brokenOf(name) })).status,
    'bulk update': name => bulk(name, ids[name], { kind: 'update', values: brokenOf(name) }),
    'v1 remove': async name => (await call('DELETE', `blade/v1/${name}/removeByIds`, { ids: [ids[name]] })).status,
  }

  const tokens = (password: string) =>
    server.call('POST', tokenPath, {
      headers: webClient,
      body: { tenantId: '000000', username: 'admin', password, grant_type: 'password' },
    })
  const signsIn = async () => expect(await server.signIn('admin', adminPassword)).toEqual(expect.any(String))

  beforeAll(async () => {
    server = await startServer(kind, app, {
      reasons: { retirement: { zh: '卸任', en: 'Retirement' } },
      handlers: {
        duty: {
          retire: async ({ context }: Any) => {
            await context.store.update(context.ctx.asSystem('retirement'), 'bladeUser', {
              id: ids.bladeUser,
              roleId: [weak],
            })
            return {}
          },
        },
      },
    })
    calls = await importCallsOn(server, 'bladeUser')
    const idOf = async (table: string, where = 'true') =>
      (await calls.run(`select id::text from ${table} where ${where}`)).rows[0].id
    ids = {
      bladeTenant: await idOf('blade_tenant'),
      bladeClient: await idOf('blade_client'),
      bladeRole: await idOf('blade_role', `role_alias = 'administrator'`),
      bladeUser: await idOf('blade_user', `account = 'admin'`),
    }
    weak = (await data('POST', 'blade/v1/bladeRole/save', { roleName: 'weak', roleAlias: 'weak' })).id
    const token = await calls.person('deputy', [])
    deputy = { token, id: await idOf('blade_user', `account = 'deputy'`) }
  })
  afterAll(() => server.close())

  describe.each(Object.keys(kept) as Name[])('%s', name => {
    it.each(Object.keys(paths))('%s is refused and changes nothing', async path => {
      const before = await rowOf(name)
      const answer = await paths[path]?.(name)
      if (typeof answer === 'number') expect(answer).toBe(409)
      else expect(answer).toMatch(/管理租户|网页端|不能删除|没有名为/)
      expect(await rowOf(name)).toEqual(before)
      await signsIn()
    })
  })

  it.each([
    ['the number of a tenant', 'bladeTenant', { tenantId: '000009' }],
    ['the id of a client', 'bladeClient', { clientId: 'other' }],
    ['an unknown grant type', 'bladeClient', { authorizedGrantTypes: ['none'] }],
  ] as const)('refuses to change %s', async (_, name, values) => {
    const before = await rowOf(name)
    const [field = ''] = Object.keys(values)
    for (const answer of [
      await call('PUT', `blade/v1/${name}/update`, { id: ids[name], ...values }),
      await call('POST', `${kept[name].path}/submit`, { id: ids[name], ...flat(values) }),
    ])
      expect([answer.status, answer.body.errors?.[field]]).toEqual([400, expect.any(String)])
    expect(await bulk(name, ids[name], { kind: 'update', values })).toMatch(/没有名为|选项|请/)
    expect(await rowOf(name)).toEqual(before)
  })

  it('names the reason in both languages', async () => {
    const answer = (language: string) =>
      server.call('PUT', '/api/blade/v1/bladeUser/update', {
        token: calls.token,
        headers: { 'accept-language': language },
        body: { id: ids.bladeUser, roleId: [weak] },
      })
    expect((await answer('zh')).body.msg).toContain('管理租户至少要有一个能登录的管理员')
    expect((await answer('en')).body.msg).toContain('The management tenant needs an administrator who can sign in')
  })

  it('keeps the web client public, and the dates of the management tenant open', async () => {
    const secret = await call('PUT', 'blade/v1/bladeClient/update', {
      id: ids.bladeClient,
      clientSecret: 'Secret-2026',
    })
    expect(secret.status).toBe(409)
    const setting = `blade-system/tenant/setting?ids=${ids.bladeTenant}`
    expect((await call('POST', `${setting}&expireTime=2999-01-01%2000:00:00`)).status).toBe(409)
    expect((await call('POST', `${setting}&accountNumber=50`)).status).toBe(200)
    expect((await call('POST', `${setting}&accountNumber=`)).status).toBe(200)
    await signsIn()
  })

  it('refuses a handler, the grant of roles and the undo of a grant that leave no administrator', async () => {
    const { id } = await data('POST', 'city/v1/duty/save', { dutyName: 'last' })
    expect((await call('POST', 'city/v1/duty/retire', { id })).status).toBe(409)
    expect((await call('POST', `blade-user/grant?userIds=${ids.bladeUser}&roleIds=${weak}`)).status).toBe(409)
    expect((await call('POST', 'blade/v1/bladeUser/disable', { id: ids.bladeUser })).status).toBe(409)
    const bulkOperation = { kind: 'update', values: { roleId: [ids.bladeRole] } }
    const order = { select: { ids: [deputy.id] }, do: bulkOperation }
    const [begun] = String((await call('POST', 'engine/bulk/bladeUser', order)).body).split('\n')
    const { operation } = JSON.parse(begun ?? '')
    // With two administrators, one may resign.
    expect(
      (await call('PUT', 'blade/v1/bladeUser/update', { id: ids.bladeUser, roleId: [weak] }, deputy.token)).status,
    ).toBe(200)
    expect(await undo(operation, deputy.token)).toMatch(/管理租户/)
    await call('PUT', 'blade/v1/bladeUser/update', { id: ids.bladeUser, roleId: [ids.bladeRole] }, deputy.token)
    expect(await undo(operation)).toBe(200)
    await signsIn()
  })

  it('refuses a limit of failed sign-ins with which no account can sign in, and uses no stored one', async () => {
    const { rows } = await calls.run(`select id::text from blade_config where param_key = 'account.failCount'`)
    const [{ id }] = rows
    const stored = async () =>
      (await calls.run(`select param_value as value from blade_config where id = ${id}`)).rows[0].value
    const before = await stored()
    const into = await importCallsOn(server, 'bladeConfig')
    for (const paramValue of ['0', '-1', '101', '2147483648', '9999999999']) {
      const values = { paramValue }
      for (const answer of [
        await call('PUT', 'blade/v1/bladeConfig/update', { id, ...values }),
        await call('POST', 'blade-system/param/submit', { id, ...values }),
      ])
        expect([answer.status, answer.body.errors?.paramValue]).toEqual([400, expect.stringContaining('1 到 100')])
      expect(await bulk('bladeConfig', id, { kind: 'update', values })).toContain('1 到 100')
      const file = await into.take(`paramKey,paramValue\naccount.failCount,${paramValue}\n`)
      const match = { by: 'paramKey', mode: 'update' }
      const checked = (await into.step(file.id, 'check', { columns: file.columns, match })).at(-1).import
      if (checked.counts.wrong === 0) await into.step(file.id, 'write', { goodRows: true })
      expect(JSON.stringify(await into.problemsOf(file.id))).toContain('1 到 100')
      expect(await stored()).toBe(before)
      await calls.run(`update blade_config set param_value = '${paramValue}' where id = ${id}`)
      expect((await tokens('wrong')).status).toBe(400)
      await signsIn()
      await calls.run(`update blade_config set param_value = '${before}' where id = ${id}`)
    }
    expect((await call('PUT', 'blade/v1/bladeConfig/update', { id, paramValue: '100' })).status).toBe(200)
    expect((await call('PUT', 'blade/v1/bladeConfig/update', { id, paramValue: before })).status).toBe(200)
  })

  it('keeps an administrator whose role has no rights left in the dialog', async () => {
    expect((await call('POST', 'blade-system/role/grant', { roleIds: [ids.bladeRole], menuIds: [] })).status).toBe(200)
    expect((await call('GET', 'blade/v1/bladeUser/page')).status).toBe(200)
  })

  it('refuses one of two administrators who take each other the role at once', async () => {
    await data('PUT', 'blade/v1/bladeUser/update', { id: deputy.id, roleId: [ids.bladeRole] })
    const take = (id: string, by: string) => call('PUT', 'blade/v1/bladeUser/update', { id, roleId: [weak] }, by)
    const answers = await Promise.all([take(deputy.id, calls.token), take(ids.bladeUser, deputy.token)])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(200)
    expect(statuses[1]).toBeOneOf([401, 403, 409])
    const { rows } = await calls.run(
      `select count(*)::int as count from blade_user where ${ids.bladeRole} = any(role_id) and is_deleted = 0`,
    )
    expect(rows[0].count).toBe(1)
  })
})
