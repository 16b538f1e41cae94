import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.ts'
import { type DatabaseUnderTest, databasesUnderTest } from './support/databases.ts'
import { type Answer, adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 台账, en: Records }\n',
  'menus.yaml': 'city: { title: { zh: 台账, en: Records }, icon: folder, order: 10 }\n',
  'resources/city/shop.yaml':
    'title: { zh: 店铺, en: Shop }\ndisplay: name\nfields:\n  name: { type: text, title: { zh: 名称, en: Name } }\n',
  'resources/city/visit.yaml':
    'title: { zh: 检查, en: Visit }\ndisplay: note\nfields:\n  note: { type: text, title: { zh: 记录, en: Note } }\n',
  // Two resources whose records refer to shops.
  ...Object.fromEntries(
    ['letter', 'photo'].map(name => [
      `resources/city/${name}.yaml`,
      `title: { zh: ${name}, en: ${name} }\ndisplay: note\nfields:\n  shopId: { type: reference, of: shop }\n  note: { type: text, title: { zh: 记录, en: Note } }\n`,
    ]),
  ),
}
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')
/** Milliseconds: long enough for a busy machine to answer four other requests meanwhile. */
const statementTimeout = 2_500
const waiting = 50

describe.runIf(postgres)('a slow database (PostgreSQL)', () => {
  let server: ServerUnderTest
  let proxy: DatabaseProxy
  let other: pg.Client
  let token: string
  let shopId: string

  beforeAll(async () => {
    const kind: DatabaseUnderTest = {
      ...(postgres as DatabaseUnderTest),
      async placeHere() {
        const place = await (postgres as DatabaseUnderTest).placeHere()
        proxy = await startDatabaseProxy(String(place.url))
        other = new pg.Client({ connectionString: String(place.url) })
        await other.connect()
        const remove = async () => {
          await proxy.close()
          await other.end()
          await place.remove()
        }
        return { url: proxy.url, remove }
      },
    }
    server = await startServer(kind, app, { statementTimeout })
    token = await server.signIn('admin', adminPassword)
    const saved = await call('POST', '/api/city/v1/shop/save', { name: '一号店' })
    shopId = saved.body.data.id
    await call('POST', '/api/city/v1/visit/save', { note: '合格' })
    for (const name of ['letter', 'photo']) await call('POST', `/api/city/v1/${name}/save`, { shopId, note: '整改' })
  })
  afterAll(() => server.close())

  const call = (method: string, url: string, body?: unknown) =>
    server.call(method, url, { token, ...(body !== undefined && { body }) })
  const shops = () => call('GET', '/api/city/v1/shop/page')
  const visits = () => call('GET', '/api/city/v1/visit/page')
  const outcomeOf = ({ status, body }: Answer) => `${status} ${body.reason ?? ''}`.trim()
  /** The answers to work while another connection holds what a statement locks. */
  const whileLocked = async <Result>(statement: string, work: () => Promise<Result>): Promise<Result> => {
    await other.query(`begin; ${statement}`)
    try {
      return await work()
    } finally {
      await other.query('rollback')
    }
  }
  /** The number of statements that wait for the lock of the shops. */
  const waitingForShops = async (): Promise<number> => {
    const waiters = `select count(*)::int as n from pg_locks where not granted and relation = 'shop'::regclass`
    return (await other.query(waiters)).rows[0].n
  }
  const faults = () =>
    server.log.flatMap(line => {
      const entry = JSON.parse(line) as { msg: string; code: string; message: string }
      return entry.msg === 'the database refused a statement' ? [entry] : []
    })

  it('answers everything else while a table is locked, and refuses its readers in time', async () => {
    await whileLocked('lock table "shop" in access exclusive mode', async () => {
      const started = performance.now()
      let answered = 0
      const readers = Array.from({ length: waiting }, () => shops().finally(() => answered++))
      await expect.poll(waitingForShops).toBeGreaterThanOrEqual(12)
      const others = await Promise.all([
        server.signIn('admin', adminPassword).then(() => 200),
        ...[
          server.call('GET', '/health/ready'),
          call('GET', '/api/engine/index'),
          call('GET', '/api/engine/revision'),
        ].map(async answer => (await answer).status),
        visits().then(({ status }) => status),
      ])
      expect([others, answered]).toEqual([[200, 200, 200, 200, 200], 0])
      const outcomes = (await Promise.all(readers)).map(outcomeOf)
      expect([...new Set(outcomes)].sort()).toEqual(['503 busy', '503 locked'])
      expect(outcomes.filter(one => one === '503 locked').length).toBeGreaterThanOrEqual(12)
      // The last of them waited for a connection, and then for the lock.
      expect(performance.now() - started).toBeLessThan(2 * statementTimeout + 3_000)
    })
    expect((await shops()).status).toBe(200)
  })

  it('answers everything else while readers and writers of two resources wait for a table of references', async () => {
    await whileLocked('lock table "shop" in access exclusive mode', async () => {
      let answered = 0
      const waiters = ['letter', 'photo'].flatMap(name =>
        Array.from({ length: waiting / 2 }, (_, n) =>
          (n % 2 === 0
            ? call('GET', `/api/city/v1/${name}/page`)
            : call('POST', `/api/city/v1/${name}/save`, { shopId, note: `${n}` })
          ).finally(() => answered++),
        ),
      )
      await expect.poll(waitingForShops).toBeGreaterThanOrEqual(12)
      expect([(await visits()).status, answered]).toEqual([200, 0])
      const statuses = (await Promise.all(waiters)).map(({ status }) => status)
      expect([...new Set(statuses)].every(status => status === 503 || status === 409)).toBe(true)
    })
    expect((await call('GET', '/api/city/v1/letter/page')).status).toBe(200)
  })

  it('refuses a reader of locked rows with 503 and a writer with 409, each with its own message', async () => {
    const update = () => call('PUT', '/api/city/v1/shop/update', { id: shopId, name: '二号店' })
    const [reader, writer] = [
      await whileLocked('lock table "shop" in access exclusive mode', () =>
        server.call('GET', `/api/city/v1/shop/getById?id=${shopId}`, { token, headers: { 'accept-language': 'en' } }),
      ),
      await whileLocked('select from "shop" for update', update),
    ]
    expect(outcomeOf(reader)).toBe('503 locked')
    expect([reader.headers['retry-after'], reader.body.msg]).toEqual([
      '5',
      'The requested data is locked by another operation; please retry later',
    ])
    expect([writer.status, writer.body.msg]).toEqual([409, '记录正被他人修改，请重试'])
  })

  it('reports that a statement was cancelled because of its duration', async () => {
    await other.query(
      'alter table "visit" rename to "visit_rows"; create view "visit" as select v.* from "visit_rows" v, pg_sleep(60)',
    )
    try {
      const answer = await visits()
      expect([outcomeOf(answer), answer.body.msg]).toEqual([
        '503 timed-out',
        '处理超过时间限制，已中止；请缩小查询范围，或稍后重试',
      ])
    } finally {
      await other.query('drop view "visit"; alter table "visit_rows" rename to "visit"')
    }
    expect((await visits()).status).toBe(200)
  })

  it('logs refusals of the database with code and message, at most once a second of each code', () => {
    const ofLocks = faults().filter(({ code }) => code === 'locked')
    expect(ofLocks.length).toBeGreaterThan(0)
    // Some forty statements were refused.
    expect(ofLocks.length).toBeLessThan(10)
    expect(ofLocks[0]?.message).toBe('canceling statement due to lock timeout')
    expect(faults().map(({ code }) => code)).toEqual(expect.arrayContaining(['busy', '55P03', '57014']))
  })

  it('refuses in time when the database does not respond, and recovers automatically', async () => {
    proxy.hold()
    try {
      const started = performance.now()
      const [ready, ...answers] = await Promise.all([
        server.call('GET', '/health/ready'),
        ...Array.from({ length: 8 }, () => visits()),
      ])
      // Waiting for a connection, and then for the database.
      expect(performance.now() - started).toBeLessThan(2 * (statementTimeout + 1_000) + 3_000)
      expect(ready && outcomeOf(ready)).toBe('503 unresponsive')
      expect([...new Set(answers.map(outcomeOf))]).toEqual(['503 unresponsive'])
      expect(answers[0]?.body.msg).toBe('数据库没有响应，请稍后重试')
    } finally {
      proxy.resume()
    }
    await expect.poll(async () => (await visits()).status).toBe(200)
    const all = await Promise.all(Array.from({ length: 20 }, () => visits()))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await server.call('GET', '/health/ready')).status).toBe(200)
  })
})
