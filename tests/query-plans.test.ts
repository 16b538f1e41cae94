import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { declaredQuery } from '../engine/server/store/declared-query.ts'
import { databasesUnderTest } from './support/databases.ts'
import { actor, administrator, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'

const query = (text: string) => `${text}, title: { zh: 查询, en: Query } }`
const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/sale_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待付, en: Open } }
  paid: { key: "2", title: { zh: 已付, en: Paid } }
`,
  'resources/shop/customer.yaml': `title: { zh: 顾客, en: Customer }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/shop/sale.yaml': `title: { zh: 销售, en: Sale }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  customerId: { type: reference, of: customer, title: { zh: 顾客, en: Customer } }
  day: { type: date, index: true, title: { zh: 日期, en: Day } }
  shop: { type: text, title: { zh: 店铺, en: Shop } }
  state: { type: dictionary, of: sale_state, index: true, title: { zh: 状态, en: State } }
list: { columns: [name], search: [name] }
access: [{ role: clerk, allow: [view], where: "shop == 'S1' && state != null" }]
queries:
  ofCustomer:
    input: { customerId: { type: reference, of: customer, required: true } }
    where: "customerId == input.customerId"
    returns: page
    title: { zh: 查询, en: Query }
  since: { input: { from: { type: date, required: true, title: { zh: 起, en: From } } }, where: "day >= input.from", sort: -day, ${query('returns: list')}
  named: { input: { like: { type: text, required: true, title: { zh: 名, en: Name } } }, where: "name.contains(input.like)", ${query('returns: list')}
  paid: { input: { on: { type: date, title: { zh: 日, en: Day } } }, where: "state == 'paid' && day == input.on", ${query('returns: count')}
  latest: { where: "state == 'paid'", sort: -day, ${query('returns: one')}
  all: { small: true, where: "shop == 'S1'", ${query('returns: count')}
`,
})

describe.each(databasesUnderTest())('semantics 27: the plan of a declared query on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const sale = resourceOf(model, 'sale')
  const clerk = actor({ codes: ['sale_view'], roles: ['clerk'] })

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await under.run(
      `insert into customer (tenant_id, id, name, create_time, update_time)
       select '000000', n, 'C' || n, now(), now() from generate_series(1, 500) n`,
    )
    // In parts, as the index of texts takes its time.
    for (let first = 1; first < 20_000; first += 2_000)
      await under.run(
        `insert into sale (tenant_id, id, name, customer_id, day, shop, state, create_time, update_time)
         select '000000', n, 'Sale number ' || n, 1 + n % 500, date '2000-01-01' + n % 5000, 'S' || n % 100,
           case when n % 1000 = 0 then '2' else '1' end, now(), now()
         from generate_series(${first}, ${first + 1_999}) n`,
      )
    await under.run('analyze sale')
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  /** The plans of the statements of a query, which are explained instead of executed. */
  async function plansOf(name: string, input: Readonly<Record<string, string>>, by = administrator): Promise<string> {
    const plans: string[] = []
    const queries = new Proxy(database.kysely, {
      get: (kysely, key) =>
        key === 'executeQuery'
          ? async ({ sql, parameters }: CompiledQuery) => {
              const lines = await under.run(`explain ${sql}`, parameters)
              plans.push(lines.map(line => line['QUERY PLAN']).join('\n'))
              return { rows: [] }
            }
          : Reflect.get(kysely, key),
    })
    const work = { ...under.execution(under.ctx(by)), queries, inTransaction: true as const }
    await declaredQuery(work, sale, name, input)
    expect(plans.length).toBeGreaterThan(0)
    return plans.join('\n')
  }

  describe.each([
    ['an administrator', administrator],
    ['a user who sees the rows of a condition', clerk],
  ])('for %s', (_who, by) => {
    it.each([
      ['ofCustomer', { customerId: '7' }],
      ['since', { from: '2013-09-01' }],
      ['named', { like: 'number 4321' }],
      ['paid', { on: '2001-02-03' }],
      ['paid', {}],
      ['latest', {}],
    ] as const)('%s with %o uses an index', async (name, input) => {
      const plans = await plansOf(name, input, by)
      expect(plans).toMatch(/(Index Scan|Index Only Scan|Bitmap Index Scan)/)
      expect(plans).not.toContain('Seq Scan on sale')
    })
  })

  it('reads the whole table only where the descriptor declares it small', async () => {
    expect(await plansOf('all', {})).toContain('Seq Scan on sale')
  })
})
