import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest, roundsOf } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { randomOf } from './support/random.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 租赁, en: Hire }\n',
  'resources/city/hire.yaml': `title: { zh: 租用, en: Hire }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
  car: { type: text, max: 20, title: { zh: 车号, en: Car } }
  fromDay: { type: date, title: { zh: 起, en: From } }
  toDay: { type: date, title: { zh: 止, en: To } }
  cancelled: { type: boolean, default: false, title: { zh: 作废, en: Void } }
unique:
  - fields: [car]
    during: [fromDay, toDay]
    where: "cancelled == false"
    message: { zh: 这辆车在此期间已租出, en: The car is hired in this period }
access: [{ role: role-clerk, allow: [view, add], where: "createUser == me.id" }]
`,
  'resources/city/booking.yaml': `title: { zh: 预约, en: Booking }
fields:
  room: { type: integer, title: { zh: 房间, en: Room } }
  day: { type: date, title: { zh: 日期, en: Day } }
  startAt: { type: datetime, title: { zh: 开始, en: Start } }
  endAt: { type: datetime, title: { zh: 结束, en: End } }
  opens: { type: time, title: { zh: 开门, en: Opens } }
  closes: { type: time, title: { zh: 关门, en: Closes } }
unique:
  - { fields: [room], during: [startAt, endAt] }
  - { fields: [room, day], during: [opens, closes] }
`,
}

describe.each(databasesUnderTest())('semantics C3: periods that may not overlap, on $kind', kind => {
  let server: ServerUnderTest
  let admin: ServerCalls
  let hires: ImportCalls

  const save = (record: object, by?: string) => admin.call('POST', 'city/v1/hire/save', { name: '租', ...record }, by)
  /** Again after a 503: so many writers at once may find no connection free. */
  const saveAnyway = async (record: object) => {
    for (;;) {
      const answer = await save(record)
      if (answer.status !== 503) return answer
    }
  }
  const statusOf = async (record: object) => (await save(record)).status
  const hired = '这辆车在此期间已租出'
  const errors = { car: hired }
  const bulk = async (ids: readonly string[], bulkOperation: object) =>
    linesOf(await admin.call('POST', 'engine/bulk/hire', { select: { ids }, do: bulkOperation }))

  beforeAll(async () => {
    server = await startServer(kind, app)
    hires = await importCallsOn(server, 'hire')
    admin = serverCalls(server, hires.token)
  })
  afterAll(() => server.close())

  it('accept one of 100 records that are saved at once, and report the others at each field', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        saveAnyway({ car: 'A', fromDay: '2026-03-02', toDay: `2026-03-${String(2 + (n % 20)).padStart(2, '0')}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { body } of refused) expect(body).toMatchObject({ code: 409, errors })
  })

  it.each([
    ['the last day', { fromDay: '2026-01-10', toDay: '2026-01-12' }, 409],
    ['the day after', { fromDay: '2026-01-11', toDay: '2026-01-12' }, 200],
    ['a day within an open period', { fromDay: '2030-01-01', toDay: '2030-01-02' }, 409],
    ['an open period before another', { fromDay: '2025-01-01' }, 409],
    ['a record without a start', { toDay: '2026-01-12' }, 200],
    ['a period that ends before it starts', { fromDay: '2026-01-13', toDay: '2026-01-12' }, 400],
    ['a period of one day', { fromDay: '2026-01-12', toDay: '2026-01-12' }, 200],
    ['an empty period outside of the condition', { fromDay: '2026-01-08', toDay: '2026-01-07', cancelled: true }, 200],
    ['a record that does not satisfy the condition', { fromDay: '2026-01-10', cancelled: true }, 200],
    ['a record without the other field', { car: null, fromDay: '2026-01-10' }, 200],
  ])('compare dates with both days: %s', async (name, record, status) => {
    const car = `B ${name}`.slice(0, 20)
    expect(await statusOf({ car, fromDay: '2026-01-05', toDay: '2026-01-10' })).toBe(200)
    expect(await statusOf({ car, fromDay: '2029-01-05' })).toBe(200)
    expect(await statusOf({ car, ...record })).toBe(status)
  })

  it.each([
    ['startAt', 'endAt', ['2026-01-01 08:00:00', '2026-01-01 09:00:00', '2026-01-01 10:00:00'], {}],
    ['opens', 'closes', ['08:00:00', '09:00:00', '10:00:00'], { day: '2026-01-02' }],
  ])('compare times without the end: %s', async (from, to, [eight, nine, ten], more) => {
    const book = async (start: unknown, end: unknown, room = 7) =>
      (await admin.call('POST', 'city/v1/booking/save', { room, ...more, [from]: start, [to]: end })).status
    expect([await book(eight, nine), await book(nine, ten), await book(ten, ten)]).toEqual([200, 200, 400])
    expect([await book(eight, ten), await book(eight, ten, 8)]).toEqual([409, 200])
  })

  it('name the other record to users who see it, and to no other user', async () => {
    const record = { car: 'C', fromDay: '2026-05-01' }
    const id = await admin.save('hire', { name: '甲的', ...record })
    const clerk = await hires.person('clerk', ['hire_view', 'hire_add'])
    expect((await save(record)).body).toMatchObject({
      errors,
      data: { existing: { resource: 'hire', id, name: '甲的' } },
    })
    expect((await save(record, clerk)).body).toMatchObject({ code: 409, errors, data: null })
  })

  it('refuse changes, restorations and undone deletions that would overlap', async () => {
    const first = await admin.save('hire', { name: '一', car: 'D', fromDay: '2026-01-01', toDay: '2026-01-31' })
    const second = await admin.save('hire', { name: '二', car: 'D', fromDay: '2026-02-01' })
    const moved = await admin.call('PUT', 'city/v1/hire/update', { id: second, version: 1, fromDay: '2026-01-31' })
    expect(moved.body).toMatchObject({ errors })
    const [removal] = await bulk([first], { kind: 'remove' })
    expect(
      (await admin.call('PUT', 'city/v1/hire/update', { id: second, version: 1, fromDay: '2026-01-31' })).status,
    ).toBe(200)
    const undone = linesOf(await admin.call('POST', `engine/operations/${removal.operation}/undo`))
    expect(undone.at(-1)).toMatchObject({ done: 0, failed: 1 })
    const preview = await admin.data('POST', 'engine/bulk/hire/preview', {
      select: { ids: [first] },
      do: { kind: 'restore' },
    })
    expect(preview).toMatchObject({ trial: { done: 0, stays: [{ count: 1 }] } })
    expect((await admin.call('POST', 'engine/restore/hire', { ids: [first] })).status).toBe(409)
  })

  it.each([
    { goodRows: true, written: 3 },
    { goodRows: false, written: 0 },
  ])(
    'are checked by an import, against stored records and within the file: $goodRows',
    async ({ goodRows, written }) => {
      const car = goodRows ? 'F' : 'G'
      await admin.save('hire', { name: '旧', car, fromDay: '2026-01-01', toDay: '2026-01-31' })
      const file = [
        '名称,车号,起,止',
        `甲,${car},2026-02-10,2026-02-20`,
        `乙,${car},2026-01-31,2026-02-01`,
        `丙,${car},2026-02-20,2026-02-25`,
        `丁,${car},2026-02-21,`,
        `戊,${car},,`,
      ]
      const { id } = await hires.checked(file.join('\n'))
      expect(await hires.problemsOf(id)).toEqual([
        [3, '车号', hired],
        [4, '车号', `${hired}（第 2 行）`],
      ])
      const answer = await hires.call('POST', `engine/import/hire/${id}/write`, { goodRows })
      if (goodRows) expect(linesOf(answer).at(-1).import.counts).toMatchObject({ written, wrong: 2 })
      else expect(answer.status).toBe(409)
    },
  )

  it('are checked again when an import publishes all rows at once', async () => {
    const { id } = await hires.checked('名称,车号,起,止\n甲,QZ7,2026-02-10,2026-02-20')
    expect(await statusOf({ car: 'QZ7', fromDay: '2026-02-15' })).toBe(200)
    await hires.step(id, 'write', {})
    expect((await admin.data('GET', 'city/v1/hire/page?car=QZ7')).total).toBe(1)
  })

  it('accept in random writes exactly the records that overlap no other', async () => {
    const random = randomOf(20_261_127)
    const read = async (text: string) => (await hires.run(text)).rows
    const day = () => `2027-01-${String(1 + random.below(28)).padStart(2, '0')}`
    const car = () => random.pick(['R1', 'R2', null])
    const values = () => {
      const [first = '', last = ''] = [day(), day()].sort()
      const [fromDay, toDay] = [random.chance(0.1) ? null : first, random.chance(0.1) ? null : last]
      return { car: car(), fromDay, toDay, cancelled: random.chance(0.2) }
    }
    const ids: string[] = []
    const operations: string[] = []
    const takesPart = (a: string) => `${a}.is_deleted = 0 and ${isCompared(a)}`
    const isCompared = (a: string) =>
      `${a}.car is not null and ${a}.from_day is not null and not ${a}.cancelled and (${a}.from_day <= ${a}.to_day) is not false`
    const period = (a: string) => `daterange(${a}.from_day, ${a}.to_day, '[]')`
    const pairs = (condition: string) =>
      read(`select a.id from hire a join hire b on a.id <> b.id and a.car = b.car
        and case when ${isCompared('a')} and ${isCompared('b')} then ${period('a')} && ${period('b')} end
        where ${condition}`)
    const textOf = (value: unknown) => (value === null ? 'null' : `'${value}'`)
    /** Whether a record with these values would overlap another one than `id`. */
    const overlaps = async (record: ReturnType<typeof values>, id = '0') =>
      (
        await read(`select b.id from (select ${textOf(record.car)}::text as car, ${textOf(record.fromDay)}::date as from_day,
            ${textOf(record.toDay)}::date as to_day, ${record.cancelled} as cancelled) a
          join hire b on b.id <> ${id} and a.car = b.car and ${takesPart('b')}
          where case when ${isCompared('a')} and ${takesPart('b')} then ${period('a')} && ${period('b')} end`)
      ).length > 0
    const outcomes = { accepted: 0, refused: 0 }
    const expected = async (isRefused: boolean, answering: () => Promise<{ readonly status: number }>) => {
      const { status } = await answering()
      expect(status).toBe(isRefused ? 409 : 200)
      outcomes[isRefused ? 'refused' : 'accepted'] += 1
    }
    const writes: readonly (() => Promise<unknown>)[] = [
      async () => {
        const record = values()
        await expected(await overlaps(record), async () => {
          const answer = await save(record)
          if (answer.status === 200) ids.push(answer.body.data.id)
          return answer
        })
      },
      async () => {
        const [record, id] = [values(), random.pick(ids)]
        const [live] = await read(`select from hire where id = ${id} and is_deleted = 0`)
        if (live)
          await expected(await overlaps(record, id), () => admin.call('PUT', 'city/v1/hire/update', { id, ...record }))
      },
      () => admin.call('DELETE', 'city/v1/hire/removeById', { id: random.pick(ids) }),
      async () => {
        const id = random.pick(ids)
        const [binned] = await read(
          `select car, from_day::text as "fromDay", to_day::text as "toDay", cancelled from hire where id = ${id} and is_deleted = 1`,
        )
        if (binned)
          await expected(await overlaps(binned as ReturnType<typeof values>, id), () =>
            admin.call('POST', 'engine/restore/hire', { ids: [id] }),
          )
      },
      async () => {
        const lines = await bulk([random.pick(ids), random.pick(ids)], { kind: 'update', values: { car: car() } })
        operations.push(lines[0].operation)
      },
      async () => admin.call('POST', `engine/operations/${operations.pop() ?? '1'}/undo`),
      async () => {
        const { id } = await hires.checked(`名称,车号,起,止\n租,R1,${day()},${day()}\n租,R2,${day()},${day()}\n`)
        // Refused where no row is valid.
        await admin.call('POST', `engine/import/hire/${id}/write`, { goodRows: true })
      },
      // Two users at once: at most one of two that overlap.
      () => Promise.all([save({ ...values(), car: 'R1' }), save({ ...values(), car: 'R1' })]),
    ]
    await writes[0]?.()
    while (ids.length === 0) await writes[0]?.()
    for (let round = 0; round < roundsOf(40, 150, 1000); round += 1) {
      await random.pick(writes)()
      expect(await pairs(`${takesPart('a')} and ${takesPart('b')}`)).toEqual([])
    }
    expect(Object.values(outcomes).every(made => made > 0)).toBe(true)
  })
})
