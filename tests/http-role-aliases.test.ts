import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from './support/databases.ts'
import { type ImportCalls, importCallsOn } from './support/import-calls.ts'
import { sampleApp } from './support/sample-app.ts'
import { type ServerUnderTest, startServer } from './support/server.ts'

const app = {
  ...sampleApp,
  'resources/city/entry.yaml': `title: { zh: 参评, en: Entry }
display: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  grade: { type: integer, title: { zh: 评分, en: Grade }, editableBy: [judge, referee] }
`,
  'resources/city/note.yaml': `title: { zh: 记录, en: Note }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
access:
  - { role: east, allow: [view], where: "name.startsWith('E')" }
  - { role: wide, allow: [view], where: "true" }
`,
  'resources/city/kind.yaml': `title: { zh: 类别, en: Kind }
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
access:
  - { role: far, allow: [view], dataScope: all }
  - { role: near, allow: [view], dataScope: own }
`,
}

const codes = {
  judge: ['entry_view', 'entry_edit'],
  referee: ['entry_view', 'entry_edit'],
  east: ['note_view', 'user_view', 'user_edit'],
  wide: ['note_view'],
  far: ['kind_view'],
  near: ['kind_view'],
  plain: ['note_view', 'entry_view', 'entry_edit', 'user_view', 'user_add', 'user_edit', 'role_view', 'role_edit'],
  scoped: ['kind_view', 'user_view', 'user_edit'],
} as const
type Alias = keyof typeof codes

/** Roles that only differ by their aliases from one that the actor may assign. */
describe.each(databasesWalked('postgres'))('semantics 7: the rights that a role has by its alias, on $kind', kind => {
  let server: ServerUnderTest
  let calls: ImportCalls
  let count = 0
  const role: Record<string, string> = {}

  const grant = (id: string, code: string) =>
    calls.run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}, '${code}')`)
  const roleIds = (aliases: readonly Alias[]) => aliases.map(alias => String(role[alias]))
  const user = async (aliases: readonly Alias[], more: object = {}) => {
    const account = `p${++count}`
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const names = { account, name: account, realName: account, password: 'Person-26' }
    const given = { ...names, roleId: roleIds(aliases), deptId, ...more }
    const { id } = await calls.data('POST', 'blade/v1/bladeUser/save', given)
    await calls.run('delete from engine_password_due')
    return { id, account, token: await server.signIn(account, 'Person-26') }
  }
  /** The status of a user's attempt to get a further role. */
  const taking = async (aliases: readonly Alias[], wanted: Alias, more: object = {}) => {
    const { id, token } = await user(aliases, more)
    const given = { id, roleId: roleIds([...new Set([...aliases, wanted])]) }
    return (await calls.call('PUT', 'blade/v1/bladeUser/update', given, token)).status
  }

  beforeAll(async () => {
    server = await startServer(kind, app)
    calls = await importCallsOn(server, 'ward')
    for (const [roleAlias, all] of Object.entries(codes)) {
      const dataScope = ['scoped', 'far', 'near'].includes(roleAlias) ? 'own' : 'all'
      const { id } = await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: roleAlias, roleAlias, dataScope })
      role[roleAlias] = id
      for (const code of all) await grant(id, code)
    }
  })
  afterAll(() => server.close())

  it.each<readonly [words: string, has: readonly Alias[], wanted: Alias, status: number]>([
    ['fields that only some roles enter: refused to another role', ['plain'], 'judge', 403],
    ['fields that only some roles enter: allowed to one of them', ['plain', 'referee'], 'judge', 200],
    ['rows of an access rule: refused to an actor with the rows of another', ['east'], 'wide', 403],
    ['rows of an access rule: allowed to one who has the role', ['east', 'wide'], 'wide', 200],
    ['rows of an access rule: allowed to one who sees all rows', ['plain'], 'wide', 200],
    ['the data scope of an access rule: refused where it is wider', ['scoped'], 'far', 403],
    ['the data scope of an access rule: allowed where it is equal', ['scoped'], 'near', 200],
  ])('%s', async (_words, has, wanted, status) => {
    expect(await taking(has, wanted)).toBe(status)
  })

  it('rows of an access rule: refused to an actor who sees the rows of owners', async () => {
    const { id } = await calls.data('POST', 'city/v1/ward/save', { name: '东' })
    expect(await taking(['plain'], 'near', { ownerIds: [id] })).toBe(403)
    expect(await taking(['plain'], 'wide', { ownerIds: [id] })).toBe(403)
    expect(await taking(['plain'], 'plain', { ownerIds: [id] })).toBe(200)
  })

  it.each(['of a new user', 'of a holder', 'of grants', 'of an alias'])('refused on the path %s', async path => {
    const attempt = async (aliases: readonly Alias[]) => {
      const { token } = await user(aliases)
      const mate = await user(['judge'])
      const { id } = await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: 'n', roleAlias: `n${++count}` })
      const account = `p${++count}`
      const names = { account, name: account, realName: account, password: 'Person-26' }
      const { deptId } = await calls.data('GET', 'blade-user/info')
      const call = (method: string, at: string, body: object) => calls.call(method, at, body, token)
      const paths: Readonly<Record<string, () => ReturnType<typeof call>>> = {
        'of a new user': () =>
          call('POST', 'blade/v1/bladeUser/save', { ...names, roleId: roleIds(['judge']), deptId }),
        'of a holder': () => call('PUT', 'blade/v1/bladeUser/update', { id: mate.id, password: 'Person-27' }),
        'of grants': () => call('POST', 'blade-system/role/grant', { roleIds: roleIds(['judge']), menuIds: [] }),
        'of an alias': async () => {
          await calls.data('PUT', 'blade/v1/bladeRole/update', { id: role['referee'], roleAlias: `n${++count}` })
          const renamed = await call('PUT', 'blade/v1/bladeRole/update', { id, roleAlias: 'referee' })
          if (renamed.status === 200)
            await calls.data('PUT', 'blade/v1/bladeRole/update', { id, roleAlias: `n${++count}` })
          await calls.data('PUT', 'blade/v1/bladeRole/update', { id: role['referee'], roleAlias: 'referee' })
          return renamed
        },
      }
      return (await paths[path]?.())?.status
    }
    expect(await attempt(['plain'])).toBe(403)
    expect(await attempt(['plain', 'judge'])).toBe(200)
    for (const code of codes.judge)
      await calls.run(
        `insert into engine_grant (tenant_id, role_id, code) values ('000000', ${role['judge']}, '${code}') on conflict do nothing`,
      )
  })
})
