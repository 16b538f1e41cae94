import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath, webClient } from './support/server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

/** What a step remembers for the later ones: the record that the page edits, and what its dialog has read. */
type Seen = Record<string, Any>

interface Step {
  readonly does: string
  /** The method, the address and the body, as the client sends them. */
  call(seen: Seen): readonly [method: 'GET' | 'POST', url: string, body?: unknown]
  /** What the page requires of `data`. */
  shows?(data: Any, seen: Seen): void
}

const read = (does: string, url: string | ((seen: Seen) => string), shows?: Step['shows']): Step => ({
  does,
  call: seen => ['GET', typeof url === 'string' ? url : url(seen)],
  ...(shows && { shows }),
})
const send = (
  does: string,
  url: string | ((seen: Seen) => string),
  body?: (seen: Seen) => unknown,
  shows?: Step['shows'],
): Step => ({
  does,
  call: seen => ['POST', typeof url === 'string' ? url : url(seen), body?.(seen)],
  ...(shows && { shows }),
})

const flat = (nodes: readonly Any[]): Any[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
const named = (nodes: readonly Any[], name: string) => flat(nodes).find(node => [node.name, node.title].includes(name))

const choices = [
  read('offers tenants', 'blade-system/tenant/select', data => expect(data[0].tenantId).toBe('000000')),
  read('offers departments', 'blade-system/dept/tree?tenantId=000000', (data, seen) => {
    expect(data[0]).toMatchObject({ parentId: '0', key: data[0].id, value: data[0].id })
    seen['deptId'] = data[0].id
  }),
  read('offers roles', 'blade-system/role/tree?tenantId=000000', (data, seen) => {
    seen['roleId'] = flat(data).find(({ title }) => title !== '管理员').id
  }),
  read('offers positions', 'blade-system/post/select?tenantId=000000'),
]

const user = (seen: Seen) => ({
  ...{ tenantId: '000000', userType: 1, account: 'client', password: 'Client-26', password2: 'Client-26' },
  ...{ name: '客户', realName: '客户端', sex: 1, $sex: '男', birthday: '1990-01-01 00:00:00', $userType: 'WEB' },
  ...{ roleId: seen['roleId'], $roleId: '角色', deptId: seen['deptId'], postId: '', phone: '', email: '', code: '' },
})

/** The calls of the client's pages in their order, with what it sends along and what it relies on. */
const pages: Readonly<Record<string, readonly Step[]>> = {
  'its start': [
    read('finds the tenant of the domain', 'blade-system/tenant/info?domain=http://localhost'),
    read('offers top menus', 'blade-system/menu/top-menu'),
    read('shows the menu', 'blade-system/menu/routes?topMenuId=', data => {
      expect(flat(data).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/system/user', '/authority/role', '/system/menu', '/system/dict', '/system/dictbiz']),
      )
    }),
    read('builds its work pages', 'blade-system/dict/dictionary?code=flow'),
    read('loads the codes of buttons', 'blade-system/menu/buttons', data => {
      const codes: string[] = []
      const walk = (nodes: readonly Any[]) => {
        for (const node of nodes) node.children ? walk(node.children) : codes.push(node.code)
      }
      walk(data)
      const asked = ['user_add', 'user_role', 'user_reset', 'role_add', 'menu_edit', 'dict_add', 'dict_edit']
      expect(codes).toEqual(expect.arrayContaining(asked))
    }),
  ],
  users: [
    ...choices,
    ...['sex', 'user_type'].map(code =>
      read(`offers ${code}`, `blade-system/dict/dictionary?code=${code}`, data =>
        expect(typeof data[0].dictKey).toBe('string'),
      ),
    ),
    read('shows the departments', 'blade-system/dept/lazy-tree?parentId=', data =>
      expect(data.length).toBeGreaterThan(0),
    ),
    send('adds a user', 'blade-user/submit', user),
    read(
      'lists the users of a department',
      ({ deptId }) => `blade-user/page?current=1&size=10&deptId=${deptId}`,
      (data, seen) => {
        seen['user'] = data.records.find(({ account }: Any) => account === 'client')
        expect(data).toMatchObject({ current: 1, size: 10 })
        expect(seen['user']).toMatchObject({ tenantId: '000000', sex: 1, userType: 1, roleId: seen['roleId'] })
      },
    ),
    read(
      'opens the user',
      ({ user }) => `blade-user/detail?id=${user.id}`,
      (data, seen) => {
        expect(data).toMatchObject({ sex: 1, userType: 1, birthday: '1990-01-01 00:00:00', postId: '' })
        expect(typeof data.tenantName).toBe('string')
        expect(data).not.toHaveProperty('password')
        seen['user'] = data
      },
    ),
    send('saves the user with all that it read', 'blade-user/update', ({ user }) => ({
      ...user,
      $sex: '男',
      realName: '改名',
    })),
    send('grants roles', ({ user, roleId }) => `blade-user/grant?userIds=${user.id}&roleIds=${roleId}`),
    send('resets the password', ({ user }) => `blade-user/reset-password?userIds=${user.id}`),
    send('unlocks the account', ({ user }) => `blade-user/unlock?userIds=${user.id}`),
    send('deletes the user', ({ user }) => `blade-user/remove?ids=${user.id}`),
  ],
  roles: [
    read('lists the roles', 'blade-system/role/list?current=1&size=10', data => expect(Array.isArray(data)).toBe(true)),
    send('adds a role', 'blade-system/role/submit', () => ({
      ...{ roleName: '巡查', roleAlias: 'patrol', parentId: '', $parentId: '', sort: 5 },
    })),
    read('finds it', 'blade-system/role/list?roleName=巡查', (data, seen) => {
      seen['role'] = data[0]
      expect(seen['role']).toMatchObject({ roleAlias: 'patrol', parentId: '0' })
    }),
    read('opens the rights', 'blade-system/menu/grant-tree', (data, seen) => {
      const button = flat(data.menu).find(({ title }) => title === '街区').children[0]
      seen['menuIds'] = [button.id]
      expect(Object.keys(data).sort()).toEqual(['apiScope', 'dataScope', 'menu'])
    }),
    send('grants a button', 'blade-system/role/grant', ({ role, menuIds }) => ({
      ...{ roleIds: [role.id], menuIds, dataScopeIds: [], apiScopeIds: [] },
    })),
    ...[1, 2].flatMap(() => [
      read(
        'opens the rights again, with exactly what was granted checked',
        ({ role }) => `blade-system/menu/role-tree-keys?roleIds=${role.id}`,
        (data, seen) => {
          expect(data).toEqual({ menu: seen['menuIds'], dataScope: [], apiScope: [] })
        },
      ),
      send('saves them untouched', 'blade-system/role/grant', ({ role, menuIds }) => ({
        ...{ roleIds: [role.id], menuIds, dataScopeIds: [], apiScopeIds: [] },
      })),
    ]),
    read('opens the role', ({ role }) => `blade-system/role/detail?id=${role.id}`),
    send('deletes the role', ({ role }) => `blade-system/role/remove?ids=${role.id}`),
  ],
  menus: [
    read('offers kinds', 'blade-system/dict/dictionary?code=menu_category', data => expect(data.length).toBe(2)),
    read('offers places of buttons', 'blade-system/dict/dictionary?code=button_func'),
    read('shows the top level', 'blade-system/menu/lazy-list?parentId=0', (data, seen) => {
      seen['group'] = named(data, '工作')
      expect(seen['group']).toMatchObject({ parentId: '0', category: 1, hasChildren: true })
    }),
    read(
      'opens a branch',
      ({ group }) => `blade-system/menu/lazy-list?parentId=${group.id}`,
      (data, seen) => {
        seen['entry'] = named(data, '街区')
      },
    ),
    read(
      'opens an entry',
      ({ entry }) => `blade-system/menu/detail?id=${entry.id}`,
      (data, seen) => {
        expect(data).toMatchObject({ parentName: '工作', isOpen: 1 })
        seen['entry'] = data
      },
    ),
    send('saves it, with `isOpen` as earlier versions do', 'blade-system/menu/submit', ({ entry }) => ({
      ...entry,
      isOpen: 0,
      sort: 3,
    })),
    send(
      'adds a group',
      'blade-system/menu/submit',
      () => ({
        ...{ parentId: 0, name: '外部', code: 'outside', alias: 'menu', path: '/outside', source: 'iconfont icon-x' },
        ...{ sort: 9, category: 1, $category: '菜单', action: 0, $action: '', isOpen: 1, remark: '', component: '' },
      }),
      (data, seen) => {
        expect(typeof data.id).toBe('string')
        seen['added'] = data.id
      },
    ),
    send(
      'adds a link below it',
      'blade-system/menu/submit',
      ({ added }) => ({
        ...{ parentId: added, name: '地图', code: 'map', alias: 'menu', path: 'https://map.example/', source: '' },
        ...{ sort: 1, category: 1, action: 0, isOpen: 2 },
      }),
      (data, seen) => {
        seen['link'] = data.id
      },
    ),
    read(
      'shows both',
      ({ added }) => `blade-system/menu/lazy-list?parentId=${added}`,
      (data, seen) => {
        expect(data).toMatchObject([{ id: seen['link'], path: 'https://map.example/', isOpen: 2 }])
      },
    ),
    send('deletes the link', ({ link }) => `blade-system/menu/remove?ids=${link}`),
    send('deletes the group', ({ added }) => `blade-system/menu/remove?ids=${added}`),
  ],
  dictionaries: [
    send('adds a dictionary', 'blade-system/dict/submit', () => ({
      ...{ parentId: 0, code: 'client_kind', dictKey: -1, dictValue: '客户种类', sort: 1, isSealed: 0, remark: '' },
    })),
    read('finds it', 'blade-system/dict/parent-list?current=1&size=10&code=client_kind', (data, seen) => {
      seen['dict'] = data.records[0]
      expect(seen['dict']).toMatchObject({ dictKey: '-1', parentId: '0', isSealed: 0, dictValue: '客户种类' })
    }),
    send('adds an entry with a number as its key', 'blade-system/dict/submit', ({ dict }) => ({
      ...{
        parentId: dict.id,
        $parentId: '客户种类',
        code: dict.code,
        dictKey: 1,
        dictValue: '甲',
        sort: 1,
        isSealed: 0,
      },
    })),
    read(
      'shows the entries',
      ({ dict }) => `blade-system/dict/child-list?current=1&size=10&parentId=${dict.id}`,
      (data, seen) => {
        seen['entry'] = data[0]
        expect(data).toMatchObject([{ dictKey: '1', parentId: seen['dict'].id, parentName: '客户种类' }])
      },
    ),
    read('offers them', 'blade-system/dict/dictionary?code=client_kind', data =>
      expect(data).toMatchObject([{ dictKey: '1' }]),
    ),
    read('shows the tree', 'blade-system/dict/tree?code=DICT', data =>
      expect(named(data, '客户种类').children.length).toBe(1),
    ),
    send('changes the entry', 'blade-system/dict/submit', ({ entry }) => ({ ...entry, dictKey: 1, dictValue: '乙' })),
    read(
      'opens it',
      ({ entry }) => `blade-system/dict/detail?id=${entry.id}`,
      data => expect(data.dictValue).toBe('乙'),
    ),
    send('deletes the entry', ({ entry }) => `blade-system/dict/remove?ids=${entry.id}`),
    send('deletes the dictionary', ({ dict }) => `blade-system/dict/remove?ids=${dict.id}`),
    read('lists business dictionaries', 'blade-system/dict-biz/parent-list?current=1&size=10', data =>
      expect(data.records.length).toBeGreaterThan(0),
    ),
    read('shows their tree', 'blade-system/dict-biz/tree'),
  ],
}

/** The places of a value that the client misreads: null, an id that is a number, and an empty list of children. */
function misread(value: unknown, at = 'data'): string[] {
  if (value === null) return [at]
  if (Array.isArray(value)) return value.flatMap((one, index) => misread(one, `${at}.${index}`))
  if (typeof value !== 'object') return []
  return Object.entries(value as object).flatMap(([name, one]) => {
    const isId = /^(id|.*Id)$/.test(name) && typeof one === 'number'
    const isLeaf = name === 'children' && Array.isArray(one) && one.length === 0
    return isId || isLeaf ? [`${at}.${name}`] : misread(one, `${at}.${name}`)
  })
}

describe.each(databasesWalked('postgres'))("the platform's public client, on $kind", kind => {
  let server: ServerUnderTest
  let token: string

  beforeAll(async () => {
    server = await startServer(kind, sampleApp)
    const password = createHash('md5').update(adminPassword).digest('hex')
    const query = new URLSearchParams({
      ...{ tenantId: '000000', username: 'admin', password, grant_type: 'password', scope: 'all', type: 'account' },
    })
    const headers = { ...webClient, 'tenant-id': '000000', 'user-type': 'web' }
    const { body } = await server.call('POST', `${tokenPath}?${query}`, { headers })
    token = body.access_token
    const role = { roleName: '文员', roleAlias: 'clerk', sort: 1 }
    expect((await server.call('POST', '/api/blade-system/role/submit', { token, body: role })).status).toBe(200)
  })
  afterAll(() => server.close())

  it.each(Object.entries(pages))('%s', async (_page, steps) => {
    const seen: Seen = {}
    for (const { does, call, shows } of steps) {
      const step = async () => {
        const [method, url, body] = call(seen)
        const sent = { token, ...(body !== undefined && { body }) }
        const answer = await server.call(method, encodeURI(`/api/${url}`), sent)
        expect([does, answer.status, answer.body]).toMatchObject([does, 200, { code: 200, success: true }])
        expect([does, misread(answer.body.data ?? {})]).toEqual([does, []])
        shows?.(answer.body.data, seen)
      }
      // The process that wrote reads edits of the menu and of dictionaries after its response.
      if (call(seen)[0] === 'GET') await vi.waitFor(step, { timeout: 5000, interval: 200 })
      else await step()
    }
  })
})
