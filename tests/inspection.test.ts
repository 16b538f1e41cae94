import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { resourceOf } from '../engine/model/names.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { followDefaults, noDefaults } from '../engine/web/form/followed-defaults.ts'
import { databasesWalked } from './support/databases.ts'
import { actor, addAdministrator, administrator, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
const of = 'entInspectLog'

describe.each(databasesWalked('postgres'))('fields with copy: weights of an inspection on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const ids: Record<string, string> = {}
  const save = async (resource: string, record: object) =>
    String((await under.store.save(under.ctx(administrator), resource, record))['id'])
  const item = (itemNo: string, points: number) =>
    save('entInspectItem', { itemNo, section: '人员管理', content: `第 ${itemNo} 项`, points })
  const inspection = async (id: string) => {
    const { items, deduction, score } = await under.store.get(under.ctx(administrator), of, id)
    const lines = items as readonly { readonly id: string; readonly points: number; readonly deduction: number }[]
    return { deduction, score, points: lines.map(line => line.points), ids: lines.map(line => line.id) }
  }

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    await under.run(addAdministrator)
    const regionId = await save('sysRegion', { code: '330000', name: '浙江省', regionLevel: '1' })
    const typeId = await save('entType', { name: '学校食堂', code: 'SCHOOL' })
    const creditCode = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
    ids['ent'] = await save('entInfo', {
      ...{ typeId, regionId, businessType: 'PRISC', address: '文一西路 1 号', phone: '13800138000' },
      name: '清溪小学食堂',
      creditCode: creditCode && typeOf(creditCode).example(creditCode, model, 1),
    })
    ids['key'] = await item('4.1', 5)
    ids['general'] = await item('4.3', 2)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('are those of the items when chosen, and no others are accepted', async () => {
    const { store, ctx } = under
    const lines = [
      { itemId: ids['key'], itemResult: '2', points: 5 },
      { itemId: ids['general'], itemResult: '2' },
    ]
    const other = [{ itemId: ids['key'], itemResult: '2', points: 1 }]
    const refusal = await refused(save(of, { entId: ids['ent'], inspectDate: '2026-11-20', items: other }))
    expect(refusal.fields).toEqual(['items.0.points'])
    const id = await save(of, { entId: ids['ent'], inspectDate: '2026-11-20', items: lines })
    expect(await inspection(id)).toMatchObject({ points: [5, 2], deduction: 7, score: 93 })

    await store.update(ctx(administrator), 'entInspectItem', { id: ids['key'], points: 10 })
    const [first = '', second = ''] = (await inspection(id)).ids
    const kept = [{ id: first, points: 5, remark: '现场指出' }, { id: second }]
    const changed = [{ id: first, points: 0 }, { id: second }]
    expect((await refused(store.update(ctx(administrator), of, { id, items: changed }))).fields).toEqual([
      'items.0.points',
    ])
    await store.update(ctx(administrator), of, { id, items: kept })
    expect(await inspection(id)).toMatchObject({ points: [5, 2], deduction: 7 })
    await store.transition(ctx(administrator), of, id, 'finish', {})
    expect(await inspection(id)).toMatchObject({ points: [5, 2], deduction: 7, score: 93 })

    await store.update(ctx(administrator), 'entInspectItemLog', { id: second, itemId: ids['key'] })
    expect(await inspection(id)).toMatchObject({ points: [5, 10], deduction: 15, score: 85 })
    await store.save(ctx(administrator), 'entInspectItemLog', {
      inspectLogId: id,
      itemId: ids['general'],
      itemResult: '2',
    })
    expect(await inspection(id)).toMatchObject({ points: [5, 10, 2], deduction: 17, score: 83 })
  })

  it('are shown in advance to users who may write inspections', async () => {
    const { store, ctx } = under
    const shown = (by: ReturnType<typeof actor>) =>
      store.targets(ctx(by), 'entInspectItemLog', 'entInspectItem', [String(ids['general'])])
    expect(await shown(administrator)).toEqual({ [String(ids['general'])]: expect.objectContaining({ points: 2 }) })
    expect(await refused(shown(actor()))).toMatchObject({ status: 403 })
  })
})

describe('weights in the form of an inspection', () => {
  const resource = resourceOf(model, of)
  const me = { id: null, tenantId: '000000', deptId: null, roleIds: [], sourceType: null, ownerIds: [], regionId: null }
  const lookups = { record: (_of: string, id: bigint) => (id === 1n ? { points: 5 } : {}), isBelow: () => null }
  const context = { model, me, clock: { now: new Date(), zone: 'Asia/Shanghai' }, targets: lookups }

  it('follow the chosen item, and remain where it is unchanged', () => {
    const first = { id: '9', items: [{ id: '7', itemId: '1', points: 3 }] }
    const itemsOf = (values: object) =>
      followDefaults(context, resource, first, { ...values }, noDefaults).values['items'] as readonly object[]
    expect(itemsOf(first)).toMatchObject(first.items)
    const chosen = [...first.items, { itemId: '1' }, { itemId: '2', points: 4 }, {}]
    expect(itemsOf({ ...first, items: chosen })).toMatchObject([{ points: 3 }, { points: 5 }, { points: null }, {}])
  })
})
