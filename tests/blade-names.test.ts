import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '../engine/model/model.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** A tree known by its codes, and a resource with fields that the server sets or computes. */
const app = {
  ...sampleApp,
  'menus.yaml': `${sampleApp['menus.yaml'] ?? ''}tools: { title: { zh: 工具, en: Tools }, top: true, order: 90 }\n`,
  'resources/city/region.yaml': `title: { zh: 区划, en: Region }
menu: { under: tools, icon: map, order: 50 }
dialect: { blade: blade-system/region }
tree: parentId
display: name
fields:
  code: { type: text, required: true, unique: true, title: { zh: 代码, en: Code } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: region, title: { zh: 上级, en: Parent } }
`,
  'resources/city/ticket.yaml': `title: { zh: 工单, en: Ticket }
menu: { under: work, icon: map, order: 51 }
dialect: { blade: blade-city/ticket }
display: number
fields:
  number: { type: serial, pattern: "T-{0000}", title: { zh: 编号, en: Number } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  amount: { type: integer, title: { zh: 数量, en: Amount } }
  double: { type: integer, compute: "amount * 2", title: { zh: 两倍, en: Double } }
  closed: { type: boolean, readOnly: true, title: { zh: 关闭, en: Closed } }
`,
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

describe.each(databasesUnderTest())('semantics 4: names in writes of the blade dialect ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  let ids: Readonly<Record<string, string>>
  const call = (method: string, url: string, body?: unknown) =>
    server.call(method, `/api/${url}`, { token, ...(body !== undefined && { body }) })
  const data = async (url: string): Promise<Any> => (await call('GET', url)).body.data
  const submit = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', `${path}/submit`, body)
    expect([path, answer.body]).toMatchObject([path, { code: 200 }])
    return answer.body.data.id
  }
  const resources = (): (Resource & { readonly dialect: { readonly blade: string } })[] =>
    Object.values(server.engine.model().resources).flatMap((one: Any) => (one.dialect ? [one] : []))
  /** A stored record of a path as a client reads it. */
  const recordOf = (path: string): Promise<Any> =>
    data(`${path}/detail?${path.endsWith('region') ? 'code' : 'id'}=${ids[path]}`)
  const stored = async () => {
    const rows = []
    for (const { name, readOnly } of resources()) {
      if (readOnly) continue
      const table = server.engine.model().resources[name]?.table ?? ''
      const all = await sql<{ sum: string }>`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum
        from ${sql.table(table)} t`.execute(server.engine.database.kysely)
      rows.push([name, all.rows[0]?.sum])
    }
    return rows
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    token = await server.signIn('admin', adminPassword)
    const own = await data('blade-user/info')
    const param = (await data('blade-system/param/list?size=1')).records[0]
    const dict = (await data('blade-system/dict/parent-list?size=200')).records.find((one: Any) => one.code === 'sex')
    const client = { clientId: 'c1', clientSecret: 'a secret of its own', authorizedGrantTypes: 'password' }
    const dept = { deptName: '一科', fullName: '第一科', parentId: '0', deptCategory: 2, sort: 3 }
    const user = { account: 'person', name: '人', realName: '某人', password: 'Person-26', password2: 'Person-26' }
    ids = {
      'blade-user': await submit('blade-user', { ...user, roleId: own.roleId, deptId: own.deptId }),
      'blade-system/param': param.id,
      'blade-system/dict': (await data(`blade-system/dict/child-list?parentId=${dict.id}`))[0].id,
      'blade-system/dict-biz': (await data(`blade-system/dict-biz/child-list?parentId=${dict.id}`))[0].id,
      'blade-system/client': await submit('blade-system/client', { ...client, additionalInformation: '{}' }),
      'blade-system/dept': await submit('blade-system/dept', dept),
      'blade-system/role': await submit('blade-system/role', { roleName: '读者', roleAlias: 'reader' }),
      'blade-system/post': await submit('blade-system/post', { category: 1, postCode: 'ceo', postName: '首席' }),
      'blade-system/tenant': await submit('blade-system/tenant', { tenantId: '', tenantName: '新单位', packageId: '' }),
      'blade-system/region': await submit('blade-system/region', { code: '35', name: '福建', parentCode: '00' }),
      'blade-city/ticket': await submit('blade-city/ticket', { name: '甲', amount: 2, double: 4, number: '' }),
    }
  })
  afterAll(() => server.close())

  it('may be those of the record that was read, of every resource', async () => {
    for (const path of Object.keys(ids))
      for (const name of path === 'blade-user' ? ['submit', 'update'] : ['submit']) {
        const read = await recordOf(path)
        const sent = { ...read, $sex: '男', $roleId: '读者', children: undefined }
        expect([path, name, (await call('POST', `${path}/${name}`, sent)).body]).toMatchObject([
          path,
          name,
          { code: 200 },
        ])
      }
  })

  it('are refused where no field has them, of every resource, and nothing is written', async () => {
    const before = await stored()
    for (const path of Object.keys(ids)) {
      const read = await recordOf(path)
      const { id: _id, version: _version, ...fresh } = read
      const urls: [string, object][] = [
        [`${path}/submit`, { ...read, nmae: 'x' }],
        [`${path}/submit`, { ...read, nmae: '' }],
        [`${path}/submit`, { ...fresh, nmae: 'x' }],
        [`${path}/submit?nmae=x`, read],
        [`${path}/remove?${path.endsWith('region') ? 'id' : 'ids'}=${ids[path]}&nmae=x`, {}],
      ]
      if (!/region|dict-biz/.test(path)) urls.push([`${path}/update`, { ...read, nmae: 'x' }])
      for (const [url, body] of urls) {
        const { status, body: answer } = await call('POST', url, body)
        expect([url, status, answer.msg]).toEqual([url, 400, expect.stringContaining('nmae')])
      }
    }
    expect(await stored()).toEqual(before)
  })

  it('are refused with another value of a field that is not written, of every resource', async () => {
    const before = await stored()
    let fields = 0
    for (const { fields: all, dialect } of resources().filter(one => ids[one.dialect.blade])) {
      const path = dialect.blade
      const read = await recordOf(path)
      const computed = all.filter(one => one.compute !== undefined || one.readOnly === true).map(({ name }) => name)
      const server = ['createTime', 'createUser', 'isDeleted', ...(path === 'blade-user' ? [] : ['status'])]
      for (const name of [...server, ...computed].filter(one => read[one] !== undefined && read[one] !== '')) {
        fields++
        const other = typeof read[name] === 'number' ? read[name] + 6 : `${read[name]}6`
        const answer = await call('POST', `${path}/submit`, { ...read, [name]: other })
        expect([path, name, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([path, name, 400, [name]])
      }
    }
    expect(fields).toBeGreaterThan(30)
    expect(await stored()).toEqual(before)
  })

  it('of fields that only the platform has are dropped without a value, and refused with one', async () => {
    const tenant = await recordOf('blade-system/tenant')
    for (const packageId of ['', -1, null])
      await submit('blade-system/tenant', { ...(await recordOf('blade-system/tenant')), packageId })
    expect((await call('POST', 'blade-system/tenant/submit', { ...tenant, packageId: '7' })).status).toBe(400)
    expect((await call('POST', 'blade-user/submit', { ...(await recordOf('blade-user')), userExt: 'x' })).status).toBe(
      400,
    )
  })

  it('of the own profile are refused with another value of what users do not change there', async () => {
    const own = await data('blade-user/info')
    const save = (more: object) => call('POST', 'blade-user/update-info', { ...own, ...more })
    expect((await save({ password: 'Person-27', phone: '13800000001' })).status).toBe(200)
    expect((await data('blade-user/info')).phone).toBe('13800000001')
    const { version } = await data('blade-user/info')
    for (const [name, value] of [
      ['roleId', '1'],
      ['deptId', ''],
      ['account', 'other'],
      ['userType', 2],
      ['status', 0],
    ] as const)
      expect([name, Object.keys((await save({ version, [name]: value })).body.errors)]).toEqual([name, [name]])
    expect((await save({ version, nmae: 'x' })).body.msg).toContain('nmae')
  })

  it('are refused by the rights dialog for scopes that do not exist', async () => {
    const grant = { roleIds: [ids['blade-system/role']], menuIds: [], dataScopeIds: ['1'], apiScopeIds: [] }
    expect((await call('POST', 'blade-system/role/grant', grant)).body.errors).toHaveProperty('dataScopes')
    expect((await call('POST', 'blade-system/role/grant', { ...grant, dataScopeIds: [] })).status).toBe(200)
  })

  it('of a menu entry and a top menu may be those that were read, and are refused otherwise', async () => {
    const groups = await data('blade-system/menu/menu-list')
    const entry = groups.find((one: Any) => one.code === 'work').children[0]
    const top = (await data('blade-system/topmenu/list')).records[0]
    for (const [path, record] of [
      ['menu', entry],
      ['topmenu', top],
    ] as const) {
      const save = (more: object) => call('POST', `blade-system/${path}/submit`, { ...record, ...more })
      expect([path, (await save({ $isOpen: '否' })).body]).toMatchObject([path, { code: 200 }])
      for (const more of [{ nmae: 'x' }, { id: '', nmae: 'x' }])
        expect([path, (await save({ ...more, version: undefined })).status]).toEqual([path, 400])
      expect([path, (await save({ version: undefined, code: 'other' })).body.errors]).toHaveProperty('1.code')
      expect([path, (await save({ version: undefined, status: 7 })).body.errors]).toHaveProperty('1.status')
    }
  })

  it('of a region keep its code', async () => {
    const region = await recordOf('blade-system/region')
    const renamed = await call('POST', 'blade-system/region/submit', { ...region, code: '36' })
    expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([400, ['code']])
  })
})
