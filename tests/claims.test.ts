import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../engine/server/database/database.ts'
import { databasesUnderTest } from './support/databases.ts'
import { startServer } from './support/server.ts'
import { serverCalls } from './support/server-calls.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const files = {
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'dictionaries/slip_state.yaml': `
title: { zh: 状态, en: State }
entries: { waiting: { title: { zh: 待审, en: Waiting } }, done: { title: { zh: 已审, en: Done } } }
`,
  'resources/city/slip.yaml': `
title: { zh: 单据, en: Slip }
display: name
sort: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  note: { type: text, title: { zh: 备注, en: Note } }
  slipState: { type: dictionary, of: slip_state, title: { zh: 状态, en: State } }
lifecycle:
  field: slipState
  initial: waiting
  final: [done]
  transitions: { decide: { from: waiting, to: done, title: { zh: 审核, en: Decide } } }
queries:
  review:
    claims: { for: minutes(5), rows: 3 }
    where: "slipState == 'waiting' && note == input.note"
    input: { note: { type: text, title: { zh: 备注, en: Note } } }
    returns: list
    title: { zh: 待审, en: To review }
access:
  - { role: narrow, allow: [view, edit, decide], where: "note == 'mine'" }
  - { role: other, allow: [view, edit, decide], where: "true" }
`,
}
const model = modelOf(files)
const reviewer = (n: number, roles = ['other']) =>
  actor({ userId: String(100 + n), codes: ['slip_view', 'slip_edit', 'slip_decide'], roles })

describe.each(databasesUnderTest())('claims of a query on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const claim = async (n: number, given = {}, roles?: string[]) =>
    (await under.store.query(under.ctx(reviewer(n, roles)), 'slip', 'review', given)).data as {
      id: string
      name: string
    }[]
  const names = async (...given: Parameters<typeof claim>) => (await claim(...given)).map(({ name }) => name)
  const add = async (count: number, more = {}) => {
    for (let n = 1; n <= count; n++)
      await under.store.save(under.ctx(administrator), 'slip', { name: `s${String(n).padStart(3, '0')}`, ...more })
  }

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })
  beforeEach(async () => {
    under.setNow('2026-11-21T02:00:00Z')
    await under.run('delete from slip')
    await under.run('delete from engine_claim')
  })

  it('semantics C14: give 20 callers at once different rows, in the order of the query', async () => {
    await add(70)
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(n)))
    const ids = all.flat().map(({ id }) => id)
    expect(all.map(rows => rows.length)).toEqual(Array(20).fill(3))
    expect(new Set(ids).size).toBe(60)
    expect(await names(21)).toEqual(['s061', 's062', 's063'])
  })

  it('are renewed by their owner, refilled after a decision, and end by time', async () => {
    await add(5)
    const [first] = await claim(1)
    expect(await names(1)).toEqual(['s001', 's002', 's003'])
    await under.store.transition(under.ctx(reviewer(1)), 'slip', String(first?.id), 'decide', {})
    expect(await names(1)).toEqual(['s002', 's003', 's004'])
    expect(await names(2)).toEqual(['s005'])
    under.setNow('2026-11-21T02:04:00Z')
    expect(await names(1)).toEqual(['s002', 's003', 's004'])
    under.setNow('2026-11-21T02:06:00Z')
    expect(await names(3)).toEqual(['s005'])
    under.setNow('2026-11-21T02:09:01Z')
    expect(await names(4)).toEqual(['s002', 's003', 's004'])
  })

  it('end with a save of the record by another user, and when their owner leaves', async () => {
    await add(3)
    const [first] = await claim(1)
    expect(await names(2)).toEqual([])
    await under.store.update(under.ctx(administrator), 'slip', { id: first?.id, note: 'seen' })
    expect(await names(2)).toEqual(['s001'])
    await under.store.release(under.ctx(reviewer(1)), 'slip', 'review')
    expect(await names(3)).toEqual(['s002', 's003'])
  })

  it('are of rows that the caller may view and that fit the input', async () => {
    await add(2)
    await add(1, { note: 'mine' })
    expect(await claim(1, {}, ['narrow'])).toMatchObject([{ note: 'mine' }])
    expect(await names(2, { note: 'mine' })).toEqual([])
    expect(await names(2)).toEqual(['s001', 's002'])
    const stranger = under.ctx(actor({ userId: '99' }))
    expect(await refused(under.store.query(stranger, 'slip', 'review', {}))).toMatchObject({ status: 403 })
    expect(await refused(under.store.release(stranger, 'slip', 'review'))).toMatchObject({ status: 403 })
  })
})

it('semantics 28: rows are claimed by POST and released by DELETE', async () => {
  const [kind] = databasesUnderTest()
  if (!kind) throw new Error('No database.')
  const server = await startServer(kind, files)
  try {
    const { data, call, save } = serverCalls(server, await server.signIn('admin', 'Harbour-2026'))
    const id = await save('slip', { name: 'one', note: 'a' })
    await save('slip', { name: 'two' })
    expect((await call('GET', 'city/v1/slip/review')).status).toBe(405)
    expect(await data('POST', 'city/v1/slip/review', { note: 'a' })).toMatchObject([{ id }])
    expect((await call('POST', 'city/v1/slip/review', { other: 'a' })).status).toBe(400)
    expect((await call('DELETE', 'city/v1/slip/review')).status).toBe(200)
  } finally {
    await server.close()
  }
})

it.each([
  ['of a count', 'claims: { for: minutes(5) }, returns: count', 'query.claims'],
  ['of groups', 'claims: { for: hours(1) }, group: [name], measure: { all: count() }, returns: list', 'query.claims'],
  ['by GET', 'claims: { for: minutes(5) }, http: GET review, returns: list', 'query.http'],
])('refuses claims %s', (_what, query, code) => {
  const text = files['resources/city/slip.yaml'].replace(
    /queries:[\s\S]*access:/,
    `queries: { review: { ${query} } }\naccess:`,
  )
  expect(() => modelOf({ ...files, 'resources/city/slip.yaml': text })).toThrow(code)
})
