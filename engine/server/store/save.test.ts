import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopGoods.yaml': `
title: { zh: 商品, en: Goods }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  barcode: { type: text, unique: true, title: { zh: 条码, en: Barcode } }
  secret: { type: password, title: { zh: 密码, en: Password } }
  stockedAt: { type: datetime, default: now(), title: { zh: 入库时间, en: Stocked at } }
  soldFrom: { type: time, default: "now() + hours(2)", title: { zh: 起售时间, en: Sold from } }
  soldUntil: { type: date, default: "today() + 7", title: { zh: 停售日期, en: Sold until } }
`,
  'resources/shop/shopTicket.yaml': `
title: { zh: 工单, en: Ticket }
display: label
fields:
  no: { type: serial, pattern: "T{000}", title: { zh: 编号, en: No. } }
  note: { type: text, required: true, title: { zh: 内容, en: Note } }
  label: { type: text, compute: "no + ' ' + note", stored: true, title: { zh: 标签, en: Label } }
  age: { type: integer, compute: "version * 2", stored: true, title: { zh: 次数, en: Count } }
rules:
  - rule: "label != 'T002 坏'"
    message: { zh: 这个编号不行, en: Not with this number }
    valid: { label: T001 坏 }
    invalid: { label: T002 坏 }
`,
  'resources/shop/shopOrder.yaml': `
title: { zh: 订单, en: Order }
display: orderNo
fields:
  orderNo: { type: serial, pattern: "DD{yyyy}-{000}", title: { zh: 编号, en: Order no. } }
  day: { type: date, required: true, title: { zh: 日期, en: Day } }
  due: { type: date, title: { zh: 截止, en: Due } }
  urgent: { type: boolean, default: false, title: { zh: 加急, en: Urgent } }
  reason: { type: text, required: true, when: "urgent", title: { zh: 原因, en: Reason } }
  lines: { type: children, of: shopOrderLine, required: true, min: 1, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount)", stored: true, title: { zh: 合计, en: Total } }
  half: { type: money, compute: "total * 0.5", title: { zh: 一半, en: Half } }
rules:
  - rule: "day <= due"
    message: { zh: 截止不能早于日期, en: Due comes before the day }
    valid: { day: 2026-01-01, due: 2026-01-02 }
    invalid: { day: 2026-01-02, due: 2026-01-01 }
`,
  'resources/shop/shopOrderLine.yaml': `
title: { zh: 明细, en: Order line }
menu: false
partOf: orderId
display: goodsId
fields:
  orderId: { type: reference, of: shopOrder, required: true, title: { zh: 订单, en: Order } }
  goodsId: { type: reference, of: shopGoods, required: true, title: { zh: 商品, en: Goods } }
  quantity: { type: decimal, scale: 3, required: true, min: 0.001, title: { zh: 数量, en: Quantity } }
  price: { type: money, required: true, title: { zh: 单价, en: Price } }
  amount: { type: money, compute: "quantity * price", stored: true, title: { zh: 金额, en: Amount } }
`,
})

describe.each(databasesUnderTest())('writing on $kind', ({ kind, open }) => {
  let database: Database
  let under: StoreUnderTest
  let apple: string
  let pear: string

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    apple = String((await under.store.save(under.ctx(administrator), 'shopGoods', { name: ' 苹果 ' }))['id'])
    pear = String((await under.store.save(under.ctx(administrator), 'shopGoods', { name: '梨', barcode: '1' }))['id'])
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const order = (more: object = {}) => ({
    day: '2026-11-20',
    lines: [
      { goodsId: apple, quantity: 1.5, price: 2.01 },
      { goodsId: pear, quantity: '2', price: 3 },
    ],
    ...more,
  })
  const saved = (more?: object) => under.store.save(under.ctx(administrator), 'shopOrder', order(more))
  const linesOf = (record: Record<string, unknown>) => record['lines'] as Record<string, unknown>[]

  it('stores a master with its lines, computed values and values of the server', async () => {
    const record = await saved()
    const { lines, ...read } = await under.store.get(under.ctx(administrator), 'shopOrder', String(record['id']))
    expect(read).toMatchObject({
      orderNo: expect.stringMatching(/^DD2026-\d{3}$/),
      day: '2026-11-20',
      due: null,
      urgent: false,
      total: 9.02,
      half: 4.51,
      version: 1,
      createUser: '1',
      createTime: '2026-11-21 10:00:00',
    })
    expect(lines).toMatchObject([
      { goodsId: apple, goodsIdName: '苹果', quantity: 1.5, amount: 3.02, orderId: record['id'], version: 1 },
      { goodsId: pear, goodsIdName: '梨', quantity: 2, amount: 6 },
    ])
    expect(record).toMatchObject({ ...read, lines: [{ amount: 3.02 }, { amount: 6 }] })
  })

  it('evaluates the defaults of omitted fields, and no others', async () => {
    const record = await under.store.save(under.ctx(administrator), 'shopGoods', { name: '米', soldUntil: null })
    const begun = { stockedAt: '2026-11-21 10:00:00', soldFrom: '12:00:00', soldUntil: null }
    expect(await under.store.get(under.ctx(administrator), 'shopGoods', String(record['id']))).toMatchObject(begun)
    const other = { name: '面', stockedAt: '2026-11-20 08:15:30', soldFrom: '07:00' }
    expect(await under.store.save(under.ctx(administrator), 'shopGoods', other)).toMatchObject({
      stockedAt: '2026-11-20 08:15:30',
      soldFrom: '07:00:00',
      soldUntil: '2026-11-28',
    })
    const { id, version } = record
    const changed = await under.store.update(under.ctx(administrator), 'shopGoods', { id, version, stockedAt: null })
    expect(changed).toMatchObject({ stockedAt: null, soldUntil: null })
  })

  it('reports all errors at once, by field', async () => {
    const wrong = {
      day: '2026-02-30',
      lines: [
        { goodsId: apple, quantity: 0, price: 1 },
        { quantity: 1, price: 1 },
      ],
    }
    expect(await refused(under.store.save(under.ctx(administrator), 'shopOrder', wrong))).toEqual({
      code: 'input',
      status: 400,
      fields: expect.arrayContaining(['day', 'lines.0.quantity', 'lines.1.goodsId']),
    })
    expect((await refused(under.store.save(under.ctx(administrator), 'shopOrder', {}))).fields.sort()).toEqual([
      'day',
      'lines',
    ])
    expect((await refused(saved({ due: '2026-11-19' }))).fields).toEqual(['day'])
    const many = Array.from({ length: 150 }, () => ({ quantity: 1, price: 1 }))
    const ofFirst = many.slice(50).map((_, index) => `lines.${index}.goodsId`)
    expect((await refused(saved({ lines: many }))).fields.sort()).toEqual(ofFirst.sort())
  })

  it.each([
    ['that does not exist', { goodsId: '999' }, ['lines.0.goodsId']],
    ['by an invalid id', { goodsId: 'x' }, ['lines.0.goodsId']],
  ])('refuses a reference to a record %s', async (_what, line, fields) => {
    const lines = [{ quantity: 1, price: 1, ...line }]
    expect((await refused(saved({ lines }))).fields).toEqual(fields)
  })

  it('semantics 4: refuses unknown names, and other values than those of the server', async () => {
    expect(await refused(saved({ dya: 1 }))).toMatchObject({ code: 'unknown-name', status: 400 })
    expect((await refused(saved({ orderNo: 'mine' }))).fields).toEqual(['orderNo'])
    expect((await refused(saved({ total: 1 }))).fields).toEqual(['total'])
    for (const name of ['tenantId', 'isDeleted', 'status'])
      expect((await refused(saved({ [name]: 7 }))).fields).toEqual([name])
    expect((await refused(saved({ createUserName: 'x' }))).fields).toEqual(['createUserName'])
    const same = { tenantId: administrator.tenantId, isDeleted: 0, status: 1, createUserName: '' }
    const record = await saved({ orderNo: '', total: 9.02, ...same, id: '5' })
    expect(record).toMatchObject({ total: 9.02, orderNo: expect.stringMatching(/^DD2026-/) })
    expect(record['id']).not.toBe('5')
  })

  it('requires only shown fields, and keeps hidden ones', async () => {
    expect((await refused(saved({ urgent: true }))).fields).toEqual(['reason'])
    const record = await saved({ urgent: true, reason: '急' })
    const calm = (reason: string) =>
      under.store.update(under.ctx(administrator), 'shopOrder', { id: record['id'], urgent: false, reason })
    expect((await refused(calm('不'))).fields).toEqual(['reason'])
    expect(await calm('急')).toMatchObject({ urgent: false, reason: '急' })
    const other = await saved()
    const raised = under.store.update(under.ctx(administrator), 'shopOrder', { id: other['id'], urgent: true })
    expect((await refused(raised)).fields).toEqual(['reason'])
  })

  it('changes the given fields in one new version, and records former and new values', async () => {
    const { id } = await saved()
    const changed = await under.store.update(under.ctx(administrator), 'shopOrder', {
      id,
      due: '2026-12-01',
      version: 1,
    })
    expect(changed).toMatchObject({ due: '2026-12-01', day: '2026-11-20', version: 2, total: 9.02 })
    const [last, first] = await under.store.history(under.ctx(administrator), 'shopOrder', String(id))
    expect(last).toMatchObject({ operation: 'update', version: 2, userName: 'Admin', at: '2026-11-21 10:00:00' })
    expect(last?.changes).toEqual({ due: { from: null, to: '2026-12-01' } })
    expect(first).toMatchObject({ operation: 'save', version: 1, changes: { total: { from: null, to: 9.02 } } })
  })

  it('records nothing when nothing changes', async () => {
    const { id } = await saved()
    expect(await under.store.update(under.ctx(administrator), 'shopOrder', { id, day: '2026-11-20' })).toMatchObject({
      version: 1,
    })
    expect(await under.store.history(under.ctx(administrator), 'shopOrder', String(id))).toHaveLength(1)
  })

  it('keeps, changes, adds, removes and orders lines by their ids', async () => {
    const record = await saved()
    const [first, second] = linesOf(record)
    const lines = [
      { goodsId: apple, quantity: 1, price: 1 },
      { ...second, price: 4 },
    ]
    const changed = await under.store.update(under.ctx(administrator), 'shopOrder', { id: record['id'], lines })
    expect(changed).toMatchObject({ total: 9, version: 2 })
    const read = linesOf(await under.store.get(under.ctx(administrator), 'shopOrder', String(record['id'])))
    expect(read.map(line => [line['amount'], line['version']])).toEqual([
      [1, 2],
      [8, 2],
    ])
    expect(read[1]?.['id']).toBe(second?.['id'])
    const [last] = await under.store.history(under.ctx(administrator), 'shopOrder', String(record['id']))
    expect(last?.changes['lines']).toEqual({
      lines: [
        expect.objectContaining({ operation: 'save' }),
        { id: second?.['id'], operation: 'update', changes: { price: { from: 3, to: 4 }, amount: { from: 6, to: 8 } } },
        {
          id: first?.['id'],
          operation: 'remove',
          changes: expect.objectContaining({ price: { from: 2.01, to: null }, quantity: { from: 1.5, to: null } }),
        },
      ],
    })
    const turned = [...read].reverse()
    await under.store.update(under.ctx(administrator), 'shopOrder', { id: record['id'], lines: turned })
    const again = linesOf(await under.store.get(under.ctx(administrator), 'shopOrder', String(record['id'])))
    expect(again.map(line => line['id'])).toEqual(turned.map(line => line['id']))
  })

  it("refuses another record's line", async () => {
    const [mine, theirs] = [await saved(), await saved()]
    const lines = [linesOf(theirs)[0]]
    const update = under.store.update(under.ctx(administrator), 'shopOrder', { id: mine['id'], lines })
    expect((await refused(update)).fields).toEqual(['lines'])
  })

  it('writes a separate line as a change of its master', async () => {
    const record = await saved()
    const id = String(record['id'])
    const line = { orderId: id, goodsId: apple, quantity: 10, price: 1 }
    const added = await under.store.save(under.ctx(administrator), 'shopOrderLine', line)
    expect(added).toMatchObject({ amount: 10, orderId: id, version: 2 })
    expect(await under.store.get(under.ctx(administrator), 'shopOrder', id)).toMatchObject({ total: 19.02, version: 2 })
    await under.store.update(under.ctx(administrator), 'shopOrderLine', { id: added['id'], quantity: 20, version: 2 })
    expect(await under.store.get(under.ctx(administrator), 'shopOrder', id)).toMatchObject({ total: 29.02, version: 3 })
    const stale = under.store.update(under.ctx(administrator), 'shopOrderLine', {
      id: added['id'],
      quantity: 1,
      version: 2,
    })
    expect(await refused(stale)).toMatchObject({ code: 'stale', status: 409 })
    const wrong = under.store.update(under.ctx(administrator), 'shopOrderLine', { id: added['id'], quantity: 0 })
    expect((await refused(wrong)).fields).toEqual(['quantity'])
    expect(await under.store.history(under.ctx(administrator), 'shopOrderLine', String(added['id']))).toMatchObject([
      { operation: 'update', changes: { quantity: { from: 10, to: 20 } } },
      { operation: 'save' },
    ])
    await under.store.remove(under.ctx(administrator), 'shopOrderLine', [String(added['id'])])
    expect(await under.store.get(under.ctx(administrator), 'shopOrder', id)).toMatchObject({ total: 9.02, version: 4 })
    const all = linesOf(record).map(one => String(one['id']))
    expect((await refused(under.store.remove(under.ctx(administrator), 'shopOrderLine', all))).fields).toEqual([
      'lines',
    ])
  })

  it('refuses a stale version, and returns the stored record', async () => {
    const { id } = await saved()
    await under.store.update(under.ctx(administrator), 'shopOrder', { id, due: '2026-12-01', version: 1 })
    const late = under.store.update(under.ctx(administrator), 'shopOrder', { id, due: '2026-12-02', version: 1 })
    await expect(late).rejects.toMatchObject({ code: 'stale', data: { theirs: { due: '2026-12-01', version: 2 } } })
    await under.store.update(under.ctx(administrator), 'shopOrder', { id, due: '2026-12-03' })
  })

  it('names the field of a duplicate', async () => {
    const twice = under.store.save(under.ctx(administrator), 'shopGoods', { name: '杏', barcode: '1' })
    expect(await refused(twice)).toEqual({ code: 'duplicate', status: 409, fields: ['barcode'] })
  })

  it('stores a digest of a password, and never returns it', async () => {
    const goods = await under.store.save(under.ctx(administrator), 'shopGoods', { name: '锁', secret: 'Kestrl#1' })
    expect(goods).not.toHaveProperty('secret')
    const id = String(goods['id'])
    expect(await under.store.get(under.ctx(administrator), 'shopGoods', id)).not.toHaveProperty('secret')
    const kept = () => under.run('select secret from shop_goods where id = $1', [id])
    expect(await kept()).toEqual([{ secret: 'digest of 8' }])
    await under.store.update(under.ctx(administrator), 'shopGoods', { id, name: '锁二', secret: '' })
    expect(await kept()).toEqual([{ secret: 'digest of 8' }])
    expect(JSON.stringify(await under.run('select * from engine_history'))).not.toContain('digest')
    expect(await refused(under.store.page(under.ctx(administrator), 'shopGoods', { secret: 'x' }))).toMatchObject({
      status: 400,
    })
  })

  it('saves once for one key', async () => {
    const twice = await Promise.all(
      [0, 1].map(() => under.store.save(under.ctx(administrator), 'shopOrder', order(), 'k1')),
    )
    // The second response is read again, with the names of what the lines refer to.
    expect(twice[1]).toMatchObject({ id: twice[0]?.['id'], version: 1 })
    const other = under.store.save(under.ctx(administrator), 'shopOrder', order({ due: '2027-01-01' }), 'k1')
    expect(await refused(other)).toMatchObject({ code: 'key-reused', status: 409 })
    const refusedOnce = under.store.save(under.ctx(administrator), 'shopGoods', { name: '杏', barcode: '1' }, 'k2')
    await refused(refusedOnce)
    await under.store.save(under.ctx(administrator), 'shopGoods', { name: '杏', barcode: '2' }, 'k2')
  })

  it('deletes a master with its lines, and keeps the history', async () => {
    const record = await saved()
    const id = String(record['id'])
    await under.store.remove(under.ctx(administrator), 'shopOrder', [id])
    expect(await refused(under.store.get(under.ctx(administrator), 'shopOrder', id))).toMatchObject({ status: 404 })
    const line = String(linesOf(record)[0]?.['id'])
    expect(await refused(under.store.get(under.ctx(administrator), 'shopOrderLine', line))).toMatchObject({
      status: 404,
    })
    expect((await under.store.history(under.ctx(administrator), 'shopOrder', id))[0]).toMatchObject({
      operation: 'remove',
      version: 2,
    })
    expect(await refused(under.store.remove(under.ctx(administrator), 'shopOrder', [id]))).toMatchObject({
      status: 404,
    })
  })

  it('deletes all or none, and no record that a required reference names', async () => {
    const spare = String((await under.store.save(under.ctx(administrator), 'shopGoods', { name: '空' }))['id'])
    await saved()
    expect(await refused(under.store.remove(under.ctx(administrator), 'shopGoods', [spare, apple]))).toMatchObject({
      code: 'referred',
      status: 409,
    })
    expect(await under.store.get(under.ctx(administrator), 'shopGoods', spare)).toMatchObject({ name: '空' })
    await under.store.remove(under.ctx(administrator), 'shopGoods', [spare])
  })

  it('accepts one of several writes of the same version', async () => {
    const { id } = await saved()
    const writes = ['2026-12-01', '2026-12-02', '2026-12-03'].map(due =>
      under.store.update(under.ctx(administrator), 'shopOrder', { id, due, version: 1 }),
    )
    const settled = await Promise.allSettled(writes)
    expect(settled.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    expect(settled.flatMap(one => (one.status === 'rejected' ? one.reason.code : []))).toEqual(['stale', 'stale'])
  })

  it('gives twenty concurrent saves twenty numbers', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => saved()))
    expect(new Set(all.map(record => record['orderNo'])).size).toBe(20)
    expect(new Set(all.map(record => record['id'])).size).toBe(20)
  })

  it('stores no reference to a record that is deleted at the same time', async () => {
    if (kind !== 'postgres') return // The embedded database has one connection: its transactions are never concurrent.
    const spare = String((await under.store.save(under.ctx(administrator), 'shopGoods', { name: '将删' }))['id'])
    const order = () => under.store.save(under.ctx(administrator), 'shopOrder', orderOf(spare))
    const remove = () => under.store.remove(under.ctx(administrator), 'shopGoods', [spare])
    // Both wait when they write history, long after they read each other's rows.
    const free = await holding([sql`lock table engine_history in share mode`])
    const saving = settled(order())
    await expect.poll(waitingForLocks).toBe(1)
    const removing = settled(remove())
    await expect.poll(waitingForLocks).toBe(2)
    await free()
    expect(await saving).toMatchObject({ status: 'fulfilled' })
    expect(await removing).toMatchObject({ status: 'rejected', reason: { code: 'referred' } })
    const other = String((await under.store.save(under.ctx(administrator), 'shopGoods', { name: '先删' }))['id'])
    const end = await holding([
      sql`select 1 from shop_goods where id = ${other} for update`,
      sql`update shop_goods set is_deleted = 1 where id = ${other}`,
    ])
    const late = settled(under.store.save(under.ctx(administrator), 'shopOrder', orderOf(other)))
    await expect.poll(waitingForLocks).toBe(1)
    await end()
    expect(await late).toMatchObject({ status: 'rejected', reason: { code: 'input' } })
  })

  /** The number of statements that wait for a lock. */
  const waitingForLocks = async () => {
    const waiters = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await under.run(waiters)).length
  }

  /** Runs statements in a separate transaction, which stays open until it is ended. */
  async function holding(statements: readonly RawBuilder<unknown>[]): Promise<() => Promise<void>> {
    const [begun, ended] = [gate(), gate()]
    const whole = database.transaction(async queries => {
      for (const statement of statements) await statement.execute(queries)
      begun.open()
      await ended.passed
    })
    await begun.passed
    return async () => {
      ended.open()
      await whole
    }
  }

  it('semantics 25: ids and serials exist before compute and rules, in one statement and in a transaction', async () => {
    const save = (note: string, key?: string) => under.store.save(under.ctx(administrator), 'shopTicket', { note }, key)
    expect(await save('坏')).toMatchObject({ no: 'T001', label: 'T001 坏', age: 2 })
    expect(await refused(save('坏'))).toEqual({ code: 'input', status: 400, fields: ['no'] })
    expect(await save('好', 'ticket with a key')).toMatchObject({ no: 'T003', label: 'T003 好', age: 2 })
    expect(await under.run('select label from shop_ticket order by label')).toEqual([
      { label: 'T001 坏' },
      { label: 'T003 好' },
    ])
  })
})

const orderOf = (goodsId: string) => ({ day: '2026-11-21', lines: [{ goodsId, quantity: 1, price: 1 }] })

const settled = async <Result>(work: Promise<Result>) => (await Promise.allSettled([work]))[0]

function gate() {
  let open = () => {}
  const passed = new Promise<void>(resolve => {
    open = resolve
  })
  return { passed, open }
}
