import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDemonstration } from '../scripts/demo/first-start.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'

interface Node {
  readonly id: string
  readonly code: string
  readonly category: number
  readonly meta?: { readonly i18n: string }
  readonly children?: readonly Node[]
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])

describe.each(databasesWalked('postgres'))('the blade dialect ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  const ids = new Map<string, string>()

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    admin = await server.signIn('admin', adminPassword)
    for (const name of ['甲街', '乙街']) {
      const { data } = (await post('/api/city/v1/ward/save', { name, people: 5, secretNote: '内部' })).body
      ids.set(name, data.id)
      await post('/api/city/v1/letter/save', { wardId: data.id, subject: `给${name}` })
    }
    const role = await post('/api/blade/v1/bladeRole/save', { roleName: '看门人', roleAlias: 'keeper' })
    ids.set('role', role.body.data.id)
    const { deptId } = (await get('/api/blade-user/info')).body.data
    const user = { account: 'keeper', name: '看门人', realName: '看门人', password: 'Keeper-26', deptId }
    const saved = await post('/api/blade-user/submit', { ...user, roleId: ids.get('role'), ownerIds: ids.get('甲街') })
    expect(saved.body).toMatchObject({ code: 200, msg: '操作成功' })
  })
  afterAll(() => server.close())

  const get = (url: string, token = admin) => server.call('GET', url, { token })
  const post = (url: string, body?: unknown, token = admin) =>
    server.call('POST', url, { token, ...(body !== undefined && { body }) })

  it('returns the whole menu to an administrator, leaves without children', async () => {
    const { data } = (await get('/api/blade-system/menu/routes')).body
    const nodes = flat(data)
    expect(nodes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['work', 'ward', 'letter', 'purchase', 'user', 'role']),
    )
    expect(nodes.some(({ code }) => code === 'purchaseLine')).toBe(false)
    expect(nodes.every(node => !('children' in node) || (node.children?.length ?? 0) > 0)).toBe(true)
    expect(nodes.every(({ category, code, meta }) => category === 1 && meta?.i18n === code)).toBe(true)
  })

  it('returns an empty menu without an error to a request without a session', async () => {
    expect((await server.call('GET', '/api/blade-system/menu/routes')).body).toMatchObject({ code: 200, data: null })
    expect((await server.call('GET', '/api/blade-system/menu/buttons')).status).toBe(401)
  })

  it('flattens to permission codes like the original client', async () => {
    const codes: string[] = []
    const walk = (nodes: readonly Node[]) => {
      for (const node of nodes) node.children ? walk(node.children) : codes.push(node.code)
    }
    walk((await get('/api/blade-system/menu/buttons')).body.data)
    expect(codes).toEqual(expect.arrayContaining(['ward_view', 'ward_add', 'letter_answer', 'user_edit']))
    expect(codes).not.toContain('ward')
  })

  it("returns a dictionary in order without sealed entries, in the request's language", async () => {
    const { data } = (await get('/api/blade-system/dict-biz/dictionary?code=letter_state')).body
    expect(data.map(({ dictKey, dictValue }: Record<string, string>) => [dictKey, dictValue])).toEqual([
      ['0', '草稿'],
      ['1', '已下发'],
      ['2', '已回复'],
      ['3', '已结案'],
    ])
    expect((await get('/api/blade-system/dict/dictionary?code=__proto__')).body.data).toEqual([])
  })

  it('returns users without passwords, lists as comma-joined text', async () => {
    const { records, total } = (await get('/api/blade-user/page?account=keeper&nonsense=1')).body.data
    expect(total).toBe(1)
    expect(records[0]).toMatchObject({ account: 'keeper', roleId: ids.get('role'), roleName: '看门人', phone: '' })
    expect(records[0]).not.toHaveProperty('password')
  })

  it('grants by the ids of buttons, returns them, and enforces them at once', async () => {
    const keeper = await server.signIn('keeper', 'Keeper-26')
    expect((await get('/api/city/v1/ward/page', keeper)).status).toBe(403)
    const tree = flat((await get('/api/blade-system/menu/grant-tree')).body.data.menu as readonly Node[])
    const nodes = flat((await get('/api/blade-system/menu/buttons')).body.data)
    const granted = nodes.filter(({ code }) =>
      ['ward_view', 'ward_edit', 'letter_view', 'letter_answer'].includes(code),
    )
    expect(granted).toHaveLength(4)
    expect(tree.map(({ id }) => id)).toEqual(expect.arrayContaining(granted.map(({ id }) => id)))
    const grant = {
      roleIds: [ids.get('role')],
      menuIds: granted.map(({ id }) => id),
      dataScopeIds: [],
      apiScopeIds: [],
    }
    expect((await post('/api/blade-system/role/grant', grant)).status).toBe(200)
    const keys = (await get(`/api/blade-system/menu/role-tree-keys?roleIds=${ids.get('role')}`)).body.data.menu
    expect(keys).toEqual(expect.arrayContaining(grant.menuIds))
    expect((await get('/api/city/v1/ward/page', keeper)).body.data.total).toBe(1)
  })

  it('returns only own rows and visible fields to a restricted role, in every endpoint', async () => {
    const keeper = await server.signIn('keeper', 'Keeper-26')
    const wards = (await get('/api/city/v1/ward/page', keeper)).body.data
    expect(wards.records.map(({ name }: { name: string }) => name)).toEqual(['甲街'])
    expect(wards.records[0]).not.toHaveProperty('secretNote')
    expect((await get(`/api/city/v1/ward/getById?id=${ids.get('乙街')}`, keeper)).status).toBe(404)
    expect((await get('/api/city/v1/ward/page?secretNote=内', keeper)).status).toBe(400)
    expect((await get('/api/city/v1/letter/page', keeper)).body.data.total).toBe(1)
    expect((await post('/api/city/v1/ward/save', { name: '丙街' }, keeper)).status).toBe(403)
    const moved = { id: ids.get('乙街'), name: '夺来' }
    expect((await server.call('PUT', '/api/city/v1/ward/update', { token: keeper, body: moved })).status).toBe(404)
    const index = (await get('/api/engine/index', keeper)).body.data
    expect(index.resources.map(({ name, may }: { name: string; may: string[] }) => [name, may])).toEqual([
      ['letter', ['view', 'answer']],
      ['sysOperation', ['view']],
      ['sysSession', ['view', 'end']],
      ['ward', ['view', 'edit']],
    ])
    expect(index.menu).toMatchObject([
      { page: 'home' },
      { group: 'work', items: [{ resource: 'ward' }, { resource: 'letter' }] },
    ])
    const part = (await get('/api/engine/resource/ward', keeper)).body.data
    expect(part.model.resources.ward.fields.map(({ name }: { name: string }) => name)).not.toContain('secretNote')
    expect(part.model.resources.ward.access).toEqual([])
    expect((await get('/api/engine/resource/purchase', keeper)).status).toBe(403)
    expect((await get('/api/engine/problems', keeper)).status).toBe(403)
    expect((await get('/api/engine/revision', keeper)).status).toBe(403)
  })

  it('prevents privilege escalation by other spellings of an id or an alias', async () => {
    const tree = flat((await get('/api/blade-system/menu/grant-tree')).body.data.menu as readonly Node[])
    const codes = ['user_view', 'user_edit', 'role_view', 'role_add', 'role_edit']
    const all = flat((await get('/api/blade-system/menu/buttons')).body.data as readonly Node[])
    const menuIds = all.filter(({ code }) => codes.includes(code)).map(({ id }) => id)
    expect([tree.length > 0, menuIds.length]).toEqual([true, codes.length])
    const before = await get(`/api/blade-system/menu/role-tree-keys?roleIds=${ids.get('role')}`)
    await post('/api/blade-system/role/grant', { roleIds: [ids.get('role')], menuIds })
    const keeper = await server.signIn('keeper', 'Keeper-26')
    const { id } = (await get('/api/blade-user/info', keeper)).body.data
    const adminRole: string = (await get('/api/blade-user/info')).body.data.roleId
    const update = (body: unknown) =>
      server.call('PUT', '/api/blade/v1/bladeUser/update', { token: keeper, body }).then(({ status }) => status)
    const own = String(ids.get('role'))
    for (const roleId of [
      adminRole,
      [adminRole],
      ` ${adminRole} `,
      `${own},${adminRole}`,
      `${own}；${adminRole}`,
      [[adminRole]],
    ])
      expect([roleId, await update({ id, roleId })]).toEqual([roleId, expect.toBeOneOf([400, 403])])
    for (const roleAlias of ['administrator', ' administrator', 'admin istrator'])
      expect((await post('/api/blade/v1/bladeRole/save', { roleName: '我', roleAlias }, keeper)).status).toBe(403)
    expect(await update({ id: { toString: 1 }, roleId: { toString: 1 } })).toBeOneOf([400, 403])
    expect((await get('/api/blade-user/info', keeper)).body.data.roleId).toBe(own)
    await post('/api/blade-system/role/grant', { roleIds: [ids.get('role')], menuIds: before.body.data.menu })
  })

  it('prevents an administrator from deleting the own account', async () => {
    const { id } = (await get('/api/blade-user/info')).body.data
    expect(await post(`/api/blade-user/remove?ids=${id}`)).toMatchObject({
      status: 409,
      body: { msg: '不能删除本账号!' },
    })
  })

  it('forbids caching of personal responses', async () => {
    for (const url of ['/api/city/v1/ward/page', '/api/blade-user/info', '/api/blade-system/menu/routes'])
      expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-store'])
    expect((await server.call('GET', '/api/city/v1/ward/page')).headers['cache-control']).toBe('no-store')
  })

  it('sends ETags with responses about the Model, and 304 afterwards', async () => {
    const first = await get('/api/engine/resource/ward')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await server.call('GET', '/api/engine/resource/ward', {
      token: admin,
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(again.status).toBe(304)
    const keeper = await server.signIn('keeper', 'Keeper-26')
    expect((await get('/api/engine/resource/ward', keeper)).headers['etag']).not.toBe(first.headers['etag'])
  })

  it('sends different ETags to administrators of two tenants', async () => {
    const { kysely } = server.engine.database
    for (const table of ['blade_tenant', 'blade_user', 'blade_role', 'blade_dept'])
      await sql`insert into ${sql.table(table)} select (jsonb_populate_record(t, '{"id":77,"tenant_id":"100001"}')).* from ${sql.table(table)} t
        order by id limit 1`.execute(kysely)
    await sql`update blade_user set role_id = '{77}' where tenant_id = '100001'`.execute(kysely)
    const { body } = await server.call('POST', tokenPath, {
      headers: webClient,
      body: { tenantId: '100001', username: 'admin', password: adminPassword, grant_type: 'password' },
    })
    const theirs = await get('/api/engine/resource/bladeMenu', body.access_token)
    const ours = await get('/api/engine/resource/bladeMenu')
    expect([ours.body.data.may.includes('edit'), theirs.body.data.may.includes('edit')]).toEqual([true, false])
    expect(theirs.headers['etag']).not.toBe(ours.headers['etag'])
  })
})

describe.each(databasesWalked('postgres'))('a demonstration ($kind)', kind => {
  const declared = { ...sampleApp, 'roles.yaml': 'keeper: { title: { zh: 看门人, en: Keeper } }\n' }

  it('exists at the first start of an app that describes one, and nowhere else', async () => {
    const [described, other] = [{ ...declared, 'seeds/demo.yaml': 'resources: {}' }, declared]
    for (const [files, accounts] of [
      [described, ['admin', 'keeper']],
      [other, ['admin']],
    ] as const) {
      const server = await startServer(kind, files, { fill: fillDemonstration })
      try {
        expect(server.engine.newAccounts.map(({ account }) => account)).toEqual(accounts)
      } finally {
        await server.close()
      }
    }
  })

  it('has an account for each role that roles.yaml declares, limited by its rules', async () => {
    const server = await startServer(kind, declared, { settings: { demo: true }, fill: fillDemonstration })
    try {
      expect(server.engine.newAccounts.map(({ account }) => account)).toEqual(['admin', 'keeper'])
      const { password } = server.engine.newAccounts[1] ?? {}
      const admin = await server.signIn('admin', adminPassword)
      await server.call('POST', '/api/city/v1/ward/save', { token: admin, body: { name: '别人的' } })
      const keeper = await server.signIn('keeper', String(password))
      const wards = async (token: string) =>
        (await server.call('GET', '/api/city/v1/ward/page', { token })).body.data.total
      // The demonstration has rows, the first few of which belong to the account.
      expect(await wards(admin)).toBe(61)
      expect(await wards(keeper)).toBe(3)
      expect((await server.call('GET', '/api/blade-user/page', { token: keeper })).status).toBe(403)
    } finally {
      await server.close()
    }
  })
})
