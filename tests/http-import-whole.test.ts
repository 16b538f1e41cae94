import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/zone.yaml': `title: { zh: 分区, en: Zone }
display: name
tree: parentId
fields:
  name: { type: text, required: true, unique: true, max: 20, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: zone, title: { zh: 上级, en: Parent } }
`,
}

/** More rows than one transaction writes. */
const many = Array.from({ length: 300 }, (_, index) => `中${index}`)

describe.each(databasesUnderTest())('semantics 15: an all-or-nothing import, on $kind', kind => {
  let server: ServerUnderTest
  let zones: ImportCalls
  let letters: ImportCalls

  /** Runs statements after the row of a name is inserted, in the transaction of the import. */
  const when = (table: string, condition: string, statements: string) =>
    zones.run(`
      create or replace function meanwhile() returns trigger language plpgsql as $$ begin ${statements}; return null; end $$;
      create trigger meanwhile after insert on ${table} for each row when (${condition}) execute function meanwhile()`)
  const without = (table: string) => zones.run(`drop trigger meanwhile on ${table}`)
  const count = async (table: string, which: string) =>
    Number((await zones.run(`select count(*) as count from ${table} where ${which}`)).rows[0].count)
  const total = async (path: string): Promise<number> => (await zones.data('GET', `city/v1/${path}`)).total

  beforeAll(async () => {
    server = await startServer(kind, app)
    zones = await importCallsOn(server, 'zone')
    letters = await importCallsOn(server, 'letter')
    for (const name of ['清河街', '弃街']) await zones.data('POST', 'city/v1/ward/save', { name })
    await zones.run('create table seen (visible integer)')
  })
  afterAll(() => server.close())

  it('shows no row before all are written, and keeps the parents of a tree', async () => {
    const file = `名称,上级\n首,\n${many.map((name, index) => `${name},${many[index - 1] ?? '首'}`).join('\n')}\n`
    await when('zone', 'true', 'insert into seen select count(*) from zone where is_deleted = 0')
    const { id } = await zones.checked(file)
    const [last] = (await zones.step(id, 'write', { goodRows: false })).slice(-1)
    await without('zone')
    expect(last.import).toMatchObject({ state: 'written', counts: { written: 301 } })
    expect([await count('seen', 'visible > 0'), await count('seen', 'true')]).toEqual([0, 301])
    expect(await total('zone/page?size=1')).toBe(301)
    expect(await count('zone z', `exists (select from zone p where p.id = z.parent_id and p.is_deleted = 0)`)).toBe(300)
    const { records } = await zones.data('GET', 'city/v1/zone/page?name=首')
    expect(records[0]).toMatchObject({ version: 1 })
    expect(await zones.data('GET', `engine/history/zone/${records[0].id}`)).toMatchObject([{ operation: 'save' }])
  })

  it('leaves nothing where another user took a unique value meanwhile, and names the row', async () => {
    await zones.run('truncate zone')
    await when(
      'zone',
      `new.name = '末'`,
      `insert into zone (tenant_id, id, name, display_key) values ('000000', 7, '始', '始')`,
    )
    const { id } = await zones.checked(`名称\n始\n${many.join('\n')}\n末\n`)
    const [last] = (await zones.step(id, 'write', { goodRows: false })).slice(-1)
    await without('zone')
    expect(last.import).toMatchObject({ state: 'checked', counts: { rows: 302, wrong: 1, written: 0 } })
    expect(await zones.problemsOf(id)).toEqual([[2, '名称', '导入失败：名称已存在']])
    // The row was inserted by the transaction of the last chunk, which remains.
    expect(await count('zone', 'true')).toBe(1)
    expect(await count('engine_history', `resource = 'zone'`)).toBe(301)
  })

  it('leaves nothing where a record to which it refers was deleted meanwhile', async () => {
    await when('letter', `new.subject = '末'`, `update ward set is_deleted = 1 where name = '弃街'`)
    const { id } = await letters.checked(
      `街区,事由\n清河街,首\n弃街,次\n${many.map(name => `清河街,${name}`).join('\n')}\n清河街,末\n`,
    )
    const [last] = (await letters.step(id, 'write', { goodRows: false })).slice(-1)
    await without('letter')
    expect(last.import).toMatchObject({ state: 'checked', counts: { wrong: 1, written: 0 } })
    expect(await letters.problemsOf(id)).toEqual([[3, '街区', '导入失败：街区“弃街”已被删除，请先恢复它']])
    expect(await count('letter', 'true')).toBe(0)
  })

  it('leaves nothing after an interruption, without a row having been seen', async () => {
    await zones.run('truncate zone')
    const { id } = await zones.checked(`名称\n${many.join('\n')}\n`)
    await when('zone', `new.name = '中299'`, `raise exception 'interrupted'`)
    await zones.step(id, 'write', { goodRows: false }).catch(() => undefined)
    await without('zone')
    expect(await count('zone', 'is_deleted = 0')).toBe(0)
    expect(await total('zone/page?size=1')).toBe(0)
  })
})
