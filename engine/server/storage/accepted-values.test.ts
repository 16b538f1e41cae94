import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Database } from '../database/database.ts'
import { lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
type Files = Readonly<Record<string, string>>
const item = (fields: string, more = ''): Files => ({
  'resources/a/item.yaml': `${title}\nfields:\n  name: { type: text, ${title} }\n${fields}display: name\n${more}`,
})

describe.each(databasesWalked('embedded'))('values that changed descriptors no longer accept ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  const planOf = (files: Files) => {
    const sources = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
    const { model, problems } = compile(sources)
    if (!model) throw new Error(JSON.stringify(problems))
    return planChanges(database, model)
  }
  const bring = async (files: Files) => {
    await applyAll(database, await planOf(files))
    expect((await planOf(files)).changes).toEqual([])
  }
  const losses = async (files: Files) =>
    lossesOf(await planOf(files)).map(({ loss, count, canWait }) => [loss, count, canWait])

  describe('of a field that becomes the state of a lifecycle', () => {
    const entry = (name: string, key: string) => `  ${name}: { key: "${key}", ${title} }\n`
    const kinds = { 'dictionaries/kind.yaml': `${title}\nentries:\n${entry('open', '1')}${entry('shut', '2')}` }
    const field = `  f: { type: dictionary, of: kind, ${title} }\n`
    const lifecycle = `lifecycle:\n  field: f\n  initial: open\n  final: [shut]\n  transitions:\n    close: { from: open, to: shut, ${title} }\n`
    const without = { ...kinds, ...item(field) }

    beforeEach(async () => {
      await bring(without)
      await run(`insert into item (tenant_id, id, f) values
        ('000000', 1, '1'), ('000000', 2, 'x-a'), ('000001', 3, '9'), ('000000', 4, null)`)
      await run(`insert into engine_overlay (tenant_id, kind, path, property, value)
        values ('000000', 'dictionary', 'kind/x-a', 'title.zh', '"名"')`)
    })

    it('are counted where they are no state, also entries that administrators added', async () => {
      const states = { ...kinds, ...item(field, lifecycle) }
      expect(await losses(without)).toEqual([])
      expect(await losses(states)).toEqual([['constrain:item.f', 2, true]])
      await bring(states)
    })

    it('are counted where another resource has the dictionary', async () => {
      const other = item(field, lifecycle)['resources/a/item.yaml'] ?? ''
      expect(await losses({ ...without, 'resources/a/other.yaml': other })).toEqual([['constrain:item.f', 2, true]])
    })

    it('are what they were in a table of an earlier version', async () => {
      await run(`comment on table item is '{"of":"item","code":"item","rules":3}'`)
      expect(await losses({ ...kinds, ...item(field, lifecycle) })).toEqual([])
    })
  })

  it('are counted where a state is removed, and remain when that is confirmed', async () => {
    const states = (...names: readonly string[]) => ({
      'dictionaries/kind.yaml': `${title}\nentries:\n${names.map((name, n) => `  ${name}: { key: "${name}${n}", ${title} }\n`).join('')}`,
    })
    const field = `  f: { type: dictionary, of: kind, ${title} }\n`
    const steps = (more = '') =>
      `lifecycle:\n  field: f\n  initial: open\n  final: [shut]\n  transitions:\n    close: { from: open, to: shut, ${title} }\n${more}`
    const more = `    hold: { from: open, to: held, ${title} }\n    end: { from: held, to: shut, ${title} }\n`
    await bring({ ...states('open', 'shut', 'held'), ...item(field, steps(more)) })
    await run(`insert into item (tenant_id, id, f) values ('000000', 1, 'open0'), ('000000', 2, 'held2')`)
    const fewer = { ...states('open', 'shut'), ...item(field, steps()) }
    expect(await losses(fewer)).toEqual([['constrain:item.f', 1, true]])
    await bring(fewer)
    expect((await run(`select f from item order by id`)).rows).toEqual([{ f: 'open0' }, { f: 'held2' }])
  })

  describe('of a column that is renamed after one of its new name appeared', () => {
    const firm = `${title}\nfields:\n  name: { type: text, ${title} }\ndisplay: name\n`
    const entries = `${title}\nentries: { one: { key: "1", ${title} }, two: { key: "2", ${title} } }\n`
    const others: Files = {
      'resources/a/firm.yaml': firm,
      'resources/a/shop.yaml': firm,
      'dictionaries/kind.yaml': entries,
      'dictionaries/sort.yaml': entries,
      'resources/a/use.yaml': `${title}\nfields:\n  k: { type: dictionary, of: kind, ${title} }\n  s: { type: dictionary, of: sort, ${title} }\n`,
    }
    const field = (name: string, type: string) => `  ${name}: { ${type}, ${title} }\n`
    const merging = (f: string, g: string) => ({
      before: { ...others, ...item(field('f', f) + field('g', g)) },
      after: { ...others, ...item(field('f', `renamedFrom: g, ${f}`)) },
    })
    const values = async (f: string, g: string) => {
      await run(`insert into firm (tenant_id, id, name) values ('000000', 1, 'a'), ('000000', 2, 'b')`)
      await run(`insert into shop (tenant_id, id, name) values ('000000', 1, 'c')`)
      await run(`insert into item (tenant_id, id, f) values ('000000', 1, ${f})`)
      await run(`insert into item (tenant_id, id, g) values ('000000', 2, ${g})`)
    }

    it.each([
      ['another unit', 'type: integer, unit: kg', 'type: integer, unit: t', '1', '2'],
      ['another currency', 'type: money', 'type: money, currency: USD', '1', '2'],
      ['another dictionary', 'type: dictionary, of: kind', 'type: dictionary, of: sort', `'1'`, `'1'`],
      ['references to another resource', 'type: reference, of: firm', 'type: reference, of: shop', '2', '1'],
      ['no references', 'type: reference, of: firm', 'type: integer', '2', '9'],
      [
        'lists of another resource',
        'type: reference, of: firm, many: true',
        'type: reference, of: shop, many: true',
        `'{2}'`,
        `'{1}'`,
      ],
      ['wider limits', 'type: integer, max: 5', 'type: integer', '1', '9'],
      ['another form', 'type: text, only: digits', 'type: text', `'1'`, `'a'`],
    ])('are not merged with %s, and wait', async (_, f, g, inF, inG) => {
      const { before, after } = merging(f, g)
      await bring(before)
      await values(inF, inG)
      expect(await losses(after)).toEqual([['drop:item.g', 1, true]])
      await run('update item set f = null')
      expect((await losses(after)).map(([loss]) => loss)).not.toContain('drop:item.g')
    })

    it.each([
      ['a dictionary', 'type: dictionary, of: kind', `'1'`, `'2'`],
      ['references', 'type: reference, of: firm', '1', '2'],
      ['lists of references', 'type: reference, of: firm, many: true', `'{1}'`, `'{2}'`],
      ['numbers with limits', 'type: integer, max: 5, unit: kg', '1', '2'],
    ])('are merged if they are %s with the same rules, also of a resource that is renamed', async (_, type, f, g) => {
      const { before, after } = merging(type, type)
      await bring(before)
      await values(f, g)
      const renamed = Object.fromEntries(
        Object.entries(after).map(([file, text]) => [
          file.replace('firm', 'office'),
          text.replace('of: firm', 'of: office'),
        ]),
      )
      renamed['resources/a/office.yaml'] = `renamedFrom: firm\n${firm}`
      expect(await losses(renamed)).toEqual([])
      await bring(renamed)
      expect((await run('select f is not null as f from item')).rows).toEqual([{ f: true }, { f: true }])
    })

    it('are no missing ones of a required field', async () => {
      const { before, after } = merging('type: text', 'type: text')
      await bring(before)
      await values(`'a'`, `'b'`)
      await run(`insert into item (tenant_id, id) values ('000000', 3)`)
      const required = { ...after, ...item(field('f', 'renamedFrom: g, type: text, required: true')) }
      expect(await losses(required)).toEqual([['constrain:item.f', 1, true]])
    })
  })

  it.each([
    ['of another extension', 'accept: [pdf, doc]', 'accept: [pdf]', ['/files/a.pdf', '/files/a.doc']],
    [
      'of several with another extension',
      'many: true, accept: [pdf, doc]',
      'many: true, accept: [pdf]',
      ['{/files/a.pdf}', '{/files/a.pdf,/files/a.doc}'],
    ],
    [
      'of more files',
      'many: true, count: 3',
      'many: true, count: 1',
      ['{/files/a.doc}', '{/files/a.doc,/files/b.doc}'],
    ],
  ])('are counted in files %s', async (_, wide, narrow, values) => {
    const files = (options: string) => item(`  f: { type: file, ${options}, ${title} }\n`)
    await bring(files(wide))
    for (const [n, value] of values.entries())
      await run(`insert into item (tenant_id, id, f) values ('000000', ${n + 1}, '${value}')`)
    expect(await losses(files(narrow))).toEqual([['constrain:item.f', 1, true]])
    await bring(files(narrow))
    expect(await losses(files(wide))).toEqual([])
    await bring(files(wide))
    await run(`comment on table item is '{"of":"item","code":"item","rules":3}'`)
    await run(`comment on column item.f is '{"form":["file"]}'`)
    expect(await losses(files(narrow))).toEqual([])
  })
})
