import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn, type Line } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const order = (imported: string) => `title: { zh: 订单, en: Order }
menu: { under: work, icon: list-checks, order: 40 }
display: name
fields:
  no: { type: serial, pattern: "DD{yyyy}-{000}"${imported}, title: { zh: 编号, en: No. } }
  name: { type: text, required: true, max: 20, title: { zh: 名称, en: Name } }
`
const app = {
  ...sampleApp,
  'resources/city/order.yaml': order(', imported: true'),
  'resources/city/ticket.yaml': order('').replace('订单', '票').replace('Order', 'Ticket'),
}

describe.each(databasesWalked('embedded'))('serial numbers of imported records ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  const year = new Date().getFullYear()

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'order')
  })
  afterAll(() => server.close())
  beforeEach(() =>
    calls.run('truncate "order", engine_import, engine_import_row, engine_import_line, engine_choice, engine_serial'),
  )

  const numbers = async (): Promise<readonly string[]> =>
    (await calls.data('GET', 'city/v1/order/page?size=200&ascs=name')).records.map(({ no }: Line) => no)
  const file = (...rows: string[]) => `编号,名称\n${rows.join('\n')}\n`
  const save = async (name: string): Promise<string> => (await calls.data('POST', 'city/v1/order/save', { name })).no
  const written = async (text: string, goodRows: boolean, match: unknown = null) => {
    const checked = await calls.checked(text, match)
    expect(checked.counts).toMatchObject({ wrong: 0 })
    await calls.step(checked.id, 'write', { goodRows })
  }

  it.each([
    ['of all rows or none', false],
    ['of valid rows', true],
  ])('are those of the file, and continue after the highest, in an import %s', async (_what, goodRows) => {
    await written(file(',a', `DD${year}-041,b`, 'DD2001-007,c', 'OLD-7,d', ',e'), goodRows)
    expect(await numbers()).toEqual([`DD${year}-042`, `DD${year}-041`, 'DD2001-007', 'OLD-7', `DD${year}-043`])
    expect(await save('f')).toBe(`DD${year}-044`)
  })

  it('are unique, in the file and among stored records, and never lower the counter', async () => {
    const stored = await save('a')
    await written(file(`DD${year}-000,b`), true)
    expect(await save('c')).toBe(`DD${year}-002`)
    const { id } = await calls.checked(file(`${stored},d`, 'X-1,e', 'X-1,f', `${'9'.repeat(65)},g`))
    expect((await calls.problemsOf(id)).map(([row, column]: Line) => [row, column])).toEqual([
      [2, '编号'],
      [4, '编号'],
      [5, '编号'],
    ])
  })

  it('find a record, add one that is not found, and never change', async () => {
    const stored = await save('a')
    await written(file(`${stored},a2`, 'X-1,b'), true, { by: 'no', mode: 'both' })
    expect(await numbers()).toEqual([stored, 'X-1'])
    const [{ id: recordId }] = (await calls.data('GET', 'city/v1/order/page?name=a2')).records
    const text = `记录ID,编号,名称\n${recordId},X-2,a3\n`
    const { id } = await calls.checked(text, { by: 'id', mode: 'update' })
    expect(await calls.codesOf(id)).toEqual([[2, '编号', 'onlyOfNew']])
  })

  it('are not accepted without the key', async () => {
    const tickets = await importCallsOn(server, 'ticket')
    const { id, columns } = await tickets.take(file('X-1,a'))
    await tickets.step(id, 'check', { columns })
    await tickets.step(id, 'write', { goodRows: true })
    const [{ no }] = (await calls.data('GET', 'city/v1/ticket/page')).records
    expect(no).toBe(`DD${year}-001`)
  })
})
