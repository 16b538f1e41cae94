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

  it('are one takeover each: files written one after another, and a checkout', async () => {
    await git('checkout', '-qb', 'b')
    expect(await takeoversOf(async () => writeAll('B'), 'B')).toBe(1)
    await commit('b')
    expect(await takeoversOf(() => git('checkout', '-q', 'a'), 'A')).toBe(1)
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

  it('are one takeover of a file that is moved: what would be lost waits', async () => {
    await calls.save('shop', { name: '甲' })
    renameSync(join(server.appDir, 'resources/city/shop.yaml'), join(server.appDir, 'resources/city/store.yaml'))
    await expect
      .poll(async () => (await calls.data('GET', 'engine/pending')).pending[0], { timeout: 10_000 })
      .toMatchObject({ files: ['resources/city/shop.yaml'], losses: [{ loss: 'drop:shop', count: 1 }] })
    writeIn(server.appDir, 'resources/city/store.yaml', `renamedFrom: shop\n${shop}`)
    const stores = async () => (await calls.data('GET', 'city/v1/store/page')).records
    await expect.poll(() => stores().catch(() => []), { timeout: 10_000 }).toMatchObject([{ name: '甲' }])
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
    const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending[0])
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
