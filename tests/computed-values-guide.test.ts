import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { guideFiles } from './support/guide-files.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const files = guideFiles('computed-values.md')

describe.each(databasesWalked('postgres'))('the example of the guide to computed values on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  const save = (resource: string, record: object) => calls.data('POST', `training/v1/${resource}/save`, record)
  const update = (resource: string, record: object) => calls.data('PUT', `training/v1/${resource}/update`, record)
  const course = async (code: string, places: number): Promise<string> =>
    (await save('course', { name: code, code, places })).id
  const enrolment = (courseId: string, ...amounts: readonly number[]) => ({
    courseId,
    student: '李华',
    fees: amounts.map(amount => ({ item: '教材', amount })),
  })
  const valuesOf = async (id: string) => {
    const { taken, free, income } = await calls.data('GET', `training/v1/course/getById?id=${id}`)
    return { taken, free, income }
  }
  const refusal = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await calls.call(method, `training/v1/${path}`, body)
    return [status, JSON.stringify(answer)] as const
  }

  beforeAll(async () => {
    server = await startServer(kind, files, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  }, 60_000)
  afterAll(() => server.close())

  it('has four files, and no problem', async () => {
    expect(Object.keys(files)).toEqual([
      'app.yaml',
      'resources/training/course.yaml',
      'resources/training/enrolment.yaml',
      'resources/training/fee.yaml',
    ])
    expect(await calls.data('GET', 'engine/problems')).toEqual([])
  })

  it('counts enrolments and adds up their fees, after each change of one', async () => {
    const [one, other] = [await course('EN', 3), await course('FR', 3)]
    const first = await save('enrolment', enrolment(one, 30, 12))
    const second = await save('enrolment', enrolment(one, 8))
    expect([first.enrolmentNo, first.price, second.enrolmentNo]).toEqual(['EN-001', 42, 'EN-002'])
    expect(await valuesOf(one)).toEqual({ taken: 2, free: 1, income: 50 })
    await update('enrolment', { id: second.id, fees: [{ item: '教材', amount: 5 }] })
    expect(await valuesOf(one)).toEqual({ taken: 2, free: 1, income: 47 })
    await update('enrolment', { id: first.id, courseId: other })
    expect([await valuesOf(one), await valuesOf(other)]).toEqual([
      { taken: 1, free: 2, income: 5 },
      { taken: 1, free: 2, income: 42 },
    ])
    await update('enrolment', { id: first.id, cancelled: true })
    expect(await valuesOf(other)).toMatchObject({ taken: 0, free: 3 })
    expect((await save('enrolment', enrolment(other))).enrolmentNo).toBe('FR-001')
    const { records } = await calls.data('GET', 'training/v1/course/page?taken_gt=0&ascs=taken')
    expect(records.map(({ code }: { readonly code: string }) => code).sort()).toEqual(['EN', 'FR'])
  })

  it('gives the last place to one of two users, and refuses fewer places than enrolments', async () => {
    const id = await course('DE', 2)
    await save('enrolment', enrolment(id))
    const answers = await Promise.all([1, 2].map(() => refusal('POST', 'enrolment/save', enrolment(id))))
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409])
    expect(answers.find(([status]) => status === 409)?.[1]).toContain('名额已满')
    const [status, text] = await refusal('PUT', 'course/update', { id, places: 1 })
    expect([status, text.includes('名额已满')]).toEqual([400, true])
    expect(await valuesOf(id)).toMatchObject({ taken: 2, free: 0 })
  })
})
