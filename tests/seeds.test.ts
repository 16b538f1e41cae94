import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { readSources } from '../engine/server/app-files.ts'
import type { Database } from '../engine/server/database/database.ts'
import { loadSeeds } from '../engine/server/seed-rows.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { run } from '../engine/server/store/run.ts'
import { databasesUnderTest } from './support/databases.ts'

describe.each(databasesUnderTest())('seeds on $kind', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('fill an empty table within seconds, once', async () => {
    const { model } = compile(await readSources('.'))
    if (!model) throw new Error('The product does not compile.')
    await applyPlan(database, await planChanges(database, model))
    const began = performance.now()
    expect(await loadSeeds(database, model, '.')).toEqual([{ resource: 'sysRegion', rows: 44_703 }])
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(await loadSeeds(database, model, '.')).toEqual([])
    expect(await levels(database)).toEqual([
      { regionLevel: '1', count: '31', orphans: '31' },
      { regionLevel: '2', count: '342', orphans: '0' },
      { regionLevel: '3', count: '2978', orphans: '0' },
      { regionLevel: '4', count: '41352', orphans: '0' },
    ])
    expect(await run(database.kysely, 'select name from sys_region where code = $1', ['330106'])).toEqual([
      { name: '西湖区' },
    ])
  }, 90_000)
})

const levels = (database: Database) =>
  run(
    database.kysely,
    `select region_level as "regionLevel", count(*)::text as count, count(*) filter (where parent_id is null)::text as orphans
     from sys_region where is_deleted = 0 and version = 1 group by region_level order by region_level`,
    [],
  )
