import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTable } from '../engine/server/services/import/read-table.ts'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { importFiles, sheetsFile } from './support/import-work.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const guest = `title: { zh: 访客, en: Guest }
display: nickname
fields:
  nickname: { type: text, required: true, title: { zh: 昵称, en: Nickname } }
  idCard: { type: idCard, unique: true, personal: idCard, title: { zh: 证件, en: Identity } }
`
const files = importFiles()
afterAll(() => files.remove())

describe.each(databasesWalked('postgres'))('import by a user of one owner, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let own: string
  let one: string
  let two: string

  const bought = async () =>
    (await calls.data('GET', 'city/v1/purchase/page?size=200&ascs=title')).records.map(
      ({ title, wardIdName, total }: Readonly<Record<string, unknown>>) => [title, wardIdName, total],
    )

  beforeAll(async () => {
    server = await startServer(kind, { ...sampleApp, 'resources/city/guest.yaml': guest })
    calls = await importCallsOn(server, 'purchase')
    own = (await calls.data('POST', 'city/v1/ward/save', { name: '自己的街区' })).id
    const other = (await calls.data('POST', 'city/v1/ward/save', { name: '别人的街区' })).id
    const codes = ['view', 'add', 'edit', 'import'].map(name => `purchase_${name}`)
    one = await calls.person('one', codes, { ownerIds: [own] })
    two = await calls.person('two', codes, { ownerIds: [own, other] })
  })
  afterAll(() => server.close())
  beforeEach(() => calls.run('truncate purchase, purchase_line, engine_import, engine_import_row, engine_import_line'))

  it("does not require the owner's column or its cells", async () => {
    const file = await sheetsFile({
      采购: ['标题,街区', '米,', '面,自己的街区'],
      明细: ['采购,物品,数量,单价', '米,大米,2,3', '面,面粉,1,4'],
    })
    const taken = await calls.take(file, { name: '采购.xlsx', by: one })
    expect(taken.targets.filter(({ isRequired }: { isRequired: boolean }) => isRequired)).toMatchObject([
      { name: 'title' },
    ])
    const [last] = (await calls.step(taken.id, 'check', { columns: taken.columns }, one)).slice(-1)
    expect(last.import.counts).toMatchObject({ rows: 2, wrong: 0 })
    expect(await calls.data('GET', `engine/import/purchase/${taken.id}/additions`, undefined, one)).toMatchObject({
      titles: [{ zh: '街区' }, { zh: '标题' }, { zh: '明细' }],
      records: [{ values: ['自己的街区', '米', '1 条明细'] }, { values: ['自己的街区', '面', '1 条明细'] }],
    })
    await calls.step(taken.id, 'write', {}, one)
    const view = await calls.checked('标题,明细：物品,明细：数量,明细：单价\n油,菜油,1,5\n', null, one)
    await calls.step(view.id, 'write', {}, one)
    expect(await bought()).toEqual([
      ['米', '自己的街区', 6],
      ['面', '自己的街区', 4],
      ['油', '自己的街区', 5],
    ])
  })

  it('reports records of other owners as not importable, known or unknown', async () => {
    const rows = ['米,别人的街区', '面,没有的街区', '油,自己的街区'].map(row => `${row},甲,1,1`)
    const view = await calls.checked(`标题,街区,明细：物品,明细：数量,明细：单价\n${rows.join('\n')}\n`, null, one)
    const sentence = '只能导入自己的数据：请清空街区，或填写自己的名称'
    expect(await calls.problemsOf(view.id, one)).toEqual([
      [2, '街区', sentence],
      [3, '街区', sentence],
    ])
    expect(view.counts).toMatchObject({ rows: 3, wrong: 2 })
  })

  it('requires that column for a user of two owners, and imports for both', async () => {
    const { id, columns } = await calls.take('标题,明细：物品,明细：数量,明细：单价\n油,菜油,1,5\n', { by: two })
    const refused = await calls.call('POST', `engine/import/purchase/${id}/check`, { columns }, two)
    expect(refused).toMatchObject({ status: 400, body: { msg: expect.stringContaining('街区') } })
    const rows = ['米,别人的街区', '面,自己的街区'].map(row => `${row},甲,1,1`)
    const view = await calls.checked(`标题,街区,明细：物品,明细：数量,明细：单价\n${rows.join('\n')}\n`, null, two)
    expect(view.counts).toMatchObject({ rows: 2, wrong: 0 })
  })

  it('neither adds nor matches unique values that the user reads masked, and would confirm', async () => {
    const guests = await importCallsOn(server, 'guest')
    const codes = ['view', 'add', 'edit', 'import'].map(name => `guest_${name}`)
    const [masked, clear] = [
      await guests.person('masked', codes),
      await guests.person('clear', [...codes, 'guest_unmask']),
    ]
    const file = '昵称,证件\n周,11010519491231002X\n'
    const check = async (by: string, more: object = {}) => {
      const { id, columns } = await guests.take(file, { by })
      return guests.call('POST', `engine/import/guest/${id}/check`, { columns, ...more }, by)
    }
    const refusal = { status: 400, body: { reason: 'columns.masked' } }
    expect(await check(masked)).toMatchObject(refusal)
    expect(await check(masked, { match: { by: 'idCard', mode: 'update', emptyClears: false } })).toMatchObject(refusal)
    expect(await check(masked, { columns: { 0: 'nickname' } })).toMatchObject({ status: 200 })
    expect(await check(clear)).toMatchObject({ status: 200 })
  })

  it('shows new records and permitted names to a user who may add but not view', async () => {
    const blind = await calls.person('blind', ['purchase_add', 'purchase_import'], { ownerIds: [own] })
    const view = await calls.checked(
      '标题,街区,明细：物品,明细：数量,明细：单价\n油,自己的街区,菜油,1,5\n',
      null,
      blind,
    )
    expect(await calls.data('GET', `engine/import/purchase/${view.id}/additions`, undefined, blind)).toMatchObject({
      records: [{ values: ['自己的街区', '油', '1 条明细'] }],
    })
  })

  it('offers a template without that column', async () => {
    const headOf = async (by: string) => {
      const path = files.csv('')
      writeFileSync(path, (await calls.call('GET', 'engine/import/purchase/template?format=csv', undefined, by)).body)
      return (await openTable(path)).head
    }
    expect(await headOf(two)).toEqual(['*街区', '*标题', '*明细：物品', '*明细：数量', '*明细：单价'])
    expect(await headOf(one)).toEqual(['*标题', '*明细：物品', '*明细：数量', '*明细：单价'])
  })
})
