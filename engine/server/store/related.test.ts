import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { UserActor } from '../auth/actor.ts'
import type { Database } from '../database/database.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\nowner: shop\n',
  'resources/shop/shop.yaml': `
title: { zh: 店, en: Shop }
owner: id
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: shop, title: { zh: 上级, en: Parent } }
`,
  'resources/shop/shopSale.yaml': `
title: { zh: 订单, en: Order }
owner: shopId
fields:
  shopId: { type: reference, of: shop, required: true, title: { zh: 店, en: Shop } }
  lines: { type: children, of: shopSaleLine, title: { zh: 明细, en: Lines } }
  note: { type: text, title: { zh: 备注, en: Note } }
`,
  'resources/shop/shopSaleLine.yaml': `
title: { zh: 订单明细, en: Order line }
menu: false
partOf: orderId
fields:
  orderId: { type: reference, of: shopSale, required: true, title: { zh: 订单, en: Order } }
  goodsId: { type: reference, of: shopGoods, title: { zh: 商品, en: Goods } }
  quantity: { type: integer, title: { zh: 数量, en: Quantity } }
`,
  'resources/shop/shopGoods.yaml': `
title: { zh: 商品, en: Goods }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/shop/shopVisit.yaml': `
title: { zh: 走访, en: Visit }
titles: { zh: 走访记录, en: Calls }
owner: shopId
fields:
  shopId: { type: reference, of: shop, required: true, title: { zh: 店, en: Shop } }
  otherId: { type: reference, of: shop, title: { zh: 邻店, en: Neighbour } }
  goods: { type: reference, of: shopGoods, many: true, title: { zh: 商品, en: Goods } }
access:
  - { role: clerk, allow: [view], hide: [otherId] }
`,
})

const codes = ['shop', 'shopSale', 'shopGoods', 'shopVisit'].map(name => `${name}_view`)

describe.each(databasesWalked('postgres'))('related records, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const ids: Record<string, string> = {}
  const save = async (key: string, resource: string, record: object) => {
    ids[key] = String((await under.store.save(under.ctx(administrator), resource, record))['id'])
  }
  const counted = async (by: UserActor, resource: string, id = ''): Promise<Record<string, number>> => {
    const found = await under.store.related(under.ctx(by), resource, id)
    return Object.fromEntries(found.map(one => [`${one.resource}.${one.field}`, one.count]))
  }

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await save('east', 'shop', { name: '东店' })
    await save('west', 'shop', { name: '西店', parentId: ids['east'] })
    await save('apple', 'shopGoods', { name: '苹果' })
    await save('pear', 'shopGoods', { name: '梨' })
    for (const shop of ['east', 'west', 'west'])
      await save(`${shop}Order`, 'shopSale', {
        shopId: ids[shop],
        lines: [{ goodsId: ids['apple'], quantity: 1 }, { goodsId: ids['pear'] }],
      })
    await save('visit', 'shopVisit', {
      shopId: ids['west'],
      otherId: ids['east'],
      goods: [ids['pear'], ids['apple']],
    })
    await save('gone', 'shopVisit', { shopId: ids['west'], goods: [ids['pear']] })
    await under.store.remove(under.ctx(administrator), 'shopVisit', [String(ids['gone'])])
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('are counted by resource and field, without deleted ones', async () => {
    expect(await counted(administrator, 'shop', ids['west'])).toEqual({
      'shop.parentId': 0,
      'shopSale.shopId': 2,
      'shopVisit.shopId': 1,
      'shopVisit.otherId': 0,
    })
    expect(await counted(administrator, 'shop', ids['east'])).toEqual({
      'shop.parentId': 1,
      'shopSale.shopId': 1,
      'shopVisit.shopId': 0,
      'shopVisit.otherId': 1,
    })
  })

  it('include lists of references and lines of others, but not the own lines', async () => {
    expect(await counted(administrator, 'shopGoods', ids['apple'])).toEqual({
      'shopSaleLine.goodsId': 3,
      'shopVisit.goods': 1,
    })
    expect(await counted(administrator, 'shopSale', ids['eastOrder'])).toEqual({})
  })

  it('have the titles of resources, with the field where one refers by several', async () => {
    const found = await under.store.related(under.ctx(administrator), 'shop', String(ids['west']))
    expect(found.map(({ title }) => title)).toEqual([
      { zh: '店', en: 'Shops' },
      { zh: '订单', en: 'Orders' },
      { zh: '走访记录（店）', en: 'Calls (Shop)' },
      { zh: '走访记录（邻店）', en: 'Calls (Neighbour)' },
    ])
  })

  it('include only rows that the actor may view', async () => {
    const merchant = actor({ codes, ownerIds: [String(ids['east'])] })
    expect(await counted(merchant, 'shopGoods', ids['apple'])).toEqual({
      'shopSaleLine.goodsId': 1,
      'shopVisit.goods': 0,
    })
    expect(await counted(merchant, 'shop', ids['east'])).toEqual({
      'shop.parentId': 0,
      'shopSale.shopId': 1,
      'shopVisit.shopId': 0,
      'shopVisit.otherId': 0,
    })
  })

  it('omit resources that the actor may not view, and hidden fields', async () => {
    const some = actor({ codes: ['shop_view', 'shopVisit_view'], roles: ['clerk'], ownerIds: [String(ids['west'])] })
    expect(await counted(some, 'shop', ids['west'])).toEqual({ 'shop.parentId': 0, 'shopVisit.shopId': 1 })
  })

  it('are refused for an invisible or missing record', async () => {
    const merchant = actor({ codes, ownerIds: [String(ids['east'])] })
    for (const id of [ids['west'], '999', 'x'])
      expect(await refused(under.store.related(under.ctx(merchant), 'shop', String(id)))).toMatchObject({ status: 404 })
    expect(
      await refused(under.store.related(under.ctx(administrator), 'shopVisit', String(ids['gone']))),
    ).toMatchObject({
      status: 404,
    })
    expect(await refused(under.store.related(under.ctx(actor()), 'shop', String(ids['east'])))).toMatchObject({
      status: 403,
    })
  })

  it('are counted up to the cap, and reported as capped', async () => {
    await under.run(`insert into shop_visit (tenant_id, id, shop_id, goods, owner_id, create_time)
      select '000000', 1000 + n, ${ids['east']}, '{}', ${ids['east']}, now() from generate_series(1, 10001) n`)
    const found = await under.store.related(under.ctx(administrator), 'shop', String(ids['east']))
    expect(found.find(one => one.resource === 'shopVisit' && one.field === 'shopId')).toMatchObject({
      count: 10_000,
      capped: true,
    })
  })

  describe('history', () => {
    let order: string
    beforeAll(async () => {
      await save('long', 'shopSale', { shopId: ids['east'], note: '0', lines: [{ quantity: 1 }, { quantity: 2 }] })
      order = String(ids['long'])
      for (let n = 1; n < 6; n++)
        await under.store.update(under.ctx(administrator), 'shopSale', { id: order, note: String(n) })
    })

    it('is read in parts, older entries before a given one', async () => {
      const { store, ctx } = under
      const first = await store.history(ctx(administrator), 'shopSale', order, { size: 4 })
      expect(first.map(({ version }) => version)).toEqual([6, 5, 4, 3])
      const before = String(first.at(-1)?.id)
      const rest = await store.history(ctx(administrator), 'shopSale', order, { size: 4, before })
      expect(rest.map(({ version }) => version)).toEqual([2, 1])
      expect(await store.history(ctx(administrator), 'shopSale', order, { size: 0 })).toHaveLength(1)
      expect(await store.history(ctx(administrator), 'shopSale', order, { size: 999 })).toHaveLength(6)
    })

    it('keeps the values of a removed line, and is read in parts for a line too', async () => {
      const { store, ctx } = under
      const lines = (await store.get(ctx(administrator), 'shopSale', order))['lines'] as { id: string }[]
      const [kept, gone] = lines
      await store.update(ctx(administrator), 'shopSale', { id: order, lines: [{ id: kept?.id, quantity: 9 }] })
      const [last] = await store.history(ctx(administrator), 'shopSale', order, { size: 1 })
      expect(last?.changes['lines']).toMatchObject({
        lines: [
          { id: kept?.id, operation: 'update', changes: { quantity: { from: 1, to: 9 } } },
          { id: gone?.id, operation: 'remove', changes: { quantity: { from: 2, to: null } } },
        ],
      })
      const ofLine = await store.history(ctx(administrator), 'shopSaleLine', String(kept?.id), { size: 1 })
      expect(ofLine).toMatchObject([{ operation: 'update' }])
      const older = await store.history(ctx(administrator), 'shopSaleLine', String(kept?.id), {
        before: String(ofLine[0]?.id),
      })
      expect(older).toMatchObject([{ operation: 'save' }])
    })
  })
})
