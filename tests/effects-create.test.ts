import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindTable } from '../engine/model/names.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'resources/city/letter.yaml': `${sampleApp['resources/city/letter.yaml']}rules:
  - rule: "subject != '无效'"
    message: { zh: 事由无效, en: The subject is invalid }
    valid: { subject: 有效 }
    invalid: { subject: 无效 }
`,
  'resources/city/purchase.yaml': String(sampleApp['resources/city/purchase.yaml']).replace(
    'title: { type: text, required: true,',
    'title: { type: text, required: true, max: 40,',
  ),
  'resources/city/purchaseLine.yaml': String(sampleApp['resources/city/purchaseLine.yaml']).replace(
    'thing: { type: text, required: true,',
    'thing: { type: text, required: true, max: 40,',
  ),
  'dictionaries/report_state.yaml': `title: { zh: 举报状态, en: Report state }
entries:
  open: { key: "0", title: { zh: 待处理, en: Open } }
  raised: { key: "1", title: { zh: 已立案, en: Raised } }
`,
  'resources/city/report.yaml': `title: { zh: 举报, en: Report }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  neighbour: { type: reference, of: ward, title: { zh: 邻区, en: Neighbour } }
  nearby: { type: reference, of: ward, many: true, title: { zh: 周边, en: Nearby } }
  title: { type: text, required: true, max: 60, title: { zh: 标题, en: Title } }
  day: { type: date, title: { zh: 日期, en: Day } }
  state: { type: dictionary, of: report_state }
  lines: { type: children, of: reportLine, title: { zh: 明细, en: Lines } }
lifecycle:
  field: state
  initial: open
  final: [raised]
  transitions:
    raise:
      from: [open, raised]
      to: raised
      title: { zh: 立案, en: Raise }
      creates: { of: letter, once: true, with: { wardId: wardId, subject: title, deadline: "day + 7", reply: "'立案：' + title" } }
    transfer:
      from: open
      to: raised
      title: { zh: 移交, en: Transfer }
      input: { target: { type: reference, of: ward, required: true, title: { zh: 移交给, en: To } } }
      creates: { of: letter, with: { wardId: input.target, subject: title } }
actions:
  warn: { title: { zh: 通知邻区, en: Warn }, creates: { of: letter, with: { wardId: neighbour, subject: title } } }
  order:
    title: { zh: 采购, en: Order }
    creates:
      of: purchase
      fields: [wardId, title]
      with: { lines: { each: lines, where: "it.quantity > 0", with: { thing: it.thing, quantity: it.quantity, price: 2 } } }
  split:
    title: { zh: 分发, en: Split }
    creates: { of: letter, each: lines, once: true, if: "it.quantity > 1", with: { wardId: wardId, subject: it.thing } }
  note:
    title: { zh: 记账, en: Note }
    creates: { of: entry, once: true, with: { reportId: id, text: title, count: 1 } }
    updates: { of: entry, where: "it.reportId == id", with: { text: "title + '二'" } }
  spread:
    title: { zh: 扩散, en: Spread }
    creates: { of: letter, each: wards, once: true, if: "it.people != 1", with: { wardId: it.id, subject: it.name } }
  tell: { title: { zh: 周知, en: Tell }, creates: { of: letter, each: nearby, once: true, with: { wardId: it.id, subject: it.name } } }
  supply:
    title: { zh: 供应, en: Supply }
    creates:
      of: purchase
      fields: [wardId, title]
      with: { lines: { each: wards, where: "it.people == 2", with: { thing: it.name, quantity: it.people, price: 2 } } }
  found: { title: { zh: 设区, en: Found }, creates: { of: ward, with: { name: title } } }
bind: { wards: { of: ward, http: [POST bindWards, GET listWards], title: { zh: 涉及街区, en: Wards } } }
access:
  - { role: keeper, allow: [view, raise, transfer, warn, found, spread] }
  - { role: blind, allow: [view, raise] }
`,
  'resources/city/entry.yaml': `title: { zh: 台账, en: Entry }
menu: false
readOnly: true
dialect: { blade: blade-city/entry }
display: text
fields:
  reportId: { type: reference, of: report }
  text: { type: text, title: { zh: 文字, en: Text } }
  count: { type: integer, title: { zh: 次数, en: Count } }
`,
  'resources/city/reportLine.yaml': `title: { zh: 举报明细, en: Report line }
partOf: reportId
fields:
  reportId: { type: reference, of: report, required: true }
  thing: { type: text, required: true, title: { zh: 物品, en: Thing } }
  quantity: { type: integer, required: true, title: { zh: 数量, en: Quantity } }
`,
}

describe.each(databasesWalked('postgres'))('records that a step creates, on $kind', kind => {
  let server: ServerUnderTest
  let admin: string
  let keeper: string
  let blind: string
  let own: string
  let other: string

  const call = (method: string, path: string, body?: unknown, by = admin) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const save = async (resource: string, record: object): Promise<string> =>
    (await data('POST', `city/v1/${resource}/save`, record)).id
  const report = (record: object = {}) => save('report', { wardId: own, title: '噪声', day: '2026-05-01', ...record })
  const take = (id: string, step: string, by = admin, input: object = {}) =>
    call('POST', `city/v1/report/${step}`, { id, ...input }, by)
  const count = async (resource: string): Promise<number> =>
    (await data('GET', `city/v1/${resource}/page?size=1`)).total
  const user = async (alias: string, codes: readonly string[]): Promise<string> => {
    const role = { roleName: alias, roleAlias: alias, tenantId: '000000' }
    const roleId = (await data('POST', 'blade/v1/bladeRole/save', role)).id
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${roleId}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = await data('GET', 'blade-user/info')
    const person = { deptId, account: alias, name: alias, realName: alias, password: 'Keeper-26', roleId: [roleId] }
    await data('POST', 'blade/v1/bladeUser/save', { ...person, ownerIds: [own] })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(alias, 'Keeper-26')
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = await server.signIn('admin', adminPassword)
    own = await save('ward', { name: '自己的' })
    other = await save('ward', { name: '别人的' })
    const steps = ['view', 'raise', 'transfer', 'warn', 'spread'].map(name => `report_${name}`)
    keeper = await user('keeper', [...steps, 'report_found', 'letter_view', 'ward_view'])
    blind = await user('blind', steps)
  })
  afterAll(() => server.close())

  describe('semantics 3: the right to a step includes its creates', () => {
    it('creates the record by the right to the step alone, with the user as author', async () => {
      const id = await report()
      const { status, body } = await take(id, 'raise', keeper)
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({
          state: '1',
          creates: [{ resource: 'letter', id: expect.any(String), name: '噪声', existed: false }],
        }),
      ])
      const letter = await data('GET', `city/v1/letter/getById?id=${body.data.creates[0].id}`)
      expect(letter).toMatchObject({
        wardId: own,
        subject: '噪声',
        deadline: '2026-05-08',
        reply: '立案：噪声',
        state: '0',
        createUserName: 'keeper',
      })
      expect((await call('POST', 'city/v1/letter/save', { wardId: own, subject: '直接' }, keeper)).status).toBe(403)
    })

    it('creates nothing without the right to the step, or for a record that the user does not see', async () => {
      const [id, hidden] = [await report(), await report({ wardId: other })]
      const counts = () => Promise.all(['letter', 'purchase', 'entry', 'ward'].map(count))
      const before = await counts()
      for (const [of, step, by, status] of [
        [id, 'note', keeper, 403],
        [id, 'order', keeper, 403],
        [id, 'transfer', blind, 403],
        [hidden, 'raise', keeper, 404],
      ] as const)
        expect([step, (await take(of, step, by, { target: own })).status]).toEqual([step, status])
      expect(await counts()).toEqual(before)
      expect((await take(hidden, 'raise')).status).toBe(200)
    })

    it('names only the field if a record that the user may not view has the unique value', async () => {
      const id = await report({ title: '别人的' })
      const refused = await take(id, 'found', keeper)
      expect([refused.status, refused.body.errors, refused.body.data]).toEqual([
        409,
        { 'creates.name': '名称已存在' },
        null,
      ])
      const free = await report({ title: '第三区' })
      expect((await take(free, 'found', keeper)).status).toBe(200)
    })

    it('writes records of a read-only resource', async () => {
      const id = await report({ title: '记' })
      const { creates } = (await take(id, 'note')).body.data
      await take(id, 'note')
      const entry = await data('GET', `city/v1/entry/getById?id=${creates[0].id}`)
      expect(entry).toMatchObject({ reportId: id, text: '记二', count: 1, version: 2, createUserName: '管理员' })
    })

    it.each([
      ['POST', 'city/v1/entry/save'],
      ['DELETE', 'city/v1/entry/removeById?id=1'],
      ['POST', 'blade-city/entry/submit'],
    ])(
      'semantics 49: %s %s of a read-only resource is no endpoint, and the message names the writers',
      async (...by) => {
        const { status, headers, body } = await call(...by, {})
        expect([status, headers['allow']]).toEqual([405, ''])
        for (const title of ['台账', '举报']) expect(body.msg).toContain(`“${title}”`)
        expect((await call('GET', by[1].replace(/[a-zA-Z]+(\?.*)?$/, 'page'))).status).toBe(200)
      },
    )

    it('names the created record only to a user who may view it', async () => {
      const [id, before] = [await report(), await count('letter')]
      const { status, body } = await take(id, 'raise', blind)
      expect([status, body.data.creates, await count('letter')]).toEqual([200, undefined, before + 1])
    })

    it('records the elevation, and links both histories', async () => {
      const id = await report({ title: '占道' })
      const { creates } = (await take(id, 'raise', keeper)).body.data
      const [step] = await data('GET', `engine/history/report/${id}`, undefined, keeper)
      const letter = { resource: 'letter', id: creates[0].id, name: '占道', operation: 'save' }
      expect(step).toMatchObject({ operation: 'raise', userName: 'keeper', effects: [letter] })
      const [saved] = await data('GET', `engine/history/letter/${creates[0].id}`, undefined, keeper)
      const cause = { resource: 'report', id, name: '占道', operation: 'raise' }
      expect(saved).toMatchObject({
        operation: 'save',
        userName: 'keeper',
        actorKind: 'system',
        reason: { zh: '流程的自动结果', en: 'Effect of a step' },
        cause,
      })
      expect((await data('GET', `engine/history/report/${id}`, undefined, blind))[0].effects).toBeUndefined()
    })

    it.each([
      {
        name: 'a broken rule of the target',
        record: { title: '无效' },
        step: 'raise',
        errors: { 'creates.subject': '事由无效' },
      },
      {
        name: 'a unique value that is taken',
        record: { title: '自己的' },
        step: 'found',
        errors: { 'creates.name': '名称已存在' },
        status: 409,
      },
      {
        name: 'a value of a line that the target refuses',
        record: { title: '防汛', lines: [{ thing: '长'.repeat(41), quantity: 3 }] },
        step: 'order',
        errors: { 'creates.lines.0.thing': expect.stringContaining('40') },
      },
    ])('rolls the step back for $name', async ({ record, step, errors, status = 400 }) => {
      const id = await report(record)
      const counts = () => Promise.all(['letter', 'purchase', 'ward'].map(count))
      const [before, rows] = [await data('GET', `city/v1/report/getById?id=${id}`), await counts()]
      const refused = await take(id, step)
      expect([refused.status, refused.body.errors]).toEqual([status, errors])
      expect(await data('GET', `city/v1/report/getById?id=${id}`)).toEqual(before)
      expect(await counts()).toEqual(rows)
      expect(await data('GET', `engine/history/report/${id}`)).toHaveLength(1)
    })

    it('accepts a reference of the input only if the user may refer to it', async () => {
      const [id, twin] = [await report(), await report()]
      const refused = await take(id, 'transfer', keeper, { target: other })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['target']])
      // One that does not exist, and one of another tenant.
      await sql`insert into ward (tenant_id, id, name, display_key) values ('900001', 77, '外区', 'waiqu')`.execute(
        server.engine.database.kysely,
      )
      for (const target of ['1234567890123456789', '77'])
        expect((await take(id, 'transfer', admin, { target })).body).toMatchObject({
          code: 400,
          errors: { target: expect.any(String) },
        })
      expect((await take(id, 'transfer', keeper, { target: own })).status).toBe(200)
      expect((await take(twin, 'transfer', admin, { target: other })).body.data.creates).toHaveLength(1)
    })

    it('refuses an owner that is neither that of the source nor visible to the user', async () => {
      const id = await report({ neighbour: other })
      const [before, refused] = [await count('letter'), await take(id, 'warn', keeper)]
      expect([refused.status, refused.body.errors]).toEqual([400, { 'creates.wardId': '请选择正确的街区' }])
      expect(await count('letter')).toBe(before)
      expect((await take(id, 'warn', admin)).status).toBe(200)
      expect(await count('letter')).toBe(before + 1)
    })
  })

  it('copies fields, and creates lines from the rows that count', async () => {
    const lines = [
      { thing: '雨衣', quantity: 3 },
      { thing: '雨靴', quantity: 0 },
    ]
    const id = await report({ title: '防汛', lines })
    const { creates } = (await take(id, 'order')).body.data
    const purchase = await data('GET', `city/v1/purchase/getById?id=${creates[0].id}`)
    expect(purchase).toMatchObject({ wardId: own, title: '防汛', total: 6 })
    expect(purchase.lines).toMatchObject([{ thing: '雨衣', quantity: 3, price: 2, amount: 6 }])
  })

  describe('semantics 24: once is one record per source and step, later steps link it', () => {
    it('links the existing record, also from the bin', async () => {
      const id = await report({ title: '重复' })
      const [first] = (await take(id, 'raise')).body.data.creates
      const before = await count('letter')
      expect((await take(id, 'raise')).body.data.creates).toEqual([{ ...first, existed: true }])
      const [step] = await data('GET', `engine/history/report/${id}`)
      expect(step.effects).toEqual([{ resource: 'letter', id: first.id, name: '重复', operation: 'link' }])
      expect(await count('letter')).toBe(before)
      await data('DELETE', 'city/v1/letter/removeByIds', { ids: [first.id] })
      expect((await take(id, 'raise')).body.data.creates).toBeUndefined()
      expect(await count('letter')).toBe(before - 1)
    })

    it('creates one record from 20 parallel steps', async () => {
      const [id, before] = [await report({ title: '并发' }), await count('letter')]
      const answers = await Promise.all(Array.from({ length: 20 }, () => take(id, 'raise')))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map(({ body }) => body.data.creates[0].id)).size).toBe(1)
      expect(answers.filter(({ body }) => !body.data.creates[0].existed)).toHaveLength(1)
      expect(await count('letter')).toBe(before + 1)
    })

    it('counts each row of a list separately', async () => {
      const id = await report({
        title: '多件',
        lines: [
          { thing: '甲', quantity: 2 },
          { thing: '乙', quantity: 1 },
        ],
      })
      const names = (answer: Any) => answer.body.data.creates.map((one: Any) => [one.name, one.existed])
      expect(names(await take(id, 'split'))).toEqual([['甲', false]])
      const { lines, version } = await data('GET', `city/v1/report/getById?id=${id}`)
      const more = [
        ...lines.map((line: Any) => ({ id: line.id, thing: line.thing, quantity: 5 })),
        { thing: '丙', quantity: 3 },
      ]
      await data('PUT', 'city/v1/report/update', { id, version, lines: more })
      expect(names(await take(id, 'split'))).toEqual([
        ['甲', true],
        ['乙', false],
        ['丙', false],
      ])
    })

    it.each(['spread', 'tell'] as const)('counts each linked record separately: %s', async step => {
      const wards: string[] = []
      for (const n of [1, 2, 3]) wards.push(await save('ward', { name: `${step}${n}`, people: n }))
      const [one, two, three] = wards as [string, string, string]
      const id = await report({ title: '关联' })
      const link = async (ids: readonly string[]) => {
        const { version } = await data('GET', `city/v1/report/getById?id=${id}`)
        return step === 'tell'
          ? data('PUT', 'city/v1/report/update', { id, version, nearby: ids })
          : data('POST', 'city/v1/report/bindWards', { id, version, ids })
      }
      const names = (answer: Any) => answer.body.data.creates?.map((made: Any) => [made.name, made.existed])
      expect(names(await take(id, step))).toBeUndefined()
      await link(step === 'tell' ? [two] : [two, one])
      expect(names(await take(id, step))).toEqual([[`${step}2`, false]])
      await link([two, three])
      const again = await take(id, step)
      expect(names(again)).toEqual([
        [`${step}2`, true],
        [`${step}3`, false],
      ])
      expect(await data('GET', `city/v1/letter/getById?id=${again.body.data.creates[1].id}`)).toMatchObject({
        wardId: three,
      })
    })

    it('creates lines from linked records, and nothing for a record that the user may not refer to', async () => {
      const ids = [await save('ward', { name: '二号', people: 2 }), await save('ward', { name: '三号', people: 3 })]
      const id = await report({ title: '供应' })
      const { version } = await data('GET', `city/v1/report/getById?id=${id}`)
      await data('POST', 'city/v1/report/bindWards', { id, version, ids })
      const { creates } = (await take(id, 'supply')).body.data
      const { lines } = await data('GET', `city/v1/purchase/getById?id=${creates[0].id}`)
      expect(lines.map(({ thing, quantity }: Any) => [thing, quantity])).toEqual([['二号', 2]])
      const before = await count('letter')
      const refused = await take(id, 'spread', keeper)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['creates.wardId']])
      expect(await count('letter')).toBe(before)
      await sql`update ward set is_deleted = 1 where id = ${ids[0]}::bigint`.execute(server.engine.database.kysely)
      expect((await take(id, 'spread')).body.data.creates).toMatchObject([{ name: '三号', existed: false }])
    })

    it('refuses a step over more than 1,000 linked records', async () => {
      const id = await report({ title: '过多' })
      const table = bindTable('report', 'wards')
      await sql`insert into ward (id, tenant_id, name, is_deleted, version) select n, '000000', 'w' || n, 0, 1 from generate_series(1, 1001) n`.execute(
        server.engine.database.kysely,
      )
      await sql`insert into ${sql.table(table)} (tenant_id, left_id, right_id) select '000000', ${id}::bigint, n from generate_series(1, 1001) n`.execute(
        server.engine.database.kysely,
      )
      expect(await take(id, 'spread')).toMatchObject({ status: 409, body: { data: null } })
    })

    it('counts two steps of one record separately', async () => {
      const id = await report({ title: '两步', lines: [{ thing: '甲', quantity: 2 }] })
      const before = await count('letter')
      for (const isFirst of [true, false])
        for (const step of ['raise', 'split'])
          expect((await take(id, step)).body.data.creates).toMatchObject([{ existed: !isFirst }])
      expect(await count('letter')).toBe(before + 2)
    })

    it('without once, creates a record each time', async () => {
      const id = await report({ neighbour: other })
      const [first] = (await take(id, 'warn')).body.data.creates
      const [second] = (await take(id, 'warn')).body.data.creates
      expect([first.existed, second.existed, first.id === second.id]).toEqual([false, false, false])
    })
  })
})
