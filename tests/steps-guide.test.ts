import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { guideFiles } from './support/guide-files.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const files = guideFiles('steps-and-effects.md')

describe.each(databasesWalked('postgres'))('the example of the guide to steps and effects on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let mechanic: string

  const make = (resource: string, step: string, body: object) =>
    calls.call('POST', `repair/v1/${resource}/${step}`, body)
  const read = (resource: string, id: unknown) => calls.data('GET', `repair/v1/${resource}/getById?id=${id}`)
  const save = async (resource: string, record: object): Promise<string> =>
    (await calls.data('POST', `repair/v1/${resource}/save`, record)).id
  /** A repair that is assigned, of a machine of its own. */
  const assigned = async (name: string) => {
    const machineId = await save('machine', { name, brand: '甲', rate: 40 })
    const id = await save('repair', { machineId, problem: '不转' })
    expect(await make('repair', 'assign', { id, mechanic })).toMatchObject({ status: 200 })
    expect((await read('machine', machineId)).usable).toBe(false)
    return { id, machineId }
  }

  beforeAll(async () => {
    server = await startServer(kind, files)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    mechanic = (await calls.data('GET', 'blade/v1/bladeUser/page')).records[0].id
  }, 60_000)
  afterAll(() => server.close())

  it('has eight files, and no problem', async () => {
    expect(Object.keys(files)).toHaveLength(8)
    expect(await calls.data('GET', 'engine/problems')).toEqual([])
  })

  it('orders a part of a fitting supplier, and finishes the repair once it is delivered', async () => {
    const { id, machineId } = await assigned('锯床')
    const [fitting, other] = await Promise.all(
      ['甲', '乙'].map(brand => save('supplier', { name: brand, brand, days: 3 })),
    )
    expect(await make('repair', 'order', { id, part: '轴', supplierId: other })).toMatchObject({ status: 400 })
    expect(await make('repair', 'order', { id, part: '轴', supplierId: fitting })).toMatchObject({ status: 200 })
    const [purchase] = (await calls.data('GET', `repair/v1/purchase/page?repairId=${id}`)).records
    expect(purchase).toMatchObject({ part: '轴', supplierId: fitting, due: expect.any(String) })
    const finish = () => make('repair', 'finish', { id, result: '已换轴', minutes: 30 })
    expect(await finish()).toMatchObject({ status: 409 })
    expect(await make('purchase', 'deliver', { id: purchase.id })).toMatchObject({ status: 200 })
    expect(await finish()).toMatchObject({ status: 200, body: { data: { cost: 20, result: '已换轴' } } })
    expect(await read('machine', machineId)).toMatchObject({ usable: true, lastRepair: expect.any(String) })
  })

  it('withdraws open purchases of a repair that is cancelled', async () => {
    const { id, machineId } = await assigned('车床')
    const supplierId = await save('supplier', { name: '丙', brand: '甲', days: 1 })
    await make('repair', 'order', { id, part: '皮带', supplierId })
    expect(await make('repair', 'cancel', { id })).toMatchObject({ status: 200 })
    const [purchase] = (await calls.data('GET', `repair/v1/purchase/page?repairId=${id}`)).records
    expect(await make('purchase', 'deliver', { id: purchase.id })).toMatchObject({ status: 409 })
    expect((await read('machine', machineId)).usable).toBe(true)
  })
})
