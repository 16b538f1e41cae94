import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { Database } from '../database/database.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopPlace.yaml': `
title: { zh: 地点, en: Place }
tree: parentId
fields:
  parentId: { type: reference, of: shopPlace, title: { zh: 上级, en: Parent } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/shop/shopOrder.yaml': `
title: { zh: 订单, en: Order }
display: title
fields:
  title: { type: text, required: true, title: { zh: 标题, en: Title } }
  lines: { type: children, of: shopLine, title: { zh: 明细, en: Lines } }
`,
  'resources/shop/shopLine.yaml': `
title: { zh: 明细, en: Line }
partOf: orderId
display: name
fields:
  orderId: { type: reference, of: shopOrder, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
${['fromId', 'toId', 'byId', 'atId'].map(placeField).join('\n')}
`,
})

/** A reference whose choice depends on the rest of the line: it is looked up separately for each line. */
function placeField(name: string): string {
  return `  ${name}: { type: reference, of: shopPlace, where: "it.name == name", title: { zh: 地点, en: Place ${name} } }`
}

describe.each(databasesUnderTest())('references of records, on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const place = async (name: string, parentId: string | null = null) =>
    String((await under.store.save(under.ctx(administrator), 'shopPlace', { name, parentId }))['id'])
  const put = (id: string, parentId: string) =>
    under.store.update(under.ctx(administrator), 'shopPlace', { id, parentId })

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('form no cycle, neither by a move of a branch below itself nor by two concurrent moves', async () => {
    const [north, south] = [await place('north'), await place('south')]
    const [northern, southern] = [await place('northern', north), await place('southern', south)]
    expect(await refused(put(north, northern))).toMatchObject({ code: 'input', fields: ['parentId'] })
    for (let round = 0; round < 12; round++) {
      const done = await Promise.allSettled([put(north, southern), put(south, northern)])
      expect([round, done.map(({ status }) => status).sort()]).toEqual([round, ['fulfilled', 'rejected']])
      await under.run('update shop_place set parent_id = null where id = any($1::bigint[])', [[north, south]])
    }
  })

  it('are looked up for 500 lines that each restrict their choices', async () => {
    const id = await place('shelf')
    const line = { name: 'shelf', fromId: id, toId: id, byId: id, atId: id }
    const lines = Array.from({ length: 500 }, () => line)
    const order = await under.store.save(under.ctx(administrator), 'shopOrder', { title: 'many', lines })
    expect(order['lines']).toHaveLength(500)
    const wrong = lines.with(450, { ...line, name: 'elsewhere' })
    expect(
      await refused(under.store.save(under.ctx(administrator), 'shopOrder', { title: 'many', lines: wrong })),
    ).toMatchObject({
      code: 'input',
      fields: ['lines.450.fromId', 'lines.450.toId', 'lines.450.byId', 'lines.450.atId'],
    })
  })
})
