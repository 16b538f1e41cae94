import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const text = (...names: readonly string[]) =>
  names.map(name => `  ${name}: { type: text, title: { zh: ${name}, en: ${name} } }\n`).join('')
const kind = '  kind: { type: dictionary, of: firm_kind, title: { zh: 类别, en: Kind } }\n'
const resource = (fields: string) => `title: { zh: 表, en: Table }\nmenu: false\ndisplay: name\nfields:\n${fields}`
const firm = 'resources/city/firm.yaml'
const shop = 'resources/city/shop.yaml'
const kinds = 'dictionaries/firm_kind.yaml'
const app = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'roles.yaml': 'clerk: { title: { zh: 办事员, en: Clerk }, allow: [shop_view] }\n',
  [kinds]: 'title: { zh: 类别, en: Kind }\nentries: { one: { key: "1", title: { zh: 一, en: One } } }\n',
  [firm]: resource(text('name', 'fax') + kind),
  [shop]: `${resource(text('name', 'phone'))}access:\n  - { role: clerk, allow: [view], hide: [phone] }\n`,
}

interface Waits {
  readonly revision: string
  readonly files: readonly string[]
  readonly losses: readonly { readonly loss: string; readonly count: number }[]
}

describe.each(databasesWalked('postgres'))('semantics 47: saved files that would lose values, on $kind', database => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const soon = { timeout: 10_000 }
  const save = (file: string, content: string) => writeIn(server.appDir, file, content)
  const pending = async (): Promise<readonly Waits[]> => (await calls.data('GET', 'engine/pending')).pending
  const waits = async () => (await pending()).map(({ files, losses }) => [files, losses.map(({ loss }) => loss)])
  const fields = (name: string) => server.engine.model().resources[name]?.fields.map(one => one.name) ?? []
  const settle = async (file: string, action: 'confirm' | 'discard') => {
    const set = (await pending()).find(({ files }) => files.includes(file))
    if (!set) throw new Error(`${file} does not wait.`)
    const { revision, losses: allow } = set
    return action === 'confirm'
      ? calls.call('POST', 'engine/pending', { revision, allow })
      : calls.call('POST', `engine/pending/${revision}/discard`, {})
  }

  beforeAll(async () => {
    server = await startServer(database, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    await calls.save('firm', { name: '甲', fax: '1', kind: '1' })
    await calls.save('shop', { name: '乙', phone: '2' })
    await sql`insert into blade_user (tenant_id, id, account, name, real_name, role_id)
      select tenant_id, 72, 'a', 'a', 'a', array[id] from blade_role where role_alias = 'clerk'`.execute(
      server.engine.database.kysely,
    )
  })
  afterAll(() => server.close())

  it('wait alone, while those of another author are applied within a second', async () => {
    save(firm, resource(text('name') + kind))
    await expect.poll(waits, soon).toEqual([[[firm], ['drop:firm.fax']]])
    // Work on the resource that waits delays no other.
    const run = (statement: ReturnType<typeof sql>) => statement.execute(server.engine.database.kysely)
    await run(sql`insert into engine_operation
      (tenant_id, id, user_id, user_name, resource, kind, started, touched, meant)
      values ('000000', 1, 1, 'a', 'firm', 'edit', now(), now() + interval '1 hour', 2)`)
    save(shop, app[shop].replace('access:', `${text('place')}access:`))
    // Two thirds of a second on an idle machine; for the work it would be 30 s.
    await expect.poll(() => fields('shop'), { timeout: 5000 }).toContain('place')
    await run(sql`delete from engine_operation`)
    expect([fields('firm').includes('fax'), await waits()]).toEqual([true, [[[firm], ['drop:firm.fax']]]])
    expect(await calls.data('GET', 'engine/problems')).toMatchObject([{ code: 'plan.data-losing', at: { file: firm } }])
  })

  it('wait in sets that are confirmed or discarded one by one', async () => {
    save(shop, resource(text('name', 'place')))
    await expect.poll(waits, soon).toEqual([
      [[firm], ['drop:firm.fax']],
      [[shop], expect.arrayContaining(['drop:shop.phone'])],
    ])
    expect((await settle(firm, 'confirm')).status).toBe(200)
    expect([fields('firm').includes('fax'), fields('shop').includes('phone')]).toEqual([false, true])
    expect((await pending()).map(({ files }) => files)).toEqual([[shop]])
    expect((await settle(shop, 'discard')).status).toBe(200)
    expect([await pending(), readFileSync(join(server.appDir, shop), 'utf8')]).toEqual([
      [],
      app[shop].replace('access:', `${text('place')}access:`),
    ])
    expect(fields('shop')).toContain('phone')
  })

  it('wait with those that do not compile without them', async () => {
    rmSync(join(server.appDir, kinds))
    save(firm, resource(text('name')))
    save('app.yaml', app['app.yaml'].replace('Sample', 'Example'))
    await expect.poll(waits, soon).toEqual([[[firm, kinds], ['drop:firm.kind']]])
    await expect.poll(() => server.engine.model().title.en, soon).toBe('Example')
    expect(fields('firm')).toContain('kind')
    expect((await settle(kinds, 'discard')).status).toBe(200)
    expect([await pending(), readFileSync(join(server.appDir, kinds), 'utf8')]).toEqual([[], app[kinds]])
  })

  it('wait where a role may see more', async () => {
    save(shop, readFileSync(join(server.appDir, shop), 'utf8').replace(', hide: [phone]', ''))
    await expect.poll(async () => (await pending()).map(({ files }) => files), soon).toEqual([[shop]])
    expect((await settle(shop, 'confirm')).status).toBe(200)
    expect(await pending()).toEqual([])
  })
})
