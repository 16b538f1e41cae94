import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import { lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const resource = (fields: string, more = '') =>
  `${title}\nmenu: false\nfields:\n  name: { type: text, ${title} }\n${fields}display: name\n${more}`

function modelOf(isOfLines: boolean): Model {
  const lines = isOfLines ? `  items: { type: children, of: item, ${title} }\n` : ''
  const firmId = `  firmId: { type: reference, of: firm, required: true, ${title} }\n`
  const files = { firm: resource(lines), item: resource(firmId, isOfLines ? 'partOf: firmId\n' : '') }
  const { model, problems } = compile(
    Object.entries(files).map(([name, text]) => ({ file: `resources/a/${name}.yaml`, text, origin: 'app' as const })),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

it.each(databasesUnderTest())(
  'deleted rows remain restorable when partOf is removed or added ($kind)',
  async ({ open }) => {
    const database = await open()
    try {
      const bring = async (isOfLines: boolean) => {
        const plan = await planChanges(database, modelOf(isOfLines))
        await applyAll(database, plan)
        expect((await planChanges(database, modelOf(isOfLines))).changes).toEqual([])
        return lossesOf(plan).map(({ loss, what }) => `${loss} ${what.en}`)
      }
      const deleted = async () => {
        const { rows } = await sql<{ it: string }>`
          select string_agg(name || is_deleted, ' ' order by id) as it from item`.execute(database.kysely)
        return rows[0]?.it
      }
      await bring(true)
      await sql`insert into firm (tenant_id, id, is_deleted) values ('000000', 1, 0), ('000000', 2, 1)`.execute(
        database.kysely,
      )
      await sql`insert into item (tenant_id, id, name, firm_id, is_deleted) values ('000000', 1, 'present', 1, 0),
        ('000000', 2, 'removed', 1, 1), ('000000', 3, 'withFirm', 2, 2)`.execute(database.kysely)
      await bring(false)
      expect(await deleted()).toBe('present0 removed1 withFirm1')
      expect((await bring(true))[0]).toContain(
        'No bin lists deleted rows then; they are restored only with a deleted record of firm.',
      )
      expect(await deleted()).toBe('present0 removed1 withFirm2')
    } finally {
      await database.close()
    }
  },
)
