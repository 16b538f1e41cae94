import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const title = (text: string) => `title: { zh: ${text}, en: ${text} }`
const app = {
  ...sampleApp,
  'menus.yaml': `${sampleApp['menus.yaml']}tools: { ${title('工具')}, top: true, icon: wrench, order: 20 }
maps: { ${title('地图')}, under: tools }
`,
  'pages.yaml': `city: { path: /city/map, ${title('城市')}, menu: { under: maps, order: 1 }, code: city_view, link: "https://maps.example.cn/" }
help: { path: /help, ${title('帮助')}, menu: { under: maps, order: 2 }, frame: bare, link: "https://help.example.cn/" }
`,
}

type Row = Record<string, unknown> & { readonly id: string; readonly children?: readonly Row[] }

const flat = (nodes: readonly Row[]): Row[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])

describe.each(databasesWalked('postgres'))('menus, top menus and rights in the blade dialect ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let reader: string
  let roleId: string
  const menu = '/api/blade-system/menu'
  const topMenu = '/api/blade-system/topmenu'

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = await server.signIn('admin', adminPassword)
    roleId = (await post('/api/blade-system/role/submit', { roleName: '读者', roleAlias: 'reader' })).body.data.id
    const { deptId } = (await get('/api/blade-user/info')).body.data
    const user = { account: 'reader', name: '读者', realName: '读者', password: 'Reader-26', deptId, roleId }
    expect((await post('/api/blade-user/submit', user)).status).toBe(200)
    reader = await server.signIn('reader', 'Reader-26')
  })
  afterAll(() => server.close())

  const get = (url: string, token = admin) => server.call('GET', url, { token })
  const post = (url: string, body?: unknown, token = admin) =>
    server.call('POST', url, { token, ...(body !== undefined && { body }) })
  const data = async (url: string) => (await get(url)).body.data
  const recordOf = async (code: string): Promise<Row> => {
    const found = flat(await data(`${menu}/list`)).find(row => row['code'] === code)
    if (!found) throw new Error(`The menu has no ${code}.`)
    return found
  }

  it('lists groups, entries and buttons as one tree, and entries alone', async () => {
    const all = flat(await data(`${menu}/list`))
    expect(all.every(node => !('children' in node) || (node.children?.length ?? 0) > 0)).toBe(true)
    const [ward, button] = [await recordOf('ward'), await recordOf('ward_view')]
    expect(ward).toMatchObject({
      name: '街区',
      englishName: 'Wards',
      alias: 'ward',
      path: '/city/ward',
      source: 'map',
      sort: 10,
      parentName: '工作',
      category: 1,
      categoryName: '菜单',
      action: 0,
      actionName: '无',
      isOpen: 1,
      isOpenName: '否',
      remark: '',
      isDeleted: 0,
      hasChildren: true,
    })
    expect(button).toMatchObject({ parentId: ward.id, name: '查看', category: 2, categoryName: '按钮', action: 2 })
    expect(await recordOf('work')).toMatchObject({ parentId: '0', parentName: '顶级' })
    expect(await recordOf('help')).toMatchObject({ isOpen: 2, isOpenName: '是', path: 'https://help.example.cn/' })
    const entries = flat(await data(`${menu}/menu-list`))
    expect(entries.map(({ category }) => category)).not.toContain(2)
    expect(entries.map(({ code }) => code)).toEqual(expect.arrayContaining(['work', 'ward', 'tools', 'maps', 'city']))
    expect(flat(await data(`${menu}/list?code=ward`)).map(({ code }) => code)).toContain('ward_export')
  })

  it('refuses what belongs to the descriptors', async () => {
    const [ward, button] = [await recordOf('ward'), await recordOf('ward_add')]
    const errors = async (changed: object) => (await post(`${menu}/submit`, { ...ward, ...changed })).body.errors
    expect(Object.keys(await errors({ path: '/x', parentId: '0', category: 2 }))).toEqual([
      'parentId',
      'path',
      'category',
    ])
    expect(Object.keys(await errors({ name: '' }))).toEqual(['name'])
    expect((await post(`${menu}/submit`, { ...button, name: '添' })).status).toBe(409)
    expect(Object.keys((await post(`${menu}/submit`, { name: '新', parentId: '0', sort: 1 })).body.errors)).toEqual([
      'code',
    ])
    expect((await post(`${menu}/submit`, { name: '新', code: 'ward_x', category: 2 })).status).toBe(409)
    expect((await post(`${menu}/remove?ids=${ward.id}`)).status).toBe(409)
    expect((await post(`${menu}/remove?ids=${button.id}`)).status).toBe(409)
    expect((await post(`${menu}/remove?ids=x`)).status).toBe(400)
    expect((await post(`${menu}/submit`, [])).status).toBe(400)
  })

  it('shows and edits top menus, and refuses other entries in them', async () => {
    const page = await data(`${topMenu}/list?current=1&size=10`)
    expect(page).toMatchObject({ total: 1, size: 10, current: 1, pages: 1, searchCount: true, orders: [] })
    const [tools] = page.records
    expect(tools).toMatchObject({ tenantId: '000000', code: 'tools', name: '工具', source: 'wrench', sort: 20 })
    expect(await data(`${topMenu}/list?code=tool`)).toMatchObject({ total: 0, records: [] })
    expect(await data(`${topMenu}/detail?id=${tools.id}`)).toEqual(tools)
    const { menu: inTop } = await data(`${menu}/top-tree-keys?topMenuIds=${tools.id}`)
    expect(inTop).toEqual([(await recordOf('maps')).id, (await recordOf('city')).id, (await recordOf('help')).id])
    const tree = flat((await data(`${menu}/grant-top-tree`)).menu)
    expect(tree.map(({ id }) => id)).toEqual(expect.arrayContaining(inTop))
    const grantTop = (menuIds: readonly string[]) => post(`${topMenu}/grant`, { topMenuIds: [tools.id], menuIds })
    expect((await grantTop(inTop)).status).toBe(200)
    expect((await grantTop(inTop.slice(1))).status).toBe(409)
    expect((await post(`${topMenu}/submit`, { ...tools, name: '工具箱' })).body).toMatchObject({ code: 200 })
    expect((await data(`${topMenu}/detail?id=${tools.id}`)).name).toBe('工具箱')
    expect((await post(`${topMenu}/submit`, { ...tools, code: 'x' })).body.errors).toHaveProperty('code')
    expect((await post(`${topMenu}/remove?ids=${tools.id}`)).status).toBe(409)
    expect((await post(`${topMenu}/remove?ids=${(await recordOf('work')).id}`)).status).toBe(404)
  })

  it('semantics 42: adds groups, links and second places, with rights that exist', async () => {
    const submit = async (record: object) => (await post(`${menu}/submit`, record)).body
    const routes = async (by = admin) => flat((await get(`${menu}/routes`, by)).body.data)
    const ward = await recordOf('ward')
    const group = {
      parentId: '0',
      name: '常用',
      code: 'often',
      path: '/often',
      sort: 1,
      category: 1,
      action: 0,
      isOpen: 1,
    }
    const { id } = (await submit(group)).data
    expect(Object.keys((await submit({ ...group, path: '/nowhere', code: 'other' })).errors)).toEqual(['path'])
    expect((await post(`${menu}/submit`, group)).status).toBe(409)
    const below = { ...group, parentId: id, id: undefined }
    const link = { ...below, name: '搜索', code: 'search', path: 'https://search.example/', isOpen: 2 }
    const { id: linkId } = (await submit(link)).data
    expect((await submit({ ...below, name: '街区二', code: 'again', path: ward['path'] })).code).toBe(200)
    await expect
      .poll(async () => (await routes()).filter(({ parentId }) => parentId === id))
      .toMatchObject([
        { code: 'ward', name: '街区二', path: ward['path'] },
        { id: linkId, code: 'search', path: 'https://search.example/', isOpen: 2 },
      ])
    expect(await recordOf('again')).toMatchObject({ parentId: id, path: ward['path'], category: 1 })
    // A reader without the right to the list sees the link only, which has none.
    const seen = (await routes(reader)).filter(({ parentId }) => parentId === id)
    expect(seen.map(({ code }) => code)).toEqual(['search'])
    // Each right is a choice once.
    const tree = flat((await data(`${menu}/grant-tree`)).menu)
    expect(tree.filter(node => node.id === ward.id).length).toBe(1)
    expect((await submit({ ...(await recordOf('search')), name: '查找' })).code).toBe(200)
    expect(await recordOf('search')).toMatchObject({ name: '查找', path: 'https://search.example/' })
    expect((await post(`${menu}/remove?ids=${id}`)).status).toBe(409)
    const again = await recordOf('again')
    for (const one of [linkId, again.id, id]) expect((await post(`${menu}/remove?ids=${one}`)).status).toBe(200)
    await expect.poll(async () => (await routes()).some(one => one.id === id)).toBe(false)
  })

  it('semantics 42: adds a top menu, and puts entries that exist under it', async () => {
    const given = { id: '', tenantId: '', code: 'daily', name: '日常', source: 'star', sort: 9 }
    expect((await post(`${topMenu}/submit`, given)).status).toBe(200)
    const [top] = (await data(`${topMenu}/list?code=daily`)).records
    const [ward, help] = [await recordOf('ward'), await recordOf('help')]
    const grantTop = (menuIds: readonly string[]) => post(`${topMenu}/grant`, { topMenuIds: [top.id], menuIds })
    const under = async () => (await data(`${menu}/top-tree-keys?topMenuIds=${top.id}`)).menu
    expect((await grantTop([ward.id, help.id])).status).toBe(200)
    await expect.poll(async () => (await under()).sort()).toEqual([ward.id, help.id].sort())
    expect((await data(`${menu}/top-menu`)).map(({ code }: Row) => code)).toContain('daily')
    const shown = flat(await data(`${menu}/routes?topMenuId=${top.id}`))
    expect(shown.map(({ code }) => code).sort()).toEqual(['help', 'ward'])
    expect((await grantTop([ward.id])).status).toBe(200)
    await expect.poll(under).toEqual([ward.id])
    expect((await grantTop(['5'])).status).toBe(400)
    expect((await post(`${topMenu}/remove?ids=${top.id}`)).status).toBe(200)
    await expect.poll(async () => (await data(`${topMenu}/list`)).total).toBe(1)
  })

  it('refuses users without the right to menus', async () => {
    const ward = await recordOf('ward')
    for (const call of ['list', 'menu-list', 'lazy-list', 'lazy-menu-list', 'tree', `detail?id=${ward.id}`])
      expect([call, (await get(`${menu}/${call}`, reader)).status]).toEqual([call, 403])
    expect((await post(`${menu}/submit`, ward, reader)).status).toBe(403)
    expect((await post(`${menu}/remove?ids=${ward.id}`, undefined, reader)).status).toBe(403)
    for (const call of ['list', `detail?id=${ward.id}`])
      expect([call, (await get(`${topMenu}/${call}`, reader)).status]).toEqual([call, 403])
    expect((await post(`${topMenu}/submit`, { name: '新' }, reader)).status).toBe(403)
    expect((await post(`${topMenu}/grant`, { topMenuIds: [], menuIds: [] }, reader)).status).toBe(403)
    expect((await get(`${menu}/top-tree-keys?topMenuIds=1`, reader)).status).toBe(403)
    expect((await server.call('GET', `${menu}/list`)).status).toBe(401)
  })
})
