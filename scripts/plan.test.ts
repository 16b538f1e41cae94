import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../engine/server/database/open-database.ts'
import { renameQuestion } from '../engine/server/storage/print-plan.ts'
import { recordZone } from '../engine/server/storage/time-zone.ts'
import { builtServer, shortLived } from '../tests/support/built.ts'
import { databasesUnderTest, type Place, testZone } from '../tests/support/databases.ts'
import { writeIn } from '../tests/support/server.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'

const [test] = databasesUnderTest()
let place: Place
let app: string

beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), 'mingchu-app-'))
  mkdirSync(join(app, 'resources/shop'), { recursive: true })
  if (test) place = await test.place()
})
afterAll(async () => {
  await place.remove()
  rmSync(app, { recursive: true, force: true })
})

/** A migration that moves a field of fruits to parcels with the same ids. */
const splitting = (field: string) =>
  `insert into parcel (tenant_id, id, ${field}) select tenant_id, id, ${field} from fruit; update fruit set ${field} = null`

const write = (fields: string) =>
  writeFileSync(
    join(app, 'resources/shop/fruit.yaml'),
    `title: { zh: 水果, en: Fruit }\nfields:\n  fruitName: { type: text, title: { zh: 名, en: Name } }\n${fields}`,
  )

const grant = (codes: string) =>
  writeIn(app, 'roles.yaml', `clerk: { title: { zh: 员, en: Clerk }, allow: [${codes}] }\n`)

/** Runs the command; returns its exit code and output. */
async function run(
  flags: readonly string[],
  where: Partial<Place> = place,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [...shortLived, join(await builtServer(), 'plan.js'), ...flags], {
    env: {
      PATH: process.env['PATH'],
      APP_DIR: app,
      DATABASE_URL: where.url,
      DATA_DIR: where.dataDir,
      APP_TZ: testZone,
    },
  })
  let output = ''
  child.stdout.on('data', part => {
    output += part
  })
  child.stderr.on('data', part => {
    output += part
  })
  // 'close' comes after all output was read, unlike 'exit'.
  return new Promise(resolve => child.once('close', code => resolve({ code, output })))
}

it('prints and applies changes, then has none, and requires a confirmation of a loss', async () => {
  write('  weight: { type: integer, title: { zh: 重量, en: Weight } }\n')
  const first = await run([])
  expect(first.output).toContain('-- additive: Create the table fruit.')
  expect(first.code).toBe(2)
  expect((await run(['--apply'])).code).toBe(0)
  expect(await run([])).toMatchObject({ code: 0, output: expect.stringContaining('-- Nothing to do') })
  const database = await openDatabase({ ...place, zone: testZone })
  await sql`insert into fruit (tenant_id, id, weight) values ('000000', 1, 7)`.execute(database.kysely)
  await database.close()
  write('')
  const refused = await run(['--apply'])
  expect(refused.output).toContain('-- data-losing (1 row): Drop the column weight of fruit.')
  expect(refused.output).toContain('-- 删除 fruit 的列 weight，影响 1 行，确认请加 --allow drop:fruit.weight。')
  expect(refused.output).toContain('Nothing was applied: Not confirmed: drop:fruit.weight.')
  expect(refused.code).toBe(3)
  expect(await run(['--apply', '--allow', 'drop:fruit'])).toMatchObject({
    code: 3,
    output: expect.stringContaining('The plan contains no loss "drop:fruit".'),
  })
  expect(await run(['--allow-loss'])).toMatchObject({ code: 1, output: expect.stringContaining("'--allow-loss'") })
  expect((await run(['--apply', '--allow', 'drop:fruit.weight'])).code).toBe(0)
  expect((await run([])).code).toBe(0)
}, 180_000)

it('semantics 9: shows how many records a new automatic step skips', async () => {
  const soldBy = '  soldBy: { type: date, title: { zh: 售完日期, en: Sold by } }\n'
  write(soldBy)
  expect((await run(['--apply'])).code).toBe(0)
  const database = await openDatabase({ ...place, zone: testZone })
  await sql`insert into blade_tenant (id, tenant_id, tenant_name) values (1, '000000', 'A')`.execute(database.kysely)
  await sql`insert into fruit (tenant_id, id, sold_by) values ('000000', 2, '2026-01-31'), ('000000', 3, '2026-01-31')`.execute(
    database.kysely,
  )
  await database.close()
  write(`${soldBy}actions: { drop: { after: soldBy, title: { zh: 下架, en: Drop } } }\n`)
  const { output } = await run([])
  expect(output).toMatch(/^-- automatic: fruit drop .*\b2 records\b/m)
  write('')
  expect((await run(['--apply', '--allow', 'drop:fruit.sold_by'])).code).toBe(0)
})

describe.each(databasesUnderTest())('semantics 36: the plan of another time zone, on $kind', database => {
  const loan = (lifecycleDates: string, after: string) => `title: { zh: 借阅, en: Loan }
fields:
  backBy: { type: date, title: { zh: 应还日, en: Back by } }
  returnAt: { type: datetime, title: { zh: 归还时间, en: Returned at } }
  number: { type: serial, pattern: "JY{yyyy}{MM}{dd}-{00}", title: { zh: 编号, en: Number } }
  state: { type: dictionary, of: loan_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: lent
  final: [late]
  ${lifecycleDates}
  transitions:
    lapse: { from: lent, to: late, after: ${after}, title: { zh: 超期, en: Lapse } }
`
  const file = () => join(app, 'resources/shop/loan.yaml')
  let own: Place
  beforeAll(async () => {
    own = await database.place()
    mkdirSync(join(app, 'dictionaries'), { recursive: true })
    writeFileSync(
      join(app, 'dictionaries/loan_state.yaml'),
      'title: { zh: 状态, en: State }\nentries:\n  lent: { key: "1", title: { zh: 借出, en: Lent } }\n  late: { key: "2", title: { zh: 超期, en: Late } }\n',
    )
    write('')
    expect((await run(['--apply'], own)).code).toBe(0)
    const opened = await openDatabase({ ...own, zone: testZone })
    await recordZone(opened, 'UTC')
    await opened.close()
  })
  afterAll(async () => {
    await own.remove()
    rmSync(file())
    rmSync(join(app, 'dictionaries'), { recursive: true })
  })

  it('lists the values that stay and the days that move, and not the times', async () => {
    const change = `days from UTC to ${testZone}. Existing rows keep their values of`
    writeFileSync(file(), loan('due: { lent: backBy }', 'backBy'))
    const { output } = await run([], own)
    expect(output).toContain(change)
    expect(output).toContain('loan.number')
    expect(output).toContain('Days begin and end at other times for loan.lapse (after), loan.lent (due).')
    writeFileSync(file(), loan('opens: { at: backBy, in: [lent] }', '"createTime + days(3)"'))
    expect((await run([], own)).output).toContain('Days begin and end at other times for loan.lent (opens).')
    writeFileSync(file(), loan('due: { lent: returnAt }', 'returnAt'))
    const times = await run([], own)
    expect(times.output).toContain(change)
    expect(times.output).not.toContain('Days begin and end')
  })
})

it('names the process that holds the embedded folder', async () => {
  const held = mkdtempSync(join(tmpdir(), 'mingchu-data-'))
  const database = await openDatabase({ dataDir: held, zone: testZone, template: inject('embeddedTemplate') })
  try {
    write('')
    expect(await run([], { dataDir: held })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`in use by process ${process.pid},`),
    })
  } finally {
    await database.close()
    rmSync(held, { recursive: true, force: true })
  }
})

it.each<[string, string, string]>([
  ['migrations', 'loop', '-- migrations/ cannot be read (ELOOP).\n'],
  ['seeds', 'file', '-- seeds: it is no folder that can be read (ENOTDIR).\n'],
])('ends with one sentence where %s is a %s', async (name, what, sentence) => {
  write('')
  const path = join(app, name)
  if (what === 'loop') symlinkSync(path, path)
  else writeFileSync(path, '')
  const { code, output } = await run([])
  rmSync(path)
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)])
  expect(output).not.toMatch(/^ +at /m)
})

it('reports all problems of the descriptors and of its arguments', async () => {
  write('  weight: { type: stone }\n')
  expect(await run([])).toMatchObject({ code: 1, output: expect.stringContaining('resources/shop/fruit.yaml:4:') })
  expect(await run(['--aply'])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Unknown option '--aply'"),
  })
})

describe('next to a server with the embedded database', () => {
  let server: ServerProcess
  let dataDir: string
  const runPlan = (...flags: readonly string[]) => run(flags, { dataDir })

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mingchu-data-'))
    write('  weight: { type: text, title: { zh: 重量, en: Weight } }\n')
    writeIn(app, 'menus.yaml', 'shop: { title: { zh: 商店, en: Shop }, icon: map }\n')
    grant('fruit_view')
    const kinds = 'title: { zh: 种类, en: Kind }\nentries: { apple: { key: "1", title: { zh: 苹果, en: Apple } } }\n'
    writeIn(app, 'dictionaries/fruit_kind.yaml', kinds)
    server = await startServerProcess({ dataDir, template: inject('embeddedTemplate'), remove: async () => {} }, app)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('plans in the server', async () => {
    expect(await runPlan()).toMatchObject({ code: 0, output: expect.stringContaining('-- Nothing to do') })
    await server.send('POST', '/api/shop/v1/fruit/save', { fruitName: '梨', weight: '三两' })
    write('  weight: { type: integer, title: { zh: 重量, en: Weight } }\n')
    const { code, output } = await runPlan()
    expect([code, output]).toEqual([2, expect.stringContaining('--allow retype:fruit.weight')])
    expect(output).toMatch(/-- {5}\d+ \(tenant 000000\): "三两"/)
    expect(await runPlan('--apply')).toMatchObject({ code: 3 })
    expect(await runPlan('--apply', '--allow', 'retype:fruit.weight')).toMatchObject({
      code: 3,
      output: expect.stringContaining('They have not read these descriptors: start them again with these files'),
    })
    write('  mass: { type: text, title: { zh: 质量, en: Mass } }\n')
    const renamed = await runPlan()
    expect(renamed.output).toContain(renameQuestion.zh)
    expect(renamed.output).toContain(renameQuestion.en)
  }, 120_000)

  it('lists the texts that are no entry of a dictionary, with the most similar titles', async () => {
    await server.send('POST', '/api/shop/v1/fruit/save', { fruitName: '果', weight: '青苹果' })
    write('  weight: { type: dictionary, of: fruit_kind, title: { zh: 重量, en: Weight } }\n')
    const { output } = await runPlan()
    expect(output).toMatch(/-- {5}\d+ \(tenant 000000\): "青苹果"; similar: 苹果\n/)
    expect(output).toMatch(/-- {5}\d+ \(tenant 000000\): "三两"\n/)
  }, 60_000)

  it('refuses to apply what a migration that has not run concerns where the server has not read it', async () => {
    write('')
    writeIn(
      app,
      'resources/shop/parcel.yaml',
      'title: { zh: 包裹, en: Parcel }\nfields: { weight: { type: text, title: { zh: 重量, en: Weight } } }\n',
    )
    writeIn(app, 'migrations/0001-split.sql', splitting('weight'))
    const { code, output } = await runPlan('--apply')
    expect(code).toBe(3)
    expect(output).toContain('-- step: 0001-split.sql')
    expect(output).toContain(
      '-- Nothing was applied: Live processes use data that is affected by drop:fruit.weight, migrations/0001-split.sql. They have not read these descriptors: start them again with these files and repeat the command, or stop them first.',
    )
    await server.stop()
    expect(await runPlan('--apply')).toMatchObject({ code: 0, output: expect.stringContaining('-- Applied.') })
    const database = await openDatabase({ dataDir, zone: testZone })
    const { rows } = await sql`select weight from parcel order by id`.execute(database.kysely)
    await database.close()
    expect(rows).toEqual([{ weight: '三两' }, { weight: '青苹果' }])
  }, 60_000)

  it('semantics 47: requires the confirmation of wider access once', async () => {
    await server.stop()
    grant('fruit_view, fruit_edit')
    expect(await runPlan('--apply')).toMatchObject({
      code: 3,
      output: expect.stringContaining('Not confirmed: access'),
    })
    expect(await runPlan('--apply', '--allow', 'access')).toMatchObject({ code: 0 })
    expect(await runPlan()).toMatchObject({ code: 0, output: expect.stringContaining('-- Nothing to do') })
  }, 60_000)
})

describe.each(databasesUnderTest())('next to a server that has read the files, on $kind', database => {
  let where: Place
  let server: ServerProcess
  const fields = (...names: readonly string[]) =>
    names.map(name => `  ${name}: { type: text, title: { zh: 栏, en: Column } }\n`).join('')
  const pending = async () => (await (await server.send('GET', '/api/engine/pending')).json()).data.pending[0] ?? null
  const record = async () => (await (await server.send('GET', '/api/shop/v1/fruit/page')).json()).data.records[0]

  beforeAll(async () => {
    where = await database.place()
    for (const folder of ['migrations', 'dictionaries', 'resources'])
      rmSync(join(app, folder), { recursive: true, force: true })
    mkdirSync(join(app, 'resources/shop'), { recursive: true })
    write(fields('weight', 'colour', 'shape'))
    server = await startServerProcess(where, app, 'on')
    await server.send('POST', '/api/shop/v1/fruit/save', { fruitName: '梨', weight: '三两', colour: '黄', shape: '圆' })
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await where.remove()
  })

  it('confirms what waits in the server, with all its losses', async () => {
    write(fields('shape'))
    await expect.poll(pending).toMatchObject({ losses: [{ loss: 'drop:fruit.weight' }, { loss: 'drop:fruit.colour' }] })
    expect(await run(['--apply', '--allow', 'drop:fruit.weight'], where)).toMatchObject({
      code: 3,
      output: expect.stringContaining('Nothing was applied: Not confirmed: drop:fruit.colour.'),
    })
    expect(await record()).toMatchObject({ weight: '三两', colour: '黄' })
    const both = ['--allow', 'drop:fruit.weight', '--allow', 'drop:fruit.colour']
    expect(await run(['--apply', ...both], where)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Applied'),
    })
    await expect.poll(record).not.toHaveProperty('weight')
    expect(await record()).toMatchObject({ fruitName: '梨', shape: '圆' })
    expect(await pending()).toBeNull()
    const { data: state } = await (await server.send('GET', '/api/engine/revision')).json()
    expect(state.confirmed).toEqual({
      account: 'admin',
      losses: [
        { loss: 'drop:fruit.weight', count: 1 },
        { loss: 'drop:fruit.colour', count: 1 },
      ],
    })
    expect(await run([], where)).toMatchObject({ code: 0, output: expect.stringContaining('-- Nothing to do') })
  }, 120_000)

  it('applies what waited for rows that have no value any more', async () => {
    write('')
    await expect.poll(pending).toMatchObject({ losses: [{ loss: 'drop:fruit.shape' }] })
    const { id, version } = await record()
    expect((await server.send('PUT', '/api/shop/v1/fruit/update', { id, version, shape: null })).status).toBe(200)
    expect((await run(['--apply'], where)).code).toBe(0)
    await expect.poll(record).not.toHaveProperty('shape')
    expect(await pending()).toBeNull()
  }, 120_000)
})
