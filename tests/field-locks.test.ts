import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { recovered } from './support/recovered.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'dictionaries/job_state.yaml': `title: { zh: 工单状态, en: Job state }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  checked: { key: "1", title: { zh: 已核, en: Checked } }
  done: { key: "2", title: { zh: 已办, en: Done } }
`,
  'dictionaries/job_kind.yaml': `title: { zh: 工单类别, en: Kind }
entries:
  new: { key: "1", title: { zh: 新类, en: New } }
  old: { key: "2", title: { zh: 旧类, en: Old }, sealed: true }
`,
  'resources/city/job.yaml': `title: { zh: 工单, en: Job }
display: name
dialect: { blade: blade-city/job }
fields:
  name: { type: text, required: true, unique: true, max: 40, title: { zh: 名称, en: Name } }
  amount: { type: integer, title: { zh: 数量, en: Amount }, readOnly: [checked, done] }
  limit: { type: integer, title: { zh: 上限, en: Limit } }
  due: { type: date, title: { zh: 期限, en: Due } }
  note: { type: text, title: { zh: 说明, en: Note }, readOnly: "limit > 10", required: "limit == 7" }
  items: { type: children, of: jobItem, columns: [thing, count], title: { zh: 明细, en: Items }, readOnly: [done] }
  kind: { type: dictionary, of: job_kind }
  kinds: { type: dictionary, of: job_kind, many: true, title: { zh: 多类, en: Kinds } }
  state: { type: dictionary, of: job_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    check: { from: open, to: checked, title: { zh: 核对, en: Check } }
    settle: { from: checked, to: checked, edit: [amount, note, kind], title: { zh: 改数, en: Settle } }
    lapse: { from: checked, to: done, after: due, set: { amount: 5, kind: "'old'" }, title: { zh: 超期, en: Lapse } }
    finish: { from: checked, to: done, set: { amount: "amount + 1" }, title: { zh: 办结, en: Finish } }
actions:
  age: { set: { kind: "'old'" }, title: { zh: 归旧, en: Age } }
  copy: { creates: { of: job, with: { name: "name + '副本'", kind: "'old'" } }, title: { zh: 复制, en: Copy } }
  raise:
    input: { kind: { type: dictionary, of: job_kind, title: { zh: 类别, en: Kind } } }
    creates: { of: job, with: { name: "name + '分单'", kind: input.kind } }
    title: { zh: 分单, en: Raise }
  handle: { handler: handle, title: { zh: 处理, en: Handle } }
`,
  'resources/city/jobItem.yaml': `title: { zh: 工单明细, en: Item }
partOf: jobId
display: thing
fields:
  jobId: { type: reference, of: job, required: true }
  thing: { type: text, required: true, max: 40, title: { zh: 物品, en: Thing } }
  count: { type: integer, title: { zh: 数量, en: Count }, readOnly: "count >= 5" }
`,
}

const handlers = {
  job: {
    async handle({ record, context }: { record: Line; context: Line }) {
      await context.store.update(context.ctx, 'job', { id: record.id, amount: 77 })
      return {}
    },
  },
}

const lock = {
  amount: '数量在“已核”、“已办”状态下不能修改',
  note: '说明现在不能修改',
  items: '明细在“已办”状态下不能修改',
}

describe.each(databasesUnderTest())('semantics 33: read-only by state and by condition, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let editor: string
  let names = 0

  const create = async (record: object = {}, steps: readonly string[] = []): Promise<Line> => {
    names += 1
    const { id } = await calls.data('POST', 'city/v1/job/save', { name: `工单${names}`, amount: 1, ...record })
    for (const step of steps) await calls.data('POST', `city/v1/job/${step}`, { id })
    return read(id)
  }
  const read = (id: string): Promise<Line> => calls.data('GET', `city/v1/job/getById?id=${id}`)
  const update = (body: object, by?: string) => calls.call('PUT', 'city/v1/job/update', body, by)

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers, jobInterval: 30 })
    calls = await importCallsOn(server, 'job')
    await recovered(server)
    editor = await calls.person('editor', ['job_view', 'job_edit', 'job_add', 'job_import', 'job_settle'])
  })
  afterAll(() => server.close())

  /** Each path tries to set the amount to 9. */
  const paths: Readonly<Record<string, (record: Line, by?: string) => Promise<boolean>>> = {
    save: async (_record, by) =>
      (await calls.call('POST', 'city/v1/job/save', { name: `新${++names}`, amount: 9 }, by)).status === 200,
    update: async ({ id }, by) => (await update({ id, amount: 9 }, by)).status === 200,
    edit: async ({ id }, by) => (await calls.call('POST', 'city/v1/job/settle', { id, amount: 9 }, by)).status === 200,
    handler: async ({ id }) => (await calls.call('POST', 'city/v1/job/handle', { id })).status === 200,
  }
  const all = Object.keys(paths)
  const matrix: Readonly<Record<string, readonly string[]>> = {
    '': all.filter(path => !path.startsWith('edit')),
    check: ['save', 'edit', 'handler'],
    'check finish': ['save', 'handler'],
  }

  it.each(Object.entries(matrix))(
    'allows after "%s" exactly %j, to an administrator and a user',
    async (steps, can) => {
      for (const by of [undefined, editor]) {
        const allowed: string[] = []
        for (const path of all) {
          const record = await create({}, steps.split(' ').filter(Boolean))
          if (await paths[path]?.(record, by)) allowed.push(path)
        }
        expect(allowed).toEqual(can)
      }
    },
  )

  it('names the field and its states, and leaves the record unchanged', async () => {
    const record = await create({}, ['check'])
    const refused = await update({ id: record.id, amount: 9, name: '另' })
    expect([refused.status, refused.body.errors]).toEqual([400, { amount: lock.amount }])
    expect(await read(record.id)).toMatchObject({ amount: 1, name: record.name, version: record.version })
    const imported = await calls.checked(`名称,数量\n${record.name},9\n`, { by: 'name', mode: 'update' })
    expect(await calls.problemsOf(imported.id)).toEqual([[2, '数量', lock.amount]])
  })

  it('accepts equal values, and `set` of a step', async () => {
    const record = await create({ note: '甲' }, ['check'])
    expect((await update({ ...record, note: '乙' })).status).toBe(200)
    await calls.data('POST', 'city/v1/job/finish', { id: record.id })
    expect(await read(record.id)).toMatchObject({ amount: 2, note: '乙' })
  })

  it('does not lock a step of a job, which semantics 42 also lets enter a sealed entry', async () => {
    const { id } = await create({ due: '2026-01-31' }, ['check'])
    expect((await update({ id, amount: 5, kind: '2' })).status).toBe(400)
    await calls.run(`update engine_job set next_at = now() where name = 'due-steps'`)
    await expect.poll(async () => (await read(id)).state, { interval: 50, timeout: 20_000 }).toBe('2')
    expect(await read(id)).toMatchObject({ amount: 5, kind: '2' })
  })

  it('counts the locked records in the preview of a bulk operation', async () => {
    const ids = [await create(), await create({}, ['check']), await create({ amount: 9 }, ['check'])].map(
      ({ id }) => id,
    )
    const preview = async (values: object) =>
      calls.data('POST', 'engine/bulk/job/preview', { select: { ids }, do: { kind: 'update', values } })
    const stays = [{ count: 1 }]
    expect(await preview({ amount: 9 })).toMatchObject({
      fields: [{ field: 'amount', empty: 0, same: 1, other: 2 }],
      trial: { done: 2, stays },
    })
    await update({ id: ids[0], limit: 50 })
    expect(await preview({ note: '甲' })).toMatchObject({ trial: { done: 2, stays } })
    expect(await preview({ limit: 1 })).toMatchObject({
      fields: [{ field: 'limit', empty: 2, same: 0, other: 1 }],
      trial: { tried: 3, done: 3, stays: [] },
    })
  })

  it('evaluates a condition on the record before; unknown means editable', async () => {
    const { id } = await create({ note: '甲' })
    expect((await update({ id, note: '乙', limit: 50 })).status).toBe(200)
    const refused = await update({ id, note: '丙', limit: 1 })
    expect([refused.status, refused.body.errors]).toEqual([400, { note: lock.note }])
    expect((await update({ id, limit: 1 })).status).toBe(200)
    expect((await update({ id, note: '丙' })).status).toBe(200)
  })

  it('requires a value while the condition is true of the record after; unknown means not required', async () => {
    const { id } = await create()
    expect((await update({ id, limit: 7 })).body.errors).toEqual({ note: '请输入说明' })
    expect((await update({ id, limit: 7, note: ' ' })).body.errors).toEqual({ note: '请输入说明' })
    expect((await update({ id, limit: 7, note: '甲' })).status).toBe(200)
    expect((await update({ id, note: null })).body.errors).toEqual({ note: '请输入说明' })
    expect((await update({ id, note: null, limit: 8 })).status).toBe(200)
    const saved = await calls.call('POST', 'city/v1/job/save', { name: '缺', limit: 7 })
    expect([saved.status, saved.body.errors]).toEqual([400, { note: '请输入说明' }])
    const imported = await calls.checked('名称,上限\n表,7\n')
    expect(await calls.problemsOf(imported.id)).toEqual([[2, undefined, '请输入说明']])
  })

  it('semantics 42: refuses a sealed entry as a new value from a client and an import, and accepts it from `set`', async () => {
    const refused = { kind: '工单类别“旧类”已停用，不能选择' }
    const saved = await calls.call('POST', 'city/v1/job/save', { name: '封存', kind: '2' })
    expect([saved.status, saved.body.errors]).toEqual([400, refused])
    const { id, name } = await create({ kind: '1', kinds: ['1'] })
    expect((await update({ id, kind: '2' })).body.errors).toEqual(refused)
    expect((await update({ id, kinds: ['1', '2'] })).body.errors).toEqual({ kinds: '多类“旧类”已停用，不能选择' })
    const imported = await calls.checked(`名称,工单类别\n${name},旧类\n`, { by: 'name', mode: 'update' })
    expect(imported.counts.wrong).toBe(1)
    expect((await calls.call('POST', 'city/v1/job/age', { id })).status).toBe(200)
    expect(await read(id)).toMatchObject({ kind: '2' })
    expect((await update({ ...(await read(id)), note: '不变' })).status).toBe(200)
    expect((await update({ id, kind: '1' })).status).toBe(200)
    expect((await update({ id, kind: '2' })).body.errors).toEqual(refused)
  })

  it('semantics 42: refuses it where a step edits the field, and accepts the stored one there', async () => {
    const { id } = await create({ kind: '1' }, ['check'])
    const settle = (kind: string) => calls.call('POST', 'city/v1/job/settle', { id, kind })
    expect((await settle('2')).body.errors).toEqual({ kind: '工单类别“旧类”已停用，不能选择' })
    await calls.data('POST', 'city/v1/job/age', { id })
    expect((await settle('2')).status).toBe(200)
    expect(await read(id)).toMatchObject({ kind: '2' })
  })

  it('semantics 42: accepts it from `creates`, but not where a client enters it for the new record', async () => {
    const { id, name } = await create({ kind: '1' })
    const created = async (title: string) =>
      (await calls.data('GET', `city/v1/job/page?name_equal=${encodeURIComponent(name + title)}`)).records
    await calls.data('POST', 'city/v1/job/copy', { id })
    expect(await created('副本')).toMatchObject([{ kind: '2', version: 1 }])
    const refused = await calls.call('POST', 'city/v1/job/raise', { id, kind: '2' })
    expect([refused.status, refused.body.errors]).toEqual([400, { kind: '类别“旧类”已停用，不能选择' }])
    expect(await created('分单')).toEqual([])
    await calls.data('POST', 'city/v1/job/raise', { id, kind: '1' })
    expect(await created('分单')).toMatchObject([{ kind: '1', version: 1 }])
  })

  it('locks lines with the field of their master, on both ways to write them', async () => {
    const items = [
      { thing: '甲', count: 1 },
      { thing: '乙', count: 9 },
    ]
    const open = await create({ items })
    const [first, second] = open.items
    const one = (body: object) => calls.call('PUT', 'city/v1/jobItem/update', body)
    expect((await one({ id: second.id, count: 1 })).body.errors).toEqual({ count: '数量现在不能修改' })
    expect((await update({ id: open.id, items: [first, { ...second, count: 1 }] })).body.errors).toEqual({
      'items.1.count': '数量现在不能修改',
    })
    expect((await one({ id: first.id, count: 2 })).status).toBe(200)
    for (const step of ['check', 'finish']) await calls.data('POST', `city/v1/job/${step}`, { id: open.id })
    const done = await read(open.id)
    const refused = { items: lock.items }
    expect((await update({ ...done, items: [done.items[0]] })).body.errors).toEqual(refused)
    expect((await update({ ...done, items: [...done.items, { thing: '丙' }] })).body.errors).toEqual(refused)
    expect((await update({ ...done, items: done.items.toReversed() })).body.errors).toEqual(refused)
    expect((await one({ id: first.id, count: 3 })).body.errors).toEqual(refused)
    expect((await calls.call('POST', 'city/v1/jobItem/save', { jobId: done.id, thing: '丙' })).body.errors).toEqual(
      refused,
    )
    expect((await calls.call('DELETE', 'city/v1/jobItem/removeById', { id: first.id })).status).toBe(400)
    expect((await update({ ...done, limit: 3 })).status).toBe(200)
    expect((await read(done.id)).items).toMatchObject([
      { thing: '甲', count: 2 },
      { thing: '乙', count: 9 },
    ])
  })
})
