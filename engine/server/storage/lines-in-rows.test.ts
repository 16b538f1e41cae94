import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { modelOf } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'
import { run } from '../database/run.ts'
import { applyPlan, lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'

interface Names {
  /** The lines, with the fields of a line after the reference to the master. */
  readonly lines?: string
  readonly linesWas?: string
  readonly fields?: string
  /** The fields of the master before its lines. */
  readonly own?: string
  readonly entries?: string
  readonly item?: string
  readonly itemWas?: string
}

const entries = `low: { key: "1", title: { zh: 低, en: Low } }, high: { key: "2", title: { zh: 高, en: High } }`
const fields = `kind: { type: dictionary, of: kind }, memo: { type: text }, weight: { type: text }`
const files = (names: Names = {}) => ({
  'dictionaries/kind.yaml': `${title}\nentries: { ${names.entries ?? entries} }\n`,
  'resources/a/visit.yaml': `${title}\nfields: {${names.own ?? ` own: { type: text, ${title} },`} ${names.lines ?? 'items:'} { ${names.linesWas ?? ''}type: children, of: ${names.item ?? 'item'}, ${title} } }\n`,
  [`resources/a/${names.item ?? 'item'}.yaml`]: `${title}\n${names.itemWas ?? ''}partOf: visitId\nfields: { visitId: { type: reference, of: visit, ${title} }, ${(names.fields ?? fields).replaceAll(' }', `, ${title} }`)} }\n`,
})

const change = (from: unknown, to: unknown = null) => ({ from, to })
const line = (changes: object) => ({ id: '3', operation: 'remove', changes })
const removed = line({ kind: change('1'), memo: change('a'), weight: change('12') })
const plain = { id: '4', operation: 'save', changes: { weight: change(null, 'big') } }
/** Of a resource with the same names. */
const other = { items: { lines: [removed] } }
const warnings = [
  { name: 'a', text: {}, fields: ['own', 'items.0.memo', 'items.1.weight'] },
  { name: 'b', text: {}, fields: [] },
]
const before = { items: [{ id: '3', kind: '1', memo: 'a', weight: '12' }, { id: '4' }] }

describe.each(databasesWalked('postgres'))(
  'names and values of lines that rows of their masters contain, on $kind',
  ({ open }) => {
    let database: Database

    const bring = async (names?: Names) => {
      const plan = await planChanges(database, modelOf(files(names)))
      expect(lossesOf(plan)).toEqual([])
      await applyPlan(database, plan)
      expect((await planChanges(database, modelOf(files(names)))).changes).toEqual([])
    }
    const statement = (text: string, values: unknown[] = []) => run(database.kysely, text, values)
    const stored = async () => {
      const [found] = await statement(`select
      (select changes from engine_history where id = 1) as changes,
      (select before from engine_import_row where row = 1) as before, (select record from engine_import_row where row = 1) as record,
      (select changes from engine_history where id = 2) as other, (select before from engine_import_row where row = 2) as done`)
      expect([found?.['other'], found?.['done'], found?.['record']]).toEqual([other, before, found?.['before']])
      return { changes: found?.['changes'], before: found?.['before'] }
    }

    beforeEach(async () => {
      database = await open()
      await bring()
      await statement(
        `insert into engine_history (tenant_id, id, resource, record_id, operation, at, changes, warnings) values
        ('000000', 1, 'visit', 1, 'update', now(), $1::jsonb, $3::jsonb), ('000000', 2, 'tour', 1, 'update', now(), $2::jsonb, $3::jsonb)`,
        [
          JSON.stringify({ own: change('b'), items: { lines: [removed, plain] } }),
          JSON.stringify(other),
          JSON.stringify(warnings),
        ],
      )
      for (const [n, state] of [
        [1, 'writing'],
        [2, 'written'],
      ])
        await statement(
          `with i as (insert into engine_import (tenant_id, id, user_id, resource, file, digest, state, at) values ('000000', $1::int, 1, 'visit', 'a.csv', '', $2, now()))
         insert into engine_import_row (import_id, row, record_id, record, before, warnings) values ($1::int, $1::int, 1, $3::jsonb, $3::jsonb, $4::jsonb)`,
          [n, state, JSON.stringify(before), JSON.stringify(warnings)],
        )
    })
    afterEach(() => database.close())

    it.each<[string, Names, object, object]>([
      ['a field', { fields: fields.replace('memo: { ', 'note: { renamedFrom: memo, ') }, { note: 'a' }, { memo: 'a' }],
      ['an entry', { entries: entries.replace('key: "1"', 'key: "10", renamedFrom: "1"') }, { kind: '10' }, {}],
      [
        'a field with its entries',
        {
          fields: fields.replace('kind: { ', 'sort: { renamedFrom: kind, '),
          entries: entries.replace('key: "1"', 'key: "10", renamedFrom: "1"'),
        },
        { sort: '10' },
        { kind: '1' },
      ],
      [
        'fields that exchange their names',
        {
          fields: fields
            .replace('memo: { ', 'x: { renamedFrom: memo, ')
            .replace('weight: { ', 'memo: { renamedFrom: weight, ')
            .replace('x: { ', 'weight: { '),
        },
        { memo: '12', weight: 'a' },
        {},
      ],
      [
        'exchanged fields with an entry',
        {
          fields: `memo: { type: dictionary, of: kind, renamedFrom: kind }, kind: { type: text, renamedFrom: memo }, weight: { type: text }`,
          entries: entries.replace('key: "1"', 'key: "10", renamedFrom: "1"'),
        },
        { memo: '10', kind: 'a' },
        {},
      ],
    ])('are those of %s after a rename', async (_what, names, now, gone) => {
      await bring(names)
      const renamed = (values: object, given: object) =>
        Object.fromEntries(Object.entries({ ...values, ...given }).filter(([name]) => !(name in gone)))
      const changed = Object.fromEntries(Object.entries(now).map(([name, from]) => [name, change(from)]))
      const { weight: ofPlain, ...others } = now as { readonly weight?: unknown }
      const isExchanged = ofPlain !== undefined && Object.keys(others).length > 0
      expect(await stored()).toEqual({
        changes: {
          own: change('b'),
          items: {
            lines: [
              line(renamed(removed.changes, changed)),
              isExchanged ? { ...plain, changes: { memo: change(null, 'big') } } : plain,
            ],
          },
        },
        before: { items: [renamed(before.items[0] ?? {}, now), { id: '4' }] },
      })
    })

    it('are converted with the type of a field, where nothing is lost', async () => {
      await bring({ fields: fields.replace('weight: { type: text', 'weight: { type: integer') })
      expect(await stored()).toEqual({
        changes: {
          own: change('b'),
          items: { lines: [line({ ...removed.changes, weight: change(12) }), plain] },
        },
        before: { items: [{ ...before.items[0], weight: 12 }, { id: '4' }] },
      })
    })

    it.each<[string, Names, string, string]>([
      ['of the lines', { lines: 'goods:' }, 'goods', 'own'],
      [
        'of the lines and of a field',
        { lines: 'goods:', own: ` mine: { type: text, renamedFrom: own, ${title} },` },
        'goods',
        'mine',
      ],
      [
        'that the lines exchange with a field',
        { lines: 'own:', linesWas: 'renamedFrom: items, ', own: ` items: { type: text, renamedFrom: own, ${title} },` },
        'own',
        'items',
      ],
      [
        'of the resource of the lines, with a field of theirs',
        { item: 'good', itemWas: 'renamedFrom: item\n', lines: 'goods: ' },
        'goods',
        'own',
      ],
    ])('have the new name %s', async (_what, names, lines, own) => {
      await bring({ ...names, fields: fields.replace('memo: { ', 'note: { renamedFrom: memo, ') })
      const { memo, ...rest } = removed.changes as Readonly<Record<string, unknown>>
      const { memo: text, ...values } = before.items[0] ?? {}
      expect(await stored()).toEqual({
        changes: { [own]: change('b'), [lines]: { lines: [line({ ...rest, note: memo }), plain] } },
        before: { [lines]: [{ ...values, note: text }, { id: '4' }] },
      })
    })

    it.each<[string, Names, readonly string[]]>([
      [
        'of their master, of the lines and of theirs',
        {
          lines: 'goods:',
          own: ` mine: { type: text, renamedFrom: own, ${title} },`,
          fields: fields.replace('memo: { ', 'note: { renamedFrom: memo, '),
        },
        ['mine', 'goods.0.note', 'goods.1.weight'],
      ],
      [
        'that are exchanged',
        {
          lines: 'own:',
          linesWas: 'renamedFrom: items, ',
          own: ` items: { type: text, renamedFrom: own, ${title} },`,
          fields: fields
            .replace('memo: { ', 'x: { renamedFrom: memo, ')
            .replace('weight: { ', 'memo: { renamedFrom: weight, ')
            .replace('x: { ', 'weight: { '),
        },
        ['items', 'own.0.weight', 'own.1.memo'],
      ],
    ])('have the new names %s in warnings', async (_what, names, now) => {
      await bring(names)
      const found = await statement(
        `select warnings from engine_history union all select warnings from engine_import_row order by 1`,
      )
      const renamed = [{ ...warnings[0], fields: now }, warnings[1]]
      const all = found.map(row => JSON.stringify((row['warnings'] as typeof warnings).map(one => one.fields)))
      const fieldsOf = (some: readonly unknown[]) => JSON.stringify(some.map(one => Object(one).fields))
      expect(all.sort()).toEqual([warnings, warnings, renamed, renamed].map(fieldsOf).sort())
    })

    it('have the declared name of lines in a database of an earlier version, once', async () => {
      await statement(`comment on table item is '{"of":"item","code":"item","rules":3}'`)
      await bring({ lines: 'goods:', linesWas: 'renamedFrom: items, ' })
      expect(await stored()).toEqual({
        changes: { own: change('b'), goods: { lines: [removed, plain] } },
        before: { goods: before.items },
      })
    })
  },
)
