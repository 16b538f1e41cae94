import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '../engine/model/model.ts'
import { apiPath } from '../engine/model/names.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { watchCalls } from './support/watched-calls.ts'

const app = {
  ...sampleApp,
  'resources/city/region.yaml': `title: { zh: 区划, en: Region }
menu: { under: work, icon: map, order: 50 }
dialect: { blade: blade-system/region }
tree: parentId
display: name
fields:
  code: { type: text, required: true, unique: true, title: { zh: 代码, en: Code } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: region, title: { zh: 上级, en: Parent } }
`,
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

/** The endpoints of every resource; those of a tree have no other resource. */
const ofAll = ['list', 'page', 'select', 'detail?id=1']
const ofTrees = ['tree', 'lazy-list', 'lazy-tree', 'tree-by-id?roleId=1', 'parent-tree', 'parent-list', 'listAll']
const ofRegion = ['list', 'page', 'lazy-list', 'lazy-tree', 'select', 'detail?code=35']

/** Endpoints in addition to those of resources, each with the resource whose right to view it requires. */
const guarded: Readonly<Record<string, string>> = {
  'blade-user/user-list': 'bladeUser',
  'blade-user/platform-detail?id=1': 'bladeUser',
  'blade-system/tenant/find-by-name': 'bladeTenant',
  'blade-system/tenant/package-detail?tenantId=1': 'bladeTenant',
  'blade-system/menu/role-tree-keys?roleIds=1': 'bladeRole',
  'blade-system/menu/top-tree-keys?topMenuIds=1': 'bladeMenu',
  'blade-system/menu/list': 'bladeMenu',
  'blade-system/menu/menu-list': 'bladeMenu',
  'blade-system/menu/lazy-list': 'bladeMenu',
  'blade-system/menu/lazy-menu-list': 'bladeMenu',
  'blade-system/menu/tree': 'bladeMenu',
  'blade-system/menu/detail?id=1': 'bladeMenu',
  'blade-system/topmenu/list': 'bladeMenu',
  'blade-system/topmenu/detail?id=1': 'bladeMenu',
  'blade-system/dict-biz/tree': 'bladeDictBiz',
  'blade-system/dict-biz/parent-list': 'bladeDictBiz',
  'blade-system/dict-biz/child-list?parentId=1': 'bladeDictBiz',
  'blade-system/dict-biz/detail?id=1': 'bladeDictBiz',
}

/** Work lists answer every user with the user's own tasks; the others require an administrator or a task of theirs. */
const ofProcesses = {
  own: ['claim', 'todo', 'send', 'done'].map(list => `blade-flow/work/${list}-list`),
  // The definitions that all may start.
  start: 'blade-flow/work/start-list',
  administration: ['model/list', 'model/detail?id=1', 'manager/list', 'follow/list'].map(one => `blade-flow/${one}`),
  instance: ['history-flow-list', 'model-view'].map(one => `blade-flow/process/${one}?processInstanceId=1`),
  // In tests/processes/leave.test.ts.
  record: 'blade-desk/process/:resource/detail',
}

/** Endpoints that answer every user, with what is the user's own or in the Model of every user. */
const answering = [
  'blade-user/info',
  'blade-auth/oauth/user-info',
  'blade-system/tenant/info',
  'blade-system/tenant/select',
  'blade-system/menu/routes',
  'blade-system/menu/top-menu',
  'blade-system/menu/auth-routes',
  'blade-system/menu/buttons',
  'blade-system/menu/grant-tree',
  'blade-system/menu/grant-top-tree',
  'blade-system/dict/dictionary?code=sex',
  'blade-system/dict/dictionary-tree?code=sex',
  'blade-system/dict-biz/dictionary?code=sex',
  'blade-system/dict-biz/dictionary-tree?code=sex',
]
/** The endpoint of a file, which requires a right to a record with the file (file-access.test.ts). */
const ofFiles = 'blade-resource/oss/endpoint/file-link'
/** Endpoints of sign-in, which need no user. */
const open = ['oauth/render/:source', 'captcha', 'oauth/captcha', 'logout', 'oauth/logout', 'oauth/clear-cache']

const calls = watchCalls()

describe.each(databasesWalked('postgres'))('reads of the blade dialect ($kind)', kind => {
  let server: ServerUnderTest
  let admin: string
  let viewer: string
  let role: string
  const get = (url: string, token = viewer) => server.call('GET', `/api/${url}`, { token })
  const data = async (url: string, token = viewer): Promise<Any> => (await get(url, token)).body.data
  const post = (url: string, body: object) => server.call('POST', `/api/${url}`, { token: admin, body })
  const ofDialect = (): (Resource & { readonly dialect: { readonly blade: string } })[] =>
    Object.values(server.engine.model().resources).flatMap((one: Any) => (one.dialect ? [one] : []))
  /** Every endpoint of a resource that reads rows of it. */
  const readsOf = ({ dialect: { blade }, tree, name }: ReturnType<typeof ofDialect>[number]): string[] => {
    if (blade.endsWith('/region')) return ofRegion.map(call => `${blade}/${call}`)
    const own = name === 'bladeTenant' ? ofAll.filter(call => call !== 'select') : ofAll
    const ofBiz = name === 'bladeDictBiz' ? ['list', 'page', 'select'] : own
    const children = tree ? [...ofTrees, 'child-list?parentId=1'] : []
    return [...ofBiz, ...children].map(call => `${blade}/${call}`)
  }
  /** Gives the role of the user these rights and no others. */
  const allow = async (codes: readonly string[]) => {
    await sql`delete from engine_grant where role_id = ${role}::bigint`.execute(server.engine.database.kysely)
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    // A write of a role ends what is remembered of rights.
    await post('blade-system/role/submit', { roleName: '其他', roleAlias: `other${Math.random()}`.replace('.', '') })
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls.enough()
    admin = await server.signIn('admin', adminPassword)
    role = (await post('blade-system/role/submit', { roleName: '读者', roleAlias: 'reader' })).body.data.id
    const { deptId } = await data('blade-user/info', admin)
    const user = { account: 'viewer', name: '某', realName: '某人', password: 'Person-26', roleId: role, deptId }
    expect((await post('blade-user/submit', user)).status).toBe(200)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    expect((await post('blade-system/region/submit', { code: '35', name: '福建', parentCode: '00' })).status).toBe(200)
    viewer = await server.signIn('viewer', 'Person-26')
  })
  afterAll(() => server.close())

  it('are all tested', () => {
    const known = [...calls.known].flatMap(one => /^GET \/api\/(blade-.*)$/.exec(one)?.[1] ?? [])
    const tested = [
      ...Object.values(ofProcesses).flat(),
      ...Object.keys(guarded),
      ...answering,
      ...ofRegion.map(call => `blade-system/region/${call}`),
    ]
    const paths = new Set([...tested, ofFiles, ...open.map(name => `blade-auth/${name}`)].map(url => url.split('?')[0]))
    expect(known.filter(path => !paths.has(path))).toEqual([])
    expect(ofDialect().length).toBeGreaterThan(9)
  })

  it('of processes answer with own tasks only, and refuse administration and the instances of others', async () => {
    await allow([])
    for (const url of ofProcesses.own) expect([url, (await data(url)).total]).toEqual([url, 0])
    for (const url of ofProcesses.administration) expect([url, (await get(url)).status]).toEqual([url, 403])
    for (const url of ofProcesses.instance) expect([url, (await get(url)).status]).toEqual([url, 404])
  })

  it('are refused without any right, as those of v1', async () => {
    await allow([])
    for (const resource of ofDialect()) {
      expect([resource.name, (await get(`${apiPath(resource).slice(5)}/page`)).status]).toEqual([resource.name, 403])
      for (const url of readsOf(resource)) expect([url, (await get(url)).status]).toEqual([url, 403])
    }
    for (const url of Object.keys(guarded)) expect([url, (await get(url)).status]).toEqual([url, 403])
  })

  it('are refused without a token', async () => {
    const urls = [...ofDialect().flatMap(readsOf), ...Object.keys(guarded), 'blade-user/info']
    for (const url of urls) expect([url, (await server.call('GET', `/api/${url}`)).status]).toEqual([url, 401])
  })

  it('are answered with the right to view the resource, and those of no other', async () => {
    const all = ofDialect()
    const byName = new Map(Object.values(server.engine.model().resources).map(one => [one.name, one]))
    for (const resource of all) {
      await allow([`${resource.code}_view`])
      for (const url of readsOf(resource))
        expect([url, [200, 404].includes((await get(url)).status)]).toEqual([url, true])
      for (const other of all.filter(one => one !== resource))
        expect([resource.name, other.name, (await get(readsOf(other)[0] ?? '')).status]).toEqual([
          resource.name,
          other.name,
          403,
        ])
    }
    for (const [url, name] of Object.entries(guarded)) {
      await allow([`${byName.get(name)?.code}_view`])
      expect([url, [200, 404].includes((await get(url)).status)]).toEqual([url, true])
    }
  })

  it('that answer every user contain the own account, tenant and menu, and no rows', async () => {
    await allow([])
    for (const url of answering) expect([url, (await get(url)).status]).toEqual([url, 200])
    expect(await data('blade-user/info')).toMatchObject({ account: 'viewer' })
    expect(Object.keys((await data('blade-system/tenant/select'))[0]).sort()).toEqual(['id', 'tenantId', 'tenantName'])
    for (const name of ['routes', 'buttons', 'grant-tree', 'grant-top-tree']) {
      const shown = JSON.stringify(await data(`blade-system/menu/${name}`))
      for (const { menu, path } of Object.values(server.engine.model().resources))
        if (menu) expect([name, path, shown.includes(`"${path}"`)]).toEqual([name, path, false])
    }
  })

  it('of choices answer those of the own account without a right, and of no other account', async () => {
    await allow([])
    const { id } = await data('blade-user/info')
    const other = (await data('blade-user/info', admin)).id
    for (const name of ['dept', 'role', 'post']) {
      expect([name, (await get(`blade-system/${name}/select?userId=${id}`)).status]).toEqual([name, 200])
      expect([name, (await get(`blade-system/${name}/select?userId=${other}`)).status]).toEqual([name, 403])
    }
  })
})
