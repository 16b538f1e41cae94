import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { resourceOf } from '../engine/model/names.ts'
import { expressionOf } from '../engine/record/expressions.ts'
import { evaluate } from '../engine/rules/evaluate.ts'
import { run } from '../engine/server/database/run.ts'
import { runNow } from '../engine/server/jobs/job-table.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { synchroniseRows } from '../engine/server/live/edited-rows.ts'
import { refreshJob } from '../engine/server/store/stale-values.ts'
import { databasesWalked } from './support/databases.ts'
import { editedModel } from './support/edited-model.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'
import { serverWork } from './support/server-work.ts'

const clock = { now: new Date('2026-03-01T00:00:00Z'), zone: 'Asia/Shanghai' }

type Body = Record<string, unknown>

const parameters = `order.limit: { title: { zh: 限额, en: Limit }, type: money, unit: { zh: 元, en: CNY }, value: 100 }
order.days: { title: { zh: 天数, en: Days }, type: integer, values: [{ from: 2020-01-01, value: 5 }, { from: 2026-01-01, value: 3, cite: { zh: 催办办法, en: Rules on reminders } }] }
order.word: { title: { zh: 前缀, en: Prefix }, value: A, remark: 编号前缀 }
`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'parameters.yaml': parameters,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  amount: { type: money, title: { zh: 金额, en: Amount } }
  day: { type: date, title: { zh: 日期, en: Day } }
  due: { type: date, compute: "day + parameter('order.days', day)", title: { zh: 到期, en: Due } }
  reason: { type: text, when: "amount > parameter('order.limit')", title: { zh: 原因, en: Reason } }
  answerBy: { type: date, compute: 'addWorkdays(day, 5)', stored: true, title: { zh: 答复期限, en: Answer by } }
  endDay: { type: date, default: "today() + parameter('order.days')", title: { zh: 截止, en: End } }
  isLate: { type: boolean, title: { zh: 迟, en: Late } }
rules:
  - rule: "amount <= parameter('order.limit') * 10"
    message: { zh: 金额太大, en: The amount is too large }
    valid: [{ amount: 10 }, { amount: 999999, parameter.order.limit: 100000 }]
    invalid: [{ amount: 999999 }, { amount: 10, parameter.order.limit: 0.5 }]
actions:
  mark: { if: "amount > parameter('order.limit')", set: { isLate: "amount > parameter('order.limit')" }, title: { zh: 标记, en: Mark } }
queries:
  large: { where: "amount > parameter('order.limit')", small: true, returns: count, title: { zh: 大额, en: Large } }
  due: { where: "day + parameter('order.days', day) <= date('2026-06-30')", small: true, returns: count, title: { zh: 到期, en: Due } }
`,
}

describe.each(databasesWalked('postgres'))('parameters ($kind)', kind => {
  let server: ServerUnderTest
  let token: string

  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const rowOf = async (key: string): Promise<Body> =>
    (await data('GET', `blade/v1/bladeConfig/page?paramKey_in=${key}`)).records[0]
  const write = async (key: string, paramValue: string) =>
    call('PUT', 'blade/v1/bladeConfig/update', { id: (await rowOf(key))['id'], paramValue })
  const revision = () => server.engine.model().revision
  /** The process that wrote reads the rows after the response. */
  const edit = async (key: string, paramValue: string) => {
    const before = revision()
    expect(await write(key, paramValue)).toMatchObject({ status: 200 })
    await expect.poll(revision).not.toBe(before)
  }
  const part = async () => (await data('GET', 'engine/resource/order')).model.parameters

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
  }, 60_000)
  afterAll(() => server.close())

  it('are read by every expression, in memory and in SQL, and follow an edited row', async () => {
    const save = (body: Body) => call('POST', 'city/v1/order/save', body)
    const { body } = await save({ name: '甲', amount: 200, day: '2026-06-27', reason: '急用' })
    const { id } = body.data
    expect(body.data).toMatchObject({ due: '2026-06-30', reason: '急用' })
    expect((await save({ name: '乙', amount: 1001 })).body.errors).toEqual({ amount: '金额太大' })
    const early = { name: '丙', amount: 50, day: '2025-12-31' }
    expect(Object.keys((await save({ ...early, reason: '无' })).body.errors)).toEqual(['reason'])
    expect(await data('POST', 'city/v1/order/save', early)).toMatchObject({ due: '2026-01-05', reason: null })
    expect([await data('GET', 'city/v1/order/large'), await data('GET', 'city/v1/order/due')]).toEqual([1, 2])

    await edit('order.limit', '500')
    await edit('order.days', '2026-01-01: 40\n2020-01-01：5')
    expect(await data('GET', `city/v1/order/getById?id=${id}`)).toMatchObject({ due: '2026-08-06' })
    expect([await data('GET', 'city/v1/order/large'), await data('GET', 'city/v1/order/due')]).toEqual([0, 1])
    expect((await call('POST', 'city/v1/order/mark', { id })).status).toBe(409)
    expect(await save({ name: '乙', amount: 1001 })).toMatchObject({ status: 200 })
    await edit('order.limit', '100')
    await data('POST', 'city/v1/order/mark', { id })
    expect(await data('GET', `city/v1/order/getById?id=${id}`)).toMatchObject({ isLate: true })
  })

  it('are in the part of the Model that a form gets, with their present values', async () => {
    expect(await part()).toMatchObject([
      { key: 'order.limit', value: 100 },
      {
        key: 'order.days',
        values: [
          { from: '2020-01-01', value: 5 },
          { from: '2026-01-01', value: 40 },
        ],
      },
    ])
    expect((await data('GET', 'engine/resource/bladeRole')).model.parameters).toEqual([])
  })

  it('semantics 51: the calendar is read by expressions on both sides, and follows its rows', async () => {
    const holiday = (method: string, path: string, body?: Body) => call(method, `blade/v1/bladeHoliday/${path}`, body)
    const follow = async (answer: ReturnType<typeof holiday>) => {
      const before = revision()
      const { status, body } = await answer
      expect(status).toBe(200)
      await expect.poll(revision).not.toBe(before)
      return body.data?.id
    }
    const answerBy = async (day: string) =>
      (await data('POST', 'city/v1/order/save', { name: day, amount: 1, day })).answerBy
    const inBrowser = async (day: string) => {
      const { model } = await data('GET', 'engine/resource/order')
      const order = resourceOf(model, 'order')
      return evaluate(expressionOf(model, order, 'addWorkdays(day, 5)'), { record: { day } }, clock)
    }
    const both = async (day: string) => [await answerBy(day), await inBrowser(day)]
    expect(await both('2026-02-10')).toEqual(['2026-02-17', '2026-02-17'])
    const { id } = (await data('GET', 'city/v1/order/page?name=2026-02-10')).records[0]
    const free = await follow(holiday('POST', 'save', { day: '2026-02-16', name: '春节', kind: 'holiday' }))
    const worked = await follow(holiday('POST', 'save', { day: '2026-02-14', name: '春节调休', kind: 'workday' }))
    expect(await both('2026-02-11')).toEqual(['2026-02-18', '2026-02-18'])
    expect((await holiday('POST', 'save', { day: '2026-02-14', name: '春节', kind: 'holiday' })).status).toBe(409)
    await follow(holiday('PUT', 'update', { id: worked, day: '2026-02-15' }))
    expect(await both('2026-02-12')).toEqual(['2026-02-19', '2026-02-19'])
    await follow(holiday('DELETE', `removeByIds?ids=${worked}`))
    expect(await both('2026-02-13')).toEqual(['2026-02-23', '2026-02-23'])
    // A job computes what is stored again.
    const stored = async () => (await data('GET', `city/v1/order/getById?id=${id}`)).answerBy
    await runNow(server.engine.database.kysely, refreshJob)
    await expect.poll(stored, { timeout: 20_000 }).toBe('2026-02-18')
    await follow(holiday('DELETE', `removeByIds?ids=${free}`))
    expect((await data('GET', 'engine/resource/bladeRole')).model.calendar).toBeUndefined()
  })

  it.each([
    ['order.limit', '很多', '请输入正确的限额'],
    ['order.limit', '1.234', '限额最多保留 2 位小数'],
    ['order.days', '30', '“30”应写成“日期: 值”，每行一个，例：2026-01-01: 50'],
    ['order.days', '2026-02-30: 3', '“2026-02-30: 3”应写成“日期: 值”，每行一个，例：2026-01-01: 50'],
    ['order.days', '2026-01-01: 3.5', '天数必须是整数'],
  ])('refuse for %s the value %j', async (key, value, message) => {
    expect(await write(key, value)).toMatchObject({ status: 400, body: { errors: { paramValue: message } } })
    const row = await rowOf(key)
    const inBulk = await call('POST', 'blade-system/param/submit', { ...row, paramValue: value })
    expect(inBulk).toMatchObject({ status: 400 })
    expect((await rowOf(key))['paramValue']).toBe(row['paramValue'])
  })

  it('keep what belongs to the descriptors; other parameters can be added', async () => {
    const row = await rowOf('order.word')
    expect(row).toMatchObject({ paramName: '前缀', paramValue: 'A', unit: null, isBuiltIn: true, remark: '编号前缀' })
    expect(await rowOf('order.days')).toMatchObject({ remark: '2026-01-01 依据：催办办法' })
    expect(await rowOf('order.limit')).toMatchObject({ unit: '元' })
    for (const change of [{ paramKey: 'order.words' }, { paramName: '词' }]) {
      const refused = await call('PUT', 'blade/v1/bladeConfig/update', { id: row['id'], ...change })
      expect(refused.body.errors).toEqual({ [String(Object.keys(change)[0])]: '由描述文件决定，不能修改' })
    }
    expect((await call('DELETE', `blade/v1/bladeConfig/removeByIds?ids=${row['id']}`)).status).toBe(409)
    const own = { paramName: '另加', paramKey: 'own.key', paramValue: '任意' }
    const { id } = await data('POST', 'blade/v1/bladeConfig/save', own)
    await data('DELETE', `blade/v1/bladeConfig/removeByIds?ids=${id}`)
  })

  it('take over the row that an earlier version added, as an edit', async () => {
    const { database } = server.engine
    const { id } = await data('POST', 'blade/v1/bladeConfig/save', {
      paramName: '折扣',
      paramKey: 'order.discount',
      paramValue: '8',
    })
    const modelWith = async (text: string) => {
      writeIn(server.appDir, 'parameters.yaml', `${parameters}${text}\n`)
      const { model } = compile(await readSources(server.appDir))
      if (!model) throw new Error('The descriptors are not valid.')
      await synchroniseRows(serverWork(database, model, 'descriptors'), undefined)
      return (await editedModel(database.kysely, model)).parameters.find(({ key }) => key === 'order.discount')
    }
    const declared = 'order.discount: { title: { zh: 折扣率, en: Discount }, type: integer, value: 5 }'
    expect(await modelWith(declared)).toMatchObject({ value: 8 })
    expect(await rowOf('order.discount')).toMatchObject({ paramName: '折扣率', paramValue: '8', isBuiltIn: true })
    const entries = await run(
      database.kysely,
      `select distinct (record_id = $1::bigint) as old from engine_history where resource = 'bladeConfig' and changes->>'paramKey' like '%order.discount%'`,
      [id],
    )
    expect(entries).toEqual([{ old: false }])
    // A value that the new type does not allow does not apply.
    expect(await modelWith(declared.replace('integer, value: 5', 'date, value: 2026-01-01'))).toMatchObject({
      value: '2026-01-01',
    })
  })
})
