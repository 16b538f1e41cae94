import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseUnderTest, databasesUnderTest, type Place } from './support/databases.ts'
import { type EventListener, listenToEvents } from './support/event-listener.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, writeApp } from './support/server.ts'
import { type ServerProcess, signIn, startServerProcess } from './support/server-process.ts'
import { addTenant, addUser } from './support/tenants.ts'

// An embedded database has one process.
const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres)('edited rows of dictionaries and of the menu in another process', () => {
  let place: Place
  let appDir: string
  let one: ServerProcess
  let other: ServerProcess
  let listener: EventListener | undefined

  beforeAll(async () => {
    ;[place, appDir] = [await (postgres as DatabaseUnderTest).place(), writeApp(sampleApp)]
    one = await startServerProcess(place, appDir)
    other = await startServerProcess(place, appDir)
  }, 90_000)
  afterAll(async () => {
    await listener?.stop()
    await Promise.all([one.stop(), other.stop()])
    await place.remove()
    rmSync(appDir, { recursive: true, force: true })
  })

  const data = async (server: ServerProcess, path: string) => (await (await server.send('GET', path)).json()).data
  const rowOf = async (resource: string, filter: string) =>
    (await data(one, `/api/blade/v1/${resource}/getByQuery?${filter}`)) as { readonly id: string }
  const update = async (resource: string, body: object) =>
    expect((await one.send('PUT', `/api/blade/v1/${resource}/update`, body)).status).toBe(200)
  const revision = async (server: ServerProcess): Promise<string> => (await data(server, '/api/engine/index')).revision
  const isReported = async (text: string) => {
    const open = listener
    await open?.until(() => open.text().includes(`"revision":"${text}"`))
  }

  it('change a dictionary, its validation, and the revision that open pages receive', async () => {
    listener = await listenToEvents(other.address, other.token, 'topics=notices')
    const before = await revision(other)
    const { id } = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=1')
    await update('bladeDict', { id, dictValue: '已发出', colour: 'red' })
    const entries = async () =>
      (await data(other, '/api/engine/resource/letter')).model.dictionaries.letter_state.entries
    await expect
      .poll(entries, { timeout: 10_000 })
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ key: '1', title: { zh: '已发出', en: 'Issued' }, colour: 'red' }),
        ]),
      )
    const after = await revision(other)
    expect(after).not.toBe(before)
    expect(after).toBe(await revision(one))
    await isReported(after)
  })

  it('semantics 13: change what a tenant edits and what a role permits within a second, and no other tenant', async () => {
    const [a, b] = ['900001', '900002'] as const
    const client = new pg.Client({ connectionString: String(place.url) })
    await client.connect()
    const run = (text: string, values: readonly unknown[]) => client.query(text, [...values])
    for (const tenant of [a, b]) await addTenant(run, tenant)
    await addUser(run, a, 'clerk', 'letter_view')
    await client.end()
    const tokenOf = (server: ServerProcess, tenant: string, account = 'admin') =>
      signIn(server.address, account, adminPassword, tenant)
    const send = (server: ServerProcess, token: string, path: string, more: RequestInit = {}) =>
      fetch(server.address + path, {
        ...more,
        headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', ...more.headers },
      })
    const [byA, otherA, otherB, clerk] = await Promise.all([
      tokenOf(one, a),
      tokenOf(other, a),
      tokenOf(other, b),
      tokenOf(other, a, 'clerk'),
    ])
    const part = '/api/engine/resource/letter'
    const entries = async (token: string): Promise<string[]> =>
      (await (await send(other, token, part)).json()).data.model.dictionaries.letter_state.entries.map(
        ({ title }: { title: { zh: string } }) => title.zh,
      )
    const tags = await Promise.all(
      [otherA, otherB].map(async token => (await send(other, token, part)).headers.get('etag')),
    )
    const before = await entries(otherB)
    const { id: parentId } = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=-1')
    const { id: channels } = await rowOf('bladeDict', 'code_in=sex&dictKey_in=-1')
    const post = async (path: string, body: object) => {
      // A row with the key of an entry edits that entry once this is acknowledged.
      const more = { method: 'POST', headers: { acknowledged: 'entry-exists' }, body: JSON.stringify(body) }
      expect((await send(one, byA, path, more)).status).toBe(200)
    }
    // One second, and what a machine with other work adds.
    const soon = { timeout: 1_500, interval: 30 }
    await post('/api/blade/v1/bladeDictBiz/save', { parentId, dictKey: '0', dictValue: '底稿' })
    await expect.poll(async () => (await entries(otherA))[0], soon).toBe('底稿')
    await post('/api/blade-system/dict-biz/submit', { parentId: channels, dictKey: 'x-1', dictValue: '未说明' })
    const users = async (token: string) =>
      (await (await send(other, token, '/api/blade-system/dict-biz/dictionary?code=sex')).json()).data.length
    const ofB = await users(otherB)
    await expect.poll(() => users(otherA), soon).toBe(ofB + 1)
    expect(await entries(otherB)).toEqual(before)
    // Neither its own former response nor that of another tenant is unchanged; that of the other tenant is.
    const status = async (token: string, etag: string | null | undefined) =>
      (await send(other, token, part, { headers: { 'if-none-match': String(etag) } })).status
    expect(await Promise.all([status(otherA, tags[0]), status(otherA, tags[1]), status(otherB, tags[1])])).toEqual([
      200, 200, 304,
    ])
    expect((await send(other, clerk, part)).status).toBe(200)
    await post('/api/blade-system/role/grant', { roleIds: ['71'], menuIds: [] })
    await expect.poll(async () => (await send(other, clerk, part)).status, soon).toBe(403)
  })
})
