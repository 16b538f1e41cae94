import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { serverWork } from '../../../tests/support/server-work.ts'
import type { Source } from '../../compiler/source.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { createIds, type Ids } from '../storage/ids.ts'
import { planChanges } from '../storage/plan.ts'
import { revisionState } from './applied.ts'
import { applyDescriptors, finishIndexes, follow, type ReloadContext, recheck } from './apply-descriptors.ts'
import { applyConfirmed } from './confirm.ts'
import { createModelSlot } from './model-holder.ts'
import { pendingRevisions } from './pending-revision.ts'
import { servedAs } from './revision-row.ts'

const app = (fields: string, more: Readonly<Record<string, string>> = {}): readonly Source[] =>
  Object.entries({
    'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
    'resources/shop/shopGoods.yaml': `title: { zh: 商品, en: Goods }\nfields:\n${fields}`,
    ...more,
  }).map(([file, text]) => ({ file, text, origin: 'app' }))

const name = '  name: { type: text, title: { zh: 名称, en: Name } }\n'
const text = (field: string) => `  ${field}: { type: text, title: { zh: 条码, en: Barcode } }\n`
const more = text('barcode')

const processOn = (database: Database): ReloadContext => ({
  database,
  handlers: {},
  log: pino({ level: 'silent' }),
  slot: createModelSlot(),
  workOf: model => serverWork(database, model, 'descriptors'),
  seen: { reported: '' },
})

describe.each(databasesWalked('postgres'))('descriptors that would lose values, on $kind', ({ open }) => {
  let database: Database
  let reload: ReloadContext
  const codes = () => reload.slot.problems().map(({ code }) => code)
  const fields = () => reload.slot.current().resources['shopGoods']?.fields.map(one => one.name)
  const valuesOf = async (column: string) =>
    (
      await sql<{ value: string }>`select ${sql.ref(column)} as value from shop_goods order by id`.execute(
        database.kysely,
      )
    ).rows.map(({ value }) => value)
  const barcodes = () => valuesOf('barcode')
  const addGoods = (id: number, barcode: string) =>
    sql`insert into shop_goods (tenant_id, id, barcode) values ('000000', ${id}::integer, ${barcode})`.execute(
      database.kysely,
    )
  const pending = async () => (await pendingRevisions(database.kysely))[0]
  const shown = async () => {
    const { revision = '', losses = [] } = (await pending()) ?? {}
    return { revision, account: 'admin', allow: losses.map(({ loss, count }) => ({ loss, count })) }
  }

  beforeAll(async () => {
    database = await open()
    reload = processOn(database)
    await applyDescriptors(reload, app(name + more))
    await addGoods(1, '6901')
  })
  afterAll(() => database.close())

  it('wait with the rows concerned, while the last Model is served', async () => {
    const price = '  price: { type: money, title: { zh: 价格, en: Price } }\n'
    expect(await applyDescriptors(reload, app(name + price))).toBe('pending')
    expect([codes(), fields()]).toEqual([['plan.data-losing'], ['name', 'barcode']])
    expect(await pending()).toMatchObject({
      losses: [
        {
          loss: 'drop:shop_goods.barcode',
          count: 1,
          resource: 'shopGoods',
          rows: [{ tenantId: '000000', id: '1' }],
          what: { en: 'Drop the column barcode of shop_goods.' },
        },
      ],
    })
    // The stored descriptors are applied again.
    expect(await applyDescriptors(reload, app(name + more), { keepsPending: true })).toBe('served')
    expect([codes(), (await pending())?.losses.length]).toEqual([['plan.data-losing'], 1])
    // Its author takes the change back.
    expect(await applyDescriptors(reload, app(name + more))).toBe('served')
    expect([codes(), await pending()]).toEqual([[], undefined])
  })

  it('are applied when every loss is confirmed, and for no row more than was shown', async () => {
    await applyDescriptors(reload, app(name))
    const before = await shown()
    await expect(applyConfirmed(reload, { ...before, allow: [] })).rejects.toThrow('drop:shop_goods.barcode')
    await expect(applyConfirmed(reload, { ...before, revision: 'other' })).rejects.toThrow('were updated')
    await addGoods(2, '6902')
    await expect(applyConfirmed(reload, before)).rejects.toThrow('were updated')
    expect([fields(), await barcodes()]).toEqual([
      ['name', 'barcode'],
      ['6901', '6902'],
    ])
    await applyConfirmed(reload, await shown())
    expect([fields(), codes(), await pending()]).toEqual([['name'], [], undefined])
    const { rows } = await sql`select confirmed from engine_revision`.execute(database.kysely)
    const losses = [{ loss: 'drop:shop_goods.barcode', count: 2 }]
    expect(rows).toEqual([{ confirmed: { account: 'admin', losses } }])
  })

  it('do not wait for a column without a value', async () => {
    expect(await applyDescriptors(reload, app(name + more))).toBe('served')
    expect(await applyDescriptors(reload, app(name))).toBe('served')
    const columns = await sql`select from pg_attribute where attrelid = 'shop_goods'::regclass and attname = 'barcode'`
    expect((await columns.execute(database.kysely)).rows).toEqual([])
  })

  it('are served with a warning while a handler of a query is missing', async () => {
    const returns = '{ low: { type: integer, title: { zh: 缺货, en: Low } } }'
    const query = `queries:\n  stock: { handler: stock, returns: ${returns} }\n`
    await applyDescriptors(reload, app(name + query))
    expect(codes()).toEqual(['handler.missing'])
    expect(reload.slot.current().resources['shopGoods']?.queries).toMatchObject([{ name: 'stock' }])
  })

  it('leave values for SQL files that have not run, and lose them by a confirmation of their own', async () => {
    await applyDescriptors(reload, app(name + text('code')))
    await sql`update shop_goods set code = '6903' where id = 1`.execute(database.kysely)
    expect(await applyDescriptors(reload, app(name), { leavesAll: true })).toBe('served')
    await expect.poll(codes).toEqual(['plan.data-losing'])
    expect(reload.slot.problems()[0]?.loss).toMatchObject({
      mark: 'data-losing',
      resource: 'shopGoods',
      rows: [{ tenantId: '000000', id: '1' }],
    })
    expect(await valuesOf('code')).toEqual(['6903', null])
    // What was left behind delays no other change.
    const price = '  price: { type: money, title: { zh: 价格, en: Price } }\n'
    expect(await applyDescriptors(reload, app(name + price))).toBe('served')
    await expect.poll(codes).toEqual(['plan.data-losing'])
    const { revision } = reload.slot.described()
    await sql`update shop_goods set code = '6904' where id = 2`.execute(database.kysely)
    const confirm = (count: number) =>
      applyConfirmed(reload, { revision, account: 'admin', allow: [{ loss: 'drop:shop_goods.code', count }] })
    await expect(confirm(1)).rejects.toThrow('were updated')
    expect(reload.slot.problems()).toMatchObject([{ loss: { loss: 'drop:shop_goods.code', count: 2 } }])
    await confirm(2)
    expect(codes()).toEqual([])
    await expect(valuesOf('code')).rejects.toThrow('code')
  })

  it('of several losses wait together, also after one concerns more rows than were shown', async () => {
    const place = '  place: { type: text, title: { zh: 产地, en: Place } }\n'
    await applyDescriptors(reload, app(name + text('stamp') + place))
    const fill = (column: string, id: number) =>
      sql.raw(`update shop_goods set ${column} = 'A' where id = ${id}`).execute(database.kysely)
    await fill('stamp', 1)
    await fill('place', 1)
    await applyDescriptors(reload, app(name))
    const before = await shown()
    await fill('stamp', 2)
    await expect(applyConfirmed(reload, before)).rejects.toThrow('were updated')
    const now = await shown()
    expect(now.allow).toEqual([
      { loss: 'drop:shop_goods.stamp', count: 2 },
      { loss: 'drop:shop_goods.place', count: 1 },
    ])
    await applyConfirmed(reload, now)
    expect([fields(), await pending()]).toEqual([['name'], undefined])
  })

  it('leave values for migrations when another loss is confirmed, until these have run', async () => {
    await applyDescriptors(reload, app(name + text('label')))
    await sql`update shop_goods set name = 'A', label = '6904' where id = 1`.execute(database.kysely)
    const number = name.replace('text', 'integer')
    expect(await applyDescriptors(reload, app(number), { leavesAll: true })).toBe('pending')
    const waiting = await shown()
    expect(waiting.allow).toEqual([{ loss: 'retype:shop_goods.name', count: 1 }])
    await applyConfirmed(reload, waiting, true)
    await expect.poll(codes).toEqual(['plan.data-losing'])
    expect([fields(), await valuesOf('label')]).toEqual([['name'], ['6904', null]])
    // The migration moves them.
    await sql`update shop_goods set label = null`.execute(database.kysely)
    await recheck(reload)
    expect(codes()).toEqual([])
    expect(await applyDescriptors(reload, app(name))).toBe('served')
  })

  it('wait again where more rows, or other ones, are concerned than the served descriptors left', async () => {
    const limited = (least: number, most: number, others = '') =>
      app(`${name}  stock: { type: integer, min: ${least}, max: ${most}, title: { zh: 库存, en: Stock } }\n${others}`)
    await applyDescriptors(reload, limited(0, 99))
    await sql`update shop_goods set stock = case id when 1 then 9 else 2 end`.execute(database.kysely)
    expect(await applyDescriptors(reload, limited(0, 8), { leavesAll: true })).toBe('served')
    expect(await applyDescriptors(reload, limited(0, 8, more))).toBe('served')
    expect(await applyDescriptors(reload, limited(0, 7))).toBe('served')
    expect(await applyDescriptors(reload, limited(0, 1))).toBe('pending')
    expect((await shown()).allow).toEqual([{ loss: 'constrain:shop_goods.stock', count: 2 }])
    // As many, but others.
    expect(await applyDescriptors(reload, limited(3, 99))).toBe('pending')
    expect((await shown()).allow).toEqual([{ loss: 'constrain:shop_goods.stock', count: 1 }])
    expect(await applyDescriptors(reload, limited(0, 99))).toBe('served')
  })

  it('are not reported as waiting once later descriptors are invalid', async () => {
    await applyDescriptors(reload, app('  name: { type: txt, title: { zh: 名称, en: Name } }\n'))
    // By now the catalogue queries sent before have finished.
    for (let turn = 0; turn < 3; turn++) await planChanges(database, reload.slot.current())
    expect(codes()).toEqual(['field.type-unknown'])
  })
})

describe.each(databasesWalked('postgres'))('semantics 10: processes that follow each other, on $kind', ({ open }) => {
  let database: Database
  const newProcess = () => processOn(database)

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('counts as applied on one of two, until both worker rows have it', async () => {
    const [author, other] = [newProcess(), newProcess()]
    const workers: Ids[] = []
    for (const one of [author, other]) {
      await applyDescriptors(one, app(name))
      workers.push(await createIds(database, Date.now, () => one.seen.served && servedAs(one.seen.served)))
    }
    const applied = async () => {
      const { isApplied, appliedOn, of } = (await revisionState(database.kysely)) ?? {}
      return { isApplied, appliedOn, of }
    }
    try {
      expect(await applied()).toEqual({ isApplied: true, appliedOn: 2, of: 2 })
      await applyDescriptors(author, app(name + more))
      await workers[0]?.report()
      expect(await applied()).toEqual({ isApplied: false, appliedOn: 1, of: 2 })
      await follow(other)
      await workers[1]?.report()
      expect(await applied()).toEqual({ isApplied: true, appliedOn: 2, of: 2 })
    } finally {
      for (const worker of workers) await worker.close()
    }
    expect(await applied()).toEqual({ isApplied: true, appliedOn: 0, of: 0 })
  })

  it('logs each revision once in each process, also where a later part of the takeover fails', async () => {
    const lines: string[] = []
    const logged = (process: string, given: ReloadContext): ReloadContext => ({
      ...given,
      log: pino({ level: 'info' }, { write: line => lines.push(`${process}: ${JSON.parse(line).msg}`) }),
    })
    const author = logged('author', newProcess())
    const other = logged('other', newProcess())
    for (const one of [author, other]) await applyDescriptors(one, app(name))
    let isFailing = true
    const failing = {
      ...author,
      workOf: (model: Model) => {
        if (isFailing) throw new Error('The rows are locked.')
        return author.workOf(model)
      },
    }
    await expect(applyDescriptors(failing, app(name + more))).rejects.toThrow('The rows are locked.')
    isFailing = false
    for (const one of [failing, other, other]) await follow(one)
    await applyDescriptors(failing, app(name + more))
    expect(lines).toEqual(['author', 'other'].map(one => `${one}: Descriptors applied: Goods: field barcode added`))
  })
})

// An embedded database has one process.
describe.each(databasesWalked('postgres').filter(({ kind }) => kind === 'postgres'))(
  'an index that a process left which ended after it had stored its revision, on $kind',
  ({ open }) => {
    const unique = name.replace('text,', 'text, unique: true,')
    let database: Database

    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    it.each([
      ['missing', 'drop index shop_goods_name_unique'],
      ['invalid', `update pg_index set indisvalid = false where indexrelid = 'shop_goods_name_unique'::regclass`],
    ])('is built by the process that follows: %s', async (_, statement) => {
      const [author, other] = [processOn(database), processOn(database)]
      for (const one of [author, other]) await applyDescriptors(one, app(name))
      await applyDescriptors(author, app(unique))
      await sql.raw(statement).execute(database.kysely)
      await follow(other)
      let end = () => {}
      const isTried = new Promise<void>(resolve => {
        end = resolve
      })
      let lock = () => {}
      const isLocked = new Promise<void>(resolve => {
        lock = resolve
      })
      const migrating = database.transaction(async queries => {
        await sql`select pg_advisory_xact_lock(7061105001::bigint)`.execute(queries)
        lock()
        await isTried
      })
      await isLocked
      await finishIndexes(other)
      end()
      await migrating
      expect(other.seen.mayLackIndexes).toBe(true)
      await finishIndexes(other)
      expect(other.seen.mayLackIndexes).toBeUndefined()
      const { rows } =
        await sql`select indisvalid from pg_index where indexrelid = 'shop_goods_name_unique'::regclass`.execute(
          database.kysely,
        )
      expect(rows).toEqual([{ indisvalid: true }])
      await applyDescriptors(author, app(unique.replace('zh: 名称', 'zh: 名')))
      await follow(other)
      expect(other.seen.mayLackIndexes).toBeUndefined()
    })
  },
)

describe.each(databasesWalked('postgres'))('semantics 44: revisions, on $kind', ({ open }) => {
  let database: Database
  const newProcess = () => processOn(database)
  const formerRevisions = async () => {
    const statement = sql<{ readonly revision: string; readonly number: number }>`
      select revision, number, server from engine_former_revision order by changed desc, revision`
    return (await statement.execute(database.kysely)).rows
  }
  const former = async () => (await formerRevisions()).map(({ revision }) => revision)

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('keeps the 50 last ones, each once', async () => {
    const server = newProcess()
    await applyDescriptors(server, app(name))
    const first = server.slot.current().revision
    await applyDescriptors(server, app(name + more))
    const second = server.slot.current().revision
    expect(await formerRevisions()).toMatchObject([
      { revision: first, number: 1, server: expect.stringContaining(`:${process.pid}`) },
    ])
    await applyDescriptors(server, app(name))
    expect(await former()).toEqual([second])
    await sql`insert into engine_former_revision (revision, sources, changed)
      select 'old ' || n, '[]', now() - n * interval '1 day' from generate_series(1, 60) n`.execute(database.kysely)
    await applyDescriptors(server, app(name + more))
    expect(await former()).toEqual([first, ...Array.from({ length: 48 }, (_, n) => `old ${n + 1}`)])
  })

  it('are numbered in the order in which they were applied', async () => {
    const server = newProcess()
    const numbers = async () => [
      (await revisionState(database.kysely))?.number,
      ...(await formerRevisions()).map(({ number }) => number),
    ]
    await sql`delete from engine_former_revision`.execute(database.kysely)
    await sql`update engine_revision set number = 1`.execute(database.kysely)
    for (const fields of [name, name + more]) await applyDescriptors(server, app(fields))
    expect(await numbers()).toEqual([3, 2])
    // The same one again has its number, and a former one that is applied again a new one.
    for (const fields of [name + more, name]) await applyDescriptors(server, app(fields))
    expect(await numbers()).toEqual([4, 3])
  })
})
