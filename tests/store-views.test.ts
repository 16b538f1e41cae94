import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import { codesOf, resourceOf, rightsOf } from '../engine/model/names.ts'
import type { UserActor } from '../engine/server/auth/actor.ts'
import type { RequestContext } from '../engine/server/auth/request-context.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { choiceOf, writeChoice } from '../engine/server/services/views/choices.ts'
import { rolesToShareWith } from '../engine/server/services/views/roles.ts'
import { removeView, saveView, updateView, viewsOf } from '../engine/server/services/views/views.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { actor, administrator, contextOf, refused, type StoreUnderTest, storeOn } from './support/store.ts'

const sources = await readSources('.')
const { model: product } = compile(sources)
if (!product) throw new Error('The product does not compile.')
const resources = Object.values(product.resources)
const codes = resources.flatMap(one => (one.partOf ? [] : codesOf(one)))

/** The sample app with the engine's own descriptors. */
function modelOf(files: Readonly<Record<string, string>>): Model {
  const own = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  const { model, problems } = compile([...sources.filter(({ origin }) => origin === 'base'), ...own])
  if (!model) throw new Error(problems.map(({ at, code }) => `${at.file}:${at.line} ${code}`).join())
  return model
}

const ctx = (model: Model, by: UserActor): RequestContext => contextOf(by, model, new Date('2026-11-21T02:00:00Z'))

/** Roles of two tenants with ids of their own. */
const roleRows = `insert into blade_role (id, tenant_id, role_name, role_alias, sort) values
  (501, '000000', '监管员', 'inspector', 1), (502, '000000', '巡查员', 'patrol', 2), (503, '999999', '外地', 'away', 1)`

describe.each(databasesUnderTest())('saved searches on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let next = 9000
  const newId = () => String(next++)

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, product)
    await under.run(roleRows)
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  describe.each(resources.map(one => [one.name, one] as const))('of %s', (_name, resource) => {
    const on = (by: UserActor) => ctx(product, by)
    const isOfPlatform = rightsOf(product, resource).platform === true
    const names = async (by: UserActor) =>
      (await viewsOf(database.kysely, on(by), resource)).map(({ name, mine, editable }) => [name, mine, editable])
    // The platform's own tables are open to its own users only, lines through their master.
    const owner = actor({ userId: '31', roleIds: ['501', '502'], codes })
    const colleague = actor({ userId: '32', roleIds: ['501'], codes })
    const other = actor({ userId: '33', roleIds: ['502'], codes })

    it('are visible to their owner and users with the role, and to no other user of any tenant', async () => {
      const query = { createTime_dategt: '2026-01-01 00:00:00' }
      await saveView(database.kysely, on(owner), resource, newId(), { name: 'own', query })
      await saveView(database.kysely, on(owner), resource, newId(), { name: 'shared', query, roleIds: ['501'] })
      expect(await names(owner)).toEqual([
        ['own', true, true],
        ['shared', true, true],
      ])
      expect(await names(colleague)).toEqual([['shared', false, false]])
      expect(await names(other)).toEqual([])
      expect(await names(actor({ ...administrator, userId: '2' }))).toEqual([['shared', false, true]])
      for (const stranger of [
        actor({ ...owner, codes, tenantId: '999999' }),
        actor({ ...administrator, userId: '31', tenantId: '999999' }),
      ]) {
        const seen = await names(stranger).catch(error => refused(Promise.reject(error)))
        expect(Array.isArray(seen) ? seen : seen.status).toEqual(isOfPlatform ? 404 : [])
      }
      // Own rows are seen without the code.
      if (!resource.own)
        expect(
          await refused(viewsOf(database.kysely, on(actor({ userId: '31', roleIds: ['501'] })), resource)),
        ).toMatchObject({ status: 403 })
    })

    it('are changed and deleted only by their owner or an administrator of the tenant', async () => {
      const id = newId()
      await saveView(database.kysely, on(owner), resource, id, { name: 'kept', query: {}, roleIds: ['501'] })
      const statuses = async (by: UserActor) => [
        (await refused(updateView(database.kysely, on(by), resource, id, { name: 'taken' }))).status,
        (await refused(removeView(database.kysely, on(by), resource, id))).status,
      ]
      expect(await statuses(colleague)).toEqual([403, 403])
      expect(await statuses(other)).toEqual([404, 404])
      expect(await statuses(actor({ ...administrator, tenantId: '999999' }))).toEqual([404, 404])
      const kept = (await viewsOf(database.kysely, on(owner), resource)).find(one => one.id === id)
      expect(kept?.name).toBe('kept')
      await updateView(database.kysely, on(administrator), resource, id, { roleIds: [] })
      expect(await names(colleague)).not.toContainEqual(['kept', false, false])
      await removeView(database.kysely, on(owner), resource, id)
    })

    it('store a choice of columns for one user of one tenant', async () => {
      await writeChoice(database.kysely, on(owner), resource, { columns: ['id', 'createTime'], widths: { id: 200 } })
      expect(await choiceOf(database.kysely, on(owner), resource)).toEqual({
        columns: ['id', 'createTime'],
        widths: { id: 200 },
        start: null,
        pageSize: null,
        relatedSize: null,
      })
      const usual = { columns: null, widths: {}, start: null, pageSize: null, relatedSize: null }
      expect(await choiceOf(database.kysely, on(colleague), resource)).toEqual(usual)
      const away = choiceOf(database.kysely, on(actor({ ...owner, codes, tenantId: '999999' })), resource)
      expect(await away.catch(error => refused(Promise.reject(error)))).toEqual(
        isOfPlatform ? expect.objectContaining({ status: 404 }) : usual,
      )
    })
  })

  it("are shared with the user's own roles, by administrators with any of their tenant", async () => {
    const resource = resourceOf(product, 'entInfo')
    const share = (by: UserActor, roleIds: string[]) =>
      saveView(database.kysely, ctx(product, by), resource, newId(), { name: 's', query: {}, roleIds })
    const holder = actor({ userId: '41', roleIds: ['501'], codes })
    expect((await share(holder, ['501'])).roles).toEqual([{ id: '501', name: '监管员' }])
    expect(await refused(share(holder, ['502']))).toMatchObject({ status: 400, fields: ['roleIds'] })
    expect(await refused(share(holder, ['501', '503']))).toMatchObject({ status: 400 })
    expect((await share(actor({ ...administrator, userId: '42' }), ['502'])).roles).toEqual([
      { id: '502', name: '巡查员' },
    ])
    expect(await refused(share(actor({ ...administrator, userId: '42' }), ['503']))).toMatchObject({ status: 400 })
    expect(await rolesToShareWith(database.kysely, ctx(product, holder))).toEqual([{ id: '501', name: '监管员' }])
  })

  it('are limited to fifty per user and list', async () => {
    const by = ctx(product, actor({ userId: '51', codes }))
    const resource = resourceOf(product, 'entCamera')
    for (let n = 0; n < 50; n++) await saveView(database.kysely, by, resource, newId(), { name: `v${n}`, query: {} })
    expect(await refused(saveView(database.kysely, by, resource, newId(), { name: 'v', query: {} }))).toMatchObject({
      code: 'too-many-views',
      status: 409,
    })
  })
})

describe.each(databasesUnderTest())('saved search whose fields change, on $kind', ({ open }) => {
  it('omits removed and hidden fields, reports how many, and follows renames', async () => {
    const database = await open()
    const before = modelOf(sampleApp)
    const under = await storeOn(database, before)
    const query = { people_ge: '3', secretNote_like: 'x', name: '东' }
    const columns = ['name', 'secretNote', 'people', 'createTime']
    const by = actor({ userId: '61', roles: ['keeper'], roleIds: ['501'], ownerIds: ['1'], codes: ['ward_view'] })
    await under.run(roleRows)
    const admin = actor({ ...administrator, roleIds: ['501'] })
    const ward = (model: Model) => resourceOf(model, 'ward')
    await saveView(database.kysely, ctx(before, admin), ward(before), '1', {
      name: 'v',
      query,
      columns,
      sort: { field: 'secretNote', descending: false },
      kind: 'chart?group=people,createTime.month&split=name&measure=sum%28people%29&chart=table',
      roleIds: ['501'],
    })
    await writeChoice(database.kysely, ctx(before, admin), ward(before), { columns, widths: { people: 90 } })

    const [hidden] = await viewsOf(database.kysely, ctx(before, by), ward(before))
    expect(hidden).toMatchObject({
      query: { people_ge: '3', name: '东' },
      columns: ['name', 'people', 'createTime'],
      sort: null,
      dropped: 3,
    })

    const text = String(sampleApp['resources/city/ward.yaml'])
      .replace('people: { type: integer, ', 'inhabitants: { type: integer, renamedFrom: people, ')
      .replace('secretNote: { type', 'note: { renamedFrom: secretNote, type')
      .replace('hide: [secretNote]', 'hide: [note]')
      .replace('columns: [name, people], search: [name, people]', 'columns: [name], search: [name]')
    await under.close()
    const after = await storeOn(database, modelOf({ ...sampleApp, 'resources/city/ward.yaml': text }))
    const { model: renamed } = after
    const [view] = await viewsOf(database.kysely, ctx(renamed, admin), ward(renamed))
    expect(view).toMatchObject({
      query: { inhabitants_ge: '3', note_like: 'x', name: '东' },
      columns: ['name', 'note', 'inhabitants', 'createTime'],
      sort: { field: 'note', descending: false },
      kind: 'chart?group=inhabitants%2CcreateTime.month&split=name&measure=sum%28inhabitants%29&chart=table',
      dropped: 0,
    })
    expect(await choiceOf(database.kysely, ctx(renamed, admin), ward(renamed))).toMatchObject({
      columns: ['name', 'note', 'inhabitants', 'createTime'],
      widths: { inhabitants: 90 },
    })
    await after.close()
    await database.close()
  })
})
