import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\nowner: shop\n',
  'resources/shop/shop.yaml': `
title: { zh: 店, en: Shop }
owner: id
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  region: { type: integer, title: { zh: 区域, en: Region } }
access:
  - { role: inspector, allow: [view], where: "region == me.regionId" }
`,
  'resources/shop/shopNote.yaml': `
title: { zh: 记录, en: Note }
owner: shopId
fields:
  text: { type: text, required: true, title: { zh: 内容, en: Text } }
  shopId: { type: reference, of: shop, required: true, title: { zh: 店, en: Shop } }
  price: { type: money, title: { zh: 价, en: Price } }
  lines: { type: children, of: shopNoteLine, title: { zh: 明细, en: Lines } }
access:
  - { role: clerk, allow: [view], where: "true", hide: [price, lines] }
  - { role: clerk, allow: [edit], where: "true" }
  - { role: auditor, allow: [view, edit], where: "text.startsWith('A')" }
`,
  'resources/shop/shopNoteLine.yaml': `
title: { zh: 明细, en: Line }
menu: false
partOf: noteId
fields:
  noteId: { type: reference, of: shopNote, required: true, title: { zh: 记录, en: Note } }
  text: { type: text, required: true, title: { zh: 内容, en: Text } }
`,
  'resources/system/bladeUser.yaml': `
title: { zh: 用户, en: User }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
access:
  - { role: clerk, allow: [view], where: "name == '无'" }
`,
  'resources/shop/shopVisit.yaml': `
title: { zh: 走访, en: Visit }
fields:
  byId: { type: reference, of: bladeUser, default: me.id, title: { zh: 走访人, en: By } }
`,
  'resources/shop/shopPublic.yaml': `
title: { zh: 公共, en: Public }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  noteId: { type: reference, of: shopNote, where: "it.price == null || it.price < 100.0", title: { zh: 记录, en: Note } }
`,
})

const all = (resource: string) => ['view', 'add', 'edit', 'delete'].map(operation => `${resource}_${operation}`)
const codes = [...all('shop'), ...all('shopNote'), ...all('shopPublic')]

describe.each(databasesUnderTest())('the access predicate on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let east: string
  let west: string
  let eastNote: string
  let westNote: string

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const save = async (resource: string, record: object) =>
      String((await under.store.save(under.ctx(administrator), resource, record))['id'])
    east = await save('shop', { name: '东店', region: 1 })
    west = await save('shop', { name: '西店', region: 2 })
    eastNote = await save('shopNote', { text: 'A东', shopId: east, price: 5, lines: [{ text: '东一' }] })
    westNote = await save('shopNote', { text: 'B西', shopId: west, price: 500, lines: [{ text: '西一' }] })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const merchant = () => actor({ codes, ownerIds: [east] })
  const texts = async (by: ReturnType<typeof actor>, resource = 'shopNote') =>
    (await under.store.page(under.ctx(by), resource, {})).records.map(record => record['text']).sort()

  it('shows a user with the code the rows of the tenant, and a user of an owner only its rows', async () => {
    expect(await texts(actor({ codes }))).toEqual(['A东', 'B西'])
    expect(await texts(merchant())).toEqual(['A东'])
    expect(await texts(merchant(), 'shopNoteLine')).toEqual(['东一'])
    expect((await under.store.page(under.ctx(merchant()), 'shop', {})).records).toMatchObject([{ name: '东店' }])
    expect(await texts(actor({ codes, tenantId: '000001' }))).toEqual([])
    expect(await texts(actor({ ...administrator, tenantId: '000001' }))).toEqual([])
    expect(await texts(actor({ ...administrator, ownerIds: [east] }))).toEqual(['A东', 'B西'])
  })

  it('applies the row filter of the owner resource to the resources that it owns', async () => {
    const inspector = actor({ codes, roles: ['inspector'], regionId: '2' })
    expect((await under.store.page(under.ctx(inspector), 'shop', {})).records).toMatchObject([{ name: '西店' }])
    expect(await texts(inspector)).toEqual(['B西'])
    expect(await texts(inspector, 'shopNoteLine')).toEqual(['西一'])
    expect(await texts(actor({ codes, roles: ['inspector'] }))).toEqual([])
    expect(await refused(under.store.update(under.ctx(inspector), 'shop', { id: west, name: '新' }))).toMatchObject({
      status: 403,
    })
  })

  it('permits references to the own account, whichever accounts the actor may view', async () => {
    const { store, ctx } = under
    const [own, other] = [
      await store.save(ctx(administrator), 'bladeUser', { name: '陈未晞' }),
      await store.save(ctx(administrator), 'bladeUser', { name: '林知夏' }),
    ]
    const by = actor({ userId: String(own['id']), roles: ['clerk'], codes: all('shopVisit') })
    expect(await store.labels(ctx(by), 'bladeUser', [by.userId, String(other['id'])])).toMatchObject([
      { name: '陈未晞' },
    ])
    expect(await store.options(ctx(by), 'shopVisit', 'byId', {})).toMatchObject([{ name: '陈未晞' }])
    const { id } = await store.save(ctx(by), 'shopVisit', {})
    expect(await store.get(ctx(by), 'shopVisit', String(id))).toMatchObject({ byId: own['id'], byIdName: '陈未晞' })
    const others = await refused(store.save(ctx(by), 'shopVisit', { byId: other['id'] }))
    expect(others.fields).toEqual(['byId'])
    expect(await refused(store.page(ctx(by), 'bladeUser', {}))).toMatchObject({ status: 403 })
  })

  it('reports an invisible row as not found', async () => {
    const by = merchant()
    const { store, ctx } = under
    for (const id of [westNote, '999']) {
      expect(await refused(store.get(ctx(by), 'shopNote', id))).toMatchObject({ code: 'not-found', status: 404 })
      expect(await refused(store.history(ctx(by), 'shopNote', id))).toMatchObject({ code: 'not-found' })
      expect(await refused(store.update(ctx(by), 'shopNote', { id, text: 'x', version: 9 }))).toMatchObject({
        code: 'not-found',
      })
      expect(await refused(store.remove(ctx(by), 'shopNote', [eastNote, id]))).toMatchObject({ code: 'not-found' })
      expect(await store.labels(ctx(by), 'shopNote', [id])).toEqual([])
    }
    expect(await store.get(ctx(by), 'shopNote', eastNote)).toMatchObject({ text: 'A东' })
  })

  it('checks the row before and after a write, and the records to which it refers', async () => {
    const by = merchant()
    const { store, ctx } = under
    const note = await store.save(ctx(by), 'shopNote', { text: 'A新' })
    expect(note).toMatchObject({ shopId: east })
    expect((await refused(store.save(ctx(by), 'shopNote', { text: 'x', shopId: west }))).fields).toEqual(['shopId'])
    expect((await refused(store.update(ctx(by), 'shopNote', { id: note['id'], shopId: west }))).fields).toEqual([
      'shopId',
    ])
    const auditor = actor({ codes, roles: ['auditor'] })
    const away = store.update(ctx(auditor), 'shopNote', { id: note['id'], text: 'B新' })
    expect(await refused(away)).toMatchObject({ code: 'out-of-reach', status: 403 })
    expect(await store.update(ctx(auditor), 'shopNote', { id: note['id'], text: 'AA' })).toMatchObject({
      text: 'AA',
      version: 2,
    })
    expect(await refused(store.save(ctx(auditor), 'shopNote', { text: 'A', shopId: east }))).toMatchObject({
      code: 'forbidden',
    })
    await store.remove(ctx(by), 'shopNote', [String(note['id'])])
  })

  it('moves an owned record and its lines with their owner', async () => {
    const { store, ctx } = under
    const note = await store.save(ctx(administrator), 'shopNote', { text: 'C', shopId: west, lines: [{ text: '三' }] })
    await store.update(ctx(administrator), 'shopNote', { id: note['id'], shopId: east })
    expect(await texts(merchant())).toEqual(['A东', 'C'])
    const owners = await under.run('select owner_id from shop_note_line where text = $1', ['三'])
    expect(owners).toEqual([{ owner_id: east }])
    await store.remove(ctx(administrator), 'shopNote', [String(note['id'])])
  })

  it('hides a field from reads, filters, sorting, history and writes', async () => {
    const by = actor({ codes, roles: ['clerk'] })
    const { store, ctx } = under
    const record = await store.get(ctx(by), 'shopNote', eastNote)
    expect(record).not.toHaveProperty('price')
    expect(await refused(store.page(ctx(by), 'shopNote', { price: '5' }))).toMatchObject({ code: 'unknown-name' })
    expect(await refused(store.page(ctx(by), 'shopNote', { ascs: 'price' }))).toMatchObject({ code: 'unknown-name' })
    expect(await refused(store.update(ctx(by), 'shopNote', { ...record, price: 9 }))).toMatchObject({ status: 403 })
    expect(await store.update(ctx(by), 'shopNote', { ...record, text: 'A东二' })).not.toHaveProperty('price')
    expect(await store.get(ctx(administrator), 'shopNote', eastNote)).toMatchObject({ text: 'A东二', price: 5 })
    expect(JSON.stringify(await store.history(ctx(by), 'shopNote', eastNote))).not.toContain('price')
    expect(record).not.toHaveProperty('lines')
    expect(await refused(store.page(ctx(by), 'shopNoteLine', {}))).toMatchObject({ status: 403 })
    expect(await refused(store.save(ctx(by), 'shopNoteLine', { noteId: eastNote, text: 'x' }))).toMatchObject({
      status: 403,
    })
    await store.update(ctx(administrator), 'shopNote', { id: eastNote, text: 'A东' })
  })

  it('returns only the written values to a user who may edit but not view', async () => {
    const { store, ctx } = under
    const by = actor({ codes: ['shopNote_edit'] })
    const { version } = await store.get(ctx(administrator), 'shopNote', eastNote)
    expect(await store.update(ctx(by), 'shopNote', { id: eastNote })).toEqual({ id: eastNote, version })
    const written = await store.update(ctx(by), 'shopNote', { id: eastNote, text: 'A东三' })
    expect(written).toEqual({ id: eastNote, version: Number(version) + 1, text: 'A东三' })
    await store.update(ctx(administrator), 'shopNote', { id: eastNote, text: 'A东' })
  })

  it('neither shows the label of an invisible row nor offers it as a choice', async () => {
    const { store, ctx } = under
    const about = await store.save(ctx(administrator), 'shopPublic', { name: '公', noteId: eastNote })
    const other = actor({ codes, ownerIds: [west] })
    expect(await store.get(ctx(other), 'shopPublic', String(about['id']))).toMatchObject({
      noteId: null,
      noteIdName: null,
    })
    expect(await store.get(ctx(merchant()), 'shopPublic', String(about['id']))).toMatchObject({ noteIdName: 'A东' })
    expect(await store.options(ctx(merchant()), 'shopPublic', 'noteId', { record: {} })).toEqual([
      { id: eastNote, name: 'A东' },
    ])
    expect(await store.options(ctx(other), 'shopPublic', 'noteId', { record: {} })).toEqual([])
    expect(
      (await refused(store.save(ctx(administrator), 'shopPublic', { name: 'x', noteId: westNote }))).fields,
    ).toEqual(['noteId'])
  })

  it('permits writes of lines only to users who may edit their master', async () => {
    const { store, ctx } = under
    const viewer = actor({ codes: ['shopNote_view'] })
    const [line] = (await store.list(ctx(viewer), 'shopNoteLine', { text: '东一' })) as [{ id: string }]
    expect(await refused(store.update(ctx(viewer), 'shopNoteLine', { id: line.id, text: 'x' }))).toMatchObject({
      status: 403,
    })
    const save = (by: ReturnType<typeof actor>, noteId: string) =>
      store.save(ctx(by), 'shopNoteLine', { noteId, text: 'y' })
    expect(await refused(save(merchant(), westNote))).toMatchObject({ status: 404 })
    expect(await save(actor({ codes: ['shopNote_edit'] }), eastNote)).toMatchObject({ text: 'y' })
  })
})
