import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Database } from '../engine/server/database/database.ts'
import { run } from '../engine/server/database/run.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { loadSeeds } from '../engine/server/services/seed/seed-rows.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'

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

  it('set the owner of rows and the position of lines, and contain no secret', async () => {
    const appDir = writeApp(sampleApp)
    const { model } = compile(await readSources(appDir))
    if (!model) throw new Error('The sample does not compile.')
    const own = await open()
    const seed = (name: string, text: string) => {
      mkdirSync(join(appDir, 'seeds'), { recursive: true })
      writeFileSync(join(appDir, 'seeds', `${name}.csv.gz`), gzipSync(text))
    }
    seed('ward', 'id,name\n1,甲街\n2,乙街\n')
    seed('purchase', 'id,wardId,title\n11,1,米\n12,2,油\n')
    seed(
      'purchaseLine',
      'id,purchaseId,thing,quantity,price\n104,11,乙,1,1\n101,12,丙,1,1\n103,11,甲,1,1\n102,12,丁,1,1\n',
    )
    await applyPlan(own, await planChanges(own, model))
    await loadSeeds(own, model, appDir)
    expect(await run(own.kysely, 'select id, owner_id from purchase order by id', [])).toEqual([
      { id: '11', owner_id: '1' },
      { id: '12', owner_id: '2' },
    ])
    const lines = await run(own.kysely, 'select id, owner_id, line_no::text as at from purchase_line order by id', [])
    expect(lines).toEqual([
      { id: '101', owner_id: '2', at: '0' },
      { id: '102', owner_id: '2', at: '1' },
      { id: '103', owner_id: '1', at: '1' },
      { id: '104', owner_id: '1', at: '0' },
    ])
    seed('bladeUser', 'id,account,password\n1,a,Secret-26\n')
    await expect(loadSeeds(own, model, appDir)).rejects.toThrow('is a secret')
    await own.close()
    rmSync(appDir, { recursive: true })
  })
})

const levels = (database: Database) =>
  run(
    database.kysely,
    `select region_level as "regionLevel", count(*)::text as count, count(*) filter (where parent_id is null)::text as orphans
     from sys_region where is_deleted = 0 and version = 1 group by region_level order by region_level`,
    [],
  )
