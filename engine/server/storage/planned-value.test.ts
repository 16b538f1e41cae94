import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan, LossNotAllowed, lossesOf } from './apply.ts'
import { concernedRows } from './concerned-rows.ts'
import { type Planner, planChanges, planner } from './plan.ts'

type Files = Readonly<Record<string, string>>

const title = 'title: { zh: 名, en: Name }'
const item = (fields: readonly string[], more = ''): Files => ({
  'resources/a/item.yaml': `${title}\nfields:\n  name: { type: text, ${title} }\n${fields
    .map(field => `  ${field}, ${title} }\n`)
    .join('')}display: name\n${more}`,
})
/** A dictionary of `name:key:former key`; the English title of an entry is its name with a T. */
const kinds = (...entries: readonly string[]): Files => {
  const lines = entries.map(entry => {
    const [name, key = name, former] = entry.split(':')
    const renamed = former === undefined ? '' : `renamedFrom: "${former}", `
    return `  ${name}: { key: "${key}", ${renamed}title: { zh: 项${name}, en: T${name} } }\n`
  })
  return { 'dictionaries/kind.yaml': `${title}\nentries:\n${lines.join('')}` }
}
const kind = 'f: { type: dictionary, of: kind'
const unique = (...sets: readonly string[]) => `unique:\n${sets.map(set => `  - ${set}\n`).join('')}`
const whereB = unique('{ fields: [name], where: f == "b" }')
const _whereTrue = unique('{ fields: [name], where: f == true }')
const ofPeriods = unique('{ fields: [name], during: [f, g] }')

function modelOf(files: Files): Model {
  const { model, problems } = compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

interface Case {
  readonly name: string
  readonly before: Files
  /** Columns, and the values of each row. */
  readonly rows: readonly [columns: string, ...values: readonly string[]]
  readonly after: Files
  /** The losses with the number and the ids of their rows. */
  readonly losses: readonly (readonly [loss: string, count: number, ...ids: readonly string[]])[]
  /** The columns that are read afterwards, and their values. */
  readonly left: readonly [columns: string, ...values: readonly (readonly unknown[])[]]
}

const cases: readonly Case[] = [
  {
    name: 'a field that is added with its default',
    before: item([]),
    rows: ['name', `'x'`, `'x'`, `'y'`],
    after: item(['f: { type: text, default: q'], unique('[name, f]')),
    losses: [['unique:item.name+f', 1, '2']],
    left: ['name, f', ['x', 'q'], ['x', null], ['y', 'q']],
  },
  {
    name: 'a period that begins on the day that is added as a default',
    before: item(['g: { type: date']),
    rows: ['name, g', `'x', '2026-01-05'`, `'x', null`, `'y', null`],
    after: item(['g: { type: date', 'f: { type: date, default: 2026-01-01'], ofPeriods),
    losses: [['unique:item.name+f', 2, '1', '2']],
    left: ['name, f::text', ['x', '2026-01-01'], ['x', null], ['y', '2026-01-01']],
  },
  {
    name: 'texts that become a dictionary, of which two are one entry',
    before: item(['f: { type: text']),
    rows: ['name, f', `'x', 'a'`, `'y', 'Ta'`, `'z', '项a'`, `'w', 'b'`],
    after: { ...item([`${kind}, unique: true`]), ...kinds('a', 'b') },
    losses: [['unique:item.f', 2, '2', '3']],
    left: ['f', ['a'], [null], [null], ['b']],
  },
  {
    name: 'a key that is renamed to that of a new condition',
    before: { ...item([kind]), ...kinds('a', 'c') },
    rows: ['name, f', `'x', 'a'`, `'x', 'a'`, `'x', 'c'`],
    after: { ...item([kind], whereB), ...kinds('b:b:a', 'c') },
    losses: [['unique:item.name', 1, '2']],
    left: ['name, f', ['x', 'b'], [null, 'b'], ['x', 'c']],
  },
  {
    name: 'entries that become one under a condition that remains',
    before: { ...item([kind], whereB), ...kinds('a', 'b') },
    rows: ['name, f', `'x', 'a'`, `'x', 'b'`, `'y', 'a'`],
    after: { ...item([kind], whereB), ...kinds('b:b:a') },
    losses: [
      ['key:item.f', 2, '1', '3'],
      ['unique:item.name', 1, '2'],
    ],
    left: ['name, f', ['x', 'b'], [null, 'b'], ['y', 'b']],
  },
  {
    name: 'entries that become one in a field that remains unique',
    before: { ...item([`${kind}, unique: true`]), ...kinds('a', 'b') },
    rows: ['name, f', `'x', 'a'`, `'y', 'b'`],
    after: { ...item([`${kind}, unique: true`]), ...kinds('b:b:a') },
    losses: [
      ['key:item.f', 1, '1'],
      ['unique:item.f', 1, '2'],
    ],
    left: ['f', ['b'], [null]],
  },
  {
    name: 'entries that become one in periods that remain',
    before: {
      ...item([kind, 'd: { type: date', 'e: { type: date'], unique('{ fields: [f], during: [d, e] }')),
      ...kinds('a', 'b'),
    },
    rows: ['f, d', `'a', '2026-01-01'`, `'b', '2026-01-01'`],
    after: {
      ...item([kind, 'd: { type: date', 'e: { type: date'], unique('{ fields: [f], during: [d, e] }')),
      ...kinds('b:b:a'),
    },
    losses: [
      ['key:item.f', 1, '1'],
      ['unique:item.f+d', 2, '1', '2'],
    ],
    left: ['f, d::text', ['b', '2026-01-01'], ['b', null]],
  },
  {
    name: 'a key that is renamed in a unique field that is renamed too',
    before: { ...item([`${kind}, unique: true`]), ...kinds('x:a', 'y:b') },
    rows: ['f', `'a'`, `'b'`],
    after: { ...item(['g: { type: dictionary, of: kind, unique: true, renamedFrom: f']), ...kinds('x:c:a', 'y:b') },
    losses: [],
    left: ['f', ['c'], ['b']],
  },
  {
    name: 'entries that become one in a list that becomes one value',
    before: { ...item([`${kind}, many: true`]), ...kinds('a', 'b', 'c') },
    rows: ['f', `'{a}'`, `'{c}'`, `'{b}'`],
    after: { ...item([kind]), ...kinds('b:b:a', 'c') },
    losses: [['key:item.f', 1, '1']],
    left: ['f', ['b'], ['c'], ['b']],
  },
  {
    name: 'entries that become one in a value that becomes a list',
    before: { ...item([kind]), ...kinds('a', 'b') },
    rows: ['f', `'a'`, `'b'`],
    after: { ...item([`${kind}, many: true`]), ...kinds('b:b:a') },
    losses: [['key:item.f', 1, '1']],
    left: ['f', [['b']], [['b']]],
  },
]

describe.each(databasesUnderTest())('values that a plan changes ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const run = async (statement: string) =>
    (await sql.raw<Record<string, unknown>>(statement).execute(database.kysely)).rows
  const valuesOf = async (columns: string) =>
    (await run(`select ${columns} from item order by id`)).map(row => Object.values(row))
  const bring = async (files: Files) => applyPlan(database, await planChanges(database, modelOf(files)))
  const insert = async ([columns, ...rows]: Case['rows']) => {
    const values = rows.map((row, index) => `('000000', ${index + 1}, ${row})`).join(', ')
    await run(`insert into item (tenant_id, id, ${columns}) values ${values}`)
  }

  it.each(cases)('are counted where they violate what is unique: $name', async one => {
    await bring(one.before)
    await insert(one.rows)
    const plan = await planChanges(database, modelOf(one.after))
    const losses = lossesOf(plan)
    const shown = losses.map(async ({ loss, count, rows }) => {
      const ids = rows ? (await concernedRows(database.kysely, rows)).map(({ id }) => id) : []
      return [loss, count, ...new Set(ids)]
    })
    expect(await Promise.all(shown)).toEqual(one.losses)
    await applyPlan(database, plan, { allow: losses })
    const [columns, ...values] = one.left
    expect(await valuesOf(columns)).toEqual(values)
    expect((await planChanges(database, plan.model)).changes).toEqual([])
  })

  it('leave a unique index alone where no row changes', async () => {
    const files = (field: string) => ({ ...item([`${field}, unique: true`]), ...kinds('b:b:a', 'c') })
    await bring(files(kind))
    await insert(['name, f', `'x', 'b'`, `'y', 'c'`])
    const built = () => run(`select indexrelid from pg_index where indisunique and indrelid = 'item'::regclass`)
    const before = await built()
    await bring(files('g: { type: dictionary, of: kind, renamedFrom: f'))
    expect(await built()).toEqual(before)
    expect(before.length).toBe(2)
  })

  it('are applied as a whole where an equal row is written as soon as they are applied, or not at all', async () => {
    await bring(item(['p: { type: text']))
    await insert(['name, p', `'x', '1'`])
    const row = `insert into item (tenant_id, id, name) values ('000000', 2, 'x') on conflict do nothing`
    const what = { zh: '写入', en: 'Write.' }
    const writing: Planner = {
      ...planner,
      compare: (...given) => [
        // Runs first after the transaction.
        { phase: 'drop-views', mark: 'additive', apart: true, what, statements: [row] },
        ...planner.compare(...given),
      ],
    }
    const model = modelOf(item(['q: { type: text, renamedFrom: p', 'h: { type: integer'], unique('[name]')))
    await applyPlan(database, await planChanges(database, model), {}, writing)
    expect(await valuesOf('name, p')).toEqual([['x', '1']])
    expect((await planChanges(database, model)).changes).toEqual([])
  })

  it('are not applied where an equal row is written before they are', async () => {
    await bring(item(['p: { type: text']))
    await insert(['name, p', `'x', '1'`])
    const model = modelOf(item(['q: { type: text, renamedFrom: p', 'f: { type: text, default: q'], unique('[name, f]')))
    const plan = await planChanges(database, model)
    expect(lossesOf(plan)).toEqual([])
    await run(`insert into item (tenant_id, id, name, p) values ('000000', 2, 'x', '2')`)
    const refusal = await applyPlan(database, plan).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(LossNotAllowed)
    expect((refusal as LossNotAllowed).changes).toMatchObject([{ loss: 'unique:item.name+f', count: 1 }])
    expect(await valuesOf('name, p')).toEqual([
      ['x', '1'],
      ['x', '2'],
    ])
  })
})
