import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const roles = (codes: string) => `clerk: { title: { zh: 员, en: Clerk }, allow: [${codes}] }\n`
const shop = (rules: string, zh = '店') => `title: { zh: ${zh}, en: Shop }
menu: false
display: name
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
  cost: { type: text, title: { zh: 进价, en: Cost } }
${rules}`
const hiding = 'access: [{ role: clerk, allow: [view], hide: [cost] }]\n'
const file = 'resources/city/shop.yaml'

describe.each(databasesWalked('embedded'))('semantics 47: wider access ($kind)', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const save = (path: string, text: string) => writeIn(server.appDir, path, text)
  const pending = () => calls.data('GET', 'engine/pending').then(answer => answer.pending[0])
  const codes = () => server.engine.model().roles.find(({ alias }) => alias === 'clerk')?.codes
  const hidden = () => server.engine.model().resources['shop']?.access.flatMap(({ hide }) => hide)
  const soon = { timeout: 10_000 }
  /** Confirms the loss that waits, which names these; returns its files. */
  const confirm = async (...names: readonly string[]) => {
    await expect.poll(pending, soon).toMatchObject({ losses: [{ loss: 'access', rows: [], mark: 'breaks-rows' }] })
    const { revision, files, losses } = await pending()
    for (const name of names) for (const text of [losses[0].what.zh, losses[0].what.en]) expect(text).toContain(name)
    const allow = losses.map(({ loss, count }: { loss: string; count: number }) => ({ loss, count }))
    await calls.data('POST', 'engine/pending', { revision, allow })
    return files
  }

  beforeAll(async () => {
    const app = {
      'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
      'roles.yaml': roles('shop_view'),
      [file]: shop(hiding),
    }
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
  })
  afterAll(() => server.close())

  it('by a field that is no longer hidden waits as one loss, and is applied when it is confirmed', async () => {
    save(file, shop('access: [{ role: clerk, allow: [view] }]\n'))
    expect(await confirm('clerk', 'shop', 'cost')).toEqual([file])
    expect(hidden()).toEqual([])
    save(file, shop(hiding))
    await expect.poll(hidden, soon).toEqual(['cost'])
  })

  it('by a code waits, while other files of its save are applied', async () => {
    expect(await pending()).toBeFalsy()
    save('roles.yaml', roles('shop_view, shop_edit, shop_add'))
    save(file, shop(hiding, '铺'))
    await expect.poll(() => server.engine.model().resources['shop']?.title.zh, soon).toBe('铺')
    expect(codes()).toEqual(['shop_view'])
    expect(await confirm('clerk', 'shop', 'shop_edit', 'shop_add')).toEqual(['roles.yaml'])
    expect(codes()).toEqual(['shop_add', 'shop_edit', 'shop_view'])
    save('roles.yaml', roles('shop_view'))
    await expect.poll(codes, soon).toEqual(['shop_view'])
  })

  it('is none by the first code and the first rule on a new resource', async () => {
    save('resources/city/stall.yaml', shop('access: [{ role: clerk, allow: [view, edit] }]\n', '摊'))
    await expect.poll(codes, soon).toEqual(['shop_view', 'stall_edit', 'stall_view'])
    expect(await pending()).toBeFalsy()
  })
})
