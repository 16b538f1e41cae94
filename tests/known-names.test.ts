import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualEndpoints } from '../engine/model/v1-endpoints.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { watchCalls } from './support/watched-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'resources/city/letter.yaml': `${sampleApp['resources/city/letter.yaml']}actions:
  tidy: { input: { why: { type: text, title: { zh: 原因, en: Why } } }, title: { zh: 整理, en: Tidy } }
bind:
  wards: { of: ward, http: [POST bindWards, GET listWards], self: letterId, title: { zh: 街区, en: Wards } }
`.replace('access:\n  - { role: keeper, allow: [view, answer] }\n', ''),
}

/** Bodies of every endpoint of the engine that changes something, each with the objects whose names are checked. */
const bodies: Readonly<Record<string, readonly object[]>> = {
  'PUT pins/:resource': [{ nmae: 1, pinned: true }],
  'PUT visits': [{ nmae: 1, resource: 'ward', id: '1' }],
  'POST views/:resource': [
    { nmae: 1, name: '甲' },
    { name: '甲', sort: { nmae: 1, field: 'name', descending: true } },
  ],
  'PUT views/:resource/:id': [{ nmae: 1, name: '甲' }],
  'PUT choices/:resource': [
    { nmae: 1, start: null },
    { nmae: 1, pageSize: 5 },
    { nmae: 1, relatedSize: 5 },
    { nmae: 1, columns: ['name'] },
  ],
  'POST restore/:resource': [{ nmae: 1, ids: ['1'] }],
  'POST revision/:revision/restore': [{ nmae: 1, discard: [] }],
  'POST pending': [{ nmae: 1, revision: 'r', allow: [{ loss: 'x', count: 1 }] }],
  'POST due-steps/run': [{ nmae: 1, resource: 'ward', step: 'x', digest: 'y' }],
  'POST uploads/extend': [{ nmae: 1, links: [] }],
  'POST export/:resource': [{ nmae: 1, format: 'csv' }],
  'POST bulk/:resource': [],
  'POST bulk/:resource/preview': [],
  'POST access/preview': [{ nmae: 1, id: '1' }],
  'POST access/package': [{ nmae: 1, id: '1' }],
  'POST inbox/read': [{ nmae: 1, items: [] }],
  'POST lock': [{ nmae: 1, password: 'Trial-2026' }],
  'POST unlock': [{ nmae: 1, password: 'Trial-2026' }],
  'POST second-factor': [{ nmae: 1 }],
  'POST second-factor/confirm': [{ nmae: 1, code: '1' }],
  'POST second-factor/remove': [{ nmae: 1, code: '1' }],
  'POST reveal/:resource/:id': [{ nmae: 1, fields: [], reason: '' }],
  'POST import/:resource/:id/check': [
    { nmae: 1, columns: {} },
    { nmae: 1, proposals: true },
    { nmae: 1, correction: { field: 'name', from: 'a', to: 'b' } },
    { correction: { nmae: 1, field: 'name', from: 'a', to: 'b' } },
    { columns: {}, match: { nmae: 1, by: 'name', mode: 'both' } },
  ],
  'POST import/:resource/:id/mapping': [{ nmae: 1, file: 'm.yaml', text: '' }],
  'POST import/:resource/:id/mapping/file': [
    { nmae: 1, columns: {} },
    { columns: {}, match: { nmae: 1, by: 'name', mode: 'both' } },
  ],
  'POST import/:resource/:id/write': [{ nmae: 1, goodRows: true }],
  'POST flow/start': [{ nmae: 1, resource: 'ward', id: '1' }],
  'POST flow/substitution': [{ nmae: 1, userId: '1', from: '2026-01-01', to: '2026-01-02' }],
  'POST flow/check': [{ nmae: 1, xml: '' }],
  'POST flow/message': [{ nmae: 1, name: 'paid', instance: '1' }],
  'POST flow/instances/:id/withdraw': [{ nmae: 1, comment: '' }],
  'POST flow/instances/:id/retry': [{ nmae: 1 }],
  ...Object.fromEntries(
    ['claim', 'unclaim', 'complete', 'delegate', 'sign', 'return', 'comment', 'urge'].map(name => [
      `POST flow/tasks/:id/${name}`,
      [{ nmae: 1 }],
    ]),
  ),
  'POST flow/tasks/claim': [{ nmae: 1, ids: ['1'] }],
  'POST flow/tasks/complete': [{ nmae: 1, ids: ['1'] }],
}

/** Without a body, the one of a file, and those that only read. */
const others = [
  'DELETE views/:resource/:id',
  'DELETE person/:resource/:id',
  'POST due-steps/confirm-clock',
  'POST flow/substitution/remove',
  'POST operations/:id/undo',
  'POST pending/:revision/discard',
  'POST import/:resource',
  'POST import/:resource/:id/stop',
  'DELETE import/:resource/:id',
  'POST counts/:resource',
  'POST options/:resource/:field',
  'POST options/:resource/:field/meant',
  'POST options/:resource/:field/pick',
]

const calls = watchCalls()

describe.each(databasesWalked('embedded'))('semantics 4: a name that an endpoint does not read ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let wardId: string
  let letterId: string
  let importId: string
  const call = (method: string, url: string, body?: unknown) =>
    server.call(method, `/api/${url}`, { token, ...(body !== undefined && { body }) })
  const refused = async (method: string, url: string, body?: unknown) => {
    const { status, body: answer } = await call(method, url, body)
    expect([method, url, body, status, answer.msg]).toEqual([method, url, body, 400, expect.stringContaining('nmae')])
  }
  const read = async (name: string, id: string): Promise<Any> =>
    (await call('GET', `city/v1/${name}/getById?id=${id}`)).body.data
  const urlOf = (path: string) =>
    `engine/${path}`
      .replace('import/:resource/:id', `import/ward/${importId}`)
      .replace(':resource', 'ward')
      .replace(':id', '1')
      .replace(':revision', 'r')

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls.enough()
    token = await server.signIn('admin', adminPassword)
    wardId = (await call('POST', 'city/v1/ward/save', { name: '甲区' })).body.data.id
    letterId = (await call('POST', 'city/v1/letter/save', { wardId, subject: '甲' })).body.data.id
    const sent = await server.call('POST', '/api/engine/import/ward?name=a.csv', {
      token,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from('名称\n乙区\n'),
    })
    importId = sent.body.data.id
  })
  afterAll(() => server.close())

  it('is tested at every endpoint of the engine that changes something', () => {
    const known = [...calls.known].flatMap(
      one => /^(POST|PUT|DELETE) \/api\/engine\/(.+)$/.exec(one)?.slice(1).join(' ') ?? [],
    )
    expect(known.sort()).toEqual([...Object.keys(bodies), ...others].sort())
  })

  it.each(Object.entries(bodies))('is refused by %s', async (endpoint, given) => {
    const [method = '', path = ''] = endpoint.split(' ')
    for (const body of given) await refused(method, urlOf(path), body)
    await refused(method, `${urlOf(path)}?nmae=1`, {})
  })

  it.each(others.filter(one => one !== 'POST import/:resource'))(
    'is refused in the query string of %s',
    async endpoint => {
      const [method = '', path = ''] = endpoint.split(' ')
      await refused(method, `${urlOf(path).replace(':field', 'name')}?nmae=1`, method === 'POST' ? {} : undefined)
    },
  )

  it('is not the label of a reference that is sent without it, of every resource', async () => {
    let labels = 0
    for (const { name, module, fields, readOnly, partOf } of Object.values(server.engine.model().resources)) {
      const record = (await call('GET', `${module}/v1/${name}/page?size=1`)).body.data?.records?.[0]
      if (readOnly || partOf || !record) continue
      const references = ['createUser', ...fields.filter(({ type }) => type === 'reference').map(one => one.name)]
      for (const one of references.filter(reference => record[reference] !== undefined)) {
        labels++
        const label = `${one}Name`
        const save = (body: object) => call('PUT', `${module}/v1/${name}/update`, { id: record.id, ...body })
        const alone = await save({ [label]: '另一个' })
        expect([name, alone.status, Object.keys(alone.body.errors ?? {})]).toEqual([name, 400, [label]])
        expect([name, one, (await save({ [one]: record[one], [label]: '另一个' })).status]).toEqual([name, one, 200])
      }
    }
    expect(labels).toBeGreaterThan(10)
  })

  it('is refused by bulk operations, at each level', async () => {
    const select = { ids: [letterId] }
    const operations: readonly object[] = [
      { kind: 'update', values: { subject: '乙' } },
      { kind: 'transition', name: 'issue', input: {} },
      { kind: 'action', name: 'tidy', input: {} },
      { kind: 'remove' },
      { kind: 'restore' },
    ]
    const before = await read('letter', letterId)
    for (const url of ['engine/bulk/letter', 'engine/bulk/letter/preview'])
      for (const one of operations) {
        await refused('POST', url, { select, do: one, nmae: 1 })
        await refused('POST', url, { select, do: { ...one, nmae: 1 } })
        await refused('POST', url, { select: { ...select, nmae: ['1'] }, do: one })
        const both = await call('POST', url, { select: { ...select, query: {} }, do: one })
        expect([one, both.status]).toEqual([one, 400])
      }
    for (const own of ['id', 'version']) {
      const one = { kind: 'transition', name: 'issue', input: { [own]: '1' } }
      expect((await call('POST', 'engine/bulk/letter', { select, do: one })).status).toBe(400)
    }
    expect(await read('letter', letterId)).toEqual(before)
  })

  it('is refused by every write of the v1 dialect, in its body and in its query string', async () => {
    const before = await read('letter', letterId)
    const writes: Readonly<Record<string, object>> = {
      'POST save': { wardId, subject: '乙' },
      'PUT update': { id: letterId, subject: '乙' },
      'DELETE removeById': { id: letterId },
      'DELETE removeByIds': { ids: [letterId] },
      'POST issue': { id: letterId },
      'POST tidy': { id: letterId, why: '乱' },
    }
    const usual = usualEndpoints.filter(([method]) => method !== 'GET').map(([method, path]) => `${method} ${path}`)
    expect(Object.keys(writes)).toEqual(expect.arrayContaining(usual))
    const { binds } = server.engine.model().resources['letter'] as Any
    const bind = { [binds[0].self]: letterId, ids: [wardId] }
    for (const [endpoint, body] of [
      ...Object.entries(writes),
      [`${binds[0].post.method} ${binds[0].post.path}`, bind] as const,
    ]) {
      const [method = '', path = ''] = endpoint.split(' ')
      await refused(method, `city/v1/letter/${path}`, { ...body, nmae: 1 })
      await refused(method, `city/v1/letter/${path}?nmae=1`, body)
    }
    const both = await call('DELETE', 'city/v1/letter/removeById', { id: '1', ids: [letterId] })
    expect(both.status).toBe(400)
    expect(await read('letter', letterId)).toEqual(before)
  })
})
