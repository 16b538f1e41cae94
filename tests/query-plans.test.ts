import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../engine/model/names.ts'
import type { Database, Queries } from '../engine/server/database/database.ts'
import { declaredQuery } from '../engine/server/store/declared-query.ts'
import { page } from '../engine/server/store/page.ts'
import type { QueryInput } from '../engine/server/store/query.ts'
import { databasesUnderTest } from './support/databases.ts'
import { actor, administrator, modelOf, type StoreUnderTest, storeOn } from './support/store.ts'

const query = (text: string) => `${text}, title: { zh: 查询, en: Query } }`
const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\nowner: { of: customer }\n',
  'dictionaries/sale_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待付, en: Open } }
  paid: { key: "2", title: { zh: 已付, en: Paid } }
`,
  'resources/shop/customer.yaml': `title: { zh: 顾客, en: Customer }
display: name
owner: id
sort: -createTime
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  kind: { type: dictionary, of: sale_state, title: { zh: 类别, en: Kind } }
list: { columns: [name], search: [kind] }
`,
  'resources/shop/sale.yaml': `title: { zh: 销售, en: Sale }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  customerId: { type: reference, of: customer, title: { zh: 顾客, en: Customer } }
  day: { type: date, index: true, title: { zh: 日期, en: Day } }
  shop: { type: text, title: { zh: 店铺, en: Shop } }
  state: { type: dictionary, of: sale_state, index: true, title: { zh: 状态, en: State } }
  code: { type: text, title: { zh: 编号, en: Code } }
list: { columns: [name], search: [name, code] }
access: [{ role: clerk, allow: [view], where: "shop == 'S1' && state != null" }]
queries:
  ofCustomer:
    input: { customerId: { type: reference, of: customer, required: true } }
    where: "customerId == input.customerId"
    returns: page
    title: { zh: 查询, en: Query }
  since: { input: { from: { type: date, required: true, title: { zh: 起, en: From } } }, where: "day >= input.from", sort: -day, ${query('returns: list')}
  named: { input: { like: { type: text, required: true, title: { zh: 名, en: Name } } }, where: "name.contains(input.like)", ${query('returns: list')}
  either: { input: { like: { type: text, required: true, title: { zh: 名, en: Name } } }, where: "name.contains(input.like) || code.contains(input.like)", ${query('returns: list')}
  byShop: { sort: shop, ${query('returns: list')}
  firstOfShop: { sort: shop, ${query('returns: one')}
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
      `insert into customer (tenant_id, id, name, kind, create_time, update_time)
       select '000000', n, 'C' || n, (n % 3)::text, now() - (n * 7 % 3001) * interval '1 minute', now()
       from generate_series(1, 3000) n`,
    )
    await under.run('vacuum analyze customer')
    // In parts, as the index of texts takes its time.
    for (let first = 1; first < 20_000; first += 2_000)
      await under.run(
        `insert into sale (tenant_id, id, name, code, customer_id, day, shop, state, create_time, update_time)
         select '000000', n, 'Sale number ' || n, 'C' || n, 1 + n % 500, date '2000-01-01' + n % 5000, 'S' || n % 100,
           case when n % 1000 = 0 then '2' else '1' end, now(), now()
         from generate_series(${first}, ${first + 1_999}) n`,
      )
    await under.run('analyze sale')
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  /** The plans of the statements of a query. */
  const plansOf = (name: string, input: Readonly<Record<string, string>>, by = administrator) =>
    plansIn(queries => {
      const work = { ...under.execution(under.ctx(by)), queries, inTransaction: true as const }
      return declaredQuery(work, sale, name, input)
    })

  /** The plans of statements, which are explained instead of executed. */
  async function plansIn(work: (queries: Queries) => Promise<unknown>): Promise<string> {
    const plans: string[] = []
    const queries = new Proxy(database.kysely, {
      get: (kysely, key) =>
        key === 'executeQuery'
          ? async ({ sql, parameters }: CompiledQuery) => {
              if (sql.includes('pg_stats_ext_exprs')) return { rows: await under.run(sql, parameters) }
              const lines = await under.run(`explain ${sql}`, parameters)
              plans.push(lines.map(line => line['QUERY PLAN']).join('\n'))
              return { rows: [] }
            }
          : Reflect.get(kysely, key),
    })
    await work(queries)
    expect(plans.length).toBeGreaterThan(0)
    return plans.join('\n')
  }

  describe.each([
    ['an administrator', administrator],
    ['a user whose rows a condition restricts', clerk],
  ])('for %s', (_who, by) => {
    it.each([
      ['ofCustomer', { customerId: '7' }],
      ['since', { from: '2013-09-01' }],
      ['named', { like: 'number 4321' }],
      ['either', { like: '4321' }],
      ['paid', { on: '2001-02-03' }],
      ['paid', {}],
      ['latest', {}],
    ] as const)('%s with %o uses an index', async (name, input) => {
      const plans = await plansOf(name, input, by)
      expect(plans).toMatch(/(Index Scan|Index Only Scan|Bitmap Index Scan)/)
      expect(plans).not.toContain('Seq Scan on sale')
    })
  })

  it('splits the texts of the rows that an index has found no further', async () => {
    const plans = await plansOf('either', { like: '4321' })
    expect(plans).toMatch(/BitmapOr/)
    expect(plans).not.toMatch(/Filter: .*engine_search_grams/)
  })

  it.each(['Sale number', 'ale'])('compares "%s", which every row contains, without the index', async like => {
    const plans = await plansOf('named', { like })
    expect(plans).toContain('strpos')
    expect(plans).not.toContain('engine_search_grams')
    expect(await under.store.query(under.ctx(administrator), 'sale', 'named', { like })).toMatchObject({ more: true })
  })

  it('finds few rows once, and sorts them', async () => {
    const plans = await plansOf('ofCustomer', { customerId: '7' })
    expect(plans).toContain('CTE #few')
    expect(plans).toMatch(/Sort Key: f\."#0".*\n.*Result.*\n.*One-Time Filter.*\n.*CTE Scan on "#few" f/)
  })

  describe('the own rows of a user with many of them', () => {
    const customer = resourceOf(model, 'customer')
    const owning = (ids: number) =>
      actor({ codes: ['customer_view'], ownerIds: Array.from({ length: ids }, (_, index) => String(2 * index + 1)) })
    const query = { kind_in: ['open', 'paid'], size: '3' }

    it('are found once, by an index with all that is filtered and sorted by', async () => {
      const plansFor = (ids: number, input: QueryInput) =>
        plansIn(queries => page(queries, under.ctx(owning(ids)), customer, input))
      expect(await plansFor(3, query)).toMatch(/Index Only Scan using customer_owner on customer/)
      expect(await plansFor(999, {})).not.toContain('#few')
      expect(await plansFor(1000, {})).toContain('CTE #few')
    })

    it.each([
      [query, "kind in ('1', '2')", 'create_time desc'],
      [{ kind: 'paid', size: '3' }, "kind = '2'", 'create_time desc'],
      [{ size: '3', current: '2' }, 'true', 'create_time desc'],
      [{ size: '3', current: '2', ascs: 'createTime' }, 'true', 'create_time'],
      [{ size: '3', descs: 'id' }, 'true', 'id desc'],
    ] as const)('are the same for %o whatever their number', async (input, where, order) => {
      for (const ids of [999, 1000]) {
        const own = `id % 2 = 1 and id < ${2 * ids} and ${where}`
        const rows = await under.run(`select id::text from customer c where ${own} order by c.${order}`)
        const first = 'current' in input ? 3 : 0
        expect(await under.store.page(under.ctx(owning(ids)), 'customer', input)).toMatchObject({
          total: rows.length,
          records: rows.slice(first, first + 3).map(({ id }) => ({ id })),
        })
      }
    })
  })

  it.each(['byShop', 'firstOfShop'])('%s refuses to sort more rows than it may without an index', async name => {
    await expect(under.store.query(under.ctx(administrator), 'sale', name, {})).rejects.toMatchObject({
      status: 400,
      errors: {
        shop: {
          zh: '结果超过 10000 条时不能按店铺排序，请先增加查询条件；或由管理员在 sale.yaml 中写入 shop: { index: true }',
          en: 'More than 10000 rows cannot be sorted by Shop: please narrow the search first, or have shop: { index: true } added to sale.yaml',
        },
      },
    })
    expect(await under.store.query(under.ctx(clerk), 'sale', name, {})).toBeDefined()
  })

  it('reads the whole table only where the descriptor declares it small', async () => {
    expect(await plansOf('all', {})).toContain('Seq Scan on sale')
  })
})
