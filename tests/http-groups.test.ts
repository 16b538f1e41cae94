import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/season.yaml': `title: { zh: 季节, en: Season }
entries:
  spring: { key: "1", title: { zh: 春, en: Spring } }
`,
  'resources/city/shop.yaml': `title: { zh: 商店, en: Shop }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  isOpen: { type: boolean, title: { zh: 营业, en: Open } }
access:
  - { role: buyer, allow: [view], where: "isOpen" }
  - { role: blind, allow: [view] }
`,
  'resources/city/sale.yaml': `title: { zh: 销售, en: Sale }
menu: false
display: kind
fields:
  shopId: { type: reference, of: shop, title: { zh: 商店, en: Shop } }
  kind: { type: text, title: { zh: 类别, en: Kind } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  pieces: { type: integer, title: { zh: 件数, en: Pieces } }
  day: { type: date, index: true, title: { zh: 日期, en: Day } }
  season: { type: dictionary, of: season }
queries:
  byShop:
    group: [shopId]
    measure: { sales: count(), total: sum(amount), mean: avg(pieces), first: min(day), last: max(day) }
    where: "day >= input.since"
    input: { since: { type: date, title: { zh: 起, en: Since } } }
    sort: -total
    returns: list
  bySeason: { group: [season], measure: { sales: count() }, sort: season, returns: list }
  byKind: { group: [kind, shopId], measure: { sales: count() }, returns: list }
access:
  - { role: buyer, allow: [view], where: "amount < 100" }
  - { role: blind, allow: [view], hide: [amount] }
`,
}

describe.each(databasesWalked('postgres'))('a query with groups ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let ids: Readonly<Record<'open' | 'shut', string>>
  const call = (method: string, path: string, body?: unknown, as = token) =>
    server.call(method, `/api/${path}`, { token: as, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const user = async (account: string): Promise<string> => {
    const { kysely } = server.engine.database
    const role = { roleName: account, roleAlias: account }
    const { id: roleId } = await data('POST', 'blade/v1/bladeRole/save', role)
    for (const code of ['sale_view', 'shop_view'])
      await kysely.insertInto('engine_grant').values({ tenant_id: '000000', role_id: roleId, code }).execute()
    const { deptId } = await data('GET', 'blade-user/info')
    const person = { account, name: account, realName: account, password: 'Person-26', roleId: [roleId], deptId }
    await data('POST', 'blade/v1/bladeUser/save', person)
    await kysely.deleteFrom('engine_password_due').execute()
    return server.signIn(account, 'Person-26')
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    const shop = async (name: string, isOpen: boolean) =>
      (await data('POST', 'city/v1/shop/save', { name, isOpen })).id as string
    ids = { open: await shop('开', true), shut: await shop('关', false) }
    const sales = [
      { shopId: ids.open, kind: '米', amount: 10.25, pieces: 1, day: '2026-01-01', season: '1' },
      { shopId: ids.open, kind: '面', amount: 0.1, pieces: 2, day: '2026-02-01' },
      { shopId: ids.open, kind: '米', amount: 0.2, pieces: 2, day: '2026-03-01' },
      { shopId: ids.shut, kind: '米', amount: 99, pieces: null, day: '2026-01-05' },
      { shopId: ids.shut, kind: '米', amount: 500, pieces: null, day: '2026-02-05' },
    ]
    for (const sale of sales) await data('POST', 'city/v1/sale/save', sale)
  }, 60_000)
  afterAll(() => server.close())

  it('has a row for each group, in the declared order', async () => {
    const [first, second] = await data('GET', 'city/v1/sale/byShop')
    expect(first).toEqual({
      shopId: ids.shut,
      shopIdName: '关',
      sales: 2,
      total: 599,
      mean: null,
      first: '2026-01-05',
      last: '2026-02-05',
    })
    expect(second).toMatchObject({ shopIdName: '开', sales: 3, total: 10.55, mean: 1.67 })
    const since = await data('GET', 'city/v1/sale/byShop?since=2026-02-02')
    expect(since.map(({ sales, total }: Record<string, unknown>) => [sales, total])).toEqual([
      [1, 500],
      [1, 0.2],
    ])
  })

  it('counts the rows that the user may view, and names no invisible record', async () => {
    const buyer = await user('buyer')
    const rows = await data('GET', 'city/v1/sale/byShop', undefined, buyer)
    expect(rows).toMatchObject([
      { shopId: null, shopIdName: null, sales: 1, total: 99 },
      { shopId: ids.open, sales: 3, total: 10.55 },
    ])
  })

  it('names dictionary entries in the language of the request', async () => {
    for (const [language, season] of Object.entries({ zh: '春', en: 'Spring' }))
      expect(
        (await server.call('GET', '/api/city/v1/sale/bySeason', { token, headers: { 'accept-language': language } }))
          .body.data,
      ).toMatchObject([
        { season: '1', seasonName: season, sales: 1 },
        { season: null, seasonName: null, sales: 4 },
      ])
  })

  it('is refused where it reads a hidden field', async () => {
    const blind = await user('blind')
    expect((await call('GET', 'city/v1/sale/byShop', undefined, blind)).status).toBe(403)
    expect(await data('GET', 'city/v1/sale/byKind', undefined, blind)).toHaveLength(3)
    expect((await call('GET', 'city/v1/sale/byShop?other=1')).status).toBe(400)
  })
})
