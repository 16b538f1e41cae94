import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'dictionaries/errand_state.yaml': `title: { zh: 任务状态, en: Task state }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  done: { key: "1", title: { zh: 已办, en: Done } }
`,
  'resources/city/task.yaml': `title: { zh: 任务, en: Task }
owner: wardId
display: title
fields:
  wardId: { type: reference, of: ward, required: true }
  title: { type: text, required: true, max: 40, title: { zh: 标题, en: Title } }
  points: { type: integer, max: 100, title: { zh: 分值, en: Points } }
  note: { type: text, max: 20, readOnly: true, title: { zh: 备注, en: Note } }
  other: { type: reference, of: task, title: { zh: 另一任务, en: Other task } }
  letterId: { type: reference, of: letter, title: { zh: 通知, en: Letter } }
  chosen: { type: boolean, title: { zh: 选用, en: Chosen } }
  state: { type: dictionary, of: errand_state }
unique:
  - { fields: [title], where: "chosen == true" }
rules:
  - rule: "points != 13"
    message: { zh: 分值不能是 13, en: The points cannot be 13 }
    valid: { points: 12 }
    invalid: { points: 13 }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish:
      from: open
      to: done
      input: { why: { type: text, required: true, max: 20, title: { zh: 原因, en: Why } } }
      set: { note: input.why }
      title: { zh: 办结, en: Finish }
    pass: { from: open, to: done, title: { zh: 通过, en: Pass }, updates: { record: other, with: { points: "points + 1" } } }
actions:
  mark: { title: { zh: 标记, en: Mark }, updates: { record: other, with: { points: "points + 1", note: "'由' + title" } } }
  every:
    title: { zh: 全部加分, en: All }
    input: { points: { type: integer, required: true, title: { zh: 分值, en: Points } } }
    updates: { of: task, where: "it.title == title && it.id != id", limit: 3, with: { points: input.points } }
  first: { title: { zh: 最高者, en: First }, updates: { of: task, where: "it.title == title && it.id != id", sort: -points, limit: 1, with: { note: "'第一'" } } }
  choose: { title: { zh: 选用, en: Choose }, set: { chosen: "true" }, updates: { of: task, where: "it.title == title && it.chosen == true", with: { chosen: "false" } } }
  share: { title: { zh: 共享, en: Share }, updates: { record: other, where: "it.points < points", fields: [points] } }
  shareAll: { title: { zh: 全部共享, en: Share all }, updates: { of: task, where: "it.title == title && it.id != id", fields: [points] } }
  finishAll: { title: { zh: 一并办结, en: Finish all }, updates: { of: task, where: "it.title == title && it.id != id", transition: finish, with: { why: "'一并'" } } }
  answered: { title: { zh: 代答, en: Answer }, updates: { record: letterId, transition: answer, with: { reply: "'见' + title" } } }
  of: { title: { zh: 指派, en: Of }, input: { task: { type: reference, of: task, title: { zh: 任务, en: Task } } }, updates: { record: input.task, with: { wardId: wardId } } }
access: [{ role: role-watcher, allow: [view, every], where: "points == null" }]
`,
}

describe.each(databasesWalked('postgres'))('semantics C4: updates of a step, on $kind', kind => {
  let server: ServerUnderTest
  let token: string
  let wardId: string
  let secondWard: string

  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  const data = async (...asked: Parameters<typeof call>) => dataOf(await call(...asked))
  const task = async (record: object): Promise<string> =>
    (await data('POST', 'city/v1/task/save', { wardId, title: '任务', ...record })).id
  const read = (id: string) => data('GET', `city/v1/task/getById?id=${id}`)
  const take = (id: string, step: string, input: object = {}) => call('POST', `city/v1/task/${step}`, { id, ...input })

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    wardId = (await data('POST', 'city/v1/ward/save', { name: '甲区' })).id
    secondWard = (await data('POST', 'city/v1/ward/save', { name: '乙区' })).id
  })
  afterAll(() => server.close())

  it('writes the record of a reference as a new version, with the cause in its history', async () => {
    const other = await task({ title: '乙', points: 1 })
    const id = await task({ title: '甲', points: 4, other })
    expect((await take(id, 'mark')).status).toBe(200)
    expect(await read(other)).toMatchObject({ points: 5, note: '由甲', version: 2 })
    const [entry] = await data('GET', `engine/history/task/${other}`)
    expect(entry).toMatchObject({ operation: 'update', cause: { resource: 'task', id, name: '甲', operation: 'mark' } })
    const [step] = await data('GET', `engine/history/task/${id}`)
    expect(step).toMatchObject({ effects: [{ resource: 'task', id: other, operation: 'update' }] })
  })

  it('leaves out the record of the step, which gets unique values after the others lost them', async () => {
    const [one, other] = [await task({ title: '唯一', chosen: true }), await task({ title: '唯一' })]
    const chosen = async () => Promise.all([one, other].map(async id => (await read(id)).chosen))
    for (const expected of [
      [false, true],
      [false, true],
    ]) {
      expect((await take(other, 'choose')).status).toBe(200)
      expect(await chosen()).toEqual(expected)
    }
    const [entry] = await data('GET', `engine/history/task/${one}`)
    expect(entry).toMatchObject({ operation: 'update', cause: { id: other, operation: 'choose' } })
  })

  it('writes nothing without a reference', async () => {
    const id = await task({ title: '独' })
    expect((await take(id, 'mark')).status).toBe(200)
    expect((await take(id, 'of')).status).toBe(200)
    const moved = await task({ title: '移', wardId: secondWard })
    expect((await take(id, 'of', { task: moved })).status).toBe(200)
    expect((await read(moved)).wardId).toBe(wardId)
  })

  it('writes the selected rows, at most the limit', async () => {
    const [id, ...ids] = await Promise.all([1, 2, 3].map(points => task({ title: '批', points })))
    expect((await take(id ?? '', 'every', { points: 50 })).status).toBe(200)
    expect(await Promise.all(ids.map(async one => (await read(one)).points))).toEqual([50, 50])
    const more = await Promise.all([4, 5].map(points => task({ title: '批', points })))
    const refused = await take(id ?? '', 'every', { points: 60 })
    expect([refused.status, refused.body.msg]).toEqual([409, '将改写的任务超过 3 条，请缩小范围'])
    expect((await read(more[0] ?? '')).points).toBe(4)
    expect((await take(id ?? '', 'first')).status).toBe(200)
    const notes = await Promise.all([...ids, ...more].map(async one => (await read(one)).note))
    expect(notes.filter(note => note === '第一')).toHaveLength(1)
    // By the sort, which the rows with fewer points do not begin.
    expect(notes.slice(ids.length)).toEqual([null, null])
  })

  it('writes at most 100 rows without a limit', async () => {
    const id = await task({ title: '众', points: 3 })
    await sql
      .raw(`insert into task (tenant_id, id, title, ward_id, state, display_key)
        select '000000', n, '众', ${wardId}, '0', 'zhong' from generate_series(1, 101) n`)
      .execute(server.engine.database.kysely)
    const refused = await take(id, 'shareAll')
    expect([refused.status, refused.body.msg]).toEqual([409, '将改写的任务超过 100 条，请缩小范围'])
    await sql.raw('delete from task where id = 101').execute(server.engine.database.kysely)
    expect((await take(id, 'shareAll')).status).toBe(200)
    expect(await read('100')).toMatchObject({ points: 3 })
  })

  it('copies the named fields, and no others', async () => {
    const other = await task({ title: '抄', points: 1 })
    const id = await task({ title: '抄送', points: 7, other })
    expect((await take(id, 'share')).status).toBe(200)
    expect(await read(other)).toMatchObject({ title: '抄', points: 7 })
    const greater = await task({ title: '多', points: 9 })
    expect((await take(await task({ title: '少', points: 7, other: greater }), 'share')).status).toBe(200)
    expect(await read(greater)).toMatchObject({ points: 9, version: 1 })
    const [source = '', row = ''] = [
      await task({ title: '同', points: 8, other }),
      await task({ title: '同', points: 2 }),
    ]
    expect((await take(source, 'shareAll')).status).toBe(200)
    expect(await read(row)).toMatchObject({ points: 8, other: null })
  })

  it('refuses the whole step for a broken rule of one row, and names the row', async () => {
    const [id = '', other = ''] = [await task({ title: '规' }), await task({ title: '规', points: 2 })]
    const refused = await take(id, 'every', { points: 13 })
    expect([refused.status, refused.body.msg, refused.body.errors]).toEqual([
      400,
      '任务 规：分值不能是 13',
      { 'updates.points': '分值不能是 13' },
    ])
    expect([(await read(id)).version, (await read(other)).points]).toEqual([1, 2])
    expect((await take(id, 'every', { points: 12 })).status).toBe(200)
  })

  it.each([
    ['mark', { state: '0', version: 1 }],
    ['pass', { state: '0', version: 1 }],
  ])('refuses %s for a broken rule of the record of a reference', async (step, before) => {
    const other = await task({ title: '丁', points: 1 })
    const [id, fit] = [await task({ title: '丙', points: 12, other }), await task({ title: '丙', points: 11, other })]
    const refused = await take(id, step)
    expect([refused.status, refused.body.errors]).toEqual([400, { 'updates.points': '分值不能是 13' }])
    expect([await read(id), (await read(other)).points]).toMatchObject([before, 1])
    expect((await take(fit, step)).status).toBe(200)
    expect((await read(other)).points).toBe(12)
  })

  it('refuses it without the name of a row that the user does not see', async () => {
    const { person } = await importCallsOn(server, 'task')
    const watcher = await person('watcher', ['task_view', 'task_every'])
    const [id = '', other = ''] = [await task({ title: '隐' }), await task({ title: '隐', points: 2 })]
    const make = (points: number) =>
      server.call('POST', '/api/city/v1/task/every', { token: watcher, body: { id, points } })
    const refused = await make(13)
    expect([refused.status, refused.body.msg, refused.body.errors]).toEqual([
      400,
      '任务：分值不能是 13',
      { 'updates.points': '分值不能是 13' },
    ])
    expect((await read(other)).points).toBe(2)
    expect((await make(12)).status).toBe(200)
    expect((await read(other)).points).toBe(12)
  })

  it('makes a transition of the rows that are in its initial state', async () => {
    const [id = '', open = '', done = ''] = await Promise.all(['a', 'b', 'c'].map(() => task({ title: '办' })))
    await data('POST', 'city/v1/task/finish', { id: done, why: '先办' })
    expect((await take(id, 'finishAll')).status).toBe(200)
    expect(await read(open)).toMatchObject({ state: '1', note: '一并' })
    expect(await read(done)).toMatchObject({ state: '1', note: '先办', version: 2 })
    const [entry] = await data('GET', `engine/history/task/${open}`)
    expect(entry).toMatchObject({ operation: 'finish', input: { why: '一并' }, cause: { id, operation: 'finishAll' } })
  })

  it('leaves a referenced record outside the initial states as it is', async () => {
    const letterId = (await data('POST', 'city/v1/letter/save', { wardId, subject: '函' })).id
    const id = await task({ title: '答', letterId })
    const letter = () => data('GET', `city/v1/letter/getById?id=${letterId}`)
    expect((await take(id, 'answered')).status).toBe(200)
    expect(await letter()).toMatchObject({ state: '0', reply: null })
    await data('POST', 'city/v1/letter/issue', { id: letterId })
    expect((await take(id, 'answered')).status).toBe(200)
    expect(await letter()).toMatchObject({ state: '2', reply: '见答' })
  })

  it('shows no deadlock to users whose steps update each other', async () => {
    const [a, b] = [await task({ title: '左', points: 1 }), await task({ title: '右', points: 1 })]
    await data('PUT', 'city/v1/task/update', { id: a, other: b })
    await data('PUT', 'city/v1/task/update', { id: b, other: a })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => take(n % 2 ? a : b, 'mark')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
