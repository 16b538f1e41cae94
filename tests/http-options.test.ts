import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

interface Twin {
  readonly word: string
  /** The field as in the descriptor, without its title. */
  readonly field: string
  readonly accepted: unknown
  readonly refused: unknown
  readonly zh: string
  readonly en: string
}

const twin = (word: string, field: string, accepted: unknown, refused: unknown, zh: string, en: string): Twin => ({
  word,
  field,
  accepted,
  refused,
  zh,
  en,
})
const incorrect = ['请输入正确的值', 'Please enter a correct value'] as const
const notAmong = ['请选择正确的值', 'Please select a correct value'] as const
const future = ['值不能晚于当前时间', 'Value cannot be in the future'] as const

const twins: readonly Twin[] = [
  ...(['text', 'longtext'] as const).flatMap(type => [
    twin(`${type}.min`, `type: ${type}, min: 2`, 'ab', 'a', '值长度不能小于 2', 'Value length cannot be less than 2'),
    twin(`${type}.max`, `type: ${type}, max: 3`, 'abc', 'abcd', '值长度不能超过 3', 'Value length cannot exceed 3'),
    twin(`${type}.only`, `type: ${type}, only: digits`, '12', '12a', ...incorrect),
    twin(`${type}.pattern`, `type: ${type}, pattern: "[A-Z]{2}"`, 'AB', 'A1', ...incorrect),
  ]),
  ...(['integer', 'decimal'] as const).flatMap(type => [
    twin(`${type}.min`, `type: ${type}, min: 1`, 1, 0, '值不能小于 1', 'Value cannot be less than 1'),
    twin(`${type}.max`, `type: ${type}, max: 10`, 10, 11, '值不能大于 10', 'Value cannot be greater than 10'),
  ]),
  twin('money.min', 'type: money, min: 1', 1, 0, '值不能少于 1 元', 'Value cannot be less than 1 CNY'),
  twin('money.max', 'type: money, max: 10', 10, 11, '值不能超过 10 元', 'Value cannot be greater than 10 CNY'),
  twin(
    'decimal.scale',
    'type: decimal, scale: 1',
    1.5,
    1.25,
    '值最多保留 1 位小数',
    'Value cannot have more than 1 decimal place',
  ),
  ...(
    [
      ['date', '2020-01-01', '2019-12-31', '2020-01-02', '2999-01-01'],
      ['datetime', '2020-01-01 00:00:00', '2019-12-31 23:59:59', '2020-01-02 00:00:00', '2999-01-01 00:00:00'],
    ] as const
  ).flatMap(([type, day, before, after, late]) => [
    twin(
      `${type}.min`,
      `type: ${type}, min: 2020-01-01`,
      day,
      before,
      '值不能早于 2020-01-01',
      'Value cannot be before 2020-01-01',
    ),
    twin(
      `${type}.max`,
      `type: ${type}, max: 2020-01-01`,
      day,
      after,
      '值不能晚于 2020-01-01',
      'Value cannot be after 2020-01-01',
    ),
    twin(`${type}.past`, `type: ${type}, past: true`, day, late, ...future),
  ]),
  twin('phone.landline', 'type: phone, landline: true', '010-12345678', '010-1234567', ...incorrect),
  twin('dictionary.of', 'type: dictionary, of: size', '1', '9', ...notAmong),
  twin(
    'dictionary.many',
    'type: dictionary, of: size, many: true',
    ['1', '2'],
    ['1', '1'],
    '值不能重复',
    'Value cannot contain duplicates',
  ),
  twin(
    'children.min',
    'type: children, of: firstLine, min: 1',
    [{ name: 'a' }],
    [],
    '值不能少于 1 条',
    'Value cannot have fewer than 1',
  ),
  twin(
    'children.max',
    'type: children, of: secondLine, max: 1',
    [{ name: 'a' }],
    [{ name: 'a' }, { name: 'b' }],
    '值不能超过 1 条',
    'Value cannot have more than 1',
  ),
]

const nameOf = (at: number) => `value${at}`
/** The lines without which no record is accepted. */
const least = { [nameOf(twins.findIndex(({ word }) => word === 'children.min'))]: [{ name: 'a' }] }
const lines = (name: string) => `title: { zh: 明细, en: Line }
menu: false
partOf: thingId
display: name
fields:
  thingId: { type: reference, of: thing, required: true, title: { zh: 物品, en: Thing } }
  name: { type: text, title: { zh: ${name}, en: Name } }
`
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/size.yaml': `title: { zh: 大小, en: Size }
entries:
  small: { key: "1", title: { zh: 小, en: Small } }
  large: { key: "2", title: { zh: 大, en: Large } }
`,
  'resources/city/firstLine.yaml': lines('名称'),
  'resources/city/secondLine.yaml': lines('名称'),
  'resources/city/thing.yaml': `title: { zh: 物品, en: Thing }
menu: false
display: id
fields:
${twins.map(({ field }, at) => `  ${nameOf(at)}: { ${field}, title: { zh: 值, en: Value } }\n`).join('')}`,
}

describe.each(databasesWalked('postgres'))('a value of a record that a client saves, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it.each(twins.map((one, at) => ({ ...one, name: nameOf(at) })))(
    '$word: accepts $accepted, and refuses $refused with a message at the field',
    async ({ name, accepted, refused, zh, en }) => {
      const save = (value: unknown, language: string) =>
        server.call('POST', '/api/city/v1/thing/save', {
          token: calls.token,
          headers: { 'accept-language': language },
          body: { ...least, [name]: value },
        })
      const { status, body } = await save(accepted, 'zh')
      expect(status).toBe(200)
      const stored = await calls.data('GET', `city/v1/thing/getById?id=${body.data.id}`)
      const isLines = Array.isArray(accepted) && typeof accepted[0] === 'object'
      expect(stored[name]).toEqual(isLines ? accepted.map(line => expect.objectContaining(line)) : accepted)
      expect(await save(refused, 'zh')).toMatchObject({ status: 400, body: { errors: { [name]: zh } } })
      expect(await save(refused, 'en')).toMatchObject({ status: 400, body: { errors: { [name]: en } } })
    },
  )
})
