import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { resourceOf } from '../../model/names.ts'
import { accessTo } from '../auth/access.ts'
import type { Database } from '../database/database.ts'
import { numbered } from '../database/fragment.ts'
import { readQuery } from './query.ts'
import { whereSql } from './where.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/shop_state.yaml': `
title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 开, en: Open } }
  shut: { key: "2", title: { zh: 关, en: Shut } }
`,
  'resources/shop/shopKind.yaml': `
title: { zh: 分类, en: Kind }
tree: parentId
sort: sort
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: shopKind, title: { zh: 上级, en: Parent } }
  sort: { type: integer, default: 0, title: { zh: 排序, en: Order } }
`,
  'resources/shop/shopGoods.yaml': `
title: { zh: 商品, en: Goods }
sort: -madeOn
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  code: { type: serial, pattern: "SP-{0000}", title: { zh: 编号, en: Code } }
  note: { type: text, title: { zh: 备注, en: Note } }
  madeOn: { type: date, title: { zh: 生产日期, en: Made on } }
  price: { type: money, index: true, title: { zh: 单价, en: Price } }
  stock: { type: integer, title: { zh: 库存, en: Stock } }
  state: { type: dictionary, of: shop_state, title: { zh: 状态, en: State } }
  marks: { type: dictionary, of: shop_state, many: true, title: { zh: 标记, en: Marks } }
  kindId: { type: reference, of: shopKind, title: { zh: 分类, en: Kind } }
  otherIds: { type: reference, of: shopKind, many: true, title: { zh: 其他分类, en: Other kinds } }
  soldAt: { type: datetime, index: true, title: { zh: 售出时间, en: Sold at } }
list: { columns: [name, kindId], search: [name, state, kindId] }
`,
})

describe.each(databasesUnderTest())('reading on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let fruit: string
  let apples: string

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const kind = async (record: object) =>
      String((await under.store.save(under.ctx(administrator), 'shopKind', record))['id'])
    fruit = await kind({ name: '水果', sort: 2 })
    apples = await kind({ name: '苹果类', parentId: fruit })
    await kind({ name: '蔬菜', sort: 1 })
    const goods = [
      { name: '红富士苹果', madeOn: '2026-11-01', price: 5, stock: 3, state: '1', marks: ['1', '2'], kindId: apples },
      { name: '青苹果100%', madeOn: '2026-11-02', price: 4, stock: null, state: '2', otherIds: [fruit, apples] },
      { name: 'Pear_A', madeOn: '2026-11-03', price: 3.5, stock: 5, kindId: fruit, soldAt: '2026-11-20 23:59:59' },
      {
        name: 'pear B',
        madeOn: null,
        price: 10,
        stock: 0,
        marks: ['2'],
        note: 'Ｘ①e\u0301',
        soldAt: '2026-11-20T16:00:00Z',
      },
    ]
    for (const record of goods) await under.store.save(under.ctx(administrator), 'shopGoods', record)
    // As the database stores the time of a change.
    await under.run("update shop_goods set sold_at = sold_at + interval '700 milliseconds'")
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const page = (query: Record<string, string | string[]>) =>
    under.store.page(under.ctx(administrator), 'shopGoods', query)
  const names = async (query: Record<string, string | string[]>) =>
    (await page(query)).records.map(record => String(record['name']).slice(0, 6)).sort()
  const [red, green, big, small] = ['红富士苹果', '青苹果100', 'Pear_A', 'pear B']

  it.each<[string, Record<string, string | string[]>, (string | undefined)[]]>([
    ['a Chinese text by a substring', { name: '苹果' }, [red, green]],
    ['text by one character', { name: '士' }, [red]],
    ['text regardless of case', { name: 'PEAR' }, [big, small]],
    ['semantics 38: text regardless of width', { name: 'ｐＥＡＲ＿' }, [big]],
    ['stored text regardless of width and composition', { note: 'x1\u00C9' }, [small]],
    ['its beginning and its end', { note_likeright: 'X1', note_likeleft: '1\u00E9' }, [small]],
    ['text without invisible characters', { name_equal: 'pear\u200C Ｂ', note_in: 'y,X1\u00E9' }, [small]],
    ['a serial number of any width by a prefix', { code_likeright: 'ｓｐ－0002' }, [green]],
    ['wildcards of patterns literally', { name_like: '_' }, [big]],
    ['a percent sign literally', { name: '0%' }, [green]],
    ['a text by equality', { name_equal: 'pear B' }, [small]],
    ['a text by a prefix', { name_likeright: 'pear' }, [big, small]],
    ['a text by a suffix', { name_likeleft: '_A' }, [big]],
    ['texts without a substring', { name_notlike: 'pear' }, [red, green]],
    ['texts by inequality', { name_notequal: 'pear B' }, [red, green, big]],
    ['numbers by equality', { price: '5' }, [red]],
    ['numbers with the suffix _like, as by equality', { stock_like: '5' }, [big]],
    ['a range', { price_ge: '4', price_lt: '10' }, [red, green]],
    ['a range without its lower bound', { price_gt: '4', price_le: '5' }, [red]],
    ['missing values', { stock_null: '1' }, [green]],
    ['present values', { madeOn_notnull: '1' }, [red, green, big]],
    ['days from a day on', { madeOn_datege: '2026-11-02 00:00:00' }, [green, big]],
    ['moments after a moment', { soldAt_dategt: '2026-11-20 23:59:59' }, [small]],
    ['moments up to a moment', { soldAt_datele: '2026-11-20 23:59:59' }, [big]],
    ['a moment by equality', { soldAt_dateequal: '2026-11-21 00:00:00' }, [small]],
    ['moments by inequality', { soldAt_notequal: '2026-11-21 00:00:00' }, [big]],
    ['moments from a day to a day', { soldAt_datege: '2026-11-20', soldAt_datele: '2026-11-20' }, [big]],
    ['moments after a day', { soldAt_gt: '2026/11/20' }, [small]],
    ['moments of a day', { soldAt_equal: '2026-11-21' }, [small]],
    ['a moment with an offset', { soldAt_equal: '2026-11-20T16:00:00.000Z' }, [small]],
    ['moments by a list', { soldAt_in: '2026-11-20 23:59:59,2026-11-21 00:00:01' }, [big]],
    ['a serial number by a prefix, regardless of case', { code_likeright: 'sp-000' }, [red, green, big, small]],
    ['a serial number by a prefix', { code_likeright: 'SP-0002' }, [green]],
    ['no serial number by a substring', { code_likeright: '0002' }, []],
    ['wildcards in a prefix literally', { code_likeright: 'SP_%' }, []],
    ['numbers by a list', { price_in: '5,10' }, [red, small]],
    ['values of a repeated parameter', { state: ['1', '2'] }, [red, green]],
    ['a text by two substrings', { name: ['苹', '100'] }, [green]],
    ['a dictionary by key', { state: '2' }, [green]],
    ['a list that contains a value', { marks: '2' }, [red, small]],
    ['a list that contains one of two values', { marks_in: '1,2' }, [red, small]],
    ['a list by equality', { marks_equal: '1' }, [red]],
    ['references by column name', { kind_id: '' }, [red, green, big, small]],
    ['all rows for an ignored condition', { name_ignore: 'x' }, [red, green, big, small]],
    ['all rows for empty values', { name: ' ', price_ge: '' }, [red, green, big, small]],
    [
      'the time of creation',
      { createTime_dategt: '2026-11-21 09:59:59', createTime_datelt: '2026-11-21 10:00:01' },
      [red, green, big, small],
    ],
  ])('finds %s', async (_what, query, found) => {
    expect(await names(query)).toEqual([...found].sort())
  })

  it('finds by references, and returns the labels of referenced records', async () => {
    const { records } = await page({ kindId: apples })
    expect(records).toMatchObject([{ kindId: apples, kindIdName: '苹果类', marks: ['1', '2'], price: 5, stock: 3 }])
    expect((await page({ otherIds: fruit })).records).toMatchObject([
      { otherIds: [fruit, apples], otherIdsName: ['水果', '苹果类'], kindIdName: null, madeOn: '2026-11-02' },
    ])
  })

  it('returns pages in the requested order, with the total', async () => {
    const first = await page({ size: '3', ascs: 'price' })
    expect(first).toMatchObject({ total: 4, capped: false, current: 1, size: 3 })
    expect(first.records.map(record => record['price'])).toEqual([3.5, 4, 5])
    const second = await page({ size: '3', current: '2', ascs: 'price' })
    expect(second).toMatchObject({ total: 4, records: [{ price: 10 }] })
    expect(await page({ size: '3', current: '9' })).toMatchObject({ total: 4, records: [] })
    expect((await page({ descs: 'made_on,price' })).records.map(record => record['price'])).toEqual([10, 3.5, 4, 5])
  })

  it.each([
    ['an unknown name', { nam: 'x' }, 'unknown-name'],
    ['an unknown suffix', { name_foo: 'x' }, 'unknown-name'],
    ['an unknown sort', { ascs: 'nam' }, 'unknown-name'],
    ['a value of another type', { price: 'x' }, 'input'],
    ['an operator that the type does not support', { name_ge: 'x' }, 'input'],
    ['a sort by a list', { ascs: 'marks' }, 'input'],
    ['a page of 201 rows', { size: '201' }, 'input'],
    ['page 0', { current: '0' }, 'input'],
    ['a page beyond the limit', { current: '51', size: '200' }, 'input'],
    ['a NUL character', { name: 'a\0b' }, 'input'],
    ['a column without a field', { tenant_id: '000000' }, 'unknown-name'],
    ['an SQL injection', { 'name"; drop table shop_goods; --': 'x' }, 'unknown-name'],
  ])('refuses %s', async (_what, query, code) => {
    expect(await refused(page(query))).toMatchObject({ code, status: 400 })
  })

  it('suggests the similar name', async () => {
    await expect(page({ pirce: '1' })).rejects.toThrow('Did you mean "price"?')
  })

  it('counts up to the cap only, and sorts by an unindexed column only below it', async () => {
    await under.run(
      `insert into shop_goods (tenant_id, id, name, stock, price, create_time)
       select 'many', n, 'g' || n, n % 100, n, now() from generate_series(1, 10050) n`,
    )
    const other = actor({ ...administrator, tenantId: 'many' })
    const of = (query: Record<string, string>) => under.store.page(under.ctx(other), 'shopGoods', query)
    expect(await of({})).toMatchObject({ total: 10_000, capped: true })
    expect(await under.store.count(under.ctx(other), 'shopGoods', {})).toBe(10_050)
    expect((await of({ descs: 'price', size: '1' })).records).toMatchObject([{ price: 10_050 }])
    expect(await refused(of({ descs: 'stock' }))).toMatchObject({ status: 400, fields: ['stock'] })
    expect((await of({ descs: 'stock', price_le: '50', size: '1' })).records).toMatchObject([{ stock: 50 }])
    expect(await refused(under.store.list(under.ctx(other), 'shopGoods', {}))).toMatchObject({ status: 400 })
    expect(await under.store.list(under.ctx(other), 'shopGoods', { stock: '7' })).toHaveLength(101)
  })

  it('filters by a field without an index only where few rows remain, and names the key that allows it', async () => {
    await under.run(
      `insert into shop_goods (tenant_id, id, note, stock, price, create_time)
       select 'large', n, 'n' || n, n % 100, n, now() from generate_series(1, 50001) n`,
    )
    const other = under.ctx(actor({ ...administrator, tenantId: 'large' }))
    const of = (query: Record<string, string>) => under.store.page(other, 'shopGoods', query)
    expect(await refused(of({ note: 'n7' }))).toMatchObject({ status: 400, fields: ['note'] })
    await expect(of({ note: 'n7' })).rejects.toThrow('list: { search: [note] }')
    await expect(of({ stock: '7' })).rejects.toThrow('stock: { index: true }')
    await expect(of({ createUser: '7' })).rejects.not.toThrow('.yaml')
    await expect(of({ name_likeright: 'n7' })).rejects.toThrow('cannot be filtered by Name')
    for (const operation of ['count', 'find', 'list'] as const)
      expect(await refused(under.store[operation](other, 'shopGoods', { note: 'n7' }))).toMatchObject({ status: 400 })
    expect(await refused(under.store.listPosition(other, 'shopGoods', '7', { note: 'n7' }))).toMatchObject({
      status: 400,
    })
    expect(await under.store.count(other, 'shopGoods', { note: 'n7', price_le: '70' })).toBe(2)
    expect(await of({ code_likeright: 'SP' })).toMatchObject({ total: 0 })
    expect(await of({ stock: '7', price_le: '200' })).toMatchObject({
      total: 2,
      records: [{ price: 107 }, { price: 7 }],
    })
    expect(await of({ note: 'n7', price_le: '70' })).toMatchObject({ total: 2 })
    expect(await of({ state: '1' })).toMatchObject({ total: 0 })
  })

  it.each([
    ['a text by the index of its n-grams', { name: '苹果' }, 'shop_goods_name_grams'],
    ['a serial number by the index of prefixes', { code_likeright: 'SP-7' }, 'shop_goods_code_prefix'],
    ['a moment by the index of the column', { soldAt_dateequal: '2026-11-21 00:00:00' }, 'shop_goods_sold_at_sort'],
  ])('searches %s', async (_what, query, index) => {
    await under.run('analyze shop_goods')
    const goods = resourceOf(model, 'shopGoods')
    // The tenant with most rows.
    const ctx = under.ctx(actor({ ...administrator, tenantId: 'large' }))
    const access = accessTo(ctx, goods, 'view')
    const where = whereSql(access, readQuery(ctx, goods, access, query).conditions)
    const text = `explain select 1 from shop_goods t where ${numbered(where, 0)}`
    expect(JSON.stringify(await under.run(text, where.values))).toContain(index)
  })

  it('reads one level of a tree, in its order', async () => {
    expect(await under.store.tree(under.ctx(administrator), 'shopKind', null)).toMatchObject([
      { name: '蔬菜', hasChildren: false },
      { name: '水果', hasChildren: true },
    ])
    expect(await under.store.tree(under.ctx(administrator), 'shopKind', fruit)).toMatchObject([
      { name: '苹果类', parentIdName: '水果', hasChildren: false },
    ])
  })

  it('refuses a cycle in a tree, and the deletion of a record with children', async () => {
    const circle = under.store.update(under.ctx(administrator), 'shopKind', { id: fruit, parentId: apples })
    expect((await refused(circle)).fields).toEqual(['parentId'])
    expect(await refused(under.store.remove(under.ctx(administrator), 'shopKind', [fruit]))).toMatchObject({
      code: 'has-children',
    })
  })

  it('returns the options of a reference, and labels by ids', async () => {
    const options = (wanted: object) => under.store.options(under.ctx(administrator), 'shopGoods', 'kindId', wanted)
    expect(await options({ text: '果' })).toEqual([
      { id: apples, name: '苹果类', hasChildren: false, path: [{ id: fruit, name: '水果' }] },
      { id: fruit, name: '水果', hasChildren: true, path: [] },
    ])
    expect(await options({ parentId: null })).toMatchObject([{ name: '蔬菜' }, { name: '水果', hasChildren: true }])
    expect(await under.store.labels(under.ctx(administrator), 'shopKind', [fruit])).toEqual([
      { id: fruit, name: '水果', path: [] },
    ])
    expect(await refused(under.store.options(under.ctx(actor()), 'shopGoods', 'kindId', {}))).toMatchObject({
      status: 403,
    })
    expect(await refused(under.store.labels(under.ctx(actor()), 'shopKind', [fruit]))).toMatchObject({ status: 403 })
  })

  it('returns the first match, or null', async () => {
    expect(
      await under.store.find(under.ctx(administrator), 'shopGoods', { name: '苹果', ascs: 'price' }),
    ).toMatchObject({
      price: 4,
    })
    expect(await under.store.find(under.ctx(administrator), 'shopGoods', { name: '苹果', price: '99' })).toBeNull()
  })
})
