import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

/** Shops own stocks; a user belongs to one shop by a field of the app's choice. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\nowner: { of: shop, by: shopId }\n',
  'resources/blade/bladeUser.yaml': `fields:
  shopId: { type: reference, of: shop }
`,
  'resources/city/shop.yaml': `title: { zh: 店铺, en: Shop }
menu: false
owner: id
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/stock.yaml': `title: { zh: 库存, en: Stock }
menu: false
owner: shopId
display: name
fields:
  shopId: { type: reference, of: shop, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  note: { type: text, default: me.shopId.name, title: { zh: 备注, en: Note } }
`,
}

describe.each(databasesUnderTest())('roles on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const ids: Record<string, string> = {}

  const roleWith = async (alias: string, codes: readonly string[]): Promise<string> => {
    const { id } = await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: alias, roleAlias: alias })
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    return id
  }
  const person = async (account: string, roleId: readonly string[], more: object = {}): Promise<string> => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const user = { account, name: account, realName: account, password: 'Person-26', roleId, deptId, ...more }
    await calls.data('POST', 'blade/v1/bladeUser/save', user)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(account, 'Person-26')
  }
  const namesOf = async (resource: string, by: string): Promise<string[]> =>
    (await calls.data('GET', `city/v1/${resource}/page`, undefined, by)).records
      .map(({ name }: { readonly name: string }) => name)
      .sort()

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    for (const name of ['东店', '西店']) {
      ids[name] = await calls.save('shop', { name })
      ids[`${name}米`] = await calls.save('stock', { name: `${name}米`, shopId: ids[name] })
    }
  }, 60_000)
  afterAll(() => server.close())

  describe('the field of users with their owners is the one that app.yaml names', () => {
    const codes = ['shop_view', 'stock_view', 'stock_add', 'user_view', 'user_edit']
    let own: string
    let free: string

    beforeAll(async () => {
      const role = await roleWith('keeper', codes)
      own = await person('east', [role], { shopId: ids['东店'] })
      free = await person('free', [role])
    })

    it('restricts a user to the rows of the owner, and none without one', async () => {
      expect(await namesOf('shop', own)).toEqual(['东店'])
      expect(await namesOf('stock', own)).toEqual(['东店米'])
      expect(await namesOf('stock', free)).toEqual(['东店米', '西店米'])
      const other = await calls.call('GET', `city/v1/stock/getById?id=${ids['西店米']}`, undefined, own)
      expect(other.status).toBe(404)
    })

    it('is read as me.ownerIds by the browser, and is the owner of new records', async () => {
      expect((await calls.data('GET', 'engine/index', undefined, own)).me.ownerIds).toEqual([ids['东店']])
      const { id } = await calls.data('POST', 'city/v1/stock/save', { name: '东店面' }, own)
      expect(await calls.data('GET', `city/v1/stock/getById?id=${id}`)).toMatchObject({ shopId: ids['东店'] })
      await calls.data('DELETE', 'city/v1/stock/removeById', { id })
    })

    it('is guarded: a user with an owner assigns no other one', async () => {
      const { records } = await calls.data('GET', 'blade/v1/bladeUser/page?account=east')
      const moved = { id: records[0].id, shopId: ids['西店'] }
      expect((await calls.call('PUT', 'blade/v1/bladeUser/update', moved, own)).status).toBe(403)
      expect(
        (await calls.call('PUT', 'blade/v1/bladeUser/update', { ...moved, shopId: ids['东店'] }, own)).status,
      ).toBe(200)
    })
  })
})
