import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest, isThorough, roundsOf } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { type Random, randomOf } from './support/random.ts'
import { type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const event = `title: { zh: 活动, en: Event }
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  seriesId: { type: reference, of: series }
  places: { type: integer, title: { zh: 名额, en: Places } }
  least: { type: integer, title: { zh: 最低分, en: Lowest score } }
  state: { type: dictionary, of: event_state }
  sign: { type: related, of: signUp, by: eventId, where: "it.state != 'left'", title: { zh: 报名, en: Sign-ups } }
  good: { type: related, of: signUp, by: eventId, where: "it.score >= least", title: { zh: 达标, en: Good ones } }
  guests: { type: related, of: signUpGuest, by: eventId, title: { zh: 来宾, en: Guests } }
  asked: { type: related, of: signUp, by: others, title: { zh: 备选, en: Alternatives } }
  taken: { type: integer, compute: "size(sign)", stored: true, index: true, title: { zh: 已报, en: Taken } }
  cost: { type: money, compute: "sign.sum(s, s.cost * 2.0)", stored: true, title: { zh: 费用, en: Cost } }
  best: { type: integer, compute: "sign.max(s, s.score)", stored: true, title: { zh: 最高, en: Best } }
  goodCount: { type: integer, compute: "size(good)", stored: true, title: { zh: 达标数, en: Number of good ones } }
  guestAge: { type: integer, compute: "guests.sum(g, g.age)", stored: true, title: { zh: 年龄和, en: Ages } }
  askedCount: { type: integer, compute: "size(asked)", stored: true, title: { zh: 备选数, en: Asked } }
  free: { type: integer, compute: "places - taken", stored: true, title: { zh: 余额, en: Free } }
  near: { type: integer, compute: "taken + goodCount", title: { zh: 合计, en: Both } }
list: { columns: [name, taken, free] }
rules:
  - rule: "places >= taken"
    message: { zh: 名额已满, en: No place is left }
    valid: { places: 2, taken: 2 }
    invalid: { places: 2, taken: 3 }
lifecycle:
  field: state
  initial: open
  final: [full]
  transitions:
    close: { from: open, to: full, auto: true, if: "taken >= 4", title: { zh: 报满, en: Full } }
actions:
  invite:
    input: { who: { type: text, required: true, title: { zh: 谁, en: Who } } }
    creates: { of: signUp, with: { name: input.who, eventId: id, score: "5" } }
    title: { zh: 邀请, en: Invite }
  claim:
    input: { places: { type: integer, title: { zh: 名额, en: Places } } }
    handler: claim
    title: { zh: 占位, en: Claim }
  raise:
    updates: { of: signUp, where: "it.eventId == id", sort: name, limit: 50, with: { score: "9" } }
    title: { zh: 加分, en: Raise }
access:
  - { role: role-signer, allow: [view], where: "name == '公开'" }
  - { role: role-blind, allow: [view], where: "true" }
`

const signUp = `title: { zh: 报名, en: Sign-up }
menu: false
display: name
fields:
  name: { type: text, required: true, unique: true, title: { zh: 名称, en: Name } }
  eventId: { type: reference, of: event, onDelete: cascade, title: { zh: 活动, en: Event } }
  others: { type: reference, of: event, many: true, onDelete: clear, title: { zh: 备选活动, en: Alternatives } }
  score: { type: integer, title: { zh: 分数, en: Score } }
  cost: { type: money, default: 1, title: { zh: 费用, en: Cost } }
  note: { type: text, title: { zh: 备注, en: Note } }
  state: { type: dictionary, of: sign_up_state }
  guests: { type: children, of: signUpGuest, title: { zh: 来宾, en: Guests } }
lifecycle:
  field: state
  initial: present
  final: [left]
  transitions:
    leave: { from: present, to: left, title: { zh: 退出, en: Leave } }
access:
  - { role: role-blind, allow: [view], hide: [score] }
`

const dictionary = (first: string, second: string) => `title: { zh: 状态, en: State }
entries:
  ${first}: { key: "1", title: { zh: 甲, en: A } }
  ${second}: { key: "2", title: { zh: 乙, en: B } }
`

const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'dictionaries/event_state.yaml': dictionary('open', 'full'),
  'dictionaries/sign_up_state.yaml': dictionary('present', 'left'),
  'resources/city/series.yaml': `title: { zh: 系列, en: Series }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  events: { type: related, of: event, by: seriesId, title: { zh: 活动, en: Events } }
  allFree: { type: integer, compute: "events.sum(e, e.free ?? 0)", stored: true, title: { zh: 余额合计, en: All free places } }
  allTaken: { type: integer, compute: "events.sum(e, e.taken)", stored: true, title: { zh: 已报合计, en: All taken } }
  both: { type: integer, compute: "allTaken + allFree", stored: true, title: { zh: 合计, en: Both } }
  number: { type: integer, compute: "size(events)", stored: true, title: { zh: 场次, en: Number } }
`,
  'resources/city/event.yaml': event,
  'resources/city/fund.yaml': `title: { zh: 基金, en: Fund }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  rank: { type: integer, title: { zh: 等级, en: Rank } }
access:
  - { role: role-unfunded, allow: [view], hide: [rank] }
`,
  'resources/city/grant.yaml': `title: { zh: 资助, en: Grant }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  fundId: { type: reference, of: fund, title: { zh: 基金, en: Fund } }
  clubId: { type: reference, of: club, title: { zh: 社团, en: Club } }
  level: { type: integer, compute: fundId.rank, stored: true, title: { zh: 级别, en: Level } }
`,
  'resources/city/club.yaml': `title: { zh: 社团, en: Club }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  grants: { type: related, of: grant, by: clubId, title: { zh: 资助, en: Grants } }
  high: { type: related, of: grant, by: clubId, where: "it.level >= 2", title: { zh: 高级资助, en: High grants } }
  grantCount: { type: integer, compute: "size(grants)", stored: true, title: { zh: 资助数, en: Number of grants } }
  highCount: { type: integer, compute: "size(high)", stored: true, title: { zh: 高级数, en: Number of high grants } }
  share: { type: integer, compute: "highCount * 10", title: { zh: 得分, en: Points } }
`,
  'resources/city/signUp.yaml': signUp,
  'resources/city/signUpGuest.yaml': `title: { zh: 来宾, en: Guest }
partOf: signUpId
display: signUpId
fields:
  signUpId: { type: reference, of: signUp, required: true }
  eventId: { type: reference, of: event }
  age: { type: integer, required: true, title: { zh: 年龄, en: Age } }
`,
}

const handlers = {
  event: {
    async claim({ record, input, context }: Line) {
      await context.store.save(context.ctx, 'signUp', { name: `占位${record.id}`, eventId: record.id })
      return { places: input.places }
    },
  },
}

/** The values as a plain statement computes them of all rows. */
const recomputed = `select e.id::text, e.taken, e.cost, e.best, e.good_count, e.guest_age, e.asked_count, e.free,
    (select count(*)::int from sign_up s where s.event_id = e.id and s.is_deleted = 0 and s.state <> '2') as x_taken,
    (select coalesce(sum(s.cost * 2), 0) from sign_up s where s.event_id = e.id and s.is_deleted = 0 and s.state <> '2') as x_cost,
    (select max(s.score) from sign_up s where s.event_id = e.id and s.is_deleted = 0 and s.state <> '2') as x_best,
    (select count(*)::int from sign_up s where s.event_id = e.id and s.is_deleted = 0 and s.score >= e.least) as x_good_count,
    (select coalesce(sum(g.age), 0)::int from sign_up_guest g where g.event_id = e.id and g.is_deleted = 0) as x_guest_age,
    (select count(*)::int from sign_up s where s.others @> array[e.id] and s.is_deleted = 0) as x_asked_count
  from event e`
const differing = `with e as (${recomputed}) select * from e where taken is distinct from x_taken or cost is distinct from x_cost
  or best is distinct from x_best or good_count is distinct from x_good_count or guest_age is distinct from x_guest_age
  or asked_count is distinct from x_asked_count`
const differingSeries = `select p.id::text, p.all_free, p.all_taken, p.number, x.* from series p,
    lateral (select coalesce(sum(coalesce(e.free, 0)), 0) as free, coalesce(sum(e.taken), 0) as taken, count(*) as number
      from event e where e.series_id = p.id and e.is_deleted = 0) x
  where p.all_free <> x.free or p.all_taken <> x.taken or p.number <> x.number or p."both" <> x.free + x.taken`

describe.each(databasesUnderTest())('semantics C1: stored values of related records, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let imports: ImportCalls
  let number = 0

  beforeAll(async () => {
    server = await startServer(kind, app, { jobInterval: 50, settings: { live: true }, handlers })
    imports = await importCallsOn(server, 'signUp')
    calls = serverCalls(server, imports.token)
  })
  afterAll(() => server.close())

  const run = async (text: string) =>
    (await sql.raw<Record<string, unknown>>(text).execute(server.engine.database.kysely)).rows
  const name = () => `第${++number}个`
  const save = (resource: string, record: object = {}) => calls.save(resource, { name: name(), ...record })
  const get = (resource: string, id: string) => calls.data('GET', `city/v1/${resource}/getById?id=${id}`)
  const change = (resource: string, record: object) => calls.call('PUT', `city/v1/${resource}/update`, record)
  const bulk = async (resource: string, ids: readonly string[], bulkOperation: object) =>
    linesOf(await calls.call('POST', `engine/bulk/${resource}`, { select: { ids }, do: bulkOperation }))

  it('follow each change in its transaction, without a version, an author or history of the counting record', async () => {
    const series = await save('series')
    expect(await get('series', series)).toMatchObject({ allFree: 0, number: 0, both: 0 })
    const [one, other] = [
      await save('event', { seriesId: series, places: 9, least: 5 }),
      await save('event', { seriesId: series, places: 9 }),
    ]
    const opened = await get('event', one)
    expect(opened).toMatchObject({ taken: 0, cost: 0, best: null, free: 9, goodCount: 0 })
    const person = await save('signUp', {
      eventId: one,
      score: 6,
      cost: 3,
      others: [other],
      guests: [{ eventId: other, age: 7 }],
    })
    expect(await get('event', one)).toEqual({ ...opened, taken: 1, cost: 6, best: 6, goodCount: 1, free: 8, near: 2 })
    expect(await get('event', other)).toMatchObject({ taken: 0, askedCount: 1, guestAge: 7, version: 1 })
    expect(await get('series', series)).toMatchObject({ allFree: 17, allTaken: 1, number: 2, both: 18, version: 1 })
    await change('signUp', { id: person, eventId: other, others: [], guests: [] })
    expect(await get('event', one)).toEqual(opened)
    expect(await get('event', other)).toMatchObject({ taken: 1, best: 6, askedCount: 0, guestAge: 0 })
    const history = await calls.data('GET', `engine/history/event/${one}`)
    expect(history.map(({ operation }: { operation: string }) => operation)).toEqual(['save'])
    const published = await run(
      `select count(*)::int as n from engine_event where resource = 'event' and ${one} = any(record_ids)`,
    )
    expect(published).toEqual([{ n: 3 }])
    const sorted = await calls.data('GET', `city/v1/event/page?descs=taken&taken_gt=0&seriesId=${series}`)
    expect(sorted.records.map(({ id }: { id: string }) => id)).toEqual([other])
  })

  it('of a condition on the record follow a change of the record itself, whose rules see the new value', async () => {
    const id = await save('event', { places: 5, least: 5 })
    for (const score of [4, 6, 8]) await save('signUp', { eventId: id, score })
    expect(await get('event', id)).toMatchObject({ goodCount: 2, near: 5 })
    await change('event', { id, least: 7 })
    expect(await get('event', id)).toMatchObject({ goodCount: 1, near: 4, version: 2 })
    await change('event', { id, least: null })
    expect(await get('event', id)).toMatchObject({ goodCount: 0 })
    expect((await change('event', { id, places: 2 })).status).toBe(400)
    expect((await change('event', { id, places: 3 })).status).toBe(200)
  })

  it('refuse a change of a counted record that breaks a rule, and name the record only to those who see it', async () => {
    const signer = await imports.person('signer', ['signUp_view', 'signUp_add', 'signUp_delete', 'event_view'])
    const [open, hidden] = [await save('event', { name: '公开', places: 1 }), await save('event', { places: 1 })]
    const enter = (eventId: string) => calls.call('POST', 'city/v1/signUp/save', { name: name(), eventId })
    for (const [event, text, inEnglish] of [
      [open, '活动 公开：名额已满', 'Event 公开: No place is left'],
      [hidden, '名额已满', 'No place is left'],
    ] as const) {
      const entered = await enter(event)
      expect(entered.status).toBe(200)
      const { id } = entered.body.data
      const refused = await enter(event)
      expect([refused.status, refused.body.errors?.eventId]).toEqual([409, expect.stringMatching(/名额已满$/)])
      expect(await run(`select count(*)::int as n from sign_up where event_id = ${event}`)).toEqual([{ n: 1 }])
      // The place is free again, and another takes it.
      await calls.data('DELETE', 'city/v1/signUp/removeById', { id })
      expect((await enter(event)).status).toBe(200)
      const restored = await calls.call('POST', 'engine/restore/signUp', { ids: [id] }, signer)
      expect([restored.status, restored.body.msg, restored.body.errors]).toEqual([409, text, { eventId: text }])
      const english = await server.call('POST', '/api/engine/restore/signUp', {
        token: signer,
        headers: { 'accept-language': 'en' },
        body: { ids: [id] },
      })
      expect([english.status, english.body.msg]).toEqual([409, inEnglish])
      expect(await get('event', event)).toMatchObject({ taken: 1, free: 0, version: 1 })
    }
  })

  it('are hidden from users from whom a field is hidden that they read', async () => {
    const blind = await imports.person('blind', ['signUp_view', 'event_view'])
    const id = await save('event', { places: 9 })
    await save('signUp', { eventId: id, score: 8 })
    expect(await get('event', id)).toMatchObject({ taken: 1, best: 8, goodCount: 0 })
    const seen = await calls.data('GET', `city/v1/event/getById?id=${id}`, undefined, blind)
    expect(seen).toMatchObject({ taken: 1, cost: 2 })
    for (const hidden of ['best', 'goodCount']) expect(seen).not.toHaveProperty(hidden)
  })

  it('are hidden where the condition of their list reads a value that is computed from a hidden field', async () => {
    const blind = await imports.person('unfunded', ['club_view', 'grant_view', 'fund_view'])
    const [fundId, clubId] = [await save('fund', { rank: 3 }), await save('club')]
    await save('grant', { fundId, clubId })
    expect(await get('club', clubId)).toMatchObject({ grantCount: 1, highCount: 1, share: 10 })
    const seen = await calls.data('GET', `city/v1/club/getById?id=${clubId}`, undefined, blind)
    expect(seen).toMatchObject({ grantCount: 1 })
    for (const hidden of ['highCount', 'share']) expect(seen).not.toHaveProperty(hidden)
  })

  it('are those of the transaction where a handler wrote a counted record before the step is stored', async () => {
    const id = await save('event', { places: 9 })
    await save('signUp', { eventId: id })
    const claim = (places: number) => calls.call('POST', 'city/v1/event/claim', { id, places })
    expect((await claim(1)).status).toBe(400)
    expect(await get('event', id)).toMatchObject({ places: 9, taken: 1, free: 8, version: 1 })
    expect((await claim(5)).status).toBe(200)
    expect(await get('event', id)).toMatchObject({ places: 5, taken: 2, free: 3, version: 2 })
  })

  it('make an automatic step whose condition reads the value', async () => {
    const id = await save('event', { places: 9 })
    for (let n = 0; n < 3; n += 1) await save('signUp', { eventId: id })
    expect(await get('event', id)).toMatchObject({ taken: 3, state: '1', version: 1 })
    await save('signUp', { eventId: id })
    expect(await get('event', id)).toMatchObject({ taken: 4, state: '2', version: 2 })
  })

  it('semantics 16: are undone with the automatic step that a bulk operation caused', async () => {
    const [id, other] = [await save('event', { places: 9 }), await save('event', { places: 9 })]
    const ids = await Promise.all([1, 2, 3, 4].map(() => save('signUp', { eventId: other })))
    const before = [
      { taken: 0, state: '1' },
      { taken: 4, state: '2' },
    ]
    const both = () => Promise.all([get('event', id), get('event', other)])
    expect(await both()).toMatchObject(before)
    const bulk = { select: { ids }, do: { kind: 'update', values: { eventId: id } } }
    const [{ operation }] = linesOf(await calls.call('POST', 'engine/bulk/signUp', bulk))
    expect(await both()).toMatchObject([
      { taken: 4, state: '2' },
      { taken: 0, state: '2' },
    ])
    const [entry] = await calls.data('GET', `engine/history/event/${id}`)
    expect(entry).toMatchObject({ operation: 'close', cause: { resource: 'signUp', operation: 'update' } })
    expect((await calls.data('GET', `engine/operations/${operation}`)).done).toBe(4)
    const undone = linesOf(await calls.call('POST', `engine/operations/${operation}/undo`))
    expect(undone.at(-1)).toEqual({ done: 4, failed: 0 })
    expect(await both()).toMatchObject(before)
  })

  it('never exceed the limit of a rule while several users sign up at once', async () => {
    const ids = await Promise.all([1, 2].map(() => save('event', { places: 3 })))
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        calls.call('POST', 'city/v1/signUp/save', {
          name: name(),
          eventId: ids[n % 2],
          others: n % 4 < 2 ? ids : [...ids].reverse(),
          guests: [{ eventId: ids[(n + 1) % 2], age: 1 }],
        }),
      ),
    )
    const count = (status: number) => answers.filter(one => one.status === status).length
    expect([count(200), count(409)]).toEqual([6, 10])
    for (const id of ids)
      expect(await get('event', id)).toMatchObject({ taken: 3, free: 0, askedCount: 6, guestAge: 3 })
    // Records move between the two at once, in both directions.
    await Promise.all(ids.map(id => change('event', { id, places: 20 })))
    const moving = (await run(
      `select id::text, event_id::text as from from sign_up where event_id in (${ids.join()})`,
    )) as {
      id: string
      from: string
    }[]
    const moved = await Promise.all(
      moving.flatMap(({ id, from }) =>
        [0, 1].map(turn => change('signUp', { id, eventId: ids.find(one => (turn === 0) === (one !== from)) })),
      ),
    )
    expect(moved.every(({ status }) => status === 200)).toBe(true)
    expect(await run(differing)).toEqual([])
  })

  it('give existing rows the value of a new field by the job, and compute it again for another condition', async () => {
    const id = await save('event', { places: 9 })
    await save('signUp', { eventId: id, score: 3 })
    const left = { id: await save('signUp', { eventId: id, score: 7 }) }
    await calls.data('POST', 'city/v1/signUp/leave', left)
    const worst =
      '  worst: { type: integer, compute: "sign.min(s, s.score)", stored: true, title: { zh: 最低, en: Worst } }\n'
    const wider = event.replace('  free:', `${worst}  free:`)
    writeIn(server.appDir, 'resources/city/event.yaml', wider)
    const value = async (column: string) => {
      await run(`update engine_job set next_at = now() where name = 'value-refresh'`)
      return (await run(`select ${column} as v from event where id = ${id}`).catch(() => []))[0]?.['v']
    }
    const eventually = (column: string, wanted: string) =>
      expect.poll(() => value(column), { timeout: 30_000, interval: 100 }).toBe(wanted)
    await eventually('worst', '3')
    expect(await value('taken')).toBe('1')
    writeIn(server.appDir, 'resources/city/event.yaml', wider.replace("it.state != 'left'", "it.state == 'left'"))
    await eventually('best', '7')
    writeIn(server.appDir, 'resources/city/event.yaml', wider)
    await eventually('best', '3')
    await expect.poll(() => run(differing), { timeout: 30_000, interval: 100 }).toEqual([])
  })

  it('equal a plain recomputation after random writes by every path', async () => {
    const random = randomOf(20_261_128)
    const series = await Promise.all([1, 2].map(() => save('series')))
    const events: string[] = []
    const people: string[] = []
    const operations: string[] = []
    for (let n = 0; n < 4; n += 1) events.push(await save('event', { seriesId: series[n % 2], places: 6, least: 5 }))
    for (let n = 0; n < 4; n += 1) people.push(await save('signUp', { eventId: events[n], score: n + 4 }))
    const writes = writesOf(random, { series, events, people, operations })
    const rounds = roundsOf(40, 200, 1000)
    const outcomes: Record<string, number[]> = {}
    for (let round = 0; round < rounds; round += 1) {
      const path = random.pick(Object.keys(writes))
      const isDone = await writes[path]?.()
      const [done = 0, refused = 0] = outcomes[path] ?? []
      outcomes[path] = isDone ? [done + 1, refused] : [done, refused + 1]
      expect([path, await run(differing), await run(differingSeries)]).toEqual([path, [], []])
    }
    expect(await run(`select id from event where taken > places`)).toEqual([])
    if (isThorough) expect(Object.values(outcomes).every(([done = 0]) => done > 0)).toBe(true)
  })

  /** One random write by each path; whether it was done and not refused. */
  function writesOf(
    random: Random,
    { series, events, people, operations }: Record<'series' | 'events' | 'people' | 'operations', string[]>,
  ): Readonly<Record<string, () => Promise<boolean>>> {
    const isDone = ({ status }: { readonly status: number }) => status === 200
    // Mostly those that are not in the bin: what refers to others is refused.
    const inBin = new Set<string>()
    const listed = () => {
      const others = events.filter(id => !inBin.has(id))
      return random.pick(others.length === 0 || random.chance(0.2) ? events : others)
    }
    const anyEvent = () => (random.chance(0.1) ? null : listed())
    const gone = new Set<string>()
    const recent = () => {
      const others = people.filter(id => !gone.has(id))
      return random.pick(others.length === 0 || random.chance(0.2) ? people : others)
    }
    const some = () => [recent(), recent()]
    const values = () => ({
      eventId: anyEvent(),
      score: random.chance(0.2) ? null : random.below(10),
      cost: random.below(5),
      others: random.chance(0.5) ? [] : [...new Set([listed(), listed()])],
      guests: random.chance(0.6) ? [] : [{ eventId: anyEvent(), age: random.below(9) }],
    })
    const added = async (record: object) => {
      const answer = await calls.call('POST', 'city/v1/signUp/save', { name: name(), ...record })
      if (isDone(answer)) people.push(answer.body.data.id)
      return isDone(answer)
    }
    const inBulk = async (resource: string, ids: readonly string[], bulkOperation: object) => {
      const lines = await bulk(resource, [...new Set(ids)], bulkOperation)
      operations.push(lines[0].operation)
      return lines.at(-1).done > 0
    }
    return {
      save: () => added(values()),
      update: async () => isDone(await change('signUp', { id: some()[0], ...values() })),
      atOnce: async () => {
        const [one, other] = some()
        const made = await Promise.all([
          change('signUp', { id: one, ...values() }),
          change('signUp', { id: other, ...values() }),
          calls.call('POST', 'city/v1/signUp/leave', { id: recent() }),
          calls.call('DELETE', 'city/v1/signUp/removeById', { id: recent() }),
        ])
        return made.some(isDone)
      },
      remove: async () => {
        const id = recent()
        const isRemoved = isDone(await calls.call('DELETE', 'city/v1/signUp/removeById', { id }))
        if (isRemoved) gone.add(id)
        return isRemoved
      },
      restore: async () => {
        const id = random.pick([...gone, recent()])
        gone.delete(id)
        return isDone(await calls.call('POST', 'engine/restore/signUp', { ids: [id] }))
      },
      leave: async () => isDone(await calls.call('POST', 'city/v1/signUp/leave', { id: some()[0] })),
      bulk: () => inBulk('signUp', some(), { kind: 'update', values: { eventId: listed() } }),
      bulkRemove: () => {
        const ids = some()
        for (const id of ids) gone.add(id)
        return inBulk('signUp', ids, { kind: 'remove' })
      },
      undo: async () => {
        const answer = await calls.call('POST', `engine/operations/${operations.pop()}/undo`)
        return isDone(answer) && linesOf(answer).at(-1).done > 0
      },
      import: async () => {
        const [event] = await run(`select name from event where id = ${random.pick(events)} and is_deleted = 0`)
        if (!event) return false
        const rows = [1, 2, 3].map(() => `${name()},${event['name']},${random.below(9)}`)
        const { id } = await imports.checked(`名称,活动,分数\n${rows.join('\n')}\n`)
        const wrong = (await imports.problemsOf(id)).length
        if (wrong === rows.length) return false
        const goodRows = wrong > 0 || random.chance(0.5)
        return (await imports.step(id, 'write', { goodRows })).at(-1).import.state === 'written'
      },
      invite: async () =>
        isDone(await calls.call('POST', 'city/v1/event/invite', { id: random.pick(events), who: name() })),
      raise: async () => isDone(await calls.call('POST', 'city/v1/event/raise', { id: random.pick(events) })),
      least: async () => isDone(await change('event', { id: random.pick(events), least: random.below(9) })),
      series: async () =>
        isDone(
          await change('event', {
            id: random.pick(events),
            seriesId: random.pick(series),
            places: 4 + random.below(4),
          }),
        ),
      removeEvent: async () => {
        const id = random.pick(events)
        const isRemoved = isDone(await calls.call('DELETE', 'city/v1/event/removeById', { id }))
        if (isRemoved) inBin.add(id)
        return isRemoved
      },
      restoreEvent: async () => {
        const id = random.pick(events)
        inBin.delete(id)
        return isDone(await calls.call('POST', 'engine/restore/event', { ids: [id] }))
      },
      line: async () => {
        // Few records have lines.
        for (const id of people) {
          const line = (await get('signUp', id).catch(() => null))?.guests[0]
          if (line)
            return isDone(await change('signUpGuest', { id: line.id, eventId: anyEvent(), age: random.below(9) }))
        }
        return false
      },
    }
  }
})
