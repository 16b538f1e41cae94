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
  'resources/city/depot.yaml': named('仓库', 'Depot'),
  'resources/city/crate.yaml': `${named('货箱', 'Crate')}actions:
  sell: { ${target('market')}, title: { zh: 出售, en: Sell } }
  store: { ${target('depot', ', where: "it.name != name"')}, title: { zh: 入库, en: Store } }
`,
}

describe.each(databasesWalked('postgres'))('inputs of two steps with one name, on $kind', kind => {
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

  it('finds pasted texts among the choices of the step', async () => {
    const counts = async (step: string) =>
      (
        await calls.data('POST', `${path}/meant`, { step, texts: ['北市场', '一号库'], record: { name: '二号库' } })
      ).map(({ count }: { count: number }) => count)
    expect(await counts('sell')).toEqual([1, 0])
    expect(await counts('store')).toEqual([0, 1])
  })
})
