import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { guideFiles } from './support/guide-files.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const files = guideFiles('rights.md')

describe.each(databasesWalked('postgres'))('the example of the guide to rights on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const ids: Record<string, string> = {}
  const tokens: Record<string, string> = {}

  const run = async (text: string) => (await sql.raw(text).execute(server.engine.database.kysely)).rows
  const roleOf = async (alias: string) =>
    (await calls.data('GET', `blade/v1/bladeRole/page?roleAlias=${alias}`)).records.find(
      (row: { readonly roleAlias: string }) => row.roleAlias === alias,
    )
  const person = async (account: string, role: string, shops: readonly string[]) => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const names = { account, name: account, realName: account, password: 'Person-26' }
    const user = { ...names, roleId: [(await roleOf(role)).id], deptId, shopIds: shops.map(name => ids[name]) }
    ids[account] = (await calls.data('POST', 'blade/v1/bladeUser/save', user)).id
    await run('delete from engine_password_due')
    tokens[account] = await server.signIn(account, 'Person-26')
  }
  const by = (account: string) => String(tokens[account])
  const rowsOf = async (account: string, resource: string) =>
    (await calls.data('GET', `trade/v1/${resource}/page`, undefined, by(account))).records
  const namesOf = async (account: string, resource: string) =>
    (await rowsOf(account, resource)).map(({ name }: { readonly name: string }) => name).sort()
  const menuOf = async (account: string) =>
    JSON.stringify((await calls.data('GET', 'engine/index', undefined, by(account))).menu)

  beforeAll(async () => {
    server = await startServer(kind, files, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    for (const name of ['东店', '西店']) {
      ids[name] = (await calls.data('POST', 'trade/v1/shop/save', { name })).id
      const stock = { name: `${name}米`, shopId: ids[name], cost: 3 }
      ids[`${name}米`] = (await calls.data('POST', 'trade/v1/stock/save', stock)).id
    }
    await person('east', 'keeper', ['东店'])
    await person('both', 'keeper', ['东店', '西店'])
    await person('none', 'keeper', [])
    await person('office', 'office', [])
  }, 60_000)
  afterAll(() => server.close())

  it('has five files, and no problem', async () => {
    expect(Object.keys(files)).toEqual([
      'app.yaml',
      'roles.yaml',
      'resources/blade/bladeUser.yaml',
      'resources/trade/shop.yaml',
      'resources/trade/stock.yaml',
    ])
    expect(await calls.data('GET', 'engine/problems')).toEqual([])
  })

  it('shows a keeper the own shops and their stock, without the cost, and an office all', async () => {
    for (const [account, names] of Object.entries({
      east: ['东店'],
      both: ['东店', '西店'],
      none: [],
      office: ['东店', '西店'],
    })) {
      expect(await namesOf(account, 'shop'), account).toEqual(names)
      expect(await namesOf(account, 'stock'), account).toEqual(names.map(name => `${name}米`))
    }
    expect((await rowsOf('east', 'stock'))[0]).not.toHaveProperty('cost')
    expect((await rowsOf('office', 'stock'))[0]).toMatchObject({ cost: 3 })
    expect(await menuOf('east')).toContain('"stock"')
    expect(await menuOf('east')).not.toContain('bladeRole')
  })
})
