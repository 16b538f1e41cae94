import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../engine/server/database/run.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { randomOf } from './support/random.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/sum.yaml': `title: { zh: 账, en: Sum }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  whole: { type: integer, title: { zh: 整数, en: Whole } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  twice: { type: integer, compute: "whole * 2", title: { zh: 两倍, en: Twice } }
  big: { type: money, compute: "amount * 10", stored: true, title: { zh: 十倍, en: Tenfold } }
  half: { type: decimal, scale: 2, compute: "amount * 0.5", stored: true, title: { zh: 一半, en: Half } }
  halves: { type: decimal, scale: 2, compute: "half * 2", title: { zh: 两个一半, en: Halves } }
  made: { type: integer, readOnly: true, title: { zh: 设定, en: Made } }
  lines: { type: children, of: sumLine, max: 1000, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.price * l.quantity)", stored: true, title: { zh: 合计, en: Total } }
actions:
  make: { set: { made: whole * 4 }, title: { zh: 设定, en: Make } }
list: { columns: [name, whole, amount, big, half] }
`,
  'resources/city/store.yaml': `title: { zh: 仓库, en: Store }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  note: { type: text, title: { zh: 说明, en: Note } }
  places: { type: integer, title: { zh: 容量, en: Places } }
  boxes: { type: related, of: box, title: { zh: 箱, en: Boxes } }
  stock: { type: integer, min: 0, max: 9, compute: "boxes.sum(b, b.pieces)", stored: true, title: { zh: 库存, en: Stock } }
  free: { type: integer, min: 0, compute: "places - stock", title: { zh: 余量, en: Free } }
  full: { type: text, max: 20, compute: "name + note", stored: true, title: { zh: 全称, en: Full name } }
  brief: { type: text, max: 10, compute: "name + '!'", title: { zh: 简称, en: Short name } }
  wide: { type: text, compute: "name + note + note", title: { zh: 长名, en: Long name } }
list: { columns: [name, stock] }
`,
  'resources/city/box.yaml': `title: { zh: 箱, en: Box }
menu: false
fields:
  storeId: { type: reference, of: store, required: true }
  pieces: { type: integer, required: true, title: { zh: 件数, en: Pieces } }
`,
  'resources/city/sumLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: sumId
display: sumId
fields:
  sumId: { type: reference, of: sum, required: true }
  price: { type: money, required: true, title: { zh: 单价, en: Price } }
  quantity: { type: integer, required: true, title: { zh: 数量, en: Quantity } }
  cost: { type: money, compute: "price * quantity", title: { zh: 金额, en: Cost } }
`,
}

const greatest = '9007199254740991'

describe.each(databasesWalked('postgres'))('semantics 35: numbers ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  /** With a body as JSON text, whose numbers JavaScript may not represent. */
  const save = (values: string) => call('POST', 'city/v1/sum/save', `{"name":"账",${values}}`)

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
  }, 60_000)
  afterAll(() => server.close())

  it.each([
    [{ name: '甲', places: -1 }, { free: '余量不能小于 0' }],
    [{ name: '甲', note: '乙'.repeat(20) }, { full: '全称长度不能超过 20' }],
    [{ name: '甲'.repeat(10) }, { brief: '简称长度不能超过 10' }],
  ])('the limits of a computed value refuse %j', async (values, errors) => {
    expect(await call('POST', 'city/v1/store/save', values)).toMatchObject({ status: 400, body: { errors } })
  })

  it('the limits of a value of related records refuse the change of one of them', async () => {
    const post = async (of: string, values: object) => (await call('POST', `city/v1/${of}/save`, values)).body
    const { data: store } = await post('store', { name: '甲', places: 20, note: '🍎'.repeat(19) })
    const box = (pieces: number) => post('box', { storeId: store.id, pieces })
    expect(await box(8)).toMatchObject({ code: 200 })
    expect(await box(2)).toMatchObject({ code: 409, errors: { storeId: '仓库 甲：库存不能大于 9' } })
    expect(await box(-9)).toMatchObject({ code: 409, errors: { storeId: '仓库 甲：库存不能小于 0' } })
    expect((await call('GET', `city/v1/store/getById?id=${store.id}`)).body).toMatchObject({
      data: { stock: 8, free: 12 },
    })
  })

  it.each([
    [`"whole":9007199254740992`, { whole: `整数不能大于 ${greatest}` }],
    [`"whole":-9007199254740993`, { whole: `整数不能小于 -${greatest}` }],
    [`"whole":${greatest}`, { twice: `两倍不能大于 ${greatest}` }],
    [`"whole":-${greatest}`, { twice: `两倍不能小于 -${greatest}` }],
    ['"amount":10000000000000', { amount: '金额不能超过 9999999999999.99 元' }],
    ['"amount":9999999999999.99', { big: '十倍不能超过 9999999999999.99 元' }],
    ['"amount":1.005', { amount: '金额最多保留 2 位小数' }],
    ['"amount":1.0000000000000001', { amount: '请输入正确的金额' }],
    ['"amount":"1.0000000000000001"', { amount: '请输入正确的金额' }],
    ['"lines":[{"price":9999999999999.99,"quantity":9}]', { 'lines.0.cost': '金额不能超过 9999999999999.99 元' }],
  ])('a save of %s is refused', async (values, errors) => {
    expect(await save(values)).toMatchObject({ status: 400, body: { errors } })
  })

  it('a number outside the range is refused for what a step sets', async () => {
    const { body } = await save('"whole":4503599627370495')
    expect(body.data).toMatchObject({ twice: 9007199254740990 })
    const made = await call('POST', 'city/v1/sum/make', { id: body.data.id })
    expect(made).toMatchObject({ status: 400, body: { errors: { made: `设定不能大于 ${greatest}` } } })
  })

  it.each([
    ['0.01', 0.01, 0.02],
    ['-0.01', -0.01, -0.02],
    ['1.01', 0.51, 1.02],
    ['-1.01', -0.51, -1.02],
    ['999999999999.99', 500_000_000_000, 1_000_000_000_000],
  ])('half of %s is rounded half away from zero before another value reads it', async (amount, half, halves) => {
    const { body } = await save(`"amount":${amount}`)
    expect(body.data).toMatchObject({ half, halves })
    const stored = `select half::text, round(amount * 0.5, 2)::text as "inSql" from sum where id = $1::bigint`
    const [row] = await run(server.engine.database.kysely, stored, [body.data.id])
    expect(row?.['half']).toBe(row?.['inSql'])
    const found = await call('GET', `city/v1/sum/page?half=${half}&amount=${amount}`)
    expect(found.body.data.total).toBeGreaterThan(0)
  })

  it('an import refuses them in their row, and a filter too', async () => {
    const { checked, problemsOf } = await importCallsOn(server, 'sum')
    const rows = [
      '一,9007199254740992,',
      `二,${greatest},`,
      '三,,1.005',
      '四,,1.0000000000000001',
      '五,,9999999999999.99',
    ]
    const { id } = await checked(`名称,整数,金额\n${rows.join('\n')}\n`)
    expect(await problemsOf(id)).toEqual([
      [2, '整数', '整数最多 15 位数字'],
      [3, undefined, `两倍不能大于 ${greatest}`],
      [4, '金额', '金额最多保留 2 位小数'],
      [5, '金额', '金额最多 15 位数字'],
      [6, undefined, '十倍不能超过 9999999999999.99 元'],
      [6, undefined, '两个一半不能大于 9999999999999.99'],
    ])
    for (const filter of ['amount=1.005', 'amount_gt=1.0000000000000001', 'whole=9007199254740993'])
      expect([filter, (await call('GET', `city/v1/sum/page?${filter}`)).status]).toEqual([filter, 400])
  })

  it('an export contains them unchanged', async () => {
    const amount = '999999999999.99'
    await save(`"whole":4503599627370495,"amount":${amount}`)
    const { body } = await call('GET', 'engine/export/sum?format=csv')
    expect(String(body)).toContain('4503599627370495')
    expect(String(body)).toContain(amount)
  })

  it('a sum over 1,000 lines is the one of the database', async () => {
    const random = randomOf(35)
    const lines = Array.from({ length: 1000 }, () => ({
      price: (random.below(2_000_000_00) - 1_000_000_00) / 100,
      quantity: random.below(2000) - 1000,
    }))
    const { body } = await save(`"lines":${JSON.stringify(lines)}`)
    const [row] = await run(
      server.engine.database.kysely,
      'select sum(price * quantity)::text as total from sum_line where sum_id = $1::bigint',
      [body.data.id],
    )
    const [stored] = await run(server.engine.database.kysely, 'select total::text from sum where id = $1::bigint', [
      body.data.id,
    ])
    expect(stored?.['total']).toBe(row?.['total'])
    expect(body.data.total).toBe(Number(row?.['total']))
  })
})
