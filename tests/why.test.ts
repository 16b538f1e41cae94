import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { randomOf } from './support/random.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const view = 'allow: [stock_view, stock_edit, shop_view, dept_view, user_view]'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\nowner: { of: shop, by: shopIds }\n',
  'roles.yaml': `every: { title: { zh: 全部, en: All }, ${view} }
own: { title: { zh: 本人, en: Own }, ${view}, dataScope: own }
branch: { title: { zh: 部门, en: Branch }, ${view}, dataScope: departmentAndBelow }
cheap: { title: { zh: 低价, en: Cheap } }
bare: { title: { zh: 无权, en: Bare } }
east: { title: { zh: 东区, en: East }, ${view} }
`,
  'resources/blade/bladeUser.yaml': 'fields:\n  shopIds: { type: reference, of: shop, many: true }\n',
  'resources/city/shop.yaml': `title: { zh: 店铺, en: Shop }
owner: id
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
access:
  - { role: east, allow: [view], where: "name == '东'" }
`,
  'resources/city/stock.yaml': `title: { zh: 库存, en: Stock }
owner: shopId
display: name
fields:
  shopId: { type: reference, of: shop, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  price: { type: integer, title: { zh: 价格, en: Price } }
  phone: { type: phone, personal: phone, title: { zh: 电话, en: Phone } }
access:
  - { role: cheap, allow: [view, edit], where: "price < 50", hide: [name] }
  - { role: bare, allow: [view], dataScope: own }
`,
}

describe.each(databasesWalked('postgres'))('why, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const ids: Record<string, string> = {}
  const tokens: Record<string, string> = {}
  const rows: string[] = []
  const { below, chance, pick } = randomOf(45)
  const some = <Item>(list: readonly Item[]): Item[] => list.filter(() => chance(0.4))
  const why = (query: Readonly<Record<string, string>>, by = calls.token) =>
    calls.data('GET', `engine/access/why?${new URLSearchParams(query)}`, undefined, by)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    for (const { id, alias } of await calls.data('GET', 'engine/access/roles')) ids[alias] = id
    const shops = [await calls.save('shop', { name: '东' }), await calls.save('shop', { name: '西' })]
    ids['西'] = shops[1] ?? ''
    const depts: string[] = []
    for (const name of ['市', '东', '西']) {
      const values = { deptName: name, fullName: name, deptCategory: '1', parentId: depts[0] ?? null }
      depts.push((await calls.data('POST', 'blade/v1/bladeDept/save', values)).id)
    }
    const aliases = ['every', 'own', 'branch', 'cheap', 'bare']
    for (let n = 0; n < 14; n++) {
      const roles = some(aliases)
      const user = {
        account: `u${n}`,
        name: `u${n}`,
        realName: `user${n}`,
        password: 'Person-26',
        shopIds: some(shops),
      }
      const roleId = (roles.length === 0 ? ['bare'] : roles).map(alias => ids[alias])
      ids[`u${n}`] = (
        await calls.data('POST', 'blade/v1/bladeUser/save', { ...user, roleId, deptId: [pick(depts)] })
      ).id
    }
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    for (let n = 0; n < 14; n++) tokens[`u${n}`] = await server.signIn(`u${n}`, 'Person-26')
    for (let n = 0; n < 12; n++) {
      const id = await calls.save('stock', { name: `s${n}`, shopId: pick(shops), price: below(100) })
      rows.push(id)
      await sql`update stock set create_user = ${ids[`u${below(14)}`]}::bigint, create_dept = ${pick(depts)}::bigint
        where id = ${id}::bigint`.execute(server.engine.database.kysely)
    }
  }, 60_000)
  afterAll(() => server.close())

  it('agrees with the list and with saves, for random users and rows', async () => {
    const counts = new Map<boolean, number>()
    for (const [account, token] of Object.entries(tokens)) {
      const page = await calls.call('GET', 'city/v1/stock/page?size=50', undefined, token)
      const seen = page.status === 200 ? page.body.data.records.map(({ id }: { id: string }) => id) : []
      for (const id of rows) {
        const { allowed } = await why({ user: ids[account] ?? '', resource: 'stock', id })
        expect([account, id, allowed]).toEqual([account, id, seen.includes(id)])
        const own = await why({ resource: 'stock', id }, token)
        expect(own.allowed).toBe(allowed)
        const edit = await why({ user: ids[account] ?? '', resource: 'stock', operation: 'edit', id })
        const saved = await calls.call('PUT', 'city/v1/stock/update', { id, price: 1 + below(99) }, token)
        // What the change itself breaks is another question.
        if (saved.status === 200 || !edit.allowed)
          expect([account, id, edit.allowed]).toEqual([account, id, saved.status === 200])
        counts.set(allowed, (counts.get(allowed) ?? 0) + 1)
      }
    }
    expect(Math.min(...counts.values())).toBeGreaterThan(20)
  }, 120_000)

  it('names the code, the role and the line that decide', async () => {
    const deciding = async (roles: readonly string[], query: Readonly<Record<string, string>>) => {
      await calls.data('PUT', 'blade/v1/bladeUser/update', {
        id: ids['u0'],
        roleId: roles.map(alias => ids[alias]),
        shopIds: [],
      })
      const { steps } = await why({ user: ids['u0'] ?? '', resource: 'stock', ...query })
      return steps.find(({ passed }: { passed: unknown }) => passed === false) ?? steps.at(-1)
    }
    expect(await deciding(['bare'], {})).toMatchObject({ kind: 'code', detail: 'stock_view' })
    expect(await deciding(['every'], {})).toMatchObject({ kind: 'code', passed: true, place: 'roles.yaml:1' })
    expect(await deciding(['every', 'cheap'], { operation: 'delete' })).toMatchObject({
      ...{ kind: 'rule', passed: false, place: 'resources/city/stock.yaml:10' },
    })
    expect(await deciding(['cheap'], { field: 'name' })).toMatchObject({
      ...{ kind: 'field', passed: false, place: 'resources/city/stock.yaml:10' },
    })
    expect(await deciding(['every'], { field: 'phone' })).toMatchObject({ has: 'masked', needs: 'stock_unmask' })
    const other = await calls.save('stock', {
      name: 'x',
      shopId: (await calls.data('GET', 'city/v1/shop/page')).records[0].id,
      price: 99,
    })
    await calls.data('PUT', 'city/v1/stock/update', { id: other, shopId: ids['西'] })
    expect(await deciding(['east'], { id: other })).toMatchObject({
      ...{ kind: 'rows', passed: false, detail: "name == '东'", place: 'resources/city/shop.yaml:6' },
    })
    expect(await deciding(['own'], { id: other })).toMatchObject({ kind: 'scope', detail: 'own', role: '本人' })
  })

  it('tells nothing about users and rows that the asker may not see', async () => {
    await calls.data('PUT', 'blade/v1/bladeUser/update', { id: ids['u1'], roleId: [ids['bare']] })
    const ask = (query: Readonly<Record<string, string>>) =>
      calls.call(
        'GET',
        `engine/access/why?${new URLSearchParams({ resource: 'stock', ...query })}`,
        undefined,
        tokens['u1'],
      )
    expect((await ask({ user: ids['u0'] ?? '' })).status).toBe(403)
    expect((await ask({ operation: 'delete' })).body.data.allowed).toBe(false)
    const id = await calls.save('stock', {
      name: 'y',
      shopId: (await calls.data('GET', 'city/v1/shop/page')).records[0].id,
    })
    const [hidden, missing] = [await ask({ id }), await ask({ id: '123' })]
    expect(hidden.body.data.allowed).toBe(false)
    expect(hidden.body.data).toEqual(missing.body.data)
  })
})
