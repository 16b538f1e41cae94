import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../engine/server/database/run.ts'
import { planningContext } from '../engine/server/open-work.ts'
import { planByCommand } from '../engine/server/operator/plan-command.ts'
import { applySeeds } from '../engine/server/services/seed/changed-seeds.ts'
import { seedTenants } from '../engine/server/services/seed/loaded-seeds.ts'
import { loadSeeds } from '../engine/server/services/seed/seed-rows.ts'
import { databasesWalked, testZone } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'
import { serverWork } from './support/server-work.ts'

const nothingWaits = () => Promise.reject(new Error('Nothing waits.'))

const app = {
  ...sampleApp,
  'resources/city/stop.yaml': `title: { zh: 站点, en: Stop }
display: name
fields:
  no: { type: integer, unique: true, title: { zh: 编号, en: No } }
  opened: { type: date, unique: true, title: { zh: 启用日, en: Opened } }
  name: { type: text, title: { zh: 名称, en: Name } }
  exits: { type: children, of: stopExit, title: { zh: 出口, en: Exits } }
`,
  'resources/city/stopExit.yaml': `title: { zh: 出口, en: Exit }
partOf: stopId
fields:
  stopId: { type: reference, of: stop, required: true }
  label: { type: text, title: { zh: 标号, en: Label } }
`,
  'resources/city/stopLog.yaml': `title: { zh: 站点日志, en: Log of a stop }
fields:
  stopId: { type: reference, of: stop, unique: true, title: { zh: 站点, en: Stop } }
  text: { type: text, title: { zh: 内容, en: Text } }
`,
}

describe.each(databasesWalked('embedded'))('semantics 45: a changed seed ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())
  const rows = (text: string) => run(server.engine.database.kysely, text, [])
  beforeEach(async () => {
    rmSync(join(server.appDir, 'seeds'), { recursive: true, force: true })
    const tables = [
      'stop_log',
      'stop_exit',
      'stop',
      'purchase_line',
      'purchase',
      'letter',
      'ward',
      'engine_seed',
      'engine_history',
    ]
    for (const table of tables) await rows(`delete from ${table}`)
  })
  const seed = (name: string, text: string) => writeIn(server.appDir, `seeds/${name}.csv`, text)
  const load = () => {
    const { database, model } = server.engine
    return loadSeeds(database, serverWork(database, model(), 'first-start'), server.appDir)
  }
  const start = async () => {
    const { database, model } = server.engine
    const tenants = await seedTenants(serverWork(database, model(), 'first-start'))
    return applySeeds(database, tenants, server.appDir, { fills: true })
  }
  const plan = (apply: boolean, ...allow: string[]) =>
    planByCommand(
      server.engine.database,
      {
        appDir: server.appDir,
        zone: testZone,
        contextOf: model => planningContext(model, testZone),
        confirm: nothingWaits,
      },
      { apply, allow },
    )
  const wards = async () =>
    (await rows('select name, people::text as people from ward where is_deleted = 0 order by name')).map(
      ({ name, people }) => `${name} ${people ?? '-'}`,
    )
  const idOf = async (name: string) =>
    String((await rows(`select id::text as id from ward where name = '${name}'`))[0]?.['id'])
  const edit = async () => calls.data('PUT', 'city/v1/ward/update', { id: await idOf('B'), secretNote: 'ours' })
  const remove = async () => calls.data('DELETE', 'city/v1/ward/removeByIds', { ids: [await idOf('B')] })
  const file = (...lines: string[]) => ['name,people', ...lines, ''].join('\n')
  const loaded = ['A,1', 'B,2']

  it.each<
    [what: string, act: () => Promise<unknown>, after: readonly string[], message: string, stored: readonly string[]]
  >([
    ['adds new rows', async () => {}, [...loaded, 'C,3'], 'it adds 1 row.', ['A 1', 'B 2', 'C 3']],
    ['keeps a row that was removed from it', async () => {}, ['B,2', 'C,3'], 'it adds 1 row.', ['A 1', 'B 2', 'C 3']],
    [
      'keeps a row that a user edited',
      edit,
      ['A,1', 'B,7', 'C,3'],
      'it adds 1 row, keeps 1 row that users edited.',
      ['A 1', 'B 2', 'C 3'],
    ],
    [
      'does not add a row again that a user deleted',
      remove,
      ['A,1', 'B,7', 'C,3'],
      'it adds 1 row, omits 1 row that users deleted.',
      ['A 1', 'C 3'],
    ],
    [
      'keeps a row of a user with the name of a new one',
      () => calls.save('ward', { name: 'C', people: 9 }),
      [...loaded, 'C,3'],
      'it keeps 1 row that users edited.',
      ['A 1', 'B 2', 'C 9'],
    ],
  ])('%s, without a confirmation', async (_what, act, after, message, stored) => {
    seed('ward', file(...loaded))
    await load()
    await act()
    seed('ward', file(...after))
    const shown = await plan(false)
    expect(shown.code).toBe(2)
    expect(shown.text).toContain(`seeds/ward.csv has changed: ${message}`)
    expect(shown.text).not.toContain('--allow')
    expect(await plan(true)).toMatchObject({ code: 0 })
    expect(await wards()).toEqual(stored)
    expect(await plan(false)).toMatchObject({ code: 0 })
  })

  describe('whose records have a unique field that is no text', () => {
    const head = 'no,opened,name'
    const stops = (...lines: string[]) => seed('stop', [head, ...lines, ''].join('\n'))
    const stored = async () =>
      (await rows('select no, name from stop where is_deleted = 0 order by no')).map(({ no, name }) => `${no} ${name}`)

    it('finds its rows by it, though several have one name, and refers to records by it', async () => {
      stops('1,2026-01-01,A', '2,2026-01-02,A')
      seed('stopExit', 'stopId,label\n2,x\n1,y\n')
      seed('stopLog', 'stopId,text\n2026-01-02,before\n')
      await load()
      const exits = 'select s.no, e.label from stop_exit e join stop s on s.id = e.stop_id order by s.no'
      expect(await rows(exits)).toMatchObject([
        { no: '1', label: 'y' },
        { no: '2', label: 'x' },
      ])
      const [{ id }] = (await rows('select id::text as id from stop where no = 2')) as [{ id: string }]
      stops('02,2026-01-02,B', '1,2026-01-01,A', '3,2026-01-03,A')
      seed('stopExit', 'stopId,label\n2,x\n1,y\n')
      seed('stopLog', `stopId,text\n${id},after\n`)
      expect((await plan(true, 'seed:stop', 'seed:stopLog')).code).toBe(0)
      expect(await stored()).toEqual(['1 A', '2 B', '3 A'])
      const logs = 'select s.no, l.text from stop_log l join stop s on s.id = l.stop_id'
      expect(await rows(logs)).toMatchObject([{ no: '2', text: 'after' }])
    })

    it('finds rows that an earlier engine recorded by their names', async () => {
      stops('1,2026-01-01,A', '2,2026-01-02,B')
      await load()
      await rows(
        `update engine_seed set rows = jsonb_build_object('A', rows->'1', 'B', rows->'2') where resource = 'stop'`,
      )
      await rows('update stop set is_deleted = 1 where no = 2')
      stops('1,2026-01-01,A', '2,2026-02-02,B')
      expect((await plan(true)).text).toContain('omits 1 row that users deleted')
      expect(await stored()).toEqual(['1 A'])
    })
  })

  it('replaces values of rows that no user edited only with its name, and lists the rows', async () => {
    seed('ward', file('A,1', 'B,2'))
    await load()
    seed('ward', file('A,1', 'B,7', 'C,3'))
    const shown = await plan(false)
    expect(shown).toMatchObject({ code: 2 })
    expect(shown.text).toContain('-- seeds/ward.csv 有变化：新增 1 行，替换 1 行，确认：--allow seed:ward。')
    expect(shown.text).toContain('it adds 1 row, replaces 1 row. To confirm it: --allow seed:ward.')
    expect(shown.text).toContain(`--     ${await idOf('B')} (tenant 000000): replaced`)
    expect(shown.text).toContain('--     C (tenant 000000): added')
    expect(await plan(true)).toMatchObject({ code: 3, text: expect.stringContaining('Not confirmed: seed:ward') })
    expect(await plan(true, 'seed:letter')).toMatchObject({ code: 3 })
    expect(await wards()).toEqual(['A 1', 'B 2'])
    expect(await plan(true, 'seed:ward')).toMatchObject({ code: 0 })
    expect(await wards()).toEqual(['A 1', 'B 7', 'C 3'])
    expect(await rows('select id from engine_history')).toEqual([])
    expect(await plan(false)).toMatchObject({ code: 0 })
    // A replaced row is again one that no user edited.
    seed('ward', file('A,1', 'B,8', 'C,3'))
    expect(await plan(true, 'seed:ward')).toMatchObject({ code: 0 })
    expect(await wards()).toEqual(['A 1', 'B 8', 'C 3'])
  })

  it('waits for its name where the database does not know of which file its rows are', async () => {
    seed('ward', 'id,name,people\n1,A,1\n2,B,2\n')
    await load()
    await rows('delete from engine_seed')
    await calls.data('PUT', 'city/v1/ward/update', { id: '2', secretNote: 'ours' })
    expect(await plan(true)).toMatchObject({ code: 0 })
    await rows('delete from engine_seed')
    seed('ward', 'id,name,people\n1,A,5\n2,B,6\n3,C,3\n')
    expect(await plan(true)).toMatchObject({ code: 3 })
    expect(await wards()).toEqual(['A 1', 'B 2'])
    expect(await plan(true, 'seed:ward')).toMatchObject({ code: 0 })
    expect(await wards()).toEqual(['A 5', 'B 2', 'C 3'])
  })

  it.each<[what: string, act: () => Promise<unknown>, codes: readonly number[], stored: readonly string[]]>([
    ['unchanged', async () => {}, [0, 0], ['A 1', 'B 2']],
    ['edited in another field', edit, [0, 0], ['A 1', 'B 2']],
    // It is listed as a new one.
    ['in the bin only with its name', remove, [2, 3], ['A 1']],
  ])(
    'adds no row again in a database of an earlier engine, one that is %s',
    async (_what, act, [shown, applied], stored) => {
      seed('ward', file(...loaded))
      // Two records have the name.
      seed('letter', 'wardId,subject\nA,notice\nA,notice\n')
      await load()
      await act()
      await rows('delete from engine_seed')
      expect(await plan(false)).toMatchObject({ code: shown })
      expect(await plan(true)).toMatchObject({ code: applied })
      expect(await load()).toEqual([])
      expect(await wards()).toEqual(stored)
      expect(await rows('select id from letter')).toHaveLength(2)
    },
  )

  it('does not add a row whose text several records have', async () => {
    seed('ward', file('A,1'))
    seed('letter', 'wardId,subject\nA,first\n')
    await load()
    const wardId = await idOf('A')
    for (const subject of ['notice', 'notice']) await calls.save('letter', { wardId, subject })
    seed('letter', 'wardId,subject\nA,first\nA,notice\nA,second\n')
    const { code, text } = await plan(true)
    expect(code).toBe(0)
    expect(text).toContain('it adds 1 row, omits 1 row whose name several records have.')
    expect(text).toContain('--     notice (tenant 000000): several records have the name')
    const subjects = (await rows('select subject from letter order by subject')).map(({ subject }) => subject)
    expect(subjects).toEqual(['first', 'notice', 'notice', 'second'])
    expect(await plan(false)).toMatchObject({ code: 0 })
  })

  it('is planned with the new rows of other files that it names', async () => {
    seed('ward', file('A,1'))
    seed('letter', 'wardId,subject\nA,first\n')
    await load()
    seed('ward', file('A,1', 'D,4'))
    seed('letter', 'wardId,subject\nA,first\nD,second\n')
    const { text } = await plan(false)
    for (const name of ['ward', 'letter']) expect(text).toContain(`seeds/${name}.csv has changed: it adds 1 row.`)
    expect(await rows('select id from ward')).toHaveLength(1)
    expect(await plan(true)).toMatchObject({ code: 0 })
    expect(await rows('select w.name from letter l join ward w on w.id = l.ward_id order by w.name')).toEqual([
      { name: 'A' },
      { name: 'D' },
    ])
  })

  it('is taken over before a new file that refers to its new rows', async () => {
    seed('ward', 'id,name,people\n1,A,1\n')
    await load()
    seed('ward', 'id,name,people\n1,A,1\n4,D,4\n')
    seed('letter', 'wardId,subject\nD,notice\n')
    expect(await start()).toMatchObject([
      { file: 'seeds/ward.csv', counts: { added: 1 }, loaded: 0 },
      { file: 'seeds/letter.csv', loaded: 1 },
    ])
    expect(await rows('select ward_id::text as ward from letter')).toEqual([{ ward: '4' }])
  })

  it('is applied once by two servers that start at once', async () => {
    seed('ward', 'id,name,people\n1,A,1\n2,B,2\n')
    expect((await Promise.all([start(), start()])).flat()).toMatchObject([{ loaded: 2 }])
    seed('ward', 'id,name,people\n1,A,1\n2,B,2\n3,C,3\n')
    expect((await Promise.all([start(), start()])).flat()).toMatchObject([{ counts: { added: 1 } }])
    expect(await wards()).toEqual(['A 1', 'B 2', 'C 3'])
  })

  it('lists a row that a user edited again only when it changes in the file', async () => {
    seed('ward', file(...loaded))
    await load()
    await edit()
    seed('ward', file('A,1', 'B,7'))
    expect((await plan(true)).text).toContain('it keeps 1 row that users edited.')
    seed('ward', file('A,1', 'B,7', 'C,3'))
    expect((await plan(true)).text).toContain('seeds/ward.csv has changed: it adds 1 row.')
    seed('ward', file('A,1', 'B,8', 'C,3'))
    expect((await plan(true)).text).toContain('it keeps 1 row that users edited.')
    expect(await wards()).toEqual(['A 1', 'B 2', 'C 3'])
  })

  it('is recognised by the digest of its file: a start reads one statement and no row where none has changed', async () => {
    seed('ward', file(...loaded))
    seed('letter', 'wardId,subject\nA,notice\n')
    await load()
    const { database, model } = server.engine
    const own = serverWork(database, model(), 'first-start')
    const statements: string[] = []
    const queries = {
      executeQuery: (query: CompiledQuery) => {
        statements.push(query.sql)
        return own.queries.executeQuery(query)
      },
    }
    const work = { ...own, queries: queries as typeof own.queries }
    const closed = { ...database, patiently: () => Promise.reject(new Error('A transaction was opened.')) }
    const begin = async () => applySeeds(closed, await seedTenants(work), server.appDir, { fills: true })
    expect(await begin()).toEqual([])
    expect(statements).toEqual([expect.stringContaining('engine_seed')])
    seed('ward', file('A,1', 'B,3'))
    await expect(begin()).rejects.toThrow('A transaction was opened.')
  })

  it('changes the lines with their record, and computes it again', async () => {
    seed('ward', file('A,1'))
    seed('purchase', 'wardId,title\nA,rice\n')
    seed('purchaseLine', 'purchaseId,thing,quantity,price\nrice,bag,1,2\nrice,sack,1,3\n')
    await load()
    const lines = () =>
      rows('select id, thing, quantity::text as quantity from purchase_line where is_deleted = 0 order by line_no')
    const before = await lines()
    seed('purchaseLine', 'purchaseId,thing,quantity,price\nrice,bag,4,2\n')
    expect(await plan(true, 'seed:purchase')).toMatchObject({ code: 0 })
    expect(await lines()).toEqual([{ ...before[0], quantity: '4' }])
    expect(await rows('select total::text as total, version::text as version from purchase')).toEqual([
      { total: '8.00', version: '2' },
    ])
  })

  it.each([
    ['an invalid value', 'A,-4', 'ward.csv:2: people: '],
    ['a value of another type', 'A,many', 'people: "many" is invalid'],
    ['a missing value', ',1', 'ward.csv:2: name: '],
    ['a line of another length', 'A,1,2', 'seeds/ward.csv: the file cannot be read'],
  ])('with %s is not taken over, and named by file and line', async (_what, line, message) => {
    seed('ward', file('A,1', 'B,2'))
    await load()
    seed('ward', file(line, 'B,2', 'C,3'))
    const shown = await plan(true)
    expect(shown.code).toBe(1)
    expect(shown.text).toContain('-- seeds/ward.csv 无法导入')
    expect(shown.text).toContain(message)
    expect(shown.text).not.toContain('。。')
    expect(await wards()).toEqual(['A 1', 'B 2'])
  })

  it('is planned after the columns that it needs exist', async () => {
    seed('ward', file('A,1'))
    await load()
    const ward = sampleApp['resources/city/ward.yaml'] ?? ''
    writeIn(
      server.appDir,
      'resources/city/ward.yaml',
      ward.replace('  people:', '  mark: { type: text, title: { zh: 标记, en: Mark } }\n  people:'),
    )
    seed('ward', 'name,people,mark\nA,1,new\n')
    expect(await plan(true)).toMatchObject({ code: 3, text: expect.stringContaining('--allow seed:ward') })
    expect(await plan(true, 'seed:ward')).toMatchObject({ code: 0 })
    expect(await rows('select mark from ward')).toEqual([{ mark: 'new' }])
  })
})

describe.each(databasesWalked('embedded'))('semantics 45: seeds of a running server ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  beforeAll(async () => {
    server = await startServer(
      kind,
      { ...sampleApp, 'seeds/ward.csv': 'name,people\nA,1\nB,2\n' },
      { settings: { live: true } },
    )
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())
  const rows = (text: string) => run(server.engine.database.kysely, text, [])
  const wards = async (tenantId = '000000') =>
    (await rows(`select name, people from ward where tenant_id = '${tenantId}' and is_deleted = 0 order by name`)).map(
      ({ name, people }) => `${name} ${people}`,
    )
  const seeds = async () => {
    const { left, served } = await calls.data('GET', 'engine/pending')
    return { served, waiting: left.filter(({ mark }: { mark?: string }) => mark === 'seed') }
  }
  const problems = async () => {
    const all: { code: string }[] = await calls.data('GET', 'engine/problems')
    return all.filter(({ code }) => code.startsWith('seed.'))
  }

  it('are offered on the page when the file is saved, and replace values when they are confirmed', async () => {
    expect(await wards()).toEqual(['A 1', 'B 2'])
    writeIn(server.appDir, 'seeds/ward.csv', 'name,people\nA,1\nB,7\n')
    await expect
      .poll(async () => (await seeds()).waiting, { timeout: 10_000 })
      .toMatchObject([
        { loss: 'seed:ward', count: 1, resource: 'ward', rows: [{ tenantId: '000000', change: 'replaced' }] },
      ])
    const { served } = await seeds()
    const confirm = (revision: string, count: number) =>
      calls.call('POST', 'engine/pending', { revision, allow: [{ loss: 'seed:ward', count }] })
    expect(await confirm(served, 0)).toMatchObject({ status: 409 })
    expect(await confirm('another', 1)).toMatchObject({ status: 409 })
    expect(await wards()).toEqual(['A 1', 'B 2'])
    expect(await confirm(served, 1)).toMatchObject({ status: 200 })
    expect(await wards()).toEqual(['A 1', 'B 7'])
    expect((await seeds()).waiting).toEqual([])
    expect(await confirm(served, 1)).toMatchObject({ status: 409 })
  })

  it('add rows when the file is saved', async () => {
    writeIn(server.appDir, 'seeds/ward.csv', 'name,people\nA,1\nB,7\nC,3\n')
    await expect.poll(() => wards(), { timeout: 10_000 }).toEqual(['A 1', 'B 7', 'C 3'])
  })

  it('are loaded into a new tenant, whose rows are its own', async () => {
    await calls.data('POST', 'blade/v1/bladeTenant/save', { tenantId: '100450', tenantName: 'Branch' })
    await expect.poll(() => wards('100450'), { timeout: 10_000 }).toEqual(['A 1', 'B 7', 'C 3'])
    await rows(`update ward set people = 9, version = version + 1 where tenant_id = '100450' and name = 'B'`)
    writeIn(server.appDir, 'seeds/ward.csv', 'name,people\nA,1\nB,8\nC,3\nD,4\n')
    await expect
      .poll(async () => (await seeds()).waiting, { timeout: 10_000 })
      .toMatchObject([
        {
          count: 2,
          rows: expect.arrayContaining([
            expect.objectContaining({ tenantId: '000000', change: 'replaced' }),
            expect.objectContaining({ tenantId: '100450', change: 'edited' }),
          ]),
        },
      ])
    // The file waits as a whole.
    expect([await wards(), await wards('100450')]).toEqual([
      ['A 1', 'B 7', 'C 3'],
      ['A 1', 'B 9', 'C 3'],
    ])
    const { served } = await seeds()
    await calls.data('POST', 'engine/pending', { revision: served, allow: [{ loss: 'seed:ward', count: 2 }] })
    expect([await wards(), await wards('100450')]).toEqual([
      ['A 1', 'B 8', 'C 3', 'D 4'],
      ['A 1', 'B 9', 'C 3', 'D 4'],
    ])
    expect(await problems()).toMatchObject([
      {
        code: 'seed.changed',
        hint: { zh: expect.stringContaining('用户已修改'), en: expect.stringContaining('edited') },
      },
    ])
  })

  it('are listed with the line of an invalid row, and nothing of them is taken over', async () => {
    writeIn(server.appDir, 'seeds/ward.csv', 'name,people\nA,-1\nE,5\n')
    await expect
      .poll(problems, { timeout: 10_000 })
      .toMatchObject([{ code: 'seed.invalid', message: { en: expect.stringContaining('seeds/ward.csv:2: people: ') } }])
    expect(await wards()).toEqual(['A 1', 'B 8', 'C 3', 'D 4'])
    writeIn(server.appDir, 'seeds/ward.csv', 'name,people\nA,1\nB,8\nC,3\nE,5\n')
    await expect.poll(() => wards(), { timeout: 10_000 }).toEqual(['A 1', 'B 8', 'C 3', 'D 4', 'E 5'])
    await expect.poll(problems, { timeout: 10_000 }).toEqual([])
  })

  it('are those of the platform where the file has ids, and a tenant in which a row is invalid is listed', async () => {
    writeIn(server.appDir, 'seeds/letter.csv', 'id,wardId,subject\n900,A,notice\n')
    const letters = async () =>
      (await rows('select tenant_id, subject from letter')).map(row => `${row['tenant_id']} ${row['subject']}`)
    await expect.poll(letters, { timeout: 10_000 }).toEqual(['000000 notice'])
    await calls.save('letter', { wardId: await calls.save('ward', { name: 'Own' }), subject: 'other' })
    writeIn(server.appDir, 'seeds/purchaseLine.csv', 'purchaseId,thing,quantity,price\nrice,bag,1,2\n')
    writeIn(server.appDir, 'seeds/purchase.csv', 'wardId,title\nOwn,rice\n')
    const { database, model } = server.engine
    const start = async () =>
      applySeeds(database, await seedTenants(serverWork(database, model(), 'first-start')), server.appDir, {
        fills: true,
      })
    const text = 'tenant 100450, seeds/purchase.csv:2: no record of "ward" is named "Own".'
    expect(await start()).toMatchObject([{ file: 'seeds/purchase.csv', fault: { en: text } }])
    expect(await rows('select tenant_id from purchase')).toEqual([{ tenant_id: '000000' }])
  })
})
