import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 晨检, en: Checks }\n',
  'resources/city/check.yaml': `title: { zh: 晨检, en: Check }
display: name
fields:
  name: { type: text, max: 20, title: { zh: 姓名, en: Name } }
  day: { type: date, title: { zh: 日期, en: Day } }
  desk: { type: text, max: 20, title: { zh: 台号, en: Desk } }
  mark: { type: text, max: 20, unique: true, title: { zh: 记号, en: Mark } }
  code: { type: text, max: 20, unique: true, only: code, title: { zh: 编码, en: Code } }
  cancelled: { type: boolean, default: false, title: { zh: 作废, en: Void } }
unique:
  - [name, day]
  - fields: [desk, day]
    where: "cancelled == false && desk != '0'"
    message: { zh: 这个台号当天已用, en: This desk is in use on that day }
`,
  'resources/city/batch.yaml': `title: { zh: 批次, en: Batch }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  items: { type: children, of: item, title: { zh: 明细, en: Items } }
`,
  'resources/city/item.yaml': `title: { zh: 明细, en: Item }
partOf: batchId
fields:
  batchId: { type: reference, of: batch, required: true }
  food: { type: text, max: 20, title: { zh: 食材, en: Food } }
  shelf: { type: text, max: 20, title: { zh: 货架, en: Shelf } }
  from: { type: date, title: { zh: 起, en: From } }
  to: { type: date, title: { zh: 止, en: To } }
unique: [[food], { fields: [shelf], during: [from, to], where: "food != '空'" }]
`,
}

describe.each(databasesWalked('postgres'))('semantics C3: fields that are unique together, on $kind', kind => {
  let server: ServerUnderTest
  let admin: ServerCalls
  let checks: ImportCalls

  const path = 'city/v1/check'
  const check = (record: object) => admin.call('POST', `${path}/save`, record)
  const both = (zh: string, en: string) => ({ zh, en })
  const taken = both('已有姓名、日期都相同的记录', 'A record with the same Name, Day already exists')
  const inUse = both('这个台号当天已用', 'This desk is in use on that day')

  beforeAll(async () => {
    server = await startServer(kind, app)
    checks = await importCallsOn(server, 'check')
    admin = serverCalls(server, checks.token)
  })
  afterAll(() => server.close())

  it('accept one of many equal records that are saved at once, and report the others once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => check({ name: '王', day: '2026-03-02' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.errors).toEqual({ name: taken.zh })
    expect((await check({ name: '王', day: '2026-03-03' })).status).toBe(200)
  })

  it.each([
    ['full width', 'mark', 'Ｂ1', 'B1'],
    ['invisible characters', 'mark', '北\u200c门', '北门'],
    ['combining characters', 'mark', 'e\u0301', '\u00e9'],
    ['case of a code', 'code', 'C-1', 'c-1'],
  ])('semantics 38: are equal despite %s, and are found by each other', async (_, name, one, other) => {
    expect((await check({ [name]: one })).status).toBe(200)
    expect((await check({ [name]: other })).body).toMatchObject({ code: 409, errors: { [name]: expect.anything() } })
    const { records } = await admin.data('GET', `${path}/page?${name}_equal=${encodeURIComponent(other)}`)
    expect(records).toMatchObject([{ [name]: one }])
    if (name === 'mark') expect((await check({ mark: `${other}x` })).status).toBe(200)
  })

  it('leave out records in which a field has no value', async () => {
    for (const record of [{ name: '无' }, { name: '无' }, { day: '2026-03-04' }, { day: '2026-03-04' }])
      expect((await check(record)).status).toBe(200)
  })

  it('count only records that satisfy `where`, also when one is changed', async () => {
    const day = '2026-04-01'
    const id = await admin.save('check', { desk: '7', day, cancelled: true })
    expect((await check({ desk: '7', day })).status).toBe(200)
    expect((await check({ desk: '7', day })).body.errors).toEqual({ desk: inUse.zh })
    expect([(await check({ desk: '0', day })).status, (await check({ desk: '0', day })).status]).toEqual([200, 200])
    const { version } = await admin.data('GET', `${path}/getById?id=${id}`)
    const restored = await admin.call('PUT', `${path}/update`, { id, version, cancelled: false })
    expect(restored.body).toMatchObject({ errors: { desk: inUse.zh } })
  })

  it('ignore a deleted record, which is not restored if another has its values', async () => {
    const record = { name: '李', day: '2026-03-02' }
    const id = await admin.save('check', record)
    await admin.data('DELETE', `${path}/removeByIds`, { ids: [id] })
    expect((await check(record)).status).toBe(200)
    const restored = await admin.call('POST', `engine/restore/check`, { ids: [id] })
    const { total } = await admin.data('GET', `${path}/page?name=李`)
    expect([restored.status === 200, total]).toEqual([false, 1])
  })

  it('hold for lines within their parent record', async () => {
    const batch = (name: string, foods: readonly string[]) =>
      admin.call('POST', 'city/v1/batch/save', { name, items: foods.map(food => ({ food })) })
    expect((await batch('一', ['米', '面'])).status).toBe(200)
    expect((await batch('二', ['米', '油'])).status).toBe(200)
    expect((await batch('三', ['盐', '盐\u200c'])).body).toMatchObject({
      code: 409,
      errors: { 'items.1.food': '已有食材都相同的记录' },
    })
  })

  it('name the line that repeats another of its record', async () => {
    const post = async (items: readonly object[]) =>
      (await admin.call('POST', 'city/v1/batch/save', { name: '四', items })).body
    const [from, to] = ['2026-01-01', '2026-01-31']
    const overlap = '时间段与另一条货架相同的记录重叠'
    expect(await post([{ food: '米' }, { food: '面' }, { food: '米' }])).toMatchObject({
      code: 409,
      errors: { 'items.2.food': '已有食材都相同的记录' },
    })
    expect(
      await post([
        { food: '米', shelf: 'A', from },
        { food: '面', shelf: 'B', from },
        { food: '油', shelf: 'A', from: to },
      ]),
    ).toMatchObject({
      code: 409,
      errors: { 'items.2.shelf': overlap },
    })
    const apart = [
      { food: '米', shelf: 'A', from, to },
      { food: '面', shelf: 'A', from: '2026-02-01' },
      { shelf: 'A', from, food: '空' },
    ]
    const { data, code } = await post(apart)
    expect(code).toBe(200)
    const [first, ...rest] = data.items
    const moved = { id: data.id, items: [{ ...first, to: '2026-02-01' }, ...rest] }
    expect((await admin.call('PUT', 'city/v1/batch/update', moved)).body).toMatchObject({
      code: 409,
      errors: { 'items.0.shelf': overlap },
    })
  })

  it('may be exchanged by lines of one record, and reused from removed ones', async () => {
    const foods = (items: readonly { readonly food: string }[]) => items.map(({ food }) => food)
    const items = ['甲', '乙', '丙'].map(food => ({ food, shelf: food, from: '2026-01-01' }))
    const { data } = (await admin.call('POST', 'city/v1/batch/save', { name: '七', items })).body
    const [one, two, three] = data.items
    const update = async (lines: readonly object[]) =>
      (await admin.call('PUT', 'city/v1/batch/update', { id: data.id, items: lines })).body
    const swapped = await update([
      { ...one, food: '乙' },
      { ...two, food: '丙' },
      { ...three, food: '甲', shelf: '丁' },
    ])
    expect(foods(swapped.data.items)).toEqual(['乙', '丙', '甲'])
    expect(foods((await update([{ id: one.id, food: '甲' }])).data.items)).toEqual(['甲'])
  })

  it('semantics 38: are compared in that form by an import, with stored records and rows above', async () => {
    expect((await check({ mark: 'Ｋ1' })).status).toBe(200)
    const imports = await importCallsOn(server, 'check')
    const { id } = await imports.checked(
      '姓名,记号,编码,日期\n,K1,,\n,k2,X-7,\n,,x-7,\n,ｋ2,,\n宋,,,2026-05-01\n宋\u200c,,,2026-05-01\n',
    )
    expect(((await imports.problemsOf(id)) as unknown[][]).map(one => one.slice(0, 2))).toEqual([
      [2, '记号'],
      [4, '编码'],
      [5, '记号'],
      [7, '姓名'],
    ])
    const match = { by: 'mark', mode: 'update' }
    const changing = await imports.checked('姓名,记号\n甲,K1\n', match)
    expect([await imports.problemsOf(changing.id), changing.counts]).toMatchObject([[], { updates: 1 }])
  })

  it('are checked by an import, against stored records and the rows above', async () => {
    const file = ['姓名,日期,台号,作废', '王,2026-03-02,,', '赵,2026-05-01,3,', '赵,2026-05-01,4,', '钱,2026-05-01,3,']
    const { id } = await checks.checked([...file, '孙,2026-05-01,3,是', '周,2026-04-01,7,'].join('\n'))
    expect(await checks.problemsOf(id)).toEqual([
      [2, '姓名', taken.zh],
      [4, '姓名', '姓名、日期与第 3 行都相同'],
      [5, '日期', '台号、日期与第 3 行都相同'],
      [7, '日期', inUse.zh],
    ])
    const [last] = (await checks.step(id, 'write', { goodRows: true })).slice(-1)
    expect(last.import.counts).toMatchObject({ written: 2, wrong: 4 })
  })
})
