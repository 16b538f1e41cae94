import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { resourceOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesWalked } from './support/databases.ts'
import { actor, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
const creditCode = (n: number) => {
  const field = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  return field && typeOf(field).example(field, model, n)
}

describe.each(databasesWalked('postgres'))('queries of the product on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const ids: Record<string, string> = {}
  const save = async (resource: string, record: object) =>
    String((await under.store.save(under.ctx(administrator), resource, record))['id'])
  const ask = async (resource: string, query: string, given: Record<string, string>, by = administrator) =>
    (await under.store.query(under.ctx(by), resource, query, given)).data

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const regionId = await save('sysRegion', { code: '330000', name: '浙江省', regionLevel: '1' })
    const typeId = await save('entType', { name: '学校食堂', code: 'SCHOOL' })
    const shared = { typeId, regionId, address: '文一西路 1 号', phone: '13800138000' }
    const school = { ...shared, businessType: 'PRISC', name: '清溪小学食堂', creditCode: creditCode(1) }
    ids['school'] = await save('entInfo', { ...school, licenceNo: 'JY3301', licenceEnd: '2029-02-28' })
    ids['hotel'] = await save('entInfo', {
      ...shared,
      businessType: 'HOTEL',
      name: '云栖酒店',
      creditCode: creditCode(2),
    })
    const productTypeId = await save('businessProductType', { name: '蔬菜', code: 'VEG' })
    const lines = [{ productName: '青菜', productTypeId, quantity: 2, unit: '1', price: 3 }]
    ids['order'] = await save('businessEntOrder', { entId: ids['school'], supplierName: '绿源', lines })
    await save('businessEntOrder', { entId: ids['school'], supplierName: '丰收', lines })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('schoolPage has the canteens of schools only', async () => {
    expect(await ask('entInfo', 'schoolPage', {})).toMatchObject({ total: 1, records: [{ id: ids['school'] }] })
    // A region is named by its code.
    expect(await ask('entInfo', 'schoolPage', { regionId_below: '330000' })).toMatchObject({ total: 1 })
    expect(await ask('entInfo', 'schoolPage', { regionId_in: '330001' })).toMatchObject({ total: 0 })
  })

  it('listLicenceSystemByQuery finds a business by name or licence, with its own code', async () => {
    const licence = { jyzmc: '清溪小学食堂', xkzbh: 'JY3301', yxqz: '2029-02-28' }
    expect(await ask('entInfo', 'listLicenceSystemByQuery', { likeName: '清溪' })).toMatchObject([licence])
    expect(await ask('entInfo', 'listLicenceSystemByQuery', { likeName: 'JY33' })).toMatchObject([licence])
    expect(await ask('entInfo', 'listLicenceSystemByQuery', { likeName: '' })).toHaveLength(2)
    const viewer = actor({ codes: ['entInfo_view'] })
    expect(await refused(ask('entInfo', 'listLicenceSystemByQuery', {}, viewer))).toMatchObject({ status: 403 })
    const clerk = actor({ codes: ['entInfo_licence'] })
    expect(await ask('entInfo', 'listLicenceSystemByQuery', { likeName: '云' }, clerk)).toMatchObject([
      { jyzmc: '云栖酒店' },
    ])
  })

  it('detailAnalysisOrder and listDeliveryDetail have the orders of a supplier and their items', async () => {
    const given = { entId: String(ids['school']), supplierName: '绿源' }
    expect(await ask('businessEntOrder', 'detailAnalysisOrder', given)).toMatchObject({
      total: 1,
      records: [{ id: ids['order'] }],
    })
    expect(await refused(ask('businessEntOrder', 'detailAnalysisOrder', { supplierName: '绿源' }))).toMatchObject({
      status: 400,
    })
    const items = await ask('businessEntOrderDetail', 'listDeliveryDetail', { orderId: String(ids['order']) })
    expect(items).toMatchObject([{ productName: '青菜', amount: 6 }])
  })

  it('captureNotices has those since the start of the 90 days before, as charts have', async () => {
    for (const [now, problem] of [
      ['2026-01-01T23:50:00+08:00', '早'],
      ['2026-01-02T00:10:00+08:00', '晚'],
    ] as const) {
      under.setNow(now)
      await save('entNoticeLetter', { entId: ids['school'], problem, deadline: '2026-12-31' })
    }
    under.setNow('2026-04-01T10:00:00+08:00')
    expect(await ask('entNoticeLetter', 'captureNotices', {})).toMatchObject({ total: 1, records: [{ problem: '晚' }] })
  })
})
