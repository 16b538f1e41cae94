import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Records } from '../engine/client/connect.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'dictionaries/order_state.yaml': `title: { zh: 订单状态, en: Order state }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  sent: { key: "1", title: { zh: 已发, en: Sent } }
  late: { key: "2", title: { zh: 逾期, en: Late } }
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
display: name
dialect: { blade: blade-city/order }
fields:
  name: { type: text, required: true, max: 40, title: { zh: 名称, en: Name } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
  secret: { type: integer, renamedFrom: cipher, title: { zh: 密, en: Secret } }
  items: { type: children, of: orderItem, columns: [thing, price], title: { zh: 明细, en: Items } }
  state: { type: dictionary, of: order_state }
rules:
  - { rule: "amount <= 100", level: warning, message: { zh: 数量很大, en: The amount is large }, valid: { amount: 1 }, invalid: { amount: 101 } }
  - { rule: "amount >= 0", message: { zh: 数量不能为负, en: The amount is negative }, valid: { amount: 1 }, invalid: { amount: -1 } }
  - { rule: "secret != 13", level: warning, message: { zh: 密码不祥, en: Unlucky }, valid: { secret: 1 }, invalid: { secret: 13 } }
lifecycle:
  field: state
  initial: open
  final: [sent, late]
  transitions:
    send:
      from: open
      to: sent
      edit: [amount]
      input: { days: { type: integer, title: { zh: 天数, en: Days } } }
      rules:
        - { rule: "input.days <= 7", level: warning, message: { zh: 天数很长, en: That is long }, valid: { input.days: 1 }, invalid: { input.days: 9 } }
      title: { zh: 发出, en: Send }
    lapse: { from: open, to: late, auto: true, if: "amount == 500", set: { amount: "amount + 1" }, title: { zh: 逾期, en: Lapse } }
actions:
  double: { set: { amount: "amount * 2" }, title: { zh: 加倍, en: Double } }
  handle: { handler: handle, title: { zh: 处理, en: Handle } }
access: [{ role: role-reader, allow: [view], where: "true", hide: [secret] }]
`,
  'resources/city/orderItem.yaml': `title: { zh: 订单明细, en: Item }
partOf: orderId
display: thing
fields:
  orderId: { type: reference, of: order, required: true }
  thing: { type: text, required: true, max: 40, title: { zh: 物品, en: Thing } }
  price: { type: integer, title: { zh: 单价, en: Price } }
rules:
  - { rule: "price <= 10", level: warning, message: { zh: 单价很高, en: The price is high }, valid: { price: 1 }, invalid: { price: 11 } }
`,
}

const order = app['resources/city/order.yaml']

const handlers = {
  order: {
    async handle({ record, context }: { record: Line; context: Line }) {
      await context.store.update(context.ctx, 'order', { id: record.id, amount: 200 })
      return {}
    },
  },
}

describe.each(databasesWalked('postgres'))('semantics C7: rules that only warn, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const large = { name: expect.stringMatching(/^warning-[0-9a-f]{12}$/), text: '数量很大', fields: ['amount'] }

  /** A request that acknowledges warnings by these names. */
  const send = (method: string, path: string, body: object, acknowledged?: string) =>
    server.call(method, `/api/${path}`, {
      token: calls.token,
      headers: { 'accept-language': 'zh', ...(acknowledged !== undefined && { acknowledged }) },
      body,
    })
  const v1 = (call: string, body: object, acknowledged?: string) =>
    send(call === 'update' ? 'PUT' : 'POST', `city/v1/order/${call}`, body, acknowledged)
  const create = async (record: object = {}): Promise<Line> => {
    const { body } = await v1('save', { name: '单', amount: 1, ...record }, 'all')
    return (body as Line).data
  }
  /** Edits the descriptor of orders on the running server. */
  const applyText = async (text: string) => {
    const before = server.engine.model().revision
    writeIn(server.appDir, 'resources/city/order.yaml', text)
    await expect.poll(() => server.engine.model().revision, { timeout: 10_000, interval: 10 }).not.toBe(before)
  }
  const historyOf = (id: string, by?: string): Promise<Line[]> =>
    calls.data('GET', `engine/history/order/${id}`, undefined, by)
  const namesIn = (body: unknown): string => (body as Line).warnings.map((one: Line) => one.name).join(', ')

  const injected: typeof fetch = async (url, { method, headers, body } = {}) => {
    const answer = await server.call(method ?? 'GET', String(url), {
      headers: headers as Readonly<Record<string, string>>,
      ...(typeof body === 'string' && { body }),
    })
    return Response.json(answer.body, { status: answer.status })
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers, settings: { live: true } })
    calls = await importCallsOn(server, 'order')
  })
  afterAll(() => server.close())

  it('refuse a save until the warning is acknowledged by name, and keep it in history', async () => {
    const record = { name: '大单', amount: 101 }
    const asked = await v1('save', record)
    expect(asked).toMatchObject({ status: 409, body: { msg: '有 1 项警告需要确认：数量很大', warnings: [large] } })
    expect((await v1('save', record, 'warning-000000000000')).status).toBe(409)
    expect((await calls.data('GET', 'city/v1/order/page?name=大单')).total).toBe(0)
    const saved = await v1('save', record, namesIn(asked.body))
    const [entry] = await historyOf((saved.body as Line).data.id)
    const text = { zh: '数量很大', en: 'The amount is large' }
    expect(entry).toMatchObject({ userName: expect.any(String), warnings: [{ text, isAcknowledged: true }] })
  })

  it('are returned after the errors, and only for changed values', async () => {
    expect((await v1('save', { name: '负', amount: -1, secret: 13 })).status).toBe(400)
    const { id, version } = await create({ amount: 101 })
    expect((await v1('update', { id, version, name: '改名' })).status).toBe(200)
    expect((await v1('update', { id, amount: 102 })).body).toMatchObject({ code: 409, warnings: [large] })
  })

  it('have another name when their text changes, so that an old acknowledgement does not count', async () => {
    const old = await v1('save', { name: '旧', amount: 101 })
    await applyText(order.replace('数量很大', '数量过大'))
    const again = await v1('save', { name: '旧', amount: 101 }, namesIn(old.body))
    expect(again.body).toMatchObject({ code: 409, warnings: [{ text: '数量过大' }] })
    await applyText(order)
    expect((await v1('save', { name: '旧', amount: 101 }, namesIn(old.body))).status).toBe(200)
  })

  it('concern lines too, by the index of the line', async () => {
    const items = [
      { thing: '米', price: 1 },
      { thing: '油', price: 11 },
    ]
    const asked = await v1('save', { name: '明细', items })
    expect(asked.body).toMatchObject({ code: 409, warnings: [{ text: '单价很高', fields: ['items.1.price'] }] })
    const { id } = await create()
    const line = { orderId: id, thing: '盐', price: 12 }
    expect((await send('POST', 'city/v1/orderItem/save', line)).body).toMatchObject({ code: 409, warnings: [{}] })
    expect((await send('POST', 'city/v1/orderItem/save', line, 'all')).status).toBe(200)
    expect((await historyOf(id))[0]).toMatchObject({ warnings: [{ text: { zh: '单价很高' } }] })
  })

  it('of a step are those of its input, and then those of the record', async () => {
    const { id } = await create()
    const body = { id, days: 9, amount: 101 }
    const first = await v1('send', body)
    expect(first.body).toMatchObject({ code: 409, warnings: [{ text: '天数很长', fields: ['days'] }] })
    const second = await v1('send', body, namesIn(first.body))
    expect(second.body).toMatchObject({ code: 409, warnings: [large] })
    expect((await v1('send', body, `${namesIn(first.body)},${namesIn(second.body)}`)).status).toBe(200)
    const [entry] = await historyOf(id)
    expect(entry.warnings.map(({ text }: Line) => text.zh)).toEqual(['天数很长', '数量很大'])
  })

  it('of an automatic step and of a handler are recorded, and require no acknowledgement', async () => {
    const auto = await v1(
      'save',
      { name: '自动', amount: 500 },
      namesIn((await v1('save', { name: '自动', amount: 500 })).body),
    )
    const entries = await historyOf((auto.body as Line).data.id)
    expect(entries.map(({ operation, warnings }) => [operation, warnings?.[0].isAcknowledged])).toEqual([
      ['lapse', false],
      ['save', true],
    ])
    const { id } = await create()
    expect((await v1('handle', { id })).status).toBe(200)
    expect((await historyOf(id)).find(({ warnings }) => warnings)).toMatchObject({
      warnings: [{ isAcknowledged: false }],
    })
  })

  it('of a bulk operation are reported for each row, and acknowledged for all', async () => {
    const orders = [await create(), await create(), await create({ name: '三' })]
    const ids = orders.map(({ id }) => id)
    const body = { select: { ids }, do: { kind: 'update', values: { amount: 150 } } }
    const lines = linesOf(await send('POST', 'engine/bulk/order', body))
    expect(lines.at(-1)).toEqual({ done: 0, failed: 3 })
    expect(lines[1]).toMatchObject({ ok: false, warnings: [large] })
    const again = linesOf(await send('POST', 'engine/bulk/order', body, lines[1].warnings[0].name))
    expect(again.at(-1)).toEqual({ done: 3, failed: 0 })
    expect((await historyOf(String(ids[0])))[0]).toMatchObject({ warnings: [{ isAcknowledged: true }] })
    // An undo requires no acknowledgement.
    await v1('update', { id: ids[0], amount: 2 })
    const edit = { select: { ids }, do: { kind: 'update', values: { amount: 3 } } }
    const { operation } = linesOf(await send('POST', 'engine/bulk/order', edit))[0]
    const undone = linesOf(await send('POST', `engine/operations/${operation}/undo`, {}))
    expect(undone.at(-1)).toEqual({ done: 3, failed: 0 })
  })

  it('never stop an import, which lists them and keeps them in history', async () => {
    const view = await calls.checked('名称,数量\n导一,101\n导二,2\n导三,-1\n导四,102')
    expect(view).toMatchObject({
      counts: { rows: 4, wrong: 1, warned: 2 },
      warnings: [{ message: { zh: '数量很大' }, rows: 2 }],
    })
    await calls.step(view.id, 'write', { goodRows: true })
    const { records } = await calls.data('GET', 'city/v1/order/page?name=导一')
    expect((await historyOf(records[0].id))[0]).toMatchObject({ warnings: [{ isAcknowledged: false }] })
    const report = await calls.call('GET', `engine/import/order/${view.id}/report?of=rows`)
    expect(String(report.body)).toMatch(/警告：数量很大|Warning: The amount is large/)
  })

  it('are hidden in history from users who may not see what the rule reads, also if its field is gone', async () => {
    const reader = await calls.person('reader', ['order_view'])
    const { id } = await create({ amount: 101, secret: 13 })
    const textsFor = async (by?: string) => (await historyOf(id, by))[0]?.warnings.map(({ text }: Line) => text.zh)
    expect(await textsFor()).toEqual(['数量很大', '密码不祥'])
    expect(await textsFor(reader)).toEqual(['数量很大'])
    // An entry from before a field was removed.
    await calls.run(
      `update engine_history set warnings = jsonb_set(warnings, '{1,fields}', '["cipher"]') where resource = 'order' and record_id = ${id}`,
    )
    expect((await historyOf(id))[0]?.warnings[1]).toMatchObject({ fields: ['cipher'], text: { zh: '密码不祥' } })
    expect(await textsFor(reader)).toEqual(['数量很大'])
  })

  it('reach the typed client, which sends their names', async () => {
    type Order = { readonly id: string; readonly name: string; readonly amount: number }
    const client = connect<{ order: Records<Order, Partial<Order>, Partial<Order>, object> }>(
      { baseUrl: '', token: calls.token, language: 'en', fetch: injected },
      { order: { path: '/api/city/v1/order', steps: {} } },
    )
    const failure = await client.order.save({ name: 'C', amount: 101 }).catch(error => error)
    expect(failure).toMatchObject({ status: 409, warnings: [{ ...large, text: 'The amount is large' }] })
    const names = failure.warnings.map(({ name }: Line) => name)
    expect(await client.order.save({ name: 'C', amount: 101 }, undefined, names)).toMatchObject({ amount: 101 })
  })
})
