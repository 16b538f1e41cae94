import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'

const titled = 'title: { zh: 名称, en: Name }'
const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopPlace.yaml': `
title: { zh: 地点, en: Place }
fields:
  name: { type: text, required: true, ${titled} }
  isSecret: { type: boolean, title: { zh: 保密, en: Secret } }
display: name
access:
  - { role: blind, allow: [view], hide: [name] }
  - { role: half, allow: [view], where: "isSecret != true" }
`,
  'resources/shop/shopStall.yaml': `
title: { zh: 摊位, en: Stall }
fields:
  placeId: { type: reference, of: shopPlace, title: { zh: 地点, en: Place } }
display: placeId
`,
  'resources/shop/shopVisit.yaml': `
title: { zh: 走访, en: Visit }
fields:
  label: { type: text, ${titled} }
  placeId: { type: reference, of: shopPlace, title: { zh: 地点, en: Place } }
  stallId: { type: reference, of: shopStall, title: { zh: 摊位, en: Stall } }
display: label
`,
})
const codes = ['shopPlace_view', 'shopStall_view', 'shopVisit_view', 'shopVisit_export']
const places = ['清溪区第三小学', '阿克苏路2号', '阿克苏路10号', '重庆火锅店', '张家湾', 'Bistro 王']

describe.each(databasesUnderTest())('Chinese on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const ids = new Map<string, string>()

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const { store, ctx } = under
    for (const name of places) {
      const { id } = await store.save(ctx(administrator), 'shopPlace', { name, isSecret: name === '张家湾' })
      const stall = await store.save(ctx(administrator), 'shopStall', { placeId: id })
      const visit = { label: `${name}走访`, placeId: id, stallId: stall['id'] }
      ids.set(name, String((await store.save(ctx(administrator), 'shopVisit', visit))['id']))
    }
    await store.save(ctx(administrator), 'shopVisit', { label: '无' })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const inOrder = ['Bistro 王', '阿克苏路2号', '阿克苏路10号', '重庆火锅店', '清溪区第三小学', '张家湾']
  const sortedBy = async (field: string, by = administrator, order: 'ascs' | 'descs' = 'ascs') => {
    const { records } = await under.store.page(under.ctx(by), 'shopVisit', { [order]: field })
    return records.map(record => record['placeIdName'])
  }

  it('sorts a reference by the pinyin of what it displays, through another reference too, empty ones last', async () => {
    expect(await sortedBy('placeId')).toEqual([...inOrder, null])
    expect(await sortedBy('stallId')).toEqual([...inOrder, null])
    expect(await sortedBy('placeId', administrator, 'descs')).toEqual([null, ...inOrder.toReversed()])
  })

  it('sorts the display text by pinyin, on pages, in files and among neighbours alike', async () => {
    const { records } = await under.store.page(under.ctx(administrator), 'shopVisit', {
      ascs: 'label',
      placeId_notnull: 'true',
    })
    expect(records.map(record => record['placeIdName'])).toEqual(inOrder)
    const { previous, next } = await under.store.listPosition(
      under.ctx(administrator),
      'shopVisit',
      String(ids.get('重庆火锅店')),
      {
        ascs: 'placeId',
      },
    )
    expect([previous, next]).toEqual([ids.get('阿克苏路10号'), ids.get('清溪区第三小学')])
    const stream = await under.store.stream(under.ctx(administrator), 'shopVisit', { query: { ascs: 'placeId' } })
    const streamed = []
    for await (const chunk of stream.chunks()) streamed.push(...chunk.map(record => record['placeIdName']))
    expect(streamed).toEqual([...inOrder, null])
  })

  it('does not reveal hidden values by order or search', async () => {
    const blind = actor({ roles: ['blind'], codes })
    expect(await refused(under.store.page(under.ctx(blind), 'shopVisit', { ascs: 'placeId' }))).toMatchObject({
      status: 400,
    })
    expect(await refused(under.store.page(under.ctx(blind), 'shopVisit', { ascs: 'stallId' }))).toMatchObject({
      status: 400,
    })
    expect(await refused(under.store.page(under.ctx(blind), 'shopPlace', { ascs: 'name' }))).toMatchObject({
      status: 400,
    })
    expect(await under.store.search(under.ctx(blind), 'shopPlace', 'qxsx')).toEqual([])
    const half = actor({ roles: ['half'], codes })
    expect((await sortedBy('placeId', half)).slice(0, 5)).toEqual(inOrder.slice(0, 5))
    expect(await sortedBy('placeId', half)).toHaveLength(7)
    expect(await under.store.search(under.ctx(half), 'shopPlace', 'zjw')).toEqual([])
  })

  it.each([
    ['qxsx', '清溪区第三小学'],
    ['dsxx', '清溪区第三小学'],
    ['sanxiao', '清溪区第三小学'],
    ['qingxsan', '清溪区第三小学'],
    ['QXQ', '清溪区第三小学'],
    ['chongqing', '重庆火锅店'],
    ['huog', '重庆火锅店'],
    ['bistrow', 'Bistro 王'],
    ['zjw', '张家湾'],
  ])('finds by %s', async (letters, name) => {
    const found = await under.store.search(under.ctx(administrator), 'shopPlace', letters)
    expect(found.map(one => one.name)).toContain(name)
  })

  it.each(['zzzz', 'q', 'xqxs'])('finds nothing by %s', async letters => {
    const found = await under.store.search(under.ctx(administrator), 'shopPlace', letters)
    expect(found.map(one => one.name)).toEqual([])
  })

  it('finds a changed name, and one restored from the bin', async () => {
    const { store, ctx } = under
    const { id, version } = await store.save(ctx(administrator), 'shopPlace', { name: '南浦' })
    await store.update(ctx(administrator), 'shopPlace', { id, version, name: '北塘' })
    expect(await store.search(ctx(administrator), 'shopPlace', 'nanpu')).toEqual([])
    expect(await store.search(ctx(administrator), 'shopPlace', 'btang')).toMatchObject([{ name: '北塘' }])
    await store.remove(ctx(administrator), 'shopPlace', [String(id)])
    expect(await store.search(ctx(administrator), 'shopPlace', 'btang')).toEqual([])
    await store.restore(ctx(administrator), 'shopPlace', [String(id)])
    expect(await store.search(ctx(administrator), 'shopPlace', 'btang')).toMatchObject([{ name: '北塘' }])
    await store.remove(ctx(administrator), 'shopPlace', [String(id)])
  })
})
