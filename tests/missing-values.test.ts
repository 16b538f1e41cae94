import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldTypeName } from '../engine/fields/index.ts'
import { greyPng } from '../engine/server/auth/png.ts'
import { run } from '../engine/server/database/run.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sheetsFile } from './support/import-work.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'
import { storeFile } from './support/stored-files.ts'

/** A field of the test: its descriptor, a value, and whether it is a list. */
interface Sample {
  readonly name: string
  readonly type: FieldTypeName
  readonly keys?: string
  readonly value: unknown
  readonly isList?: true
}

const day = '2026-03-15'
const link = 'a link'
const samples: readonly Sample[] = [
  { name: 'text', type: 'text', value: '文字' },
  { name: 'initial', type: 'text', keys: 'default: 甲', value: '文字' },
  { name: 'longtext', type: 'longtext', value: '长文字' },
  { name: 'richtext', type: 'richtext', value: '<p>长文字</p>' },
  { name: 'integer', type: 'integer', value: 7 },
  { name: 'decimal', type: 'decimal', value: 1.5 },
  { name: 'money', type: 'money', value: 9.99 },
  { name: 'boolean', type: 'boolean', value: false },
  { name: 'date', type: 'date', value: day },
  { name: 'datetime', type: 'datetime', value: `${day} 08:00:00` },
  { name: 'time', type: 'time', value: '08:00:00' },
  { name: 'dictionary', type: 'dictionary', keys: 'of: blank_colour', value: '1' },
  { name: 'dictionaryMany', type: 'dictionary', keys: 'of: blank_colour, many: true', value: ['1'], isList: true },
  { name: 'reference', type: 'reference', keys: 'of: blankOther', value: 'an id' },
  { name: 'referenceMany', type: 'reference', keys: 'of: blankOther, many: true', value: ['an id'], isList: true },
  { name: 'children', type: 'children', keys: 'of: blankLine', value: [{ amount: 1 }], isList: true },
  { name: 'phone', type: 'phone', value: '13800000001' },
  { name: 'creditCode', type: 'creditCode', value: '91350100M000100Y43' },
  { name: 'plate', type: 'plate', value: '苏A00001' },
  { name: 'email', type: 'email', value: 'a@b.cn' },
  { name: 'url', type: 'url', value: 'https://a.cn/' },
  { name: 'idCard', type: 'idCard', value: '11010519491231002X' },
  { name: 'password', type: 'password', value: 'Harbour#2026' },
  { name: 'image', type: 'image', value: link },
  { name: 'imageMany', type: 'image', keys: 'many: true', value: [link], isList: true },
  { name: 'file', type: 'file', keys: 'accept: [png]', value: link },
  { name: 'fileMany', type: 'file', keys: 'many: true, accept: [png]', value: [link], isList: true },
  { name: 'json', type: 'json', value: { a: 1 } },
]

const title = 'title: { zh: 值, en: Value }'
const declared = ({ name, type, keys }: Sample) =>
  `${name}: { type: ${type}, ${keys ? `${keys}, ` : ''}title: { zh: ${name}, en: ${name} } }`
const block = (indent: number, lines: readonly string[]) => lines.map(line => `${' '.repeat(indent)}${line}\n`).join('')

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/blank_colour.yaml':
    'title: { zh: 颜色, en: Colour }\nentries: { red: { key: "1", title: { zh: 红, en: Red } } }\n',
  'resources/city/blankOther.yaml': `title: { zh: 别的, en: Other }\nmenu: false\ndisplay: name\nfields: { name: { type: text, ${title} } }\n`,
  'resources/city/blankLine.yaml': `title: { zh: 明细, en: Line }
partOf: blankId
display: blankId
fields:
  blankId: { type: reference, of: blank, required: true }
  amount: { type: money, ${title} }
`,
  'resources/city/blank.yaml': `title: { zh: 空, en: Blank }
menu: false
display: name
dialect: { blade: blade-city/blank }
fields:
  name: { type: text, unique: true, ${title} }
${block(2, samples.map(declared))}  sum: { type: money, compute: "children.sum(c, c.amount)", stored: true, ${title} }
  known: { type: money, compute: "children.sum(c, c.amount ?? 0)", stored: true, ${title} }
actions:
  enter: { edit: [${samples.map(({ name }) => name).join(', ')}], ${title} }
`,
}

/** What is sent for every field; undefined: nothing. */
const sent: Readonly<Record<string, unknown>> = {
  absent: undefined,
  null: null,
  'an empty text': '',
  'a list with null': [null],
}
type Outcome = 'missing' | 'unchanged' | 'default' | 'refused' | { readonly stored: unknown }

/** What a path leaves in a field: `absent` is the outcome of a value that is not sent. */
function expectedOf({ name, type, isList }: Sample, value: unknown, isNew: boolean, absent: Outcome): Outcome {
  const ofAbsent = isNew && name === 'initial' ? 'default' : absent
  if (value === undefined) return ofAbsent
  if (type === 'json' && Array.isArray(value)) return { stored: value }
  if (Array.isArray(value) && !isList) return 'refused'
  // A password is not cleared: a form sends an empty one where it was not changed.
  return type === 'password' ? absent : 'missing'
}

describe.each(databasesWalked('postgres'))('semantics 34: empty, null and absent ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let full: Readonly<Record<string, unknown>>
  let count = 0
  const path = 'city/v1/blank'
  const select = async (text: string, ...values: unknown[]) => run(server.engine.database.kysely, text, values)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'blank')
    const other = dataOf(await calls.call('POST', 'city/v1/blankOther/save', { name: '别的' })).id
    const picture = await storeFile(server, 'a.png', greyPng(4, 4, new Uint8Array(16)))
    const stored = (value: unknown) => (value === 'an id' ? other : value === link ? picture : value)
    full = Object.fromEntries(
      samples.map(({ name, value, type }) => [
        name,
        Array.isArray(value) && type !== 'children' ? value.map(stored) : stored(value),
      ]),
    )
  })
  afterAll(() => server.close())

  const nextName = () => `第 ${++count} 条`
  /** The columns of a record, and the number of its lines. */
  const columnsOf = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
    const lines = 'select count(*) from blank_line l where l.blank_id = b.id and l.is_deleted = 0'
    const [row] = await select(
      `select (to_jsonb(b) || jsonb_build_object('children', nullif((${lines}), 0)))::text as "columns" from blank b where name = $1`,
      name,
    )
    return JSON.parse(String(row?.['columns'] ?? '{}'))
  }
  const columnOf = (columns: Readonly<Record<string, unknown>>, { name }: Sample) =>
    columns[name.replace(/[A-Z]/g, sign => `_${sign.toLowerCase()}`)] ?? null
  /** Sends a value for every field, then again without the refused ones; returns the outcome of each field. */
  const outcomes = async (
    name: string,
    some: readonly Sample[],
    value: unknown,
    send: (values: Readonly<Record<string, unknown>>) => Promise<{ status: number; body: { errors?: object } }>,
  ): Promise<Readonly<Record<string, Outcome>>> => {
    const before = await columnsOf(name)
    const values = Object.fromEntries(some.map(({ name }) => [name, value]))
    const first = await send(values)
    const refused =
      first.status === 400 ? Object.keys(first.body.errors ?? {}).map(path => path.split('.')[0] ?? '') : []
    if (refused.length > 0)
      expect(
        await send(Object.fromEntries(Object.entries(values).filter(([name]) => !refused.includes(name)))),
      ).toMatchObject({ status: 200 })
    else expect(first).toMatchObject({ status: 200 })
    const after = await columnsOf(name)
    const outcomeOf = (sample: Sample): Outcome => {
      if (refused.includes(sample.name)) return 'refused'
      const [old, now] = [columnOf(before, sample), columnOf(after, sample)]
      if (now === null) return 'missing'
      if (JSON.stringify(now) === JSON.stringify(old)) return 'unchanged'
      return sample.name === 'initial' && now === '甲' ? 'default' : { stored: now }
    }
    return Object.fromEntries(some.map(sample => [sample.name, outcomeOf(sample)]))
  }
  const expected = (some: readonly Sample[], value: unknown, isNew: boolean, absent: Outcome) =>
    Object.fromEntries(some.map(sample => [sample.name, expectedOf(sample, value, isNew, absent)]))
  const created = async () => {
    const name = nextName()
    return { name, id: dataOf(await calls.call('POST', `${path}/save`, { ...full, name })).id as string }
  }
  const post = (to: string) => (values: object) => calls.call('POST', to, values)

  describe.each(Object.entries(sent))('%s', (_what, value) => {
    it('in a save', async () => {
      const name = nextName()
      const found = await outcomes(name, samples, value, values => post(`${path}/save`)({ ...values, name }))
      expect(found).toEqual(expected(samples, value, true, 'missing'))
    })

    it('in an update', async () => {
      const { id, name } = await created()
      const found = await outcomes(name, samples, value, values =>
        calls.call('PUT', `${path}/update`, { id, ...values }),
      )
      expect(found).toEqual(expected(samples, value, false, 'unchanged'))
    })

    it('in the edit of an action', async () => {
      const { id, name } = await created()
      const found = await outcomes(name, samples, value, values => post(`${path}/enter`)({ id, ...values }))
      // A step removes no lines.
      expect(found).toEqual({ ...expected(samples, value, false, 'unchanged'), children: 'unchanged' })
    })
  })

  it.each([
    ['an empty cell', '', false],
    ['a cell with a space', ' ', false],
    ['an empty cell that clears', '', true],
  ])('in an import: %s', async (_what, cell, emptyClears) => {
    const some = samples.filter(({ type }) => type !== 'children')
    const head = ['name', ...some.map(({ name }) => name)].join(',')
    const imported = async (name: string, match: object | null) => {
      const { id, counts } = await calls.checked(`${head}\n${[name, ...some.map(() => cell)].join(',')}\n`, match)
      expect(counts).toMatchObject({ wrong: 0 })
      return (await calls.step(id, 'write', {})).at(-1)
    }
    const match = { by: 'name', mode: 'both', emptyClears }
    for (const how of [null, match]) {
      const name = nextName()
      const added = await outcomes(name, some, undefined, async () => ({
        status: 200,
        body: await imported(name, how),
      }))
      expect(added).toEqual(expected(some, undefined, true, 'missing'))
    }
    const { name } = await created()
    const changed = await outcomes(name, some, undefined, async () => ({
      status: 200,
      body: await imported(name, match),
    }))
    expect(changed).toEqual(expected(some, emptyClears ? null : undefined, false, 'unchanged'))
  })

  it('an import clears cells of the lines that it names by their id', async () => {
    const { id, name } = await created()
    const { children } = dataOf(await calls.call('GET', `${path}/getById?id=${id}`))
    const file = await sheetsFile({ 空: ['name', name], children: ['空,id,amount', `${name},${children[0].id},`] })
    const { id: imported, columns, lines } = await calls.take(file, { name: 'x.xlsx' })
    const match = { by: 'name', mode: 'update', emptyClears: true }
    await calls.step(imported, 'check', { columns, lines: { children: lines[0].columns }, match })
    await calls.step(imported, 'write', {})
    expect(dataOf(await calls.call('GET', `${path}/getById?id=${id}`))).toMatchObject({
      children: [{ id: children[0].id, amount: null }],
      sum: 0,
      known: 0,
    })
  })

  it('in queries: an empty value is dropped, and _null selects missing ones', async () => {
    const [row] = await select('select count(*) as total from blank')
    const totalOf = async (query: string) => dataOf(await calls.call('GET', `${path}/page?size=1&${query}`)).total
    for (const sample of samples.filter(({ type }) => type !== 'children' && type !== 'password')) {
      const { name, isList } = sample
      const column = name.replace(/[A-Z]/g, sign => `_${sign.toLowerCase()}`)
      const [missing] = await select(
        `select count(*) as total from blank where "${column}" is null${isList ? ` or cardinality("${column}") = 0` : ''}`,
      )
      const found = [await totalOf(`${name}=`), await totalOf(`${name}=%20`), await totalOf(`${name}_null=true`)]
      expect([name, ...found]).toEqual([
        name,
        Number(row?.['total']),
        Number(row?.['total']),
        Number(missing?.['total']),
      ])
    }
  })
})
