import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const resources = {
  bladeUser: { field: 'account', blade: 'blade-user', title: '账号' },
  bladeRole: { field: 'roleAlias', blade: 'blade-system/role', title: '角色别名' },
} as const
type Name = keyof typeof resources

/** Texts with other characters than those of names at sign-in. */
const others: readonly [what: string, text: string][] = [
  ['Cyrillic letters', 'с' + 'lerk2'],
  ['a format character', 'clerk2\u200c'],
  ['a soft hyphen', 'cle\u00adrk2'],
  ['full-width letters', 'ｃｌｅｒｋ2'],
  ['Chinese', '办事员'],
  ['a line break', 'clerk2\nclerk3'],
  ['a special character', 'clerk@2'],
]

describe.each(databasesWalked('postgres'))('accounts and aliases ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let user: object
  const send = (method: string, url: string, body: object) => server.call(method, `/api/${url}`, { token, body })
  const record = (name: Name, text: string) =>
    name === 'bladeUser' ? { ...user, account: text } : { roleName: '角色', roleAlias: text }
  const save = (name: Name, text: string) => send('POST', `blade/v1/${name}/save`, record(name, text))
  const update = (name: Name, id: string, values: object) => send('PUT', `blade/v1/${name}/update`, { id, ...values })

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    token = await server.signIn('admin', adminPassword)
    const { roleId, deptId } = (await server.call('GET', '/api/blade-user/info', { token })).body.data
    user = { name: '某人', realName: '某人', password: 'Person-26', roleId, deptId }
    for (const name of ['bladeUser', 'bladeRole'] as const) expect((await save(name, 'clerk')).status).toBe(200)
  })
  afterAll(() => server.close())

  describe.each(['bladeUser', 'bladeRole'] as const)('of %s', name => {
    const { field, blade, title } = resources[name]

    it.each(['CLERK', 'Clerk', 'cLeRk'])('are not given twice in another case: %s', async text => {
      for (const answer of [await save(name, text), await send('POST', `${blade}/submit`, record(name, text))])
        expect(answer).toMatchObject({ status: 409, body: { errors: { [field]: `${title}已存在` } } })
    })

    it('are not changed to one that another has in another case, and may change their own case', async () => {
      const { id } = (await save(name, 'other')).body.data
      expect((await update(name, id, { [field]: 'CLERK' })).status).toBe(409)
      expect((await update(name, id, { [field]: 'Other' })).status).toBe(200)
      expect((await update(name, id, { [field]: 'other.2_a-b' })).status).toBe(200)
    })

    it('are not restored if another has them in another case', async () => {
      const { id } = (await save(name, 'gone')).body.data
      expect((await send('DELETE', `blade/v1/${name}/removeById`, { id })).status).toBe(200)
      expect((await save(name, 'GONE')).status).toBe(200)
      expect((await send('POST', `engine/restore/${name}`, { ids: [id] })).status).toBe(409)
    })

    it('are given once by two requests at the same time', async () => {
      const answers = await Promise.all(['twice', 'TWICE', 'Twice'].map(text => save(name, text)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    })

    it.each(others)('have no %s', async (_what, text) => {
      expect(await save(name, text)).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } })
    })
  })

  it.each(others)('have no %s, as the numbers of tenants and the ids of clients', async (_what, text) => {
    const id = text.slice(0, 12)
    const tenant = { tenantId: id, tenantName: '单位' }
    const client = { clientId: id, authorizedGrantTypes: ['password'] }
    expect(await send('POST', 'blade/v1/bladeTenant/save', tenant)).toMatchObject({
      status: 400,
      body: { errors: { tenantId: expect.any(String) } },
    })
    expect(await send('POST', 'blade/v1/bladeClient/save', client)).toMatchObject({
      status: 400,
      body: { errors: { clientId: expect.any(String) } },
    })
  })

  it('that existed before stay, and the rest of their record can be changed', async () => {
    const { id } = (await save('bladeUser', 'before')).body.data
    const { id: other } = (await save('bladeUser', 'before2')).body.data
    const rename = (text: string, of: string) =>
      sql`update blade_user set account = ${text} where id = ${of}`.execute(server.engine.database.kysely)
    await rename('办事员', id)
    await rename('前台', other)
    expect((await update('bladeUser', id, { name: '新名' })).status).toBe(200)
    expect((await update('bladeUser', other, { name: '新名' })).status).toBe(200)
    expect(await server.signIn('办事员', 'Person-26')).toBeTruthy()
  })
})
