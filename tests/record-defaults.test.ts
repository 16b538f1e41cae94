import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../engine/model/names.ts'
import { createFormState } from '../engine/web/form/form-state.ts'
import { recordCheck } from '../engine/web/form/record-check.ts'
import { submittedRecord } from '../engine/web/form/written-record.ts'
import { createTargetValues } from '../engine/web/record/target-values.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

type Body = Record<string, unknown>

/** Orders whose lines copy the price of their product and read the terms of the order. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/product.yaml': `title: { zh: 产品, en: Product }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  unitPrice: { type: money, title: { zh: 单价, en: Unit price } }
  cost: { type: money, title: { zh: 成本, en: Cost } }
  colour: { type: text, title: { zh: 颜色, en: Colour } }
access:
  - { role: buyer, allow: [view], hide: [cost] }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  discount: { type: decimal, title: { zh: 折扣, en: Discount } }
  isGift: { type: boolean, title: { zh: 礼品, en: Gift } }
  takenBy: { type: reference, of: bladeUser, default: me.id, title: { zh: 经手人, en: Taken by } }
  deptId: { type: reference, of: bladeDept, default: me.deptId, title: { zh: 部门, en: Department } }
  day: { type: date, default: today(), title: { zh: 日期, en: Day } }
  validFor: { type: integer, default: "year(today()) > 2000 ? 30 : 0", title: { zh: 有效天数, en: Valid for } }
  dueDay: { type: date, default: day + 7, title: { zh: 期限, en: Due } }
  lines: { type: children, of: orderLine, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount)", stored: true, title: { zh: 合计, en: Total } }
`,
  'resources/city/orderLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: orderId
display: orderId
fields:
  orderId: { type: reference, of: order, required: true }
  productId: { type: reference, of: product, required: true, title: { zh: 产品, en: Product } }
  quantity: { type: integer, default: 1, title: { zh: 数量, en: Quantity } }
  price: { type: money, default: productId.unitPrice, title: { zh: 单价, en: Price } }
  rebate: { type: decimal, default: "orderId.discount ?? decimal('0')", title: { zh: 让利, en: Rebate } }
  card: { type: text, required: true, when: orderId.isGift, title: { zh: 贺卡, en: Card } }
  amount: { type: money, compute: "decimal(quantity) * price * (decimal('1') - (orderId.discount ?? decimal('0')))", stored: true, title: { zh: 金额, en: Amount } }
rules:
  - rule: "rebate <= orderId.discount"
    message: { zh: 让利超过折扣, en: The rebate exceeds the discount }
    valid: { rebate: 0.1, orderId.discount: 0.2 }
    invalid: { rebate: 0.3, orderId.discount: 0.2 }
`,
  'resources/city/offer.yaml': `title: { zh: 报价, en: Offer }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  productId: { type: reference, of: product, required: true, title: { zh: 产品, en: Product } }
  price: { type: money, required: true, default: productId.unitPrice, title: { zh: 单价, en: Price } }
  floor: { type: money, default: productId.cost, title: { zh: 底价, en: Floor } }
  colour: { type: text, default: productId.colour, title: { zh: 颜色, en: Colour } }
  deposit: { type: money, default: "price * decimal('0.1')", title: { zh: 订金, en: Deposit } }
`,
}

const me = { id: null, tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null }

describe.each(databasesWalked('postgres'))('semantics 31: a default that reads the record ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let ids: Readonly<Record<'pen' | 'map' | 'free', string>>

  const call = (method: string, path: string, body?: unknown, as = token) =>
    server.call(method, `/api/${path}`, { token: as, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const save = (resource: string, record: Body, as = token) => data('POST', `city/v1/${resource}/save`, record, as)
  const update = (resource: string, record: Body) => data('PUT', `city/v1/${resource}/update`, record)
  const rows = async (resource: string, query: string) =>
    (await data('GET', `city/v1/${resource}/page?${query}`)).records

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    const idOf = async (record: Body) => (await save('product', record)).id as string
    ids = {
      pen: await idOf({ name: '笔', unitPrice: 2, cost: 1, colour: '蓝' }),
      map: await idOf({ name: '图', unitPrice: 30, cost: 20, colour: '彩' }),
      free: await idOf({ name: '赠品' }),
    }
  }, 60_000)
  afterAll(() => server.close())

  it('is copied once when the reference is chosen, where the input has no value', async () => {
    const { id } = await save('offer', { productId: ids.pen })
    expect((await rows('offer', `id=${id}`))[0]).toMatchObject({ price: 2, floor: 1, colour: '蓝', deposit: 0.2 })
    await update('product', { id: ids.pen, unitPrice: 3 })
    expect(await update('offer', { id, name: '甲' })).toMatchObject({ name: '甲', price: 2 })
    await update('product', { id: ids.pen, unitPrice: 2 })
    expect(await save('offer', { productId: ids.pen, price: 5, colour: null })).toMatchObject({
      price: 5,
      colour: null,
      deposit: 0.5,
    })
    const refused = await call('POST', 'city/v1/offer/save', { productId: ids.free })
    expect(refused).toMatchObject({ status: 400, body: { errors: { price: '请输入单价' } } })
  })

  it('follows another reference while the field is empty or still has the former default', async () => {
    const [kept, own, empty] = [
      await save('offer', { productId: ids.pen }),
      await save('offer', { productId: ids.pen, price: 1.5 }),
      await save('offer', { productId: ids.pen, colour: null }),
    ]
    expect(await update('offer', { id: kept.id, productId: ids.map })).toMatchObject({ price: 30, colour: '彩' })
    expect(await update('offer', { id: own.id, productId: ids.map })).toMatchObject({ price: 1.5, colour: '彩' })
    expect(await update('offer', { id: empty.id, name: '乙' })).toMatchObject({ colour: null })
    expect(await update('offer', { id: empty.id, productId: ids.map })).toMatchObject({ colour: '彩' })
    expect(await update('offer', { id: kept.id, productId: ids.pen, price: 7 })).toMatchObject({ price: 7 })
  })

  it('has the clock, the user and other fields of the record', async () => {
    const user = await data('GET', 'blade-user/info')
    const order = await save('order', { name: '期', day: '2026-03-01' })
    expect(order).toMatchObject({
      takenBy: user.userId ?? user.id,
      deptId: user.deptId,
      dueDay: '2026-03-08',
      validFor: 30,
    })
    const open = await save('order', { name: '今' })
    expect(open.dueDay > open.day).toBe(true)
  })

  it('reads in a line the product and the master, as the master is being written', async () => {
    const order = await save('order', {
      name: '单',
      discount: 0.25,
      lines: [
        { productId: ids.pen, quantity: 4 },
        { productId: ids.map, price: 20 },
      ],
    })
    expect(order).toMatchObject({ total: 21 })
    expect(order.lines).toMatchObject([
      { price: 2, rebate: 0.25, amount: 6 },
      { price: 20, rebate: 0.25, amount: 15 },
    ])
    const half = await update('order', { id: order.id, discount: 0.5 })
    expect(half).toMatchObject({ total: 14 })
    const lines = await rows('orderLine', `orderId=${order.id}&ascs=id`)
    expect(lines.map(({ amount, rebate }: Body) => [amount, rebate])).toEqual([
      [4, 0.25],
      [10, 0.25],
    ])
    const added = await save('orderLine', { orderId: order.id, productId: ids.map })
    expect(added).toMatchObject({ price: 30, rebate: 0.5, amount: 15 })
    const refused = await call('POST', 'city/v1/order/save', {
      name: '过',
      discount: 0.1,
      lines: [{ productId: ids.pen, rebate: 0.2 }],
    })
    expect(refused).toMatchObject({ status: 400, body: { errors: { 'lines.0.rebate': '让利超过折扣' } } })
    const gift = { name: '礼', isGift: true, lines: [{ productId: ids.pen }] }
    expect(await call('POST', 'city/v1/order/save', gift)).toMatchObject({
      status: 400,
      body: { errors: { 'lines.0.card': '请输入贺卡' } },
    })
    expect(await save('order', { ...gift, lines: [{ productId: ids.pen, card: '贺' }] })).toMatchObject({ total: 2 })
  })

  it('copies nothing that is hidden from the user, and needs no right to the other resource', async () => {
    const { id: roleId } = await data('POST', 'blade/v1/bladeRole/save', { roleName: '采购', roleAlias: 'buyer' })
    const { kysely } = server.engine.database
    for (const code of ['offer_view', 'offer_add', 'product_view'])
      await kysely.insertInto('engine_grant').values({ tenant_id: '000000', role_id: roleId, code }).execute()
    const { deptId } = await data('GET', 'blade-user/info')
    const user = { account: 'buyer', name: '采购', realName: '采购', password: 'Person-26', roleId: [roleId], deptId }
    await data('POST', 'blade/v1/bladeUser/save', user)
    await kysely.deleteFrom('engine_password_due').execute()
    const buyer = await server.signIn('buyer', 'Person-26')
    expect(await save('offer', { productId: ids.map }, buyer)).toMatchObject({ price: 30, floor: null })
    const codes = ['offer_view', 'offer_add', 'order_add']
    const seller = await (await importCallsOn(server, 'offer')).person('seller', codes)
    const offer = { productId: ids.map, price: 1 }
    expect(await save('offer', offer, seller)).toMatchObject({ price: 1, floor: 20, colour: '彩' })
    expect(await data('GET', `engine/targets/offer/product?ids=${ids.map}`, undefined, seller)).toEqual({
      [ids.map]: { unitPrice: 30, cost: 20, colour: '彩' },
    })
    // A line copies from its record, which the same user writes.
    const sold = { name: '售', discount: 0.1, lines: [{ productId: ids.map, price: 1 }] }
    const { id: orderId } = await save('order', sold, seller)
    const order = await data('GET', `city/v1/order/getById?id=${orderId}`)
    expect(order.lines).toMatchObject([{ price: 1, rebate: 0.1 }])
    const shown = await data('GET', `engine/targets/offer/product?ids=${ids.map}`, undefined, buyer)
    expect(shown).toEqual({ [ids.map]: { unitPrice: 30, colour: '彩' } })
  })

  describe('in a form', () => {
    const form = async (name: string, initial: Body) => {
      const { model } = await data('GET', `engine/resource/${name}`)
      const resource = resourceOf(model, name)
      const targets = createTargetValues((target, wanted) =>
        data('GET', `engine/targets/${name}/${target}?ids=${wanted.join(',')}`),
      )
      const clock = { now: new Date(), zone: 'Asia/Shanghai' }
      const check = () => recordCheck(model, resource, 'zh', () => ({ me, clock, targets: targets.lookups }))
      const state = createFormState(resource, check(), initial)
      targets.watch(() => state.follow(resource, check()))
      return { ...state, arrivals: targets.version }
    }

    it('is shown when the reference is chosen, and leaves what the user enters', async () => {
      const state = await form('offer', {})
      state.set('productId', ids.pen)
      await expect.poll(() => state.values()['price']).toBe(2)
      expect(state.values()).toMatchObject({ colour: '蓝', deposit: 0.2 })
      state.set('colour', null)
      state.set('productId', ids.map)
      await expect.poll(() => state.values()['price']).toBe(30)
      expect(state.values()).toMatchObject({ colour: '彩', deposit: 3 })
      state.set('price', 25)
      state.set('colour', '红')
      expect(state.values()['deposit']).toBe(2.5)
      state.set('productId', ids.pen)
      await expect.poll(() => state.values()['floor']).toBe(1)
      expect(state.values()).toMatchObject({ price: 25, colour: '红' })
      state.set('colour', null)
      state.set('name', '丙')
      expect(state.values()['colour']).toBe(null)
    })

    it('of a stored record changes nothing until what it reads is changed', async () => {
      const stored = await save('offer', { productId: ids.pen, colour: null })
      const state = await form('offer', stored)
      state.set('name', '丁')
      await expect.poll(() => state.values()['name']).toBe('丁')
      expect(state.values()).toMatchObject({ price: 2 })
      expect(state.values()['colour'] ?? null).toBe(null)
      state.set('productId', ids.map)
      await expect.poll(() => state.values()['price']).toBe(30)
      state.set('productId', ids.pen)
      expect(state.values()).toMatchObject({ price: 2, colour: '蓝' })
    })

    it('sends what the user entered or emptied, and leaves to the server what is not known (semantics 25)', async () => {
      const { model } = await data('GET', 'engine/resource/offer')
      const bodyOf = (state: Awaited<ReturnType<typeof form>>) =>
        submittedRecord(model, resourceOf(model, 'offer'), state.values())
      const state = await form('offer', {})
      state.set('productId', ids.pen)
      expect(bodyOf(state)).toEqual({ productId: ids.pen })
      await expect.poll(() => bodyOf(state)).toMatchObject({ price: 2, colour: '蓝', deposit: 0.2 })
      state.set('colour', null)
      expect(bodyOf(state)).toMatchObject({ colour: null })
      const edited = await form('offer', await save('offer', { productId: ids.free, price: 1, colour: null }))
      expect(bodyOf(edited)).not.toHaveProperty('colour')
      edited.set('colour', null)
      expect(bodyOf(edited)).toMatchObject({ price: 1, colour: null })
      const moved = await form('offer', await save('offer', { productId: ids.pen }))
      await expect.poll(moved.arrivals).toBe(1)
      moved.set('productId', ids.map)
      expect(bodyOf(moved)).not.toHaveProperty('price')
      await expect.poll(() => bodyOf(moved)).toMatchObject({ price: 30, colour: '彩' })
    })

    it('reads in a new line the product and the master', async () => {
      const state = await form('order', { discount: 0.5 })
      state.set('lines', [{ productId: ids.pen, quantity: 2 }])
      await expect.poll(() => state.values()['total']).toBe(2)
      expect(state.values()['lines']).toEqual([
        expect.objectContaining({ productId: ids.pen, price: 2, rebate: 0.5, amount: 2 }),
      ])
      state.set('discount', 0.25)
      expect(state.values()).toMatchObject({ total: 3, lines: [{ rebate: 0.25 }] })
      const [line] = state.values()['lines'] as readonly Body[]
      expect(line).not.toHaveProperty('orderId')
      state.set('lines', [{ ...line, rebate: 0.75 }])
      expect(state.attempt()).toMatchObject([{ path: ['name'] }, { path: ['lines', 0, 'rebate'] }])
    })
  })
})
