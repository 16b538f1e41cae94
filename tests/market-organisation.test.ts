import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { resourceOf } from '../engine/model/names.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { databasesWalked } from './support/databases.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'
import { dataOf, type ServerCalls, serverCalls } from './support/server-calls.ts'

const sources = await readSources('.')
const { model } = compile(sources)
if (!model) throw new Error('The product does not compile.')
const files = Object.fromEntries(sources.filter(({ origin }) => origin === 'app').map(({ file, text }) => [file, text]))
const creditCode = (n: number) => {
  const field = resourceOf(model, 'entInfo').fields.find(({ name }) => name === 'creditCode')
  return field && typeOf(field).example(field, model, n)
}

describe.each(databasesWalked('postgres'))('a market organisation on $kind (semantics 32)', kind => {
  let server: ServerUnderTest
  let admin: ServerCalls
  let officer: ServerCalls
  const ids: Record<string, string> = {}
  const keep = async (key: string, path: string, record: object) => {
    ids[key] = (await admin.data('POST', `${path}/save`, record)).id
  }
  const business = (name: string, region: string, n: number) => ({
    ...{ name, regionId: ids[region], creditCode: creditCode(n), typeId: ids['type'] },
    ...{ businessType: 'PRISC', address: '文一西路 1 号', phone: '13800138000' },
  })
  const letter = (entId: string | undefined) => ({ entId, problem: '地面积水', deadline: '2099-01-01' })
  const found = async (path: string, field: string) =>
    (await officer.data('GET', `${path}/page`)).records.map((record: Record<string, unknown>) => record[field]).sort()
  const statusOf = async (method: string, path: string, body?: unknown) =>
    (await officer.call(method, path, body)).status

  beforeAll(async () => {
    server = await startServer(kind, files)
    admin = serverCalls(server, await server.signIn('admin', adminPassword))
    const region = (key: string, code: string, parent?: string) =>
      keep(key, 'sys/v1/sysRegion', {
        ...{ code, name: key, regionLevel: code.length > 6 ? '4' : parent === undefined ? '1' : '3' },
        ...(parent !== undefined && { parentId: ids[parent] }),
      })
    await region('浙江省', '330000')
    await region('西湖区', '330106', '浙江省')
    await region('古荡街道', '330106003', '西湖区')
    await region('拱墅区', '330105', '浙江省')
    await keep('type', 'ent/v1/entType', { name: '学校食堂', code: 'SCHOOL' })
    for (const [n, [name, of]] of Object.entries([
      ['区属食堂', '西湖区'],
      ['街道食堂', '古荡街道'],
      ['邻区食堂', '拱墅区'],
    ] as const)) {
      await keep(name, 'ent/v1/entInfo', business(name, of, Number(n)))
      await keep(`${name}文书`, 'ent/v1/entNoticeLetter', letter(ids[name]))
      await keep(`${name}检查`, 'ent/v1/entInspectLog', { entId: ids[name], inspectDate: '2026-11-20' })
    }
    const { records } = await admin.data('GET', 'blade/v1/bladeRole/page?roleAlias=market_org')
    const [{ id: roleId }] = records
    const person = async (account: string, regionId: string | undefined) => {
      const { deptId } = await admin.data('GET', 'blade-user/info')
      const names = { account, name: account, realName: account, password: 'Person-26', sourceType: 'MARKET_ORG' }
      await admin.data('POST', 'blade/v1/bladeUser/save', { ...names, roleId: [roleId], deptId, regionId })
    }
    await person('xihu', ids['西湖区'])
    await person('nowhere', undefined)
    await sql`delete from engine_password_due`.execute(server.engine.database.kysely)
    officer = serverCalls(server, await server.signIn('xihu', 'Person-26'))
  }, 60_000)
  afterAll(() => server.close())

  it('sees the businesses of its district and of the streets in it', async () => {
    expect(await found('ent/v1/entInfo', 'name')).toEqual(['区属食堂', '街道食堂'].sort())
    expect(await statusOf('GET', `ent/v1/entInfo/getById?id=${ids['街道食堂']}`)).toBe(200)
    expect(await statusOf('GET', `ent/v1/entInfo/getById?id=${ids['邻区食堂']}`)).toBe(404)
  })

  it('sees what belongs to these businesses', async () => {
    const own = [ids['区属食堂'], ids['街道食堂']].sort()
    expect(await found('ent/v1/entNoticeLetter', 'entId')).toEqual(own)
    expect(await found('ent/v1/entInspectLog', 'entId')).toEqual(own)
    expect(await statusOf('GET', `ent/v1/entNoticeLetter/getById?id=${ids['邻区食堂文书']}`)).toBe(404)
    expect(await officer.data('GET', 'ent/v1/entInspectLog/exactTotal')).toBe(2)
  })

  it('writes to these only, and moves none of them to another district', async () => {
    const edit = (name: string, change: object) =>
      statusOf('PUT', 'ent/v1/entInfo/update', { id: ids[name], ...change })
    expect(await edit('街道食堂', { seats: 120 })).toBe(200)
    expect(await edit('邻区食堂', { seats: 120 })).toBe(404)
    expect(await edit('街道食堂', { regionId: ids['拱墅区'] })).toBe(403)
    expect(await edit('街道食堂', { regionId: ids['西湖区'] })).toBe(200)
    expect(await statusOf('POST', 'ent/v1/entInfo/save', business('新食堂', '古荡街道', 8))).toBe(200)
    expect(await statusOf('POST', 'ent/v1/entInfo/save', business('外区食堂', '拱墅区', 9))).toBe(403)
    expect(await statusOf('DELETE', 'ent/v1/entInfo/removeById', { id: ids['区属食堂'] })).toBe(403)
  })

  it('writes records of these businesses only', async () => {
    expect(await statusOf('POST', 'ent/v1/entNoticeLetter/save', letter(ids['街道食堂']))).toBe(200)
    expect(await statusOf('POST', 'ent/v1/entNoticeLetter/save', letter(ids['邻区食堂']))).toBe(400)
    const edit = (key: string) =>
      statusOf('PUT', 'ent/v1/entNoticeLetter/update', { id: ids[key], problem: '刀具未分开存放' })
    expect(await edit('区属食堂文书')).toBe(200)
    expect(await edit('邻区食堂文书')).toBe(404)
  })

  it('sees nothing without a region', async () => {
    const token = await server.signIn('nowhere', 'Person-26')
    expect(dataOf(await admin.call('GET', 'ent/v1/entInfo/page', undefined, token)).records).toEqual([])
  })
})
