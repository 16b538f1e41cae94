import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { listenToEvents } from './support/event-listener.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { linesOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const allowed = 'allow: [order_*, kind_view, dept_view, user_view]'
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'roles.yaml': `clerk: { title: { zh: 文员, en: Clerk }, ${allowed}, dataScope: own }
head: { title: { zh: 科长, en: Head }, ${allowed}, dataScope: department }
chief: { title: { zh: 处长, en: Chief }, ${allowed}, dataScope: departmentAndBelow }
reader: { title: { zh: 阅览, en: Reader }, allow: [order_view] }
surveyor: { title: { zh: 勘查, en: Surveyor }, allow: [entry_view, entry_export] }
auditor: { title: { zh: 审计, en: Auditor }, allow: [entry_view, entry_export] }
`,
  // Of the kinds, the data scope of the clerk is the one of the rule.
  'resources/city/kind.yaml': `title: { zh: 类别, en: Kind }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
access: [{ role: clerk, allow: [view], where: "true", dataScope: all }]
`,
  'mixins/staged.yaml': `fields: { stage: { type: text, title: { zh: 阶段, en: Stage } } }
access:
  - { role: surveyor, allow: [view, export] }
  - { role: auditor, allow: [view, export], where: "stage == 'open'" }
`,
  'resources/city/entry.yaml': `title: { zh: 登记, en: Entry }
mixins: [staged]
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  area: { type: text, title: { zh: 片区, en: Area } }
access: [{ role: surveyor, allow: [view, export], where: "area == 'east'" }]
`,
  'resources/city/order.yaml': `title: { zh: 订单, en: Order }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  kindId: { type: reference, of: kind }
  afterId: { type: reference, of: order, title: { zh: 接续, en: After } }
queries:
  byName: { group: [name], measure: { orders: count() }, returns: list }
  listSome: { where: "name.contains(input.part)", input: { part: { type: text, title: { zh: 部分, en: Part } } }, returns: list }
`,
}

describe.each(databasesWalked('postgres'))('data scopes of roles on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const dept: Record<string, string> = {}
  const tokens: Record<string, string> = {}
  const orders: Record<string, string> = {}
  let kindId: string

  const run = (text: string) => sql.raw(text).execute(server.engine.database.kysely)
  const roleId = async (alias: string): Promise<string> =>
    (await calls.data('GET', `blade/v1/bladeRole/page?roleAlias=${alias}`)).records[0].id
  const department = async (name: string, parentId: string | null) => {
    const values = { deptName: name, fullName: name, deptCategory: '1', parentId }
    dept[name] = (await calls.data('POST', 'blade/v1/bladeDept/save', values)).id
  }
  const userOf = async (account: string, aliases: readonly string[], deptName: string) => ({
    ...{ account, name: account, realName: account, password: 'Person-26', deptId: [dept[deptName]] },
    roleId: await Promise.all(aliases.map(roleId)),
  })
  const person = async (account: string, aliases: readonly string[], deptName: string) => {
    await calls.data('POST', 'blade/v1/bladeUser/save', await userOf(account, aliases, deptName))
    await run('delete from engine_password_due')
    tokens[account] = await server.signIn(account, 'Person-26')
  }
  const by = (account: string) => tokens[account]
  const order = async (account: string, more: object = {}) => {
    const { id } = await calls.data('POST', 'city/v1/order/save', { name: `${account}单`, ...more }, by(account))
    orders[account] = id
  }
  const namesOf = async (account: string, path = 'city/v1/order/page'): Promise<string[]> =>
    (await calls.data('GET', path, undefined, by(account))).records.map(({ name }: { name: string }) => name).sort()
  const scopeTo = async (alias: string, dataScope: string, token = calls.token) =>
    calls.call('PUT', 'blade/v1/bladeRole/update', { id: await roleId(alias), dataScope }, token)

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true, port: 0 } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    kindId = await calls.save('kind', { name: '粮油' })
    await department('市局', null)
    await department('东区', dept['市局'] ?? null)
    await department('东一所', dept['东区'] ?? null)
    await department('西区', dept['市局'] ?? null)
    for (const [account, alias, where] of [
      ['clerk', 'clerk', '东区'],
      ['other', 'clerk', '东区'],
      ['station', 'clerk', '东一所'],
      ['west', 'clerk', '西区'],
      ['head', 'head', '东区'],
      ['chief', 'chief', '东区'],
    ] as const)
      await person(account, [alias], where)
    for (const account of ['clerk', 'other', 'station', 'west']) await order(account)
  }, 60_000)
  afterAll(() => server.close())

  it('restrict pages, counts, look-ups, queries, groups and exports', async () => {
    const seen = { clerk: ['clerk'], head: ['clerk', 'other'], chief: ['clerk', 'other', 'station'] }
    for (const [account, names] of Object.entries(seen)) {
      const texts = names.map(name => `${name}单`)
      const get = (path: string) => calls.data('GET', path, undefined, by(account))
      expect(await namesOf(account)).toEqual(texts)
      expect((await get('city/v1/order/page')).total).toBe(texts.length)
      expect(await get('city/v1/order/exactTotal')).toBe(texts.length)
      expect((await get('city/v1/order/byName')).map((row: { name: string }) => row.name).sort()).toEqual(texts)
      expect(await get(`city/v1/order/listSome?part=${encodeURIComponent('单')}`)).toHaveLength(texts.length)
      const csv = String(
        (await calls.call('GET', 'engine/export/order?format=csv&columns=name', undefined, by(account))).body,
      )
      expect(['clerk', 'other', 'station', 'west'].filter(name => csv.includes(`${name}单`))).toEqual(names)
      const choices = await get('engine/options/order/afterId')
      expect(choices.map((row: { name: string }) => row.name).sort()).toEqual(texts)
    }
  })

  it('bind the row before and the references of every write', async () => {
    const foreign = orders['other']
    const call = (method: string, path: string, body: object) =>
      calls.call(method, `city/v1/order/${path}`, body, by('clerk'))
    expect((await call('PUT', 'update', { id: orders['clerk'], afterId: foreign })).status).toBe(400)
    expect((await call('PUT', 'update', { id: orders['clerk'], afterId: orders['clerk'] })).status).toBe(200)
    expect((await call('PUT', 'update', { id: foreign, name: 'x' })).status).toBe(404)
    expect((await call('DELETE', 'removeById', { id: foreign })).status).toBe(404)
    expect((await calls.call('GET', `engine/history/order/${foreign}`, undefined, by('clerk'))).status).toBe(404)
    const bulk = await calls.call(
      'POST',
      'engine/bulk/order',
      { select: { ids: [foreign, orders['clerk']] }, do: { kind: 'update', values: { afterId: null } } },
      by('clerk'),
    )
    expect(linesOf(bulk)).toContainEqual(expect.objectContaining({ id: foreign, display: foreign, ok: false }))
    expect((await calls.call('PUT', 'city/v1/order/update', { id: foreign, name: 'other单' }, by('head'))).status).toBe(
      200,
    )
  })

  it('apply to departments and users, and not to rows whose access rule has another data scope', async () => {
    const names = async (account: string, path: string, field: string): Promise<string[]> =>
      (await calls.data('GET', path, undefined, by(account))).records
        .map((row: Record<string, string>) => row[field])
        .sort()
    expect(await names('head', 'blade/v1/bladeDept/page', 'deptName')).toEqual(['东区'])
    expect(await names('chief', 'blade/v1/bladeDept/page', 'deptName')).toEqual(['东一所', '东区'])
    expect(await names('clerk', 'blade/v1/bladeUser/page', 'account')).toEqual(['clerk'])
    expect(await names('head', 'blade/v1/bladeUser/page', 'account')).toEqual(['chief', 'clerk', 'head', 'other'])
    expect(await namesOf('clerk', 'city/v1/kind/page')).toEqual(['粮油'])
    expect(await namesOf('head', 'city/v1/kind/page')).toEqual([])
    await order('clerk', { kindId })
    expect((await calls.call('POST', 'city/v1/order/save', { name: 'x', kindId }, by('head'))).status).toBe(400)
  })

  it('semantics 1: combine role by role: the code of one is not used for the rows of another', async () => {
    await person('both', ['clerk', 'reader'], '东区')
    await order('both')
    expect((await namesOf('both')).length).toBeGreaterThan(5)
    const edit = (id: string | undefined) =>
      calls.call('PUT', 'city/v1/order/update', { id, name: 'both单' }, by('both'))
    expect((await edit(orders['both'])).status).toBe(200)
    expect((await edit(orders['west'])).status).toBe(403)
    // The access rule of the kinds names the clerk, and not the other role.
    expect(await namesOf('both', 'city/v1/kind/page')).toEqual(['粮油'])
  })

  it('semantics 30: are combined with access rules, of which those of a resource replace those of its mixins', async () => {
    const entries: Record<string, string> = {}
    for (const [name, area, stage] of [
      ['东开', 'east', 'open'],
      ['东关', 'east', 'shut'],
      ['西开', 'west', 'open'],
      ['西关', 'west', 'shut'],
    ] as const)
      entries[name] = await calls.save('entry', { name, area, stage })
    for (const [account, aliases, names] of [
      ['surveyor', ['surveyor'], ['东关', '东开']],
      ['auditor', ['auditor'], ['东开', '西开']],
      // The rules overlap in one record, which is read once.
      ['surveying', ['surveyor', 'auditor'], ['东关', '东开', '西开']],
    ] as const) {
      await person(account, aliases, '东区')
      const get = (path: string) => calls.call('GET', path, undefined, by(account))
      expect(await namesOf(account, 'city/v1/entry/page')).toEqual(names)
      expect((await get('city/v1/entry/page')).body.data.total).toBe(names.length)
      expect((await get('city/v1/entry/exactTotal')).body.data).toBe(names.length)
      const csv = String((await get('engine/export/entry?format=csv&columns=name')).body)
      expect(csv.match(/[东西][开关]/g)?.sort()).toEqual(names)
      for (const [name, id] of Object.entries(entries)) {
        const isSeen = names.some(one => one === name)
        expect([name, (await get(`city/v1/entry/getById?id=${id}`)).status]).toEqual([name, isSeen ? 200 : 404])
      }
    }
  })

  it('semantics 7: are assigned by a user within the own ones only', async () => {
    const users = `manager: { title: { zh: 管理, en: Manager }, allow: [user_*, dept_view, role_view, role_edit, order_*, kind_view], dataScope: departmentAndBelow }\n`
    writeIn(server.appDir, 'roles.yaml', `${readFileSync(join(server.appDir, 'roles.yaml'), 'utf8')}${users}`)
    await expect.poll(() => roleId('manager').catch(() => '')).not.toBe('')
    await person('manager', ['manager'], '东区')
    const save = async (aliases: readonly string[], where: string) => {
      const user = await userOf(`n${aliases}${Object.keys(dept).indexOf(where)}`, aliases, where)
      return (await calls.call('POST', 'blade/v1/bladeUser/save', user, by('manager'))).status
    }
    expect(await save(['head'], '东一所')).toBe(200)
    expect(await save(['chief'], '东区')).toBe(200)
    expect(await save(['head'], '西区')).not.toBe(200)
    // The access rule of the kinds gives it all of them.
    expect(await save(['clerk'], '东一所')).toBe(403)
    // It sees all orders of the tenant.
    expect(await save(['reader'], '东区')).toBe(403)
    expect((await scopeTo('clerk', 'all', by('manager'))).status).toBe(403)
  })

  it('semantics 13: take effect at once in open sessions and streams, by an edit and by the file', async () => {
    const address = await server.engine.listen()
    const stream = await listenToEvents(address, String(by('head')), 'resources=order')
    try {
      await order('west')
      await order('clerk')
      await stream.reports('order', orders['clerk'])
      expect(await namesOf('head')).not.toContain('west单')
      expect((await scopeTo('head', 'all')).status).toBe(200)
      expect(await namesOf('head')).toContain('west单')
      await calls.data('PUT', 'city/v1/order/update', { id: orders['west'], name: 'west单二' }, by('west'))
      await stream.reports('order', orders['west'])
      expect(stream.ids('order')).toEqual([orders['clerk'], orders['west']])
      expect((await scopeTo('head', 'own')).status).toBe(200)
      expect(await namesOf('head')).toEqual([])
      // The edit is kept when the file changes, and ends by reset.
      const file = readFileSync(join(server.appDir, 'roles.yaml'), 'utf8')
      writeIn(server.appDir, 'roles.yaml', file.replace('dataScope: departmentAndBelow', 'dataScope: department'))
      await expect.poll(() => namesOf('chief')).not.toContain('station单')
      expect(await namesOf('head')).toEqual([])
      await calls.data('POST', 'blade/v1/bladeRole/reset', { id: await roleId('head') })
      expect(await namesOf('head')).toContain('clerk单')
      expect(await namesOf('head')).not.toContain('west单二')
      await calls.data('PUT', 'city/v1/order/update', { id: orders['west'], name: 'west单' }, by('west'))
      await order('other')
      await stream.reports('order', orders['other'])
      expect(stream.ids('order')).toEqual([orders['clerk'], orders['west'], orders['other']])
    } finally {
      await stream.stop()
    }
  })

  it('become wider by the file only after a confirmation', async () => {
    const file = readFileSync(join(server.appDir, 'roles.yaml'), 'utf8')
    const pending = async () => (await calls.data('GET', 'engine/pending')).pending[0] ?? null
    const own = await namesOf('clerk')
    expect(own).not.toContain('other单')
    writeIn(server.appDir, 'roles.yaml', file.replace(', dataScope: own', ''))
    await expect.poll(pending).toMatchObject({ files: ['roles.yaml'], losses: [{ loss: 'access' }] })
    expect(await namesOf('clerk')).toEqual(own)
    const { revision, losses } = await pending()
    await calls.data('POST', 'engine/pending', { revision, allow: losses })
    await expect.poll(() => namesOf('clerk')).toContain('other单')
    // Fewer rows need no confirmation.
    writeIn(server.appDir, 'roles.yaml', file)
    await expect.poll(() => namesOf('clerk')).toEqual(own)
    expect(await pending()).toBeFalsy()
  })

  it('are indexed where a declared role has them', async () => {
    const found = await run(`select indexname from pg_indexes where tablename in ('order', 'kind') order by 1`)
    const names = found.rows.map(row => (row as { indexname: string }).indexname)
    expect(names.filter(name => name.includes('created_'))).toEqual([
      'kind_created_dept',
      'order_created_dept',
      'order_created_user',
    ])
  })
})
