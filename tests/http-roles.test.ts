import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run as runOn } from '../engine/server/database/run.ts'
import { databasesUnderTest } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { type ServerCalls, serverCalls } from './support/server-calls.ts'

/** Shops own stocks; a user belongs to one shop by a field of the app's choice. */
const app: Readonly<Record<string, string>> = {
  'roles.yaml': `clerk: { title: { zh: 文员, en: Clerk }, allow: [stock_*, shop_view], menus: [stock] }
guest-of-shop: { title: { zh: 访客, en: Visitor } }
`,
  'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\nowner: { of: shop, by: shopId }\n',
  'resources/blade/bladeUser.yaml': `fields:
  shopId: { type: reference, of: shop }
`,
  'resources/city/shop.yaml': `title: { zh: 店铺, en: Shop }
menu: { icon: store }
owner: id
display: name
fields: { name: { type: text, required: true, title: { zh: 名称, en: Name } } }
`,
  'resources/city/stock.yaml': `title: { zh: 库存, en: Stock }
menu: { icon: store }
owner: shopId
display: name
fields:
  shopId: { type: reference, of: shop, required: true }
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
access:
  - { role: guest-of-shop, allow: [view, export] }
`,
}

describe.each(databasesUnderTest())('roles on $kind', kind => {
  let server: ServerUnderTest
  let calls: ServerCalls
  const ids: Record<string, string> = {}

  const roleWith = async (alias: string, codes: readonly string[]): Promise<string> => {
    const { id } = await calls.data('POST', 'blade/v1/bladeRole/save', { roleName: alias, roleAlias: alias })
    for (const code of codes)
      await sql`insert into engine_grant (tenant_id, role_id, code) values ('000000', ${id}::bigint, ${code})`.execute(
        server.engine.database.kysely,
      )
    return id
  }
  const person = async (account: string, roleId: readonly string[], more: object = {}): Promise<string> => {
    const { deptId } = await calls.data('GET', 'blade-user/info')
    const user = { account, name: account, realName: account, password: 'Person-26', roleId, deptId, ...more }
    await calls.data('POST', 'blade/v1/bladeUser/save', user)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    return server.signIn(account, 'Person-26')
  }
  const namesOf = async (resource: string, by: string): Promise<string[]> =>
    (await calls.data('GET', `city/v1/${resource}/page`, undefined, by)).records
      .map(({ name }: { readonly name: string }) => name)
      .sort()

  const save = (file: string, change: (text: string) => string) =>
    writeIn(server.appDir, file, change(readFileSync(join(server.appDir, file), 'utf8')))

  beforeAll(async () => {
    server = await startServer(kind, app, { settings: { live: true } })
    calls = serverCalls(server, await server.signIn('admin', adminPassword))
    for (const name of ['东店', '西店']) {
      ids[name] = await calls.save('shop', { name })
      ids[`${name}米`] = await calls.save('stock', { name: `${name}米`, shopId: ids[name] })
    }
  }, 60_000)
  afterAll(() => server.close())

  describe('are those of roles.yaml', () => {
    const run = (text: string, values: readonly unknown[] = []) => runOn(server.engine.database.kysely, text, values)
    const codesOf = async (alias: string, tenantId = '000000'): Promise<string[]> =>
      (
        await run(
          `select g.code from engine_grant g join blade_role r on r.tenant_id = g.tenant_id and r.id = g.role_id
           where r.role_alias = $1::text and r.tenant_id = $2::text and r.is_deleted = 0 order by 1`,
          [alias, tenantId],
        )
      ).map(({ code }) => String(code))
    const rowOf = async (alias: string) =>
      (await calls.data('GET', `blade/v1/bladeRole/page?roleAlias=${alias}`)).records.find(
        (row: { readonly roleAlias: string }) => row.roleAlias === alias,
      )
    const grant = async (alias: string, codes: readonly string[], by = calls.token) => {
      const all = flat(await calls.data('GET', 'blade-system/menu/buttons'))
      const menuIds = all.filter(({ code }) => codes.includes(code)).map(({ id }) => id)
      const body = { roleIds: [(await rowOf(alias)).id], menuIds, dataScopeIds: [], apiScopeIds: [] }
      return calls.call('POST', 'blade-system/role/grant', body, by)
    }
    const every = ['add', 'delete', 'edit', 'export', 'import', 'view'].map(name => `stock_${name}`)
    const described = ['shop_view', ...every]

    it('exist from the first start, with the codes of allow and of access rules', async () => {
      expect(await rowOf('clerk')).toMatchObject({ roleName: '文员', isBuiltIn: true })
      expect(await codesOf('clerk')).toEqual(described)
      expect(await codesOf('guest-of-shop')).toEqual(['stock_export', 'stock_view'])
    })

    it('have effect: an access rule needs no other grant', async () => {
      const visitor = await person('visitor', [(await rowOf('guest-of-shop')).id], { shopId: ids['东店'] })
      expect(await namesOf('stock', visitor)).toEqual(['东店米'])
      expect((await calls.call('GET', 'city/v1/shop/page', undefined, visitor)).status).toBe(403)
      expect((await calls.call('POST', 'city/v1/stock/save', { name: '面' }, visitor)).status).toBe(403)
    })

    it('see the entries of the menu that they list', async () => {
      const names = async (by: string) =>
        (await calls.data('GET', 'engine/index', undefined, by)).menu.flatMap(namesIn).sort()
      const clerk = await person('clerk', [(await rowOf('clerk')).id])
      const both = await person('both', [(await rowOf('clerk')).id, (await rowOf('guest-of-shop')).id])
      expect((await names(clerk)).filter((name: string) => ['shop', 'stock'].includes(name))).toEqual(['stock'])
      expect((await names(both)).filter((name: string) => ['shop', 'stock'].includes(name))).toEqual(['shop', 'stock'])
      expect(await namesOf('shop', clerk)).toEqual(['东店', '西店'])
    })

    it('exist in a new tenant, which edits them for itself', async () => {
      const tenantId = '900001'
      await calls.data('POST', 'blade-system/tenant/submit', { tenantId, tenantName: '另一单位' })
      await expect.poll(() => codesOf('clerk', tenantId)).toEqual(described)
      expect((await grant('clerk', ['shop_view', 'stock_view'])).status).toBe(200)
      expect(await codesOf('clerk')).toEqual(['shop_view', 'stock_view'])
      // The platform's edit applies to the tenants, as for every other overlay.
      expect(await codesOf('clerk', tenantId)).toEqual(['shop_view', 'stock_view'])
      expect((await grant('clerk', described)).status).toBe(200)
      expect(await codesOf('clerk', tenantId)).toEqual(described)
      expect(await run(`select 1 from engine_overlay where kind = 'role'`)).toEqual([])
    })

    it('keep what was edited when the descriptors change, and get it back by reset', async () => {
      expect((await grant('clerk', [...described.filter(code => code !== 'stock_delete'), 'shop_add'])).status).toBe(
        200,
      )
      await calls.data('PUT', 'blade/v1/bladeRole/update', { id: (await rowOf('clerk')).id, roleName: '库管' })
      const edits = await run(
        `select path, property, value, replaced from engine_overlay where kind = 'role' order by 2`,
      )
      expect(edits).toEqual([
        { path: 'clerk', property: 'allow.shop_add', value: true, replaced: false },
        { path: 'clerk', property: 'allow.stock_delete', value: false, replaced: true },
        { path: 'clerk', property: 'title.zh', value: '库管', replaced: '文员' },
      ])
      const edited = [...described.filter(code => code !== 'stock_delete'), 'shop_add'].sort()
      expect(await codesOf('clerk')).toEqual(edited)
      await save('roles.yaml', text =>
        text.replace('allow: [stock_*, shop_view]', 'allow: [stock_*, shop_view, user_view]'),
      )
      const pending = async () => (await calls.data('GET', 'engine/pending')).pending[0]
      await expect.poll(pending).toMatchObject({ losses: [{ loss: 'access', count: 1 }] })
      const { revision } = await pending()
      await calls.data('POST', 'engine/pending', { revision, allow: [{ loss: 'access', count: 1 }] })
      await expect.poll(() => codesOf('clerk')).toEqual([...edited, 'user_view'])
      expect(await rowOf('clerk')).toMatchObject({ roleName: '库管' })
      await calls.data('POST', 'blade/v1/bladeRole/reset', { id: (await rowOf('clerk')).id })
      expect(await codesOf('clerk')).toEqual([...described, 'user_view'])
      expect(await rowOf('clerk')).toMatchObject({ roleName: '文员' })
      expect(await run(`select 1 from engine_overlay where kind = 'role'`)).toEqual([])
    })

    it('are neither deleted nor renamed by users', async () => {
      const { id } = await rowOf('clerk')
      expect((await calls.call('PUT', 'blade/v1/bladeRole/update', { id, roleAlias: 'other' })).status).toBe(400)
      expect(await calls.call('DELETE', 'blade/v1/bladeRole/removeById', { id })).toMatchObject({
        status: 409,
        body: { msg: '该角色来自 roles.yaml，不能删除；可以取消它的授权' },
      })
      expect((await calls.call('POST', 'blade/v1/bladeRole/save', { roleName: '甲', roleAlias: 'clerk' })).status).toBe(
        409,
      )
    })

    it('semantics 7: are granted and reset by a user within the own rights only', async () => {
      const chief = await person('chief', [
        await roleWith('chief', ['role_view', 'role_edit', 'role_reset', 'stock_view']),
      ])
      expect((await grant('guest-of-shop', ['stock_view'], chief)).status).toBe(403)
      expect((await grant('guest-of-shop', ['stock_view'])).status).toBe(200)
      expect((await grant('guest-of-shop', [], chief)).status).toBe(200)
      const reset = { id: (await rowOf('guest-of-shop')).id }
      expect((await calls.call('POST', 'blade/v1/bladeRole/reset', reset, chief)).status).toBe(403)
      expect(await codesOf('guest-of-shop')).toEqual([])
      await calls.data('POST', 'blade/v1/bladeRole/reset', reset)
      expect(await codesOf('guest-of-shop')).toEqual(['stock_export', 'stock_view'])
    })

    it('are removed when no user has them, and wait for a confirmation otherwise', async () => {
      const before = server.engine.model().revision
      await save('roles.yaml', text =>
        text.replace(/guest-of-shop.*\n/, 'porter: { title: { zh: 搬运, en: Porter }, allow: [stock_view] }\n'),
      )
      const problems = async () => JSON.stringify(await calls.data('GET', 'engine/problems'))
      await expect.poll(problems).toMatch(/Delete the role guest-of-shop, .*It affects 2 rows /)
      expect(server.engine.model().revision).toBe(before)
      expect(await codesOf('guest-of-shop')).toEqual(['stock_export', 'stock_view'])
      await run(
        `update blade_user set role_id = array[(select id from blade_role where role_alias = 'clerk' and tenant_id = '000000')] where account in ('visitor', 'both')`,
      )
      await save('roles.yaml', text => `${text}# again\n`)
      await expect.poll(() => codesOf('porter')).toEqual(['stock_view'])
      expect(await rowOf('guest-of-shop')).toBeUndefined()
      expect(await codesOf('guest-of-shop')).toEqual([])
    })

    it('keep their users when they are renamed', async () => {
      const { id } = await rowOf('porter')
      await save('roles.yaml', text => text.replace('porter: {', 'carrier: { renamedFrom: porter,'))
      await expect.poll(async () => (await rowOf('carrier'))?.id).toBe(id)
      expect(await rowOf('porter')).toBeUndefined()
      expect(await codesOf('carrier')).toEqual(['stock_view'])
    })
  })

  describe('contain their codes', () => {
    const path = 'blade/v1/bladeRole'
    const grantsOf = async (id: string): Promise<string[]> =>
      (
        await runOn(
          server.engine.database.kysely,
          `select code from engine_grant where tenant_id = '000000' and role_id = $1::bigint order by code collate "C"`,
          [id],
        )
      ).map(({ code }) => String(code))
    const added = (alias: string, more: object = {}): Promise<string> =>
      calls.data('POST', `${path}/save`, { roleName: alias, roleAlias: alias, ...more }).then(({ id }) => id)
    const get = (id: string) => calls.data('GET', `${path}/getById?id=${id}`)
    const update = (values: object, by?: string) => calls.call('PUT', `${path}/update`, values, by)
    const menuIdsOf = async (...codes: readonly string[]) =>
      flat(await calls.data('GET', 'blade-system/menu/buttons'))
        .filter(({ code }) => codes.includes(code))
        .map(({ id }) => id)

    it('which are saved, changed and recorded with the role', async () => {
      const id = await added('seller', { codes: ['stock_view', 'shop_view', 'stock_view'] })
      expect(await grantsOf(id)).toEqual(['shop_view', 'stock_view'])
      expect(await get(id)).toMatchObject({ codes: ['shop_view', 'stock_view'], version: 1 })
      expect((await update({ id, codes: ['stock_add'] })).body.data).toMatchObject({ codes: ['stock_add'], version: 2 })
      expect(await grantsOf(id)).toEqual(['stock_add'])
      const [change] = await calls.data('GET', `engine/history/bladeRole/${id}`)
      expect(change.changes).toEqual({ codes: { from: ['shop_view', 'stock_view'], to: ['stock_add'] } })
      expect((await update({ id, remark: '无' })).status).toBe(200)
      expect(await grantsOf(id)).toEqual(['stock_add'])
      expect((await update({ id, codes: [] })).body.data.codes).toBeNull()
      expect(await grantsOf(id)).toEqual([])
    })

    it('of which an unknown one is refused, and so is a code that the actor lacks, by its name', async () => {
      const id = await added('cashier', { codes: ['stock_view'] })
      const unknown = await update({ id, codes: ['stock_view', 'stock_burn'] })
      expect(unknown.body.errors.codes).toContain('stock_burn')
      const deputy = await person('deputy', [
        await added('deputy', { codes: ['role_view', 'role_edit', 'stock_view'] }),
      ])
      const beyond = await update({ id, codes: ['stock_view', 'stock_delete'] }, deputy)
      expect([beyond.status, beyond.body.errors.codes]).toEqual([403, expect.stringContaining('库存：删除')])
      expect((await update({ id: await added('boss', { codes: ['shop_edit'] }), codes: [] }, deputy)).status).toBe(403)
      expect(await grantsOf(id)).toEqual(['stock_view'])
      expect((await update({ id, codes: ['role_view'] }, deputy)).status).toBe(200)
      expect(await grantsOf(id)).toEqual(['role_view'])
    })

    it('which a descendant loses with its parent', async () => {
      const parentId = await added('above', { codes: ['shop_view', 'stock_view'] })
      const below = await added('below', { parentId, codes: ['shop_view', 'stock_view'] })
      await update({ id: parentId, codes: ['shop_view'] })
      expect(await grantsOf(below)).toEqual(['shop_view'])
    })

    it('and the menus that their users see', async () => {
      const shop = (await calls.data('GET', 'blade/v1/bladeMenu/page?code=shop')).records[0].id
      const role = await added('narrow', { codes: ['shop_view', 'stock_view'], menus: [shop] })
      const narrow = await person('narrow', [role])
      const seen = async () => (await calls.data('GET', 'engine/index', undefined, narrow)).menu.flatMap(namesIn)
      expect(await seen()).toEqual(['shop'])
      await update({ id: role, menus: [] })
      expect((await seen()).sort()).toEqual(['shop', 'stock'])
    })

    it('by bindMenu and listByRoleId', async () => {
      const roleIds = [await added('first', { codes: ['stock_add'] }), await added('second')]
      const menuIds = await menuIdsOf('stock_view', 'stock_edit')
      expect((await calls.call('POST', `${path}/bindMenu`, { roleIds, menuIds })).status).toBe(200)
      for (const id of roleIds) expect(await grantsOf(id)).toEqual(['stock_edit', 'stock_view'])
      const listed = await calls.data('GET', `${path}/listByRoleId?roleId=${roleIds[1]}`)
      expect(listed.map(({ code }: Node) => code)).toEqual(['city', 'stock', 'stock_view', 'stock_edit'])
      await calls.data('POST', `${path}/bindMenu`, { roleIds: roleIds[1], menuIds: [] })
      expect([await grantsOf(roleIds[0] ?? ''), await grantsOf(roleIds[1] ?? '')]).toEqual([
        ['stock_edit', 'stock_view'],
        [],
      ])
      expect(await calls.data('GET', `${path}/listByRoleId?roleId=${roleIds[1]}`)).toEqual([])
      const refused = async (body: object) => {
        const { status, body: answer } = await calls.call('POST', `${path}/bindMenu`, body)
        return [status, Object.keys(answer.errors ?? {})]
      }
      expect(await refused({ roleIds: [], menuIds })).toEqual([400, ['roleIds']])
      expect(await refused({ roleIds })).toEqual([400, ['menuIds']])
      expect(await refused({ roleIds, menuIds: ['7'] })).toEqual([400, ['menuIds']])
      expect(await refused({ roleIds, menuIds, roles: 1 })).toEqual([400, []])
      expect(await refused({ roleIds: [roleIds[1], '7'], menuIds })).toEqual([404, []])
      expect(await grantsOf(roleIds[1] ?? '')).toEqual([])
      const reader = await person('reader', [await added('reader', { codes: ['role_view'] })])
      expect((await calls.call('POST', `${path}/bindMenu`, { roleIds, menuIds }, reader)).status).toBe(403)
      expect((await calls.call('GET', `${path}/listByRoleId?roleId=7`, undefined, reader)).status).toBe(404)
    })

    it('and a declared role keeps its alias; other codes are an edit', async () => {
      const { id } = (await calls.data('GET', `${path}/page?roleAlias=carrier`)).records[0]
      expect((await update({ id, roleAlias: 'other' })).body.errors).toHaveProperty('roleAlias')
      await update({ id, codes: ['stock_view', 'shop_add'] })
      const edits = () =>
        runOn(server.engine.database.kysely, `select property, value from engine_overlay where path = 'carrier'`, [])
      expect(await edits()).toEqual([{ property: 'allow.shop_add', value: true }])
      await calls.data('POST', `${path}/reset`, { id })
      expect([await grantsOf(id), await edits()]).toEqual([['stock_view'], []])
    })
  })

  describe('the field of users with their owners is the one that app.yaml names', () => {
    const codes = ['shop_view', 'stock_view', 'stock_add', 'user_view', 'user_edit']
    let own: string
    let free: string

    beforeAll(async () => {
      const role = await roleWith('keeper', codes)
      own = await person('east', [role], { shopId: ids['东店'] })
      free = await person('free', [role])
    })

    it('restricts a user to the rows of the owner, and none without one', async () => {
      expect(await namesOf('shop', own)).toEqual(['东店'])
      expect(await namesOf('stock', own)).toEqual(['东店米'])
      expect(await namesOf('stock', free)).toEqual(['东店米', '西店米'])
      const other = await calls.call('GET', `city/v1/stock/getById?id=${ids['西店米']}`, undefined, own)
      expect(other.status).toBe(404)
    })

    it('is read as me.ownerIds by the browser, and is the owner of new records', async () => {
      expect((await calls.data('GET', 'engine/index', undefined, own)).me.ownerIds).toEqual([ids['东店']])
      const { id } = await calls.data('POST', 'city/v1/stock/save', { name: '东店面' }, own)
      expect(await calls.data('GET', `city/v1/stock/getById?id=${id}`)).toMatchObject({ shopId: ids['东店'] })
      await calls.data('DELETE', 'city/v1/stock/removeById', { id })
    })

    it('is guarded: a user with an owner assigns no other one', async () => {
      const { records } = await calls.data('GET', 'blade/v1/bladeUser/page?account=east')
      const moved = { id: records[0].id, shopId: ids['西店'] }
      expect((await calls.call('PUT', 'blade/v1/bladeUser/update', moved, own)).status).toBe(403)
      expect(
        (await calls.call('PUT', 'blade/v1/bladeUser/update', { ...moved, shopId: ids['东店'] }, own)).status,
      ).toBe(200)
    })
  })
})

interface Node {
  readonly id: string
  readonly code: string
  readonly children?: readonly Node[]
}

interface Item {
  readonly resource?: string
  readonly items?: readonly Item[]
}

const namesIn = ({ resource, items = [] }: Item): string[] => [resource ?? [], items.flatMap(namesIn)].flat()

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
