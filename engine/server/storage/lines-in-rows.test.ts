import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { modelOf } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'
import { run } from '../database/run.ts'
import { applyPlan, lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'

interface Names {
  /** The fields of a line after the reference to the master. */
  readonly fields?: string
  readonly entries?: string
}

const entries = `low: { key: "1", title: { zh: 低, en: Low } }, high: { key: "2", title: { zh: 高, en: High } }`
const fields = `kind: { type: dictionary, of: kind }, memo: { type: text }, weight: { type: text }`
const files = (names: Names = {}) => ({
  'dictionaries/kind.yaml': `${title}\nentries: { ${names.entries ?? entries} }\n`,
  'resources/a/visit.yaml': `${title}\nfields: { own: { type: text, ${title} }, items: { type: children, of: item, ${title} } }\n`,
  'resources/a/item.yaml': `${title}\npartOf: visitId\nfields: { visitId: { type: reference, of: visit, ${title} }, ${(names.fields ?? fields).replaceAll(' }', `, ${title} }`)} }\n`,
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

describe.each(databasesWalked('postgres'))(
  'values of lines that rows of their masters contain, on $kind',
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
      (select changes from engine_history where id = 2) as other`)
      expect(found?.['other']).toEqual(other)
      return found?.['changes']
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
    })
    afterEach(() => database.close())

    it('have the new key of an entry', async () => {
      await bring({ entries: entries.replace('key: "1"', 'key: "10", renamedFrom: "1"') })
      expect(await stored()).toEqual({
        own: change('b'),
        items: { lines: [line({ ...removed.changes, kind: change('10') }), plain] },
      })
    })

    it('are converted with the type of a field, where nothing is lost', async () => {
      await bring({ fields: fields.replace('weight: { type: text', 'weight: { type: integer') })
      expect(await stored()).toEqual({
        own: change('b'),
        items: { lines: [line({ ...removed.changes, weight: change(12) }), plain] },
      })
    })
  },
)
