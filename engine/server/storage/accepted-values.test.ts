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
      expect(await losses(states)).toEqual([['key:item.f', 2, true]])
      await bring(states)
    })

    it('are counted where another resource has the dictionary', async () => {
      const other = item(field, lifecycle)['resources/a/item.yaml'] ?? ''
      expect(await losses({ ...without, 'resources/a/other.yaml': other })).toEqual([['key:item.f', 2, true]])
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
    expect(await losses(fewer)).toEqual([['key:item.f', 1, true]])
    await bring(fewer)
    expect((await run(`select f from item order by id`)).rows).toEqual([{ f: 'open0' }, { f: 'held2' }])
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
  })
})
