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

  it('are listed in the bin when partOf is removed, and wait when it is added or changed', async () => {
    await bring('firmId')
    await masters('firm')
    await masters('shop')
    await run(`insert into item (tenant_id, id, name, firm_id, shop_id, is_deleted) values
      ('000000', 1, 'present', 1, 1, 0), ('000000', 2, 'removed', 1, 1, 1), ('000000', 3, 'withFirm', 2, 1, 2)`)
    expect(await bring()).toEqual([])
    expect(await deleted()).toBe('present0 removed1 withFirm1')
    const what = 'Make it impossible to restore the deleted rows of item: no bin lists lines.'
    expect(await bring('firmId')).toEqual([['meaning:item', 2, what]])
    await run(`update item set is_deleted = 2 where id = 3`)
    expect(await bring('shopId')).toEqual([['meaning:item', 2, what]])
    expect(await deleted()).toBe('present0 removed1 withFirm1')
  })
})
