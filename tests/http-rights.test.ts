import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as runOn } from '../engine/server/database/run.ts'
import { databasesUnderTest } from './support/databases.ts'
import { type Answer, adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'
import { addTenant } from './support/tenants.ts'

/** Shops own notes with lines. Clerks and guests belong to a shop; inspectors see the notes of their access rule. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\nowner: { of: shop, by: shopId }\n',
  'roles.yaml': `clerk: { title: { zh: 文员, en: Clerk }, allow: [note_*, shop_view, area_view] }
warden: { title: { zh: 管理员, en: Warden }, allow: [street_view] }
inspector: { title: { zh: 检查员, en: Inspector } }
`,
  'mixins/dated.yaml': 'fields: { day: { type: date, max: 2026-12-31, title: { zh: 日期, en: Day } } }\n',
  'resources/blade/bladeUser.yaml': 'fields: { shopId: { type: reference, of: shop } }\n',
  'resources/city/shop.yaml': `title: { zh: 店铺, en: Shop }
menu: false
owner: id
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/note.yaml': `title: { zh: 记录, en: Note }
menu: false
mixins: [dated]
owner: shopId
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  price: { type: integer, title: { zh: 价格, en: Price } }
  shopId: { type: reference, of: shop, required: true, title: { zh: 店铺, en: Shop } }
  lines: { type: children, of: noteLine, title: { zh: 明细, en: Lines } }
access:
  - { role: inspector, allow: [view, edit], where: "name.startsWith('A')", hide: [price] }
`,
  'resources/city/noteLine.yaml': `title: { zh: 明细, en: Line }
menu: false
partOf: noteId
fields:
  noteId: { type: reference, of: note, required: true, title: { zh: 记录, en: Note } }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
`,
  'resources/city/area.yaml': `title: { zh: 片区, en: Area }
menu: false
tree: parentId
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: area, title: { zh: 上级, en: Parent } }
`,
  'resources/city/room.yaml': `title: { zh: 房间, en: Room }
menu: false
code: street
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/unit.yaml': `title: { zh: 单位, en: Unit }
menu: false
shared: true
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/plan.yaml': `title: { zh: 套餐, en: Plan }
menu: false
shared: true
platform: true
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
}

const otherTenant = '900001'

/** Who calls what, before the id of a record, and what is answered. */
interface Twin {
  readonly words: string
  readonly accepted: (world: World) => Promise<Answer>
  readonly refused: (world: World) => Promise<Answer>
  readonly status: number
}

interface World {
  /** A request of a user: `admin`, `other` (administrator of another tenant), `clerk` (of the east shop), `inspector`. */
  as(person: string, method: string, path: string, body?: object): Promise<Answer>
  id(name: string): string
}

const twins: readonly Twin[] = [
  {
    words: 'resource.owner, app owner, app owner.of and app owner.by: a user with an owner reads its records only',
    accepted: ({ as, id }) => as('clerk', 'GET', `note/getById?id=${id('A east')}`),
    refused: ({ as, id }) => as('clerk', 'GET', `note/getById?id=${id('A west')}`),
    status: 404,
  },
  {
    words: 'resource.owner and app owner: a user with an owner writes its records only',
    accepted: ({ as, id }) => as('clerk', 'POST', 'note/save', { name: '新', shopId: id('east') }),
    refused: ({ as, id }) => as('clerk', 'POST', 'note/save', { name: '新', shopId: id('west') }),
    status: 400,
  },
  {
    words: 'resource.access and access.role: the rule gives its role the rows, and the others nothing',
    accepted: ({ as, id }) => as('inspector', 'GET', `note/getById?id=${id('A west')}`),
    refused: ({ as }) => as('visitor', 'GET', 'note/page'),
    status: 403,
  },
  {
    words: 'access.allow',
    accepted: ({ as, id }) => as('inspector', 'PUT', 'note/update', { id: id('A east'), day: '2026-11-01' }),
    refused: ({ as, id }) => as('inspector', 'DELETE', `note/removeById?id=${id('A east')}`),
    status: 403,
  },
  {
    words: 'access.where: reading',
    accepted: ({ as, id }) => as('inspector', 'GET', `note/getById?id=${id('A east')}`),
    refused: ({ as, id }) => as('inspector', 'GET', `note/getById?id=${id('B east')}`),
    status: 404,
  },
  {
    words: 'access.where: the record after a write',
    accepted: ({ as, id }) => as('inspector', 'PUT', 'note/update', { id: id('A east'), name: 'A east' }),
    refused: ({ as, id }) => as('inspector', 'PUT', 'note/update', { id: id('A east'), name: 'B' }),
    status: 403,
  },
  {
    words: 'access.hide: writing',
    accepted: ({ as, id }) => as('admin', 'PUT', 'note/update', { id: id('A east'), price: 7 }),
    refused: ({ as, id }) => as('inspector', 'PUT', 'note/update', { id: id('A east'), price: 7 }),
    status: 403,
  },
  {
    words: 'access.hide: conditions',
    accepted: ({ as }) => as('admin', 'GET', 'note/page?price=7'),
    refused: ({ as }) => as('inspector', 'GET', 'note/page?price=7'),
    status: 400,
  },
  {
    words: 'resource.partOf: a line is written by those who may edit its record',
    accepted: ({ as, id }) => as('clerk', 'POST', 'noteLine/save', { noteId: id('A east'), name: '行' }),
    refused: ({ as, id }) => as('clerk', 'POST', 'noteLine/save', { noteId: id('A west'), name: '行' }),
    status: 404,
  },
  {
    words: 'resource.partOf: and not by users without a right to the record',
    accepted: ({ as, id }) => as('admin', 'POST', 'noteLine/save', { noteId: id('A west'), name: '行' }),
    refused: ({ as, id }) => as('visitor', 'POST', 'noteLine/save', { noteId: id('A west'), name: '行' }),
    status: 403,
  },
  {
    words: 'resource.tree: a record cannot be below itself',
    accepted: ({ as, id }) => as('admin', 'PUT', 'area/update', { id: id('street'), parentId: id('district') }),
    refused: ({ as, id }) => as('admin', 'PUT', 'area/update', { id: id('district'), parentId: id('street') }),
    status: 400,
  },
  {
    words: 'resource.shared: another tenant reads the rows, and the platform writes them',
    accepted: ({ as, id }) => as('other', 'GET', `unit/getById?id=${id('kg')}`),
    refused: ({ as, id }) => as('other', 'PUT', 'unit/update', { id: id('kg'), name: 'g' }),
    status: 403,
  },
  {
    words: 'resource.platform: only the platform reads the rows',
    accepted: ({ as, id }) => as('admin', 'GET', `plan/getById?id=${id('basic')}`),
    refused: ({ as, id }) => as('other', 'GET', `plan/getById?id=${id('basic')}`),
    status: 404,
  },
  {
    words: 'a resource that is not shared: another tenant reads none of its rows',
    accepted: ({ as, id }) => as('admin', 'GET', `area/getById?id=${id('district')}`),
    refused: ({ as, id }) => as('other', 'GET', `area/getById?id=${id('district')}`),
    status: 404,
  },
  {
    words: 'resource.code: the codes of the resource begin with it, not with the name',
    accepted: ({ as }) => as('warden', 'GET', 'room/page'),
    refused: ({ as }) => as('clerk', 'GET', 'room/page'),
    status: 403,
  },
  {
    words: 'resource.mixins: a field of a mixin is checked',
    accepted: ({ as, id }) => as('clerk', 'PUT', 'note/update', { id: id('A east'), day: '2026-12-31' }),
    refused: ({ as, id }) => as('clerk', 'PUT', 'note/update', { id: id('A east'), day: '2027-01-01' }),
    status: 400,
  },
]

describe.each(databasesUnderTest())('the rights of descriptors, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}

  const world: World = {
    as: (person, method, path, body) => calls.call(method, `city/v1/${path}`, body, tokens[person]),
    id: name => String(ids[name]),
  }
  const rolesOf = async (aliases: readonly string[]) =>
    Promise.all(
      aliases.map(async alias => (await calls.data('GET', `blade/v1/bladeRole/page?roleAlias=${alias}`)).records[0].id),
    )
  const person = async (account: string, aliases: readonly string[], more: object = {}) => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const names = { account, name: account, realName: account, password: 'Person-26' }
    await calls.data('POST', 'blade/v1/bladeUser/save', { ...names, roleId: await rolesOf(aliases), deptId, ...more })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    tokens[account] = await server.signIn(account, 'Person-26')
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    tokens['admin'] = await server.signIn('admin', adminPassword)
    calls = serverCalls(server, tokens['admin'])
    const { kysely } = server.engine.database
    await addTenant((text, values) => runOn(kysely, text, values), otherTenant)
    tokens['other'] = await server.signIn('admin', adminPassword, otherTenant)
    for (const shop of ['east', 'west']) {
      ids[shop] = await calls.save('shop', { name: shop })
      for (const letter of ['A', 'B'])
        ids[`${letter} ${shop}`] = await calls.save('note', { name: `${letter} ${shop}`, price: 5, shopId: ids[shop] })
    }
    ids['district'] = await calls.save('area', { name: 'district' })
    ids['street'] = await calls.save('area', { name: 'street', parentId: ids['district'] })
    ids['kg'] = await calls.save('unit', { name: 'kg' })
    ids['basic'] = await calls.save('plan', { name: 'basic' })
    await person('clerk', ['clerk'], { shopId: ids['east'] })
    await person('inspector', ['inspector'])
    await person('warden', ['warden'])
    await sql`insert into engine_grant (tenant_id, role_id, code)
      select '000000', id, 'room_view' from blade_role where tenant_id = '000000' and role_alias = 'clerk'`.execute(
      kysely,
    )
    await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: '访客', roleAlias: 'visitor' })
    await person('visitor', ['visitor'])
  }, 60_000)
  afterAll(() => server.close())

  it.each(twins)('$words', async ({ accepted, refused, status }) => {
    const { status: given, body } = await accepted(world)
    expect([given, body.msg]).toEqual([200, '操作成功'])
    expect((await refused(world)).status).toBe(status)
  })

  it('access.hide and access.where decide what a page contains', async () => {
    const page = async (by: string) => (await world.as(by, 'GET', 'note/page')).body.data.records as object[]
    const names = async (by: string) => (await page(by)).map(row => (row as { name: string }).name).sort()
    expect(await names('inspector')).toEqual(['A east', 'A west'])
    expect((await page('inspector')).filter(row => Object.hasOwn(row, 'price'))).toEqual([])
    expect((await page('admin')).every(row => Object.hasOwn(row, 'price'))).toBe(true)
  })

  it('resource.tree gives a choice its path', async () => {
    const choices = (await calls.data('GET', 'engine/options/area/parentId')) as { name: string; path: object[] }[]
    const { path } = choices.find(({ name }) => name === 'street') ?? {}
    expect(path).toEqual([{ id: ids['district'], name: 'district' }])
  })
})
