import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedPassword } from '../engine/server/auth/password.ts'
import { run } from '../engine/server/database/run.ts'
import { databasesWalked } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, tokenPath } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

const app = {
  ...sampleApp,
  'roles.yaml': `reader: { title: { zh: 查阅员, en: Reader }, allow: [letter_view] }
warden: { title: { zh: 管理员, en: Warden }, allow: [ward_view] }
`,
  'resources/blade/bladeUser.yaml': `fields:
  sourceType: { type: text, max: 32, title: { zh: 来源, en: Kind } }
  ownerIds: { type: reference, of: ward, many: true, title: { zh: 所属, en: Works for } }
  regionId: { type: reference, of: ward, title: { zh: 区域, en: Region } }
  organId: { type: reference, of: ward, title: { zh: 机构, en: Authority } }
  userExt: { type: text, max: 200, title: { zh: 扩展, en: Extension } }
`,
}
/** A client of the platform, which keeps its refresh token. */
const client = { authorization: `Basic ${Buffer.from('desk:its-own-secret').toString('base64')}` }

describe.each(databasesWalked('postgres'))('a user of two roles and departments, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  let userId: string
  let roles: Readonly<Record<string, string>>
  let depts: readonly string[]

  const token = async (given: Readonly<Record<string, string>>, narrowing: Readonly<Record<string, string>> = {}) =>
    (await server.call('POST', `${tokenPath}?${new URLSearchParams(given)}`, { headers: { ...client, ...narrowing } }))
      .body
  const signIn = (narrowing?: Readonly<Record<string, string>>) =>
    token({ username: 'both', password: 'Right-2026', grant_type: 'password' }, narrowing)
  const narrowTo = (dept: string | undefined, role: string | undefined) => ({
    'dept-id': String(dept),
    'role-id': String(role),
  })
  /** The statuses of a list of each role. */
  const statuses = (access: string) =>
    Promise.all(
      ['letter', 'ward'].map(
        async name => (await server.call('GET', `/api/city/v1/${name}/page`, { token: access })).status,
      ),
    )
  const userInfo = async (access: string) =>
    (await server.call('GET', '/api/blade-auth/oauth/user-info', { token: access })).body.data
  const maySwitch = async (access: string) =>
    (await server.call('GET', '/api/engine/index', { token: access })).body.data.me.maySwitch

  const start = async (switchMode: boolean) => {
    server = await startServer(kind, app, { settings: { switchMode } })
    const { kysely } = server.engine.database
    await run(
      kysely,
      `insert into blade_client (id, client_id, client_secret, authorized_grant_types, scope, access_token_validity, refresh_token_validity)
       values (1, 'desk', $1, '{password,refresh_token}', 'all', 600, 7200)`,
      [await storedPassword('its-own-secret')],
    )
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    const listed = await calls.data('GET', 'blade/v1/bladeRole/page')
    roles = Object.fromEntries(listed.records.map((one: Record<string, string>) => [one['roleAlias'], one['id']]))
    const dept = { deptName: '二科', fullName: '二科', deptCategory: '2' }
    depts = [
      (await calls.data('GET', 'blade/v1/bladeDept/page')).records[0].id,
      (await calls.data('POST', 'blade/v1/bladeDept/save', dept)).id,
    ]
    const [east, west] = [await calls.save('ward', { name: '东街' }), await calls.save('ward', { name: '西局' })]
    const user = {
      ...{ account: 'both', name: '双岗', realName: '双岗', password: 'Right-2026', sourceType: 'MARKET_ORG' },
      ...{ regionId: east, organId: west, roleId: [roles['reader'], roles['warden']], deptId: depts },
    }
    userId = (await calls.data('POST', 'blade/v1/bladeUser/save', user)).id
    await run(kysely, 'delete from engine_password_due', [])
  }

  describe('where users may switch', () => {
    beforeAll(() => start(true))
    afterAll(() => server.close())

    it('signs in without a tenant, with all of them, and with the names of region and organisation', async () => {
      const all = { tenant_id: '000000', dept_id: depts.join(','), role_name: 'reader,warden' }
      const names = { source_type: 'MARKET_ORG', region_name: '东街', org_name: '西局' }
      const signedIn = await signIn()
      expect(signedIn).toMatchObject({ ...all, ...names })
      expect(await userInfo(signedIn.access_token)).toMatchObject({ ...all, ...names })
      expect(await statuses(signedIn.access_token)).toEqual([200, 200])
      expect(await maySwitch(signedIn.access_token)).toBe(true)
    })

    it('acts at once with the department and role that it chooses, and with no others', async () => {
      let { access_token: access, refresh_token: refresh } = await signIn()
      for (const [index, alias] of ['reader', 'warden'].entries()) {
        const chosen = narrowTo(depts[index], roles[alias])
        const answer = await token({ grant_type: 'refresh_token', refresh_token: refresh }, chosen)
        expect(answer).toMatchObject({ dept_id: depts[index], role_id: roles[alias], role_name: alias })
        const expected = index === 0 ? [200, 403] : [403, 200]
        // The token before is of the same session.
        expect(await statuses(access)).toEqual(expected)
        ;({ access_token: access, refresh_token: refresh } = answer)
        expect(await statuses(access)).toEqual(expected)
        expect(await userInfo(access)).toMatchObject({ dept_id: depts[index], role_id: roles[alias], roles: [alias] })
        expect(await calls.call('GET', `blade-system/role/select?userId=${userId}`, undefined, access)).toMatchObject({
          body: { data: expect.toSatisfy((list: readonly object[]) => list.length === 2) },
        })
      }
    })

    it('gets no role and no department of others', async () => {
      const { access_token: access } = await signIn(narrowTo('77', roles['administrator']))
      expect(await statuses(access)).toEqual([200, 200])
      expect((await calls.call('GET', 'blade/v1/bladeUser/page', undefined, access)).status).toBe(403)
    })

    it('has an extension that clients of the platform write, with the right to users', async () => {
      const path = `blade-user/update-platform?${new URLSearchParams({ userId, userType: '2', userExt: '{"a":1}' })}`
      expect((await calls.call('POST', path, undefined, (await signIn()).access_token)).status).toBe(403)
      expect((await calls.call('POST', path)).status).toBe(200)
      expect(await calls.data('GET', `blade-user/platform-detail?id=${userId}`)).toMatchObject({
        ...{ id: userId, account: 'both', userType: 2, userExt: '{"a":1}' },
      })
    })
  })

  describe('where users may not', () => {
    beforeAll(() => start(false))
    afterAll(() => server.close())

    it('acts with all of them, whatever it chooses', async () => {
      const chosen = narrowTo(depts[0], roles['reader'])
      const { access_token: access, refresh_token } = await signIn(chosen)
      expect(await statuses(access)).toEqual([200, 200])
      expect(await token({ grant_type: 'refresh_token', refresh_token }, chosen)).toMatchObject({
        role_name: 'reader,warden',
      })
      expect(await maySwitch(access)).toBeUndefined()
    })
  })
})
