import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import type { Database } from '../engine/server/database/database.ts'
import { run } from '../engine/server/database/run.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { isEngineView } from '../engine/server/storage/engine-views.ts'
import { createIds, type Ids } from '../engine/server/storage/ids.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { newWork } from '../engine/server/store/new-work.ts'
import { addRoles } from '../engine/server/store/shipped-roles.ts'
import { workOn as inTransaction, type Work } from '../engine/server/store/work.ts'
import { licenceCheck } from '../scripts/demo/check-digits.ts'
import { type Demo, readDemo } from '../scripts/demo/demo.ts'
import { writeDemoAccounts, writeOrganisation } from '../scripts/demo/demo-accounts.ts'
import { seedDemo } from '../scripts/demo/first-start.ts'
import type { SeedOrder } from '../scripts/demo/row-starts.ts'
import { runSeed, seededResources } from '../scripts/demo/run-seed.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { addAdministrator, administrator, contextOf, modelOf, storeOn } from './support/store.ts'

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const demo = await readDemo('.')
const resources = seededResources(sources, demo)
const order: SeedOrder = { owners: 20, days: 28, seed: 'spring', resources }
// A Saturday afternoon: the last working day was Friday.
const now = new Date('2026-11-21T07:00:00Z')
const nothingSaid: Demo = { words: {}, fields: {}, resources: {}, holidays: [], drawings: {} }

/** The file name of the picture of each recognised violation. */
const pictureOf: Readonly<Record<string, RegExp>> = {
  604: /telephoning-\d\.png$/,
  605: /noHat-\d\.png$/,
  606: /noMask-\d\.png$/,
  607: /smoking-\d\.png$/,
  608: /noGloves-\d\.png$/,
  609: /noClothes-\d\.png$/,
  611: /puddle-\d\.png$/,
  612: /binOpen-\d\.png$/,
  614: /rat-\d\.png$/,
  638: /gaming-\d\.png$/,
}

async function workOn(database: Database, ofModel: Model, at = now): Promise<{ work: Work; ids: Ids }> {
  await applyPlan(database, await planChanges(database, ofModel))
  const ids = await createIds(database)
  const ctx = contextOf(administrator, ofModel, at)
  const work = newWork({ database, ids, hashPassword: async plain => `digest of ${plain.length}` }, ctx)
  return { work, ids }
}

async function withRegions(work: Work) {
  await run(work.queries, addAdministrator, [])
  await run(work.queries, `insert into blade_tenant (id, tenant_id, tenant_name) values (1, '000000', '管理组')`, [])
  await work.transaction(queries => addRoles(inTransaction(work, queries)))
  await run(
    work.queries,
    `insert into blade_dept (id, tenant_id, dept_name, full_name, dept_category) values (1, '000000', '管理组', '管理组', '1')`,
    [],
  )
  const regions = { 上城区: 330102, 拱墅区: 330105, 西湖区: 330106, 滨江区: 330108 }
  for (const [name, code] of Object.entries(regions))
    await run(work.queries, `insert into sys_region (id, code, name, region_level) values ($1::bigint, $2, $3, '3')`, [
      code,
      String(code),
      name,
    ])
}

describe.each(databasesWalked('embedded'))('seeded city on $kind', ({ open }) => {
  let database: Database
  let work: Work
  let ids: Ids
  const kept = new Map<string, Uint8Array>()
  const ask = (text: string) => run(database.kysely, text, [])
  const count = async (text: string) => Number((await ask(`select count(*) as n from ${text}`))[0]?.['n'])

  beforeAll(async () => {
    database = await open()
    ;({ work, ids } = await workOn(database, model))
    await withRegions(work)
  })
  afterAll(async () => {
    await ids.close()
    await database.close()
  })

  it('has rows of every resource, none of them skipped', async () => {
    await writeOrganisation(work, demo)
    const keep = async (key: string, bytes: Uint8Array) => void kept.set(key, bytes)
    const seeded = await runSeed(database, work, demo, { ...order, keep })
    expect(seeded.filter(({ givenUp }) => givenUp > 0)).toEqual([])
    const empty = seeded.filter(({ rows }) => rows === 0).map(({ resource }) => resource)
    // Layouts and reports are the users' own.
    expect(empty.sort()).toEqual(['cameraLayout', 'sysRegion', 'sysReport'])
    expect([...new Set(seeded.map(({ resource }) => resource))].sort()).toEqual(
      resources.filter(name => !model.resources[name]?.partOf && !isEngineView({ name })).sort(),
    )
    expect(await count('ent_inspect_item_log')).toBe((await count(`ent_inspect_log where inspect_status <> '0'`)) * 30)
  }, 120_000)

  it('has accounts that see their own rows, with the rights of the demonstration', async () => {
    const { created, faults } = await writeDemoAccounts(work, demo)
    expect(created.map(({ account }) => account)).toEqual(Object.keys(demo.accounts ?? {}))
    expect(faults).toEqual([])
    const owned = await ask(`select u.account, count(e.id)::int as owners, min(e.business_type) as kind
      from blade_user u left join ent_info e on e.id = any(u.owner_ids) where u.password is not null group by 1 order by 1`)
    expect(owned).toEqual([
      { account: 'china', owners: 0, kind: null },
      { account: 'company', owners: 5, kind: expect.stringMatching(/PRISC|MIDSC|HIGSC/) },
      { account: 'district', owners: 0, kind: null },
      { account: 'installer', owners: 0, kind: null },
      { account: 'leader', owners: 0, kind: null },
      { account: 'merchant', owners: 1, kind: expect.stringMatching(/PRISC|MIDSC|HIGSC/) },
      { account: 'officer', owners: 0, kind: null },
      { account: 'school', owners: 2, kind: expect.stringMatching(/PRISC|MIDSC/) },
      { account: 'third', owners: 0, kind: null },
    ])
    expect(await ask(`select r.code from blade_user u join sys_region r on r.id = u.region_id`)).toEqual([
      { code: '330106' },
    ])
    expect(
      await ask(`select o.org_name from blade_user u join blade_third_party_org o on o.id = u.third_org_id`),
    ).toEqual([{ org_name: '杭州市食品检验研究院' }])
    const visits = `inst_appointment a join inst_userinfo i on i.id = a.installer_id join blade_user u on u.id = i.user_id`
    expect(await count(`${visits} where u.account = 'installer' and a.examine_status = '1'`)).toBeGreaterThan(0)
    const open = `ent_notice_letter l join blade_user u on l.ent_id = any(u.owner_ids)
      where u.account = 'merchant' and l.letter_status = '1'`
    expect(await count(open)).toBeGreaterThan(0)
    const codesOf = async (alias: string) =>
      (
        await ask(
          `select g.code from engine_grant g join blade_role r on r.id = g.role_id where r.role_alias = '${alias}'`,
        )
      ).map(({ code }) => String(code))
    const writing = /_(add|edit|delete|import|issue|handle)$/
    // But the layouts of the camera wall, which are the user's own.
    const isRecord = (code: string) => !code.startsWith('cameraLayout_')
    expect((await codesOf('leader')).filter(code => writing.test(code)).filter(isRecord)).toEqual([])
    expect(await codesOf('leader')).toContain('entNoticeLetter_adopt')
    expect(await codesOf('officer')).not.toContain('entNoticeLetter_handle')
    expect(await codesOf('merchant')).toEqual(
      expect.arrayContaining(['businessEntOrder_add', 'entNoticeLetter_handle']),
    )
  })

  it('has consistent prices, units and texts', async () => {
    const prices = await ask(`select product_name as name, unit, min(price)::float as least, max(price)::float as most
      from business_ent_order_detail group by 1, 2`)
    const priced = Object.fromEntries(prices.map(({ name, ...rest }) => [String(name), rest]))
    expect(priced['上海青']).toMatchObject({ unit: '1' })
    expect(Number(priced['上海青']?.['least'])).toBeGreaterThanOrEqual(4)
    expect(Number(priced['冷鲜猪后腿肉']?.['most'])).toBeLessThanOrEqual(36)
    expect(await count(`ent_info where licence_no !~ '^JY[23]3301[0-9]{9}$'`)).toBe(0)
    const codes = await ask(`select e.licence_no as licence, e.credit_code as credit, r.code as region
      from ent_info e join sys_region r on r.id = e.region_id`)
    for (const { licence, credit, region } of codes) {
      expect(String(licence).slice(3, 9)).toBe(String(region))
      expect(licenceCheck(String(licence).slice(2, 15))).toBe(String(licence).slice(15))
      expect(String(credit).slice(2, 8)).toBe(String(region))
    }
    expect(await count(`ent_info where area < seats or staff_count > 12`)).toBe(0)
    expect(
      await count(`ent_info e where e.staff_count <> (
        select count(*) from business_ent_personnel p where p.ent_id = e.id)`),
    ).toBe(0)
    expect(await count(`school_info s join ent_info e on e.id = s.ent_id where s.diners > 2 * e.seats`)).toBe(0)
    // A canteen buys for its seats: 40 to 150 g of vegetables each.
    expect(
      await count(`business_ent_order_detail d join business_ent_order o on o.id = d.order_id
        join ent_info e on e.id = o.ent_id
        where d.product_name = '上海青' and abs(d.quantity - 0.08 * e.seats) > 0.02 * e.seats + 2.5`),
    ).toBe(0)
    expect(
      await count(`business_ent_order where order_status in ('0', '1') and order_time < '2026-11-19 00:00+08'`),
    ).toBe(0)
    expect(await count('blade_post')).toBe(8)
    expect(await count(`ent_notice_letter where problem like '冷藏柜%' and measure not like '%冷藏柜%'`)).toBe(0)
    expect(
      await count(`ent_inspect_item_log l join ent_inspect_item i on i.id = l.item_id where l.points <> i.points`),
    ).toBe(0)
  })

  it('has letters in every state with matching dates', async () => {
    const states = await ask('select distinct letter_status as state from ent_notice_letter order by 1')
    expect(states.map(({ state }) => state)).toEqual(['0', '1', '3', '4', '5'])
    const letters = 'ent_notice_letter where'
    expect(await count(`${letters} (issued_at is null) <> (letter_status = '0')`)).toBe(0)
    expect(await count(`${letters} letter_status in ('3', '4') and (reply is null or handled_at < issued_at)`)).toBe(0)
    expect(await count(`${letters} letter_status = '5' and deadline >= update_time::date`)).toBe(0)
    expect(await count(`${letters} deadline < create_time::date or update_time > '2026-11-21 15:00+08'`)).toBe(0)
    expect(await count(`(select letter_no from ent_notice_letter group by 1 having count(*) > 1) t`)).toBe(0)
    expect(
      await count(`ent_notice_letter l where l.version > 1 and l.version <> (
        select count(*) from engine_history h where h.resource = 'entNoticeLetter' and h.record_id = l.id)`),
    ).toBe(0)
  })

  it('has chronological numbers, and no pending work that is long overdue', async () => {
    expect(
      await count(`ent_notice_letter a join ent_notice_letter b
        on left(a.letter_no, 8) = left(b.letter_no, 8) and a.letter_no < b.letter_no and a.create_time > b.create_time`),
    ).toBe(0)
    const late = `letter_status in ('0', '1', '3') and deadline < date '2026-11-21' - 3`
    expect(await count(`ent_notice_letter where ${late}`)).toBe(0)
    expect(
      await count(`business_ent_retention_sample where sample_status = '0' and keep_until < timestamp '2026-11-19'`),
    ).toBe(0)
  })

  it('tells of a canteen that slips, is inspected, gets notices and closes them', async () => {
    const of = `join ent_info e on e.id = x.ent_id and e.name = '松风实验小学食堂'`
    expect(await count(`ent_notice_letter x ${of} where x.letter_status <> '4'`)).toBe(0)
    expect(
      await count(`ent_notice_letter x ${of} where x.inspect_log_id is not null or x.warning_id is not null`),
    ).toBeGreaterThan(1)
    expect(
      await count(`ent_inspect_log x ${of} where x.inspect_status = '3' and x.rectify_reply is not null`),
    ).toBeGreaterThan(0)
    expect(await count(`ent_warning_log x ${of} where x.result like 'ZG%'`)).toBeGreaterThan(0)
    expect(await count(`ent_notice_letter_log x ${of}`)).toBeGreaterThan(5)
    const missing = `x.sample_time between '2026-10-25' and '2026-10-30'`
    expect(await count(`business_ent_retention_sample x ${of} where ${missing}`)).toBe(0)
  })

  it('has samples of what the menu of the day says, and stock of what was received', async () => {
    expect(
      await count(`business_ent_retention_sample s where not exists (
      select from ent_recipes_dish d join ent_recipes r on r.id = d.recipe_id join ent_dishes_dict n on n.id = d.dish_id
      where r.ent_id = s.ent_id and d.day = (s.sample_time at time zone '${testZone}')::date and n.name = s.sample_name)`),
    ).toBe(0)
    expect(
      await count(
        `business_stock s join business_purchase_item i on i.id = s.purchase_item_id where s.product_name <> i.product_name`,
      ),
    ).toBe(0)
    expect(await count('business_stock')).toBe(await count('business_purchase_item'))
    // Also of what was received before the first day of the run.
    expect(await count(`business_stock where expiry_date < '2026-11-21' and used + returned < quantity`)).toBe(0)
    expect(await count('wit_template__cameras')).toBeGreaterThan(0)
  })

  it('has findings for finished inspections only', async () => {
    const inspections = 'ent_inspect_log l where'
    const lines = 'exists (select from ent_inspect_item_log i where i.inspect_log_id = l.id)'
    const found = 'num_nonnulls(deduction, score, inspect_result, opinion, receiver, pictures)'
    expect(await count(`${inspections} inspect_status = '0'`)).toBeGreaterThan(0)
    expect(await count(`${inspections} inspect_status = '0' and (${found} > 0 or ${lines})`)).toBe(0)
    expect(await count(`${inspections} inspect_status <> '0' and (score is null or inspect_result is null)`)).toBe(0)
    // The rectification deadline is set with the order.
    expect(await count(`${inspections} (rectify_by is not null) <> (inspect_status in ('2', '3'))`)).toBe(0)
    expect(await count(`${inspections} inspect_status in ('2', '3') and deduction = 0`)).toBe(0)
  })

  it('has pictures of recognised violations, which many rows share', async () => {
    const shown = await ask('select model_type as type, pictures[1] as link from ent_camera_screenshot')
    expect(shown.length).toBeGreaterThan(50)
    for (const { type, link } of shown) {
      expect(link).toMatch(pictureOf[String(type)] ?? /postLeft-\d\.png$/)
      const bytes = Buffer.from(kept.get(String(link).replace('/image-api/', '')) ?? [])
      expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'PNG',
        400,
        225,
      ])
    }
    expect(kept.size).toBeLessThanOrEqual(4 * Object.keys(demo.drawings).length)
    expect(await count('business_ent_morning_check where pictures is not null')).toBe(0)
  })

  it('has plausible authors: owners do what their role may, officers the rest', async () => {
    const by = (operation: string) =>
      count(`engine_history h join blade_user u on u.id = h.user_id and u.name = h.user_name
        join ent_notice_letter l on l.id = h.record_id
        where h.resource = 'entNoticeLetter' and h.operation = '${operation}' and u.password is null and
          case when h.operation = 'handle' then u.owner_ids = array[l.ent_id] else u.source_type = 'MARKET_ORG' end`)
    const all = (operation: string) =>
      count(`engine_history where resource = 'entNoticeLetter' and operation = '${operation}'`)
    for (const operation of ['save', 'issue', 'handle', 'adopt']) {
      expect(await all(operation)).toBeGreaterThan(0)
      expect([operation, await by(operation)]).toEqual([operation, await all(operation)])
    }
    expect(await count('ent_notice_letter l left join blade_user u on u.id = l.create_user where u.id is null')).toBe(0)
    expect(
      await count(`business_ent_morning_check c join blade_user u on u.id = c.create_user
        where u.owner_ids is distinct from array[c.ent_id]`),
    ).toBe(0)
    expect(await count(`(select account from blade_user group by 1 having count(*) > 1) t`)).toBe(0)
  })

  it('has meal samples at meal times, and names that match the sex', async () => {
    const hour = `extract(hour from sample_time at time zone '${testZone}')`
    const wrong = `(meals = '1' and ${hour} > 8) or (meals = '2' and ${hour} not in (10, 11, 12)) or (meals = '3' and ${hour} < 16)`
    expect(await count(`business_ent_retention_sample where ${wrong}`)).toBe(0)
    expect(await count(`business_ent_personnel where sex = '2' and name ~ '建国|国强|志强|刚$'`)).toBe(0)
    expect(await count(`business_ent_personnel where sex = '1' and name ~ '芳|秀英|桂英|娜'`)).toBe(0)
  })

  it('refers within one owner, and keeps the owner of rows', async () => {
    for (const table of ['business_ent_morning_check', 'business_ent_retention_sample'])
      expect(
        await count(`${table} c join business_ent_personnel p on p.id = c.personnel_id where p.ent_id <> c.ent_id`),
      ).toBe(0)
    for (const table of ['ent_notice_letter', 'ent_camera', 'business_ent_order', 'ent_inspect_log', 'school_info'])
      expect(await count(`${table} where owner_id is distinct from ent_id`)).toBe(0)
    expect(
      await count(`business_ent_order_detail l join business_ent_order o on o.id = l.order_id
        where l.owner_id is distinct from o.owner_id`),
    ).toBe(0)
  })

  it('has computed values, and work on working days only', async () => {
    expect(
      await count(`business_ent_order o where total <> coalesce(freight, 0) + (
        select sum(amount) from business_ent_order_detail l where l.order_id = o.id)`),
    ).toBe(0)
    expect(
      await count(`business_ent_morning_check where extract(isodow from check_time at time zone '${testZone}') > 5`),
    ).toBe(0)
    expect(await count(`business_ent_morning_check where (morning_result = '2') <> (measure is not null)`)).toBe(0)
    expect(await count(`business_ent_retention_sample where keep_until <> sample_time + interval '48 hours'`)).toBe(0)
  })

  it('gets exactly the requested number of additional rows of one resource, without history', async () => {
    const before = await count('ent_notice_letter')
    const entries = await count('engine_history')
    const [seeded] = await runSeed(database, work, demo, { ...order, resources: ['entNoticeLetter'], rows: 2500 })
    expect(seeded).toEqual({ resource: 'entNoticeLetter', rows: 2500, lines: 0, givenUp: 0 })
    expect(await count('ent_notice_letter')).toBe(before + 2500)
    expect(await count('engine_history')).toBe(entries)
  }, 60_000)

  it('gets exactly the requested number of rows of an independent resource, and reports where none are possible', async () => {
    const only = (resource: string) => runSeed(database, work, demo, { ...order, resources: [resource], rows: 20 })
    const before = await count('ent_info')
    expect(await only('entInfo')).toEqual([{ resource: 'entInfo', rows: 20, lines: 0, givenUp: 0 }])
    expect(await count('ent_info')).toBe(before + 20)
    await ask('update ent_info set bright_kitchen = null')
    expect(await only('entCamera')).toEqual([
      { resource: 'entCamera', rows: 0, lines: 0, givenUp: 20, why: expect.stringContaining('there is no entInfo') },
    ])
  }, 60_000)
})

describe.each(databasesWalked('embedded'))('app without a description of its rows, on $kind', ({ open }) => {
  const made = async (seed: string) => {
    const database = await open()
    const small = modelOf(sampleApp)
    const { work, ids } = await workOn(database, small)
    const names = Object.keys(small.resources).filter(name => small.resources[name]?.module === 'city')
    const seeded = await runSeed(database, work, nothingSaid, { owners: 8, days: 20, seed, resources: names })
    const under = await storeOn(database, small)
    const page = async (name: string) =>
      (await under.store.page(under.ctx(administrator), name, { size: '100' })).records
    const [wards, letters, purchases] = [await page('ward'), await page('letter'), await page('purchase')]
    await under.close()
    await ids.close()
    await database.close()
    return { seeded, wards, letters, purchases }
  }
  const values = (records: readonly object[]) =>
    records
      .map(record => Object.entries(record).filter(([name]) => !/[iI]d$|User|Dept/.test(name)))
      .map(record => JSON.stringify(record))
      .sort()

  it('is seeded from its descriptors: equally for one seed, differently for another', async () => {
    const [one, again, other] = [await made('a'), await made('a'), await made('b')]
    expect(one.seeded.every(({ rows, givenUp }) => rows > 0 && givenUp === 0)).toBe(true)
    expect(one.wards.length).toBe(8)
    for (const part of ['wards', 'letters', 'purchases'] as const) {
      expect(values(again[part])).toEqual(values(one[part]))
      expect(values(other[part])).not.toEqual(values(one[part]))
    }
  }, 60_000)
})

describe.each(databasesWalked('embedded'))('demonstration on $kind', ({ open }) => {
  it('is seeded once, while there are no owners, with the same amount after a week of holidays', async () => {
    const database = await open()
    const { work, ids } = await workOn(database, model, new Date('2026-10-08T00:00:00Z'))
    await withRegions(work)
    const seeded = await seedDemo(database, work, '.', demo)
    const rows = seeded.reduce((sum, one) => sum + one.rows + one.lines, 0)
    expect(rows).toBeGreaterThan(20_000)
    expect(await seedDemo(database, work, '.', demo)).toEqual([])
    await ids.close()
    await database.close()
  }, 150_000)
})
