import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const thing = 'resources/city/thing.yaml'
const part = 'resources/city/part.yaml'
const level = 'dictionaries/level.yaml'
const stage = 'dictionaries/stage.yaml'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'menus.yaml': 'city: { title: { zh: 台账, en: Records }, icon: folder, order: 10 }\n',
  'pages.yaml': `board: { path: /board, title: { zh: 看板, en: Board }, screen: Board, tab: none, frame: bare }
map: { path: /map, title: { zh: 地图, en: Map }, link: "https://maps.example.cn/" }
`,
  [level]: `title: { zh: 级别, en: Level }
entries:
  low: { key: "1", title: { zh: 低, en: Low }, aliases: [低级], colour: green }
  high: { key: "2", title: { zh: 高, en: High }, colour: red }
  old: { key: "3", title: { zh: 旧, en: Old }, sealed: true }
`,
  [stage]: `title: { zh: 阶段, en: Stage }
entries:
  draft: { key: "1", title: { zh: 草稿, en: Draft } }
  sent: { key: "2", title: { zh: 已发, en: Sent } }
  done: { key: "3", title: { zh: 完成, en: Done } }
`,
  [thing]: `title: { zh: 物品, en: Thing }
titles: { zh: 物品, en: Stuff }
help: { zh: 登记的物品, en: Things that are registered }
menu: { under: city, order: 10 }
display: name
sort: -amount
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name }, help: { zh: 按标签填写, en: As on the label } }
  code: { type: text, spaces: strip, max: 3, title: { zh: 编号, en: Code } }
  note: { type: longtext, spaces: strip, max: 3, title: { zh: 备注, en: Note } }
  amount: { type: integer, unit: { zh: 件, en: pcs }, keep: true, title: { zh: 数量, en: Amount } }
  weight: { type: decimal, scale: 1, unit: kg, title: { zh: 重量, en: Weight } }
  fee: { type: money, unit: { zh: 元, en: yuan }, title: { zh: 费用, en: Fee } }
  price: { type: money, currency: USD, title: { zh: 价格, en: Price } }
  total: { type: integer, compute: amount * 2, title: { zh: 合计, en: Total } }
  level: { type: dictionary, of: level, title: { zh: 级别, en: Level } }
  nearId: { type: reference, of: thing, title: { zh: 相邻, en: Neighbour } }
  nearIds: { type: reference, of: thing, many: true, title: { zh: 相关, en: Others } }
  key: { type: password, strength: account, title: { zh: 口令, en: Password } }
  stage: { type: dictionary, of: stage, title: { zh: 阶段, en: Stage } }
  until: { type: date, expires: 30, title: { zh: 有效期至, en: Valid until } }
  photo: { type: image, keepLocation: true, many: true, count: 2, maxSize: 1, title: { zh: 照片, en: Photos } }
  paper: { type: file, many: true, count: 2, accept: [pdf], maxSize: 1, title: { zh: 附件, en: Files } }
  parts: { type: children, of: part, columns: [name], title: { zh: 部件, en: Parts } }
rules:
  - { rule: "amount >= 0", message: { zh: 数量为负, en: The amount is negative }, valid: { amount: 1 }, invalid: { amount: -1 } }
list: { columns: [name, amount], search: [name] }
form:
  - { title: { zh: 基本, en: Basics }, help: { zh: 先填这些, en: Enter these first }, fields: [name, amount] }
lifecycle:
  field: stage
  initial: draft
  final: [done]
  path: [draft, sent, done]
  transitions:
    send: { from: draft, to: sent, primary: false, title: { zh: 发出, en: Send } }
    finish: { from: sent, to: done, title: { zh: 办结, en: Finish } }
actions:
  weigh: { edit: [weight], primary: true, title: { zh: 称重, en: Weigh } }
`,
  [part]: `title: { zh: 部件, en: Part }
menu: false
partOf: thingId
display: name
state: level
fields:
  thingId: { type: reference, of: thing, required: true, title: { zh: 物品, en: Thing } }
  name: { type: text, title: { zh: 名称, en: Name } }
  level: { type: dictionary, of: level, title: { zh: 级别, en: Level } }
`,
}

const compiled = (files: Readonly<Record<string, string>>) =>
  compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const })))

/** What a client receives because of a word, and the problem of a wrong value in its place. */
interface Described {
  readonly word: string
  /** The part that is received: of the resource, of a field, of a dictionary, or a page. */
  readonly from: string
  readonly received: object
  readonly file: string
  readonly wrong: readonly [text: string, replacement: string]
  readonly code: string
}

const described: readonly Described[] = [
  wrong(
    'resource.title',
    'thing',
    { title: { zh: '物品', en: 'Thing' } },
    thing,
    ['title: { zh: 物品, en: Thing }', 'title: { zh: 物品 }'],
    'text.language-missing',
  ),
  wrong(
    'resource.titles',
    'thing',
    { titles: { zh: '物品', en: 'Stuff' } },
    thing,
    ['titles: { zh: 物品, en: Stuff }', 'titles: [物品]'],
    'value.type',
  ),
  wrong(
    'resource.help',
    'thing',
    { help: { zh: '登记的物品', en: 'Things that are registered' } },
    thing,
    ['{ zh: 登记的物品, en: Things that are registered }', '{ zh: 登记的物品 }'],
    'text.language-missing',
  ),
  wrong(
    'resource.display',
    'thing',
    { display: 'name' },
    thing,
    ['display: name', 'display: amounts'],
    'field.unknown',
  ),
  wrong(
    'resource.sort',
    'thing',
    { sort: { field: 'amount', descending: true } },
    thing,
    ['sort: -amount', 'sort: -amounts'],
    'field.unknown',
  ),
  wrong(
    'resource.fields',
    'part',
    { fields: [{ name: 'thingId' }, { name: 'name' }, { name: 'level' }] },
    part,
    ['name: { type: text,', 'name: { type: txt,'],
    'field.type-unknown',
  ),
  wrong('resource.state', 'part', { state: 'level' }, part, ['state: level', 'state: name'], 'state.unfit'),
  wrong(
    'resource.list and list.columns',
    'thing',
    { list: { columns: ['name', 'amount'], search: ['name'] } },
    thing,
    ['columns: [name, amount]', 'columns: [name, size]'],
    'field.unknown',
  ),
  wrong(
    'list.search',
    'thing',
    { list: { columns: ['name', 'amount'], search: ['name'] } },
    thing,
    ['search: [name]', 'search: [size]'],
    'field.unknown',
  ),
  wrong(
    'resource.form and form.title',
    'thing',
    { form: [{ title: { zh: '基本', en: 'Basics' } }] },
    thing,
    ['{ title: { zh: 基本, en: Basics }', '{ title: 1'],
    'value.type',
  ),
  wrong(
    'form.help',
    'thing',
    { form: [{ help: { zh: '先填这些', en: 'Enter these first' } }] },
    thing,
    ['help: { zh: 先填这些, en: Enter these first }', 'help: [1]'],
    'value.type',
  ),
  wrong(
    'form.fields',
    'thing',
    { form: [{ fields: ['name', 'amount'] }] },
    thing,
    ['fields: [name, amount] }', 'fields: [name, sum] }'],
    'field.unknown',
  ),
  wrong(
    'lifecycle.final',
    'thing',
    { lifecycle: { final: ['done'] } },
    thing,
    ['final: [done]', 'final: [gone]'],
    'state.unknown',
  ),
  wrong(
    'lifecycle.path',
    'thing',
    { lifecycle: { path: ['draft', 'sent', 'done'] } },
    thing,
    ['path: [draft, sent, done]', 'path: [sent, done]'],
    'path.start',
  ),
  wrong(
    'transition.title',
    'thing',
    { lifecycle: { transitions: [{ title: { zh: '发出', en: 'Send' } }, {}] } },
    thing,
    ['title: { zh: 发出, en: Send }', 'title: { zh: 发出 }'],
    'text.language-missing',
  ),
  wrong(
    'transition.primary',
    'thing',
    { lifecycle: { transitions: [{ name: 'send', primary: false }, {}] } },
    thing,
    ['primary: false', 'primary: [nowhere]'],
    'role.unknown',
  ),
  wrong(
    'action.title',
    'thing',
    { actions: [{ title: { zh: '称重', en: 'Weigh' } }] },
    thing,
    ['title: { zh: 称重, en: Weigh }', 'title: { en: Weigh }'],
    'text.language-missing',
  ),
  wrong(
    'action.primary',
    'thing',
    { actions: [{ name: 'weigh', primary: true }] },
    thing,
    ['primary: true', 'primary: 3'],
    'value.type',
  ),
  wrong(
    'field.title',
    'thing.name',
    { title: { zh: '名称', en: 'Name' } },
    thing,
    ['title: { zh: 名称, en: Name }', 'title: 7'],
    'value.type',
  ),
  wrong(
    'field.help',
    'thing.name',
    { help: { zh: '按标签填写', en: 'As on the label' } },
    thing,
    ['help: { zh: 按标签填写, en: As on the label }', 'help: { zh: 按标签填写 }'],
    'text.language-missing',
  ),
  wrong(
    'field.keep',
    'thing.amount',
    { keep: true },
    thing,
    ['compute: amount * 2', 'compute: amount * 2, keep: true'],
    'keep.unfit',
  ),
  wrong(
    'text.spaces',
    'thing.code',
    { options: { spaces: 'strip' } },
    thing,
    ['{ type: text, spaces: strip', '{ type: text, spaces: none'],
    'value.choice',
  ),
  wrong(
    'longtext.spaces',
    'thing.note',
    { options: { spaces: 'strip' } },
    thing,
    ['longtext, spaces: strip', 'longtext, spaces: none'],
    'value.choice',
  ),
  wrong(
    'integer.unit',
    'thing.amount',
    { options: { unit: { zh: '件', en: 'pcs' } } },
    thing,
    ['unit: { zh: 件, en: pcs }', 'unit: { zh: 件 }'],
    'key.missing',
  ),
  wrong('decimal.unit', 'thing.weight', { options: { unit: 'kg' } }, thing, ['unit: kg', 'unit: [kg]'], 'value.type'),
  wrong(
    'money.unit',
    'thing.fee',
    { options: { unit: { zh: '元', en: 'yuan' } } },
    thing,
    ['unit: { zh: 元, en: yuan }', 'unit: { zh: 元 }'],
    'key.missing',
  ),
  wrong(
    'money.currency',
    'thing.price',
    { options: { currency: 'USD' } },
    thing,
    ['currency: USD', 'currency: XXZ'],
    'option.unfit',
  ),
  wrong(
    'reference.of',
    'thing.nearId',
    { options: { of: 'thing', many: false } },
    thing,
    ['reference, of: thing, title', 'reference, of: nothing, title'],
    'resource.unknown',
  ),
  wrong(
    'reference.many',
    'thing.nearIds',
    { options: { of: 'thing', many: true } },
    thing,
    ['of: thing, many: true', 'of: thing, many: 2'],
    'value.type',
  ),
  wrong(
    'children.of',
    'thing.parts',
    { options: { of: 'part' } },
    thing,
    ['of: part,', 'of: thing,'],
    'children.unfit',
  ),
  wrong(
    'children.columns',
    'thing.parts',
    { options: { columns: ['name'] } },
    thing,
    ['columns: [name], title', 'columns: [size], title'],
    'field.unknown',
  ),
  wrong(
    'password.strength',
    'thing.key',
    { options: { strength: 'account' } },
    thing,
    ['strength: account', 'strength: none'],
    'value.choice',
  ),
  wrong(
    'date.expires',
    'thing.until',
    { options: { expires: 30 } },
    thing,
    ['expires: 30', 'expires: soon'],
    'value.type',
  ),
  wrong(
    'image.keepLocation',
    'thing.photo',
    { options: { keepLocation: true } },
    thing,
    ['keepLocation: true', 'keepLocation: 1'],
    'value.type',
  ),
  wrong(
    'image.many and image.count',
    'thing.photo',
    { options: { many: true, count: 2 } },
    thing,
    ['keepLocation: true, many: true, count: 2', 'keepLocation: true, many: 2, count: 2'],
    'value.type',
  ),
  wrong(
    'file.many and file.count',
    'thing.paper',
    { options: { many: true, count: 2 } },
    thing,
    ['file, many: true', 'file, many: 2'],
    'value.type',
  ),
  wrong(
    'file.accept',
    'thing.paper',
    { options: { accept: ['pdf'] } },
    thing,
    ['accept: [pdf]', 'accept: [1]'],
    'value.type',
  ),
  wrong(
    'dictionary.title',
    'level',
    { title: { zh: '级别', en: 'Level' } },
    level,
    ['title: { zh: 级别, en: Level }', 'title: { zh: 级别 }'],
    'text.language-missing',
  ),
  wrong(
    'dictionary.entries and entries.key',
    'level',
    { entries: [{ key: '1' }, { key: '2' }, { key: '3' }] },
    level,
    ['key: "2"', 'key: "1"'],
    'dictionary.key-twice',
  ),
  wrong(
    'dictionary.entries.title',
    'level',
    { entries: [{ title: { zh: '低', en: 'Low' } }, {}, {}] },
    level,
    ['title: { zh: 低, en: Low }', 'title: { zh: 低 }'],
    'text.language-missing',
  ),
  wrong(
    'dictionary.entries.aliases',
    'level',
    { entries: [{ aliases: ['低级'] }, {}, {}] },
    level,
    ['aliases: [低级]', 'aliases: [高]'],
    'dictionary.alias-taken',
  ),
  wrong(
    'dictionary.entries.colour',
    'level',
    { entries: [{ colour: 'green' }, { colour: 'red' }, {}] },
    level,
    ['colour: green', 'colour: mauve'],
    'value.choice',
  ),
  wrong(
    'dictionary.entries.sealed',
    'level',
    { entries: [{ sealed: false }, {}, { sealed: true }] },
    level,
    ['sealed: true', 'sealed: 1'],
    'value.type',
  ),
  wrong('pages tab', 'board', { tab: 'none' }, 'pages.yaml', ['tab: none', 'tab: some'], 'value.choice'),
  wrong('pages frame', 'board', { frame: 'bare' }, 'pages.yaml', ['frame: bare', 'frame: open'], 'value.choice'),
  wrong(
    'pages screen',
    'board',
    { screen: 'Board' },
    'pages.yaml',
    ['screen: Board, tab', 'tab'],
    'page.screen-or-link',
  ),
  wrong(
    'pages link',
    'map',
    { link: 'https://maps.example.cn/' },
    'pages.yaml',
    ['https://maps', 'javascript:maps'],
    'page.link-unsafe',
  ),
]

function wrong(
  word: string,
  from: string,
  received: object,
  file: string,
  replaced: readonly [string, string],
  code: string,
): Described {
  return { word, from, received, file, wrong: replaced, code }
}

interface Saved {
  readonly words: string
  readonly accepted: object
  readonly stored: object
  readonly refused: object
  readonly errors: Readonly<Record<string, readonly [zh: string, en: string]>>
}

/** Links of three files, one more than the fields accept. */
const links = (format: string) => ['a', 'b', 'c'].map(one => `/image-api/000000/${one.repeat(22)}/a.${format}`)

const saved: readonly Saved[] = [
  {
    words: 'text.spaces',
    accepted: { code: ' a b c ' },
    stored: { code: 'abc' },
    refused: { code: 'a b c d' },
    errors: { code: ['编号长度不能超过 3', 'Code length cannot exceed 3'] },
  },
  {
    words: 'longtext.spaces',
    accepted: { note: ' a b c ' },
    stored: { note: 'abc' },
    refused: { note: 'a b c d' },
    errors: { note: ['备注长度不能超过 3', 'Note length cannot exceed 3'] },
  },
  {
    words: 'field.required',
    accepted: { name: '甲' },
    stored: { name: '甲' },
    refused: { name: ' ' },
    errors: { name: ['请输入名称', 'Please enter name'] },
  },
  {
    words: 'field.compute',
    accepted: { amount: 2, total: 4 },
    stored: { amount: 2, total: 4 },
    refused: { amount: 2, total: 5 },
    errors: { total: ['合计由系统计算，不能填写', 'Total is computed and cannot be entered'] },
  },
  {
    words: 'resource.rules, rule.rule and rule.message',
    accepted: { amount: 0 },
    stored: { amount: 0 },
    refused: { amount: -1 },
    errors: { amount: ['数量为负', 'The amount is negative'] },
  },
  {
    words: 'reference.of',
    accepted: { nearId: 'first' },
    stored: { nearId: 'first' },
    refused: { nearId: '99' },
    errors: { nearId: ['请选择正确的相邻', 'Please select a correct neighbour'] },
  },
  {
    words: 'reference.many',
    accepted: { nearIds: ['first'] },
    stored: { nearIds: ['first'] },
    refused: { nearIds: ['first', '99'] },
    errors: { nearIds: ['请选择正确的相关', 'Please select a correct others'] },
  },
  {
    words: 'password.strength',
    accepted: { key: 'Person-26' },
    stored: {},
    refused: { key: 'a' },
    errors: { key: ['密码长度必须是8-16位', 'Password length must be 8-16 characters'] },
  },
  {
    words: 'dictionary entries.sealed',
    accepted: { level: '1' },
    stored: { level: '1' },
    refused: { level: '3' },
    errors: { level: ['级别“旧”已停用，不能选择', 'Level "Old" is disabled and cannot be selected'] },
  },
  {
    words: 'lifecycle.initial',
    accepted: { stage: '1' },
    stored: { stage: '1' },
    refused: { stage: '2' },
    errors: { stage: ['阶段只能通过操作改变', 'Stage can only be changed by transitions'] },
  },
  {
    words: 'file.accept',
    accepted: {},
    stored: { paper: null },
    refused: { paper: ['/image-api/000000/aaaaaaaaaaaaaaaaaaaaaa/a.png'] },
    errors: { paper: ['仅支持 PDF 格式', 'Only PDF formats are supported'] },
  },
  {
    words: 'file.many and file.count',
    accepted: {},
    stored: { paper: null },
    refused: { paper: links('pdf') },
    errors: { paper: ['附件不能超过 2 条', 'Files cannot have more than 2'] },
  },
  {
    words: 'image.many and image.count',
    accepted: {},
    stored: { photo: null },
    refused: { photo: links('png') },
    errors: { photo: ['照片不能超过 2 条', 'Photos cannot have more than 2'] },
  },
  {
    words: 'children.of',
    accepted: { parts: [{ name: '甲', level: '1' }] },
    stored: { parts: [{ name: '甲', level: '1' }] },
    refused: { parts: [{ name: '甲', level: '9' }] },
    errors: { 'parts.0.level': ['请选择正确的级别', 'Please select a correct level'] },
  },
  {
    words: 'dictionary entries and dictionary entries.key',
    accepted: { level: '2' },
    stored: { level: '2' },
    refused: { level: 'high' },
    errors: { level: ['请选择正确的级别', 'Please select a correct level'] },
  },
]

describe.each(databasesWalked('postgres'))('a word of a descriptor, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  /** What a client receives: the resources, their fields, the dictionaries and the pages, by name. */
  let received: ReadonlyMap<string, object>
  let first: string

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    const { resources, dictionaries } = (await calls.data('GET', 'engine/resource/thing')).model
    const { pages } = await calls.data('GET', 'engine/index')
    received = new Map<string, object>([
      ...Object.entries<object>(resources),
      ...Object.entries<object>(dictionaries),
      ...resources.thing.fields.map((field: { name: string }) => [`thing.${field.name}`, field]),
      ...pages.map((page: { key: string }) => [page.key, page]),
    ])
    first = await calls.save('thing', { name: '首' })
  })
  afterAll(() => server.close())

  it.each(described)('$word: is received by a client', ({ from, received: expected }) => {
    expect(received.get(from)).toMatchObject(expected)
  })

  it.each(saved.map((one, at) => ({ ...one, at })))(
    '$words: accepts a value of a record, and refuses another',
    async one => {
      const resolved = (record: object) =>
        JSON.parse(JSON.stringify(record).replaceAll('"first"', JSON.stringify(first)))
      const save = (record: object, language: string) =>
        server.call('POST', '/api/city/v1/thing/save', {
          token: calls.token,
          headers: { 'accept-language': language },
          body: { name: `名${one.at}`, ...resolved(record) },
        })
      const { id } = dataOf(await save(one.accepted, 'zh'))
      expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject(resolved(one.stored))
      const total = await calls.data('GET', 'city/v1/thing/exactTotal')
      const texts = Object.entries(one.errors)
      for (const [at, language] of ['zh', 'en'].entries()) {
        expect(await save({ name: '另', ...one.refused }, language)).toMatchObject({
          status: 400,
          body: { errors: Object.fromEntries(texts.map(([field, text]) => [field, text[at]])) },
        })
      }
      expect(await calls.data('GET', 'city/v1/thing/exactTotal')).toBe(total)
    },
  )

  it('resource.fields: stores, filters and returns the values of declared fields, and refuses others', async () => {
    const given = { name: '全', code: 'ab', amount: 3 }
    const id = await calls.save('thing', given)
    expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject({ ...given, note: null })
    expect((await calls.data('GET', 'city/v1/thing/page?amount_equal=3&code_equal=ab')).records).toMatchObject([{ id }])
    for (const [language, msg] of [
      ['zh', '没有名为“volume”的字段或条件'],
      ['en', 'There is no field or condition "volume".'],
    ] as const) {
      const options = { token: calls.token, headers: { 'accept-language': language } }
      const answers = await Promise.all([
        server.call('PUT', '/api/city/v1/thing/update', { ...options, body: { id, amount: 4, volume: 1 } }),
        server.call('GET', '/api/city/v1/thing/page?volume_equal=1', options),
      ])
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 400, body: { msg: expect.stringContaining(msg) } })
    }
    expect(await calls.data('GET', `city/v1/thing/getById?id=${id}`)).toMatchObject({ amount: 3, version: 1 })
  })

  it('field.unique: refuses a value that another record has, with a message at the field', async () => {
    for (const [language, name] of [
      ['zh', '名称已存在'],
      ['en', 'Name already exists'],
    ] as const) {
      const headers = { 'accept-language': language }
      expect(
        await server.call('POST', '/api/city/v1/thing/save', { token: calls.token, headers, body: { name: '首' } }),
      ).toMatchObject({ status: 409, body: { errors: { name } } })
    }
  })
})

describe('a wrong value of a word', () => {
  it('is the only problem of descriptors that have none otherwise', () => {
    expect(compiled(app).problems).toEqual([])
  })

  it.each(described)('$word: is refused in its line', ({ file, wrong: [text, replacement], code }) => {
    const parts = String(app[file]).split(text)
    expect(parts).toHaveLength(2)
    const problems = compiled({ ...app, [file]: parts.join(replacement) }).problems
    const line = String(parts[0]).split('\n').length
    expect(problems.map(one => [one.code, one.at.file, one.at.line])).toContainEqual([code, file, line])
    for (const message of problems.flatMap(one => [one.message.zh, one.message.en])) expect(message).not.toBe('')
  })
})
