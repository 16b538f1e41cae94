import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isRecordId } from '../engine/server/dialects/blade/blade-parts.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** Rows of every kind of field that a record of the platform may have. */
const region = `title: { zh: 区划, en: Region }
menu: { under: work, icon: map, order: 50 }
dialect: { blade: blade-system/region }
tree: parentId
display: name
sort: code
fields:
  code: { type: text, required: true, unique: true, title: { zh: 代码, en: Code } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: region, title: { zh: 上级, en: Parent } }
  regionLevel: { type: dictionary, of: letter_state, title: { zh: 级别, en: Level } }
  area: { type: decimal, min: 0, title: { zh: 面积, en: Area } }
  data: { type: json, title: { zh: 数据, en: Data } }
  picture: { type: image, title: { zh: 图片, en: Picture } }
  founded: { type: date, title: { zh: 设立, en: Founded } }
`
/** A list without a menu entry, whose rights no dialog shows. */
const hidden = `title: { zh: 内部, en: Internal }
menu: false
display: name
fields: { name: { type: text, title: { zh: 名称, en: Name } } }
`
const app = { ...sampleApp, 'resources/city/region.yaml': region, 'resources/city/internal.yaml': hidden }

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
  readonly body: any
}
interface TreeNode {
  readonly id: string
  readonly title: string
  readonly children?: readonly TreeNode[]
}
type Tokens = Readonly<Record<'access_token' | 'refresh_token' | 'jti', string>>

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
/** What a browser sends automatically. */
const browserLanguages = 'en-US,en;q=0.9,zh-CN;q=0.8'

describe.each(databasesUnderTest())('a client of the original platform ($kind)', kind => {
  let server: ServerUnderTest
  let address: string
  let admin: Tokens
  const run = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(server.engine.database.kysely)

  /** A request like the client's: Basic credentials always, the token in its own header, parameters in the query. */
  const call = async (method: string, url: string, more: { tokens?: Tokens; body?: unknown } = {}): Promise<Answer> => {
    const response = await fetch(`${address}/api/${url}`, {
      method,
      headers: {
        authorization: `Basic ${btoa('saber3:a secret of its own')}`,
        'accept-language': browserLanguages,
        ...(more.tokens && { 'blade-auth': `bearer ${more.tokens.access_token}` }),
        ...(more.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const get = (url: string, tokens = admin) => call('GET', url, { tokens })
  const post = (url: string, body?: unknown, tokens = admin) =>
    call('POST', url, { tokens, ...(body !== undefined && { body }) })
  const data = async (url: string, tokens = admin) => (await get(url, tokens)).body.data
  const token = (parameters: Record<string, string>) =>
    call('POST', `blade-auth/oauth/token?${new URLSearchParams({ tenantId: '000000', scope: 'all', ...parameters })}`)
  const signIn = async (username: string, password: string): Promise<Tokens> => {
    const { status, body } = await token({ grant_type: 'password', username, password: md5(password), type: 'account' })
    expect([status, body.refresh_token]).toEqual([200, expect.any(String)])
    return body
  }
  const refresh = ({ refresh_token }: Tokens) => token({ grant_type: 'refresh_token', refresh_token })
  const newUser = async (account: string, roleId: string): Promise<string> => {
    const { deptId } = await data('blade-user/info')
    const user = { account, name: account, realName: account, password: 'Person-26', deptId, roleId, sex: 1 }
    const labels = { $sex: '男', $roleId: '读者', $deptId: '管理组' }
    expect((await post('blade-user/submit', { ...user, ...labels, tenantId: '000000' })).body.code).toBe(200)
    return (await data(`blade-user/page?account=${account}`)).records[0].id
  }

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { port: 0 } })
    address = await server.engine.listen()
    const web = await server.signIn('admin', adminPassword)
    const client = { clientId: 'saber3', clientSecret: 'a secret of its own', additionalInformation: '{}' }
    const saved = await server.call('POST', '/api/blade-system/client/submit', {
      token: web,
      body: { ...client, authorizedGrantTypes: 'password,refresh_token' },
    })
    expect(saved.body).toMatchObject({ code: 200 })
    const detail = `/api/blade-system/client/detail?id=${saved.body.data.id}`
    const stored = (await server.call('GET', detail, { token: web })).body.data
    expect(stored).toMatchObject({ rotateRefreshToken: 0 })
    expect(stored).not.toHaveProperty('additionalInformation')
    admin = await signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  describe('rights dialog', () => {
    let roleId: string
    /** The nodes that the dialog's tree shows as checked for these keys: a checked branch checks all below it. */
    const checked = (nodes: readonly TreeNode[], keys: ReadonlySet<string>, isAbove = false): string[] =>
      nodes.flatMap(({ id, children = [] }) => {
        const is = isAbove || keys.has(id)
        const below = checked(children, keys, is)
        const isWhole = is || (children.length > 0 && children.every(child => below.includes(child.id)))
        return [...(isWhole ? [id] : []), ...below]
      })
    /** Opens the dialog and saves it: it sends the nodes that are checked, and no branch of which only a part is. */
    const openAndSave = async () => {
      const tree = (await data('blade-system/menu/grant-tree')).menu as TreeNode[]
      const { menu } = await data(`blade-system/menu/role-tree-keys?roleIds=${roleId}`)
      const menuIds = checked(tree, new Set(menu))
      const grant = { roleIds: [roleId], menuIds, dataScopeIds: [], apiScopeIds: [] }
      expect((await post('blade-system/role/grant', grant)).body).toMatchObject({ code: 200, msg: '操作成功' })
      return menuIds
    }
    const codes = async () =>
      (
        await run(sql<{ code: string }>`select code from engine_grant where role_id = ${roleId} order by code`)
      ).rows.map(({ code }) => code)
    const setCodes = async (all: readonly string[]) => {
      await run(sql`delete from engine_grant where role_id = ${roleId}`)
      await run(sql`insert into engine_grant (tenant_id, role_id, code)
        select '000000', ${roleId}::bigint, unnest(${[...all]}::text[])`)
    }

    beforeAll(async () => {
      const role = { roleName: '读者', roleAlias: 'reader', parentId: '0', sort: 1 }
      roleId = (await post('blade-system/role/submit', role)).body.data.id
    })

    it.each([
      ['one button', ['ward_view']],
      ['buttons of two lists', ['letter_answer', 'letter_view', 'ward_edit', 'ward_view']],
      ['a right that the dialog does not show', ['internal_view', 'ward_view']],
      ['no right', []],
    ])('keeps %s when it is opened and saved untouched, twice', async (_what, granted) => {
      await setCodes(granted)
      await openAndSave()
      await openAndSave()
      expect(await codes()).toEqual(granted)
    })

    it('keeps a whole list, sent with its branch', async () => {
      const tree = (await data('blade-system/menu/grant-tree')).menu as TreeNode[]
      const work = tree.find(({ title }) => title === '工作')
      const ward = work?.children?.find(({ title }) => title === '街区')
      const menuIds = [ward, ...(ward?.children ?? [])].map(node => String(node?.id))
      await setCodes([])
      await post('blade-system/role/grant', { roleIds: [roleId], menuIds })
      const before = await codes()
      expect(before).toEqual(expect.arrayContaining(['ward_add', 'ward_view']))
      expect((await openAndSave()).sort()).toEqual(menuIds.sort())
      expect(await codes()).toEqual(before)
    })
  })

  describe('tabs', () => {
    it('refresh independently with their own copies, long after each other', async () => {
      const first = await signIn('admin', adminPassword)
      const tabs = [first, { ...first }]
      for (const round of [1, 2, 3])
        for (const [index, own] of tabs.entries()) {
          await run(sql`update engine_session set turned_at = now() - interval '1 hour' where id = ${first.jti}`)
          const { status, body } = await refresh(own)
          expect([round, index, status]).toEqual([round, index, 200])
          // One tab keeps its first refresh token, the other takes each new one.
          tabs[index] = index === 0 ? { ...own, access_token: body.access_token } : body
          expect((await get('blade-user/info', tabs[index])).status).toBe(200)
        }
    })

    it('end where a client that rotates uses a token again', async () => {
      await run(sql`update blade_client set rotate_refresh_token = true where client_id = 'saber3'`)
      const first = await signIn('admin', adminPassword)
      expect((await refresh(first)).status).toBe(200)
      await run(sql`update engine_session set turned_at = now() - interval '1 hour' where id = ${first.jti}`)
      expect((await refresh(first)).status).toBe(401)
      await run(sql`update blade_client set rotate_refresh_token = false where client_id = 'saber3'`)
    })

    it('have at most 20 live refresh tokens a user and client, the unused ones end', async () => {
      await newUser('busy', (await data('blade-user/info')).roleId)
      const [oldest, used] = [await signIn('busy', 'Person-26'), await signIn('busy', 'Person-26')]
      await run(sql`
        insert into engine_session (id, tenant_id, user_id, client_id, turn, turned_at, expires_at)
        select 'copy' || n || ${kind.kind}, tenant_id, user_id, client_id, 0, now() + make_interval(secs => n), expires_at
        from engine_session, generate_series(1, 18) n where id = ${oldest.jti}`)
      await refresh(used)
      const latest = await signIn('busy', 'Person-26')
      expect((await refresh(oldest)).status).toBe(401)
      expect((await refresh(used)).status).toBe(200)
      expect((await refresh(latest)).status).toBe(200)
    })
  })

  describe('passwords', () => {
    let id: string
    let person: Tokens
    const change = (from: string, to: string, tokens: Tokens) => {
      const digests = { oldPassword: md5(from), newPassword: md5(to), newPassword1: md5(to) }
      return post(`blade-user/update-password?${new URLSearchParams(digests)}`, undefined, tokens)
    }
    const setParameter = async (paramKey: string, paramValue: string) => {
      const { records } = await data(`blade-system/param/list?paramKey_equal=${paramKey}`)
      const param = { paramName: paramKey, paramKey, paramValue }
      const saved = await post('blade-system/param/submit', { ...(records[0] ?? {}), ...param })
      expect(saved.body).toMatchObject({ code: 200 })
    }

    beforeAll(async () => {
      id = await newUser('person', (await data('blade-user/info')).roleId)
      person = await signIn('person', 'Person-26')
    })

    it('refuses a digest as a new password with a sentence that names the page, unless the operator allows it', async () => {
      const refused = await change('Person-26', 'Person-27', person)
      expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('/login')])
      await setParameter('account.digestPassword', 'true')
      expect((await change('Person-26', 'Person-27', person)).body.code).toBe(200)
      expect((await signIn('person', 'Person-27')).access_token).toBeTruthy()
    })

    it('resets to the initial password that an operator has set, which is due, and else to a random one', async () => {
      const reset = () => post(`blade-user/reset-password?userIds=${id}`)
      expect((await reset()).body.data.password).toMatch(/^.{14}$/)
      await setParameter('account.initPassword', '123456')
      expect([(await reset()).status, (await reset()).body.msg]).toEqual([
        409,
        expect.stringContaining('account.initPassword'),
      ])
      await setParameter('account.initPassword', 'Initial-26')
      expect((await reset()).body).toMatchObject({ code: 200, msg: '操作成功', data: {} })
      const due = await signIn('person', 'Initial-26')
      expect((await get('blade-user/page', due)).status).toBe(403)
      // The web shows a random one.
      const web = await server.signIn('admin', adminPassword)
      const shown = await server.call('POST', `/api/blade-user/reset-password?userIds=${id}`, { token: web })
      expect(shown.body.data.password).not.toBe('Initial-26')
    })

    it('answers only what a session needs while the password is due', async () => {
      await post(`blade-user/reset-password?userIds=${id}`)
      const due = await signIn('person', 'Initial-26')
      const calls = ['page', 'detail?id=1', 'list'].map(name => `blade-user/${name}`)
      for (const url of [...calls, 'blade-system/dept/tree', 'city/v1/ward/page'])
        expect([url, await get(url, due)]).toMatchObject([
          url,
          { status: 403, body: { code: 403, reason: 'password-due', msg: expect.any(String) } },
        ])
      const answering = ['menu/routes', 'menu/buttons', 'menu/top-menu', 'dict/dictionary?code=sex']
      const urls = [...answering.map(name => `blade-system/${name}`), 'blade-auth/oauth/user-info', 'blade-user/info']
      for (const url of [...urls, 'blade-system/dict-biz/dictionary?code=sex'])
        expect([url, (await get(url, due)).body.code]).toEqual([url, 200])
      expect((await change('Initial-26', 'Person-28', due)).body.code).toBe(200)
      expect((await get('blade-user/page', due)).status).toBe(200)
      const again = await signIn('person', 'Person-28')
      expect((await get('blade-auth/oauth/logout', again)).status).toBe(200)
    })
  })

  describe('records', () => {
    it('has users with tenant, numbers and no null, in page, detail and info', async () => {
      const id = await newUser('record', (await data('blade-user/info')).roleId)
      const birthday = { id, account: 'record', birthday: '1990-01-01 00:00:00', $sex: '女', sex: 2 }
      expect((await post('blade-user/update', birthday)).body.code).toBe(200)
      const { records } = await data('blade-user/page?account=record')
      const detail = await data(`blade-user/detail?id=${id}`)
      const tokens = await signIn('record', 'Person-26')
      for (const record of [records[0], detail, await data('blade-user/info', tokens)]) {
        expect(record).toMatchObject({
          id,
          tenantId: '000000',
          tenantName: '管理组',
          sex: 2,
          sexName: '女',
          userType: 1,
          birthday: '1990-01-01 00:00:00',
          phone: '',
          email: '',
          code: '',
          postId: '',
          postName: '',
          avatar: '',
          isDeleted: 0,
          status: 1,
        })
        expect(Object.entries(record).filter(([, value]) => value === null)).toEqual([])
      }
      // What was read can be sent back.
      expect((await post('blade-user/update', { ...detail, sex: -1, $sex: '' })).body.code).toBe(200)
      expect(await data(`blade-user/detail?id=${id}`)).toMatchObject({ sex: -1, sexName: '' })
    })

    it('has no null in any record of the dialect', async () => {
      const { resources } = server.engine.model()
      await post('blade-system/region/submit', { code: '99', name: '空', parentCode: '00' })
      const paths = Object.values(resources).flatMap(({ dialect }) => dialect?.blade ?? [])
      expect(paths.length).toBeGreaterThan(13)
      let rows = 0
      for (const path of paths) {
        const answered = await data(`${path}/${path.endsWith('region') ? 'lazy-list' : 'list'}`)
        const records = Array.isArray(answered) ? answered : answered.records
        rows += records.length
        for (const record of records) expect([path, Object.values(record).includes(null)]).toEqual([path, false])
      }
      expect(rows).toBeGreaterThan(10)
    })

    it('has a root of 0 in both directions and numbers in trees', async () => {
      const sent = { deptName: '甲', fullName: '甲', parentId: '0', deptCategory: 1, sort: 1, $deptCategory: '单位' }
      const { id } = (await post('blade-system/dept/submit', sent)).body.data
      const below = { ...sent, deptName: '乙', fullName: '乙', parentId: id, deptCategory: 2 }
      expect((await post('blade-system/dept/submit', below)).body.code).toBe(200)
      const [found] = (await data('blade-system/dept/list')).filter((row: { id: string }) => row.id === id)
      expect(found).toMatchObject({ parentId: '0', deptCategory: 1, deptCategoryName: '单位', hasChildren: true })
      expect(found.children[0]).toMatchObject({ parentId: id, parentName: '甲', deptCategory: 2 })
      expect((await post('blade-system/dept/submit', { ...found, children: undefined })).body.code).toBe(200)
      const role = (await data('blade-system/role/list'))[0]
      expect(role.parentId).toBe('0')
      const post1 = { category: 1, postCode: 'ceo', postName: '首席', sort: 1 }
      const saved = await post('blade-system/post/submit', post1)
      expect((await data(`blade-system/post/detail?id=${saved.body.data.id}`)).category).toBe(1)
    })

    it.each(['menu', 'dept', 'role', 'dict'])(
      'has the trees of %s nested, with parents and without empty lists',
      async name => {
        type Node = { readonly id: string; readonly parentId: string; readonly children?: readonly Node[] }
        const nodes = (await data(`blade-system/${name}/list`)) as readonly Node[]
        expect(nodes.length).toBeGreaterThan(0)
        for (const root of nodes) expect(root.parentId).toBe('0')
        const inner = (all: readonly Node[]): readonly Node[] => all.flatMap(one => [one, ...inner(one.children ?? [])])
        for (const { id, children } of inner(nodes)) {
          expect([id, children?.length]).not.toEqual([id, 0])
          for (const child of children ?? [])
            expect(child).toMatchObject({ parentId: id, parentName: expect.stringMatching(/./) })
        }
      },
    )

    it('takes the number of a dictionary key, and 0, 1 and a CSS class of a menu entry', async () => {
      const roots = (await data('blade-system/dict/parent-list?size=200')).records
      const dictionary = roots.find((one: { code: string }) => one.code === 'sex')
      const [male] = await data(`blade-system/dict/child-list?parentId=${dictionary.id}`)
      expect((await post('blade-system/dict/submit', { ...male, dictKey: 1, sort: 1 })).body.code).toBe(200)
      const entries = await data('blade-system/menu/menu-list')
      const entry = entries.find((one: { code: string }) => one.code === 'work').children[0]
      for (const isOpen of [0, 1]) {
        const { version: _version, children: _children, ...sent } = entry
        const edited = { ...sent, isOpen, source: 'iconfont icon-caidan', $isOpen: '否' }
        expect((await post('blade-system/menu/submit', edited)).body.code).toBe(200)
      }
      expect((await post('blade-system/menu/submit', { ...entry, isOpen: 2 })).status).toBe(400)
    })

    it('numbers a tenant that is sent without a number', async () => {
      const sent = { tenantId: '', tenantName: '新单位', linkman: '', $expireTime: '' }
      const { id } = (await post('blade-system/tenant/submit', sent)).body.data
      expect(await data(`blade-system/tenant/detail?id=${id}`)).toMatchObject({
        tenantId: expect.stringMatching(/^\d{6}$/),
      })
    })
  })

  it('has regions by their codes, one level at a time', async () => {
    const region = 'blade-system/region'
    const add = (code: string, parentCode: string, name: string) =>
      post(`${region}/submit`, { code, parentCode, name, regionLevel: 1, $regionLevel: '省' })
    expect((await add('35', '00', '福建')).body.data).toEqual({ id: '35' })
    await add('3501', '35', '福州')
    const top = (await data(`${region}/lazy-tree?parentCode=00`)).find((one: { id: string }) => one.id === '35')
    const titled = { title: '福建', value: '35', key: '35', hasChildren: true }
    expect(top).toMatchObject({ id: '35', code: '35', parentCode: '00', parentId: '00', level: 1, ...titled })
    const [city] = await data(`${region}/lazy-list?parentCode=35`)
    expect(city).toMatchObject({ id: '3501', parentCode: '35', parentName: '福建', hasChildren: false, area: -1 })
    expect(await data(`${region}/select?code=35`)).toMatchObject([{ id: '3501' }])
    expect((await data(`${region}/select`)).map(({ id }: { id: string }) => id)).toContain('35')
    // An upsert by code.
    expect((await add('3501', '35', '福州市')).body.code).toBe(200)
    expect(await data(`${region}/detail?code=3501`)).toMatchObject({ id: '3501', name: '福州市' })
    expect((await data(`${region}/list?code_equal=3501`)).records).toMatchObject([{ id: '3501', parentCode: '35' }])
    expect((await post(`${region}/remove?id=35`)).status).toBe(409)
    expect((await post(`${region}/remove?id=3501`)).body.code).toBe(200)
    expect((await get(`${region}/detail?code=3501`)).status).toBe(404)
    expect((await get(`${region}/lazy-list?parentCode=77`)).status).toBe(404)
  })

  it('ignores filters that are no column, and applies the tenant of an administrator of the platform', async () => {
    const total = async (query: string, tokens = admin) => (await data(`blade-user/page?${query}`, tokens)).total
    const all = await total('')
    expect(await total('isDeleted=1&foo=1&tenantId=000000')).toBe(all)
    expect(await total('tenantId=100001')).toBe(0)
    const { id } = (await post('blade-system/role/submit', { roleName: '阅', roleAlias: 'viewer' })).body.data
    await run(sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}, 'user_view')`)
    await newUser('viewer', id)
    const viewer = await signIn('viewer', 'Person-26')
    expect(await total('tenantId=100001', viewer)).toBe(await total('', viewer))
    expect(await data('blade-system/tenant/select', viewer)).toMatchObject([{ tenantId: '000000' }])
  })

  it('answers the choices of its forms and its dictionaries', async () => {
    for (const url of ['tenant/select', 'dept/tree', 'role/tree', 'post/select', 'tenant/select?tenantId=000000'])
      expect([url, (await get(`blade-system/${url}`)).body]).toMatchObject([
        url,
        { code: 200, data: expect.any(Array) },
      ])
    const ofClient = 'notice yes_no region data_scope_type api_scope_type scope_category oss sms sex user_type'
    const codes = [...ofClient.split(' '), 'org_category', 'post_category', 'menu_category', 'button_func']
    for (const code of codes)
      for (const kind of ['dict', 'dict-biz']) {
        const entries = await data(`blade-system/${kind}/dictionary?code=${code}`)
        expect([code, entries.length > 1, isRecordId(String(entries[0]?.id))]).toEqual([code, true, true])
        for (const entry of entries) expect(entry).toMatchObject({ code, dictKey: expect.stringMatching(/^\d$/) })
      }
    expect(await data('blade-system/dict/dictionary?code=flow')).toEqual([])
  })

  it('answers in Chinese whatever its browser prefers, and in English where that alone is named', async () => {
    expect((await post('blade-system/dept/submit', {})).body.msg).toMatch(/\p{Script=Han}/u)
    const english = { 'accept-language': 'en', 'blade-auth': `bearer ${admin.access_token}` }
    const answered = await fetch(`${address}/api/blade-system/dict/dictionary?code=sex`, { headers: english })
    expect(await answered.json()).toMatchObject({ data: [{ dictValue: 'Male' }, {}, {}] })
    expect((await data('blade-system/dict/dictionary?code=sex'))[0].dictValue).toBe('男')
  })
})
