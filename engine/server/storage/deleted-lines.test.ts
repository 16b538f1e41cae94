import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { lossesOf } from './apply.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const resource = (fields: string, more = '') =>
  `${title}\nmenu: false\nfields:\n  name: { type: text, ${title} }\n${fields}display: name\n${more}`

/** Items that are lines of no record, or of those to which a field refers. */
function modelOf(partOf?: 'firmId' | 'shopId'): Model {
  const lines = (field: string) => (partOf === field ? `  items: { type: children, of: item, ${title} }\n` : '')
  const ids = ['firm', 'shop'].map(of => `  ${of}Id: { type: reference, of: ${of}, ${title} }\n`).join('')
  const files = {
    firm: resource(lines('firmId')),
    shop: resource(lines('shopId')),
    item: resource(ids, partOf === undefined ? '' : `partOf: ${partOf}\n`),
  }
  const { model, problems } = compile(
    Object.entries(files).map(([name, text]) => ({ file: `resources/a/${name}.yaml`, text, origin: 'app' as const })),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

describe.each(databasesUnderTest())('deleted rows ($kind)', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const run = (statement: string) => sql.raw(statement).execute(database.kysely)
  const bring = async (partOf?: 'firmId' | 'shopId') => {
    const plan = await planChanges(database, modelOf(partOf))
    await applyAll(database, plan)
    expect((await planChanges(database, modelOf(partOf))).changes).toEqual([])
    return lossesOf(plan).flatMap(({ loss, count, what }) =>
      loss?.startsWith('meaning:') ? [[loss, count, what.en]] : [],
    )
  }
  const deleted = async () => {
    const { rows } = await sql<{ it: string }>`
      select string_agg(name || is_deleted, ' ' order by id) as it from item`.execute(database.kysely)
    return rows[0]?.it
  }
  const masters = (table: string) =>
    run(`insert into ${table} (tenant_id, id, is_deleted) values ('000000', 1, 0), ('000000', 2, 1)`)

  it('remain restorable when partOf is removed, and as far as their master is deleted when it is added', async () => {
    await bring('firmId')
    await masters('firm')
    await run(`insert into item (tenant_id, id, name, firm_id, is_deleted) values ('000000', 1, 'present', 1, 0),
      ('000000', 2, 'removed', 1, 1), ('000000', 3, 'withFirm', 2, 2), ('000000', 4, 'single', null, 1)`)
    expect(await bring()).toEqual([])
    expect(await deleted()).toBe('present0 removed1 withFirm1 single1')
    expect(await bring('firmId')).toEqual([
      [
        'meaning:item',
        2,
        'Make it impossible to restore the deleted rows of item: no bin lists lines, which are restored only with a deleted record of firm.',
      ],
    ])
    expect(await deleted()).toBe('present0 removed1 withFirm2 single1')
  })

  it('of former masters remain restorable with a new one that is deleted, and wait otherwise', async () => {
    await bring('firmId')
    await masters('firm')
    await masters('shop')
    await run(`insert into item (tenant_id, id, name, firm_id, shop_id, is_deleted) values
      ('000000', 1, 'present', 1, 1, 0), ('000000', 2, 'removed', 2, 1, 1), ('000000', 3, 'withBoth', 2, 2, 2),
      ('000000', 4, 'ofPresent', 2, 1, 2), ('000000', 5, 'ofNone', 2, null, 2)`)
    expect(await bring('shopId')).toEqual([
      [
        'meaning:item',
        2,
        'Make it impossible to restore the rows that were deleted with their former records of item: no bin lists lines, which are restored only with a deleted record of shop.',
      ],
    ])
    expect(await deleted()).toBe('present0 removed1 withBoth2 ofPresent1 ofNone1')
    expect(await bring()).toEqual([])
    expect(await deleted()).toBe('present0 removed1 withBoth1 ofPresent1 ofNone1')
  })
})
