import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaApp } from './support/area-app.ts'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { linesOf } from './support/server-calls.ts'

const stall = 'resources/city/areaStall.yaml'
const kinds = 'dictionaries/stall_kind.yaml'
const title = 'title: { zh: 类别, en: Kind }'
const entries = (first: string, second: string) =>
  `${title}\nentries:\n  fruit: { ${first}, title: { zh: 水果, en: Fruit } }\n  fish: { ${second}, title: { zh: 水产, en: Fish } }\n`
const lines = (name: string, kind: string) =>
  String(areaApp[stall])
    .replace('keeper: {', `${name}: {`)
    .replace('display: keeper', `display: ${name.split('<')[0]}`)
    .concat(`  ${kind}: { type: dictionary, of: stall_kind, ${title} }\n`)
    .replace(/(\w+)< (\w+): \{/g, '$1: { renamedFrom: $2,')

const area = String(areaApp['resources/city/area.yaml'])
const resettled = (name: string) =>
  `${area}actions: { resettle: { edit: { stalls: { columns: [${name}] } }, title: { zh: 重排, en: Resettle } } }\n`

describe.each(databasesUnderTest())('a rename in lines, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  const serve = async (files: Readonly<Record<string, string>>) => {
    const { revision } = await calls.data('GET', 'engine/index')
    for (const [file, text] of Object.entries(files)) writeIn(server.appDir, file, text)
    await expect
      .poll(async () => (await calls.data('GET', 'engine/index')).revision, { timeout: 30_000, interval: 200 })
      .not.toBe(revision)
  }
  const idOf = async (name: string) => (await calls.data('GET', `city/v1/area/getByQuery?name=${name}`)).id
  const stallsOf = async (name: string) =>
    (await calls.data('GET', `city/v1/area/getById?id=${await idOf(name)}`)).stalls
  const saved = (name: string) =>
    calls.data('POST', 'city/v1/area/save', {
      name,
      stalls: [
        { keeper: '甲', rent: 5, kind: '1' },
        { keeper: '乙', kind: '2' },
      ],
    })
  /** Performs a bulk operation and returns its id. */
  const bulk = async (resource: string, ids: readonly string[], operation: object): Promise<string> => {
    const all = linesOf(await calls.call('POST', `engine/bulk/${resource}`, { select: { ids }, do: operation }))
    expect(all.at(-1), JSON.stringify(all)).toEqual({ done: ids.length, failed: 0 })
    return all[0].operation
  }
  /** Imports other lines of a new record. */
  const replaced = async (name: string) => {
    await saved(name)
    const view = await calls.checked(`名称,摊位：摊主,摊位：租金\n${name},丙,7\n`, { by: 'name', mode: 'both' })
    expect(view.counts).toMatchObject({ rows: 1, updates: 1 })
    await calls.step(view.id, 'write', {})
    expect((await stallsOf(name)).map(({ keeper }: Line) => keeper)).toEqual(['丙'])
    return String(view.id)
  }
  const undone = async (operation: string) => {
    const preview = await calls.data('GET', `engine/operations/${operation}/undo`)
    return [preview.reverted, (await calls.undo(operation)).at(-1)]
  }

  beforeAll(async () => {
    const app = {
      ...areaApp,
      'resources/city/area.yaml': resettled('keeper'),
      [stall]: lines('keeper', 'kind'),
      [kinds]: entries('key: "1"', 'key: "2"'),
    }
    server = await startServer(kind, app, { settings: { live: true } })
    calls = await importCallsOn(server, 'area')
  })
  afterAll(() => server.close())

  it('keeps what an undo restores and what the history shows, after the declaration is removed', async () => {
    const [first, second] = [await replaced('东市'), await replaced('南市')]
    const [acted, deleted] = [await saved('西市'), await saved('北市')]
    await saved('中市')
    const ofActed = (await stallsOf('西市')).map(({ id }: Line) => ({ id, keeper: '丁' }))
    const action = await bulk('area', [acted.id], { kind: 'action', name: 'resettle', input: { stalls: ofActed } })
    const deletion = await bulk('area', [deleted.id], { kind: 'remove' })
    const ofEdited = (await stallsOf('中市')).map(({ id }: Line) => id)
    const edit = await bulk('areaStall', ofEdited, { kind: 'update', values: { keeper: '丁', kind: '1' } })
    await serve({
      'resources/city/area.yaml': resettled('seller'),
      [stall]: lines('seller< keeper', 'sort< kind'),
      [kinds]: entries('key: "10", renamedFrom: "1"', 'key: "2"'),
    })
    await serve({ [stall]: lines('seller', 'sort'), [kinds]: entries('key: "10"', 'key: "2"') })
    const [latest] = await calls.data('GET', `engine/history/area/${await idOf('东市')}`)
    const removed = latest.changes.stalls.lines.filter(({ operation }: Line) => operation === 'remove')
    expect(
      removed.map(({ changes }: Line) => [changes.seller?.from, changes.sort?.from, Object.keys(changes).sort()]),
    ).toEqual([
      ['甲', '10', ['rent', 'seller', 'sort']],
      ['乙', '2', ['seller', 'sort']],
    ])
    expect(await undone(first)).toEqual([1, { done: 1, failed: 0 }])
    const restored = (await stallsOf('东市')).map(({ seller, sort, rent }: Line) => [seller, sort, rent])
    expect(restored).toEqual([
      ['甲', '10', 5],
      ['乙', '2', null],
    ])
    const { edited } = await calls.data('GET', `engine/operations/${edit}`)
    expect(edited).toEqual({ seller: '丁', sort: '10' })
    for (const [name, operation] of [
      ['西市', action],
      ['北市', deletion],
      ['中市', edit],
    ] as const) {
      expect(await undone(operation), name).toEqual([1, { done: 1, failed: 0 }])
      const lines = (await stallsOf(name)).map(({ seller, sort, rent }: Line) => [seller, sort, rent])
      expect(lines, name).toEqual(restored)
    }
    // A value of a field that is gone is not left out silently.
    await calls.run(`update engine_history set changes = replace(changes::text, '"kind"', '"gone"')::jsonb`)
    expect((await undone(second))[1]).toEqual({ done: 0, failed: 1 })
  })
})
