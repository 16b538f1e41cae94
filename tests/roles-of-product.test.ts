import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../engine/model/names.ts'
import { databasesWalked } from './support/databases.ts'
import { business, type ProductServer, productModel, startProduct } from './support/product-server.ts'
import type { ServerCalls } from './support/server-calls.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

const [own, beside, elsewhere] = ['清溪小学食堂', '云栖小学食堂', '丁桥小学食堂']
const all = [own, beside, elsewhere]
/** What a role reads of a resource: the rows, by the name of the business, and the fields that it does not get. */
type Seen = readonly [names: readonly string[], hidden: readonly string[]] | 403

interface RoleCase {
  readonly role: string
  readonly user?: (ids: Readonly<Record<string, string>>) => object
  readonly businesses: Seen
  readonly letters: Seen
}

const roles: readonly RoleCase[] = [
  { role: 'administrator', user: () => ({ sourceType: 'CLOUD_ADMIN' }), businesses: [all, []], letters: [all, []] },
  { role: 'officer', businesses: [all, []], letters: [all, []] },
  { role: 'leader', businesses: [all, []], letters: [all, []] },
  {
    role: 'market_org',
    user: ({ district }) => ({ regionId: district, sourceType: 'MARKET_ORG' }),
    businesses: [[own, beside], []],
    letters: [[own, beside], []],
  },
  {
    role: 'merchant',
    user: ids => ({ ownerIds: [ids[own]], sourceType: 'MERCHANT' }),
    businesses: [[own], ['creditRating', 'riskGrade', 'remark']],
    letters: [[own], ['remark']],
  },
  {
    role: 'school_org',
    user: ids => ({ ownerIds: [ids[own]], sourceType: 'SCHOOL_ORG' }),
    businesses: [[own], ['vipPrice', 'remark']],
    letters: [[own], ['remark']],
  },
  {
    role: 'school_company',
    user: ids => ({ ownerIds: [ids[own], ids[elsewhere]], sourceType: 'SCHOOL_COMPANY' }),
    businesses: [
      [own, elsewhere],
      ['vipPrice', 'remark'],
    ],
    letters: [[own, elsewhere], ['remark']],
  },
  {
    role: 'third_org',
    user: ({ org }) => ({ thirdOrgId: org, sourceType: 'THIRD_ORG' }),
    businesses: [[beside], ['vipPrice', 'remark']],
    letters: 403,
  },
  {
    role: 'china_org',
    user: () => ({ sourceType: 'CHINA_ORG' }),
    businesses: [all, ['legalPerson', 'manager', 'phone']],
    letters: [all, ['contact', 'receivedBy']],
  },
  { role: 'installer', businesses: 403, letters: 403 },
]

describe.each(databasesWalked('postgres'))('roles of the product on $kind', kind => {
  let product: ProductServer

  beforeAll(async () => {
    product = await startProduct(kind)
    const { admin, ids, keep, region } = product
    const city = await region('3301', '杭州市', await region('33', '浙江省'))
    const districts = [await region('330106', '西湖区', city, 'district'), await region('330105', '拱墅区', city)]
    const typeId = await keep('type', 'ent/entType', { name: '学校食堂', code: 'SCHOOL' })
    for (const [n, name] of all.entries()) {
      const regionId = districts[name === elsewhere ? 1 : 0]
      const entId = await keep(
        name,
        'ent/entInfo',
        business(n, { name, regionId, typeId, legalPerson: '周敏', remark: '内部' }),
      )
      await admin.data('POST', 'ent/v1/entInfo/adopt', { id: entId })
      const id = await keep(`${name} letter`, 'ent/entNoticeLetter', {
        ...{ entId, problem: '地面积水', deadline: '2099-01-01', contact: '周敏', remark: '内部' },
      })
      await admin.data('POST', 'ent/v1/entNoticeLetter/issue', { id })
      const post = { employed: '1', sex: '1', post: '1' }
      await keep(`${name} person`, 'business/businessEntPersonnel', {
        entId,
        name: '王芳',
        phone: `1390000000${n}`,
        ...post,
      })
      await keep(`${name} check`, 'business/businessEntMorningCheck', {
        entId,
        personnelId: ids[`${name} person`],
        temperature: 36.5,
      })
    }
    const org = { orgName: '食安评估中心', orgType: '2', creditCode: business(902, {})['creditCode'] }
    await keep('org', 'third/bladeThirdPartyOrg', { ...org, contact: '周工', phone: '13800138002' })
    const bound = { thirdOrgId: ids['org'], ids: [ids[beside]] }
    await admin.data('POST', 'third/v1/bladeThirdPartyOrg/bindThirdOrgIdAndEntIds', bound)
  }, 60_000)
  afterAll(() => product.server.close())

  it.each(roles)('$role sees its rows and fields, of a business and of its letters', async one => {
    const by = await product.signInAs(one.role.replace('_', '.'), one.role, one.user?.(product.ids))
    for (const [path, field, seen] of [
      ['ent/v1/entInfo', 'name', one.businesses],
      ['ent/v1/entNoticeLetter', 'entIdName', one.letters],
    ] as const) {
      const { status, body } = await by.call('GET', `${path}/page`)
      if (seen === 403) expect([path, status]).toEqual([path, 403])
      else {
        const [names, hidden] = seen
        expect(body.data.records.map((record: Any) => record[field]).sort()).toEqual([...names].sort())
        expect(hidden.filter(name => name in body.data.records[0])).toEqual([])
      }
    }
  })

  it('a third-party organisation sees its businesses while it is enabled', async () => {
    const user = { thirdOrgId: product.ids['org'], sourceType: 'THIRD_ORG' }
    const by = await product.signInAs('assessor', 'third_org', user)
    const total = async (orgStatus: string) => {
      await product.admin.data('PUT', 'third/v1/bladeThirdPartyOrg/changeStatus', { id: product.ids['org'], orgStatus })
      return (await by.data('GET', 'ent/v1/entInfo/page')).total
    }
    expect([await total('0'), await total('1')]).toEqual([0, 1])
  })

  it('a national body reads no name of a person, neither by a reference nor of the user who entered a record', async () => {
    const by = await product.signInAs('nation', 'china_org')
    const { records } = await by.data('GET', 'business/v1/businessEntMorningCheck/page')
    expect(records).toHaveLength(3)
    expect(records[0]).toMatchObject({ personnelId: null, createUser: null })
    expect(JSON.stringify(records)).not.toMatch(/王芳|管理员/)
    const { codes = [] } = productModel.roles.find(({ alias }) => alias === 'china_org') ?? {}
    const viewed = Object.values(productModel.resources).filter(resource => codes.includes(codeOf(resource, 'view')))
    expect(viewed.length).toBeGreaterThan(40)
    for (const { name, access, fields } of viewed) {
      const rule = access.find(({ role }) => role === 'china_org')
      const readable = fields.filter(field => field.personal !== undefined && !rule?.hide.includes(field.name))
      expect([name, rule?.where === 'false' ? [] : readable.map(one => one.name)]).toEqual([name, []])
    }
  })

  it('an administrator is one by the role; the source type grants nothing', async () => {
    const answered = async (account: string, role: string, sourceType?: string): Promise<[ServerCalls, Any]> => {
      const by = await product.signInAs(account, role, { sourceType })
      return [by, (await by.call('GET', 'blade-auth/oauth/user-info')).body]
    }
    const [cloud] = await answered('cloud', 'installer', 'CLOUD_ADMIN')
    expect((await cloud.call('GET', 'ent/v1/entInfo/page')).status).toBe(403)
    const [, plain] = await answered('plain', 'administrator')
    expect(JSON.stringify(plain)).toContain('"source_type":"ADMIN"')
    const [, other] = await answered('other', 'administrator', 'CLOUD_ADMIN')
    expect(JSON.stringify(other)).toContain('"source_type":"CLOUD_ADMIN"')
  })
})
