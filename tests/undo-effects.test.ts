import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordedMessages } from '../engine/server/services/ports.ts'
import { databasesWalked } from './support/databases.ts'
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
  rename:
    title: { zh: 改名, en: Rename }
    set: { day: "date('2026-07-01')" }
    updates: { record: wardId, with: { name: title } }
    creates: { of: letter, with: { wardId: wardId, subject: title } }
  notify:
    title: { zh: 提醒, en: Notify }
    sends: { message: reportOrdered }
  write:
    title: { zh: 发函, en: Write }
    creates: { of: letter, once: true, with: { wardId: wardId, subject: title } }
`,
  'resources/city/receipt.yaml': `title: { zh: 回执, en: Receipt }
fields:
  letterId: { type: reference, of: letter, required: true, onDelete: refuse }
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

describe.each(databasesWalked('postgres'))('semantics 16: undo of a step with effects, on $kind', kind => {
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
  const queried = async (text: string) => (await sql.raw(text).execute(server.engine.database.kysely)).rows
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

  it.each<[what: string, prevent: (made: Any) => Promise<unknown>]>([
    ['an updated record', ({ name }) => save('ward', { name })],
    ['a created record', ({ letter }) => save('receipt', { letterId: letter })],
  ])('changes nothing of a record if %s cannot be reverted, and reverts the others', async (_what, prevent) => {
    const wards: string[] = []
    const reports: string[] = []
    for (let n = 0; n < 2; n++) {
      const name = `旧名${++made}`
      wards.push(await save('ward', { name }))
      reports.push(await save('report', { wardId: wards[n], title: `新名${made}` }))
    }
    const [kept, other] = wards
    const { name } = await read('ward', String(kept))
    const bulk = { select: { ids: reports }, do: { kind: 'action', name: 'rename', input: {} } }
    const [{ operation }] = linesOf(await call('POST', 'engine/bulk/report', bulk))
    const [letter] = await letters(String(kept))
    await prevent({ name, letter: letter.id })
    const stored = async () => {
      const ids = [kept, reports[0], letter.id].map(String)
      const found: unknown[] = []
      for (const table of ['ward', 'letter', 'report'])
        found.push(await queried(`select to_jsonb(t) as row from ${table} t where id in (${ids}) order by id`))
      found.push(await queried(`select id::text from engine_history where record_id in (${ids}) order by id`))
      return found
    }
    const before = await stored()
    const answer = await undo(operation)
    expect(answer.filter(line => line.ok === false).map(({ id }) => id)).toEqual([reports[0]])
    expect(answer.at(-1)).toEqual({ done: 1, failed: 1 })
    expect(await stored()).toEqual(before)
    expect([(await read('report', String(reports[0]))).day, (await read('report', String(reports[1]))).day]).toEqual([
      '2026-07-01',
      null,
    ])
    expect([(await read('ward', String(other))).name, await letters(String(other))]).toEqual([
      expect.stringContaining('旧名'),
      [],
    ])
  })

  it('is not offered for a step that only sent messages', async () => {
    const ward = await save('ward', { name: `区${++made}` })
    const report = await save('report', { wardId: ward, title: '只提醒', phone: '13800000001' })
    const bulk = { select: { ids: [report] }, do: { kind: 'action', name: 'notify', input: {} } }
    const operation = linesOf(await call('POST', 'engine/bulk/report', bulk))[0].operation
    const found = await data('GET', `engine/operations/${operation}`)
    expect(found).toMatchObject({ state: 'finished', done: 1, undo: 'never' })
    for (const method of ['GET', 'POST']) {
      const refused = await call(method, `engine/operations/${operation}/undo`)
      expect([refused.status, refused.body.msg]).toEqual([409, '没有可撤销的数据变化'])
    }
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
    },
    {
      what: 'updated record',
      change: ({ ward }: Any) => data('PUT', 'city/v1/ward/update', { id: ward, people: 5 }),
    },
  ]
  it.each(rows)('refuses a row whose $what was changed since, and leaves all of it', async ({ change }) => {
    const one = await ordered()
    await change(one)
    expect(await undoCounts(one.operation)).toEqual({ reverted: 0, leftOut: 1, capped: false })
    const before = await Promise.all([read('ward', one.ward), read('report', one.report), letters(one.ward)])
    const answered = await undo(one.operation)
    expect(answered.find(({ id }) => id === one.report)).toMatchObject({ ok: false })
    expect(answered.at(-1)).toEqual({ done: 0, failed: 1 })
    expect(await Promise.all([read('ward', one.ward), read('report', one.report), letters(one.ward)])).toEqual(before)
  })

  /** Undoes an operation, and returns the id of the undo. */
  const undone = async (operation: string, by?: string): Promise<string> => {
    const lines = await undo(operation, by)
    expect(lines.at(-1), JSON.stringify(lines)).toEqual({ done: 1, failed: 0 })
    return String(lines[0].operation)
  }
  const stateOf = async ({ ward, report }: Any) => ({
    note: (await read('ward', ward)).secretNote,
    day: (await read('report', report)).day,
    letters: (await letters(ward)).map(({ id }) => id),
  })

  it.each(['order', 'write'])('undoes an undo of the step "%s", and this again', async step => {
    const one = await ordered(step)
    const made = await stateOf(one)
    expect(made.letters).toEqual([one.letter])
    const reverted = { note: '原先', day: null, letters: [] }
    const first = await undone(one.operation)
    expect(await stateOf(one)).toEqual(reverted)
    expect(await undoCounts(first)).toEqual({ reverted: 1, leftOut: 0, capped: false })
    const second = await undone(first)
    expect(await stateOf(one)).toEqual(made)
    expect((await data('GET', `engine/operations/${first}`)).undo).toBe('undone')
    // The restored letter is again the one of `once`.
    await data('POST', `city/v1/report/${step}`, { id: one.report })
    expect((await stateOf(one)).letters).toEqual([one.letter])
    const other = await ordered(step)
    const third = await undone(await undone(await undone(other.operation)))
    expect(await stateOf(other)).toEqual(reverted)
    await data('POST', `city/v1/report/${step}`, { id: other.report })
    expect((await stateOf(other)).letters).toEqual([expect.not.stringMatching(`^${other.letter}$`)])
    expect([second, third]).toEqual([expect.any(String), expect.any(String)])
  })

  it('undoes an undo for a user who may make the step, without rights to what it changes', async () => {
    const calls = await importCallsOn(server, 'report')
    const person = await calls.person('doer', ['report_view', 'report_order', 'ward_view'])
    const one = await ordered('order', person)
    const made = await stateOf(one)
    const first = await undone(one.operation, person)
    const second = await undone(first, person)
    expect(await stateOf(one)).toEqual(made)
    const [effect] = await data('GET', `engine/history/letter/${one.letter}`)
    expect(effect).toMatchObject({ operation: 'restore', actorKind: 'system', cause: { id: one.report } })
    await undone(second, person)
    expect(await stateOf(one)).toEqual({ note: '原先', day: null, letters: [] })
  })

  it('refuses it to a user who no longer may make the step', async () => {
    const step = 'order'
    const calls = await importCallsOn(server, 'report')
    const all = ['edit', 'delete', 'view'].flatMap(right => [`report_${right}`, `ward_${right}`, `letter_${right}`])
    const person = await calls.person(`editor-${step}`, [...all, `report_${step}`])
    const one = await ordered(step, person)
    const first = await undone(one.operation, person)
    const reverted = await stateOf(one)
    await calls.run(`delete from engine_grant where code = 'report_${step}'`)
    // Rights are read again.
    await data('POST', 'blade/v1/bladeRole/save', { roleName: `other-${step}`, roleAlias: `other-${step}` })
    expect(linesOf(await call('POST', `engine/operations/${first}/undo`, {}, person)).at(-1)).toEqual({
      done: 0,
      failed: 1,
    })
    expect(await stateOf(one)).toEqual(reverted)
  })

  const changesAfterUndo = [
    {
      what: 'the updated record was changed',
      step: 'order',
      change: ({ ward }: Any) => data('PUT', 'city/v1/ward/update', { id: ward, people: 5 }),
    },
    {
      what: 'the deleted record was restored',
      step: 'order',
      change: ({ letter }: Any) => data('POST', 'engine/restore/letter', { ids: [letter] }),
    },
    {
      what: 'the step created another record',
      step: 'write',
      change: ({ report }: Any) => data('POST', 'city/v1/report/write', { id: report }),
    },
  ]
  it.each(changesAfterUndo)('refuses all of it where $what since', async ({ step, change }) => {
    const one = await ordered(step)
    const first = await undone(one.operation)
    await change(one)
    const before = await stateOf(one)
    const lines = await undo(first)
    expect(lines.find(({ id }) => id === one.report)).toMatchObject({ ok: false })
    expect(lines.at(-1)).toEqual({ done: 0, failed: 1 })
    expect(await stateOf(one)).toEqual(before)
  })
})
