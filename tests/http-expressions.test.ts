import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** Firms that users see by fields which the app declares for users and roles. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/blade/bladeUser.yaml': `fields:
  sourceType: { type: text, max: 32, title: { zh: 来源, en: Kind } }
  regionId: { type: text, max: 20, title: { zh: 区域, en: Region } }
  ownerIds: { type: reference, of: bladeDept, many: true, title: { zh: 所属, en: Works for } }
  rank: { type: integer, title: { zh: 级别, en: Rank } }
  kindId: { type: reference, of: kind }
  grade: { type: dictionary, of: grade, title: { zh: 等级, en: Grade } }
`,
  'resources/blade/bladeRole.yaml': `fields:
  kindIds: { type: reference, of: kind, many: true, title: { zh: 类别, en: Kinds } }
`,
  'resources/city/kind.yaml': `title: { zh: 类别, en: Kind }
menu: false
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/firm.yaml': `title: { zh: 单位, en: Firm }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  kindId: { type: reference, of: kind, default: me.kindId }
  rank: { type: integer, title: { zh: 级别, en: Rank } }
  closedBy: { type: integer, title: { zh: 关闭级别, en: Closed by rank } }
  state: { type: dictionary, of: firm_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [shut]
  transitions:
    shut: { from: open, to: shut, if: "me.rank > rank", set: { closedBy: me.rank }, title: { zh: 关闭, en: Close } }
access:
  - { role: ranked, allow: [view, add, shut], where: "rank <= me.rank" }
  - { role: graded, allow: [view], where: "me.grade == 'senior'" }
  - { role: sorted, allow: [view], where: "kindId in me.roles.kindIds" }
`,
  'dictionaries/firm_state.yaml': `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 营业, en: Open }, colour: green }
  shut: { key: "1", title: { zh: 关闭, en: Closed }, colour: grey }
`,
  'dictionaries/grade.yaml': `title: { zh: 等级, en: Grade }
entries:
  junior: { key: "1", title: { zh: 初级, en: Junior } }
  senior: { key: "2", title: { zh: 高级, en: Senior } }
`,
}

describe.each(databasesUnderTest())('expressions on $kind', kind => {
  let server: ServerUnderTest
  let admin: string

  const call = (method: string, path: string, body?: unknown, token = admin) =>
    server.call(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  const data = async (method: string, path: string, body?: unknown, token = admin) => {
    const answer = await call(method, path, body, token)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data
  }
  const save = async (resource: string, record: object, token = admin): Promise<string> =>
    (await data('POST', `city/v1/${resource}/save`, record, token)).id
  const addRole = async (alias: string, codes: readonly string[], more: object = {}): Promise<string> => {
    const { id } = await data('POST', 'blade/v1/bladeRole/save', { roleName: alias, roleAlias: alias, ...more })
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    return id
  }
  const addUser = async (account: string, roleId: readonly string[], more: object = {}): Promise<string> => {
    const { deptId } = await data('GET', 'blade-user/info')
    const known = { account, name: account, realName: account, password: 'Person-26', roleId, deptId }
    await data('POST', 'blade/v1/bladeUser/save', { ...known, ...more })
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(account, 'Person-26')
  }
  const namesOf = async (resource: string, token: string): Promise<string[]> =>
    (await data('GET', `city/v1/${resource}/page`, undefined, token)).records
      .map((record: { name: string }) => record.name)
      .sort()

  beforeAll(async () => {
    server = await startServer(kind, app)
    admin = await server.signIn('admin', adminPassword)
  }, 60_000)
  afterAll(() => server.close())

  describe('me. is any field of the user, and me.roles. the union over the roles', () => {
    let ids: Readonly<Record<'food' | 'drink' | 'low' | 'high', string>>
    const codes = ['firm_view', 'firm_add', 'firm_shut']

    beforeAll(async () => {
      const [food, drink] = [await save('kind', { name: '食品' }), await save('kind', { name: '饮料' })]
      const low = await save('firm', { name: '低', rank: 1, kindId: food })
      const high = await save('firm', { name: '高', rank: 9, kindId: drink })
      ids = { food, drink, low, high }
    })

    it('in row filters, defaults, conditions and set', async () => {
      const user = await addUser('ranked', [await addRole('ranked', codes)], { rank: 5, kindId: ids.food })
      expect(await namesOf('firm', user)).toEqual(['低'])
      expect((await call('GET', `city/v1/firm/getById?id=${ids.high}`, undefined, user)).status).toBe(404)
      const id = await save('firm', { name: '新', rank: 5 }, user)
      expect(await data('GET', `city/v1/firm/getById?id=${id}`)).toMatchObject({ kindId: ids.food })
      const equal = await call('POST', 'city/v1/firm/shut', { id }, user)
      expect(equal.status).toBe(409)
      await data('POST', 'city/v1/firm/shut', { id: ids.low }, user)
      expect(await data('GET', `city/v1/firm/getById?id=${ids.low}`)).toMatchObject({ closedBy: 5 })
      await data('DELETE', 'city/v1/firm/removeById', { id })
    })

    it('by the names of entries, and a missing value selects no rows', async () => {
      const graded = await addRole('graded', codes)
      expect(await namesOf('firm', await addUser('senior', [graded], { grade: '2' }))).toEqual(['低', '高'])
      expect(await namesOf('firm', await addUser('junior', [graded], { grade: '1' }))).toEqual([])
      expect(await namesOf('firm', await addUser('ungraded', [graded]))).toEqual([])
    })

    it('of one role, of two, and of none that has a value', async () => {
      const sorted = await addRole('sorted', codes, { kindIds: [ids.food] })
      const more = await addRole('more', codes, { kindIds: [ids.drink, ids.food] })
      expect(await namesOf('firm', await addUser('one', [sorted]))).toEqual(['低'])
      expect(await namesOf('firm', await addUser('two', [sorted, more]))).toEqual(['低', '高'])
      await data('PUT', 'blade/v1/bladeRole/update', { id: sorted, kindIds: [] })
      expect(await namesOf('firm', await server.signIn('one', 'Person-26'))).toEqual([])
    })

    it('and the browser has the values that its expressions read', async () => {
      const user = await server.signIn('ranked', 'Person-26')
      const index = await data('GET', 'engine/index', undefined, user)
      expect(index.me.fields).toEqual({ rank: 5, kindId: ids.food, grade: null, 'roles.kindIds': [] })
      const { model } = await data('GET', 'engine/resource/firm', undefined, user)
      expect(Object.keys(model.me)).toEqual(['rank', 'kindId'])
    })
  })
})
