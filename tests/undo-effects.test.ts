import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordedMessages } from '../engine/server/services/ports.ts'
import { databasesUnderTest } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, linesOf } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read lines of every shape and fail where they differ
type Any = any

const app = {
  ...sampleApp,
  'resources/city/report.yaml': `title: { zh: 举报, en: Report }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, max: 60, title: { zh: 标题, en: Title } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  day: { type: date, title: { zh: 日期, en: Day } }
actions:
  order:
    title: { zh: 派发, en: Order }
    set: { day: "date('2026-07-01')" }
    updates: { record: wardId, with: { secretNote: title } }
    creates: { of: letter, once: true, with: { wardId: wardId, subject: title } }
    sends: { message: reportOrdered }
  hand:
    title: { zh: 转交, en: Hand over }
    updates: { record: wardId, with: { secretNote: title } }
    creates: { of: letter, once: true, with: { wardId: wardId, subject: title } }
`,
  'dictionaries/msg_send_obj.yaml': `title: { zh: 接收对象, en: Receivers }
entries: { ward: { key: "1", title: { zh: 街区, en: Ward } } }
`,
  'messages/reportOrdered.yaml': `title: { zh: 派发通知, en: Ordered }
of: report
text: { zh: "{title}", en: "{title}" }
to: { ward: [phone] }
`,
}

describe.each(databasesUnderTest())('semantics 16: undo of a step with effects, on $kind', kind => {
  let server: ServerUnderTest
  let token: string

  const call = (method: string, path: string, body?: unknown, by = token) =>
    server.call(method, `/api/${path}`, { token: by, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>): Promise<Any> => dataOf(await call(...asked))
  const save = async (resource: string, record: object): Promise<string> =>
    (await data('POST', `city/v1/${resource}/save`, record)).id
  const read = (resource: string, id: string) => data('GET', `city/v1/${resource}/getById?id=${id}`)
  const letters = async (wardId: string): Promise<Any[]> =>
    (await data('GET', `city/v1/letter/page?wardId=${wardId}`)).records
  let made = 0
  /** Makes the step of a report of a new ward in a bulk operation. */
  const ordered = async (step = 'order', by = token) => {
    const ward = await save('ward', { name: `区${++made}`, secretNote: '原先' })
    const report = await save('report', { wardId: ward, title: `举报${made}`, phone: '13800000001' })
    const bulk = { select: { ids: [report] }, do: { kind: 'action', name: step, input: {} } }
    const all = linesOf(await call('POST', 'engine/bulk/report', bulk, by))
    const [letter] = await letters(ward)
    return { ward, report, letter: String(letter.id), operation: String(all[0].operation) }
  }
  const undoCounts = (operation: string) => data('GET', `engine/operations/${operation}/undo`)
  const undo = async (operation: string, by?: string): Promise<Any[]> =>
    linesOf(await call('POST', `engine/operations/${operation}/undo`, {}, by))

  beforeAll(async () => {
    server = await startServer(kind, app, { ports: { sms: recordedMessages } })
    await server.engine.app.ready()
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('moves created records to the bin, restores updated ones, and keeps messages', async () => {
    const { ward, report, letter, operation } = await ordered()
    expect([(await read('ward', ward)).secretNote, (await read('report', report)).day]).toEqual([
      expect.stringContaining('举报'),
      '2026-07-01',
    ])
    // The confirmation names the messages that were sent. The stand-in sends none.
    const named = async () => (await data('GET', `engine/operations/${operation}`)).messages
    await vi.waitFor(async () => expect(await named()).toBe(0), 5_000)
    const inState = (state: string) =>
      sql`update engine_message set state = ${state} where record_id = ${report}::bigint`
    await inState('sent').execute(server.engine.database.kysely)
    expect(await named()).toBe(1)
    await inState('recorded').execute(server.engine.database.kysely)
    expect(await undoCounts(operation)).toEqual({ reverted: 1, leftOut: 0, capped: false })
    expect((await undo(operation)).at(-1)).toEqual({ done: 1, failed: 0 })
    expect([(await read('ward', ward)).secretNote, (await read('report', report)).day]).toEqual(['原先', null])
    expect(await letters(ward)).toEqual([])
    expect((await data('GET', 'engine/bin/letter')).records.map(({ id }: Any) => id)).toContain(letter)
    const log = async () => (await data('GET', `msg/v1/msgSendLog/page?sourceId=${report}`)).records
    await vi.waitFor(async () => expect(await log()).toMatchObject([{ sendStatus: '5', provider: 'stand-in' }]), 5_000)
    // Made again, the step creates another record.
    await data('POST', 'city/v1/report/order', { id: report })
    expect(await letters(ward)).toMatchObject([{ subject: expect.stringContaining('举报') }])
  })

  const steps = async (id: string) =>
    (await data('GET', `engine/history/report/${id}`)).map(({ operation }: Any) => operation)

  it('reverts those of a step that changed no value of its own record, also after a change of that record', async () => {
    const { ward, report, letter, operation } = await ordered('hand')
    expect([(await read('ward', ward)).secretNote, await letters(ward)]).toEqual([
      expect.stringContaining('举报'),
      [expect.objectContaining({ id: letter })],
    ])
    await data('PUT', 'city/v1/report/update', { id: report, phone: '13800000002' })
    expect((await data('GET', `engine/operations/${operation}`)).undo).toBe('possible')
    expect(await undoCounts(operation)).toEqual({ reverted: 1, leftOut: 0, capped: false })
    expect((await undo(operation)).at(-1)).toEqual({ done: 1, failed: 0 })
    expect([(await read('ward', ward)).secretNote, await letters(ward)]).toEqual(['原先', []])
    expect(await read('report', report)).toMatchObject({ phone: '13800000002', version: 2 })
    expect(await steps(report)).toEqual(['undo', 'update', 'hand', 'save'])
    expect((await data('GET', `engine/operations/${operation}`)).undo).toBe('undone')
  })

  it('refuses a row of such a step to a user who no longer may make it, and a row that was deleted since', async () => {
    const calls = await importCallsOn(server, 'report')
    const person = await calls.person('clerk', ['report_view', 'report_hand', 'ward_view'])
    const one = await ordered('hand', person)
    const other = await ordered('hand', person)
    await data('DELETE', 'city/v1/report/removeById', { id: other.report })
    expect((await undo(other.operation, person)).at(-1)).toEqual({ done: 0, failed: 1 })
    await calls.run(`delete from engine_grant where code = 'report_hand'`)
    // Rights are read again.
    await data('POST', 'blade/v1/bladeRole/save', { roleName: 'other', roleAlias: 'other' })
    expect((await call('POST', `engine/operations/${one.operation}/undo`, {}, person)).status).toBe(409)
    for (const { ward, letter } of [one, other])
      expect([(await read('ward', ward)).secretNote, await letters(ward)]).toEqual([
        expect.stringContaining('举报'),
        [expect.objectContaining({ id: letter })],
      ])
  })

  const rows = [
    {
      what: 'created record',
      change: ({ letter }: Any) => data('PUT', 'city/v1/letter/update', { id: letter, deadline: '2026-08-01' }),
      reason: '生成的“通知”之后又有修改，保持不变',
      inEnglish: 'The created record of "Letter" has been changed since and was not reverted',
    },
    {
      what: 'updated record',
      change: ({ ward }: Any) => data('PUT', 'city/v1/ward/update', { id: ward, people: 5 }),
      reason: '改写过的“街区”之后又有修改，保持不变',
      inEnglish: 'The updated record of "Ward" has been changed since and was not reverted',
    },
  ]
  it.each(['order', 'hand'].flatMap(step => rows.map(row => ({ step, ...row }))))(
    'refuses a row of the step "$step" whose $what was changed since, with the reason, and leaves all of it',
    async ({ step, change, reason, inEnglish }) => {
      const one = await ordered(step)
      await change(one)
      expect(await undoCounts(one.operation)).toEqual({ reverted: 0, leftOut: 1, capped: false })
      const before = await Promise.all([read('ward', one.ward), read('report', one.report), letters(one.ward)])
      const answered = await undo(one.operation)
      expect(answered.find(({ id }) => id === one.report)).toMatchObject({ ok: false, message: reason })
      expect(answered.at(-1)).toEqual({ done: 0, failed: 1 })
      const headers = { 'accept-language': 'en' }
      const english = await server.call('POST', `/api/engine/operations/${one.operation}/undo`, { token, headers })
      expect(linesOf(english).find(({ id }) => id === one.report)).toMatchObject({ ok: false, message: inEnglish })
      expect(await Promise.all([read('ward', one.ward), read('report', one.report), letters(one.ward)])).toEqual(before)
    },
  )
})
