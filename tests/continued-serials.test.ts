import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const order = (no: string) => `title: { zh: 订单, en: Order }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  no: { ${no}, title: { zh: 编号, en: No. } }
`
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/order.yaml': order('type: text, max: 40'),
}

describe.each(databasesUnderTest())('semantics 9: numbers of a field that becomes a serial ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    // The job that numbers existing rows never runs.
    server = await startServer(kind, app, { jobInterval: 3_600_000, settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  const serve = async (no: string) => {
    const { revision } = await calls.data('GET', 'engine/index')
    writeIn(server.appDir, 'resources/city/order.yaml', order(no))
    const isServed = async () => {
      const { pending } = await calls.data('GET', 'engine/pending')
      if (pending) await calls.call('POST', 'engine/pending', { revision: pending.revision, allow: pending.losses })
      return (await calls.data('GET', 'engine/index')).revision !== revision
    }
    await expect.poll(isServed, { timeout: 10_000 }).toBe(true)
  }
  const save = async (name: string, more: object = {}) =>
    (await calls.data('POST', 'city/v1/order/save', { name, ...more })).no

  it('continue after those of its rows in the first save, also where they are unique or the pattern changes', async () => {
    for (const no of ['A0001', 'A0002', 'A2026-07']) await save(no, { no })
    await serve('type: serial, pattern: "A{0000}"')
    expect([await save('a'), await save('b')]).toEqual(['A0003', 'A0004'])
    await serve('type: serial, pattern: "A2026-{00}", imported: true')
    expect(await save('c')).toBe('A2026-08')
    await serve('type: text, max: 40')
    await save('d', { no: 'A0009' })
    await serve('type: serial, pattern: "A{0000}", imported: true')
    expect(await save('e')).toBe('A0010')
    const { rows } = await sql`select no from "order" group by no having count(*) > 1`.execute(
      server.engine.database.kysely,
    )
    expect(rows).toEqual([])
  })
})
