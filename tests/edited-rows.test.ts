import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import { run } from '../engine/server/database/run.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { listedEdits, synchroniseRows } from '../engine/server/live/edited-rows.ts'
import { databasesWalked } from './support/databases.ts'
import { editedModel } from './support/edited-model.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer, writeIn } from './support/server.ts'
import { serverWork } from './support/server-work.ts'

type Body = Record<string, unknown>

describe.each(databasesWalked('postgres'))('rows of dictionaries and of the menu ($kind)', kind => {
  let server: ServerUnderTest
  let token: string
  beforeAll(async () => {
    const kinds =
      'title: { zh: 种类, en: Kind }\nentries:\n  plain: { key: "1", title: { zh: 普通, en: Plain } }\n  rare: { key: "2", title: { zh: 少见, en: Rare } }\n'
    const ward = sampleApp['resources/city/ward.yaml']?.replace(
      '\nlist:',
      '\n  kind: { type: dictionary, of: ward_kind, default: plain, title: { zh: 种类, en: Kind } }\nlist:',
    )
    server = await startServer(kind, {
      ...sampleApp,
      'dictionaries/ward_kind.yaml': kinds,
      'resources/city/ward.yaml': String(ward),
    })
    token = await server.signIn('admin', adminPassword)
  })
  afterAll(() => server.close())

  const get = async (url: string) => (await server.call('GET', url, { token })).body.data
  const rowOf = async (resource: string, filter: string): Promise<Body> => {
    const { records, total } = await get(`/api/blade/v1/${resource}/page?${filter}`)
    expect([filter, total]).toEqual([filter, 1])
    return records[0]
  }
  const update = (resource: string, body: Body) =>
    server.call('PUT', `/api/blade/v1/${resource}/update`, { token, body })
  const add = (body: Body) => server.call('POST', '/api/blade/v1/bladeDict/save', { token, body })
  const revision = () => server.engine.model().revision
  /** The process that wrote reads the rows after the response. */
  const edited = async (write: () => Promise<{ status: number }>) => {
    const before = revision()
    expect((await write()).status).toBe(200)
    await expect.poll(revision).not.toBe(before)
  }

  it('exist for everything that the descriptors contain, and change nothing', async () => {
    const row = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=4')
    expect(row).toMatchObject({
      dictValue: '已作废',
      englishValue: 'Withdrawn',
      sort: 5,
      isSealed: true,
      isBuiltIn: true,
    })
    expect(await rowOf('bladeMenu', 'code_in=letter')).toMatchObject({ name: '通知', source: 'mail', sort: 20 })
    expect(revision()).not.toContain('-')
  })

  it('semantics 26: have version 1 and neither history nor events, nor have the rows of a first start', async () => {
    const tables = [
      'blade_dict',
      'blade_menu',
      'blade_tenant',
      'blade_client',
      'blade_dept',
      'blade_role',
      'blade_user',
    ]
    const each = tables.map(table => `select version, update_user, create_time from "${table}"`).join(' union all ')
    const { kysely } = server.engine.database
    const [rows] = await run(
      kysely,
      `select count(*)::int as n, max(version)::int as version, max(update_user) as by, bool_and(create_time is not null) as dated from (${each}) r`,
      [],
    )
    expect(rows).toEqual({ n: expect.any(Number), version: 1, by: null, dated: true })
    expect(rows?.['n']).toBeGreaterThan(20)
    expect(
      await run(
        kysely,
        `select resource from engine_history union all select resource from engine_event where resource not like 'sysTask%'`,
        [],
      ),
    ).toEqual([])
    const admin = await rowOf('bladeUser', 'account=admin')
    expect(admin).toMatchObject({ name: '管理员', userType: '1', roleIdName: ['超级管理员'], deptIdName: ['管理组'] })
  })

  it('change titles, colours and order in every response, with another ETag', async () => {
    const before = await server.call('GET', '/api/engine/resource/letter', { token })
    const { id, version } = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=1')
    await edited(() => update('bladeDict', { id, version, dictValue: '已发出', colour: 'red' }))
    const after = await server.call('GET', '/api/engine/resource/letter', { token })
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    const [, issued] = after.body.data.model.dictionaries.letter_state.entries
    expect(issued).toMatchObject({ name: 'issued', key: '1', title: { zh: '已发出', en: 'Issued' }, colour: 'red' })
    const [, served] = await get('/api/blade-system/dict/dictionary?code=letter_state')
    expect(served).toMatchObject({ id, dictKey: '1', dictValue: '已发出' })
    const rare = await rowOf('bladeDict', 'code_in=ward_kind&dictKey_in=2')
    await edited(() => update('bladeDict', { id: rare['id'], sort: 0 }))
    const kinds = async () =>
      (await get('/api/blade-system/dict/dictionary?code=ward_kind')).map(({ dictKey }: Body) => dictKey)
    expect(await kinds()).toEqual(['2', '1'])
    await edited(() => update('bladeDict', { id: rare['id'], sort: 2 }))
    expect(await kinds()).toEqual(['1', '2'])
    const menu = await rowOf('bladeMenu', 'code_in=work')
    await edited(() => update('bladeMenu', { id: menu['id'], name: '业务', source: 'star', sort: 990 }))
    const routes = await get('/api/blade-system/menu/routes')
    expect(routes.at(-1)).toMatchObject({ id: menu['id'], name: '业务', source: 'star' })
    await edited(() => update('bladeMenu', { id: menu['id'], isHidden: true }))
    const isListed = (nodes: readonly Body[]) => nodes.some(({ code }) => code === 'work')
    expect(isListed(await get('/api/blade-system/menu/routes'))).toBe(false)
    const groups = async () => (await get('/api/engine/index')).menu.map(({ group }: Body) => group)
    expect(await groups()).not.toContain('work')
    // Rights can be granted, whatever the menu shows.
    expect((await get('/api/blade-system/menu/grant-tree')).menu.map(({ title }: Body) => title)).toContain('业务')
    await edited(() => update('bladeMenu', { id: menu['id'], isHidden: false }))
    expect(await groups()).toContain('work')
  })

  it('accept an added entry wherever the dictionary is used, and delete it only when it is unused', async () => {
    const { id: parentId } = await rowOf('bladeDict', 'code_in=ward_kind&dictKey_in=-1')
    const entry = { parentId, dictValue: '特殊', englishValue: 'Special', sort: 9 }
    expect((await add({ ...entry, dictKey: '9,1' })).body.errors).toHaveProperty('dictKey')
    expect((await add({ ...entry, dictKey: 'x-9', parentId: null })).body.errors).toHaveProperty('code')
    let id = ''
    await edited(async () => {
      const saved = await add({ ...entry, dictKey: 'x-9' })
      id = saved.body.data.id
      expect(saved.body.data.code).toBe('ward_kind')
      return saved
    })
    expect((await add({ ...entry, dictKey: 'x-9' })).status).toBe(409)
    const ward = { name: '丁街', kind: 'x-9' }
    const saved = await server.call('POST', '/api/city/v1/ward/save', { token, body: ward })
    expect(saved).toMatchObject({ status: 200, body: { data: { kind: 'x-9' } } })
    const remove = () => server.call('DELETE', `/api/blade/v1/bladeDict/removeByIds?ids=${id}`, { token })
    expect(await remove()).toMatchObject({ status: 409, body: { msg: '有 1 条记录使用该条目，不能删除；可以停用' } })
    const used = { id: saved.body.data.id, kind: '2' }
    expect((await server.call('PUT', '/api/city/v1/ward/update', { token, body: used })).status).toBe(200)
    await edited(remove)
    const refused = await server.call('POST', '/api/city/v1/ward/save', { token, body: { ...ward, name: '戊街' } })
    expect(refused.status).toBe(400)
  })

  it('are listed by dictionary, then in the order of its entries', async () => {
    const { records } = await get('/api/blade/v1/bladeDict/page?size=200&ascs=code')
    const codes = records.map(({ code }: Body) => code)
    expect(codes).toEqual(codes.toSorted())
    const keys = records.filter(({ code }: Body) => code === 'data_scope').map(({ dictKey }: Body) => dictKey)
    expect(keys).toEqual(['-1', 'all', 'own', 'department', 'departmentAndBelow'])
  })

  it('refuse what belongs to the descriptors', async () => {
    const state = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=0')
    const plain = await rowOf('bladeDict', 'code_in=ward_kind&dictKey_in=1')
    const root = await rowOf('bladeDict', 'code_in=ward_kind&dictKey_in=-1')
    const states = await rowOf('bladeDict', 'code_in=letter_state&dictKey_in=-1')
    const errorOf = async (body: Body) => Object.keys((await update('bladeDict', body)).body.errors ?? {})
    expect(await errorOf({ id: state['id'], dictKey: '7' })).toEqual(['dictKey'])
    expect(await errorOf({ id: plain['id'], parentId: null })).toEqual(['parentId'])
    for (const { id } of [state, plain, root]) expect(await errorOf({ id, isSealed: true })).toEqual(['isSealed'])
    expect(await errorOf({ id: state['id'], sort: 9 })).toEqual(['sort'])
    const entry = { parentId: states['id'], dictKey: 'x-1', dictValue: '新', englishValue: 'New' }
    expect((await add(entry)).status).toBe(400)
    const removed = await server.call('POST', `/api/blade-system/dict/remove?ids=${plain['id']}`, { token })
    expect(removed.status).toBe(409)
  })

  it('move a menu group below one that was below it', async () => {
    const { database } = server.engine
    const parentsAfter = async (upper: string, lower: string) => {
      const group = (key: string, under: string) =>
        `${key}: { title: { zh: ${key}, en: ${key} }, icon: folder, order: 90${under} }\n`
      const work = 'work: { title: { zh: 工作, en: Work }, icon: folder, order: 10 }\n'
      writeIn(server.appDir, 'menus.yaml', `${work}${group('upper', upper)}${group('lower', lower)}`)
      const { model, problems } = compile(await readSources(server.appDir))
      if (!model) throw new Error(JSON.stringify(problems))
      await synchroniseRows(serverWork(database, model, 'descriptors'), undefined)
      return run(
        database.kysely,
        `select m.code, p.code as parent from blade_menu m left join blade_menu p on p.id = m.parent_id
         where m.code in ('upper', 'lower') and m.is_deleted = 0 order by m.code`,
        [],
      )
    }
    expect(await parentsAfter('', ', under: upper')).toEqual([
      { code: 'lower', parent: 'upper' },
      { code: 'upper', parent: null },
    ])
    expect(await parentsAfter(', under: lower', '')).toEqual([
      { code: 'lower', parent: null },
      { code: 'upper', parent: 'lower' },
    ])
  })

  it('follow the descriptors where they were not edited, and report what was kept', async () => {
    const { database } = server.engine
    const rare = await rowOf('bladeDict', 'code_in=ward_kind&dictKey_in=2')
    await edited(() => update('bladeDict', { id: rare['id'], dictValue: '罕见' }))
    const modelWith = async (text: string): Promise<Model> => {
      writeIn(server.appDir, 'dictionaries/ward_kind.yaml', `title: { zh: 种类, en: Kind }\nentries:\n${text}`)
      const { model } = compile(await readSources(server.appDir))
      if (!model) throw new Error('The descriptors are not valid.')
      return model
    }
    const kindsAfter = async (text: string) => {
      const model = await modelWith(text)
      const kept = await listedEdits(database.kysely, model)
      await synchroniseRows(serverWork(database, model, 'descriptors'), undefined)
      const { dictionaries } = await editedModel(database.kysely, model)
      const kinds = dictionaries['ward_kind']?.entries.map(({ key, title }) => `${key} ${title.zh} ${title.en}`)
      return {
        kinds,
        kept: kept.map(({ state, path, property, value, described }) => [state, path, property, value, described]),
      }
    }
    const plain = '  plain: { key: "1", title: { zh: 一般, en: Usual } }\n'
    expect(await kindsAfter(`${plain}  rare: { key: "2", title: { zh: 少有, en: Seldom } }\n`)).toEqual({
      kinds: ['1 一般 Usual', '2 罕见 Seldom'],
      kept: [['kept', 'ward_kind/2', 'title.zh', '罕见', '少有']],
    })
    // Removed and declared again: the edit applies again.
    expect((await kindsAfter(plain)).kinds).toEqual(['1 一般 Usual'])
    const again = `${plain}  rare: { key: "2", title: { zh: 少有, en: Seldom } }\n  new: { key: "3", title: { zh: 新, en: New } }\n`
    expect((await kindsAfter(again)).kinds).toEqual(['1 一般 Usual', '2 罕见 Seldom', '3 新 New'])
    // A descriptor that is equal to the edit ends it.
    const equal = again.replace('少有', '罕见')
    expect(await kindsAfter(equal)).toMatchObject({ kept: [['ended', 'ward_kind/2', 'title.zh', '罕见', '罕见']] })
    expect((await kindsAfter(again)).kinds).toEqual(['1 一般 Usual', '2 少有 Seldom', '3 新 New'])
  })
})
