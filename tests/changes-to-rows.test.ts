import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const shop = `title: { zh: 店, en: Shop }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`
const visit = `title: { zh: 走访, en: Visit }
menu: false
display: note
fields:
  note: { type: text, title: { zh: 记录, en: Note } }
  shopId: { type: reference, of: shop, title: { zh: 店, en: Shop } }
`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/visit_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  done: { key: "2", title: { zh: 办结, en: Done } }
`,
  'resources/city/shop.yaml': shop,
}

describe.each(databasesWalked('embedded'))('a change of a resource with rows ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const save = (file: string, text: string) => writeIn(server.appDir, file, text)
  const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending[0])
  const isServed = (resource: string, field: string) =>
    expect
      .poll(() => server.engine.model().resources[resource]?.fields.map(({ name }) => name), { timeout: 10_000 })
      .toContain(field)

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it('that narrows the records of a reference leaves references that it excludes, and refuses only new ones', async () => {
    const file = 'resources/city/tour.yaml'
    const tour = visit.replaceAll('shop', 'kiosk').replaceAll('店', '亭')
    save('resources/city/kiosk.yaml', shop.replaceAll('店', '亭'))
    save(file, tour)
    await isServed('tour', 'kioskId')
    const [one, other] = [await calls.save('kiosk', { name: '甲' }), await calls.save('kiosk', { name: '乙' })]
    const [first, second] = [
      await calls.save('tour', { note: '一', kioskId: one }),
      await calls.save('tour', { note: '二', kioskId: other }),
    ]
    save(file, tour.replace('of: kiosk,', `of: kiosk, where: "it.name == '甲'",`))
    const options = () =>
      server.engine.model().resources['tour']?.fields.find(({ name }) => name === 'kioskId')?.options
    await expect.poll(options, { timeout: 10_000 }).toMatchObject({ where: "it.name == '甲'" })
    expect(await pending()).toBeFalsy()
    const update = (record: object) => calls.call('PUT', 'city/v1/tour/update', record)
    expect(await update({ id: second, note: '二改', kioskId: other })).toMatchObject({
      status: 200,
      body: { data: { note: '二改', kioskId: other } },
    })
    expect(await update({ id: first, kioskId: other })).toMatchObject({
      status: 400,
      body: { errors: { kioskId: expect.anything() } },
    })
    expect((await update({ id: second, kioskId: one })).status).toBe(200)
    expect((await update({ id: second, kioskId: other })).status).toBe(400)
  })

  it('that concerns more than 100 rows lists the first 100, and is confirmed for the number of all', async () => {
    const file = 'resources/city/stall.yaml'
    const stall = `title: { zh: 摊, en: Stall }\nmenu: false\nfields:\n  name: { type: text, title: { zh: 名称, en: Name } }\n`
    save(file, `${stall}  fax: { type: text, title: { zh: 传真, en: Fax } }\n`)
    await isServed('stall', 'fax')
    await sql`insert into stall (tenant_id, id, name, fax)
      select '000000', n, '摊' || n, '12' || n from generate_series(1, 101) n`.execute(server.engine.database.kysely)
    save(file, stall)
    await expect.poll(pending, { timeout: 10_000 }).toMatchObject({ losses: [{ loss: 'drop:stall.fax', count: 101 }] })
    const confirm = async (count: number) => {
      const { revision } = await pending()
      return (await calls.call('POST', 'engine/pending', { revision, allow: [{ loss: 'drop:stall.fax', count }] }))
        .status
    }
    const ids = async () => (await pending()).losses[0].rows.map(({ id }: { id: string }) => id)
    expect(await ids()).toEqual(Array.from({ length: 100 }, (_, n) => String(n + 1)))
    expect(await confirm(100)).toBe(409)
    expect(await calls.data('GET', 'city/v1/stall/getById?id=101')).toMatchObject({ fax: '12101' })
    expect(await confirm(101)).toBe(200)
    expect(await calls.data('GET', 'city/v1/stall/getById?id=101')).not.toHaveProperty('fax')
  })

  it('that gives a field the name of one with values is refused until these are cleared', async () => {
    const file = 'resources/city/slip.yaml'
    const note = '  note: { type: text, title: { zh: 摘要, en: Note } }\n'
    const record = (fields: string) => `title: { zh: 单, en: Slip }\nmenu: false\nfields:\n${fields}`
    const memo = (was: string) => `  memo: { ${was}type: text, title: { zh: 备注, en: Memo } }\n`
    save(file, record(note + memo('')))
    await isServed('slip', 'memo')
    const id = await calls.save('slip', { note: '甲', memo: '乙' })
    save(file, record(memo('renamedFrom: note, ')))
    const problems = async () => JSON.stringify(await calls.data('GET', 'engine/problems'))
    await expect.poll(problems, { timeout: 10_000 }).toContain('migrations/')
    await calls.data('PUT', 'city/v1/slip/update', { id, note: '甲乙', memo: null })
    save(file, `${record(memo('renamedFrom: note, '))}help: { zh: 摘要, en: Notes }\n`)
    const memoOf = async () => (await calls.data('GET', `city/v1/slip/getById?id=${id}`)).memo
    await expect.poll(memoOf, { timeout: 10_000 }).toBe('甲乙')
  })
})
