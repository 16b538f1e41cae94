import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read lines of every shape and fail where they differ
type Line = any

const areas = {
  ...sampleApp,
  'resources/city/area.yaml': `title: { zh: 片区, en: Area }
menu: { under: work, icon: map, order: 40 }
display: name
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: area, title: { zh: 上级, en: Above } }
  urgent: { type: boolean, title: { zh: 紧急, en: Urgent } }
  reason: { type: text, title: { zh: 原因, en: Reason } }
actions:
  warn:
    title: { zh: 预警, en: Warn }
    input: { note: { type: text, required: true, when: "urgent", title: { zh: 说明, en: Note } } }
    set: { reason: input.note }
`,
}

describe.each(databasesUnderTest())('bulk operation on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let keeper: string
  let own: string

  const call = (method: string, path: string, body?: unknown, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const save = async (resource: string, record: object): Promise<string> =>
    (await data('POST', `city/v1/${resource}/save`, record)).id
  const wards = (prefix: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_one, n) => save('ward', { name: `${prefix}${n}` })))
  const bulk = async (resource: string, select: object, bulkOperation: object, by = token): Promise<Line[]> =>
    linesOf(await call('POST', `engine/bulk/${resource}`, { select, do: bulkOperation }, by))
  /** The same with an Idempotency-Key, like a browser's retry after a lost response. */
  const keyed = (resource: string, key: string, select: object, bulkOperation: object) =>
    server.call('POST', `/api/engine/bulk/${resource}`, {
      token,
      headers: { 'idempotency-key': key },
      body: { select, do: bulkOperation },
    })
  const operationsOf = async (resource: string, id: string): Promise<string[]> =>
    (await data('GET', `engine/history/${resource}/${id}`)).map((entry: Line) => entry.operation)
  const total = async (resource: string, query: string) =>
    (await data('GET', `city/v1/${resource}/page?${query}`)).total as number

  beforeAll(async () => {
    server = await startServer(kind, areas)
    token = await server.signIn('admin', adminPassword)
    own = await save('ward', { name: '自己的' })
    const role = await data('POST', 'blade/v1/bladeRole/save', { roleName: '看门人', roleAlias: 'keeper' })
    const codes = ['ward_view', 'ward_edit', 'letter_view', 'letter_answer']
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role.id}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    const { deptId } = await data('GET', 'blade-user/info')
    await data('POST', 'blade/v1/bladeUser/save', {
      deptId,
      account: 'keeper',
      name: '看门人',
      realName: '看门人',
      password: 'Keeper-26',
      roleId: [role.id],
      ownerIds: [own],
    })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    keeper = await server.signIn('keeper', 'Keeper-26')
  })
  afterAll(() => server.close())

  it('reports the count, the result of each row, and the totals', async () => {
    const ids = await wards('逐一', 2)
    await save('letter', { wardId: ids[0], subject: '给逐一' })
    expect(await bulk('ward', { ids: [...ids, '77'] }, { kind: 'remove' })).toEqual([
      { total: 3, operation: expect.stringMatching(/^\d+$/) },
      { id: ids[1], display: '逐一1', ok: true },
      { id: ids[0], display: '逐一0', ok: false, message: '该记录正被“通知”引用，不能删除' },
      { id: '77', display: '77', ok: false, message: '没有找到该街区' },
      { done: 1, failed: 2 },
    ])
  })

  it('edits the rows of a query, with errors by field for rows that refuse the value', async () => {
    await wards('批改', 3)
    const select = { query: { name_like: '批改', current: '3', size: '1' } }
    const lines = await bulk('ward', select, { kind: 'update', values: { people: 9 } })
    expect(lines.at(-1)).toEqual({ done: 3, failed: 0 })
    expect(await total('ward', 'name_like=批改&people=9')).toBe(3)
    const wrong = await bulk('ward', select, { kind: 'update', values: { people: -1 } })
    expect(wrong[1]).toMatchObject({ ok: false, errors: { people: expect.stringContaining('人口') } })
    expect(wrong.at(-1)).toEqual({ done: 0, failed: 3 })
  })

  it('makes a transition from valid states, and reports why others are skipped', async () => {
    const letter = () => save('letter', { wardId: own, subject: '批量' })
    const [one, two] = [await letter(), await letter()]
    await data('POST', 'city/v1/letter/issue', { id: one })
    const lines = await bulk('letter', { ids: [one, two] }, { kind: 'transition', name: 'issue', input: {} })
    expect(lines.slice(1)).toEqual([
      { id: one, display: '批量', ok: false, message: '当前状态为“已下发”，不能下发' },
      { id: two, display: '批量', ok: true },
      { done: 1, failed: 1 },
    ])
    const answered = await bulk(
      'letter',
      { ids: [one, two] },
      { kind: 'transition', name: 'answer', input: { reply: '好' } },
    )
    expect(answered.at(-1)).toEqual({ done: 2, failed: 0 })
  })

  it('deletes a tree from its leaves, and restores it from its root', async () => {
    const top = await save('area', { name: '上' })
    const ids = [await save('area', { name: '中', parentId: top }), await save('area', { name: '另' })]
    // These ids do not increase from parent to child.
    await data('PUT', 'city/v1/area/update', { id: top, parentId: ids[1] })
    const [first, last] = [await bulk('area', { query: {} }, { kind: 'remove' }), { done: 3, failed: 0 }]
    expect(first.at(-1)).toEqual(last)
    expect((await bulk('area', { query: {} }, { kind: 'restore' })).at(-1)).toEqual(last)
    expect(await total('area', '')).toBe(3)
  })

  it('refuses a cycle of parents within one operation', async () => {
    const [one, two] = [await save('area', { name: '环一' }), await save('area', { name: '环二' })]
    const lines = await bulk('area', { ids: [one, two] }, { kind: 'update', values: { parentId: two } })
    expect(lines.slice(1)).toMatchObject([
      { id: one, ok: true },
      { id: two, ok: false, errors: { parentId: '父节点不可选择自身!' } },
      { done: 1, failed: 1 },
    ])
    await data('DELETE', 'city/v1/area/removeById', { id: one })
    await data('DELETE', 'city/v1/area/removeById', { id: two })
  })

  it('deletes a thousand rows except those that refuse, and restores them', async () => {
    await sql`insert into ward (tenant_id, id, name, create_time)
      select '000000', 5000000 + n, '千' || n, now() from generate_series(1, 1000) n`.execute(
      server.engine.database.kysely,
    )
    for (const id of ['5000007', '5000500']) await save('letter', { wardId: id, subject: '留下' })
    const lines = await bulk('ward', { query: { name_likeright: '千' } }, { kind: 'remove' })
    expect(lines).toHaveLength(1002)
    expect(new Set(lines.slice(1, -1).map(line => line.id)).size).toBe(1000)
    expect(lines.at(-1)).toEqual({ done: 998, failed: 2 })
    expect(lines.filter(line => line.ok === false).map(line => line.id)).toEqual(['5000500', '5000007'])
    expect(await total('ward', 'name_likeright=千')).toBe(2)
    expect((await data('GET', 'engine/bin/ward?name_likeright=千&size=200')).total).toBe(998)
    const back = await bulk('ward', { ids: lines.slice(1, -1).map(line => line.id) }, { kind: 'restore' })
    expect(back.at(-1)).toEqual({ done: 998, failed: 2 })
    expect(await total('ward', 'name_likeright=千')).toBe(1000)
  })

  it('stops between rows when the client disconnects', async () => {
    const base = await listening()
    const stop = new AbortController()
    const response = await fetch(`${base}/api/engine/bulk/ward`, {
      method: 'POST',
      signal: stop.signal,
      headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        select: { query: { name_likeright: '千' } },
        do: { kind: 'update', values: { people: 4 } },
      }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !text.includes('"ok":true'); ) text += (await reader?.read())?.value ?? ''
    stop.abort()
    const changed = async () => total('ward', 'name_likeright=千&people=4')
    // It has stopped when two reads, each after the current row, are equal.
    let [before, now] = [-1, await changed()]
    while (before !== now) [before, now] = [now, await changed()]
    expect(now).toBeGreaterThan(0)
    expect(now).toBeLessThan(1000)
  })

  it('is done once for one key, and returns its former result for a retry', async () => {
    const ids = await wards('再问', 60)
    const select = { query: { name_likeright: '再问', people_null: 'true' } }
    const edit = { kind: 'update', values: { people: 8 } }
    const first = linesOf(await keyed('ward', 'edit-1', select, edit))
    expect(first.at(-1)).toEqual({ done: 60, failed: 0 })
    expect(linesOf(await keyed('ward', 'edit-1', select, edit))).toEqual(first)
    expect(await operationsOf('ward', ids[0] ?? '')).toEqual(['update', 'save'])
    expect(await keyed('ward', 'edit-1', select, { kind: 'update', values: { people: 9 } })).toMatchObject({
      status: 409,
      body: { msg: '该幂等键已用于另一次提交' },
    })
    for (const kind of ['remove', 'restore']) {
      const all = linesOf(await keyed('ward', `${kind}-1`, { ids }, { kind }))
      expect(all.at(-1)).toEqual({ done: 60, failed: 0 })
      expect(linesOf(await keyed('ward', `${kind}-1`, { ids }, { kind }))).toEqual(all)
    }
    expect(await operationsOf('ward', ids[1] ?? '')).toEqual(['restore', 'remove', 'update', 'save'])
  })

  it('retries by the same key only the refused rows', async () => {
    const [wardId] = await wards('两封', 1)
    const [ready, late] = [
      await save('letter', { wardId, subject: '可下发' }),
      await save('letter', { wardId, subject: '已下发' }),
    ]
    await data('POST', 'city/v1/letter/issue', { id: late })
    const issue = { kind: 'transition', name: 'issue', input: {} }
    const both = { ids: [ready, late] }
    expect(linesOf(await keyed('letter', 'issue-1', both, issue)).at(-1)).toEqual({ done: 1, failed: 1 })
    await sql`update letter set state = '0' where id = ${late}::bigint`.execute(server.engine.database.kysely)
    expect(linesOf(await keyed('letter', 'issue-1', both, issue)).at(-1)).toEqual({ done: 2, failed: 0 })
    expect(await operationsOf('letter', ready)).toEqual(['issue', 'save'])
    expect(await operationsOf('letter', late)).toEqual(['issue', 'issue', 'save'])
  })

  it('continues after a connection lost mid-line, each row once, also with two concurrent retries', async () => {
    const ids = await wards('断线', 300)
    const base = await listening()
    const stop = new AbortController()
    const body = { select: { ids }, do: { kind: 'update', values: { people: 3 } } }
    const response = await fetch(`${base}/api/engine/bulk/ward`, {
      method: 'POST',
      signal: stop.signal,
      headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'cut-1' },
      body: JSON.stringify(body),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; !text.includes('"ok":true'); ) text += (await reader?.read())?.value ?? ''
    stop.abort()
    const again = () => keyed('ward', 'cut-1', body.select, body.do)
    const answers = await Promise.all([again(), again()])
    for (const answer of answers) expect(linesOf(answer).at(-1)).toEqual({ done: 300, failed: 0 })
    const twice = await sql`select record_id from engine_history where record_id = any(${ids}::bigint[])
      and operation = 'update' group by record_id having count(*) > 1`.execute(server.engine.database.kysely)
    expect(twice.rows).toEqual([])
    expect(await total('ward', 'name_likeright=断线&people=3')).toBe(300)
  })

  it('reports invisible rows as missing', async () => {
    const other = await save('ward', { name: '别人的' })
    expect(await bulk('ward', { ids: [own, other] }, { kind: 'update', values: { people: 5 } }, keeper)).toEqual([
      { total: 2, operation: expect.stringMatching(/^\d+$/) },
      { id: own, display: '自己的', ok: true },
      { id: other, display: other, ok: false, message: '没有找到该街区' },
      { done: 1, failed: 1 },
    ])
    const all = await bulk('ward', { query: {} }, { kind: 'update', values: { people: 6 } }, keeper)
    expect(all.map(line => line.id).filter(Boolean)).toEqual([own])
    for (const bulkOperation of [{ kind: 'remove' }, { kind: 'restore' }])
      expect(
        await call('POST', 'engine/bulk/ward', { select: { query: {} }, do: bulkOperation }, keeper),
      ).toMatchObject({
        status: 403,
      })
    expect((await call('GET', 'engine/bin/ward', undefined, keeper)).status).toBe(403)
    expect((await call('POST', 'engine/restore/ward', { ids: [own] }, keeper)).status).toBe(403)
    const step = { select: { ids: ['1'] }, do: { kind: 'transition', name: 'close', input: {} } }
    expect((await call('POST', 'engine/bulk/letter', step, keeper)).status).toBe(403)
  })

  it.each([
    ['an unknown resource', 'nothing', { ids: ['1'] }, { kind: 'remove' }, 404],
    ['no ids', 'ward', { ids: [] }, { kind: 'remove' }, 400],
    ['an unknown name in the query', 'ward', { query: { nonsense: '1' } }, { kind: 'remove' }, 400],
    ['a field that is unique', 'ward', { ids: ['1'] }, { kind: 'update', values: { name: 'x' } }, 400],
    ['the state', 'letter', { ids: ['1'] }, { kind: 'update', values: { state: '1' } }, 400],
    ['a computed field', 'purchase', { ids: ['1'] }, { kind: 'update', values: { total: 1 } }, 400],
    ['an unknown transition', 'letter', { ids: ['1'] }, { kind: 'transition', name: 'vanish' }, 400],
  ])('refuses %s before it begins', async (_what, resource, select, bulkOperation, status) => {
    expect((await call('POST', `engine/bulk/${resource}`, { select, do: bulkOperation })).status).toBe(status)
  })

  /** The server's address, which other tests here do not need. */
  async function listening(): Promise<string> {
    const { server: http } = server.engine.app
    if (!http.listening) await server.engine.app.listen({ port: 0, host: '127.0.0.1' })
    const address = http.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  it('requires an input only of the records for which its condition is true, and refuses it elsewhere', async () => {
    const [urgent, calm] = [
      await save('area', { name: '急', urgent: true }),
      await save('area', { name: '缓', urgent: false, reason: '原有' }),
    ]
    const reasons = () =>
      Promise.all([urgent, calm].map(async id => (await data('GET', `city/v1/area/getById?id=${id}`)).reason))
    const warn = (input: object) => bulk('area', { ids: [urgent, calm] }, { kind: 'action', name: 'warn', input })
    const without = await warn({})
    expect(without.at(-1)).toEqual({ done: 1, failed: 1 })
    expect(await reasons()).toEqual([null, null])
    await call('PUT', 'city/v1/area/update', { id: calm, reason: '原有' })
    expect((await warn({ note: '断电' })).at(-1)).toEqual({ done: 1, failed: 1 })
    expect(await reasons()).toEqual(['断电', '原有'])
  })
})
