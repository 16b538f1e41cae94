import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import type { Database } from '../engine/server/database/database.ts'
import { run } from '../engine/server/database/run.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { seedTenants } from '../engine/server/services/seed/loaded-seeds.ts'
import { changedSeeds, loadNewSeeds, loadSeeds } from '../engine/server/services/seed/seed-rows.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { writeApp } from './support/server.ts'
import { serverWork } from './support/server-work.ts'

describe.each(databasesUnderTest())('seeds on $kind', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it('fill an empty table once', async () => {
    const { model } = compile(await readSources('.'))
    if (!model) throw new Error('The product does not compile.')
    await applyPlan(database, await planChanges(database, model))
    const work = serverWork(database, model, 'first-start')
    const loaded = await loadSeeds(database, work, '.')
    expect(loaded.toSorted((one, other) => one.rows - other.rows)).toEqual([
      { resource: 'bladeHoliday', rows: 108 },
      { resource: 'sysRegion', rows: 44_703 },
    ])
    expect(await loadSeeds(database, work, '.')).toEqual([])
    expect(await levels(database)).toEqual([
      { regionLevel: '1', count: '31', orphans: '31' },
      { regionLevel: '2', count: '342', orphans: '0' },
      { regionLevel: '3', count: '2978', orphans: '0' },
      { regionLevel: '4', count: '41352', orphans: '0' },
    ])
    expect(await run(database.kysely, 'select name from sys_region where code = $1', ['330106'])).toEqual([
      { name: '西湖区' },
    ])
  }, 120_000)

  it('semantics 45: are read as plain CSV, without ids and with the names of records, and stay deleted', async () => {
    const appDir = writeApp(sampleApp)
    const { model } = compile(await readSources(appDir))
    if (!model) throw new Error('The sample does not compile.')
    const own = await open()
    await applyPlan(own, await planChanges(own, model))
    const write = (name: string, text: string) => {
      mkdirSync(join(appDir, 'seeds'), { recursive: true })
      writeFileSync(join(appDir, 'seeds', name), text)
    }
    const load = () => loadSeeds(own, serverWork(own, model, 'first-start'), appDir)
    const rows = (text: string) => run(own.kysely, text, [])
    write('ward.csv', 'name\n甲街\n乙街\n')
    write('purchase.csv', 'wardId,title\n乙街,米\n甲街,油\n')
    write('purchaseLine.csv', 'purchaseId,thing,quantity,price\n米,乙,1,1\n油,丙,2,3\n')
    write('letter.csv', 'wardId,subject\n丙街,通知\n')
    await expect(load()).rejects.toThrow(/letter.csv:2: no record of "ward" is named "丙街"./)
    write('letter.csv', 'wardId,subject\n乙街,通知\n')
    await load()
    const owners = 'select p.title, w.name, p.total::text as total from purchase p join ward w on w.id = p.owner_id'
    expect(await rows(`${owners} order by w.name desc`)).toEqual([
      { title: '油', name: '甲街', total: '6.00' },
      { title: '米', name: '乙街', total: '1.00' },
    ])
    expect(await rows('select w.name from letter l join ward w on w.id = l.ward_id')).toEqual([{ name: '乙街' }])
    await rows('update letter set is_deleted = 1')
    write('letter.csv', 'wardId,subject\n乙街,通知\n甲街,又一封\n')
    expect(await load()).toEqual([])
    expect(await rows('select id from letter where is_deleted = 0')).toEqual([])
    write('wards.csv', 'name\n丙街\n')
    await expect(load()).rejects.toThrow(
      'seeds/wards.csv: there is no resource "wards". A seed has the name of its resource, such as ward.csv.',
    )
    rmSync(join(appDir, 'seeds/wards.csv'))
    write('ward.csv.gz', '')
    await expect(load()).rejects.toThrow('only one may exist')
    await own.close()
    rmSync(appDir, { recursive: true })
  })

  it('semantics 45: are loaded once: neither a deleted row nor a changed file is loaded again', async () => {
    const appDir = writeApp(sampleApp)
    const { model } = compile(await readSources(appDir))
    if (!model) throw new Error('The sample does not compile.')
    const own = await open()
    await applyPlan(own, await planChanges(own, model))
    await run(own.kysely, `insert into blade_tenant (id, tenant_id) values (1, '000000')`, [])
    const tenants = () => seedTenants(serverWork(own, model, 'first-start'))
    const load = async () => loadNewSeeds(own, await tenants(), appDir)
    const present = () => run(own.kysely, 'select name from ward where is_deleted = 0', [])
    mkdirSync(join(appDir, 'seeds'))
    writeFileSync(join(appDir, 'seeds/ward.csv'), 'name\n甲街\n')
    expect(await load()).toEqual({ loaded: [{ resource: 'ward', rows: 1 }] })
    expect(await changedSeeds(await tenants(), appDir)).toEqual([])
    await run(own.kysely, 'update ward set is_deleted = 1', [])
    writeFileSync(join(appDir, 'seeds/ward.csv'), 'name\n甲街\n乙街\n')
    expect([await load(), await present()]).toEqual([{ loaded: [] }, []])
    expect((await changedSeeds(await tenants(), appDir)).map(({ resource }) => resource.name)).toEqual(['ward'])
    await own.close()
    rmSync(appDir, { recursive: true })
  })

  describe('semantics 26: a seed has steps 3 and 10 to 13, version 1, and neither history nor events', () => {
    let own: Database
    let model: Model
    const appDir = writeApp({
      ...sampleApp,
      'resources/city/fee.yaml': `title: { zh: 费用, en: Fee }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  wardId: { type: reference, of: ward, pick: first, required: true }
`,
      'resources/city/tariff.yaml': `title: { zh: 价目, en: Tariff }
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  from: { type: date, required: true, title: { zh: 起始, en: From } }
  to: { type: date, title: { zh: 截止, en: To } }
unique: [{ fields: [name], during: [from, to], message: { zh: 期间重叠, en: The periods overlap } }]
`,
    })
    const seed = (name: string, text: string) => {
      mkdirSync(join(appDir, 'seeds'), { recursive: true })
      writeFileSync(join(appDir, 'seeds', `${name}.csv.gz`), gzipSync(text))
    }
    const load = () => loadSeeds(own, serverWork(own, model, 'first-start'), appDir)
    const rows = (text: string) => run(own.kysely, text, [])
    beforeAll(async () => {
      const compiled = compile(await readSources(appDir))
      if (!compiled.model) throw new Error('The sample does not compile.')
      model = compiled.model
      own = await open()
      await applyPlan(own, await planChanges(own, model))
    })
    afterAll(async () => {
      await own.close()
      rmSync(appDir, { recursive: true })
    })
    const lines = 'id,purchaseId,thing,quantity,price\n104,11,乙,1,1\n101,12,丙,1,1\n103,11,甲,2,1.5\n102,12,丁,1,1\n'

    it.each([
      ['a secret', 'bladeUser', 'id,account,password\n1,a,Secret-26\n', 'is a secret, which no seed may contain'],
      ['an unknown column', 'ward', 'id,nam\n1,甲街\n', '"ward" has no column "nam". Did you mean "name"?'],
      ['a column of no similar name', 'ward', 'id,colour\n1,甲街\n', /"ward" has no column "colour"\.$/],
      ['a system column', 'ward', 'id,name,version\n1,甲街,7\n', '"ward" has no column "version"'],
      ['a missing required value', 'ward', 'id,name\n1,甲街\n2,\n', 'ward.csv.gz:3: name: '],
      ['a record that a write would pick', 'fee', 'id,name\n1,停车\n', 'fee.csv.gz:2: wardId: '],
      ['an invalid value', 'ward', 'id,name,people\n1,甲街,-4\n', 'ward.csv.gz:2: people: '],
      [
        'a value of another type',
        'ward',
        'id,name,people\n1,甲街,many\n',
        'ward.csv.gz:2: people: "many" is invalid. Please enter',
      ],
      ['a duplicate', 'ward', 'id,name\n1,甲街\n2,甲街\n', 'ward.csv.gz (甲街): name: Name already exists'],
      [
        'periods that overlap',
        'tariff',
        'name,from,to\n甲,2026-01-01,\n甲,2026-03-01,\n',
        'tariff.csv.gz: name: The periods overlap',
      ],
      [
        'a reference to no record',
        'letter',
        'id,wardId,subject\n5,77,通知\n',
        'letter.csv.gz: wardId: Please select a correct ward',
      ],
      ['lines without records', 'purchaseLine', lines, 'there is no '],
    ])('refuses %s, and stores nothing', async (_what, name, text, message) => {
      rmSync(join(appDir, 'seeds'), { recursive: true, force: true })
      seed(name, text)
      await expect(load()).rejects.toThrow(message)
      expect(
        await rows('select id from ward union all select id from letter union all select id from purchase_line'),
      ).toEqual([])
    })

    it('stores rows that are unique during periods', async () => {
      rmSync(join(appDir, 'seeds'), { recursive: true })
      seed('tariff', 'name,from,to\n甲,2026-01-01,2026-02-28\n甲,2026-03-01,\n')
      expect(await load()).toEqual([{ resource: 'tariff', rows: 2 }])
    })

    it('stores rows with their lines, owners, positions and computed values', async () => {
      rmSync(join(appDir, 'seeds'), { recursive: true })
      seed('ward', 'id,name\n1, 甲街 \n2,乙街\n')
      seed('letter', 'id,wardId,subject,state,reply\n5,1,通知,2,已回复\n6,2,通知,,\n')
      seed('purchase', 'id,wardId,title\n11,1,米\n12,2,油\n')
      seed('purchaseLine', `${lines}105,13,戊,1,1\n`)
      await expect(load()).rejects.toThrow(/purchaseLine.csv.gz:6: the record of this line is not in .*purchase.csv.gz/)
      seed('purchaseLine', lines)
      expect(await load()).toEqual([{ resource: 'purchase', rows: 2 }])
      expect(await rows('select id, name, version::text as version, update_user from ward order by id')).toEqual([
        { id: '1', name: '甲街', version: '1', update_user: null },
        { id: '2', name: '乙街', version: '1', update_user: null },
      ])
      // A seed may contain any state, and begins in the first one otherwise.
      expect(await rows('select state, reply from letter order by id')).toEqual([
        { state: '2', reply: '已回复' },
        { state: '0', reply: null },
      ])
      expect(await rows('select id, owner_id, total::text as total from purchase order by id')).toEqual([
        { id: '11', owner_id: '1', total: '4.00' },
        { id: '12', owner_id: '2', total: '2.00' },
      ])
      expect(await rows('select id, owner_id, line_no::text as at from purchase_line order by id')).toEqual([
        { id: '101', owner_id: '2', at: '0' },
        { id: '102', owner_id: '2', at: '1' },
        { id: '103', owner_id: '1', at: '1' },
        { id: '104', owner_id: '1', at: '0' },
      ])
      expect(await rows('select id from engine_history union all select id from engine_event')).toEqual([])
      expect(await load()).toEqual([])
    })
  })
})

const levels = (database: Database) =>
  run(
    database.kysely,
    `select region_level as "regionLevel", count(*)::text as count, count(*) filter (where parent_id is null)::text as orphans
     from sys_region where is_deleted = 0 and version = 1 group by region_level order by region_level`,
    [],
  )
