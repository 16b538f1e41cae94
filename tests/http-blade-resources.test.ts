import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** A tree with a dictionary and a boolean, which has the dialect by its descriptor alone. */
const district = `title: { zh: 片区, en: District }
menu: { under: work, icon: map, order: 40 }
dialect: { blade: blade-city/district }
tree: parentId
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: district, title: { zh: 上级, en: Parent } }
  state: { type: dictionary, of: letter_state }
  isOpen: { type: boolean, title: { zh: 开放, en: Open } }
`

describe.each(databasesWalked('postgres'))('resources in the blade dialect ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  const dept = '/api/blade-system/dept'
  const get = (url: string, token = admin) => server.call('GET', url, { token })
  const post = (url: string, body?: unknown, token = admin) =>
    server.call('POST', url, { token, ...(body !== undefined && { body }) })
  const submit = async (record: object) => (await post(`${dept}/submit`, record)).body.data.id as string

  beforeAll(async () => {
    const purchase = 'resources/city/ward.yaml'
    const files = {
      ...sampleApp,
      [purchase]: `${sampleApp[purchase]}dialect: { blade: blade-city/ward }\n`,
      'resources/city/district.yaml': district,
    }
    server = await startServer(kind, files)
    admin = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  it('saves and changes with one endpoint, in the formats of the platform', async () => {
    const created = await post(`${dept}/submit`, {
      $deptCategory: '部门',
      deptName: '一科',
      fullName: '第一科',
      parentId: '0',
      deptCategory: 2,
      sort: 3,
      remark: '',
    })
    expect(created.body).toMatchObject({ code: 200, msg: '操作成功', data: { id: expect.stringMatching(/^\d+$/) } })
    const { id } = created.body.data
    const detail = async () => (await get(`${dept}/detail?id=${id}`)).body.data
    expect(await detail()).toMatchObject({
      deptName: '一科',
      parentId: '0',
      parentName: '',
      deptCategory: 2,
      deptCategoryName: '部门',
      remark: '',
      isDeleted: 0,
    })
    expect((await post(`${dept}/submit`, { ...(await detail()), deptName: '一处' })).body.data).toEqual({
      id,
      tenantId: '000000',
      deptCategoryName: '部门',
    })
    expect(await detail()).toMatchObject({ deptName: '一处', fullName: '第一科', parentId: '0', version: 2 })
    expect((await post(`${dept}/remove?ids=${id}`)).status).toBe(200)
    expect((await get(`${dept}/detail?id=${id}`)).status).toBe(404)
  })

  it('returns a tree as nested records, as choices, and one level at a time', async () => {
    const top = await submit({ deptName: '甲局', fullName: '甲局', deptCategory: 1, sort: 1 })
    const middle = await submit({ deptName: '甲处', fullName: '甲处', deptCategory: 2, parentId: top })
    const leaf = await submit({ deptName: '甲科', fullName: '甲科', deptCategory: 3, parentId: middle })
    const [found] = (await get(`${dept}/list?deptName=甲`)).body.data
    expect(found).toMatchObject({ id: top, hasChildren: true, children: [{ id: middle, children: [{ id: leaf }] }] })
    expect(found.children[0]).toMatchObject({ parentId: top, parentName: '甲局', deptCategory: 2 })
    expect(found.children[0].children[0]).not.toHaveProperty('children')

    const nodes = (await get(`${dept}/tree`)).body.data as { id: string; children?: unknown[] }[]
    expect(nodes.find(({ id }) => id === top)).toEqual({
      id: top,
      parentId: '0',
      title: '甲局',
      key: top,
      value: top,
      hasChildren: true,
      children: [
        {
          id: middle,
          parentId: top,
          title: '甲处',
          key: middle,
          value: middle,
          hasChildren: true,
          children: [{ id: leaf, parentId: middle, title: '甲科', key: leaf, value: leaf }],
        },
      ],
    })
    const level = async (url: string) => (await get(`${dept}/${url}`)).body.data as Record<string, unknown>[]
    expect(await level(`lazy-tree?parentId=${middle}`)).toMatchObject([{ id: leaf, hasChildren: false }])
    expect((await level('lazy-tree?parentId=0')).map(({ id }) => id)).toContain(top)
    expect((await level('lazy-list')).map(({ id }) => id)).toEqual((await level('lazy-tree')).map(({ id }) => id))
    expect(await level(`lazy-list?parentId=${top}`)).toMatchObject([
      { id: middle, deptName: '甲处', parentName: '甲局', hasChildren: true },
    ])
    expect((await level('select?deptName_equal=甲科')).map(({ id }) => id)).toEqual([leaf])
    expect((await post(`${dept}/remove?ids=${top}`)).status).toBe(409)
  })

  it('pages other resources, by columns of the platform and without unknown filters', async () => {
    for (const name of ['南区', '北区', '东区']) await post('/api/blade-city/ward/submit', { name, people: 1 })
    const list = async (query: string) => (await get(`/api/blade-city/ward/list?${query}`)).body.data
    expect(await list('size=2&name=区&unknown=1&descs=create_time')).toMatchObject({
      total: 3,
      size: 2,
      pages: 2,
      records: [{ name: '东区' }, { name: '北区' }],
    })
    expect((await list('name_equal=区')).total).toBe(0)
    expect((await get('/api/blade-city/ward/page?name=区')).body.data.total).toBe(0)
    expect((await get('/api/blade-city/ward/page?name=南区')).body.data.total).toBe(1)
  })

  it('serves a tree of the application from its descriptor alone', async () => {
    const path = '/api/blade-city/district'
    const save = async (record: object) => (await post(`${path}/submit`, record)).body.data
    const saved = await save({ name: '城区', parentId: 0, state: 1, isOpen: '1' })
    expect(saved).toEqual({ id: saved.id, tenantId: '000000', stateName: '已下发' })
    const { id } = await save({ name: '城东', parentId: saved.id, state: '', isOpen: 0 })
    expect((await get(`${path}/parent-list?name=城&size=5`)).body.data).toMatchObject({
      total: 1,
      size: 5,
      maxLimit: -1,
      records: [{ name: '城区', parentId: '0', state: 1, isOpen: 1, createDeptName: '管理组' }],
    })
    expect((await get(`${path}/child-list?parentId=${saved.id}`)).body.data).toMatchObject([
      { id, name: '城东', parentName: '城区', state: -1, stateName: '', isOpen: 0 },
    ])
    const [root] = (await get(`${path}/list`)).body.data
    expect(root).toMatchObject({ name: '城区', hasChildren: true, children: [{ name: '城东' }] })
    expect((await post(`${path}/submit`, { name: '城西', isOpen: 2 })).body.errors).toHaveProperty('isOpen')
  })

  it('returns -1 for a number without a value, and stores none for it', async () => {
    const { id } = (await post('/api/blade-city/ward/submit', { name: '空区', people: -1 })).body.data
    const detail = async () => (await get(`/api/blade-city/ward/detail?id=${id}`)).body.data
    expect(await detail()).toMatchObject({ tenantId: '000000', people: -1 })
    expect((await post('/api/blade-city/ward/submit', await detail())).status).toBe(200)
    expect((await get(`/api/city/v1/ward/getById?id=${id}`)).body.data.people).toBe(null)
  })

  it('chooses the departments and roles of a user, for the user without further rights', async () => {
    const top = await submit({ deptName: '丙局', fullName: '丙局', deptCategory: 1 })
    const under = await submit({ deptName: '丙科', fullName: '丙科', deptCategory: 3, parentId: top })
    const roleId = (await post('/api/blade-system/role/submit', { roleName: '科员', roleAlias: 'clerk' })).body.data.id
    const user = { account: 'clerk', name: '科员', realName: '科员', password: 'Clerk-2026', deptId: under, roleId }
    expect((await post('/api/blade-user/submit', user)).status).toBe(200)
    const clerk = await server.signIn('clerk', 'Clerk-2026')
    const { id } = (await get('/api/blade-user/info', clerk)).body.data
    const ids = async (url: string, token = admin) =>
      (await get(`/api/blade-system/${url}`, token)).body.data.map((row: { id: string }) => row.id)
    expect(await ids(`dept/select?userId=${id}`)).toEqual([under])
    expect(await ids(`dept/select?userId=${id}`, clerk)).toEqual([under])
    expect(await ids(`role/select?userId=${id}`, clerk)).toEqual([roleId])
    expect(await ids(`post/select?userId=${id}`, clerk)).toEqual([])
    expect(await ids(`dept/select?deptId=${top}`)).toEqual([top])
    expect(await ids('dept/listAll')).toEqual(expect.arrayContaining([top, under]))
    const admins = (await get('/api/blade-user/info')).body.data.id
    expect((await get(`/api/blade-system/dept/select?userId=${admins}`, clerk)).status).toBe(403)
    expect((await get('/api/blade-system/dept/select', clerk)).status).toBe(403)
    // The list of users by a department includes its branch.
    const users = async (url: string) => (await get(`/api/blade-user/${url}`)).body.data
    expect((await users(`page?deptId=${top}`)).records).toMatchObject([{ account: 'clerk', tenantId: '000000' }])
    expect(await users('user-list?account=clerk')).toMatchObject([{ account: 'clerk' }])
    expect(await users('user-list?account=cler')).toEqual([])
  })

  it('numbers tenants, finds them by name, and sets their limits', async () => {
    const tenant = '/api/blade-system/tenant'
    const saved = await post(`${tenant}/submit`, { tenantId: '', tenantName: '东城食堂', accountNumber: -1 })
    const { id } = saved.body.data
    const [found] = (await get(`${tenant}/find-by-name?name=东城`)).body.data
    expect(found).toMatchObject({ id, tenantId: expect.stringMatching(/^\d{6}$/), accountNumber: -1, expireTime: '' })
    const set = (query: string) => post(`${tenant}/setting?ids=${id}&${query}`)
    expect((await set('accountNumber=20&expireTime=2030-01-02 03:04:05')).status).toBe(200)
    const detail = async () => (await get(`${tenant}/detail?id=${id}`)).body.data
    expect(await detail()).toMatchObject({ accountNumber: 20, expireTime: '2030-01-02 03:04:05' })
    expect((await set('accountNumber=30')).status).toBe(200)
    expect(await detail()).toMatchObject({ accountNumber: 30, expireTime: '2030-01-02 03:04:05' })
    expect((await set('expireTime=')).status).toBe(200)
    expect(await detail()).toMatchObject({ expireTime: '' })
    expect((await set('accountNumber=many')).body.errors).toHaveProperty('accountNumber')
  })

  it('refuses what the v1 dialect refuses', async () => {
    const role = (await post('/api/blade-system/role/submit', { roleName: '访客', roleAlias: 'visitor' })).body.data.id
    const { deptId } = (await get('/api/blade-user/info')).body.data
    const user = { account: 'visitor', name: '访客', realName: '访客', password: 'Visitor-26', deptId, roleId: role }
    expect((await post('/api/blade-user/submit', user)).status).toBe(200)
    const visitor = await server.signIn('visitor', 'Visitor-26')
    const ward = '/api/blade-city/ward'
    for (const call of ['list', 'page', 'select', 'detail?id=1'])
      expect([call, (await get(`${ward}/${call}`, visitor)).status]).toEqual([call, 403])
    expect((await post(`${ward}/submit`, { name: '西区' }, visitor)).status).toBe(403)
    expect((await post(`${ward}/remove?ids=1`, undefined, visitor)).status).toBe(403)
    expect((await post(`${ward}/submit`, {})).body).toMatchObject({ code: 400, errors: { name: '请输入名称' } })
    expect((await server.call('GET', `${ward}/list`)).status).toBe(401)
  })

  it.each([
    ['GET', '/api/blade-city/ward/tree', 404],
    ['GET', '/api/blade-city/ward/nothing', 404],
    ['GET', '/api/blade-city/letter/list', 404],
    ['GET', '/api/blade-city/ward/constructor', 404],
    ['POST', '/api/blade-city/ward/list', 405],
    ['GET', '/api/blade-city/ward/submit', 405],
    ['GET', '/api/blade-user/grant', 405],
    ['POST', '/api/blade-city/ward/remove?ids=x', 400],
    ['POST', '/api/blade-city/ward/submit', 400],
  ])('answers %s %s with %i', async (method, url, status) => {
    expect((await server.call(method, url, { token: admin })).status).toBe(status)
  })
})
