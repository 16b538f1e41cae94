import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Source } from '../engine/compiler/source.ts'
import type { Model } from '../engine/model/model.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readBase } from '../engine/server/live/app-files.ts'
import { applyPlan, LossNotAllowed } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { type DatabaseUnderTest, databasesUnderTest, isThorough } from './support/databases.ts'

type Files = Readonly<Record<string, string>>

const title = 'title: { zh: 名, en: Name }'
const entries = (...keys: readonly string[]) =>
  `${title}\nentries: { ${keys.map(key => `k${key}: { key: "${key}", ${title} }`).join(', ')} }\n`
const item = (fields: readonly string[], more = ''): Files => ({
  'resources/a/item.yaml': `${title}\nfields:\n  name: { type: text, ${title} }\n${fields
    .map(field => `  ${field}, ${title} }\n`)
    .join('')}display: name\n${more}`,
  'resources/a/firm.yaml': `${title}\nfields:\n  name: { type: text, ${title} }\ndisplay: name\n`,
})
const kinds = (text: string) => ({ ...item(['f: { type: dictionary, of: kind']), 'dictionaries/kind.yaml': text })
const owned = (field: string) => ({
  ...item(['f: { type: reference, of: firm', 'g: { type: reference, of: firm'], `owner: ${field}\n`),
  'resources/a/firm.yaml': `owner: id\n${item([])['resources/a/firm.yaml']}`,
  'app.yaml': `language: 2\n${title}\nowner: { of: firm }\n`,
})
const lifecycle = `lifecycle: { field: f, initial: k1, final: [k2], transitions: { end: { from: k1, to: k2, ${title} } } }\n`
const both = ['f: { type: text', 'g: { type: text']

/** Item n has the text or number n in its first field; SQL of values for its other columns. */
const insert = (columns: string, values: (n: number) => string) => (n: number) =>
  `insert into item (tenant_id, id, ${columns}) values ('000000', ${n}, ${values(n)})`
const firms = `insert into firm (tenant_id, id, name) values ('000000', 1, '1'), ('000000', 2, '2')`

function modelOf(files: Files, base: readonly Source[]): Model {
  const own = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  const { model, problems } = compile([...base, ...own])
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

interface Case {
  /** The name of the loss. */
  readonly loss: string
  /** Descriptors that are applied in turn, and statements. */
  readonly before: readonly (Files | string)[]
  /** With the resources of accounts. */
  readonly isWhole?: true
  readonly after: Files
  /** A statement that adds to the loss. */
  readonly add: (n: number) => string
}

/** At least one for each kind of loss that a plan can have. */
const cases: readonly Case[] = [
  { loss: 'drop:item.f', before: [item(both)], after: item(['g: { type: text']), add: insert('f', n => `'${n}'`) },
  {
    loss: 'drop:item',
    before: [item(both)],
    after: { 'resources/a/firm.yaml': item([])['resources/a/firm.yaml'] ?? '' },
    add: insert('f', n => `'${n}'`),
  },
  {
    loss: 'drop:role.gone',
    isWhole: true,
    before: [
      item([]),
      `insert into blade_role (tenant_id, id, role_alias, is_built_in) values ('000000', 9, 'gone', true)`,
    ],
    after: item([]),
    add: n => `insert into blade_user (tenant_id, id, role_id) values ('000000', ${n}, '{9}')`,
  },
  {
    loss: 'constrain:item.f',
    before: [item(['f: { type: text'])],
    after: item(['f: { type: text, required: true']),
    add: insert('f', () => 'null'),
  },
  {
    loss: 'constrain:item.f',
    before: [item(['f: { type: text'])],
    after: item(['f: { type: email']),
    add: insert('f', () => `'x'`),
  },
  {
    loss: 'key:item.f',
    before: [kinds(entries('1', '2'))],
    after: {
      ...kinds(entries('1', '2')),
      ...item(['f: { type: dictionary, of: kind'], lifecycle),
    },
    add: insert('f', () => `'x-a'`),
  },
  {
    loss: 'constrain:item.g',
    before: [item([])],
    after: item(['g: { type: text, required: true']),
    add: insert('name', n => `'${n}'`),
  },
  {
    loss: 'meaning:item.f',
    before: [item(['f: { type: integer', 'g: { type: integer'])],
    after: item(['f: { type: integer, compute: g * 2, stored: true', 'g: { type: integer']),
    add: insert('f', n => `${n}`),
  },
  {
    loss: 'retype:item.f',
    before: [item(['f: { type: text'])],
    after: item(['f: { type: integer']),
    add: insert('f', () => `'x'`),
  },
  {
    loss: 'retype:item.f',
    before: [
      item(['f: { type: text']),
      firms,
      `insert into item (tenant_id, id, f) values ('000000', 1, '1'), ('000000', 2, '2')`,
    ],
    after: item(['f: { type: reference, of: firm']),
    add: n => `update firm set name = 'x', is_deleted = 1 where id = ${n}; delete from firm where id = ${n}`,
  },
  {
    loss: 'unique:item.f',
    before: [item(['f: { type: text']), `insert into item (tenant_id, id, f) values ('000000', 7, 'x')`],
    after: item(['f: { type: text, unique: true']),
    add: n => `insert into item (tenant_id, id, f) values ('000000', ${n + 7}, 'x')`,
  },
  {
    loss: 'unique:item.f',
    before: [item(['f: { type: text']), `insert into item (tenant_id, id, f) values ('000000', 7, 'x')`],
    after: item(['f: { type: text, unique: true', 'g: { type: text']),
    add: n => `insert into item (tenant_id, id, f) values ('000000', ${n + 7}, 'x')`,
  },
  {
    loss: 'unique:item.h+f',
    before: [
      item(['f: { type: date', 'g: { type: date', 'h: { type: text']),
      `insert into item (tenant_id, id, f, h) values ('000000', 7, '2026-03-02', 'x')`,
    ],
    after: item(
      ['f: { type: date', 'g: { type: date', 'h: { type: text'],
      'unique:\n  - { fields: [h], during: [f, g] }\n',
    ),
    add: insert('f, h', () => `'2026-03-02', 'x'`),
  },
  {
    loss: 'unique:item.name+f',
    before: [item(['g: { type: text']), `insert into item (tenant_id, id, name) values ('000000', 7, 'x')`],
    after: item(['h: { type: text, renamedFrom: g', 'f: { type: text, default: q'], 'unique:\n  - [name, f]\n'),
    add: n => `insert into item (tenant_id, id, name) values ('000000', ${n + 7}, 'x')`,
  },
  {
    loss: 'unique:item.name',
    before: [kinds(entries('1', '2')), `insert into item (tenant_id, id, name, f) values ('000000', 7, 'x', '1')`],
    after: {
      ...item(['f: { type: dictionary, of: kind'], 'unique:\n  - { fields: [name], where: f == "k1" }\n'),
      'dictionaries/kind.yaml': `${title}\nentries: { k1: { key: "3", renamedFrom: "1", ${title} }, k2: { key: "2", ${title} } }\n`,
    },
    add: n => `insert into item (tenant_id, id, name, f) values ('000000', ${n + 7}, 'x', '1')`,
  },
  {
    loss: 'retype:item.f',
    before: [item(['f: { type: integer'])],
    after: item(['f: { type: reference, of: firm']),
    add: insert('f', n => `${n + 6}`),
  },
  {
    loss: 'retype:item.f',
    before: [
      item(['f: { type: integer']),
      firms,
      `insert into item (tenant_id, id, f) values ('000000', 1, 1), ('000000', 2, 2)`,
    ],
    after: item(['f: { type: reference, of: firm']),
    add: n => `delete from firm where id = ${n}`,
  },
  {
    loss: 'key:item.f',
    before: [kinds(entries('1', '2'))],
    after: kinds(`${title}\nentries: { k1: { key: "2", ${title} }, k2: { key: "1", ${title} } }\n`),
    add: insert('f', () => `'1'`),
  },
  {
    loss: 'meaning:item.f',
    before: [item(['f: { type: integer, unit: 元'])],
    after: item(['f: { type: integer, unit: 万元']),
    add: insert('f', n => `${n}`),
  },
  {
    loss: 'key:item.f',
    before: [kinds(entries('1', '2'))],
    after: kinds(`${title}\nentries: { k2: { renamedFrom: "1", key: "2", ${title} } }\n`),
    add: insert('f', () => `'1'`),
  },
  {
    loss: 'owner:item',
    before: [owned('f'), firms],
    after: owned('g'),
    add: insert('f, g, owner_id', () => '1, 2, 1'),
  },
  {
    loss: 'meaning:item',
    before: [item(['f: { type: reference, of: firm, required: true'])],
    after: item(['f: { type: reference, of: firm, required: true'], 'partOf: f\n'),
    add: insert('is_deleted', () => '1'),
  },
  {
    loss: 'retype:item.f',
    before: [item(['f: { type: integer'])],
    after: item(['f: { type: reference, of: firm, many: true']),
    add: insert('f', n => `${n + 6}`),
  },
  {
    loss: 'retype:item.f',
    before: [item(['f: { type: text'])],
    after: item(['f: { type: password, strength: any']),
    add: insert('f', () => `'x'`),
  },
]

// The embedded database has one connection: no transaction can write between the plan and its changes.
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres)('rows written after the plan', () => {
  let database: Database

  beforeEach(async () => {
    database = await (postgres as DatabaseUnderTest).open()
  })
  afterEach(() => database.close())

  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  const bring = async (model: Model) => {
    await applyPlan(database, await planChanges(database, model), { leave: () => true })
  }

  describe.each(cases)('$loss', ({ loss, before, isWhole, after, add }) => {
    it.each(isThorough ? [0, 1] : [0])('are never lost with %i confirmed', async count => {
      const base = isWhole ? await readBase() : []
      for (const step of before) await (typeof step === 'string' ? run(step) : bring(modelOf(step, base)))
      for (let n = 1; n <= count; n++) await run(add(n))
      const plan = await planChanges(database, modelOf(after, base))
      const shown = plan.changes.filter(one => one.loss !== undefined)
      expect(new Set(shown.map(one => `${one.loss} ${one.count}`)).size).toBe(count)
      for (const one of shown) expect(one).toMatchObject({ loss, apart: false })
      const counted = shown[0]?.count ?? 0
      let commit = () => {}
      const isPlanned = new Promise<void>(resolve => {
        commit = resolve
      })
      let written = () => {}
      const isWritten = new Promise<void>(resolve => {
        written = resolve
      })
      const writing = database.transaction(async queries => {
        for (const statement of add(count + 1).split('; ')) await sql.raw(statement).execute(queries)
        written()
        await isPlanned
      })
      await isWritten
      let isApplied = false
      const applying = applyPlan(database, plan, { allow: [{ loss, count: counted }] })
        .catch((error: unknown) => error)
        .finally(() => {
          isApplied = true
        })
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (!isApplied && (await waiting.execute(database.kysely)).rows.length === 0) await sleep(10)
      commit()
      await writing
      const refusal = await applying
      expect(refusal).toBeInstanceOf(LossNotAllowed)
      const now = (refusal as LossNotAllowed).changes.find(one => one.loss === loss)
      expect(now?.count).toBeGreaterThan(counted)
    })
  })
})
