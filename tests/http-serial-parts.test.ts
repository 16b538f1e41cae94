import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const number = (pattern: string, more = '') =>
  `no: { type: serial, pattern: "${pattern}"${more}, title: { zh: 编号, en: No. } }`
const depotId = 'depotId: { type: reference, of: depot, required: true, title: { zh: 仓库, en: Depot } }'
const app = {
  ...sampleApp,
  'resources/city/depot.yaml': `title: { zh: 仓库, en: Depot }
menu: { under: work, icon: map, order: 40 }
display: code
fields:
  code: { type: text, required: true, unique: true, max: 70, title: { zh: 代号, en: Code } }
actions:
  open: { creates: { of: slip, with: { depotId: id } }, title: { zh: 开单, en: Open } }
access: [{ role: role-clerk, allow: [view], where: "code != 'X'" }]
`,
  'resources/city/slip.yaml': `title: { zh: 单据, en: Slip }
menu: { under: work, icon: list-checks, order: 50 }
display: no
fields:
  ${number('{depotId.code}-{00}', ', imported: true')}
  ${depotId}
  note: { type: text, title: { zh: 备注, en: Note } }
`,
  'resources/city/batch.yaml': `title: { zh: 批次, en: Batch }
menu: { under: work, icon: list-checks, order: 60 }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  items: { type: children, of: batchItem, title: { zh: 明细, en: Items } }
`,
  'resources/city/batchItem.yaml': `title: { zh: 明细, en: Item }
menu: false
partOf: batchId
display: no
fields:
  batchId: { type: reference, of: batch, required: true }
  ${number('{00}/{depotId.code}')}
  ${depotId}
`,
}

describe.each(databasesWalked('embedded'))('semantics 25: texts of other records in serial numbers ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'slip')
  })
  afterAll(() => server.close())

  const save = (resource: string, values: object, by?: string) =>
    calls.data('POST', `city/v1/${resource}/save`, values, by)
  const depot = async (code: string): Promise<string> => (await save('depot', { code })).id
  const slip = async (id: string): Promise<string> => (await save('slip', { depotId: id })).no
  const numbersOf = async (id: string): Promise<readonly string[]> =>
    (await calls.data('GET', `city/v1/slip/page?size=200&ascs=no&depotId_equal=${id}`)).records.map(
      ({ no }: Line) => no,
    )

  it('are each counted apart, and no two records that are saved at the same time get one number', async () => {
    const depots = [await depot('N'), await depot('N-1')]
    await Promise.all(Array.from({ length: 12 }, (_, n) => slip(depots[n % 2] ?? '')))
    const counted = (code: string) => Array.from({ length: 6 }, (_, n) => `${code}-0${n + 1}`)
    expect(await Promise.all(depots.map(numbersOf))).toEqual([counted('N'), counted('N-1')])
    // Lines are numbered in the transaction of their master.
    const [one, other] = depots.map(depotId => ({ depotId }))
    const batches = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        save('batch', { name: `批 ${n}`, items: n % 2 ? [one, other] : [other, one] }),
      ),
    )
    const lines = batches.flatMap(({ items }) => items.map(({ no }: Line) => no)).sort()
    expect(lines).toEqual(Array.from({ length: 6 }, (_, n) => [`0${n + 1}/N`, `0${n + 1}/N-1`]).flat())
  })

  it('remain when the other record or the reference is changed; the next number has the new text', async () => {
    const [east, west] = [await depot('E'), await depot('W')]
    const [first, second] = [await save('slip', { depotId: east }), await save('slip', { depotId: east })]
    await calls.data('PUT', 'city/v1/depot/update', { id: east, code: 'E2' })
    await calls.data('PUT', 'city/v1/slip/update', { id: second.id, depotId: west })
    expect([await numbersOf(east), await numbersOf(west)]).toEqual([['E-01'], ['E-02']])
    expect([await slip(east), await slip(west)]).toEqual(['E2-01', 'W-01'])
    expect(first.no).toBe('E-01')
    // A text that is used again continues.
    await calls.data('PUT', 'city/v1/depot/update', { id: east, code: 'E' })
    expect(await slip(east)).toBe('E-03')
  })

  it.each([
    ['of all rows or none', false, 'A', 'B'],
    ['of valid rows', true, 'C', 'D'],
  ])('continue after the highest imported number of each, in an import %s', async (_what, goodRows, code, other) => {
    const [one, two] = [await depot(code), await depot(other)]
    expect([await slip(one), await slip(two)]).toEqual([`${code}-01`, `${other}-01`])
    // The last is in the form of the other depot, whose own numbers must not meet it.
    const checked = await calls.checked(
      `编号,仓库\n${code}-07,${code}\n,${code}\n,${other}\nOLD-${code},${code}\n${other}-09,${code}\n`,
    )
    expect(checked.counts).toMatchObject({ wrong: 0 })
    await calls.step(checked.id, 'write', { goodRows })
    expect(await numbersOf(one)).toEqual(
      [`${code}-01`, `${code}-07`, `${code}-08`, `${other}-09`, `OLD-${code}`].sort(),
    )
    expect(await numbersOf(two)).toEqual([`${other}-01`, `${other}-10`])
    expect([await slip(one), await slip(two)]).toEqual([`${code}-09`, `${other}-11`])
  })

  it('of a record that the user may not refer to are refused as those of a missing record', async () => {
    const hidden = await depot('X')
    const clerk = await calls.person('clerk', ['slip_add', 'slip_view', 'depot_view'])
    const refused = async (id: string) => {
      const { status, body } = await calls.call('POST', 'city/v1/slip/save', { depotId: id }, clerk)
      return { status, body: { ...body, requestId: undefined } }
    }
    const answer = await refused(hidden)
    expect(answer.status).toBe(400)
    expect(await refused('1')).toEqual(answer)
    expect((await save('slip', { depotId: await depot('Y') }, clerk)).no).toBe('Y-01')
  })

  it('that make a number too long are refused, with its field', async () => {
    const { status, body } = await calls.call('POST', 'city/v1/slip/save', { depotId: await depot('L'.repeat(62)) })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('编号')
    expect(await slip(await depot('L'.repeat(61)))).toBe(`${'L'.repeat(61)}-01`)
    // The check of an import reports it with the row; the others are stored.
    const short = await depot('K')
    const checked = await calls.checked(`仓库\nK\n${'L'.repeat(62)}\n`)
    await calls.step(checked.id, 'write', { goodRows: true })
    expect(await numbersOf(short)).toEqual(['K-01'])
    expect(await calls.problemsOf(checked.id)).toEqual([[3, undefined, '编号长度不能超过 64']])
  })
})
