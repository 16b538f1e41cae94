import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest, testZone } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'resources/city/zone.yaml': `title: { zh: 分区, en: Zone }
display: name
tree: parentId
fields:
  name: { type: text, required: true, unique: true, max: 20, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: zone, title: { zh: 上级, en: Parent } }
`,
  'resources/city/visit.yaml': `title: { zh: 走访, en: Visit }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  at: { type: datetime, required: true, title: { zh: 时间, en: At } }
  isOpen: { type: boolean, compute: "at >= now()", title: { zh: 未到, en: Open } }
  stops: { type: children, of: visitStop, title: { zh: 站, en: Stops } }
rules:
  - rule: "at == null || isOpen"
    message: { zh: 时间已过, en: The time has passed }
    valid: { at: "2999-01-01 00:00:00", isOpen: true }
    invalid: { at: "2000-01-01 00:00:00", isOpen: false }
`,
  'resources/city/visitStop.yaml': `title: { zh: 站, en: Stop }
partOf: visitId
display: place
fields:
  visitId: { type: reference, of: visit, required: true }
  place: { type: text, required: true, title: { zh: 地点, en: Place } }
  until: { type: datetime, title: { zh: 截止, en: Until } }
rules:
  - rule: "until == null || until >= now()"
    message: { zh: 截止已过, en: This is over }
    valid: { until: "2999-01-01 00:00:00" }
    invalid: { until: "2000-01-01 00:00:00" }
`,
}

/** More rows than one transaction writes. */
const many = Array.from({ length: 300 }, (_, index) => `中${index}`)

describe.each(databasesUnderTest())('semantics 15: an all-or-nothing import, on $kind', kind => {
  let server: ServerUnderTest
  let zones: ImportCalls
  let letters: ImportCalls
  let visits: ImportCalls
  let shift = 0

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
    server = await startServer(kind, app, { clockShift: () => shift })
    zones = await importCallsOn(server, 'zone')
    letters = await importCallsOn(server, 'letter')
    visits = await importCallsOn(server, 'visit')
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
    expect(await zones.codesOf(id)).toEqual([[2, '名称', 'notWritten']])
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
    expect(await letters.codesOf(id)).toEqual([[3, '街区', 'notWritten']])
    expect(await count('letter', 'true')).toBe(0)
  })

  describe('whose user has another role before it ends', () => {
    /** Writes all rows; at one of the last transaction, or with good rows of the first, the role is narrowed. */
    const stopped = async (account: string, goodRows: boolean) => {
      await zones.run('truncate zone')
      const importer = await zones.person(account, ['zone_view', 'zone_add', 'zone_import'])
      const { id } = await zones.checked(`名称\n${many.join('\n')}\n`, null, importer)
      const narrowed = `update blade_role set data_scope = 'own' where role_alias = 'role-${account}'`
      await when('zone', `new.name = '中${goodRows ? 0 : 299}'`, narrowed)
      const answer = await server.call('POST', `/api/engine/import/zone/${id}/write`, {
        token: importer,
        headers: { 'accept-language': goodRows ? 'en' : 'zh' },
        body: { goodRows },
      })
      await without('zone')
      return { id, importer, last: linesOf(answer).at(-1) }
    }
    /** Checks the rows that are left, and writes them. */
    const again = async (id: string, importer: string, goodRows: boolean) => {
      // Rights are read again after 0.8 s at most.
      const write = () => zones.call('POST', `engine/import/zone/${id}/write`, { goodRows }, importer)
      await expect.poll(async () => (await write()).body.reason).toBe('import.not-checked')
      const { columns } = await zones.data('GET', `engine/import/zone/${id}`, undefined, importer)
      await zones.step(id, 'check', { columns, match: null }, importer)
      return (await zones.step(id, 'write', { goodRows }, importer)).at(-1).import
    }

    it('leaves nothing, and writes all when they are checked again', async () => {
      const { id, importer, last } = await stopped('importer', false)
      expect(last.import).toMatchObject({ state: 'checked', counts: { rows: 300, wrong: 0, written: 0 } })
      expect(await count('zone', 'true')).toBe(0)
      expect(await again(id, importer, false)).toMatchObject({ state: 'written', counts: { written: 300 } })
      expect(await count('engine_history', `resource = 'zone' and user_name = 'importer'`)).toBe(300)
    })

    it('of good rows, keeps those that are written, and writes the others when they are checked again', async () => {
      const { id, importer, last } = await stopped('adder', true)
      expect(last.import).toMatchObject({ state: 'writing', counts: { rows: 300, wrong: 0, written: 250 } })
      expect(await count('zone', 'is_deleted = 0')).toBe(250)
      expect(await again(id, importer, true)).toMatchObject({ state: 'written', counts: { written: 300 } })
      expect(await count('zone', 'is_deleted = 0')).toBe(300)
    })
  })

  describe('with rules that read the clock', () => {
    const at = (minutes: number) =>
      new Date(Date.now() + minutes * 60_000).toLocaleString('sv-SE', { timeZone: testZone })
    const head = '名称,时间,站：地点,站：截止'
    const writeLater = async (goodRows: boolean) => {
      await visits.run('truncate visit, visit_stop')
      const { id } = await visits.checked(`名称,时间\n晚,${at(600)}\n早,${at(10)}\n`)
      shift = 20 * 60_000
      const written = (await visits.step(id, 'write', { goodRows })).at(-1).import
      shift = 0
      expect(await visits.codesOf(id)).toEqual([[3, '时间', 'notWritten']])
      return written
    }

    it('checks them again before the rows are published, and names the row', async () => {
      expect(await writeLater(false)).toMatchObject({ state: 'checked', counts: { rows: 2, wrong: 1, written: 0 } })
      expect(await count('visit', 'true')).toBe(0)
    })

    it('checks those of lines again', async () => {
      await when('visit_stop', `new.place = '末'`, `update visit_stop set until = '2000-01-01' where place = '首'`)
      const { id } = await visits.checked(`${head}\n甲,${at(600)},首,${at(600)}\n乙,${at(600)},末,${at(600)}\n`)
      const [last] = (await visits.step(id, 'write', { goodRows: false })).slice(-1)
      await without('visit_stop')
      expect(last.import).toMatchObject({ state: 'checked', counts: { rows: 2, wrong: 1, written: 0 } })
      expect(await visits.codesOf(id)).toEqual([[2, undefined, 'notWritten']])
    })

    it('of good rows, checks them again in the transaction that writes them', async () => {
      expect(await writeLater(true)).toMatchObject({ state: 'written', counts: { rows: 2, wrong: 1, written: 1 } })
      expect(await count('visit', `name = '晚' and is_deleted = 0`)).toBe(1)
    })

    it('publishes rows and lines that break none', async () => {
      await visits.run('truncate visit, visit_stop')
      const { id } = await visits.checked(`${head}\n晚,${at(600)},首,${at(600)}\n早,${at(10)},末,${at(10)}\n`)
      const [last] = (await visits.step(id, 'write', { goodRows: false })).slice(-1)
      expect(last.import).toMatchObject({ state: 'written', counts: { written: 2 } })
      expect(await count('visit_stop', 'is_deleted = 0')).toBe(2)
    })
  })
})
