import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const user = '{ type: reference, of: bladeUser'
const app = {
  ...sampleApp,
  'dictionaries/chore_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 待办, en: Open } }
  done: { key: "1", title: { zh: 完成, en: Done } }
`,
  'resources/city/office.yaml': `title: { zh: 机关, en: Office }
menu: false
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
access: [{ role: role-clerk, allow: [view], where: "name == '街道'" }]
`,
  'resources/city/place.yaml': `title: { zh: 场所, en: Place }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  officeId: { type: reference, of: office, title: { zh: 主管机关, en: Office } }
  nextWardId: { type: reference, of: ward, title: { zh: 邻区, en: Next ward } }
`,
  'resources/city/matter.yaml': `title: { zh: 事项, en: Matter }
menu: false
owner: wardId
display: name
fields:
  wardId: { type: reference, of: ward, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  placeId: { type: reference, of: place, title: { zh: 场所, en: Place } }
  officeId: { type: reference, of: office, title: { zh: 机关, en: Office } }
actions:
  settle:
    title: { zh: 了结, en: Settle }
    updates: { of: chore, where: "it.topic == name", transition: finish }
    creates: { of: memo, with: { text: name } }
  route: { set: { officeId: placeId.officeId }, title: { zh: 分派, en: Route } }
  send:
    input: { officeId: { type: reference, of: office, title: { zh: 机关, en: Office } } }
    set: { officeId: input.officeId }
    title: { zh: 送交, en: Send }
  move: { set: { wardId: placeId.nextWardId }, title: { zh: 移交, en: Move } }
access: [{ role: role-clerk, allow: [view, settle, route, send, move] }]
`,
  'resources/city/chore.yaml': `title: { zh: 任务, en: Chore }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  topic: { type: text, title: { zh: 事项, en: Topic } }
  nextId: { type: reference, of: chore, title: { zh: 下一项, en: Next } }
  doneBy: ${user}, title: { zh: 完成人, en: Done by } }
  kind: { type: text, title: { zh: 来源, en: Kind } }
  state: { type: dictionary, of: chore_state }
lifecycle:
  field: state
  initial: open
  final: [done]
  transitions:
    finish:
      from: open
      to: done
      if: "me.id != createUser"
      message: { zh: 不能验收自己的任务, en: Another user must finish it }
      set: { doneBy: me.id, kind: me.sourceType }
      updates: { record: nextId, transition: finish }
      creates: { of: memo, with: { text: name } }
      title: { zh: 完成, en: Finish }
`,
  'resources/city/memo.yaml': `title: { zh: 记录, en: Memo }
menu: false
display: text
fields:
  text: { type: text, title: { zh: 内容, en: Text } }
  byId: ${user}, default: me.id, title: { zh: 记录人, en: By } }
`,
}

describe.each(databasesWalked('postgres'))('what a step of a user causes, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let clerk: string
  let clerkId: string
  let wardId: string
  let hidden: string

  const save = async (resource: string, record: object, by?: string): Promise<string> =>
    (await calls.data('POST', `city/v1/${resource}/save`, record, by)).id
  const get = (resource: string, id: string): Promise<Line> => calls.data('GET', `city/v1/${resource}/getById?id=${id}`)
  const matter = (record: object = {}) => save('matter', { wardId, name: '事项', ...record })
  const take = (step: string, id: string, input: object = {}) =>
    calls.call('POST', `city/v1/matter/${step}`, { id, ...input }, clerk)

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'matter')
    wardId = await save('ward', { name: '一街' })
    const steps = ['view', 'settle', 'route', 'send', 'move'].map(name => `matter_${name}`)
    const codes = [...steps, 'office_view', 'chore_add']
    clerk = await calls.person('clerk', codes, { ownerIds: [wardId], sourceType: 'ward' })
    clerkId = (await calls.data('GET', 'blade-user/info', undefined, clerk)).id
    hidden = await save('office', { name: '市局' })
  })
  afterAll(() => server.close())

  it('semantics 8: reads that user in conditions, values and defaults, at any depth', async () => {
    const matterId = await matter({ name: '甲事' })
    const nextId = await save('chore', { name: '丙' })
    const first = await save('chore', { name: '乙', topic: '甲事', nextId })
    expect((await take('settle', matterId)).status).toBe(200)
    for (const id of [first, nextId])
      expect(await get('chore', id)).toMatchObject({ state: '1', doneBy: clerkId, kind: 'ward' })
    const { records } = await calls.data('GET', 'city/v1/memo/page?ascs=text')
    const own = records.filter(({ text }: Line) => ['甲事', '乙', '丙'].includes(text))
    expect(own.map(({ text, byId }: Line) => [text, byId]).sort()).toEqual(
      ['甲事', '乙', '丙'].map(text => [text, clerkId]).sort(),
    )
    const [entry] = await calls.data('GET', `engine/history/chore/${nextId}`)
    expect(entry).toMatchObject({ operation: 'finish', actorKind: 'system', userId: clerkId })
  })

  it('semantics 8: is refused by a condition on that user, and nothing is written', async () => {
    const matterId = await matter({ name: '乙事' })
    const own = await save('chore', { name: '自', topic: '乙事' }, clerk)
    const other = await save('chore', { name: '他', topic: '乙事' })
    expect(await take('settle', matterId)).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('不能验收自己的任务') },
    })
    for (const id of [own, other]) expect(await get('chore', id)).toMatchObject({ state: '0', doneBy: null })
    expect((await get('matter', matterId)).version).toBe(1)
  })

  it('semantics 8: remains in the tenant of that user', async () => {
    const matterId = await matter({ name: '丙事' })
    const foreign = await save('chore', { name: '外', topic: '丙事' })
    const own = await save('chore', { name: '内', topic: '丙事' })
    await calls.run(`update chore set tenant_id = '900001' where id = ${foreign}`)
    expect((await take('settle', matterId)).status).toBe(200)
    const { rows } = await calls.run(`select id::text, state from chore where id in (${foreign}, ${own}) order by id`)
    expect(rows).toEqual([
      { id: foreign, state: '0' },
      { id: own, state: '1' },
    ])
  })

  it('semantics 5: may refer to a record that only the descriptor chooses, if it is there', async () => {
    const placeId = await save('place', { name: '店', officeId: hidden })
    const id = await matter({ placeId })
    // What the user enters is checked with the rights of the user.
    expect(await take('send', id, { officeId: hidden })).toMatchObject({ status: 400, body: { errors: {} } })
    expect((await get('matter', id)).officeId).toBe(null)
    expect((await take('route', id)).status).toBe(200)
    expect((await get('matter', id)).officeId).toBe(hidden)
    expect((await calls.data('GET', `city/v1/matter/getById?id=${id}`, undefined, clerk)).officeId).toBe(null)

    const gone = await save('office', { name: '旧局' })
    const old = await matter({ placeId: await save('place', { name: '摊', officeId: gone }) })
    await calls.data('DELETE', 'city/v1/office/removeById', { id: gone })
    expect(await take('route', old)).toMatchObject({ status: 400, body: { errors: { officeId: '请选择正确的机关' } } })
    expect((await get('matter', old)).version).toBe(1)
  })

  it('semantics 5: moves a record only to an owner to whom the user may refer', async () => {
    const to = async (nextWardId: string) => matter({ placeId: await save('place', { name: '区', nextWardId }) })
    const foreign = await to(await save('ward', { name: '二街' }))
    expect((await take('move', foreign)).status).toBe(400)
    expect((await get('matter', foreign)).wardId).toBe(wardId)
    expect((await take('move', await to(wardId))).status).toBe(200)
  })
})
