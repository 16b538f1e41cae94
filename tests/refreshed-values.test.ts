import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const shop = (tax: string) => `title: { zh: 单, en: Sale }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  itemId: { type: reference, of: item, title: { zh: 商品, en: Item } }
  quantity: { type: integer, title: { zh: 数量, en: Quantity } }
  price: { type: money, compute: itemId.price, stored: true, index: true, title: { zh: 单价, en: Price } }
  cost: { type: money, compute: "${tax}", stored: true, title: { zh: 金额, en: Cost } }
  lines: { type: children, of: saleLine, title: { zh: 明细, en: Lines } }
  total: { type: money, compute: "lines.sum(l, l.amount)", stored: true, title: { zh: 合计, en: Total } }
  weight: { type: money, compute: "lines.sum(l, l.itemId.weight ?? 0)", stored: true, title: { zh: 重量, en: Weight } }
list: { columns: [name, price, cost, total] }
access: [{ role: clerk, allow: [view, add, edit], where: "quantity > 0" }]
`

const task = `title: { zh: 任务, en: Task }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  state: { type: dictionary, of: chore_state, title: { zh: 状态, en: State } }
  parts: { type: children, of: chorePart, title: { zh: 部分, en: Parts } }
`
const part = `title: { zh: 部分, en: Part }
partOf: choreId
display: choreId
fields:
  choreId: { type: reference, of: chore, required: true }
  weight: { type: integer, title: { zh: 重量, en: Weight } }
`

/** A depot, and slips with items that refer to it; later with a code, and with numbers that contain it. */
const depot = (more = '') => `title: { zh: 仓库, en: Depot }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
${more}`
const code = '  code: { type: text, required: true, title: { zh: 代号, en: Code } }\n'
const toDepot = (more = '') => `  depotId: { type: reference, of: depot,${more} title: { zh: 仓库, en: Depot } }\n`
const required = toDepot(' required: true,')
const no = (pattern: string) => `  no: { type: serial, pattern: "${pattern}", title: { zh: 编号, en: No. } }\n`
const slip = (fields: string) => `title: { zh: 单据, en: Slip }
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  items: { type: children, of: slipItem, title: { zh: 明细, en: Items } }
${fields}`
const slipItem = (fields: string) => `title: { zh: 明细, en: Item }
partOf: slipId
display: slipId
fields:
  slipId: { type: reference, of: slip, required: true }
${fields}`

const app: Readonly<Record<string, string>> = {
  'resources/city/depot.yaml': depot(),
  'resources/city/slip.yaml': slip(toDepot()),
  'resources/city/slipItem.yaml': slipItem(toDepot()),
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'parameters.yaml': 'sale.discount: { title: { zh: 折扣, en: Discount }, type: decimal, value: 1 }\n',
  'resources/city/item.yaml': `title: { zh: 商品, en: Item }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  net: { type: money, title: { zh: 净价, en: Net } }
  price: { type: money, compute: "net * 1.1", stored: true, title: { zh: 价格, en: Price } }
  weight: { type: money, title: { zh: 重量, en: Weight } }
access: [{ role: role-blind, allow: [view], hide: [price] }]
`,
  'resources/city/saleLine.yaml': `title: { zh: 明细, en: Line }
partOf: saleId
display: saleId
fields:
  saleId: { type: reference, of: sale, required: true }
  itemId: { type: reference, of: item, required: true }
  quantity: { type: integer, required: true, title: { zh: 数量, en: Quantity } }
  amount: { type: money, compute: "itemId.price * quantity", stored: true, title: { zh: 金额, en: Amount } }
`,
  'resources/city/sale.yaml': shop("price * quantity * parameter('sale.discount')"),
  'dictionaries/chore_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  done: { key: "2", title: { zh: 办结, en: Done } }
`,
  'resources/city/chore.yaml': task,
  'resources/city/chorePart.yaml': part,
  // The chain continues: a note reads a value of the sale that follows the item.
  'resources/city/note.yaml': `title: { zh: 备注, en: Note }
menu: false
display: text
fields:
  text: { type: text, title: { zh: 文字, en: Text } }
  saleId: { type: reference, of: sale, required: true }
  cost: { type: money, compute: saleId.cost, stored: true, title: { zh: 金额, en: Cost } }
`,
}

describe.each(databasesUnderTest())('semantics 31: stored values that read other records ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const run = (text: string) => sql.raw<Record<string, unknown>>(text).execute(server.engine.database.kysely)
  const stale = async () => Number((await run('select count(*) as n from engine_stale_value')).rows[0]?.['n'])
  const fresh = () => expect.poll(stale, { timeout: 20_000, interval: 50 }).toBe(0)
  const get = (resource: string, id: string) => calls.data('GET', `city/v1/${resource}/getById?id=${id}`)
  const change = async (resource: string, record: object) => calls.data('PUT', `city/v1/${resource}/update`, record)

  beforeAll(async () => {
    server = await startServer(kind, app, { jobInterval: 50, settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it('follow a changed record, without a new version or history, and the values that read them in turn', async () => {
    const item = await calls.save('item', { name: '米', net: 10, weight: 2 })
    const line = { itemId: item, quantity: 3 }
    const sale = await calls.save('sale', { name: '一', itemId: item, quantity: 2, lines: [line] })
    const note = await calls.save('note', { text: '记', saleId: sale })
    const opened = await get('sale', sale)
    expect(opened).toMatchObject({ price: 11, cost: 22, total: 33, weight: 2, version: 1 })
    await change('item', { id: item, net: 20, weight: 5 })
    await fresh()
    const now = await get('sale', sale)
    expect(now).toMatchObject({ price: 22, cost: 44, total: 66, weight: 5, version: 1, updateTime: opened.updateTime })
    expect(now.lines).toMatchObject([{ amount: 66 }])
    expect(await get('note', note)).toMatchObject({ cost: 44, version: 1 })
    const history = await calls.data('GET', `engine/history/sale/${sale}`)
    expect(history.map(({ operation }: { operation: string }) => operation)).toEqual(['save'])
    // A form that was opened before is saved.
    await change('sale', { id: sale, version: opened.version, name: '二' })
    expect(await get('sale', sale)).toMatchObject({ name: '二', price: 22, version: 2 })
  })

  /** The records whose stored values differ from those computed again from their items, by SQL. */
  const differing = async (discount: number, times = '') => {
    const price = 'round(i.net * 1.1, 2)'
    const { rows } =
      await run(`select s.name from sale s left join item i on i.id = s.item_id where s.is_deleted = 0 and
      (s.price is distinct from ${price} or s.cost is distinct from round(${price} * s.quantity * ${discount}${times}, 2)
      or coalesce(s.total, 0) <> coalesce((select sum(round(j.net * 1.1, 2) * l.quantity) from sale_line l join item j on j.id = l.item_id where l.sale_id = s.id and l.is_deleted = 0), 0))`)
    return rows
  }
  /** Runs the job until no values differ, without waiting for its schedule. */
  const computedAgain = (differences: () => Promise<unknown>) =>
    expect
      .poll(
        async () => {
          await run(`update engine_job set next_at = now() where name = 'value-refresh'`)
          return differences()
        },
        { timeout: 20_000, interval: 300 },
      )
      .toEqual([])
  /** Claims the job as another process would, so that nothing is computed again meanwhile. */
  const withoutJob = async (work: () => Promise<void>) => {
    const lease = (until: string) =>
      run(`update engine_job set lease_until = ${until}, next_at = now() where name = 'value-refresh'`)
    await expect
      .poll(
        async () =>
          (await run(`select 1 from engine_job where name = 'value-refresh' and lease_until is null`)).rows.length,
      )
      .toBe(1)
    await lease(`now() + interval '1 hour'`)
    try {
      await work()
    } finally {
      await lease('null')
    }
  }

  it('semantics 22: follow a renamed field, and wait for a removed one until it is there again', async () => {
    const item = await calls.save('item', { name: '油', weight: 2 })
    const sale = await calls.save('sale', { name: '油', lines: [{ itemId: item, quantity: 1 }] })
    await fresh()
    const text = String(app['resources/city/sale.yaml'])
    const save = async (changed: string) => {
      const { revision } = await calls.data('GET', 'engine/index')
      writeIn(server.appDir, 'resources/city/sale.yaml', changed)
      const isServed = async () => {
        const { pending } = await calls.data('GET', 'engine/pending')
        // The values of a removed field.
        for (const { revision: waits, losses: allow } of pending)
          await calls.call('POST', 'engine/pending', { revision: waits, allow })
        return (await calls.data('GET', 'engine/index')).revision !== revision
      }
      await expect.poll(isServed, { timeout: 10_000 }).toBe(true)
    }
    const marked = async () =>
      (await run(`select distinct field from engine_stale_value where resource = 'sale' order by field`)).rows
    await withoutJob(async () => {
      await change('item', { id: item, weight: 3 })
      expect(await marked()).toContainEqual({ field: 'weight' })
      await save(text.replace('weight: {', 'mass: { renamedFrom: weight,'))
      expect(await marked()).toContainEqual({ field: 'weight' })
    })
    await fresh()
    expect(await get('sale', sale)).toMatchObject({ mass: 3 })
    await save(text.replace('weight: {', 'weight: { renamedFrom: mass,'))
    await save(text)
    await fresh()
  })

  it('semantics 9: give existing rows a number and a state when these are new, and steps do not wait for them', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ weight: n }))
    const first = await calls.save('chore', { name: '甲', parts: lines(2) })
    const ended = await calls.save('chore', { name: '乙', state: '2' })
    const deleted = await calls.save('chore', { name: '丙' })
    const waiting = await calls.save('chore', { name: '丁' })
    await calls.data('DELETE', 'city/v1/chore/removeById', { id: deleted })
    await run(`update chore set create_time = '2025-03-01 12:00+08' where id = ${ended}`)
    const lifecycle = `lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
`
    const number = (pattern: string) => `  no: { type: serial, pattern: "${pattern}", title: { zh: 编号, en: No. } }\n`
    const isServed = (name: string) =>
      expect.poll(async () => (await calls.call('GET', `city/v1/chore/page?${name}=1`)).status).toBe(200)
    await withoutJob(async () => {
      writeIn(server.appDir, 'resources/city/chorePart.yaml', `${part}${number('P{0000}')}`)
      writeIn(server.appDir, 'resources/city/chore.yaml', `${task}${number('T{yyyy}-{000}')}${lifecycle}`)
      await isServed('no')
      // The initial state is known before it is stored.
      await calls.data('POST', 'city/v1/chore/finish', { id: waiting })
    })
    const tasks = async () =>
      (await run(`select id, no, state, version from chore order by id`)).rows.map(row => Object.values(row))
    const unnumbered =
      'select from chore where no is null or state is null union all select from chore_part where no is null'
    await computedAgain(async () => (await run(unnumbered)).rows)
    const year = String((await get('chore', first)).createTime).slice(0, 4)
    expect(await tasks()).toEqual([
      [first, `T${year}-001`, '1', 1],
      [ended, 'T2025-001', '2', 1],
      [deleted, `T${year}-002`, '1', 2],
      [waiting, `T${year}-003`, '2', 2],
    ])
    expect((await get('chore', first)).parts).toMatchObject([{ no: 'P0001' }, { no: 'P0002' }])
    const fourth = await calls.save('chore', { name: '戊', parts: lines(1) })
    expect(await get('chore', fourth)).toMatchObject({ no: `T${year}-004`, state: '1', parts: [{ no: 'P0003' }] })
    await fresh()
  })

  it('semantics 9: give a record its number once the reference and the text in it are there', async () => {
    const place = await calls.save('depot', { name: '东仓' })
    const named = (name: string) => calls.save('slip', { name, items: [{}] })
    const names = ['改', '行'] as const
    const ids: Record<string, string> = {}
    for (const name of names) ids[name] = await named(name)
    const early = await calls.save('slip', { name: '先', depotId: place, items: [{ depotId: place }] })
    const south = await calls.save('depot', { name: '南仓' })
    const deleted = await calls.save('slip', { name: '删', depotId: south, items: [{ depotId: south }] })
    const serve = async (files: Readonly<Record<string, string>>) => {
      const { revision } = await calls.data('GET', 'engine/index')
      for (const [file, text] of Object.entries(files)) writeIn(server.appDir, `resources/city/${file}.yaml`, text)
      const isServed = async () => {
        const { pending } = await calls.data('GET', 'engine/pending')
        // Rows without a value that is required now.
        for (const { revision: waits, losses: allow } of pending)
          await calls.call('POST', 'engine/pending', { revision: waits, allow })
        return (await calls.data('GET', 'engine/index')).revision !== revision
      }
      await expect.poll(isServed, { timeout: 10_000 }).toBe(true)
    }
    const numbersOf = async (id: string) => {
      const { no, version, items } = await get('slip', id)
      return [no, version, items.map((item: { no: string }) => item.no)]
    }
    await serve({ depot: depot(code) })
    await serve({
      slip: slip(required + no('{depotId.code}-{00}')),
      slipItem: slipItem(required + no('{depotId.code}/{00}')),
    })
    await computedAgain(async () =>
      (await run(`select from engine_formula where field = 'no' and resource in ('slip', 'slipItem')`)).rows.slice(2),
    )
    await fresh()
    expect(await numbersOf(early)).toEqual([null, 1, [null]])
    // A text that is stored while a record is in the bin completes its number when it is restored.
    await calls.data('DELETE', 'city/v1/slip/removeById', { id: deleted })
    await change('depot', { id: south, code: 'S' })
    await fresh()
    await calls.data('POST', 'engine/restore/slip', { ids: [deleted] })
    await fresh()
    expect(await numbersOf(deleted)).toEqual(['S-01', 3, ['S/01']])
    await change('depot', { id: place, code: 'E' })
    await fresh()
    expect(await numbersOf(early)).toEqual(['E-01', 1, ['E/01']])
    const [{ id: item }] = (await get('slip', String(ids['行']))).items
    const paths: Readonly<Record<(typeof names)[number], (id: string) => Promise<unknown>>> = {
      改: id => change('slip', { id, depotId: place }),
      行: id => change('slip', { id, depotId: place, items: [{ id: item, depotId: place }] }),
    }
    const given = []
    for (const name of names) {
      const id = String(ids[name])
      await paths[name](id)
      await fresh()
      given.push(await numbersOf(id))
    }
    expect(given).toEqual([
      ['E-02', 2, [null]],
      ['E-03', 2, ['E/02']],
    ])
    expect((await calls.call('POST', 'city/v1/slip/save', { name: '缺' })).status).toBe(400)
    // A number that is there never changes, and nothing is computed for it.
    const other = await calls.save('depot', { name: '西仓', code: 'W' })
    await withoutJob(async () => {
      await change('slip', { id: early, depotId: other })
      await change('depot', { id: other, code: 'V' })
      expect(await stale()).toBe(0)
    })
    expect(await numbersOf(early)).toEqual(['E-01', 2, ['E/01']])
  })

  it('of one record that cannot be computed delay no others of the same field', async () => {
    const file = (formula: string) => `title: { zh: 牌, en: Sign }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  mark: { type: text, compute: "name + '${formula}'", stored: true, title: { zh: 标记, en: Mark } }
`
    const served = async (formula: string) => {
      const { revision } = await calls.data('GET', 'engine/index')
      writeIn(server.appDir, 'resources/city/sign.yaml', file(formula))
      await expect
        .poll(async () => (await calls.data('GET', 'engine/index')).revision, { timeout: 10_000 })
        .not.toBe(revision)
    }
    await served('a')
    await run(
      `insert into sign (tenant_id, id, name, mark) select '000000', n, n, n || 'a' from generate_series(1, 450) n`,
    )
    await run(`create function refuse_sign() returns trigger language plpgsql as $do$ begin
      if new.id in (7, 300) then raise exception 'refused'; end if; return new; end $do$`)
    await run('create trigger refuse before update on sign for each row execute function refuse_sign()')
    await served('b')
    const left = async () =>
      (await run(`select id::int from sign where mark is distinct from name || 'b' order by id`)).rows
    await expect.poll(left, { timeout: 20_000 }).toEqual([{ id: 7 }, { id: 300 }])
    const message = async () =>
      (await run(`select message from engine_job_run where result = 'failed' order by id desc limit 1`)).rows
    await expect
      .poll(message, { timeout: 20_000 })
      .toEqual([{ message: 'Stored values were not recomputed: sign.mark (2 rows: 7, 300): refused' }])
    await run('drop trigger refuse on sign')
    // A run that failed meanwhile sets the time of the next one.
    await computedAgain(left)
    await fresh()
  })

  it('report how far the job has come with the rows of a resource', async () => {
    const filling = async () => (await calls.data('GET', 'engine/due-steps')).filling
    const items = [await calls.save('item', { name: '盐', net: 1 }), await calls.save('item', { name: '糖', net: 2 })]
    await fresh()
    const { rows } = await run('select id from item order by id')
    await withoutJob(async () => {
      await run(`insert into engine_stale_value (tenant_id, resource, field, reference, target_id, after_id, at)
        values ('000000', 'item', 'price', '', 0, ${items[0]}, now())`)
      expect(await filling()).toEqual([
        {
          resource: 'item',
          field: 'price',
          resourceTitle: { zh: '商品', en: 'Item' },
          title: { zh: '价格', en: 'Price' },
          count: rows.length,
          done: rows.length - 1,
        },
      ])
    })
    await fresh()
    expect(await filling()).toEqual([])
  })

  it('are not offered for sorting and filtering while they are stale', async () => {
    const item = await calls.save('item', { name: '面', net: 1 })
    await calls.save('sale', { name: '三', itemId: item, quantity: 1 })
    await fresh()
    const page = (query: string) => calls.call('GET', `city/v1/sale/page?${query}`)
    expect((await page('ascs=price')).body.data).not.toHaveProperty('stale')
    await withoutJob(async () => {
      await change('item', { id: item, net: 2 })
      expect((await page('name=三')).body.data.stale.sort()).toEqual(['cost', 'price', 'total', 'weight'])
      for (const query of ['ascs=price', 'price_gt=1', 'descs=cost'])
        expect(await page(query)).toMatchObject({ status: 409, body: { msg: expect.stringContaining('正在重新计算') } })
      expect((await calls.call('GET', 'city/v1/sale/listByQuery?price_gt=1')).status).toBe(409)
      expect((await page('ascs=name')).status).toBe(200)
    })
    await fresh()
    expect((await page('ascs=price')).status).toBe(200)
  })

  it('are hidden from users from whom a field is hidden that they read, and do not depend on the writer', async () => {
    const codes = ['sale_view', 'sale_add', 'sale_export', 'note_view', 'item_view']
    const blind = await (await importCallsOn(server, 'sale')).person('blind', codes)
    const item = await calls.save('item', { name: '糖果', net: 10, weight: 2 })
    const sale = { name: '糖', itemId: item, quantity: 2, lines: [{ itemId: item, quantity: 3 }] }
    const [id, own] = [await calls.save('sale', sale), (await calls.data('POST', 'city/v1/sale/save', sale, blind)).id]
    const note = await calls.save('note', { text: '糖', saleId: id })
    await fresh()
    const stored = { price: 11, cost: 22, total: 33, weight: 2, lines: [{ amount: 33 }] }
    for (const one of [id, own]) expect(await get('sale', one)).toMatchObject(stored)
    const seen = await calls.data('GET', `city/v1/sale/getById?id=${id}`, undefined, blind)
    expect(seen).toMatchObject({ quantity: 2, weight: 2, lines: [{ itemId: item, quantity: 3 }] })
    const [{ changes }] = await calls.data('GET', `engine/history/sale/${id}`, undefined, blind)
    const names = [seen, seen.lines[0], changes, changes.lines.lines[0].changes].flatMap(one => Object.keys(one))
    expect(names.filter(name => ['price', 'cost', 'total', 'amount'].includes(name))).toEqual([])
    // The value that reads a value that reads it.
    expect(await get('note', note)).toMatchObject({ cost: 22 })
    expect(await calls.data('GET', `city/v1/note/getById?id=${note}`, undefined, blind)).not.toHaveProperty('cost')
    for (const query of ['price_gt=1', 'ascs=price', 'cost_gt=1', 'descs=total'])
      for (const [by, status] of [
        [blind, 400],
        [calls.token, 200],
      ] as const)
        expect([query, (await calls.call('GET', `city/v1/sale/page?${query}`, undefined, by)).status]).toEqual([
          query,
          status,
        ])
    const headOf = async (by: string) =>
      String((await calls.call('GET', 'engine/export/sale?format=csv', undefined, by)).body).split('\r\n')[0]
    expect(await headOf(calls.token)).toContain('名称,单价,金额,合计')
    expect(await headOf(blind)).toMatch(/^\ufeff?名称$/)
  })

  it('agree with a plain computation after writes of records and of what they read at the same time', async () => {
    const items = await Promise.all([5, 6].map(net => calls.save('item', { name: `品 ${net}`, net })))
    const [one = '', other = ''] = items
    const sales: string[] = []
    // More than one transaction of the job computes.
    for (let n = 0; n < 220; n++)
      sales.push(await calls.save('sale', { name: `单 ${n}`, itemId: items[n % 2], quantity: n }))
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => change('item', { id: items[n % 2], net: n })),
      ...sales
        .slice(0, 30)
        .map((id, n) =>
          change('sale', { id, itemId: n % 3 ? one : other, quantity: 1, lines: [{ itemId: one, quantity: n }] }),
        ),
      ...Array.from({ length: 10 }, (_, n) =>
        calls.save('sale', { name: `新 ${n}`, itemId: other, quantity: n, lines: [{ itemId: other, quantity: 1 }] }),
      ),
    ])
    await fresh()
    expect(await differing(1)).toEqual([])
  })

  it('of a deleted record are those of the present when it is restored', async () => {
    const item = await calls.save('item', { name: '油', net: 1 })
    const line = { itemId: item, quantity: 3 }
    const sale = await calls.save('sale', { name: '四', itemId: item, quantity: 1, lines: [line] })
    await calls.data('DELETE', 'city/v1/sale/removeById', { id: sale })
    await change('item', { id: item, net: 100 })
    await fresh()
    await calls.data('POST', 'engine/restore/sale', { ids: [sale] })
    expect(await get('sale', sale)).toMatchObject({ price: 110, total: 330 })
  })

  it('follow a changed parameter and a changed formula', async () => {
    const [row] = (await calls.data('GET', 'blade/v1/bladeConfig/page?paramKey_equal=sale.discount')).records
    await calls.data('PUT', 'blade/v1/bladeConfig/update', { id: row.id, paramValue: '0.5' })
    await computedAgain(() => differing(0.5))
    const formula = "price * quantity * parameter('sale.discount') * 2"
    writeIn(server.appDir, 'resources/city/sale.yaml', shop(formula))
    await computedAgain(() => differing(0.5, ' * 2'))
    await fresh()
    const { rows } = await run(`select distinct version from sale where name like '新 %'`)
    expect(rows).toEqual([{ version: 1 }])
  })
})
