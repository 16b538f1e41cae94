import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const named = (zh: string, en: string) => `title: { zh: ${zh}, en: ${en} }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`
const target = (of: string, more = '') =>
  `input: { targetId: { type: reference, of: ${of}${more}, title: { zh: 去向, en: Target } } }`
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/city/market.yaml': named('市场', 'Market'),
  'resources/city/depot.yaml': `${named('仓库', 'Depot')}  marketId: { type: reference, of: market }
  closed: { type: boolean, required: true, default: false, title: { zh: 关闭, en: Closed } }
`,
  'resources/city/crate.yaml': `${named('货箱', 'Crate')}  marketId: { type: reference, of: market }
  place: { type: text, title: { zh: 位置, en: Place } }
actions:
  shift:
    ${target('depot', ', where: "it.marketId == marketId"')}
    if: "!input.targetId.closed"
    rules:
      - rule: "input.targetId.name != name"
        message: { zh: 同名, en: The same name }
        valid: { input.targetId.name: 甲, name: 乙 }
        invalid: { input.targetId.name: 甲, name: 甲 }
    set: { place: input.targetId.name }
    updates: { of: depot, where: "it.marketId == input.targetId.marketId && it.id != input.targetId", with: { closed: "true" } }
    title: { zh: 移库, en: Shift }
  sell: { ${target('market')}, title: { zh: 出售, en: Sell } }
  store: { ${target('depot', ', where: "it.name != name"')}, title: { zh: 入库, en: Store } }
`,
}

describe.each(databasesWalked('postgres'))('references in the input of steps, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    await calls.save('market', { name: '北市场' })
    for (const name of ['一号库', '二号库']) await calls.save('depot', { name })
  })
  afterAll(() => server.close())

  const path = 'engine/options/crate/targetId'
  const offered = async (body: object) =>
    (await calls.data('POST', path, body)).map(({ name }: { name: string }) => name).sort()

  it('offers the choices of the step that is made, narrowed by its `where`', async () => {
    expect(await offered({ step: 'sell' })).toEqual(['北市场'])
    expect(await offered({ step: 'store' })).toEqual(['一号库', '二号库'])
    expect(await offered({ step: 'store', record: { name: '一号库' } })).toEqual(['二号库'])
    expect(await calls.call('POST', path, { step: 'sel' })).toMatchObject({ status: 400 })
  })

  it('narrows an input by the record, and reads fields of the chosen record and the input in effects', async () => {
    const [near, far] = await Promise.all(['近市场', '远市场'].map(name => calls.save('market', { name })))
    const depot = (name: string, marketId: unknown) => calls.save('depot', { name, marketId })
    const [one, two, other] = [await depot('近一', near), await depot('近二', near), await depot('远一', far)]
    const id = await calls.save('crate', { name: '箱', marketId: near })
    const shift = (targetId: unknown) => calls.call('POST', 'city/v1/crate/shift', { id, targetId })
    expect(await shift(other)).toMatchObject({ status: 400, body: { errors: { targetId: expect.any(String) } } })
    expect(await shift(two)).toMatchObject({ status: 200, body: { data: { place: '近二' } } })
    const closed = async (depotId: unknown) => (await calls.data('GET', `city/v1/depot/getById?id=${depotId}`)).closed
    expect([await closed(one), await closed(two), await closed(other)]).toEqual([true, false, false])
    expect(await shift(one)).toMatchObject({ status: 409 })
  })

  it('finds pasted texts among the choices of the step', async () => {
    const counts = async (step: string) =>
      (
        await calls.data('POST', `${path}/meant`, { step, texts: ['北市场', '一号库'], record: { name: '二号库' } })
      ).map(({ count }: { count: number }) => count)
    expect(await counts('sell')).toEqual([1, 0])
    expect(await counts('store')).toEqual([0, 1])
  })
})
