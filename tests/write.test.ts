import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../engine/server/database/database.ts'
import { Refusal } from '../engine/server/errors/refuse.ts'
import { refusalsOf } from '../engine/server/store/check.ts'
import { deleteOrRestore } from '../engine/server/store/deletion.ts'
import { duplicateOf } from '../engine/server/store/duplicate.ts'
import { save, update } from '../engine/server/store/save.ts'
import { saveLine } from '../engine/server/store/save-line.ts'
import { type StepExecution, transition } from '../engine/server/store/step.ts'
import { databasesWalked, roundsOf } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { randomOf } from './support/random.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { administrator, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'

const titled = (name: string) => `title: { zh: ${name}, en: ${name} }`
const files = {
  'dictionaries/order_state.yaml': `${titled('state')}
entries:
  open: { key: "0", ${titled('open')} }
  sent: { key: "1", ${titled('sent')} }
  late: { key: "2", ${titled('late')} }
`,
  'resources/shop/zone.yaml': `${titled('Zone')}
display: name
tree: parentId
fields:
  name: { type: text, required: true, max: 20, ${titled('Name')} }
  code: { type: text, unique: true, ${titled('Code')} }
  parentId: { type: reference, of: zone, ${titled('Parent')} }
  places: { type: integer, default: 30, ${titled('Places')} }
  orders: { type: related, of: order, by: zoneId, ${titled('Orders')} }
  total: { type: integer, compute: "orders.sum(o, o.amount)", stored: true, ${titled('Total')} }
rules:
  - { rule: "total <= places", message: ${'{ zh: 过多, en: Too many }'}, valid: { total: 1, places: 2 }, invalid: { total: 3, places: 2 } }
`,
  'resources/shop/order.yaml': `${titled('Order')}
display: orderNo
fields:
  orderNo: { type: serial, pattern: "O{0000}", ${titled('No')} }
  zoneId: { type: reference, of: zone, required: true, ${titled('Zone')} }
  amount: { type: integer, required: true, max: 20, ${titled('Amount')} }
  tag: { type: text, ${titled('Tag')} }
  lines: { type: children, of: orderLine, ${titled('Lines')} }
  state: { type: dictionary, of: order_state }
rules:
  - { rule: "amount != 13", at: tag, message: ${'{ zh: 不祥, en: Unlucky }'}, valid: { amount: 1 }, invalid: { amount: 13 } }
lifecycle:
  field: state
  initial: open
  final: [sent, late]
  transitions:
    send: { from: open, to: sent, if: "amount > 2", edit: [tag], set: { amount: "amount + 1" }, ${titled('Send')} }
    lapse: { from: open, to: late, auto: true, if: "amount == 5", ${titled('Lapse')} }
`,
  'resources/shop/orderLine.yaml': `${titled('Line')}
partOf: orderId
fields:
  orderId: { type: reference, of: order, required: true }
  part: { type: text, unique: true, required: true, max: 10, ${titled('Part')} }
`,
}

const outcome = (error: unknown) => {
  if (error === undefined) return null
  if (!(error instanceof Refusal)) throw error
  return { code: error.code, fields: Object.keys(error.errors ?? {}) }
}

describe.each(databasesWalked('postgres'))('a write, on $kind', ({ open }) => {
  let database: Database
  let shop: StoreUnderTest
  beforeAll(async () => {
    database = await open()
    shop = await storeOn(database, modelOf(files))
  })
  afterAll(async () => {
    await shop.close()
    await database.close()
  })

  it('semantics 55: is refused by its check as by itself, and its check changes nothing', async () => {
    const random = randomOf(20_261_129)
    const ctx = shop.ctx(administrator)
    const of = (name: string) => {
      const resource = shop.model.resources[name]
      if (!resource) throw new Error(name)
      return resource
    }
    const tables = [
      'zone',
      '"order"',
      'order_line',
      'engine_history',
      'engine_event',
      'engine_serial',
      'engine_stale_value',
    ]
    const content = () =>
      Promise.all(
        tables.map(one => shop.run(`select md5(string_agg(t::text, ',' order by t::text)) as m from ${one} t`)),
      )
    const ids = async (table: string) => (await shop.run(`select id::text from ${table}`)).map(({ id }) => String(id))
    const counts = { done: 0, refused: 0 }
    for (let round = 0; round < roundsOf(80, 300, 2000); round += 1) {
      const zones = [...(await ids('zone')), '77']
      const id = random.pick([...(await ids('"order"')), '78'])
      const name = random.pick(['甲', '甲', ''])
      const code = random.pick([null, 'A', 'B', 'C', 'D', 'E'])
      const zone = { id: random.pick(zones), code, parentId: random.pick([null, ...zones]) }
      const part = () => ({ part: random.pick(['a', 'b', 'c', 'd', 'e', 'f', 'g', '']) })
      const line = { ...part(), orderId: id }
      const lines = random.chance(0.4) ? { lines: [part(), part()] } : {}
      const order = { zoneId: random.pick(zones), amount: random.pick([1, 3, 5, 13, 21]), ...lines }
      const deletion = random.pick(['remove', 'restore'] as const)
      const [deleted, ofDeleted] = random.pick([
        [zone.id, 'zone'],
        [id, 'order'],
      ] as const)
      const write = random.pick<(work: StepExecution) => Promise<unknown>>([
        work => save(work, of('zone'), { code, parentId: zone.parentId, name }),
        work => save(work, of('zone'), { code: null, parentId: null, name: '乙' }),
        work => update(work, of('zone'), zone),
        work => save(work, of('order'), order),
        work => save(work, of('order'), order),
        work => update(work, of('order'), { ...order, id }),
        work => saveLine(work, of('orderLine'), line),
        work => transition(work, of('order'), id, 'send', { tag: '急' }),
        work => deleteOrRestore(work, of(ofDeleted), [deleted], deletion),
      ])
      const work = shop.execution(ctx)
      const before = await content()
      const refusals = await refusalsOf(work, of('order'), [write], (inside, [one = write]) =>
        one({ ...work, ...inside }),
      )
      expect([round, await content()]).toEqual([round, before])
      const error = await write(work).then(
        () => undefined,
        (one: unknown) => duplicateOf(ctx, of('order'), one) ?? one,
      )
      expect([round, String(write), outcome(refusals.get(write))]).toEqual([round, String(write), outcome(error)])
      counts[error === undefined ? 'done' : 'refused'] += 1
    }
    expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(10)
  })
})

describe.each(databasesWalked('embedded'))('the check of an import, on $kind', kind => {
  let server: ServerUnderTest
  let zones: ImportCalls
  let entries: ImportCalls
  beforeAll(async () => {
    server = await startServer(kind, {
      ...sampleApp,
      'roles.yaml': 'keeper: { title: { zh: 保管员, en: Keeper } }\n',
      ...files,
    })
    zones = await importCallsOn(server, 'zone')
    entries = await importCallsOn(server, 'bladeDict')
  })
  afterAll(() => server.close())

  it('refuses a cycle in a tree, which only the write of the rows before it completes', async () => {
    const first = await zones.checked('Name,Code,Parent\n甲,A,\n乙,B,\n丙,C,乙\n')
    await zones.step(first.id, 'write', { goodRows: false })
    const byCode = { by: 'code', mode: 'update' }
    const { id } = await zones.checked('Code,Parent\nB,丙\nA,丙\n', byCode)
    expect((await zones.problemsOf(id)).map(one => (one as unknown[]).slice(0, 2))).toEqual([[2, 'Parent']])
  })

  it('refuses a row of a dictionary that the descriptors do not accept', async () => {
    const { id } = await entries.checked('字典名称,字典键值,字典排序\n多余,1,3\n')
    expect((await entries.problemsOf(id)).map(one => (one as unknown[])[0])).toEqual([2])
  })
})
