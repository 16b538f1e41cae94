import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPassword } from '../engine/server/auth/password.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeApp } from './support/server.ts'

const title = (text: string) => `title: { zh: ${text}, en: ${text} }`
const app = {
  ...sampleApp,
  'menus.yaml': `${sampleApp['menus.yaml']}tools: { ${title('Tools')}, top: true, order: 20 }
maps: { ${title('Maps')}, under: tools }
inner: { ${title('Inner')}, under: maps, roles: [keeper] }
closed: { ${title('Closed')}, top: true, order: 30, roles: [administrator] }
`,
  'resources/city/lamp.yaml': `${title('Lamp')}
path: /street/lamps
menu: { under: work, icon: lamp, order: 15 }
fields:
  name: { type: text, ${title('Name')} }
`,
  'resources/city/bulb.yaml': `${title('Bulb')}
menu: { under: work, icon: lightbulb, order: 16 }
screens: false
fields:
  name: { type: text, ${title('Name')} }
`,
  'pages.yaml': `city: { path: /city/map, ${title('City')}, menu: { under: maps }, link: "https://maps.example.cn/a?b=1" }
board: { path: /city/board, ${title('Board')}, menu: { under: inner }, code: board_view, screen: Board }
safe: { path: /city/safe, ${title('Safe')}, menu: { under: closed, icon: vault }, screen: Safe }
help: { path: /help, ${title('Help')}, code: anyone, frame: bare, link: "https://help.example.cn/" }
`,
}

describe.each(databasesWalked('embedded'))('pages ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let keeper: string

  beforeAll(async () => {
    server = await startServer(kind, app, { web: writeApp({ 'index.html': '<!doctype html><title>x</title>' }) })
    admin = await server.signIn('admin', adminPassword)
    const post = (url: string, body: object) => server.call('POST', url, { token: admin, body })
    const role = await post('/api/blade/v1/bladeRole/save', { roleName: '看门人', roleAlias: 'keeper' })
    const { deptId } = (await get('/api/blade-user/info')).body.data
    const user = { account: 'keeper', name: '看门人', realName: '看门人', password: 'Keeper-26', deptId }
    await post('/api/blade-user/submit', { ...user, roleId: role.body.data.id })
    keeper = await server.signIn('keeper', 'Keeper-26')
  })
  afterAll(() => server.close())

  const get = (url: string, token = admin) => server.call('GET', url, { token })
  const tools = async (token: string) => {
    const { menu } = (await get('/api/engine/index', token)).body.data
    return menu.find(({ group }: { group?: string }) => group === 'tools')?.items
  }

  it('sends the nested menu, without what the user may not open', async () => {
    const board = { group: 'inner', items: [{ page: 'board' }] }
    expect(await tools(admin)).toMatchObject([{ group: 'maps', items: [board, { page: 'city' }] }])
    expect(await tools(keeper)).toMatchObject([{ group: 'maps', items: [{ page: 'city' }] }])
    const { pages } = (await get('/api/engine/index', keeper)).body.data
    expect(pages.map(({ key }: { key: string }) => key)).not.toContain('board')
  })

  it('has the list of a resource under its group, in order, with its icon and path, but none without screens', async () => {
    const { menu, resources, icons } = (await get('/api/engine/index')).body.data
    const work = menu.find(({ group }: { group?: string }) => group === 'work')
    expect(work.items).toEqual(['ward', 'lamp', 'letter', 'purchase'].map(resource => ({ resource })))
    const of = (name: string) => resources.find((one: { name: string }) => one.name === name)
    expect(of('lamp')).toMatchObject({ icon: 'lamp', path: '/street/lamps' })
    expect(icons).toHaveProperty('lamp')
    expect([of('lamp').screens, of('bulb').screens]).toEqual([undefined, false])
    const address = async (path: string) => {
      const { status, body } = await get(`/api/engine/address?path=${path}`)
      return body.data?.name ?? status
    }
    expect([await address('/street/lamps'), await address('/city/lamp')]).toEqual(['lamp', 404])
  })

  it('has the icon of a page that the menu of the user lacks', async () => {
    const { menu, pages, icons } = (await get('/api/engine/index', keeper)).body.data
    expect(menu.map(({ group }: { group?: string }) => group)).not.toContain('closed')
    expect(pages).toContainEqual(expect.objectContaining({ key: 'safe', icon: 'vault' }))
    expect(icons).toHaveProperty('vault')
  })

  it('refuses the address of a page or a list that the user may not open', async () => {
    const status = async (path: string) => (await get(`/api/engine/address?path=${path}`, keeper)).status
    expect([await status('/city/board'), await status('/system/user'), await status('/nothing')]).toEqual([
      403, 403, 404,
    ])
  })

  it('has a page of the platform only in its tenant', async () => {
    const keys = async (token: string) =>
      (await get('/api/engine/index', token)).body.data.pages.map(({ key }: { key: string }) => key)
    const tenantId = '100200'
    await server.call('POST', '/api/blade/v1/bladeTenant/save', {
      token: admin,
      body: { tenantId, tenantName: '分局' },
    })
    const { kysely } = server.engine.database
    await sql`insert into blade_user (tenant_id, id, account, name, real_name, role_id, password)
      select ${tenantId}, 72, 'a', 'a', 'a', array[id], ${await storedPassword('Keeper-26')}
      from blade_role where tenant_id = ${tenantId} and role_alias = 'administrator'`.execute(kysely)
    const other = await server.signIn('a', 'Keeper-26', tenantId)
    expect(server.engine.model().pages.find(({ key }) => key === 'descriptors')?.platform).toBe(true)
    expect([(await keys(admin)).includes('descriptors'), (await keys(other)).includes('descriptors')]).toEqual([
      true,
      false,
    ])
    expect((await get('/api/engine/address?path=/developer/descriptors', other)).status).toBe(403)
    expect((await get('/api/engine/pending', other)).status).toBe(403)
  })

  it('sends visitors only the pages of anyone', async () => {
    const { pages } = (await server.call('GET', '/api/engine/pages')).body.data
    expect(pages.map(({ key }: { key: string }) => key).sort()).toEqual(['help', 'signIn'])
  })

  it('allows frames of exactly the embedded origins', async () => {
    const { headers } = await server.call('GET', '/city/map')
    expect(headers['content-security-policy']).toContain("frame-src 'self' https://maps.example.cn;")
  })
})
