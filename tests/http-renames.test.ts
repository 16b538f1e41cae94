import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Handlers } from '../engine/server/store/action.ts'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read entries of every shape and fail where they differ
type Any = any

/** The names of everything that can be renamed. */
interface Names {
  readonly resource: string
  readonly field: string
  readonly dictionary: string
  readonly key: string
  readonly transition: string
  readonly action: string
  readonly input: string
  readonly collection: string
  readonly bind: string
  readonly menu: string
  readonly page: string
  readonly parameter: string
}

const first: Names = {
  resource: 'place',
  field: 'fax',
  dictionary: 'dimension',
  key: '1',
  transition: 'close',
  action: 'check',
  input: 'why',
  collection: 'collect',
  bind: 'near',
  menu: 'city',
  page: 'board',
  parameter: 'place.limit',
}
const second: Names = {
  resource: 'site',
  field: 'telefax',
  dictionary: 'magnitude',
  key: '5',
  transition: 'finish',
  action: 'verify',
  input: 'reason',
  collection: 'gather',
  bind: 'around',
  menu: 'town',
  page: 'panel',
  parameter: 'site.limit',
}
const third: Names = { ...second, field: 'phone', transition: 'stop', action: 'prove', bind: 'visits' }

/** The descriptors with these names; `former` are declared as the names before. */
function appWith(names: Names, former?: Names): Readonly<Record<string, string>> {
  const renamed = (kind: keyof Names, separator = ' ') =>
    former && former[kind] !== names[kind] ? `renamedFrom: "${former[kind]}",${separator}` : ''
  const whole = (kind: keyof Names) => renamed(kind).replace(', ', '\n')
  return {
    'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
    'menus.yaml': `${names.menu}: { ${renamed('menu')}title: { zh: 城市, en: City }, icon: map, order: 10 }\n`,
    'pages.yaml': `${names.page}: { ${renamed('page')}path: /board, title: { zh: 看板, en: Board }, screen: Board, menu: { under: ${names.menu} } }\n`,
    'parameters.yaml': `${names.parameter}: { ${renamed('parameter')}title: { zh: 限额, en: Limit }, type: integer, value: 3 }\n`,
    [`dictionaries/${names.dictionary}.yaml`]: `${whole('dictionary')}title: { zh: 大小, en: Size }
entries:
  small: { ${renamed('key')}key: "${names.key}", title: { zh: 小, en: Small } }
  large: { key: "2", title: { zh: 大, en: Large } }
`,
    'dictionaries/place_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "1", title: { zh: 开, en: Open } }
  closed: { key: "2", title: { zh: 关, en: Closed } }
`,
    // A resource with a handler is not renamed while the server runs.
    'resources/city/desk.yaml': `title: { zh: 服务台, en: Desk }
menu: false
fields: { name: { type: text, title: { zh: 名称, en: Name } } }
actions:
  ${names.collection}: { ${renamed('collection')}on: collection, handler: collect, title: { zh: 收集, en: Collect } }
`,
    [`resources/city/${names.resource}.yaml`]: `${whole('resource')}title: { zh: 地点, en: Place }
menu: { under: ${names.menu} }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  ${names.field}: { ${renamed('field')}type: text, title: { zh: 传真, en: Fax } }
  extent: { type: dictionary, of: ${names.dictionary}, title: { zh: 大小, en: Size } }
  count: { type: integer, max: 9, title: { zh: 数量, en: Count } }
  state: { type: dictionary, of: place_state, title: { zh: 状态, en: State } }
rules:
  - { rule: "count <= parameter('${names.parameter}')", message: { zh: 超过限额, en: Above the limit }, valid: { count: 1 }, invalid: { count: 9 } }
lifecycle:
  field: state
  initial: open
  final: [closed]
  transitions:
    ${names.transition}: { ${renamed('transition')}from: open, to: closed, title: { zh: 关闭, en: Close } }
actions:
  ${names.action}: { ${renamed('action')}edit: [count], input: { ${names.input}: { ${renamed('input')}type: text, title: { zh: 原因, en: Reason } } }, title: { zh: 核对, en: Check } }
bind:
  ${names.bind}: { ${renamed('bind')}of: ${names.resource}, http: ["POST ${names.bind}", "GET ${names.bind}"], self: placeId, title: { zh: 附近, en: Near } }
`,
  }
}

const handlers: Handlers = { desk: { collect: async () => ({}) } }

describe.each(databasesWalked('postgres'))('a rename on a running server, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let clerk: string
  let id: string
  let other: string

  const write = (from: Names, to: Names, declared: boolean) => {
    const files = appWith(to, declared ? from : undefined)
    for (const [file, text] of Object.entries(files)) writeIn(server.appDir, file, text)
    for (const file of Object.keys(appWith(from))) if (!Object.hasOwn(files, file)) rmSync(join(server.appDir, file))
  }
  const rowOf = async (resource: string, filter: string) => {
    const { records } = await calls.data('GET', `blade/v1/${resource}/page?${filter}`)
    expect(records).toHaveLength(1)
    return records[0]
  }
  const edited = async (resource: string, filter: string, values: object) => {
    const before = server.engine.model().revision
    const row = await rowOf(resource, filter)
    await calls.data('PUT', `blade/v1/${resource}/update`, { id: row.id, ...values })
    await vi.waitFor(() => expect(server.engine.model().revision).not.toBe(before), { timeout: 20_000 })
  }
  const asClerk = (method: string, path: string, body?: object) => calls.call(method, `city/v1/${path}`, body, clerk)

  beforeAll(async () => {
    server = await startServer(kind, appWith(first), { handlers, settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    other = await calls.save('place', { name: '乙' })
    id = await calls.save('place', { name: '甲', fax: '123', extent: '1', count: 3 })
    await calls.data('POST', 'city/v1/place/near', { placeId: id, ids: [other] })
    await calls.data('POST', 'city/v1/place/check', { id, count: 3, why: '年检' })
    const codes = [...['view', 'close', 'check', 'near', 'edit'].map(code => `place_${code}`), 'desk_collect']
    clerk = await (await importCallsOn(server, 'place')).person('clerk', codes)
    await edited('bladeConfig', 'paramKey_in=place.limit', { paramValue: '5' })
    write(first, second, true)
    await vi.waitFor(() => expect(server.engine.model().resources['site']).toBeDefined(), { timeout: 20_000 })
    // The rows of menus and dictionaries follow.
    await vi.waitFor(() => rowOf('bladeMenu', 'code_in=panel'), { timeout: 20_000 })
  }, 60_000)
  afterAll(() => server.close())

  it('keeps the values of the resource, the field and the entry', async () => {
    expect(await calls.data('GET', `city/v1/site/getById?id=${id}`)).toMatchObject({ telefax: '123', extent: '5' })
    expect((await calls.call('GET', 'city/v1/place/page')).status).toBe(404)
    expect((await calls.call('POST', 'city/v1/site/save', { name: '丙', extent: '1x' })).status).toBe(400)
  })

  it('gives a client the title of the bind under its new name', async () => {
    const { resources } = (await calls.data('GET', 'engine/resource/site')).model
    expect(resources.site.binds).toMatchObject([{ name: 'around', title: { zh: '附近', en: 'Near' } }])
  })

  it('keeps the rights to steps and links, and the links', async () => {
    expect((await asClerk('GET', `site/around?placeId=${id}`)).body.data).toMatchObject([{ id: other }])
    expect((await asClerk('POST', 'site/verify', { id, count: 4 })).status).toBe(200)
    expect((await asClerk('POST', 'desk/gather', {})).status).toBe(200)
    expect((await asClerk('POST', 'site/finish', { id: other })).status).toBe(200)
    for (const step of ['site/check', 'site/close', 'site/near', 'desk/collect'])
      expect([step, (await asClerk('POST', step, { id })).status]).toEqual([step, 404])
  })

  it('semantics 20: shows the values of an input in the history under its new name', async () => {
    for (const by of [calls.token, clerk]) {
      const entries = await calls.data('GET', `engine/history/site/${id}`, undefined, by)
      const inputs = entries.flatMap(({ operation, input }: Any) => (input ? [[operation, input]] : []))
      expect(inputs).toEqual([['verify', { reason: '年检' }]])
    }
    expect((await asClerk('POST', 'site/verify', { id, count: 4, why: '年检' })).status).toBe(400)
  })

  it('waits without renamedFrom, and the former names remain valid', async () => {
    write(second, third, false)
    const pending = async () => JSON.stringify(await calls.data('GET', 'engine/pending'))
    await expect.poll(pending, { timeout: 20_000 }).toContain('resources/city/site.yaml')
    const values = { name: '丁', telefax: '456' }
    const saved = await calls.data('POST', 'city/v1/site/save', values)
    expect(saved).toMatchObject(values)
    expect((await calls.call('POST', 'city/v1/site/save', { name: '戊', phone: '789' })).status).toBe(400)
    expect((await asClerk('POST', 'site/finish', { id: saved.id })).status).toBe(200)
    expect((await asClerk('POST', 'site/stop', { id: saved.id })).status).toBe(404)
    expect((await asClerk('GET', `site/around?placeId=${id}`)).body.data).toMatchObject([{ id: other }])
  })
})
