import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { UserActor } from '../auth/actor.ts'
import type { Database } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { bin } from './bin.ts'

const files = {
  'dictionaries/shop_kind.yaml': `title: { zh: 种类, en: Kind }
entries:
  old: { key: "1", title: { zh: 旧, en: Old } }
  new: { key: "2", title: { zh: 新, en: New } }
`,
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopCustomer.yaml': `
title: { zh: 顾客, en: Customer }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/shop/shopArea.yaml': `
title: { zh: 区域, en: Area }
display: name
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: shopArea, title: { zh: 上级, en: Above } }
`,
  'resources/shop/shopOrder.yaml': `
title: { zh: 订单, en: Order }
display: number
fields:
  number: { type: text, required: true, unique: true, title: { zh: 单号, en: Number } }
  customerId: { type: reference, of: shopCustomer, required: true, title: { zh: 顾客, en: Customer } }
  adviserId: { type: reference, of: shopCustomer, title: { zh: 介绍人, en: Adviser } }
  lines: { type: children, of: shopLine, title: { zh: 明细, en: Lines } }
  note: { type: text, title: { zh: 备注, en: Note } }
  kind: { type: dictionary, of: shop_kind, title: { zh: 种类, en: Kind } }
access:
  - { role: clerk, allow: [view, edit, delete], where: "note == 'mine'" }
  - { role: reader, allow: [view], hide: [note] }
`,
  'resources/shop/shopSlip.yaml': `
title: { zh: 单据, en: Slip }
display: number
fields:
  number: { type: text, required: true, title: { zh: 单号, en: Number } }
access:
  - { role: clerk, allow: [view, delete], where: "number != 'other'" }
`,
  'resources/shop/shopLine.yaml': `
title: { zh: 明细, en: Line }
partOf: orderId
display: what
menu: false
fields:
  orderId: { type: reference, of: shopOrder, required: true, title: { zh: 订单, en: Order } }
  what: { type: text, required: true, title: { zh: 品名, en: What } }
  makerId: { type: reference, of: shopCustomer, required: true, title: { zh: 厂家, en: Maker } }
`,
}
const model = modelOf(files)

describe.each(databasesUnderTest())('the bin on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let customer: string
  let second = 0
  const store = () => under.store
  const ctx = (by: UserActor) => under.ctx(by)
  const save = (resource: string, record: Row) => store().save(ctx(administrator), resource, record)
  const line = (what: string, makerId = customer) => ({ what, makerId })
  const order = (number: string, more: Row = {}) => save('shopOrder', { number, customerId: customer, ...more })
  const remove = (resource: string, ...records: Row[]) =>
    store().remove(
      ctx(administrator),
      resource,
      records.map(row => String(row['id'])),
    )
  const restore = (resource: string, ...records: Row[]) =>
    store().restore(
      ctx(administrator),
      resource,
      records.map(row => String(row['id'])),
    )
  const get = (resource: string, { id }: Row) => store().get(ctx(administrator), resource, String(id))
  const binOf = (resource: string, query = {}) => store().bin(ctx(administrator), resource, query)

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    customer = String((await save('shopCustomer', { name: '王记' }))['id'])
  })
  beforeEach(() => under.setNow(`2026-11-21T03:00:${String(++second).padStart(2, '0')}Z`))
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('restores a record with the lines that were deleted with it, and without those deleted before', async () => {
    const made = await order('A1', { lines: [line('flour'), line('rice'), line('salt')] })
    const [flour, , salt] = made['lines'] as Row[]
    await store().update(ctx(administrator), 'shopOrder', { id: made['id'], lines: [flour, salt] })
    await remove('shopOrder', made)
    expect(await refused(get('shopOrder', made))).toMatchObject({ status: 404 })
    await restore('shopOrder', made)
    const back = await get('shopOrder', made)
    expect((back['lines'] as Row[]).map(one => one['what'])).toEqual(['flour', 'salt'])
    expect(back).toMatchObject({ number: 'A1', version: 4 })
    const operations = (await store().history(ctx(administrator), 'shopOrder', String(made['id']))).map(
      entry => `${entry.operation} ${entry.version}`,
    )
    expect(operations).toEqual(['restore 4', 'remove 3', 'update 2', 'save 1'])
  })

  it('lists the newest deletions first with user and time, and is searched like a list', async () => {
    const [one, two] = [await order('B1'), await order('B2')]
    await remove('shopOrder', two)
    under.setNow('2026-11-21T04:00:00Z')
    await remove('shopOrder', one)
    const { records } = await binOf('shopOrder', { number_like: 'B' })
    expect(records.map(row => row['number'])).toEqual(['B1', 'B2'])
    expect(records[0]).toMatchObject({ updateUser: '1', updateTime: '2026-11-21 12:00:00', customerIdName: '王记' })
    expect(await binOf('shopOrder', { number: 'B2', size: '1' })).toMatchObject({ total: 1, size: 1 })
    await restore('shopOrder', one, two)
    expect((await binOf('shopOrder', { number_like: 'B' })).total).toBe(0)
  })

  it.each([
    ['an administrator', administrator],
    ['a user who may view some rows only', actor({ codes: ['shopSlip_view', 'shopSlip_delete'], roles: ['clerk'] })],
  ])('is read by its own index in a large table, for %s', async (_who, asker) => {
    await under.run('delete from shop_slip')
    await under.run(
      `insert into shop_slip (tenant_id, id, number, create_time, update_time, is_deleted)
       select '000000', n, n::text, now(), now() - n * interval '1 minute', case when n % 500 = 0 then 1 else 0 end
       from generate_series(1, 50000) n`,
    )
    await under.run('analyze shop_slip')
    const plans: string[] = []
    // Every statement is explained instead of executed.
    const queries = new Proxy(database.kysely, {
      get: (kysely, name) =>
        name === 'executeQuery'
          ? async ({ sql, parameters }: CompiledQuery) => {
              const lines = await under.run(`explain ${sql}`, parameters)
              plans.push(lines.map(line => line['QUERY PLAN']).join('\n'))
              return { rows: [] }
            }
          : Reflect.get(kysely, name),
    })
    const slip = model.resources['shopSlip']
    if (!slip) throw new Error('There are no slips.')
    await bin(queries, ctx(asker), slip, { size: '50' })
    expect(plans).toHaveLength(1)
    // The page and its count.
    expect(plans[0]?.match(/using shop_slip_bin on shop_slip/g)).toHaveLength(2)
    expect(plans[0]).not.toMatch(/Seq Scan|Sort/)
  })

  it('names the field whose value another record has now, and restores nothing', async () => {
    const [gone, other] = [await order('C1'), await order('C2')]
    await remove('shopOrder', gone, other)
    await order('C1')
    expect(await refused(restore('shopOrder', other, gone))).toEqual({
      code: 'duplicate',
      status: 409,
      fields: ['number'],
    })
    expect((await binOf('shopOrder', { number_like: 'C' })).total).toBe(2)
  })

  it('names a missing record that a line requires, and permits missing optional ones', async () => {
    const maker = await save('shopCustomer', { name: '磨坊' })
    const adviser = await save('shopCustomer', { name: '介绍' })
    const made = await order('E1', { adviserId: adviser['id'], lines: [line('flour', String(maker['id']))] })
    await remove('shopOrder', made)
    await remove('shopCustomer', maker, adviser)
    expect(await refused(restore('shopOrder', made))).toMatchObject({ status: 409, fields: ['makerId'] })
    await restore('shopCustomer', maker)
    await restore('shopOrder', made)
    expect(await get('shopOrder', made)).toMatchObject({ adviserId: adviser['id'], adviserIdName: '介绍' })
  })

  it('restores a branch of a tree with its leaves, but no leaf without its branch', async () => {
    const top = await save('shopArea', { name: '北' })
    const leaf = await save('shopArea', { name: '北一', parentId: top['id'] })
    await remove('shopArea', top, leaf)
    expect(await refused(restore('shopArea', leaf))).toMatchObject({ status: 409, fields: ['parentId'] })
    await restore('shopArea', leaf, top)
    expect(await get('shopArea', leaf)).toMatchObject({ parentIdName: '北' })
  })

  it('lists and restores only records that the user may view and delete', async () => {
    const [mine, other] = [await order('F1', { note: 'mine' }), await order('F2', { note: 'other' })]
    await remove('shopOrder', mine, other)
    const codes = ['shopOrder_view', 'shopOrder_delete']
    const clerk = actor({ roles: ['clerk'], codes })
    expect(
      (await store().bin(ctx(clerk), 'shopOrder', { number_like: 'F' })).records.map(row => row['number']),
    ).toEqual(['F1'])
    expect(await refused(store().restore(ctx(clerk), 'shopOrder', [String(other['id'])]))).toMatchObject({
      status: 404,
    })
    for (const by of [
      actor({ roles: ['reader'], codes }),
      actor({ codes: ['shopOrder_view'] }),
      actor({ codes: ['shopOrder_delete'] }),
    ]) {
      expect(await refused(store().bin(ctx(by), 'shopOrder', {}))).toMatchObject({ status: 403 })
      expect(await refused(store().restore(ctx(by), 'shopOrder', [String(mine['id'])]))).toMatchObject({ status: 403 })
    }
    const stranger = actor({ ...administrator, tenantId: '999999' })
    expect(await store().bin(ctx(stranger), 'shopOrder', {})).toMatchObject({ total: 0, records: [] })
    expect(await refused(store().restore(ctx(stranger), 'shopOrder', [String(mine['id'])]))).toMatchObject({
      status: 404,
    })
    await store().restore(ctx(clerk), 'shopOrder', [String(mine['id'])])
    expect(await get('shopOrder', mine)).toMatchObject({ number: 'F1' })
  })

  it('semantics 41: restores a record that breaks a rule by now, but none that `allowIf` or a moved owner excludes', async () => {
    const changed = modelOf({
      ...files,
      'resources/shop/shopOrder.yaml': `${files['resources/shop/shopOrder.yaml']}
rules:
  - { rule: "note != 'old'", message: { zh: 不行, en: No }, valid: { note: new }, invalid: { note: old } }
allowIf: { delete: "number != 'K2'" }
`,
    })
    const [old, kept] = [await order('K1', { note: 'old' }), await order('K2', { note: 'mine' })]
    await remove('shopOrder', old, kept)
    const back = (by: UserActor, { id }: Row) => store().restore(under.ctx(by, changed), 'shopOrder', [String(id)])
    const clerk = actor({ roles: ['clerk'], codes: ['shopOrder_view', 'shopOrder_delete'] })
    expect(await refused(back(clerk, old))).toMatchObject({ status: 404 })
    expect(await refused(back(administrator, kept))).toMatchObject({ status: 409, code: 'not-allowed-now' })
    await back(administrator, old)
    expect(await get('shopOrder', old)).toMatchObject({ note: 'old', version: 3 })
  })

  it('semantics 41: writes a former version as an update, which a sealed entry, a narrowed role and a moved owner refuse', async () => {
    const former = { note: 'mine', kind: '1' }
    const made = await order('L1', former)
    const write = (by: UserActor, values: Row, of = model) =>
      store().update(under.ctx(by, of), 'shopOrder', { id: made['id'], ...values })
    await write(administrator, { kind: '2' })
    const kinds = files['dictionaries/shop_kind.yaml'].replace('Old }', 'Old }, sealed: true')
    const sealed = modelOf({ ...files, 'dictionaries/shop_kind.yaml': kinds })
    const [clerk, reader] = ['clerk', 'reader'].map(role =>
      actor({ roles: [role], codes: ['shopOrder_view', 'shopOrder_edit'] }),
    ) as [UserActor, UserActor]
    expect(await refused(write(clerk, former, sealed))).toMatchObject({ status: 400, fields: ['kind'] })
    expect(await refused(write(reader, former))).toMatchObject({ status: 403 })
    await write(clerk, former)
    expect(await get('shopOrder', made)).toMatchObject({ ...former, version: 3 })
    await write(administrator, { note: 'other' })
    expect(await refused(write(clerk, former))).toMatchObject({ status: 404 })
  })

  it('restores no record that is not deleted, and no lines without their master', async () => {
    const made = await order('G1', { lines: [line('flour')] })
    expect(await refused(restore('shopOrder', made))).toMatchObject({ status: 404 })
    expect(await refused(store().bin(ctx(administrator), 'shopLine', {}))).toMatchObject({ status: 404 })
    expect(await refused(store().restore(ctx(administrator), 'shopLine', ['1']))).toMatchObject({ status: 404 })
  })

  it('returns a selection in consecutive parts', async () => {
    const made = [await order('H1'), await order('H2'), await order('H3')]
    await remove('shopOrder', made[1] as Row)
    const part = (from: 'list' | 'bin', after: string | null, limit: number) =>
      store().selection(ctx(administrator), 'shopOrder', {
        query: { number_like: 'H', current: '9' },
        from,
        after,
        limit,
      })
    const [first, second, third] = made.map(row => String(row['id'])) as [string, string, string]
    expect(await part('list', null, 1)).toEqual([first])
    expect(await part('list', first, 5)).toEqual([third])
    expect(await part('bin', null, 5)).toEqual([second])
    expect([...(await store().displays(ctx(administrator), 'shopOrder', [first, second]))]).toEqual(
      expect.arrayContaining([
        [first, 'H1'],
        [second, 'H2'],
      ]),
    )
    expect((await store().displays(ctx(actor({ ...administrator, tenantId: '9' })), 'shopOrder', [first])).size).toBe(0)
  })
})
