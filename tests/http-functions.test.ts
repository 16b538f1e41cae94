import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

interface Called {
  readonly name: string
  readonly condition: string
  /** A record for which the condition is true, and one for which it is false. */
  readonly accepted: object
  readonly refused: object
  /** The condition with a wrong argument. */
  readonly wrong: string
  /** Whether it can be used to filter rows. */
  readonly filters: boolean
  /** The code of the problem of the wrong argument. */
  readonly code: string
}

const called = (name: string, condition: string, accepted: object, refused: object, wrong: string): Called => {
  return { name, condition, accepted, refused, wrong, filters: true, code: 'rule.arguments' }
}
const operator = (...all: Parameters<typeof called>): Called => ({ ...called(...all), code: 'rule.types' })
/** Of lines and titles, which the database does not compute. */
const inMemory = (...all: Parameters<typeof called>): Called => ({ ...called(...all), filters: false })
const lines = (...some: readonly (readonly [product: string, quantity: number])[]) => ({
  lines: some.map(([product, quantity]) => ({ product, quantity })),
})
const day = '2026-01-31'

const functions: readonly Called[] = [
  called('today', 'day >= today()', { day: '2999-01-01' }, { day }, 'day >= today(1)'),
  called('now', 'at >= now()', { at: '2999-01-01 00:00:00' }, { at: '2026-01-31 00:00:00' }, 'at >= now(1)'),
  called('date', "day == date('2026-01-31')", { day }, { day: '2026-02-01' }, 'day == date(amount)'),
  called(
    'timestamp',
    "at == timestamp('2026-03-15T08:00:00')",
    { at: '2026-03-15 08:00:00' },
    { at: '2026-03-15 00:00:00' },
    'at == timestamp(amount)',
  ),
  called(
    'day',
    "day(at) == date('2026-01-31')",
    { at: '2026-01-31 00:30:00' },
    { at: '2026-02-01 00:30:00' },
    "day(text) == date('2026-01-31')",
  ),
  called(
    'days',
    "day == date('2026-01-31') + days(3)",
    { day: '2026-02-03' },
    { day },
    "day == date('2026-01-31') + days(text)",
  ),
  called(
    'months',
    "day == date('2026-01-31') + months(1)",
    { day: '2026-02-28' },
    { day: '2026-03-03' },
    "day == date('2026-01-31') + months(text)",
  ),
  called(
    'hours',
    "at == timestamp('2026-01-31T20:00:00') + hours(8)",
    { at: '2026-02-01 04:00:00' },
    { at: '2026-02-01 04:00:01' },
    "at == timestamp('2026-01-31T20:00:00') + hours(text)",
  ),
  called(
    'minutes',
    "at == timestamp('2026-01-31T20:00:00') + minutes(90)",
    { at: '2026-01-31 21:30:00' },
    { at: '2026-01-31 21:30:01' },
    "at == timestamp('2026-01-31T20:00:00') + minutes(text)",
  ),
  called(
    'daysBetween',
    "daysBetween(date('2026-01-31'), day) == 10",
    { day: '2026-02-10' },
    { day },
    'daysBetween(text, day) == 10',
  ),
  called('year', 'year(day) == 2026', { day }, { day: '2025-12-31' }, 'year(text) == 2026'),
  called('month', 'month(day) == 1', { day }, { day: '2026-02-01' }, 'month(text) == 1'),
  called('weekday', 'weekday(day) == 6', { day }, { day: '2026-02-01' }, 'weekday(text) == 6'),
  called('decimal', "rate == decimal('1.50')", { rate: 1.5 }, { rate: 1.51 }, 'rate == decimal(day)'),
  called('size', 'size(text) == 2', { text: '图书' }, { text: '图书馆' }, 'size(amount) == 2'),
  called('startsWith', "text.startsWith('图')", { text: '图书' }, { text: '地图' }, 'text.startsWith(1)'),
  called('endsWith', "text.endsWith('图')", { text: '地图' }, { text: '图书' }, 'text.endsWith(1)'),
  called('contains', "text.contains('%')", { text: '5%' }, { text: '50' }, 'text.contains(1)'),
  inMemory('label', "label(colour) == '红'", { colour: '1' }, { colour: '2' }, "label(text) == '红'"),
  inMemory(
    'sum',
    'lines.sum(l, l.quantity) == 5',
    lines(['米', 2], ['面', 3]),
    lines(['米', 2]),
    'lines.sum(l, l.product) == 5',
  ),
  inMemory(
    'exists',
    'lines.exists(l, l.quantity > 2)',
    lines(['米', 2], ['面', 3]),
    lines(['米', 2]),
    'lines.exists(l, l.quantity)',
  ),
  inMemory(
    'all',
    'lines.all(l, l.quantity > 2)',
    lines(['米', 4], ['面', 3]),
    lines(['米', 2], ['面', 3]),
    'lines.all(l, l.quantity)',
  ),
  inMemory(
    'max',
    'lines.max(l, l.quantity) == 3',
    lines(['米', 2], ['面', 3]),
    lines(['米', 4], ['面', 3]),
    'lines.max(l, l.product == null) == 3',
  ),
  inMemory(
    'min',
    'lines.min(l, l.quantity) == 3',
    lines(['米', 4], ['面', 3]),
    lines(['米', 2], ['面', 3]),
    'lines.min(l, l.product == null) == 3',
  ),
  inMemory(
    'join',
    "lines.join(l, l.product, '、') == '米、面'",
    lines(['米', 1], ['面', 1]),
    lines(['面', 1], ['米', 1]),
    "lines.join(l, l.quantity, '、') == '米、面'",
  ),
]

const operators: readonly Called[] = [
  operator('coalesce', '(amount ?? 5) == 5', {}, { amount: 4 }, "(amount ?? '5') == 5"),
  operator(
    'and',
    'amount == 1 && rate == 1.5',
    { amount: 1, rate: 1.5 },
    { amount: 1, rate: 2 },
    "amount == 1 && rate == '1'",
  ),
  operator(
    'or',
    'amount == 1 || rate == 1.5',
    { amount: 2, rate: 1.5 },
    { amount: 2, rate: 2 },
    "amount == 1 || rate == '1'",
  ),
  operator(
    'choose',
    "(amount > 1 ? text : '无') == '有'",
    { amount: 2, text: '有' },
    { amount: 1, text: '有' },
    "(amount > 1 ? text : 2) == '有'",
  ),
  operator('isNull', 'text == null', {}, { text: '有' }, 'text == amount'),
  operator('isMember', 'amount in [1, 2]', { amount: 2 }, { amount: 3 }, 'text in [1, 2]'),
  operator('listed', "text in ['甲', '乙']", { text: '乙' }, { text: '丙' }, "text in ['甲', 2]"),
  operator('equal', 'amount == 1', { amount: 1 }, { amount: 2 }, 'amount == text'),
  operator('unequal', 'amount != 1', { amount: 2 }, { amount: 1 }, 'amount != text'),
  operator('less', 'amount < 2', { amount: 1 }, { amount: 2 }, 'amount < text'),
  operator('lessOrEqual', 'amount <= 2', { amount: 2 }, { amount: 3 }, 'amount <= text'),
  operator('greater', 'amount > 2', { amount: 3 }, { amount: 2 }, 'amount > text'),
  operator('greaterOrEqual', 'amount >= 2', { amount: 2 }, { amount: 1 }, 'amount >= text'),
  operator('not', '!(amount > 2)', { amount: 2 }, { amount: 3 }, '!amount'),
  operator('plus', 'amount + 1 == 3', { amount: 2 }, { amount: 3 }, 'amount + text == 3'),
  operator('minus', 'amount - 1 == -3', { amount: -2 }, { amount: 4 }, 'amount - text == 3'),
  operator('times', 'amount * 2 == 6', { amount: 3 }, { amount: 2 }, 'amount * text == 6'),
  operator('divided', 'amount / 2 == 3', { amount: 7 }, { amount: 8 }, 'amount / text == 3'),
  operator('remainder', 'amount % 4 == 3', { amount: 7 }, { amount: 8 }, 'amount % text == 3'),
]
const all = [...functions, ...operators]

const file = 'resources/city/sample.yaml'
const textOf = (conditions: readonly Called[]) => `title: { zh: 样品, en: Sample }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  text: { type: text, title: { zh: 文字, en: Text } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
  rate: { type: decimal, title: { zh: 比率, en: Rate } }
  day: { type: date, title: { zh: 日期, en: Day } }
  at: { type: datetime, title: { zh: 时间, en: At } }
  colour: { type: dictionary, of: paint, title: { zh: 颜色, en: Colour } }
  lines: { type: children, of: sampleLine, title: { zh: 明细, en: Lines } }
rules:
${conditions.map(ruleOf).join('\n')}
${queriesOf(conditions.filter(one => one.filters))}`
function queriesOf(conditions: readonly Called[]): string {
  const queries = conditions.map(
    ({ name, condition }) =>
      `  by${name}: { where: "${condition}", small: true, returns: list, title: { zh: ${name}, en: ${name} } }`,
  )
  return queries.length > 0 ? ['queries:', ...queries].join('\n') : ''
}

/** A rule of the records that have the name of the function. */
const ruleOf = ({ name, condition, refused }: Called) =>
  `  - { rule: "name != '${name}' || ${condition}", message: { zh: ${name} 不成立, en: ${name} is false }, valid: { name: x }, invalid: ${JSON.stringify({ name, ...refused })} }`

const appWith = (conditions: readonly Called[]): Readonly<Record<string, string>> => ({
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/paint.yaml': `title: { zh: 颜色, en: Colour }
entries:
  red: { key: "1", title: { zh: 红, en: Red } }
  blue: { key: "2", title: { zh: 蓝, en: Blue } }
`,
  [file]: textOf(conditions),
  'resources/city/sampleLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: sampleId
fields:
  sampleId: { type: reference, of: sample, required: true, title: { zh: 样品, en: Sample } }
  product: { type: text, title: { zh: 品名, en: Product } }
  quantity: { type: integer, title: { zh: 数量, en: Quantity } }
`,
})

describe.each(databasesWalked('postgres'))('a function or an operator in an expression, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    server = await startServer(kind, appWith(all))
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  const save = (record: object, language = 'zh') =>
    server.call('POST', '/api/city/v1/sample/save', {
      token: calls.token,
      headers: { 'accept-language': language },
      body: record,
    })

  it.each(all)('$name: accepts a record, refuses another, and selects the rows of its query', async one => {
    const { name, accepted, refused, filters } = one
    const saved = await save({ name, ...accepted })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    for (const [language, text] of [
      ['zh', `${name} 不成立`],
      ['en', `${name} is false`],
    ] as const) {
      const { status, body } = await save({ name, ...refused }, language)
      expect([status, ...Object.values(body.errors ?? {})]).toEqual([400, text])
    }
    const other = await calls.save('sample', refused)
    if (!filters) return
    const found = (await calls.data('GET', `city/v1/sample/by${name}`)) as { readonly id: string }[]
    const ids = found.map(({ id }) => id)
    expect([ids.includes(saved.body.data.id), ids.includes(other)]).toEqual([true, false])
  })
})

const problemsOf = (conditions: readonly Called[]) =>
  compile(Object.entries(appWith(conditions)).map(([name, text]) => ({ file: name, text, origin: 'app' as const })))
    .problems

it('none has a problem with these arguments', () => {
  expect(problemsOf(all)).toEqual([])
})

it.each(all)('$name: a wrong argument is a problem in its line', one => {
  const problems = problemsOf([{ ...one, condition: one.wrong }])
  const line =
    textOf([one])
      .split('\n')
      .findIndex(text => text.startsWith('  - { rule')) + 1
  expect(problems.map(({ code, at }) => [code, at.file, at.line])).toContainEqual([one.code, file, line])
  for (const { message } of problems) expect([message.zh, message.en]).not.toContain('')
})
