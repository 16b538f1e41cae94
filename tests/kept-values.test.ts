import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import type { Input } from './support/good-records.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  'app.yaml': String(sampleApp['app.yaml']).replace('owner: ward\n', ''),
  'menus.yaml': String(sampleApp['menus.yaml']),
  'dictionaries/trip_state.yaml': `title: { zh: 行程状态, en: State of a trip }
entries:
  open: { key: "0", title: { zh: 未定, en: Open } }
  fixed: { key: "1", title: { zh: 已定, en: Fixed } }
`,
  'resources/city/trip.yaml': `title: { zh: 行程, en: Trip }
menu: { under: work, icon: map, order: 10 }
display: name
dialect: { blade: blade-city/trip }
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  urgent: { type: boolean, title: { zh: 紧急, en: Urgent } }
  reason: { type: text, required: true, max: 20, when: urgent, title: { zh: 原因, en: Reason } }
  count: { type: integer, min: 0, when: urgent, title: { zh: 人数, en: Count } }
  isPaid: { type: boolean, when: urgent, title: { zh: 已付, en: Paid } }
  follow: { type: text, when: "reason == 'snow'", title: { zh: 后续, en: Follow-up } }
  state: { type: dictionary, of: trip_state, title: { zh: 状态, en: State } }
  stops: { type: children, of: tripStop, columns: [place, isLong, pause], title: { zh: 站点, en: Stops } }
  guests: { type: children, of: tripGuest, when: urgent, title: { zh: 客人, en: Guests } }
lifecycle:
  field: state
  initial: open
  final: [fixed]
  transitions:
    fix:
      from: open
      to: fixed
      edit: [reason]
      input: { note: { type: text, max: 20, when: urgent, title: { zh: 说明, en: Note } } }
      title: { zh: 确定, en: Fix }
actions:
  remark:
    title: { zh: 备注, en: Remark }
    input: { why: { type: text, max: 20, default: none, when: urgent, title: { zh: 缘由, en: Why } } }
    set: { name: "name + '!'" }
  rename: { title: { zh: 更名, en: Rename }, set: { reason: "'set'", name: "name + '?'" } }
`,
  'resources/city/tripStop.yaml': `title: { zh: 站点, en: Stop }
menu: false
partOf: tripId
display: place
fields:
  tripId: { type: reference, of: trip, required: true }
  place: { type: text, required: true, title: { zh: 地点, en: Place } }
  isLong: { type: boolean, title: { zh: 久留, en: Long } }
  pause: { type: integer, when: isLong, title: { zh: 停留, en: Pause } }
`,
  'resources/city/tripGuest.yaml': `title: { zh: 客人, en: Guest }
menu: false
partOf: tripId
display: person
fields:
  tripId: { type: reference, of: trip, required: true }
  person: { type: text, required: true, title: { zh: 姓名, en: Person } }
`,
}

const messageOf = (title: string) => `按目前的其他内容，${title}不适用；请不要填写，或保持原值`

describe.each(databasesWalked('postgres'))('semantics 4: a value of a field whose when is false, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let count = 0

  const call = (...asked: Parameters<ImportCalls['call']>) => calls.call(...asked)
  const read = (id: string): Promise<Line> => calls.data('GET', `city/v1/trip/getById?id=${id}`)
  const save = (record: Input) => call('POST', 'city/v1/trip/save', { name: `程${count++}`, ...record })
  /** A trip that had a reason, a count, a guest and stops, of which all but the stops are now hidden. */
  async function calm(): Promise<Line> {
    const stops = [
      { place: '甲', isLong: true, pause: 5 },
      { place: '乙', isLong: false },
    ]
    const saved = await save({ urgent: true, reason: '雨', count: 3, isPaid: true, guests: [{ person: '王' }], stops })
    const whole = await read(saved.body.data.id)
    const lines = whole.stops.map((line: Line) => ({ ...line, isLong: false }))
    const update = await call('PUT', 'city/v1/trip/update', { ...whole, urgent: false, stops: lines })
    expect(update.status).toBe(200)
    return read(whole.id)
  }

  /** Each way to send other values than the stored ones to a record, with the errors. */
  const ways: Record<string, (trip: Line) => readonly [method: string, path: string, body: Input, errors: object]> = {
    'update of several': ({ id }) => [
      'PUT',
      'city/v1/trip/update',
      { id, name: '别名', count: 4, isPaid: false, follow: '再来' },
      { count: messageOf('人数'), isPaid: messageOf('已付'), follow: messageOf('后续') },
    ],
    'update of all lines': ({ id, stops }) => [
      'PUT',
      'city/v1/trip/update',
      { id, stops: [{ ...stops[0], pause: 6 }, stops[1], { place: '丙', pause: 1 }] },
      { 'stops.0.pause': messageOf('停留'), 'stops.2.pause': messageOf('停留') },
    ],
    'update of one line': ({ stops }) => [
      'PUT',
      'city/v1/tripStop/update',
      { id: stops[0].id, pause: 6 },
      { pause: messageOf('停留') },
    ],
    'hidden lines': ({ id, guests }) => [
      'PUT',
      'city/v1/trip/update',
      { id, guests: [...guests, { person: '李' }] },
      { guests: messageOf('客人') },
    ],
    'the input of a transition': ({ id }) => [
      'POST',
      'city/v1/trip/fix',
      { id, note: '快' },
      { note: messageOf('说明') },
    ],
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'trip')
  })
  afterAll(() => server.close())

  it.each(Object.entries(ways))('is refused by %s, which changes nothing', async (_way, requestOf) => {
    const trip = await calm()
    const [method, path, body, errors] = requestOf(trip)
    const answer = await call(method, path, body)
    expect([answer.status, answer.body.errors]).toEqual([400, errors])
    expect(await read(trip.id)).toEqual(trip)
  })

  it('is refused in a new record', async () => {
    expect((await save({ reason: '雨' })).body.errors).toEqual({ reason: messageOf('原因') })
    // Follow-up depends on a reason that is not written.
    expect((await save({ reason: 'snow', follow: '再来' })).body.errors).toEqual({
      reason: messageOf('原因'),
      follow: messageOf('后续'),
    })
    expect((await save({ urgent: true, reason: 'snow', follow: '再来' })).status).toBe(200)
  })

  it('passes if it is the stored one, or empty where none is stored', async () => {
    const trip = await calm()
    const { version: _, ...whole } = trip
    expect((await call('PUT', 'city/v1/trip/update', { ...whole, name: '改名' })).status).toBe(200)
    expect(await read(trip.id)).toMatchObject({ reason: '雨', count: 3, isPaid: true, guests: [{ person: '王' }] })
    const page = await calls.data('GET', `blade-city/trip/detail?id=${trip.id}`)
    const { version: _v, stops: _s, guests: _g, ...record } = page
    expect((await call('POST', 'blade-city/trip/submit', { ...record, name: '再改' })).status).toBe(200)
    for (const empty of [
      {},
      { reason: null, count: null },
      { reason: '', isPaid: false, guests: [] },
      { reason: ' ' },
    ]) {
      const saved = await save(empty)
      expect([empty, saved.status]).toEqual([empty, 200])
      const blade = await calls.data('GET', `blade-city/trip/detail?id=${saved.body.data.id}`)
      const { version: _w, stops: _t, guests: _h, ...own } = blade
      expect((await call('POST', 'blade-city/trip/submit', own)).status).toBe(200)
    }
    const steps = [
      ['remark', {}],
      ['remark', { why: '' }],
      ['remark', { why: 'none' }],
      ['rename', {}],
      ['fix', { reason: '雨', note: null }],
    ] as const
    for (const [step, input] of steps)
      expect([step, input, (await call('POST', `city/v1/trip/${step}`, { id: trip.id, ...input })).status]).toEqual([
        step,
        input,
        200,
      ])
    // A step that sets a hidden field leaves its value.
    expect(await read(trip.id)).toMatchObject({ name: '再改!!!?', reason: '雨' })
  })

  it('is kept where the same write hides the field', async () => {
    const { id } = (await save({ urgent: true, reason: '雨' })).body.data
    const hide = (reason: string) => call('PUT', 'city/v1/trip/update', { id, urgent: false, reason })
    expect((await hide('雪')).body.errors).toEqual({ reason: messageOf('原因') })
    expect((await hide('雨')).status).toBe(200)
    expect(await read(id)).toMatchObject({ urgent: false, reason: '雨' })
    expect((await call('PUT', 'city/v1/trip/update', { id, urgent: true, reason: '雪' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ urgent: true, reason: '雪' })
  })

  it('is a problem of its row in an import, of new and of stored records', async () => {
    const trip = await calm()
    const added = await calls.checked('名称,紧急,原因\n新一,否,雨\n新二,是,雨\n新三,否,\n')
    expect(await calls.problemsOf(added.id)).toEqual([[2, '原因', messageOf('原因')]])
    const match = { by: 'name', mode: 'both' }
    const changed = await calls.checked(`名称,人数,原因\n${trip.name},3,雪\n`, match)
    expect(await calls.problemsOf(changed.id)).toEqual([[2, '原因', messageOf('原因')]])
    const same = await calls.checked(`名称,人数,原因\n${trip.name},3,雨\n`, match)
    expect(await calls.problemsOf(same.id)).toEqual([])
  })
})
