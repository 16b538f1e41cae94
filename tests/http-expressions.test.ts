import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

/** Firms that users see by fields which the app declares for users and roles. */
const app: Readonly<Record<string, string>> = {
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
  'resources/blade/bladeUser.yaml': `fields:
  sourceType: { type: text, max: 32, title: { zh: 来源, en: Kind } }
  regionId: { type: reference, of: area }
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
  'resources/city/area.yaml': `title: { zh: 片区, en: Area }
menu: false
tree: parentId
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: area, title: { zh: 上级片区, en: Parent area } }
  isOpen: { type: boolean, title: { zh: 开放, en: Open } }
access:
  - { role: local, allow: [view], where: "false" }
`,
  'resources/city/firm.yaml': `title: { zh: 单位, en: Firm }
menu: false
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  kindId: { type: reference, of: kind, default: me.kindId }
  rank: { type: integer, title: { zh: 级别, en: Rank } }
  closedBy: { type: integer, title: { zh: 关闭级别, en: Closed by rank } }
  areaId: { type: reference, of: area }
  partnerId: { type: reference, of: firm, where: "it.areaId.isOpen && it.kindId.name == kindId.name", title: { zh: 合作单位, en: Partner } }
  state: { type: dictionary, of: firm_state, title: { zh: 状态, en: State } }
lifecycle:
  field: state
  initial: open
  final: [shut]
  transitions:
    inspect: { from: open, to: open, if: "areaId.isOpen && below(areaId, me.regionId)", title: { zh: 检查, en: Inspect } }
    shut: { from: open, to: shut, if: "me.rank > rank", set: { closedBy: me.rank }, title: { zh: 关闭, en: Close } }
queries:
  inOpenAreas: { where: "areaId.isOpen", small: true, returns: list, title: { zh: 开放片区, en: In open areas } }
access:
  - { role: ranked, allow: [view, add, shut], where: "rank <= me.rank" }
  - { role: local, allow: [view, inspect], where: "below(areaId, me.regionId)" }
  - { role: open, allow: [view], where: "areaId.isOpen" }
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

describe.each(databasesWalked('postgres'))('expressions on $kind', kind => {
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
  const roleOf = async (alias: string): Promise<string> =>
    (await data('GET', `blade/v1/bladeRole/page?roleAlias=${alias}`)).records[0].id
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

  describe('other records are read in the whole tenant (semantics 31, semantics 32)', () => {
    const ids: Record<string, string> = {}
    const codes = ['firm_view', 'firm_inspect']
    const inspect = (name: string, token: string) => call('POST', 'city/v1/firm/inspect', { id: ids[name] }, token)

    beforeAll(async () => {
      const areas = [
        ['北', null, true],
        ['北一', '北', true],
        ['北二', '北', false],
        ['北一甲', '北一', true],
        ['南', null, true],
      ] as const
      for (const [name, parent, isOpen] of areas)
        ids[name] = await save('area', { name, parentId: parent && ids[parent], isOpen })
      for (const area of ['北一甲', '北二', '南'])
        ids[`${area}店`] = await save('firm', { name: `${area}店`, areaId: ids[area], rank: 99 })
    })

    it('by below(), of an area that the user does not see, and of a deleted one between', async () => {
      const user = await addUser('local', [await addRole('local', codes)], { regionId: ids['北'] })
      expect(await namesOf('firm', user)).toEqual(['北一甲店', '北二店'])
      // A record with children cannot be deleted by users; imports and former versions may leave one.
      await sql`update area set is_deleted = 1 where id = ${ids['北一']}::bigint`.execute(server.engine.database.kysely)
      expect(await namesOf('firm', user)).toEqual(['北一甲店', '北二店'])
      await data('PUT', 'city/v1/area/update', { id: ids['北二'], parentId: ids['南'] })
      expect(await namesOf('firm', user)).toEqual(['北一甲店'])
      expect((await call('GET', `city/v1/firm/getById?id=${ids['南店']}`, undefined, user)).status).toBe(404)
      expect(
        await namesOf('firm', await addUser('nowhere', [await addRole('nowhere', []), await roleOf('local')])),
      ).toEqual([])
    })

    // An embedded database has one server.
    it.runIf(kind.kind === 'postgres')(
      'by below(), also on a second server after the first moved a subtree',
      async () => {
        for (const [name, parent] of [['东'], ['东一', '东'], ['东一甲', '东一'], ['西']] as const)
          ids[name] = await save('area', { name, parentId: parent && ids[parent], isOpen: false })
        const id = await save('firm', { name: '东一甲店', areaId: ids['东一甲'] })
        const role = [await roleOf('local')]
        for (const [account, area] of Object.entries({ east: '东', west: '西' }))
          await addUser(account, role, { regionId: ids[area] })
        const second = await startServer(kind, app, { settings: { databaseUrl: String(server.databaseUrl) } })
        try {
          const [east, west] = [await second.signIn('east', 'Person-26'), await second.signIn('west', 'Person-26')]
          const seenBy = async (token: string): Promise<readonly unknown[]> => {
            const [page, one] = await Promise.all([
              second.call('GET', '/api/city/v1/firm/page', { token }),
              second.call('GET', `/api/city/v1/firm/getById?id=${id}`, { token }),
            ])
            return [page.body.data.records.map((record: { name: string }) => record.name), one.status]
          }
          expect(await Promise.all([east, west].map(seenBy))).toEqual([
            [['东一甲店'], 200],
            [[], 404],
          ])
          await data('PUT', 'city/v1/area/update', { id: ids['东一'], parentId: ids['西'] })
          // One second, and what a machine with other work adds.
          await expect
            .poll(() => Promise.all([east, west].map(seenBy)), { timeout: 1_500, interval: 30 })
            .toEqual([
              [[], 404],
              [['东一甲店'], 200],
            ])
          const inspect = (token: string) => second.call('POST', '/api/city/v1/firm/inspect', { token, body: { id } })
          expect((await inspect(east)).status).toBe(404)
          // It is in the region, but its area is not open.
          expect((await inspect(west)).status).toBe(409)
        } finally {
          await second.close()
        }
      },
    )

    it('by a field of the record that a reference names, in row filters and in the condition of a step', async () => {
      const user = await addUser('open', [await addRole('open', [...codes, 'area_view'])])
      expect(await namesOf('firm', user)).toEqual(['北一甲店', '南店'])
      const local = await server.signIn('local', 'Person-26')
      expect((await inspect('北一甲店', local)).status).toBe(200)
      await data('PUT', 'city/v1/area/update', { id: ids['北一甲'], isOpen: false })
      const refused = await inspect('北一甲店', local)
      expect([refused.status, refused.body.data?.code ?? refused.body.code]).toEqual([409, expect.anything()])
      expect(await namesOf('firm', user)).toEqual(['南店'])
      const found = await data('GET', 'city/v1/firm/inOpenAreas', undefined, user)
      expect(found.map((record: { name: string }) => record.name)).toEqual(['南店'])
      // Without the right to view areas, its rows would reveal which ones are open.
      expect((await call('GET', 'city/v1/firm/inOpenAreas', undefined, local)).status).toBe(403)
      const { model } = await data('GET', 'engine/resource/firm', undefined, local)
      const steps = model.resources.firm.lifecycle.transitions
      expect(steps.map((step: { name: string; if?: string }) => [step.name, step.if])).toEqual([
        ['inspect', undefined],
        ['shut', 'me.rank > rank'],
      ])
    })

    it('of the candidates of a reference', async () => {
      const kind = await save('kind', { name: '同类' })
      const one = await save('firm', { name: '一', kindId: kind, areaId: ids['南'] })
      const other = await save('firm', { name: '二', kindId: await save('kind', { name: '异类' }), areaId: ids['南'] })
      expect((await call('POST', 'city/v1/firm/save', { name: '三', kindId: kind, partnerId: one })).status).toBe(200)
      expect((await call('POST', 'city/v1/firm/save', { name: '四', kindId: kind, partnerId: other })).status).toBe(400)
    })
  })
})
