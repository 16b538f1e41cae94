import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked, roundsOf } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { randomOf } from './support/random.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

const pick = 'type: reference, of: price, pick: first, where: "it.goods == goods && it.from <= day", sort: -from'
const app = {
  ...sampleApp,
  'roles.yaml': 'role-clerk: { title: { zh: 文员, en: Clerk } }\n',
  'resources/city/price.yaml': `title: { zh: 价格, en: Price }
menu: { under: work, icon: receipt, order: 40 }
display: goods
fields:
  goods: { type: text, required: true, max: 20, title: { zh: 商品, en: Goods } }
  from: { type: date, required: true, title: { zh: 起用日期, en: From } }
  amount: { type: money, required: true, title: { zh: 单价, en: Amount } }
access:
  - { role: role-clerk, allow: [view], where: "goods == 'none'" }
`,
  'resources/city/sale.yaml': `title: { zh: 销售, en: Sale }
menu: { under: work, icon: receipt, order: 41 }
display: goods
fields:
  goods: { type: text, required: true, max: 20, title: { zh: 商品, en: Goods } }
  day: { type: date, default: today(), title: { zh: 日期, en: Day } }
  note: { type: text, title: { zh: 备注, en: Note } }
  priceId: { ${pick}, readOnly: true, required: true, title: { zh: 价格, en: Price } }
  amount: { type: money, copy: priceId.amount, title: { zh: 单价, en: Amount } }
  lines: { type: children, of: saleLine, title: { zh: 明细, en: Lines } }
`,
  'resources/city/customer.yaml': `title: { zh: 客户, en: Customer }
menu: false
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  zone: { type: text, max: 20, title: { zh: 片区, en: Zone } }
`,
  'resources/city/tariff.yaml': `title: { zh: 运价, en: Tariff }
menu: false
display: zone
fields:
  zone: { type: text, required: true, max: 20, title: { zh: 片区, en: Zone } }
  fee: { type: money, title: { zh: 运费, en: Fee } }
  secret: { type: money, title: { zh: 底价, en: Secret } }
access:
  - { role: role-clerk, allow: [view], hide: [secret] }
`,
  'resources/city/carriage.yaml': `title: { zh: 运单, en: Carriage }
menu: { under: work, icon: receipt, order: 42 }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  customerId: { type: reference, of: customer, required: true, title: { zh: 客户, en: Customer } }
  zone: { type: text, max: 20, copy: customerId.zone, title: { zh: 片区, en: Zone } }
  weight: { type: integer, default: 2, title: { zh: 重量, en: Weight } }
  height: { type: integer, default: weight + 1, title: { zh: 高度, en: Height } }
  tariffId: { type: reference, of: tariff, pick: first, where: "it.zone == zone && height == 3", readOnly: true, required: true, title: { zh: 运价, en: Tariff } }
  fee: { type: money, copy: tariffId.fee, title: { zh: 运费, en: Fee } }
  deposit: { type: money, readOnly: true, default: tariffId.fee, title: { zh: 押金, en: Deposit } }
  bottom: { type: money, default: tariffId.secret, title: { zh: 底价, en: Bottom } }
  double: { type: money, compute: fee + deposit, stored: true, title: { zh: 合计, en: Double } }
  lines: { type: children, of: carriageLine, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.price)", stored: true, title: { zh: 总价, en: Total } }
actions:
  again:
    title: { zh: 再运, en: Again }
    creates: { of: carriage, with: { name: "name + '2'", customerId: customerId, lines: { each: lines, with: { goods: it.goods } } } }
`,
  'resources/city/carriageLine.yaml': `title: { zh: 运单明细, en: Carriage line }
partOf: carriageId
fields:
  carriageId: { type: reference, of: carriage, required: true }
  goods: { type: text, required: true, max: 20, title: { zh: 商品, en: Goods } }
  tariffId: { type: reference, of: tariff, pick: first, where: it.zone == carriageId.zone, required: true, title: { zh: 运价, en: Tariff } }
  otherId: { type: reference, of: tariff, where: it.zone == carriageId.zone, title: { zh: 其他运价, en: Other } }
  price: { type: money, default: tariffId.fee, title: { zh: 单价, en: Price } }
`,
  'resources/city/saleLine.yaml': `title: { zh: 销售明细, en: Sale line }
partOf: saleId
fields:
  saleId: { type: reference, of: sale, required: true }
  goods: { type: text, required: true, max: 20, title: { zh: 商品, en: Goods } }
  day: { type: date, required: true, title: { zh: 日期, en: Day } }
  priceId: { ${pick}, title: { zh: 价格, en: Price } }
`,
}

describe.each(databasesWalked('postgres'))('semantics C2: a picked reference ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let clerk: string
  const prices = new Map<string, string>()

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'sale')
    const ofCarriage = ['tariff_view', 'customer_view', 'carriage_view', 'carriage_add']
    clerk = await calls.person('clerk', ['price_view', 'sale_view', 'sale_add', 'sale_edit', ...ofCarriage])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await calls.run('truncate price, sale, sale_line')
    for (const [goods, from, amount] of [
      ['rice', '2026-01-01', 5],
      ['rice', '2026-02-01', 6],
      ['oil', '2026-01-01', 9],
    ])
      prices.set(`${goods} ${from}`, await price({ goods, from, amount }))
  })

  const price = async (values: object): Promise<string> => (await calls.data('POST', 'city/v1/price/save', values)).id
  const save = (values: object, by?: string) => calls.call('POST', 'city/v1/sale/save', values, by)
  const saved = async (values: object, by?: string): Promise<Line> => (await save(values, by)).body.data
  const changed = async ({ id, version }: Line, values: object): Promise<Line> =>
    (await calls.call('PUT', 'city/v1/sale/update', { id, version, ...values })).body.data
  const nameOf = (id: string) => [...prices].find(([, known]) => known === id)?.[0]

  it('is the first record that fits, chosen again when what its condition reads changes, and only then', async () => {
    const first = await saved({ goods: 'rice', day: '2026-01-15' })
    expect([nameOf(first.priceId), first.amount]).toEqual(['rice 2026-01-01', 5])
    await price({ goods: 'rice', from: '2026-01-10', amount: 7 })
    const same = await changed(first, { note: 'x', goods: 'rice' })
    expect([nameOf(same.priceId), same.amount]).toEqual(['rice 2026-01-01', 5])
    const later = await changed(same, { day: '2026-02-15' })
    expect([nameOf(later.priceId), later.amount]).toEqual(['rice 2026-02-01', 6])
    expect(nameOf((await changed(later, { goods: 'oil' })).priceId)).toBe('oil 2026-01-01')
  })

  it('uses the defaults of a new record, and is missing where no record fits', async () => {
    expect(nameOf((await saved({ goods: 'rice' })).priceId)).toBe('rice 2026-02-01')
    const { status, body } = await save({ goods: 'salt', day: '2026-01-15' })
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ['day', 'goods']])
    expect(body.errors.goods).toContain('没有适用的价格')
  })

  it('is shown before the save to those who may add or edit the record and see the chosen one', async () => {
    const next = (field: string, record: object, by?: string) =>
      calls.call('POST', `engine/options/sale/${field}/pick`, { record }, by)
    const id = prices.get('rice 2026-01-01')
    const rice = { goods: 'rice', day: '2026-01-15' }
    expect((await next('priceId', rice)).body.data).toMatchObject({ id, name: 'rice' })
    expect((await next('priceId', { goods: 'salt', day: '2026-01-15' })).body.data).toBeNull()
    const ofClerk = await next('priceId', rice, clerk)
    expect([ofClerk.status, ofClerk.body.data]).toEqual([200, null])
    const viewer = await calls.person('viewer', ['price_view', 'sale_view'])
    expect((await next('priceId', rice, viewer)).status).toBe(403)
    expect((await next('goods', rice)).status).toBe(400)
    const line = await calls.call('POST', 'engine/options/saleLine/priceId/pick', { record: rice })
    expect(line.body.data).toMatchObject({ id })
  })

  it('cannot be chosen by a client where it is read-only', async () => {
    const given = { goods: 'rice', day: '2026-02-15', priceId: prices.get('rice 2026-01-01') }
    expect((await save(given)).status).toBe(400)
  })

  it('is the same for a user who may not see the record', async () => {
    const sale = await saved({ goods: 'rice', day: '2026-02-15' }, clerk)
    const id = (await calls.data('GET', `city/v1/sale/getById?id=${sale.id}`)).priceId
    expect(nameOf(id)).toBe('rice 2026-02-01')
  })

  it('of a line may be another record that fits, and that its writer may see', async () => {
    const line = { goods: 'rice', day: '2026-02-15' }
    const other = { ...line, priceId: prices.get('rice 2026-01-01') }
    const { lines } = await saved({ goods: 'rice', lines: [line, other] })
    expect(lines.map(({ priceId }: Line) => nameOf(priceId))).toEqual(['rice 2026-02-01', 'rice 2026-01-01'])
    const unfit = { ...line, priceId: prices.get('oil 2026-01-01') }
    expect(Object.keys((await save({ goods: 'rice', lines: [unfit] })).body.errors)).toEqual(['lines.0.priceId'])
    const ofClerk = await save({ goods: 'rice', lines: [other] }, clerk)
    expect(Object.keys(ofClerk.body.errors)).toEqual(['lines.0.priceId'])
  })

  it('is chosen in an import, whose rows without one are errors', async () => {
    const checked = await calls.checked('商品,日期\nrice,2026-01-15\noil,2026-01-15\nsalt,2026-01-15\n')
    expect((await calls.problemsOf(checked.id)).map(([row, column]: Line) => [row, column])).toEqual([
      [4, '商品'],
      [4, '日期'],
    ])
    await calls.step(checked.id, 'write', { goodRows: true })
    const { records } = await calls.data('GET', 'city/v1/sale/page?ascs=goods')
    expect(records.map(({ priceId, amount }: Line) => [nameOf(priceId), amount])).toEqual([
      ['oil 2026-01-01', 9],
      ['rice 2026-01-01', 5],
    ])
  })

  describe('semantics 25: copies, own defaults, picks, and what is read through picks', () => {
    let tariffId: string
    let customerId: string
    let seller: string
    const post = async (path: string, body: object, by?: string): Promise<Line> =>
      (await calls.call('POST', `city/v1/${path}`, body, by)).body.data
    const carriage = async (where: string): Promise<Line> => {
      const [found] = (await calls.data('GET', `city/v1/carriage/page?name_equal=${where}`)).records
      return found && calls.data('GET', `city/v1/carriage/getById?id=${found.id}`)
    }
    beforeAll(async () => {
      customerId = (await post('customer/save', { name: '甲', zone: 'a' })).id
      await post('tariff/save', { zone: 'b', fee: 9, secret: 8 })
      tariffId = (await post('tariff/save', { zone: 'a', fee: 7, secret: 6 })).id
      seller = await calls.person('seller', ['carriage_view', 'carriage_add', 'carriage_edit', 'customer_view'])
    })
    const filled = { zone: 'a', height: 3, fee: 7, deposit: 7, double: 14 }

    it.each([
      ['save', async (name: string, lines: object[]) => post('carriage/save', { name, customerId, lines })],
      [
        'save by a user who may not read tariffs',
        async (name: string, lines: object[]) => post('carriage/save', { name, customerId, lines }, seller),
      ],
      [
        'the save of a line',
        async (name: string, [line]: object[]) => {
          const { id } = await post('carriage/save', { name, customerId })
          await post('carriageLine/save', { carriageId: id, ...line })
        },
      ],
      [
        'the creates of a step',
        async (name: string, lines: object[]) => {
          const from = { name: name.slice(0, -1), customerId, lines }
          const { id } = await post('carriage/save', from)
          await post('carriage/again', { id })
        },
      ],
    ])('are filled in on %s', async (path, write) => {
      const name = `${path.replace(/ /g, '').slice(-8)}2`
      await write(name, [{ goods: 'rice' }])
      const { lines, ...record } = await carriage(name)
      expect(record).toMatchObject({ ...filled, tariffId, bottom: 6, total: 7 })
      expect(lines).toMatchObject([{ tariffId, price: 7 }])
    })

    it('accept a reference of a line whose condition reads the new parent, and refuse another', async () => {
      const withOther = (otherId: string) =>
        calls.call('POST', 'city/v1/carriage/save', {
          name: '他',
          customerId,
          lines: [{ goods: 'x', otherId }],
        })
      expect((await withOther(tariffId)).status).toBe(200)
      const [{ id }] = (await calls.run(`select id::text from tariff where zone = 'b'`)).rows
      expect((await withOther(id)).body.errors).toEqual({ 'lines.0.otherId': expect.any(String) })
    })

    it('are not read from a field that is hidden from the writer', async () => {
      const saved = await post('carriage/save', { name: '隐', customerId }, clerk)
      expect(saved).toMatchObject({ ...filled, bottom: null })
    })
  })

  it('is by random writes the first that fits at the last write of what its condition reads', async () => {
    const random = randomOf(20_261_127)
    const read = async (text: string): Promise<readonly Line[]> => (await calls.run(text)).rows
    const goods = () => random.pick(['rice', 'oil', 'salt'])
    const day = () => `2026-0${1 + random.below(3)}-1${random.below(9)}`
    /** The price of each sale that is not in the bin. */
    const stored = async () =>
      new Map(
        (await read('select id::text, goods, day::text, price_id::text as price from sale where is_deleted = 0')).map(
          (row: Line) => [row.id as string, { ...row, id: undefined } as Line],
        ),
      )
    const firstFor = async (of: Line): Promise<string | undefined> =>
      (
        await read(`select id::text from price where is_deleted = 0 and goods = '${of.goods}' and "from" <= '${of.day}'
          order by "from" desc, id desc limit 1`)
      )[0]?.id
    const isDone = ({ status }: { readonly status: number }) => status === 200
    const operations: string[] = []
    const bulk = async (ids: readonly string[], bulkOperation: object) => {
      const answer = await calls.call('POST', 'engine/bulk/sale', { select: { ids }, do: bulkOperation })
      const [{ operation }] = linesOf(answer)
      operations.push(operation)
    }
    const any = async () => random.pick<string>([...(await stored()).keys(), '1'])
    const outcomes = { done: 0, refused: 0 }
    const count = (answer: { readonly status: number }) => {
      outcomes[isDone(answer) ? 'done' : 'refused'] += 1
    }
    /** Writes after which a price is chosen where the fields of its condition have changed, and only there. */
    const writes = [
      async () => count(await save({ goods: goods(), day: day() })),
      async () => count(await save({ goods: goods(), day: day() }, clerk)),
      async () =>
        count(await calls.call('PUT', 'city/v1/sale/update', { id: await any(), note: String(random.below(9)) })),
      async () => count(await calls.call('PUT', 'city/v1/sale/update', { id: await any(), goods: goods() })),
      async () => count(await calls.call('PUT', 'city/v1/sale/update', { id: await any(), day: day() })),
      async () => bulk([await any(), await any()], { kind: 'update', values: { goods: goods() } }),
      async () => {
        const ids = [await any(), await any()]
        const changes = ids.map(id => calls.call('PUT', 'city/v1/sale/update', { id, goods: goods(), day: day() }))
        for (const answer of await Promise.all(changes)) count(answer)
      },
      async () => {
        const { id } = await calls.checked(`商品,日期\n${goods()},${day()}\n${goods()},${day()}\n`)
        // Refused where no row is valid.
        await calls.call('POST', `engine/import/sale/${id}/write`, { goodRows: true })
      },
    ]
    /** Writes after which every sale has the price that it had. */
    const others = [
      async () => price({ goods: goods(), from: day(), amount: random.below(9) }),
      async () => {
        const id = await any()
        await calls.call('DELETE', 'city/v1/sale/removeById', { id })
        if (random.chance(0.7)) await calls.call('POST', 'engine/restore/sale', { ids: [id] })
      },
      async () => {
        const found = random.pick(await read('select id::text from price order by id'))
        await calls.call('PUT', 'city/v1/price/update', { id: found.id, from: day() })
      },
    ]
    for (let round = 0; round < roundsOf(30, 120, 800); round += 1) {
      const before = await stored()
      if (random.chance(0.3)) {
        await random.pick(others)()
        for (const [id, one] of await stored()) expect(one).toEqual(before.get(id))
        continue
      }
      await random.pick(writes)()
      for (const [id, one] of await stored()) {
        const former = before.get(id)
        const isSame = former && former.goods === one.goods && former.day === one.day
        expect(one.price).toBe(isSame ? former.price : await firstFor(one))
      }
      const operation = random.chance(0.2) ? operations.pop() : undefined
      if (operation === undefined) continue
      const last = await stored()
      await calls.call('POST', `engine/operations/${operation}/undo`)
      for (const [id, one] of await stored()) {
        const unlike = last.get(id)
        const isSame = unlike && unlike.goods === one.goods && unlike.day === one.day
        if (isSame) expect(one).toEqual(unlike)
        else expect(one.price).not.toBeNull()
      }
    }
    expect(Object.values(outcomes).every(made => made > 0)).toBe(true)
  })
})
