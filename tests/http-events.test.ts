import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type EventListener, listenToEvents } from './support/event-listener.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer, writeApp, writeIn } from './support/server.ts'
import { serverCalls } from './support/server-calls.ts'
import { startServerProcess } from './support/server-process.ts'

const ward = 'resources/city/ward.yaml'
const app = {
  ...sampleApp,
  [ward]: `${sampleApp[ward]}  - { role: counter, allow: [view], where: "people > 10" }\n`,
}
const password = 'Right-2026'
const dept = { deptName: '科室', fullName: '科室', deptCategory: '1' }
const views = ['ward_view', 'letter_view', 'letter_edit']

describe.each(databasesUnderTest())('semantics 12: changed rows in the event stream ($kind)', kind => {
  let server: ServerUnderTest
  let address: string
  let admin: string
  let wards: readonly [string, string]
  let deptId: string
  const open: EventListener[] = []

  beforeAll(async () => {
    // A commit that waits for a lock is not cancelled.
    server = await startServer(kind, app, { settings: { port: 0 }, statementTimeout: 60_000 })
    address = await server.engine.listen()
    admin = await server.signIn('admin', 'Harbour-2026')
    deptId = (await call('POST', '/api/blade/v1/bladeDept/save', dept)).id
    wards = [await save('ward', { name: '甲街', people: 20 }), await save('ward', { name: '乙街', people: 20 })]
    const keeper = await role('keeper')
    await account('keeper-1', keeper, [wards[0]])
    await account('keeper-2', keeper, [wards[1]])
    await account('counter', await role('counter'), [])
    await account('plain', await role('plain', []), [])
  }, 60_000)
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.stop()
  })
  afterAll(() => server.close())

  const call = async (method: string, path: string, body: unknown, token = admin) => {
    const answer = await server.call(method, path, { token, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const save = async (resource: string, record: object): Promise<string> =>
    (await call('POST', `/api/city/v1/${resource}/save`, record)).id
  const update = (resource: string, record: object, token = admin) =>
    call('PUT', `/api/city/v1/${resource}/update`, record, token)
  const role = async (alias: string, codes: readonly string[] = views): Promise<string> => {
    const record = { roleName: alias, roleAlias: alias }
    const { id } = await call('POST', '/api/blade/v1/bladeRole/save', record)
    for (const code of codes) {
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    }
    return id
  }
  const account = async (name: string, roleId: string, ownerIds: readonly string[]) => {
    const user = { account: name, name, realName: '某人', password, roleId: [roleId], ownerIds, deptId }
    const { id } = await call('POST', '/api/blade/v1/bladeUser/save', user)
    await sql`delete from engine_password_due where user_id = ${id}::bigint`.execute(server.engine.database.kysely)
  }
  const listen = async (name: string, query: string): Promise<EventListener> => {
    const token = name === 'admin' ? admin : await server.signIn(name, password)
    const listener = await listenToEvents(address, token, query)
    open.push(listener)
    return listener
  }

  it('reports a row to the users who see it, and neither its id nor a count to others', async () => {
    const [mine, others, admins] = [
      await listen('keeper-1', 'resources=letter'),
      await listen('keeper-2', 'resources=letter'),
      await listen('admin', 'resources=letter'),
    ]
    const letters = [await save('letter', { wardId: wards[0], subject: '一' })]
    await mine.reports('letter', letters[0])
    letters.push(await save('letter', { wardId: wards[1], subject: '二' }))
    await others.reports('letter', letters[1])
    expect(mine.ids('letter')).toEqual([letters[0]])
    expect(others.ids('letter')).toEqual([letters[1]])
    expect(others.text()).not.toContain(letters[0])
    expect(mine.text()).not.toContain(letters[1])
    // The administrator made both.
    expect(admins.ids('letter')).toEqual([])
  })

  it('reports a row that leaves the sight of a user, by owner and by the fields of a row set', async () => {
    const [from, to, counter] = [
      await listen('keeper-1', 'resources=letter'),
      await listen('keeper-2', 'resources=letter'),
      await listen('counter', 'resources=ward,letter'),
    ]
    const id = await save('letter', { wardId: wards[0], subject: '三' })
    await from.reports('letter', id)
    await update('letter', { id, wardId: wards[1] })
    await from.reports('letter', id, 2)
    await to.reports('letter', id)
    await update('letter', { id, subject: '四' })
    await to.reports('letter', id, 2)
    expect([from.ids('letter'), to.ids('letter')]).toEqual([
      [id, id],
      [id, id],
    ])
    const small = await save('ward', { name: '丙街', people: 11 })
    await counter.reports('ward', small)
    await update('ward', { id: small, people: 3 })
    await counter.reports('ward', small, 2)
    // Now the user may not view it.
    await update('ward', { id: small, people: 4 })
    const other = await save('ward', { name: '丁街', people: 12 })
    await counter.reports('ward', other)
    expect(counter.ids('ward')).toEqual([small, small, other])
  })

  it('reports deleted rows, the rows of other streams only, and nothing without the right', async () => {
    const [letters, plain, wardsOnly] = [
      await listen('keeper-1', 'resources=letter'),
      await listen('plain', 'resources=letter,ward'),
      await listen('keeper-1', 'resources=ward,nothing'),
    ]
    const id = await save('letter', { wardId: wards[0], subject: '五' })
    await letters.reports('letter', id)
    await call('DELETE', '/api/city/v1/letter/removeById', { id })
    await letters.reports('letter', id, 2)
    await update('ward', { id: wards[0], people: 21 })
    await wardsOnly.reports('ward', wards[0])
    expect(wardsOnly.ids('letter')).toEqual([])
    expect(letters.ids('ward')).toEqual([])
    expect([plain.ids('letter'), plain.ids('ward')]).toEqual([[], []])
  })

  it('continues after the last cursor, and reports that changes may be missing when that is too old', async () => {
    const first = await listen('keeper-1', 'resources=letter')
    const seen = await save('letter', { wardId: wards[0], subject: '六' })
    await first.reports('letter', seen)
    const cursor = first.cursor()
    await first.stop()
    const missed = [await save('letter', { wardId: wards[0], subject: '七' })]
    missed.push(await save('letter', { wardId: wards[0], subject: '八' }))
    const second = await listen('keeper-1', `resources=letter&after=${cursor}`)
    await second.reports('letter', missed[1])
    expect(second.ids('letter').filter(id => id !== seen)).toEqual(missed)
    expect(second.text()).not.toContain('"missed"')
    const [xid, second1] = cursor.split('.')
    for (const old of [`${xid}.${Number(second1) - 3600}`, '1.1', `9${'0'.repeat(17)}.${second1}`, 'x', "1.1' or"]) {
      const late = await listen('keeper-1', `resources=letter&after=${encodeURIComponent(old)}`)
      await late.until(() => late.text().includes('"missed":true'))
      expect(late.ids('letter')).toEqual([])
    }
  })

  it.runIf(kind.kind === 'postgres')(
    'reports a change that commits late once, and loses none of the others',
    async () => {
      const { kysely } = server.engine.database
      // The commit of one letter waits for a lock, after its event was stored.
      await sql`create function wait_to_commit() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(12); return null; end $$`.execute(kysely)
      await sql`create constraint trigger wait_to_commit after insert on letter deferrable initially deferred
      for each row when (new.subject = '晚') execute function wait_to_commit()`.execute(kysely)
      const holder = new pg.Client({ connectionString: server.databaseUrl })
      await holder.connect()
      try {
        await holder.query('select pg_advisory_lock(12)')
        const [first, second] = [
          await listen('keeper-1', 'resources=letter'),
          await listen('keeper-1', 'resources=letter'),
        ]
        const late = save('letter', { wardId: wards[0], subject: '晚' })
        const waiting = `select from pg_locks join pg_database d on d.oid = database
        where datname = current_database() and locktype = 'advisory' and objid = 12 and not granted`
        await expect.poll(async () => (await holder.query(waiting)).rowCount, { interval: 20 }).toBe(1)
        const others: string[] = []
        for (let n = 0; n < 10; n++) others.push(await save('letter', { wardId: wards[0], subject: `早${n}` }))
        await Promise.all([first, second].map(listener => listener.reports('letter', others.at(-1))))
        await second.stop()
        await holder.query('select pg_advisory_unlock(12)')
        const id = await late
        await first.reports('letter', id)
        expect(first.ids('letter')).toEqual([...others, id])
        // Also to a page that was disconnected while it was committed.
        const again = await listen('keeper-1', `resources=letter&after=${second.cursor()}`)
        await again.reports('letter', id)
        expect(again.ids('letter').filter(one => one === id)).toEqual([id])
      } finally {
        await holder.end()
        await sql`drop trigger wait_to_commit on letter`.execute(kysely)
      }
    },
  )

  it('semantics 26: are one event for each transaction of an import or a bulk operation', async () => {
    const { kysely } = server.engine.database
    /** The numbers of rows in the events of a resource that the work writes. */
    const sizes = async (resource: string, work: () => Promise<unknown>): Promise<number[]> => {
      const last = await sql<{ id: string }>`select coalesce(max(id), 0)::text as id from engine_event`.execute(kysely)
      await work()
      const { rows } = await sql<{ size: number }>`select cardinality(record_ids) as size from engine_event
        where resource = ${resource} and id > ${last.rows[0]?.id}::bigint order by id`.execute(kysely)
      return rows.map(({ size }) => size)
    }
    const calls = await importCallsOn(server, 'ward')
    const [counter, keeper] = [await listen('counter', 'resources=ward'), await listen('keeper-1', 'resources=letter')]
    for (const goodRows of [true, false]) {
      const lines = Array.from({ length: 60 }, (_, n) => `${goodRows ? '好' : '全'}${n},${20 + n}`)
      const { id } = await calls.checked(`名称,人口\n${lines.join('\n')}\n`)
      expect(await sizes('ward', () => calls.step(id, 'write', { goodRows }))).toEqual([60])
    }
    await counter.until(() => counter.ids('ward').length >= 120)
    expect(new Set(counter.ids('ward')).size).toBe(120)

    const ids: string[] = []
    for (let n = 0; n < 60; n++) ids.push(await save('letter', { wardId: wards[0], subject: `批${n}` }))
    await keeper.reports('letter', ids.at(-1))
    for (const [at, bulkOperation] of [
      { kind: 'update', values: { deadline: '2026-12-01' } },
      { kind: 'transition', name: 'issue', input: {} },
      { kind: 'remove' },
      { kind: 'restore' },
    ].entries()) {
      const written = await sizes('letter', () =>
        call('POST', '/api/engine/bulk/letter', { select: { ids }, do: bulkOperation }),
      )
      expect(written, bulkOperation.kind).toEqual([50, 10])
      for (const id of ids) await keeper.reports('letter', id, at + 2)
      // A transaction elsewhere on the server makes a listener begin earlier: it gets rows of other tests, too.
      expect(keeper.ids('letter').filter(id => ids.includes(id))).toHaveLength(60 * (at + 2))
    }
  })

  it('deletes events after some minutes', async () => {
    const { kysely } = server.engine.database
    await save('letter', { wardId: wards[0], subject: '九' })
    await sql`update engine_event set at = now() - interval '11 minutes' where id = (select max(id) from engine_event)`.execute(
      kysely,
    )
    const count = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from engine_event where at < now() - interval '10 minutes'`.execute(kysely)
      ).rows[0]?.n
    expect(await count()).toBe(1)
    await sql`update engine_job set next_at = now() where name = 'event-expiry'`.execute(kysely)
    await expect.poll(count, { timeout: 10_000 }).toBe(0)
  })
})

describe.each(databasesUnderTest())('semantics 12: changed rows before a change of descriptors ($kind)', kind => {
  it('are those that the user sees since: former values belong to other fields and types', {
    timeout: 90_000,
  }, async () => {
    const title = 'title: { zh: 名, en: Name }'
    const files = (fields: string, where: string) => ({
      'app.yaml': `language: 2\n${title}\n`,
      'resources/city/spot.yaml': `${title}\ndisplay: name\nfields:\n  name: { type: text, ${title} }\n${fields}access: [{ role: role-viewer, allow: [view], where: ${JSON.stringify(where)} }]\n`,
      'roles.yaml': `role-viewer: { ${title} }\n`,
    })
    const first = files(
      `  people: { type: integer, ${title} }\n  mark: { type: text, ${title} }\n`,
      "people > 100 || mark == 'seen'",
    )
    const renamed = files(
      `  count: { renamedFrom: people, type: integer, ${title} }\n  mark: { type: text, ${title} }\n`,
      "count > 100 || mark == 'seen'",
    )
    const second = files(
      `  count: { type: integer, ${title} }\n  people: { type: integer, ${title} }\n  mark: { type: text, ${title} }\n`,
      "people > 10 || mark == 'seen'",
    )
    const third = files(
      `  count: { type: integer, ${title} }\n  people: { type: integer, ${title} }\n  mark: { type: integer, ${title} }\n`,
      'mark > 10',
    )
    const server = await startServer(kind, first, { settings: { port: 0, live: true } })
    const address = await server.engine.listen()
    try {
      const admin = await server.signIn('admin', 'Harbour-2026')
      const calls = serverCalls(server, admin)
      const viewer = await (await importCallsOn(server, 'spot')).person('viewer', ['spot_view'])
      const serve = async (next: Readonly<Record<string, string>>) => {
        const before = server.engine.model().revision
        for (const [file, text] of Object.entries(next)) writeIn(server.appDir, file, text)
        await vi.waitFor(() => expect(server.engine.model().revision).not.toBe(before), { timeout: 20_000 })
      }
      const hidden = await calls.save('spot', { name: '甲', people: 20, mark: '11' })
      const id = await calls.save('spot', { name: '乙', people: 1, mark: '1' })
      const listener = await listenToEvents(address, viewer, 'resources=spot')
      const cursor = listener.cursor()
      await listener.stop()
      await calls.data('PUT', 'city/v1/spot/update', { id: hidden, people: 30 })
      await serve(renamed)
      await serve(second)
      const again = await listenToEvents(address, viewer, `resources=spot&after=${cursor}`)
      await calls.data('PUT', 'city/v1/spot/update', { id, mark: 'x' })
      await calls.data('PUT', 'city/v1/spot/update', { id, mark: 'seen' })
      await again.reports('spot', id)
      expect(again.ids('spot')).not.toContain(hidden)
      await calls.data('PUT', 'city/v1/spot/update', { id, mark: '12' })
      await again.reports('spot', id, 2)
      await serve(third)
      await again.stop()
      const last = await listenToEvents(address, viewer, `resources=spot&after=${cursor}`)
      await last.reports('spot', id)
      await last.stop()
    } finally {
      await server.close()
    }
  })
})

describe.each(databasesUnderTest())('semantics 12: changed rows of other processes ($kind)', kind => {
  it('arrive, also those whose process was killed after the commit', { timeout: 90_000 }, async () => {
    const [place, appDir] = [await kind.place(), writeApp(sampleApp)]
    const writer = await startServerProcess(place, appDir)
    const send = async (method: string, path: string, body?: object) =>
      (await (await writer.send(method, `/api/blade/v1/${path}`, body)).json()).data
    const deptId = (await send('POST', 'bladeDept/save', dept)).id
    const roleId = [(await send('GET', 'bladeRole/page?roleAlias=administrator')).records[0].id]
    const user = { account: 'reader', name: 'Reader', realName: '读者', password, roleId, deptId }
    await send('POST', 'bladeUser/save', user)
    // An embedded database has one process: its successor delivers what it left.
    const reader = kind.kind === 'postgres' ? await startServerProcess(place, appDir) : writer
    const signedIn = await signInAs(reader.address, 'reader')
    let listener = await listenToEvents(reader.address, signedIn, 'resources=ward')
    const cursor = listener.cursor()
    const saved = await (await writer.send('POST', '/api/city/v1/ward/save', { name: '甲街' })).json()
    await writer.kill()
    const next = kind.kind === 'postgres' ? reader : await startServerProcess(place, appDir)
    if (next !== reader) listener = await listenToEvents(next.address, signedIn, `resources=ward&after=${cursor}`)
    try {
      await listener.reports('ward', saved.data.id)
      expect(listener.ids('ward')).toEqual([saved.data.id])
    } finally {
      await listener.stop()
      await next.stop()
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  })
})

async function signInAs(address: string, account: string): Promise<string> {
  const response = await fetch(`${address}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('mingchu:').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ tenantId: '000000', username: account, password, grant_type: 'password' }),
  })
  return (await response.json()).access_token
}
