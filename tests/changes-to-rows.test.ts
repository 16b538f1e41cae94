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
const shopFile = 'resources/city/shop.yaml'
const visitFile = 'resources/city/visit.yaml'

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/visit_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 待办, en: Open } }
  done: { key: "2", title: { zh: 办结, en: Done } }
`,
  [shopFile]: shop,
  [visitFile]: visit,
}

describe.each(databasesWalked('embedded'))('a change of a resource with rows ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let shopId: string
  const save = (file: string, text: string) => writeIn(server.appDir, file, text)
  const problems = () => calls.data('GET', 'engine/problems')
  const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending)
  const isServed = (resource: string, field: string) =>
    expect
      .poll(() => server.engine.model().resources[resource]?.fields.map(({ name }) => name), { timeout: 10_000 })
      .toContain(field)

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    shopId = await calls.save('shop', { name: '甲' })
  })
  afterAll(() => server.close())

  /** The rows have others who see them: until that is confirmed, the former descriptors are served. */
  const confirmVisible = async (file: string, count: number) => {
    const lines = server.engine.model().resources['visit']?.partOf
    await expect
      .poll(pending, { timeout: 10_000 })
      .toMatchObject({ losses: [{ loss: 'visible:visit.partOf', count, at: { file } }] })
    expect(server.engine.model().resources['visit']?.partOf).toEqual(lines)
    const { revision, losses } = await pending()
    await calls.data('POST', 'engine/pending', { revision, allow: losses })
  }

  it('that makes it lines which no master lists is reported at its location, with the field to add', async () => {
    const id = await calls.save('visit', { note: '初访', shopId })
    save(visitFile, `partOf: shopId\n${visit.replace('menu: false\n', '')}`)
    const unlisted = async () => (await problems()).filter(({ code }: { code: string }) => code === 'partOf.unlisted')
    await expect.poll(unlisted, { timeout: 10_000 }).toMatchObject([
      {
        at: { file: visitFile, line: 1, column: 9 },
        severity: 'warning',
        message: {
          zh: 'shop 没有列出这些明细的字段，它们无法查看和填写。',
          en: 'No field of shop lists these lines, so they can be neither seen nor entered.',
        },
        hint: {
          zh: '在 shop 的 fields 里写 { type: children, of: visit }，或去掉 partOf。',
          en: 'Add a field { type: children, of: visit } to shop, or remove `partOf`.',
        },
      },
    ])
    save(shopFile, `${shop}  visits: { type: children, of: visit, title: { zh: 走访, en: Visits } }\n`)
    await expect.poll(unlisted, { timeout: 10_000 }).toEqual([])
    await confirmVisible(visitFile, 1)
    expect(await calls.data('GET', `city/v1/shop/getById?id=${shopId}`)).toMatchObject({
      visits: [{ id, note: '初访' }],
    })
    save(visitFile, visit)
    save(shopFile, shop)
    await confirmVisible(visitFile, 1)
    expect(server.engine.model().resources['visit']?.partOf).toBeUndefined()
    expect(await calls.data('GET', `city/v1/visit/getById?id=${id}`)).toMatchObject({ note: '初访' })
  })

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

  it('that adds a lifecycle gives them the initial state, from which its transitions begin', async () => {
    const id = await calls.save('visit', { note: '复访' })
    save(
      visitFile,
      `${visit}  state: { type: dictionary, of: visit_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish: { from: open, to: done, title: { zh: 办结, en: Finish } }
`,
    )
    await isServed('visit', 'state')
    expect(await pending()).toBeFalsy()
    const state = async () => (await calls.data('GET', `city/v1/visit/getById?id=${id}`)).state
    expect(await state()).toBe('1')
    await calls.data('POST', 'city/v1/visit/finish', { id })
    expect(await state()).toBe('2')
    const again = (language: string) =>
      server.call('POST', '/api/city/v1/visit/finish', {
        token: calls.token,
        headers: { 'accept-language': language },
        body: { id },
      })
    expect(await again('zh')).toMatchObject({ status: 409, body: { msg: '当前状态为“办结”，不能办结' } })
    expect(await again('en')).toMatchObject({
      status: 409,
      body: { msg: '"Finish" is not possible while State is "Done"' },
    })
  })

  it('that requires a new field gives them its default, and without one waits with their number', async () => {
    const field = (more: string) =>
      `${shop}  grade: { type: text, required: true,${more} title: { zh: 等级, en: Grade } }\n`
    const page = async () => (await calls.data('GET', 'city/v1/shop/page')).records
    save(shopFile, field(''))
    await expect.poll(pending, { timeout: 10_000 }).toMatchObject({
      losses: [
        {
          loss: 'constrain:shop.grade',
          count: 1,
          what: { zh: 'shop.grade 的约束改为 必填', en: 'Set the constraints of shop.grade: required.' },
          rows: [{ id: shopId }],
        },
      ],
    })
    expect((await page())[0]).not.toHaveProperty('grade')
    save(shopFile, field(' default: 普通,'))
    await isServed('shop', 'grade')
    expect(await pending()).toBeFalsy()
    expect(await page()).toMatchObject([{ id: shopId, grade: '普通' }])
    expect((await calls.call('PUT', 'city/v1/shop/update', { id: shopId, grade: null })).status).toBe(400)
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

  it.each([
    ['keep', 'slip', '乙'],
    ['take', 'card', '甲'],
  ])(
    'that renames a field over one with other values applies the value that is chosen: %s',
    async (choice, name, value) => {
      const file = `resources/city/${name}.yaml`
      const note = '  note: { type: text, title: { zh: 摘要, en: Note } }\n'
      const record = (fields: string) => `title: { zh: 单, en: Slip }\nmenu: false\nfields:\n${fields}`
      const memo = (was: string) => `  memo: { ${was}type: text, title: { zh: 备注, en: Memo } }\n`
      save(file, record(note + memo('')))
      await isServed(name, 'memo')
      const [id, other] = [await calls.save(name, { note: '甲', memo: '乙' }), await calls.save(name, { note: '丙' })]
      save(file, record(memo('renamedFrom: note, ')))
      const [keep, take] = [`keep:${name}.memo`, `take:${name}.memo`]
      await expect.poll(pending, { timeout: 10_000 }).toMatchObject({
        losses: [{ loss: keep, count: 1, instead: { name: take }, rows: [{ id, value: '乙 / 甲' }] }],
      })
      const { revision } = await pending()
      const confirm = (loss: string) => calls.call('POST', 'engine/pending', { revision, allow: [{ loss, count: 1 }] })
      expect((await confirm(`drop:${name}.note`)).status).toBe(400)
      expect((await confirm(`${choice}:${name}.memo`)).status).toBe(200)
      const memoOf = async (of: string) => (await calls.data('GET', `city/v1/${name}/getById?id=${of}`)).memo
      expect([await memoOf(id), await memoOf(other)]).toEqual([value, '丙'])
    },
  )

  it('that makes a text a dictionary waits with the texts that are no entry, and the most similar titles', async () => {
    const file = 'resources/city/tag.yaml'
    const tag = (type: string) =>
      `title: { zh: 标签, en: Tag }\nmenu: false\nfields: { kind: { type: ${type}, title: { zh: 类别, en: Kind } } }\n`
    save(file, tag('text'))
    await isServed('tag', 'kind')
    const [fits, id] = [await calls.save('tag', { kind: '待办' }), await calls.save('tag', { kind: '已办结' })]
    save(file, tag('dictionary, of: visit_state'))
    await expect.poll(pending, { timeout: 10_000 }).toMatchObject({
      losses: [{ loss: 'constrain:tag.kind', count: 1, rows: [{ id, value: '已办结', candidates: ['办结', '待办'] }] }],
    })
    await calls.data('PUT', 'city/v1/tag/update', { id, kind: '办结' })
    save(file, `${tag('dictionary, of: visit_state')}\n`)
    const kindOf = async (of: string) => (await calls.data('GET', `city/v1/tag/getById?id=${of}`)).kind
    await expect.poll(() => kindOf(id), { timeout: 10_000 }).toBe('2')
    // The tables change before what waited is removed.
    await expect.poll(pending).toBeNull()
    expect(await kindOf(fits)).toBe('1')
  })
})
