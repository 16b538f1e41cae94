import { execFile } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { lossesOf } from '../engine/server/storage/apply.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const files = 200
const fileOf = (n: number) => `dictionaries/kind_${n}.yaml`
const dictionary = (n: number, title: string) =>
  `title: { zh: ${title}${n}, en: ${title} ${n} }\nentries:\n  first: { title: { zh: 甲, en: First } }\n`
const shop = `title: { zh: 店, en: Shop }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  place: { type: text, title: { zh: 地点, en: Place } }
`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/shop.yaml': shop,
  ...Object.fromEntries(Array.from({ length: files }, (_, n) => [fileOf(n), dictionary(n, 'A')])),
}

const runFile = promisify(execFile)

describe.each(databasesWalked('embedded'))('changes of many files ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const git = (...words: string[]) =>
    runFile('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.cn', ...words], { cwd: server.appDir })
  const commit = (name: string) => git('commit', '-qam', name)
  const titles = async () => {
    const { rows } = await sql<{ title: string; count: number }>`
      select left(dict_value, 1) as title, count(*)::integer as count from blade_dict
      where code like 'kind\_%' and dict_key = '-1' and is_deleted = 0 group by 1`.execute(
      server.engine.database.kysely,
    )
    return rows
  }
  const writeAll = (title: string) => {
    for (let n = 0; n < files; n++) writeIn(server.appDir, fileOf(n), dictionary(n, title))
  }
  const takeovers = () => server.log.filter(line => line.includes('Descriptors applied')).length
  /** The number of takeovers in which a change of the folder is served. */
  const takeoversOf = async (change: () => Promise<unknown>, title: string): Promise<number> => {
    const before = takeovers()
    await change()
    await expect.poll(takeovers, { timeout: 20_000, interval: 50 }).toBeGreaterThan(before)
    await expect.poll(titles, { timeout: 20_000, interval: 50 }).toEqual([{ title, count: files }])
    // A second takeover would follow within the time of a look at the folder.
    await sleep(700)
    return takeovers() - before
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    await git('init', '-qb', 'a')
    await git('add', '.')
    await commit('a')
  })
  afterAll(() => server.close())

  it('are one takeover each: files written one after another, a checkout, and a rebase of several commits', async () => {
    await git('checkout', '-qb', 'b')
    expect(await takeoversOf(async () => writeAll('B'), 'B')).toBe(1)
    await commit('b')
    expect(await takeoversOf(() => git('checkout', '-q', 'a'), 'A')).toBe(1)
    const rename = async () => {
      writeIn(server.appDir, 'app.yaml', 'language: 2\ntitle: { zh: 样板, en: Pattern }\n')
      await commit('c')
    }
    expect(await takeoversOf(rename, 'A')).toBe(1)
    expect(await takeoversOf(() => git('checkout', '-q', 'b'), 'B')).toBe(1)
    writeIn(server.appDir, fileOf(0), dictionary(0, 'C'))
    await commit('d')
    await expect.poll(titles, { timeout: 20_000 }).toHaveLength(2)
    writeAll('D')
    await commit('e')
    await expect.poll(titles, { timeout: 20_000 }).toEqual([{ title: 'D', count: files }])
    // A second takeover would be counted as one of the rebase.
    await sleep(700)
    // Between the commits the files are those of `a`, `b` and `d`.
    expect(await takeoversOf(() => git('rebase', '-q', 'a'), 'D')).toBe(1)
  })

  it('are one takeover of a file that an editor replaces', async () => {
    const path = join(server.appDir, fileOf(0))
    const before = takeovers()
    for (const title of ['E', 'F']) {
      // As vim and others do: away with the file, a new one under its name.
      renameSync(path, `${path}~`)
      await sleep(5)
      writeFileSync(`${path}.new`, dictionary(0, title))
      renameSync(`${path}.new`, path)
      await expect.poll(titles, { timeout: 10_000 }).toContainEqual({ title, count: 1 })
    }
    // A third takeover would follow within the time of a second look at the folder.
    await sleep(300)
    expect(takeovers() - before).toBe(2)
    expect(server.log.filter(line => line.includes('Descriptors refused'))).toEqual([])
  })

  it('are one takeover of a file that is moved: what would be lost waits, with the rename proposed', async () => {
    await calls.save('shop', { name: '甲' })
    renameSync(join(server.appDir, 'resources/city/shop.yaml'), join(server.appDir, 'resources/city/store.yaml'))
    await expect
      .poll(async () => (await calls.data('GET', 'engine/pending')).pending?.losses, { timeout: 10_000 })
      .toMatchObject([{ loss: 'drop:shop', count: 1, renames: [{ resource: 'store', from: 'shop' }] }])
    const { tables } = (
      await sql<{ tables: string[] }>`
      select array_agg(relname::text) as tables from pg_class where relname in ('shop', 'store')`.execute(
        server.engine.database.kysely,
      )
    ).rows[0] ?? { tables: [] }
    expect(tables).toEqual(['shop'])
    const { pending } = await calls.data('GET', 'engine/pending')
    const rename = { revision: pending.revision, resource: 'store', from: 'shop' }
    expect(await calls.data('POST', 'engine/pending/rename', rename)).toEqual({ file: 'resources/city/store.yaml' })
    expect((await calls.data('GET', 'city/v1/store/page')).records).toMatchObject([{ name: '甲' }])
  })

  it('propose the rename of an entry whose key changes, which one request declares', async () => {
    const state = (key: string) =>
      `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 开, en: Open } }
  shut: { key: "${key}", title: { zh: 关, en: Shut } }
`
    const gate = `title: { zh: 门, en: Gate }
menu: false
fields: { state: { type: dictionary, of: gate_state, title: { zh: 状态, en: State } } }
`
    writeIn(server.appDir, 'dictionaries/gate_state.yaml', state('1'))
    writeIn(server.appDir, 'resources/city/gate.yaml', gate)
    await expect.poll(async () => (await calls.call('GET', 'city/v1/gate/page')).status, { timeout: 10_000 }).toBe(200)
    await calls.save('gate', { state: '1' })
    writeIn(server.appDir, 'dictionaries/gate_state.yaml', state('2'))
    const proposed = { dictionary: 'gate_state', entry: 'shut', from: '1' }
    const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending)
    await expect
      .poll(pending, { timeout: 10_000 })
      .toMatchObject({ losses: [{ loss: 'key:gate.state', count: 1, renames: [proposed] }] })
    const { revision } = await pending()
    const declare = (rename: object) => calls.call('POST', 'engine/pending/rename', { revision, ...rename })
    const other = { revision, ...proposed, from: '0' }
    expect(await declare(other)).toMatchObject({
      status: 409,
      body: { msg: '不能自动写入，请在改名后的名称下写 renamedFrom: 0' },
    })
    const headers = { 'accept-language': 'en' }
    expect(
      await server.call('POST', '/api/engine/pending/rename', { token: calls.token, headers, body: other }),
    ).toMatchObject({
      body: { msg: 'It cannot be written automatically. Write renamedFrom: 0 below the new name.' },
    })
    expect((await declare({ dictionary: 'gate_state', from: '1' })).status).toBe(409)
    expect((await declare({ from: '1' })).status).toBe(400)
    expect(await calls.data('POST', 'engine/pending/rename', { revision, ...proposed })).toEqual({
      file: 'dictionaries/gate_state.yaml',
    })
    const states = async () => (await calls.data('GET', 'city/v1/gate/page')).records
    await expect.poll(states, { timeout: 10_000 }).toMatchObject([{ state: '2' }])
    expect(await pending()).toBeFalsy()
  })

  it('retype a field live as by command: what fits is converted, what does not waits with its rows', async () => {
    const store = (type: string) =>
      writeIn(
        server.appDir,
        'resources/city/store.yaml',
        `renamedFrom: shop\n${shop.replace('type: text, title: { zh: 地点', `type: ${type}, title: { zh: 地点`)}`,
      )
    const places = async () => (await calls.data('GET', 'city/v1/store/page?ascs=createTime')).records
    await calls.save('store', { name: '乙', place: '2026年3月1日' })
    const id = await calls.save('store', { name: '丙', place: '东门' })
    const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending)
    store('date')
    await expect.poll(pending, { timeout: 10_000 }).toMatchObject({
      losses: [{ loss: 'retype:shop.place', count: 1, resource: 'store', rows: [{ id }] }],
    })
    const { model } = compile(await readSources(server.appDir))
    if (!model) throw new Error('The descriptors are invalid.')
    const byCommand = lossesOf(await planChanges(server.engine.database, model))
    expect(byCommand.map(({ loss, count }) => ({ loss, count }))).toEqual([{ loss: 'retype:shop.place', count: 1 }])
    expect(await places()).toMatchObject([{ name: '甲' }, { place: '2026年3月1日' }, { place: '东门' }])
    // The author corrects the row; nothing is left to confirm.
    await calls.data('PUT', 'city/v1/store/update', { id, place: '2026/3/2' })
    writeIn(server.appDir, fileOf(1), dictionary(1, 'G'))
    await expect.poll(pending, { timeout: 10_000 }).toBeFalsy()
    await expect
      .poll(places, { timeout: 10_000 })
      .toMatchObject([{ name: '甲' }, { place: '2026-03-01' }, { place: '2026-03-02' }])
  })
})
