import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const thing = 'resources/city/thing.yaml'
const part = 'resources/city/part.yaml'
const level = 'dictionaries/level.yaml'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  [level]: `title: { zh: 级别, en: Level }
entries:
  low: { key: "1", title: { zh: 低, en: Low } }
  high: { key: "2", title: { zh: 高, en: High } }
  old: { key: "3", title: { zh: 旧, en: Old }, sealed: true }
`,
  [thing]: `title: { zh: 物品, en: Thing }
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  code: { type: text, spaces: strip, max: 3, title: { zh: 编号, en: Code } }
  note: { type: longtext, title: { zh: 备注, en: Note } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
  total: { type: integer, compute: amount * 2, title: { zh: 合计, en: Total } }
  level: { type: dictionary, of: level, title: { zh: 级别, en: Level } }
  nearId: { type: reference, of: thing, title: { zh: 相邻, en: Neighbour } }
  nearIds: { type: reference, of: thing, many: true, title: { zh: 相关, en: Others } }
  key: { type: password, strength: account, title: { zh: 口令, en: Password } }
  photo: { type: image, many: true, count: 2, maxSize: 1, title: { zh: 照片, en: Photos } }
  paper: { type: file, accept: [pdf], maxSize: 1, title: { zh: 附件, en: Files } }
  parts: { type: children, of: part, columns: [name], title: { zh: 部件, en: Parts } }
rules:
  - { rule: "amount >= 0", message: { zh: 数量为负, en: The amount is negative }, valid: { amount: 1 }, invalid: { amount: -1 } }
`,
  [part]: `title: { zh: 部件, en: Part }
menu: false
partOf: thingId
display: name
fields:
  thingId: { type: reference, of: thing, required: true, title: { zh: 物品, en: Thing } }
  name: { type: text, title: { zh: 名称, en: Name } }
  level: { type: dictionary, of: level, title: { zh: 级别, en: Level } }
`,
}

interface Saved {
  readonly words: string
  readonly accepted: object
  readonly stored: object
  readonly refused: object
  readonly errors: readonly string[]
}

/** Links of three files, one more than the fields accept. */
const links = ['a', 'b', 'c'].map(one => `/image-api/000000/${one.repeat(22)}/a.png`)

const saved: readonly Saved[] = [
  {
    words: 'text.spaces',
    accepted: { code: ' a b c ' },
    stored: { code: 'abc' },
    refused: { code: 'a b c d' },
    errors: ['code'],
  },
  {
    words: 'field.required',
    accepted: { name: '甲' },
    stored: { name: '甲' },
    refused: { name: ' ' },
    errors: ['name'],
  },
  {
    words: 'field.compute',
    accepted: { amount: 2, total: 4 },
    stored: { amount: 2, total: 4 },
    refused: { amount: 2, total: 5 },
    errors: ['total'],
  },
  {
    words: 'resource.rules, rule.rule and rule.message',
    accepted: { amount: 0 },
    stored: { amount: 0 },
    refused: { amount: -1 },
    errors: ['amount'],
  },
  {
    words: 'reference.of',
    accepted: { nearId: 'first' },
    stored: { nearId: 'first' },
    refused: { nearId: '99' },
    errors: ['nearId'],
  },
  {
    words: 'reference.many',
    accepted: { nearIds: ['first'] },
    stored: { nearIds: ['first'] },
    refused: { nearIds: ['first', '99'] },
    errors: ['nearIds'],
  },
  {
    words: 'password.strength',
    accepted: { key: 'Person-26' },
    stored: {},
    refused: { key: 'a' },
    errors: ['key'],
  },
  {
    words: 'dictionary entries.sealed',
    accepted: { level: '1' },
    stored: { level: '1' },
    refused: { level: '3' },
    errors: ['level'],
  },
  {
    words: 'file.accept',
    accepted: {},
    stored: { paper: null },
    refused: { paper: ['/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/a.png'] },
    errors: ['paper'],
  },
  {
    words: 'image.many and image.count',
    accepted: {},
    stored: { photo: null },
    refused: { photo: links },
    errors: ['photo'],
  },
  {
    words: 'children.of',
    accepted: { parts: [{ name: '甲', level: '1' }] },
    stored: { parts: [{ name: '甲', level: '1' }] },
    refused: { parts: [{ name: '甲', level: '9' }] },
    errors: ['parts.0.level'],
  },
]

describe.each(databasesWalked('postgres'))('a word of a descriptor, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let first: string

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    first = await calls.save('thing', { name: '首' })
  })
  afterAll(() => server.close())

  it.each(saved.map((one, at) => ({ ...one, at })))(
    '$words: accepts a value of a record, and refuses another',
    async one => {
      const resolved = (record: object) =>
        JSON.parse(JSON.stringify(record).replaceAll('"first"', JSON.stringify(first)))
      const save = (record: object) =>
        calls.call('POST', 'city/v1/thing/save', { name: `名${one.at}`, ...resolved(record) })
      const { id } = dataOf(await save(one.accepted))
      expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject(resolved(one.stored))
      const total = await calls.data('GET', 'city/v1/thing/exactTotal')
      const { status, body } = await save({ name: '另', ...one.refused })
      expect([status, Object.keys(body.errors)]).toEqual([400, one.errors])
      expect(await calls.data('GET', 'city/v1/thing/exactTotal')).toBe(total)
    },
  )

  it('resource.fields: stores, filters and returns the values of declared fields, and refuses others', async () => {
    const given = { name: '全', code: 'ab', amount: 3 }
    const id = await calls.save('thing', given)
    expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject({ ...given, note: null })
    expect((await calls.data('GET', 'city/v1/thing/page?amount_equal=3&code_equal=ab')).records).toMatchObject([{ id }])
    expect((await calls.call('PUT', 'city/v1/thing/update', { id, amount: 4, volume: 1 })).status).toBe(400)
    expect((await calls.call('GET', 'city/v1/thing/page?volume_equal=1')).status).toBe(400)
    expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject({ amount: 3, version: 1 })
  })

  it('field.unique: refuses a value that another record has, with a message at the field', async () => {
    const { status, body } = await calls.call('POST', 'city/v1/thing/save', { name: '首' })
    expect([status, Object.keys(body.errors)]).toEqual([409, ['name']])
  })
})
