import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { resourceOf } from '../engine/model/names.ts'
import { accessTo } from '../engine/server/auth/access.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { lockRecords } from '../engine/server/store/lock.ts'
import { withTargetsOf } from '../engine/server/store/target-records.ts'
import { plan } from '../engine/server/store/write.ts'
import type { ResourcePart } from '../engine/web/data/resource-part.ts'
import { createFormState } from '../engine/web/form/form-state.ts'
import { recordCheck } from '../engine/web/form/record-check.ts'
import { refusalReason } from '../engine/web/record/allowed.ts'
import { createTargetValues } from '../engine/web/record/target-values.ts'
import { askedResource, checkOfStep } from '../engine/web/transitions/dialog-check.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer, writeApp } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'
import { serverWork } from './support/server-work.ts'

type Body = Record<string, unknown>

/** Orders that read their customer and, in each line, the product. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/customer.yaml': `title: { zh: 客户, en: Customer }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  isLarge: { type: boolean, title: { zh: 大客户, en: Large } }
  limit: { type: money, title: { zh: 额度, en: Limit } }
  kind: { type: dictionary, of: customer_kind, title: { zh: 类别, en: Kind } }
access:
  - { role: buyer, allow: [view], where: "isLarge", hide: [limit] }
`,
  'resources/city/product.yaml': `title: { zh: 产品, en: Product }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  unitPrice: { type: money, title: { zh: 单价, en: Unit price } }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  customerId: { type: reference, of: customer, title: { zh: 客户, en: Customer } }
  lines: { type: children, of: orderLine, title: { zh: 明细, en: Lines } }
  amount: { type: money, compute: "lines.sum(l, l.productId.unitPrice * l.quantity)", title: { zh: 金额, en: Amount } }
  kindName: { type: text, compute: "label(customerId.kind)", title: { zh: 类别, en: Kind } }
  credit: { type: money, compute: "customerId.limit", title: { zh: 额度, en: Credit } }
  contact: { type: text, when: "customerId.isLarge", title: { zh: 联系人, en: Contact } }
  state: { type: dictionary, of: order_state, title: { zh: 状态, en: State } }
  agreed: { type: money, readOnly: true, title: { zh: 约定额度, en: Agreed limit } }
  note: { type: text, readOnly: true, title: { zh: 备注, en: Note } }
  discount: { type: money, title: { zh: 折扣, en: Discount } }
rules:
  - rule: "discount <= customerId.limit"
    message: { zh: 折扣超过额度, en: The discount exceeds the limit }
    valid: { discount: 5, customerId.limit: 10 }
    invalid: { discount: 15, customerId.limit: 10 }
queries:
  sheet: { small: true, where: "name != null", sort: name, columns: { name: name, kind: label(customerId.kind), credit: customerId.limit, buyer: customerId.name }, returns: list }
  within: { small: true, input: { least: { type: money, title: { zh: 至少, en: Least } } }, where: "customerId.limit >= input.least", returns: count, title: { zh: 额度以内, en: Within the limit } }
lifecycle:
  field: state
  initial: open
  final: [agreed]
  transitions:
    agree:
      from: open
      to: agreed
      if: "customerId.isLarge"
      input: { limit: { type: money, title: { zh: 额度, en: Limit } } }
      rules:
        - rule: "input.limit <= customerId.limit"
          message: { zh: 超过客户额度, en: Above the limit of the customer }
          valid: { input.limit: 1, customerId.limit: 2 }
          invalid: { input.limit: 3, customerId.limit: 2 }
      set: { agreed: customerId.limit, note: label(customerId) }
      creates:
        - { of: visit, with: { name: "customerId.name + '！'" }, if: "customerId.limit > 50" }
      title: { zh: 约定, en: Agree }
`,
  'resources/city/contract.yaml': `title: { zh: 合同, en: Contract }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  customerId: { type: reference, of: customer, title: { zh: 客户, en: Customer } }
  price: { type: money, readOnly: "customerId.isLarge", title: { zh: 价格, en: Price } }
  note: { type: text, readOnly: true, title: { zh: 备注, en: Note } }
  share: { type: money, readOnly: true, title: { zh: 份额, en: Share } }
allowIf: { edit: "customerId.limit > 5", delete: "customerId.kind == 'shop'" }
actions:
  review:
    input:
      reason: { type: text, when: "customerId.isLarge", required: "customerId.limit > 50", title: { zh: 理由, en: Reason } }
      partnerId: { type: reference, of: customer, title: { zh: 合作方, en: Partner } }
      part: { type: money, required: true, when: "input.partnerId.isLarge", title: { zh: 份额, en: Share } }
    set: { note: input.reason, share: input.part }
    title: { zh: 复核, en: Review }
`,
  'resources/city/orderLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: orderId
display: orderId
fields:
  orderId: { type: reference, of: order, required: true }
  productId: { type: reference, of: product, required: true, title: { zh: 产品, en: Product } }
  quantity: { type: integer, required: true, title: { zh: 数量, en: Quantity } }
  price: { type: money, compute: "productId.unitPrice", title: { zh: 单价, en: Price } }
`,
  'resources/city/visit.yaml': `title: { zh: 回访, en: Visit }
menu: false
display: name
fields: { name: { type: text, title: { zh: 名称, en: Name } } }
`,
  'dictionaries/customer_kind.yaml': `title: { zh: 类别, en: Kind }
entries:
  shop: { key: "1", title: { zh: 商店, en: Shop } }
  school: { key: "2", title: { zh: 学校, en: School } }
`,
  'dictionaries/order_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 未定, en: Open } }
  agreed: { key: "1", title: { zh: 已定, en: Agreed } }
`,
}

describe.each(databasesWalked('postgres'))('semantics 31: a reference step in memory ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let ids: Readonly<Record<'large' | 'small' | 'pen' | 'map', string>>

  const call = (method: string, path: string, body?: unknown, as = token) =>
    server.call(method, `/api/${path}`, { token: as, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const save = (resource: string, record: Body) => data('POST', `city/v1/${resource}/save`, record)
  const order = (id: string, as = token) => data('GET', `city/v1/order/getById?id=${id}`, undefined, as)

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    const idOf = async (resource: string, record: Body) => (await save(resource, record)).id as string
    ids = {
      large: await idOf('customer', { name: '大户', isLarge: true, limit: 100, kind: '2' }),
      small: await idOf('customer', { name: '小户', isLarge: false, limit: 10, kind: '1' }),
      pen: await idOf('product', { name: '笔', unitPrice: 1.25 }),
      map: await idOf('product', { name: '图', unitPrice: 30 }),
    }
  }, 60_000)
  afterAll(() => server.close())

  it('is read by compute of a record and of its lines, by when, rules and label', async () => {
    const lines = [
      { productId: ids.pen, quantity: 4 },
      { productId: ids.map, quantity: 2 },
    ]
    const saved = await save('order', { name: '甲', customerId: ids.large, contact: '李', lines })
    expect(saved).toMatchObject({ amount: 65, kindName: '学校', contact: '李', credit: 100 })
    expect(saved.lines.map(({ price }: Body) => price)).toEqual([1.25, 30])
    const small = { name: '乙', customerId: ids.small, discount: 10 }
    const hidden = await call('POST', 'city/v1/order/save', { ...small, contact: '王' })
    expect([hidden.status, Object.keys(hidden.body.errors)]).toEqual([400, ['contact']])
    expect(await save('order', small)).toMatchObject({ amount: 0, kindName: '商店', contact: null })
    const refused = await call('POST', 'city/v1/order/save', { name: '丙', customerId: ids.small, discount: 10.5 })
    expect(refused).toMatchObject({ status: 400, body: { errors: { discount: '折扣超过额度' } } })
    const page = await data('GET', 'city/v1/order/page?ascs=name')
    expect(page.records.map(({ kindName, credit }: Body) => [kindName, credit])).toEqual([
      ['学校', 100],
      ['商店', 10],
    ])
  })

  it('is unknown without the reference, and reads a deleted target', async () => {
    expect(await save('order', { name: '无', discount: 999 })).toMatchObject({ kindName: null, credit: null })
    const gone = await save('customer', { name: '旧户', isLarge: true, limit: 7, kind: '1' })
    const { id } = await save('order', { name: '旧', customerId: gone.id, contact: '赵' })
    await data('DELETE', `city/v1/customer/removeByIds?ids=${gone.id}`)
    expect(await order(id)).toMatchObject({ kindName: '商店', credit: 7, contact: '赵' })
  })

  it('follows the target in values without a column, and evaluates no rule of those that refer to it', async () => {
    const customer = await save('customer', { name: '涨', limit: 20, kind: '1' })
    const { id, version } = await save('order', { name: '随', customerId: customer.id, discount: 20 })
    await data('PUT', 'city/v1/customer/update', { id: customer.id, limit: 5 })
    expect(await order(id)).toMatchObject({ credit: 5, version })
    expect(await data('PUT', 'city/v1/order/update', { id, name: '随后' })).toMatchObject({ name: '随后' })
    const refused = await call('PUT', 'city/v1/order/update', { id, discount: 6 })
    expect(refused.body.errors).toEqual({ discount: '折扣超过额度' })
  })

  it('is read by if, rules, set and with of a step', async () => {
    const [big, small] = [
      await save('order', { name: '约', customerId: ids.large }),
      await save('order', { name: '不约', customerId: ids.small }),
    ]
    expect((await call('POST', 'city/v1/order/agree', { id: small.id })).status).toBe(409)
    const refused = await call('POST', 'city/v1/order/agree', { id: big.id, limit: 101 })
    expect(refused.body.errors).toEqual({ limit: '超过客户额度' })
    await data('POST', 'city/v1/order/agree', { id: big.id, limit: 100 })
    expect(await order(big.id)).toMatchObject({ agreed: 100, note: '大户' })
    expect((await data('GET', 'city/v1/visit/page')).records).toMatchObject([{ name: '大户！' }])
  })

  it('is evaluated in an open form, with the records that its references name', async () => {
    const { model } = await data('GET', 'engine/resource/order')
    const resource = resourceOf(model, 'order')
    const asked: string[] = []
    const targets = createTargetValues((target, wanted) => {
      asked.push(`${target} ${wanted.length}`)
      return data('GET', `engine/targets/order/${target}?ids=${wanted.join(',')}`)
    })
    const me = {
      id: null,
      tenantId: '000000',
      deptId: null,
      roleIds: [],
      sourceType: null,
      ownerIds: [],
      regionId: null,
    }
    const check = () =>
      recordCheck(model, resource, 'zh', () => ({
        me,
        clock: { now: new Date(), zone: 'Asia/Shanghai' },
        targets: targets.lookups,
      }))
    const state = createFormState(resource, check(), { customerId: ids.large })
    targets.watch(() => state.follow(resource, check()))
    expect([state.isShown('contact'), state.values()['kindName']]).toEqual([false, null])
    await expect.poll(() => state.isShown('contact')).toBe(true)
    expect(state.values()).toMatchObject({ kindName: '学校', credit: 100 })
    state.set('discount', 101)
    expect(state.attempt()).toMatchObject([{ path: ['name'] }, { path: ['discount'], message: '折扣超过额度' }])
    state.set('lines', [
      { productId: ids.pen, quantity: 2 },
      { productId: ids.map, quantity: 1 },
    ])
    await expect.poll(() => state.values()['amount']).toBe(32.5)
    expect(asked).toEqual(['customer 1', 'product 2'])
    state.set('customerId', ids.small)
    await expect.poll(() => state.values()['kindName']).toBe('商店')
    expect(state.isShown('contact')).toBe(false)
    expect((await call('GET', `engine/targets/order/visit?ids=${ids.pen}`)).status).toBe(400)
  })

  describe('in the conditions of a record and of a step', () => {
    const update = (change: Body) => call('PUT', 'city/v1/contract/update', change)
    const contract = async (name: string, customerId: string): Promise<string> =>
      (await save('contract', { name, customerId, price: 1 })).id
    const review = (id: string, input: Body) => call('POST', 'city/v1/contract/review', { id, ...input })

    it('locks a field by the record before the change', async () => {
      const [large, small] = [await contract('大', ids.large), await contract('小', ids.small)]
      expect(await update({ id: small, price: 2 })).toMatchObject({ status: 200 })
      expect(await update({ id: large, price: 2 })).toMatchObject({
        status: 400,
        body: { errors: { price: '价格现在不能修改' } },
      })
      expect(await update({ id: large, price: 1, name: '大二' })).toMatchObject({ status: 200 })
      expect(await update({ id: small, price: 3, customerId: ids.large })).toMatchObject({ status: 200 })
    })

    it('allows edits and deletions, one by one and in an import', async () => {
      const poor = (await save('customer', { name: '困户', limit: 5, kind: '1' })).id
      const [id, other] = [await contract('困', poor), await contract('乐', ids.large)]
      expect(await update({ id, name: '困二' })).toMatchObject({ status: 409 })
      expect(await update({ id: other, name: '乐二' })).toMatchObject({ status: 200 })
      const remove = (...ids: string[]) => call('DELETE', 'city/v1/contract/removeByIds', { ids })
      expect(await remove(id, other)).toMatchObject({ status: 409 })
      const { checked, problemsOf } = await importCallsOn(server, 'contract')
      const file = await checked('名称,价格\n困,7\n', { by: 'name', mode: 'update' })
      expect(await problemsOf(file.id)).toEqual([[2, undefined, '该合同不能编辑']])
      await data('PUT', 'city/v1/customer/update', { id: poor, limit: 6 })
      expect(await update({ id, name: '困二' })).toMatchObject({ status: 200 })
      expect(await remove(id)).toMatchObject({ status: 200 })
    })

    it('shows and requires the input of a step', async () => {
      const [large, small] = [await contract('大', ids.large), await contract('小', ids.small)]
      expect(await review(large, {})).toMatchObject({ status: 400, body: { errors: { reason: '请输入理由' } } })
      expect((await review(large, { reason: '大额' })).body.data).toMatchObject({ note: '大额' })
      const hidden = await review(small, { reason: '无关', part: 3 })
      expect([hidden.status, Object.keys(hidden.body.errors)]).toEqual([400, ['reason', 'part']])
      expect((await review(small, { reason: null, part: '' })).body.data).toMatchObject({ note: null, share: null })
      expect(await review(small, { partnerId: ids.large })).toMatchObject({
        status: 400,
        body: { errors: { part: '请输入份额' } },
      })
      const shared = await review(small, { partnerId: ids.large, part: 3 })
      expect(shared.body.data).toMatchObject({ share: 3 })
      const partner = { partnerId: ids.small }
      expect((await review(small, { ...partner, part: 4 })).body.errors).toHaveProperty('part')
      expect((await review(small, partner)).body.data).toMatchObject({ share: null })
    })

    it('is evaluated in the dialog of a step, and for the buttons of a record', async () => {
      const { model } = await data('GET', 'engine/resource/contract')
      const resource = resourceOf(model, 'contract')
      const targets = createTargetValues((target, wanted) =>
        data('GET', `engine/targets/contract/${target}?ids=${wanted.join(',')}`),
      )
      const me = {
        id: null,
        tenantId: '000000',
        deptId: null,
        roleIds: [],
        sourceType: null,
        ownerIds: [],
        regionId: null,
      }
      const context = () => ({ me, clock: { now: new Date(), zone: 'Asia/Shanghai' }, targets: targets.lookups })
      const part = { model, resource, language: 'zh' as const }
      const step = resource.actions.find(({ name }) => name === 'review')
      if (!step) throw new Error('The contract has no action "review".')
      const asked = askedResource(resource, step)
      const record = { id: '1', customerId: ids.large, price: 1 }
      const state = createFormState(asked, checkOfStep(part, asked, step, record, context), {})
      targets.watch(() => state.follow(asked, checkOfStep(part, asked, step, record, context)))
      expect(state.isShown('reason')).toBe(false)
      await expect.poll(() => state.isShown('reason')).toBe(true)
      expect(state.attempt()).toMatchObject([{ path: ['reason'], message: '请输入理由' }])
      state.set('partnerId', ids.large)
      await expect.poll(() => state.isShown('part')).toBe(true)
      expect(state.attempt().map(({ path }) => path[0])).toEqual(['reason', 'part'])
      const check = recordCheck(model, resource, 'zh', context)
      const price = resource.fields.find(({ name }) => name === 'price')
      expect(price && check.lockOf(price, record)).toBe('价格现在不能修改')
      expect(price && check.lockOf(price, { ...record, customerId: ids.small })).toBeUndefined()
      expect(refusalReason(part as ResourcePart, 'delete', record, context())).toBe('该合同不能删除')
      expect(refusalReason(part as ResourcePart, 'edit', record, context())).toBeUndefined()
    })
  })

  it('is as restricted as the field that it reads', async () => {
    const role = { roleName: '采购', roleAlias: 'buyer' }
    const { id: roleId } = await data('POST', 'blade/v1/bladeRole/save', role)
    const { kysely } = server.engine.database
    for (const code of ['order_view', 'customer_view'])
      await kysely.insertInto('engine_grant').values({ tenant_id: '000000', role_id: roleId, code }).execute()
    const { deptId } = await data('GET', 'blade-user/info')
    const user = { account: 'buyer', name: '采购', realName: '采购', password: 'Person-26', roleId: [roleId], deptId }
    await data('POST', 'blade/v1/bladeUser/save', user)
    await kysely.deleteFrom('engine_password_due').execute()
    const buyer = await server.signIn('buyer', 'Person-26')
    const { id } = await save('order', { name: '限', customerId: ids.small })
    const shown = await order(id, buyer)
    // The row of the customer is invisible to the user; its title may be read, its limit may not.
    expect(shown).toMatchObject({ kindName: '商店' })
    expect(shown).not.toHaveProperty('credit')
    expect(shown).not.toHaveProperty('amount')
    const sheet = await data('GET', 'city/v1/order/sheet', undefined, buyer)
    expect(sheet).toContainEqual({ name: '限', kind: '商店', credit: null, buyer: '小户' })
    expect(await data('GET', 'city/v1/order/sheet')).toContainEqual({
      name: '限',
      kind: '商店',
      credit: 10,
      buyer: '小户',
    })
    // The number of records would reveal the limit.
    expect((await call('GET', 'city/v1/order/within?least=10', undefined, buyer)).status).toBe(403)
    expect((await call('GET', 'city/v1/order/within', undefined, buyer)).status).toBe(200)
    expect(await data('GET', 'city/v1/order/within?least=10')).toBeGreaterThan(0)
    const part = await data('GET', 'engine/resource/order', undefined, buyer)
    const names = part.model.resources.customer.fields.map(({ name }: Body) => name)
    expect([names.includes('isLarge'), names.includes('limit')]).toEqual([true, false])
    const targets = await data('GET', `engine/targets/order/customer?ids=${ids.small}`, undefined, buyer)
    expect(targets).toEqual({ [ids.small]: { isLarge: false, kind: '1' } })
    const other = await save('customer', { name: '无关', isLarge: false, limit: 1 })
    expect(await data('GET', `engine/targets/order/customer?ids=${other.id}`, undefined, buyer)).toEqual({})
  })

  it('loads the targets of many records by one statement', async () => {
    const { database } = server.engine
    const { model } = compile(await readSources(writeApp(app)))
    if (!model) throw new Error('The descriptors are not valid.')
    const resource = resourceOf(model, 'order')
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        save('order', {
          name: `批${n}`,
          customerId: n % 2 ? ids.large : ids.small,
          lines: [{ productId: ids.pen, quantity: n + 1 }],
        }),
      ),
    )
    const texts: string[] = []
    const counted = new Proxy(database.kysely, {
      get: (kysely, name) =>
        name === 'executeQuery'
          ? (query: { sql: string }) => {
              texts.push(query.sql)
              return kysely.executeQuery(query as never)
            }
          : Reflect.get(kysely, name),
    })
    const work = { ...serverWork(database, model, 'descriptors'), queries: counted }
    const access = accessTo(work.ctx, resource, 'edit')
    const there = await lockRecords(
      work,
      resource,
      { ...access, rows: () => ({ parts: ['true'], values: [] }) },
      records.map(({ id }) => id),
    )
    const rows = [...there.values()].map(({ record, lines }) => ({ ...record, ...Object.fromEntries(lines) }))
    texts.length = 0
    const inside = await withTargetsOf(work, resource, rows)
    for (const before of there.values())
      await plan(inside, { resource, origin: 'effect' }, { before, set: { discount: 1 } })
    expect(texts.filter(text => text.includes('"customer"') || text.includes('"product"'))).toHaveLength(2)
  })
})
