import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { modelOf } from '../../../tests/support/store.ts'
import { cellReader } from '../../fields/cell-reader.ts'
import { typeOf } from '../../fields/index.ts'
import { readText } from '../../fields/read-text.ts'
import type { Field } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import type { Database } from '../database/database.ts'
import { castOf } from './cast.ts'
import { columnTypeName } from './sql-text.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/a/visit.yaml': `title: { zh: 走访, en: Visit }
fields:
  isOpen: { type: boolean, title: { zh: 值, en: Value } }
  day: { type: date, title: { zh: 值, en: Value } }
  startTime: { type: time, title: { zh: 值, en: Value } }
  at: { type: datetime, title: { zh: 值, en: Value } }
  count: { type: integer, unit: { zh: 公斤, en: kg }, title: { zh: 值, en: Value } }
  rate: { type: decimal, scale: 3, unit: "%", title: { zh: 值, en: Value } }
  amount: { type: money, title: { zh: 值, en: Value } }
  dollars: { type: money, currency: USD, title: { zh: 值, en: Value } }
`,
})
const fields = model.resources['visit']?.fields.filter(({ column }) => column !== undefined) ?? []

/** The text of the value that an import stores; undefined where it reads none. */
function imported(text: string, field: Field): string | undefined {
  const cells = cellReader({}, instant => wallText(instant, 'Asia/Shanghai'))
  const read = readText(text, field, model, cells)
  const { maximum = Number.POSITIVE_INFINITY } = typeOf(field).value(field, model)
  if ('fault' in read || Number(read.value) > Number(maximum)) return undefined
  return String(typeOf(field).toColumn(read.value as never, field))
}

const days = [
  ...[
    '2026-03-05',
    '2026/3/5',
    '2026.3.5',
    '2026-3/5',
    '2026年3月5日',
    '2026年03月05日',
    '20260305',
    '２０２６－０３－０５',
  ],
  ...['2026-02-29', '2024-02-29', '2026-13-01', '2026-00-10', '2026-03-00', '0000-01-01', '2026-003-005', '26-3-5'],
  ...['25/12/2026', '12/25/2026', '25.12.2026', '25-12-2026', '25/12.2026', '3/4/2026', '3/3/2026', '03/3/2026'],
  ...['11/11/2026', '31/04/2026', '29/02/2025', '29/2/2024', '13/13/2026', '0/0/2026', '0/1/2026', '32/1/2026'],
]
const times = [
  ...[
    '9:05',
    '09:05',
    '09：05',
    '9:5',
    '09:05:30',
    '9:05:30.123',
    '9:05:30.1234567',
    '9:05:30.000',
    '7:15',
    '9时5分',
    '9时5分30秒',
    '9时',
    '9:05 PM',
  ],
  ...['24:00', '23:59:59', '9:60', '9:05:60', '00:00', '00:00:00', '9: 05', '009:05', '9:05Z', '9点5分'],
]
const zones = ['Z', 'z', '+08:00', '+08', '-0330', ' +14:00', '+24:00', '+08:75', '+8:00', '+08:0']
const moments = [
  ...days.slice(0, 7).flatMap(day => times.slice(0, 10).map((time, n) => `${day}${n % 2 ? 'T' : ' '}${time}`)),
  ...days.flatMap(day => [`${day} 00:00`, `${day}T00:00:00`, `${day}  00:00`, `${day}, 8:30`, `${day} 24:00`]),
  ...zones.flatMap(zone => [`2026-03-05T09:05:30${zone}`, `2026-03-05 9:05${zone}`, `2026-03-05T09:05:30.250${zone}`]),
  ...zones.map(zone => `2026-12-31T23:59:59.1234567${zone}`),
  ...['2026-3-5T09:05Z', '25/12/2026 09:05Z', '2026-02-30T09:05Z', '2026-03-05T24:00Z', '2026-03-05t09:05Z'],
  ...['2026-03-05T', '2026-03-05 ', '25/12/2026,', '2026-03-05T 9:05', '2026-03-05 9:05 :30', 'T9:05'],
]
const words = [
  ...[
    'true',
    'T',
    'TRUE ',
    'f',
    'on',
    'Off',
    '真',
    '假',
    '对',
    '错',
    '是',
    '否',
    '✔',
    '✘',
    '√',
    '×',
    '✓',
    '✗',
    'Ｙ',
    '１',
  ],
  ...['0', '2', 'ja', '是的', '\u3000是\ufeff', 'x'],
]
const amounts = [
  '5',
  '1,234',
  '1 234.50',
  '1\u00a0234',
  '1,23',
  '12,5',
  '1,2345',
  '.5',
  '5.',
  '5.0',
  '1.5',
  '1.555',
  '007',
  '-0',
]
const numbers = [
  ...amounts.flatMap(one => [
    one,
    `-${one}`,
    `+ ${one}`,
    `\u2212${one}`,
    `￥${one}`,
    `¥ ${one}`,
    `$${one}`,
    `US$ ${one}`,
  ]),
  ...amounts.flatMap(one => [
    `${one}元`,
    `${one} 公斤`,
    `${one}KG`,
    `${one}%`,
    `${one} 美元`,
    `${one} USD`,
    `CNY ${one}`,
  ]),
  ...[
    '１２．５',
    '１，２３４',
    '1\u200b2',
    '¥-5',
    '-¥5',
    '+-5',
    '--5',
    '- -5',
    '¥5元',
    '5公斤公斤',
    '公斤5',
    '5,公斤',
    '5 . 公斤',
  ],
  ...[
    '9007199254740991',
    '9007199254740992',
    '1234567890123',
    '1e3',
    '5/2',
    '约30',
    '٣',
    '12 34',
    '1,234,567.891',
    '0x10',
  ],
]

describe.each(databasesUnderTest())('casts ($kind)', ({ open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each<[from: string, literal: string, to: string, value: unknown, breaks: boolean]>([
    ['text', "'007'", 'bigint', null, true],
    ['text', "'9223372036854775808'", 'bigint', null, true],
    ['text', "'40000'", 'smallint', null, true],
    ['text', "'1.555'", 'numeric(15,2)', '1.56', true],
    ['text', "'99999999999999.99'", 'numeric(15,2)', null, true],
    ['text', "'2026-02-30'", 'date', null, true],
    ['text', "'0000-01-01'", 'date', null, true],
    ['text', "'2026-03-01T08:30'", 'timestamptz(3)', '2026-03-01 08:30:00+08', false],
    ['text', "'2026/3/1 08:30'", 'date', '2026-03-01', true],
    ['text', "'2026/3/1 00:00'", 'date', '2026-03-01', false],
    ['text', "'1,23'", 'numeric(15,2)', null, true],
    // It may also be a list of ids.
    ['text', "'1,234'", 'bigint', null, true],
    ['text', "'10:00:00.5'", 'time(0)', '10:00:00', true],
    ['text', "'10：00：00.05'", 'time(0)', '10:00:00', true],
    ['text', "'10:00:00.000'", 'time(0)', '10:00:00', false],
    ['text', "'2026-03-01 10:00:00.789'", 'timestamptz(3)', '2026-03-01 10:00:00+08', true],
    ['text', "'2026-03-01T10:00:00.789Z'", 'timestamptz(3)', '2026-03-01 18:00:00+08', true],
    ['text', "'2026-03-01T10:00:00.000Z'", 'timestamptz(3)', '2026-03-01 18:00:00+08', false],
    ['timestamptz(3)', "'2026-03-01 00:00:00.001'", 'date', '2026-03-01', true],
    ['timestamptz(3)', "'2026-03-01 08:30:00.789'", 'text', '2026-03-01 08:30:00', true],
    ['text', "'08:30'", 'time(0)', '08:30:00', false],
    ['text', "'西瓜'", 'varchar(1)', '西', true],
    ['text', "'甲'", 'text[]', ['甲'], false],
    ['text', "'甲, 乙'", 'text[]', ['甲', '乙'], false],
    ['text', "'甲，，乙 ,,， 丙,'", 'text[]', ['甲', '乙', '丙'], false],
    ['text', "' ，, '", 'text[]', null, false],
    ['varchar(50)', "' '", 'text[]', null, false],
    ['text', "'x'", 'bigint[]', null, true],
    ['timestamptz(3)', "'2026-03-01 00:00:00'", 'date', '2026-03-01', false],
    ['timestamptz(3)', "'2026-03-01 08:30:00'", 'date', '2026-03-01', true],
    ['timestamptz(3)', "'2026-03-01 08:30:00'", 'text', '2026-03-01 08:30:00', false],
    ['date', "'2026-03-01'", 'timestamptz(3)', '2026-03-01 00:00:00+08', false],
    ['numeric(15,2)', '2.00', 'bigint', '2', false],
    ['numeric(15,2)', '2.50', 'bigint', null, true],
    ['numeric(15,2)', '2.50', 'numeric(15,1)', '2.5', false],
    ['numeric(15,2)', '2.55', 'numeric(15,1)', '2.6', true],
    ['bigint', '9007199254740993', 'numeric(15,2)', null, true],
    ['bigint', '1', 'boolean', true, false],
    ['boolean', 'true', 'bigint', null, true],
    ['text[]', "'{1,2}'", 'bigint[]', ['1', '2'], false],
    ['text[]', "'{1,x}'", 'bigint[]', null, true],
    ['text[]', "'{}'", 'bigint[]', [], false],
    ['text[]', "'{a}'", 'text', 'a', false],
    ['text[]', "'{a,b}'", 'text', 'a', true],
    ['text[]', "'{}'", 'varchar(5)', null, false],
    ['jsonb', `'"甲"'`, 'text', '甲', false],
    ['jsonb', `'{"a":1}'`, 'bigint', null, true],
    ['jsonb', `'[1]'`, 'text', '[1]', true],
    ['text', `'a"b'`, 'jsonb', 'a"b', false],
    ['date', 'null', 'boolean', null, false],
  ])('convert %s %s to %s', async (from, literal, to, value, breaks) => {
    const cast = castOf('it', from, to)
    const { rows } = await sql<{ value: unknown; breaks: boolean | null }>`
      select ${sql.raw(cast?.value ?? 'it')}::${sql.raw(to)} as value, ${sql.raw(cast?.breaks ?? 'false')} as breaks
      from (select ${sql.raw(literal)}::${sql.raw(from)} as it offset 0) one`.execute(database.kysely)
    expect([rows[0]?.value, rows[0]?.breaks ?? false]).toEqual([value, breaks])
  })

  it.each([
    ['/a.pdf', ['/a.pdf']],
    [' /a.pdf, /b,c.pdf', [' /a.pdf, /b,c.pdf']],
    ['/a.pdf, https://a.cn/b.pdf\r\n\n/c.pdf\n', ['/a.pdf', 'https://a.cn/b.pdf', '/c.pdf']],
    ['/a.pdf, and others', ['/a.pdf, and others']],
    ['hello, world; x\ny', ['hello, world; x\ny']],
    [' \n', null],
  ])('convert the text %j to a list of addresses', async (text, value) => {
    const cast = castOf('it', 'text', 'text[]', { links: true })
    const { rows } = await sql<{ value: unknown }>`
      select ${sql.raw(cast?.value ?? '')} as value from (select ${text}::text as it offset 0) one`.execute(
      database.kysely,
    )
    expect([rows[0]?.value, cast?.breaks]).toEqual([value, undefined])
  })

  it.each<[text: string, to: string, value: unknown, breaks: boolean]>([
    ['1,234', 'bigint', '1234', false],
    ['１２', 'bigint', '12', false],
    ['12 公斤', 'bigint', '12', false],
    // The sign would be lost.
    ['+3', 'bigint', '3', true],
    ['1.5', 'bigint', null, true],
    ['12 米', 'bigint', null, true],
    // The zeros would be lost.
    ['007', 'bigint', '7', true],
    ['-007', 'bigint', '-7', true],
    ['007', 'numeric(15,2)', '7.00', true],
    ['¥ 0123', 'numeric(15,2)', '123.00', true],
    ['+861380', 'numeric(15,2)', '861380.00', true],
    ['0.50', 'numeric(15,2)', '0.50', false],
    [' -.5 ', 'numeric(15,2)', '-0.50', false],
    ['1e3', 'numeric(15,2)', null, true],
    ['¥1 234.50', 'numeric(15,2)', '1234.50', false],
    ['-12.5元', 'numeric(15,2)', '-12.50', false],
    ['约三十', 'numeric(15,2)', null, true],
  ])('convert the text %j, a number with its unit, to %s', async (text, to, value, breaks) => {
    const cast = castOf('it', 'text', to, { marks: { before: ['¥'], after: ['元', '公斤'] } })
    const { rows } = await sql<{ value: unknown; breaks: boolean | null }>`
      select ${sql.raw(cast?.value ?? '')} as value, ${sql.raw(cast?.breaks ?? '')} as breaks
      from (select ${text}::text as it offset 0) one`.execute(database.kysely)
    expect([rows[0]?.value, rows[0]?.breaks ?? false]).toEqual([value, breaks])
  })

  it.each(fields.map(field => [field.name, field] as const))(
    'read texts like an import, to %s',
    async (_name, field) => {
      const to = columnTypeName(String(typeOf(field).column(field)))
      const marks = typeOf(field).marks?.(field)
      const cast = castOf('it', 'text', to, marks && { marks })
      const texts = [...new Set([...days, ...times, ...moments, ...words, ...numbers])]
      const { rows } = await sql<{ it: string; value: string | null }>`
      select it, case when not coalesce(${sql.raw(cast?.breaks ?? '')}, false) then left((${sql.raw(cast?.value ?? '')})::text, 19) end as value
      from unnest(${texts}::text[]) it`.execute(database.kysely)
      // Zeros and signs before a number and fractions of seconds are not dropped without a confirmation.
      const isCut = (text: string) => (marks ? /^[^\d.]*0\d|[+]/.test(text) : /:\d\d\.\d*[1-9]/.test(text))
      const expected = texts.map(text => [text, (isCut(text) ? undefined : imported(text, field)) ?? null])
      expect(rows.map(({ it, value }) => [it, value])).toEqual(expected)
      expect(expected.filter(([, value]) => value !== null).length).toBeGreaterThan(10)
    },
  )
})
