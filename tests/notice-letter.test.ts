import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { codeOf, resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/app-files.ts'
import type { Database } from '../engine/server/database/database.ts'
import { databasesUnderTest } from './support/databases.ts'
import { administrator, caller, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
const letter = resourceOf(model, 'entNoticeLetter')
const creditCode = (n: number) => {
  const field = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  return field && typeOf(field).example(field, model, n)
}

describe.each(databasesUnderTest())('a notice letter on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const enterprise: Record<string, string> = {}
  const save = async (resource: string, record: object) =>
    String((await under.store.save(administrator, resource, record))['id'])

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const regionId = await save('sysRegion', { code: '330106', name: '西湖区', regionLevel: '3' })
    const typeId = await save('entType', { name: '学校食堂', code: 'SCHOOL' })
    const shared = { typeId, regionId, businessType: 'PRISC', address: '文一西路 1 号', phone: '13800138000' }
    enterprise['清溪'] = await save('entInfo', { ...shared, name: '清溪小学食堂', creditCode: creditCode(1) })
    enterprise['云栖'] = await save('entInfo', { ...shared, name: '云栖小学食堂', creditCode: creditCode(2) })
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const merchant = (name: string) =>
    caller({
      roles: ['merchant'],
      ownerIds: [String(enterprise[name])],
      codes: ['view', 'handle', 'issue', 'adopt'].map(doing => codeOf(letter, doing)),
    })

  it('goes from draft to closed by its moves, each by who may', async () => {
    const { store } = under
    const id = await save('entNoticeLetter', {
      entId: enterprise['清溪'],
      problem: '后厨地面积水',
      deadline: '2026-12-01',
    })
    const state = async () => (await store.get(administrator, 'entNoticeLetter', id))['letterStatus']
    const move = (by: Parameters<typeof store.move>[0], name: string, input: object = {}) =>
      store.move(by, 'entNoticeLetter', id, name, input)

    expect(await state()).toBe('0')
    expect(await refused(move(merchant('清溪'), 'issue'))).toMatchObject({ status: 403 })
    expect(await refused(move(administrator, 'adopt'))).toMatchObject({ status: 409 })
    await move(administrator, 'issue')
    expect(await refused(move(administrator, 'lapse'))).toMatchObject({ status: 409 })
    expect(await refused(move(merchant('清溪'), 'handle'))).toMatchObject({ status: 400 })
    expect(await refused(move(merchant('云栖'), 'handle', { reply: '不是我们' }))).toMatchObject({ status: 404 })
    await move(merchant('清溪'), 'handle', { reply: '已清理并加装地漏' })
    await move(administrator, 'reject', { deadline: '2026-12-20' })
    under.setNow('2026-12-21T04:00:00Z')
    await move(administrator, 'lapse')
    expect(await state()).toBe('5')
    await move(merchant('清溪'), 'handle', { reply: '地漏已更换' })
    await move(administrator, 'adopt')
    expect(await store.get(administrator, 'entNoticeLetter', id)).toMatchObject({
      letterStatus: '4',
      letterNo: 'ZG202611-0001',
      reply: '地漏已更换',
      deadline: '2026-12-20',
      handledAt: '2026-12-21 12:00:00',
    })
  })

  it("and an enterprise's people see their own alone, without its rating", async () => {
    const { store } = under
    const people = caller({
      roles: ['merchant'],
      ownerIds: [String(enterprise['云栖'])],
      codes: [codeOf(letter, 'view'), 'entInfo_view'],
    })
    expect((await store.page(people, 'entNoticeLetter', {})).total).toBe(0)
    const { records } = await store.page(people, 'entInfo', {})
    expect(records.map(({ name }) => name)).toEqual(['云栖小学食堂'])
    expect(records[0]).not.toHaveProperty('creditRating')
  })
})
