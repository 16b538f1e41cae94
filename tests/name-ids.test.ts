import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read entries of every shape and fail where they differ
type Any = any

const file = 'resources/city/place.yaml'

/** The descriptor with a field `fax` under some name, lines, and an action. */
const place = (fax: string, action: string) => `title: { zh: 地点, en: Place }
menu: { under: city }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
${fax}  parts: { type: children, of: placePart, title: { zh: 部分, en: Parts } }
${action}`
const part = (price: string) => `title: { zh: 部分, en: Part }
partOf: placeId
fields:
  placeId: { type: reference, of: place, title: { zh: 地点, en: Place } }
${price}`
const field = (name: string, more = '') => `  ${name}: { ${more}type: text, title: { zh: 值, en: Value } }\n`
const action = (name: string, more = '') =>
  `actions:\n  ${name}: { ${more}edit: [name], input: { why: { type: text, title: { zh: 原因, en: Reason } } }, title: { zh: 核对, en: Check } }\n`

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'menus.yaml': 'city: { title: { zh: 城市, en: City }, icon: map, order: 10 }\n',
  [file]: place(field('fax'), action('check')),
  'resources/city/placePart.yaml': part(field('price')),
}

const [postgres] = databasesUnderTest().filter(({ kind }) => kind === 'postgres')

describe.runIf(postgres)('semantics 11: rows that contain ids of names', () => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let database: pg.Client
  let clerk: string
  let id: string

  /** The transaction that wrote each row of the tables that contain names. */
  const writers = async () => {
    const tables = ['engine_history', 'engine_view', 'engine_choice', 'engine_grant', 'place', 'place_part']
    const found: Record<string, unknown> = {}
    for (const table of tables)
      found[table] = (await database.query(`select xmin::text, ctid::text from ${table} order by ctid`)).rows
    return found
  }
  const served = async (has: (names: readonly string[]) => boolean) => {
    const names = () => server.engine.model().resources['place']?.fields.map(({ name }) => name) ?? []
    await vi.waitFor(() => expect(has(names())).toBe(true), { timeout: 20_000 })
  }

  beforeAll(async () => {
    server = await startServer(postgres as Any, app, { settings: { live: true } })
    database = new pg.Client({ connectionString: String(server.databaseUrl) })
    await database.connect()
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    id = await calls.save('place', { name: '甲', fax: '123', parts: [{ price: '5' }] })
    const { parts } = await calls.data('GET', `city/v1/place/getById?id=${id}`)
    await calls.data('PUT', 'city/v1/place/update', { id, fax: '456', parts: [{ id: parts[0].id, price: '6' }] })
    await calls.data('POST', 'city/v1/place/check', { id, name: '乙', why: '年检' })
    await calls.data('POST', 'engine/views/place', {
      name: '传真',
      query: { fax_like: '4' },
      sort: { field: 'fax', descending: true },
      columns: ['fax', 'name'],
    })
    await calls.data('PUT', 'engine/choices/place', { columns: ['fax'], widths: { fax: 90 } })
    clerk = await (await importCallsOn(server, 'place')).person('clerk', ['place_view', 'place_check'])
  }, 60_000)
  afterAll(async () => {
    await database?.end()
    await server?.close()
  })

  it('are not written by renames, and read by the new names', async () => {
    const before = await writers()
    writeIn(server.appDir, 'resources/city/placePart.yaml', part(field('cost', 'renamedFrom: price, ')))
    writeIn(
      server.appDir,
      file,
      place(field('telefax', 'renamedFrom: fax, '), action('verify', 'renamedFrom: check, ')),
    )
    await served(names => names.includes('telefax'))
    await vi.waitFor(() => expect(server.engine.model().resources['placePart']?.fields[1]?.name).toBe('cost'))
    expect(await writers()).toEqual(before)
    expect(await calls.data('GET', `city/v1/place/getById?id=${id}`)).toMatchObject({
      telefax: '456',
      parts: [{ cost: '6' }],
    })
    const history: Any[] = await calls.data('GET', `engine/history/place/${id}`)
    expect(history.map(({ operation }) => operation)).toEqual(['verify', 'update', 'save'])
    expect(history[0]).toMatchObject({ changes: { name: { to: '乙' } }, input: { why: '年检' } })
    expect(history[1].changes).toMatchObject({
      telefax: { from: '123', to: '456' },
      parts: { lines: [{ changes: { cost: { from: '5', to: '6' } } }] },
    })
    const { views, columns, widths } = await calls.data('GET', 'engine/views/place')
    expect(views[0]).toMatchObject({
      query: { telefax_like: '4' },
      sort: { field: 'telefax', descending: true },
      columns: ['telefax', 'name'],
      dropped: 0,
    })
    expect({ columns, widths }).toEqual({ columns: ['telefax'], widths: { telefax: 90 } })
    const verified = await calls.call('POST', 'city/v1/place/verify', { id, name: '丙', why: '复查' }, clerk)
    expect(verified.status).toBe(200)
    const [entry] = await calls.data('GET', `engine/history/place/${id}`)
    expect(entry).toMatchObject({ operation: 'verify', input: { why: '复查' } })
  })

  it('do not revive for a name that is declared again', async () => {
    writeIn(server.appDir, file, place(field('telefax') + field('fax'), ''))
    await served(names => names.includes('fax'))
    await vi.waitFor(() => expect(server.engine.model().resources['place']?.actions).toEqual([]))
    writeIn(
      server.appDir,
      file,
      place(field('telefax') + field('fax'), action('check') + action('verify').replace('actions:\n', '')),
    )
    await vi.waitFor(() => expect(server.engine.model().resources['place']?.actions).toHaveLength(2), {
      timeout: 20_000,
    })
    expect(await calls.data('GET', `city/v1/place/getById?id=${id}`)).toMatchObject({ telefax: '456', fax: null })
    for (const step of ['check', 'verify'])
      expect((await calls.call('POST', `city/v1/place/${step}`, { id, name: '丁' }, clerk)).status).toBe(403)
  })

  it('refuses a rename whose new name has values, with the way to merge them', async () => {
    await calls.data('PUT', 'city/v1/place/update', { id, fax: '789' })
    writeIn(server.appDir, file, place(field('fax', 'renamedFrom: telefax, '), ''))
    const problems = async () => JSON.stringify(await calls.data('GET', 'engine/problems'))
    await expect.poll(problems, { timeout: 20_000 }).toContain('migrations/')
    expect(await calls.data('GET', `city/v1/place/getById?id=${id}`)).toMatchObject({ telefax: '456', fax: '789' })
  })
})
