import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'roles.yaml': 'role-judge: { title: { zh: 评审, en: Judge }, allow: [entry_*], menus: [work] }\n',
  'resources/city/entry.yaml': `title: { zh: 参评, en: Entry }
display: name
fields:
  name: { type: text, required: true, unique: true, max: 40, title: { zh: 名称, en: Name } }
  grade: { type: integer, default: 1, title: { zh: 评分, en: Grade }, editableBy: [role-judge] }
  items: { type: children, of: entryItem, columns: [thing, points], title: { zh: 明细, en: Items } }
actions:
  rate: { edit: [grade], title: { zh: 评定, en: Rate } }
  raise: { set: { grade: "grade + 1" }, title: { zh: 加分, en: Raise } }
  handle: { handler: handle, title: { zh: 处理, en: Handle } }
`,
  'resources/city/entryItem.yaml': `title: { zh: 参评明细, en: Item }
partOf: entryId
display: thing
fields:
  entryId: { type: reference, of: entry, required: true }
  thing: { type: text, required: true, max: 40, title: { zh: 物品, en: Thing } }
  points: { type: integer, title: { zh: 分值, en: Points }, editableBy: [role-judge] }
`,
}
const handlers = {
  entry: {
    async handle({ record, context }: { record: Line; context: Line }) {
      await context.store.update(context.ctx, 'entry', { id: record.id, grade: 50 })
      return {}
    },
  },
}
const codes = ['view', 'edit', 'add', 'import', 'rate', 'raise', 'handle'].map(one => `entry_${one}`)
const refusal = { grade: '您的角色不能修改评分' }

describe.each(databasesWalked('postgres'))('a field that some roles enter, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const tokens: Record<string, string | undefined> = { administrator: undefined }
  let names = 0

  beforeAll(async () => {
    server = await startServer(kind, app, { handlers })
    calls = await importCallsOn(server, 'entry')
    for (const account of ['judge', 'clerk']) tokens[account] = await calls.person(account, codes)
  })
  afterAll(() => server.close())

  const create = (record: object = {}): Promise<Line> =>
    calls.data('POST', 'city/v1/entry/save', { name: `参评${++names}`, ...record }).then(({ id }) => read(id))
  const read = (id: string): Promise<Line> => calls.data('GET', `city/v1/entry/getById?id=${id}`)
  const ok = async (work: ReturnType<ImportCalls['call']>) => (await work).status === 200

  /** Each path tries to set the grade, or the points of a line, to 9. */
  const paths: Readonly<Record<string, (record: Line, by?: string) => Promise<boolean>>> = {
    save: (_one, by) => ok(calls.call('POST', 'city/v1/entry/save', { name: `新${++names}`, grade: 9 }, by)),
    update: ({ id }, by) => ok(calls.call('PUT', 'city/v1/entry/update', { id, grade: 9 }, by)),
    line: ({ items: [line] }, by) => ok(calls.call('PUT', 'city/v1/entryItem/update', { id: line.id, points: 9 }, by)),
    'new line': ({ id, items }, by) =>
      ok(calls.call('PUT', 'city/v1/entry/update', { id, items: [...items, { thing: '乙', points: 9 }] }, by)),
    edit: ({ id }, by) => ok(calls.call('POST', 'city/v1/entry/rate', { id, grade: 9 }, by)),
    set: ({ id }, by) => ok(calls.call('POST', 'city/v1/entry/raise', { id }, by)),
    handler: ({ id }, by) => ok(calls.call('POST', 'city/v1/entry/handle', { id }, by)),
  }
  const all = Object.keys(paths)

  it.each([
    ['administrator', all],
    ['judge', all],
    ['clerk', ['edit', 'set', 'handler']],
  ])('lets a user as %s write it by %j', async (account, can) => {
    const allowed: string[] = []
    for (const path of all) {
      const record = await create({ items: [{ thing: '甲' }] })
      if (await paths[path]?.(record, tokens[account])) allowed.push(path)
    }
    expect(allowed).toEqual(can)
  })

  it('names the field, accepts the equal value, and leaves the record unchanged', async () => {
    const record = await create({ items: [{ thing: '甲', points: 3 }] })
    const update = (body: object) => calls.call('PUT', 'city/v1/entry/update', body, tokens['clerk'])
    const refused = await update({ id: record.id, grade: 2 })
    expect([refused.status, refused.body.errors]).toEqual([400, refusal])
    const saved = await calls.call('POST', 'city/v1/entry/save', { name: '甲', grade: 2 }, tokens['clerk'])
    expect([saved.status, saved.body.errors]).toEqual([400, refusal])
    const line = await update({ id: record.id, items: [{ ...record.items[0], points: 4 }] })
    expect(line.body.errors).toEqual({ 'items.0.points': '您的角色不能修改分值' })
    expect(await read(record.id)).toEqual(record)
    expect((await update({ ...record, name: '改名' })).status).toBe(200)
  })

  it('is read-only in the part of the Model that the web reads', async () => {
    const flags = async (by?: string) => {
      const { resources } = (await calls.data('GET', 'engine/resource/entry', undefined, by)).model
      const isReadOnly = (resource: string, name: string) =>
        resources[resource].fields.find((field: Line) => field.name === name).readOnly
      return [isReadOnly('entry', 'grade'), isReadOnly('entryItem', 'points')]
    }
    expect(await flags(tokens['judge'])).toEqual([false, false])
    expect(await flags(tokens['clerk'])).toEqual([true, true])
  })
})
