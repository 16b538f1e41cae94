import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineVersion } from '../engine/server/storage/engine-version.ts'
import { type DatabaseUnderTest, databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

type Files = Readonly<Record<string, string>>

const appFile = 'app.yaml'
const base: Files = { [appFile]: 'language: 2\ntitle: { zh: 样例, en: Sample }\n' }
const text = (name: string) => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`
const resource = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`

/** Servers that are started one after the other on one database. */
async function startsOn(kind: DatabaseUnderTest) {
  const place = await kind.placeHere()
  const remains = { ...kind, placeHere: async () => ({ ...place, remove: async () => undefined }) }
  return {
    start: (files: Files, settings = {}): Promise<ServerUnderTest> => startServer(remains, files, { settings }),
    remove: () => place.remove(),
  }
}

const callsOf = async (server: ServerUnderTest): Promise<ServerCalls> =>
  serverCalls(server, await server.signIn('admin', adminPassword))

describe.each(databasesUnderTest())('a start with the SQL files of the product, on $kind', kind => {
  const product = (file: string) => ({ [file]: readFileSync(file, 'utf8') })
  const state = (name: string, of: string) =>
    `  ${name}: { type: dictionary, of: ${of}, title: { zh: ${name}, en: ${name} } }\n`
  const before = {
    ...base,
    ...product('dictionaries/run_type.yaml'),
    'resources/ent/entInfo.yaml': resource(text('name') + state('runType', 'run_type')),
  }
  const after = {
    ...before,
    ...product('dictionaries/ent_status.yaml'),
    ...Object.assign({}, ...readdirSync('migrations').map(file => product(`migrations/${file}`))),
    'resources/ent/entInfo.yaml': `${resource(text('name') + state('runType', 'run_type') + state('entStatus', 'ent_status'))}lifecycle:
  field: entStatus
  initial: pending
  final: [adopted, cancelled, revoked]
  transitions:
    adopt: { from: pending, to: adopted, title: { zh: 准入, en: Adopt } }
    adoptNo: { from: pending, to: rejected, title: { zh: 驳回, en: Reject } }
    logout: { from: adopted, to: cancelled, title: { zh: 注销, en: Cancel } }
    revokeAccess: { from: [adopted, rejected], to: revoked, title: { zh: 取消准入, en: Revoke } }
`,
  }

  it('registers the businesses that exist, unless their status says otherwise', async () => {
    const starts = await startsOn(kind)
    const former = await starts.start(before)
    const calls = await callsOf(former)
    for (const runType of ['1', '2', '3', '4', null])
      await calls.data('POST', 'ent/v1/entInfo/save', { name: `企业${runType}`, runType })
    await former.close()
    for (const more of [[], ['0']]) {
      const server = await starts.start(after)
      const now = await callsOf(server)
      const { records } = await now.data('GET', 'ent/v1/entInfo/page?ascs=id')
      const states = records.map(({ entStatus }: { readonly entStatus: string }) => entStatus)
      expect(states).toEqual(['1', '1', '3', '4', '1', ...more])
      // A later business is in review.
      await now.data('POST', 'ent/v1/entInfo/save', { name: '新企业', runType: '1' })
      await server.close()
    }
    await starts.remove()
  })
})

describe.each(databasesUnderTest())('semantics 44: the version of the engine, on $kind', kind => {
  const files = { ...base, 'resources/city/shop.yaml': resource(text('name')) }
  const storedVersion = async ({ engine }: ServerUnderTest) =>
    (
      await sql<{ engine: number; names: number }>`
        select engine_version as engine, names_version as names from engine_revision`.execute(engine.database.kysely)
    ).rows[0]
  let starts: Awaited<ReturnType<typeof startsOn>>

  beforeAll(async () => {
    starts = await startsOn(kind)
  })
  afterAll(() => starts.remove())

  it('upgrades the tables of the version before, whose processes can write no more', async () => {
    const older = await starts.start(files)
    await (await callsOf(older)).save('shop', { name: '甲' })
    const { kysely } = older.engine.database
    await sql`alter table engine_revision drop column engine_version`.execute(kysely)
    await sql`alter table engine_view drop column kind`.execute(kysely)
    const { rows } = await sql<{ names: number }>`select names_version as names from engine_revision`.execute(kysely)
    const names = Number(rows[0]?.names)
    if (kind.kind === 'embedded') await older.close()
    const newer = await starts.start(files)
    expect(await storedVersion(newer)).toEqual({ engine: engineVersion, names: names + 1 })
    expect(await (await callsOf(newer)).data('GET', 'city/v1/shop/page')).toMatchObject({ records: [{ name: '甲' }] })
    await sql`select kind from engine_view`.execute(newer.engine.database.kysely)
    await newer.close()
    if (kind.kind === 'postgres') await older.close()
  })

  it('lets a process end its work within 6 s, and none start, once a newer one has stored its revision', async () => {
    const server = await starts.start(files, { live: true })
    const calls = await callsOf(server)
    const { kysely } = server.engine.database
    const token = await server.signIn('admin', adminPassword)
    const answer = async (path: string) => {
      const { status, body } = await server.call('GET', path, { token })
      return [status, body.data?.reason ?? body.reason]
    }
    const rows = async () => (await sql`select name from shop`.execute(kysely)).rows
    await sql`update engine_revision set engine_version = engine_version + 1, names_version = names_version + 1`.execute(
      kysely,
    )
    expect((await calls.call('POST', 'city/v1/shop/save', { name: '乙' })).status).toBe(503)
    if (kind.kind === 'postgres') {
      await expect.poll(() => answer('/api/city/v1/shop/page'), { timeout: 6000 }).toEqual([503, 'newer-engine'])
      expect(await answer('/health/ready')).toEqual([503, 'newer-engine'])
      expect((await answer('/health/live'))[0]).toBe(200)
      await sql`update engine_job set next_at = now()`.execute(kysely)
      const runs = async () => (await sql`select id from engine_job_run`.execute(kysely)).rows.length
      const before = [await storedVersion(server), await runs()]
      writeIn(server.appDir, 'resources/city/shop.yaml', resource(text('name') + text('place')))
      await sleep(2500)
      expect([await storedVersion(server), await runs()]).toEqual(before)
    }
    expect(await rows()).toEqual([{ name: '甲' }])
    await server.close()
    await expect(starts.start(files)).rejects.toThrow('newer version')
  })
})

describe.each(databasesUnderTest())('the version of the language, on $kind', kind => {
  const files = { ...base, 'resources/city/shop.yaml': resource(text('name')) }
  const other = (version: string) => `${version}title: { zh: 样例, en: Sample }\n`
  let starts: Awaited<ReturnType<typeof startsOn>>
  let server: ServerUnderTest
  let calls: ServerCalls
  const errors = async () =>
    (await calls.data('GET', 'engine/problems')).filter(({ severity }: { severity: string }) => severity === 'error')

  beforeAll(async () => {
    starts = await startsOn(kind)
    server = await starts.start(files, { live: true })
    calls = await callsOf(server)
  })
  afterAll(async () => {
    await server.close()
    await starts.remove()
  })

  it('is 2, and the resources of its descriptors are served', async () => {
    expect(await errors()).toEqual([])
    const id = await calls.save('shop', { name: '甲' })
    expect(await calls.data('GET', `city/v1/shop/getById?id=${id}`)).toMatchObject({ name: '甲' })
  })

  it.each([
    ['1', 'language: 1\n', { at: { file: appFile, line: 1, column: 11 }, code: 'value.choice' }],
    ['3', 'language: 3\n', { at: { file: appFile, line: 1, column: 11 }, code: 'value.choice' }],
  ])('is not %s: the problem is reported, and the former descriptors are served', async (_version, line, problem) => {
    const { revision } = await calls.data('GET', 'engine/index')
    writeIn(server.appDir, appFile, other(line))
    await expect.poll(errors, { timeout: 10_000 }).toMatchObject([problem])
    expect((await calls.data('GET', 'engine/index')).revision).toBe(revision)
    expect((await calls.call('GET', 'city/v1/shop/page')).status).toBe(200)
    writeIn(server.appDir, appFile, String(base[appFile]))
    await expect.poll(errors, { timeout: 10_000 }).toEqual([])
  })
})
