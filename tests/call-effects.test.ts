import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PlatformBusiness, sampleDevices, withinHosts } from '../server/device-platform.ts'
import { databasesWalked } from './support/databases.ts'
import { business, type ProductServer, startProduct } from './support/product-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape and fail where they differ
type Any = any

/** A call on one record that changes it. */
interface StepCase {
  /** Method, and path below `/api/`. */
  readonly call: readonly [method: string, path: string]
  /** The resource of the record; by default the one of the path. */
  readonly of?: string
  /** Stores a record on which the call is allowed. */
  record(): Promise<string>
  readonly input?: () => object | Promise<object>
  /** Values of the record after the call. */
  readonly after: object
  /** Checks further rows. */
  readonly also?: (id: string) => Promise<void>
  /** Inputs that answer 400, each with the fields that are reported. */
  readonly wrong?: readonly (readonly [input: object, fields: readonly string[]])[]
  /** A record on which the call answers 409; by default the same one, after the call. */
  readonly refused?: 'never' | (() => Promise<string>)
}

describe.each(databasesWalked('postgres'))('named calls on $kind', kind => {
  let product: ProductServer
  /** What the device platform says of its first business now. */
  let platformChange: Partial<PlatformBusiness> = {}
  const devicePlatform = withinHosts(
    {
      ...sampleDevices,
      async businesses(...asked) {
        const [first, ...others] = await sampleDevices.businesses(...asked)
        return first ? [{ ...first, ...platformChange }, ...others] : []
      },
    },
    ['open.ys7.com'],
  )
  let count = 0
  const id = (key: string): string => product.ids[key] ?? `no ${key}`
  const data = (method: string, path: string, body?: object): Promise<Any> => product.admin.data(method, path, body)
  const get = (path: string, record: string) => data('GET', `${path}/getById?id=${record}`)
  const keep = (path: string, record: object, key = `record ${++count}`) => product.keep(key, path, record)
  const step = async (path: string, record: string, input: object = {}, method = 'POST') => {
    await data(method, path, { id: record, ...input })
    return record
  }
  /** A business, by default registered. */
  const ent = async (more: object = {}, state: 'pending' | 'adopted' = 'adopted', key?: string) => {
    const shared = { regionId: id('district'), typeId: id('type') }
    const record = await keep('ent/entInfo', business(++count, { ...shared, ...more }), key)
    return state === 'pending' ? record : step('ent/v1/entInfo/adopt', record)
  }
  const pending = () => ent({}, 'pending')
  const adopted = () => ent()
  const temporary = () =>
    keep('ent/tempEntInfo', { platformId: id('platform'), platformEntId: `E${++count}`, name: '清溪食堂' })
  const camera = (entId: string, key?: string) =>
    keep('ent/entCamera', { entId, name: '切配间', position: '切配间', platform: '3' }, key)
  const capture = (more: object = {}) =>
    keep('wit/witCaptureRecord', {
      ...{ entId: id('canteen'), cameraId: id('camera'), ruleId: id('rule'), confidence: 95 },
      ...{ shotTime: '2026-11-20 10:00:00', ...more },
    })
  /** A request of another user: no user decides about an own one. */
  const request = async (more: object) => {
    const record = await keep('ent/entChangeRequest', { reason: '换证', ...more })
    const { kysely } = product.server.engine.database
    await sql`update engine_flow_instance set starter = null where record_id = ${record}`.execute(kysely)
    return record
  }
  const access = (devices: readonly object[]) =>
    keep('inst/instAccessInfo', { entId: id('canteen'), platform: '3', devices })
  const device = (name: string) => ({ name, position: '备餐间', deviceSn: `SN-${++count}` })
  const appointment = async (installer = true) =>
    keep('inst/instAppointment', {
      ...{ entId: id('canteen'), appointDay: `2099-01-${String((++count % 28) + 1).padStart(2, '0')}`, pointCount: 4 },
      ...{ address: '文一西路 1 号', contact: '陈建国', phone: '13800138000' },
      ...(installer && { installerId: id('installer') }),
    })
  const installer = (more: object = {}) =>
    keep('inst/instUserinfo', {
      name: '王师傅',
      phone: `139${String(++count).padStart(8, '0')}`,
      companyId: id('company'),
      ...more,
    })
  const letter = async () =>
    step(
      'ent/v1/entNoticeLetter/issue',
      await keep('ent/entNoticeLetter', { entId: id('canteen'), problem: '地面积水', deadline: '2099-01-01' }),
    )
  const recipe = async (dateStart: string) => {
    const dish = { name: `菜 ${++count}`, category: '1', ingredients: '土豆 80g' }
    const dishes = [{ day: dateStart, dishId: await keep('ent/entDishesDict', dish) }]
    return keep('ent/entRecipes', {
      entId: id('canteen'),
      recipeName: '学生食谱',
      dateStart,
      dateEnd: dateStart,
      dishes,
    })
  }
  const order = (supplierName: string, quantity: number) => {
    const line = { productName: '青菜', productTypeId: id('product'), quantity, unit: '1', price: 3 }
    return keep('business/businessEntOrder', { entId: id('canteen'), supplierName, lines: [line] })
  }
  const found = async (path: string, query: string) => (await data('GET', `${path}/page?size=100&${query}`)).records

  beforeAll(async () => {
    product = await startProduct(kind, { ports: { devicePlatform } })
    const city = await product.region('3301', '杭州市', await product.region('33', '浙江省'))
    await product.region('330106', '西湖区', city, 'district')
    await keep('ent/entType', { name: '学校食堂', code: 'SCHOOL' }, 'type')
    await keep('ent/entType', { name: '社会餐饮', code: 'CATERING' }, 'otherType')
    await keep('business/businessProductType', { name: '蔬菜', code: 'VEG' }, 'product')
    await keep('blade/bladeRole', { roleName: '业态专管', roleAlias: 'ent_type_org' }, 'role')
    await keep(
      'sys/sysPlatform',
      { name: '萤石', code: 'ezviz', platformType: '3', url: 'https://open.ys7.com' },
      'platform',
    )
    await ent({ name: '清溪小学食堂', platformId: id('platform') }, 'adopted', 'canteen')
    await ent({ name: '云栖酒店', businessType: 'HOTEL' }, 'adopted', 'hotel')
    await camera(id('canteen'), 'camera')
    await camera(id('canteen'), 'otherCamera')
    await keep(
      'wit/witModel',
      { modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605'] },
      'model',
    )
    await keep(
      'wit/witRule',
      { name: '未戴帽', ruleType: '1', modelType: '605', modelId: id('model'), threshold: 80 },
      'rule',
    )
    const company = { companyName: '安防科技', companyType: ['1'], creditCode: business(901, {})['creditCode'] }
    await keep('third/bladeThirdPartyCompany', { ...company, contact: '李工', phone: '13800138001' }, 'company')
    const org = { orgName: '食安评估中心', orgType: '2', creditCode: business(902, {})['creditCode'] }
    await keep('third/bladeThirdPartyOrg', { ...org, contact: '周工', phone: '13800138002' }, 'org')
    await keep('wit/witTemplate', { templateName: '后厨', ruleIds: [id('rule')] }, 'template')
    await step(
      'inst/v1/instUserinfo/adopt',
      await keep('inst/instUserinfo', { name: '赵师傅', phone: '13700137000', companyId: id('company') }, 'installer'),
    )
  }, 60_000)
  afterAll(() => product.server.close())

  const steps: StepCase[] = [
    { call: ['POST', 'ent/v1/entInfo/adopt'], record: pending, after: { entStatus: '1' } },
    {
      call: ['POST', 'ent/v1/entInfo/adoptNo'],
      record: pending,
      input: () => ({ auditOpinion: '证照不全' }),
      after: { entStatus: '2', auditOpinion: '证照不全' },
      wrong: [[{}, ['auditOpinion']]],
    },
    {
      call: ['POST', 'ent/v1/entInfo/logout'],
      record: adopted,
      input: () => ({ reason: '歇业' }),
      after: { entStatus: '3', runType: '3', auditOpinion: '歇业' },
      wrong: [[{}, ['reason']]],
      refused: pending,
    },
    {
      call: ['POST', 'ent/v1/entInfo/restore'],
      record: async () => step('ent/v1/entInfo/logout', await adopted(), { reason: '歇业' }),
      after: { entStatus: '1', runType: '1' },
    },
    {
      call: ['POST', 'ent/v1/entInfo/revokeAccess'],
      record: async () => step('ent/v1/entInfo/updateVideoApp', await adopted(), { videoApp: '1' }),
      input: () => ({ reason: '多次拒不整改' }),
      after: { entStatus: '4', videoApp: '0', auditOpinion: '多次拒不整改' },
      wrong: [[{}, ['reason']]],
    },
    {
      call: ['POST', 'ent/v1/entInfo/updateRunType'],
      record: adopted,
      input: () => ({ runType: '2' }),
      after: { runType: '2', entStatus: '1' },
      wrong: [
        [{ runType: null }, ['runType']],
        [{ runType: '9' }, ['runType']],
      ],
      refused: pending,
    },
    {
      call: ['POST', 'ent/v1/entInfo/updateVideoApp'],
      record: adopted,
      input: () => ({ videoApp: '1' }),
      after: { videoApp: '1' },
      wrong: [[{ videoApp: 'on' }, ['videoApp']]],
      refused: pending,
    },
    {
      call: ['POST', 'ent/v1/entInfo/updateVipEndTime'],
      record: adopted,
      input: () => ({ vipEndTime: '2027-12-31' }),
      after: { vipEndTime: '2027-12-31' },
      wrong: [
        [{}, ['vipEndTime']],
        [{ vipEndTime: '2027-02-30' }, ['vipEndTime']],
      ],
      refused: 'never',
    },
    {
      call: ['POST', 'ent/v1/entInfo/updateVipPrice'],
      record: adopted,
      input: () => ({ vipPrice: 1200 }),
      after: { vipPrice: 1200 },
      wrong: [
        [{}, ['vipPrice']],
        [{ vipPrice: -1 }, ['vipPrice']],
      ],
      refused: 'never',
    },
    {
      call: ['POST', 'ent/v1/entInfo/bindTempEntInfo'],
      record: async () => {
        product.ids['temporary'] = await temporary()
        return adopted()
      },
      input: () => ({ tempEntInfoId: id('temporary') }),
      after: {},
      also: async record =>
        expect(await get('ent/v1/tempEntInfo', id('temporary'))).toMatchObject({ bindStatus: '1', entId: record }),
      wrong: [
        [{}, ['tempEntInfoId']],
        [{ tempEntInfoId: '1' }, ['tempEntInfoId']],
      ],
      async refused() {
        product.ids['temporary'] = await temporary()
        return pending()
      },
    },
    {
      call: ['POST', 'ent/v1/tempEntInfo/bindTempEntInfo'],
      record: temporary,
      input: () => ({ entId: id('hotel') }),
      after: { bindStatus: '1' },
      also: async record => expect((await get('ent/v1/tempEntInfo', record)).entId).toBe(id('hotel')),
      wrong: [[{}, ['entId']]],
    },
    {
      call: ['POST', 'ent/v1/tempEntInfo/cameraSynchro'],
      record: async () => step('ent/v1/tempEntInfo/bindTempEntInfo', await temporary(), { entId: await adopted() }),
      after: { cameraCount: 2, syncedAt: expect.any(String) },
      async also(record) {
        const { entId } = await get('ent/v1/tempEntInfo', record)
        const cameras = () => found('ent/v1/entCamera', `entId=${entId}&ascs=channelNo`)
        expect(await cameras()).toMatchObject([
          { name: '切配间', platform: '3', channelNo: 1, cameraStatus: '1' },
          { name: '烹饪区', platform: '3', channelNo: 2, cameraStatus: '0' },
        ])
        const again = await data('POST', 'ent/v1/tempEntInfo/cameraSynchro', { id: record })
        expect(again).toEqual({ added: 0, changed: 0, faults: null })
        expect(await cameras()).toHaveLength(2)
      },
      refused: temporary,
    },
    {
      call: ['PUT', 'third/v1/bladeThirdPartyOrg/changeStatus'],
      record: async () => id('org'),
      input: () => ({ orgStatus: '0' }),
      after: { orgStatus: '0' },
      wrong: [[{ orgStatus: '5' }, ['orgStatus']]],
      refused: 'never',
    },
    {
      call: ['PUT', 'wit/v1/witCaptureRecord/approved'],
      record: capture,
      input: () => ({ reviewRemark: '属实' }),
      after: { captureStatus: '1', reviewRemark: '属实', reviewedAt: expect.any(String) },
      async also(record) {
        expect(await found('ent/v1/entWarningLog', `captureId=${record}`)).toMatchObject([
          { entId: id('canteen'), cameraId: id('camera'), warningStatus: '0', warnTime: '2026-11-20 10:00:00' },
        ])
      },
    },
    {
      call: ['PUT', 'wit/v1/witCaptureRecord/auditFailed'],
      record: capture,
      input: () => ({ faultReason: '1' }),
      after: { captureStatus: '2', faultReason: '1' },
      also: async record => expect(await found('ent/v1/entWarningLog', `captureId=${record}`)).toEqual([]),
      wrong: [
        [{}, ['faultReason']],
        [{ faultReason: '5' }, ['faultReason']],
      ],
    },
    {
      call: ['POST', 'wit/v1/witCaptureRecord/sendMsg'],
      record: async () => step('wit/v1/witCaptureRecord/approved', await capture(), {}, 'PUT'),
      input: () => ({ sendObj: ['1'], content: '请立即整改' }),
      after: {},
      also: () =>
        vi.waitFor(() => expect(product.sent.at(-1)).toMatchObject({ phone: '13800138000', content: '请立即整改' }), {
          timeout: 5_000,
        }),
      wrong: [
        [{}, ['sendObj']],
        [{ sendObj: ['9'] }, ['sendObj']],
      ],
      refused: capture,
    },
    {
      call: ['PUT', 'ent/v1/entChangeRequest/approved'],
      record: async () => request({ entId: await adopted(), legalPerson: '周敏', address: '文二路 8 号' }),
      after: { requestStatus: '1', auditedAt: expect.any(String) },
      async also(record) {
        const { entId } = await get('ent/v1/entChangeRequest', record)
        expect(await get('ent/v1/entInfo', entId)).toMatchObject({
          ...{ legalPerson: '周敏', address: '文二路 8 号', phone: '13800138000' },
        })
      },
    },
    {
      call: ['PUT', 'ent/v1/entChangeRequest/auditFailed'],
      record: async () => request({ entId: await adopted(), legalPerson: '周敏' }),
      input: () => ({ auditOpinion: '材料不全' }),
      after: { requestStatus: '2', auditOpinion: '材料不全' },
      async also(record) {
        const { entId } = await get('ent/v1/entChangeRequest', record)
        expect((await get('ent/v1/entInfo', entId)).legalPerson).not.toBe('周敏')
      },
      wrong: [[{}, ['auditOpinion']]],
    },
    {
      call: ['PUT', 'ent/v1/entNoticeLetter/handle'],
      record: letter,
      input: async () => ({ reply: '已清理', replyPictures: [await product.picture()] }),
      after: { letterStatus: '3', reply: '已清理', handledAt: expect.any(String) },
      also: async record =>
        expect(await found('ent/v1/entNoticeLetterLog', `letterId=${record}&content=已清理`)).toHaveLength(1),
      wrong: [[{}, ['reply']]],
    },
    {
      call: ['PUT', 'ent/v1/entNoticeLetter/adopt'],
      async record() {
        const input = { reply: '已清理', replyPictures: [await product.picture()] }
        return step('ent/v1/entNoticeLetter/handle', await letter(), input, 'PUT')
      },
      after: { letterStatus: '4' },
    },
    {
      call: ['POST', 'inst/v1/instAccessInfo/adopt'],
      record: () => access([device('东门'), device('西门')]),
      after: { examineStatus: '1', examinedAt: expect.any(String) },
      async also() {
        const cameras = await found('ent/v1/entCamera', `entId=${id('canteen')}`)
        expect(cameras.filter(({ name }: Any) => ['东门', '西门'].includes(name))).toMatchObject([
          { platform: '3', position: '备餐间' },
          { platform: '3', position: '备餐间' },
        ])
      },
      refused: () => access([]),
    },
    ...(
      [
        ['instAccessInfo', () => access([])],
        ['instAppointment', () => appointment()],
        ['instUserinfo', installer],
      ] as const
    ).map(
      ([name, record]): StepCase => ({
        call: ['POST', `inst/v1/${name}/adoptNo`],
        record,
        input: () => ({ examineOpinion: '资料不全' }),
        after: { examineStatus: '2', examineOpinion: '资料不全' },
        wrong: [[{}, ['examineOpinion']]],
      }),
    ),
    {
      call: ['POST', 'inst/v1/instAppointment/adopt'],
      record: () => appointment(),
      after: { examineStatus: '1' },
      refused: () => appointment(false),
    },
    {
      call: ['POST', 'inst/v1/instUserinfo/adopt'],
      record: installer,
      after: { examineStatus: '1', userStatus: '1', userId: expect.any(String) },
      async also(record) {
        const { phone, userId } = await get('inst/v1/instUserinfo', record)
        const account = () => get('blade/v1/bladeUser', userId)
        const [{ id: roleId }] = await found('blade/v1/bladeRole', 'roleAlias_equal=installer')
        expect(await account()).toMatchObject({ account: phone, roleId: [roleId], disabledAt: null })
        const changeStatus = (userStatus: string) => step('inst/v1/instUserinfo/changeStatus', record, { userStatus })
        await changeStatus('2')
        expect((await account()).disabledAt).toEqual(expect.any(String))
        await changeStatus('3')
        expect((await account()).disabledAt).toEqual(expect.any(String))
        await changeStatus('1')
        expect((await account()).disabledAt).toBeNull()
        const officer = await product.signInAs('approver', 'officer')
        const approved = await officer.data('POST', 'inst/v1/instUserinfo/adopt', { id: await installer() })
        expect(approved.userId).toEqual(expect.any(String))
        const taken = await installer({ phone: '13600136000' })
        await product.signInAs('13600136000', 'installer')
        expect((await product.admin.call('POST', 'inst/v1/instUserinfo/adopt', { id: taken })).status).toBe(409)
      },
      refused: () => installer({ certNo: 'T3301', certEnd: '2020-01-01' }),
    },
    {
      call: ['POST', 'ent/v1/entInspectItemLog/evidence'],
      record: async () => {
        const item = { itemNo: `${++count}`, section: '人员管理', content: '健康证明', points: 5 }
        const itemId = await keep('ent/entInspectItem', item)
        const items = [{ itemId, itemResult: '2' }]
        const inspection = await keep('ent/entInspectLog', { entId: id('hotel'), items, inspectDate: '2026-11-20' })
        return (await get('ent/v1/entInspectLog', inspection)).items[0].id
      },
      input: async () => ({ evidence: [await product.picture()], remark: '已过期' }),
      after: { evidenceCount: 1, remark: '已过期' },
      async also(line) {
        const { inspectLogId } = await get('ent/v1/entInspectItemLog', line)
        expect(await get('ent/v1/entInspectLog', inspectLogId)).toMatchObject({ evidenceCount: 1 })
        expect((await data('GET', 'ent/v1/entInfo/evidencePage')).records).toMatchObject([{ id: id('hotel') }])
      },
      wrong: [
        [{}, ['evidence']],
        [{ evidence: ['/image-api/none.jpg'] }, ['evidence']],
      ],
      refused: 'never',
    },
    {
      call: ['PUT', 'ent/v1/entRecipes/dishes/update'],
      of: 'ent/v1/entRecipesDish',
      record: async () => (await get('ent/v1/entRecipes', await recipe('2026-11-02'))).dishes[0].id,
      input: () => ({ portion: 150 }),
      after: { portion: 150, day: '2026-11-02' },
      wrong: [
        [{ portion: -1 }, ['portion']],
        [{ meals: '9' }, ['meals']],
      ],
      refused: 'never',
    },
  ]

  it.each(steps.map(one => [one.call.join(' '), one] as const))(
    '%s stores what it says, and is refused with the fields of wrong input or in another state',
    async (_name, { call: [method, path], of: resource = path.slice(0, path.lastIndexOf('/')), ...one }) => {
      const { record, input = () => ({}), after, also, wrong = [], refused } = one
      const of = await record()
      const before = await get(resource, of)
      for (const [given, fields] of wrong) {
        const { status, body } = await product.admin.call(method, path, { id: of, ...given })
        expect([status, Object.keys(body.errors ?? {})]).toEqual([400, fields])
      }
      expect(await get(resource, of)).toEqual(before)
      await data(method, path, { id: of, ...(await input()) })
      expect(await get(resource, of)).toMatchObject(after)
      await also?.(of)
      if (refused === 'never') return
      const other = refused ? await refused() : of
      const { status, body } = await product.admin.call(method, path, { id: other, ...(await input()) })
      expect([status, typeof body.msg]).toEqual([409, 'string'])
    },
  )

  it.each([
    ['third/v1/bladeThirdPartyCompany', 'bindCompanyIdAndEntIds', 'listEntIdsByCompanyId', 'companyId', 'company'],
    ['third/v1/bladeThirdPartyOrg', 'bindThirdOrgIdAndEntIds', 'listEntIdsByThirdOrgId', 'thirdOrgId', 'org'],
    ['wit/v1/witTemplate', 'bindTemplateIdAndCameras', 'listCamerasByTemplateId', 'templateId', 'template'],
    ['blade/v1/bladeRole', 'bindEntType', 'listTypeByRoleId', 'roleId', 'role'],
  ])('%s/%s replaces the links that %s answers', async (resource, bind, list, self, of) => {
    const [one = '', other = ''] = { templateId: ['camera', 'otherCamera'], roleId: ['type', 'otherType'] }[self] ?? [
      'canteen',
      'hotel',
    ]
    const linked = async () => {
      const rows: Any[] = await data('GET', `${resource}/${list}?${self}=${id(of)}`)
      return rows.map(row => row.id ?? row).sort()
    }
    const post = (ids: unknown, record = id(of)) =>
      product.admin.call('POST', `${resource}/${bind}`, { [self]: record, ids })
    expect((await post([id(one), id(other)])).status).toBe(200)
    expect(await linked()).toEqual([id(one), id(other)].sort())
    expect((await post([id(other)])).status).toBe(200)
    expect(await linked()).toEqual([id(other)])
    expect((await post(['1'])).body.errors).toHaveProperty('ids')
    expect((await post('all')).body.errors).toHaveProperty('ids')
    expect((await post([], '1')).status).toBe(404)
    expect(await linked()).toEqual([id(other)])
  })

  it('listLicenceSystemByQuery has the names of the printed licence', async () => {
    const licence = {
      licenceNo: 'JY33010600',
      licenceIssuer: '西湖区局',
      licenceBegin: '2024-03-01',
      licenceEnd: '2029-02-28',
    }
    const organId = await keep('sys/sysOrgan', { name: '古荡所', orgType: '2', regionId: id('district') })
    const { creditCode, address } = await get('ent/v1/entInfo', await ent({ ...licence, organId, legalPerson: '周敏' }))
    expect(await data('GET', 'ent/v1/entInfo/listLicenceSystemByQuery?likeName=JY33010600')).toEqual([
      {
        ...{ jyzmc: expect.any(String), rcjgjgmc: '古荡所', fzjgmc: '西湖区局', jycs: address, shxydm: creditCode },
        ...{ xkzbh: 'JY33010600', yxqz: '2029-02-28', fddbrFzr: '周敏', qfsj: '2024-03-01' },
      },
    ])
  })

  it('getBackEntInfo has the latest rejected registration of the user', async () => {
    const reject = (of: string) => step('ent/v1/entInfo/adoptNo', of, { auditOpinion: '证照不全' })
    await reject(await pending())
    const latest = await reject(await pending())
    expect(await data('GET', 'ent/v1/entInfo/getBackEntInfo')).toMatchObject({ id: latest, auditOpinion: '证照不全' })
    const other = await product.signInAs('other', 'officer')
    expect(await other.data('GET', 'ent/v1/entInfo/getBackEntInfo')).toBeNull()
  })

  it('getPlatformInfo has the device platform of a business', async () => {
    const platform = (query: string) => product.admin.call('GET', `ent/v1/entInfo/getPlatformInfo?${query}`)
    expect((await platform(`id=${id('canteen')}`)).body.data).toEqual({
      ...{ platformId: id('platform'), platformName: '萤石', url: 'https://open.ys7.com' },
    })
    expect((await platform(`id=${id('hotel')}`)).body.data).toMatchObject({ platformId: null, url: null })
    expect(await platform('')).toMatchObject({ status: 400, body: { errors: { id: expect.any(String) } } })
  })

  it('entSynchro adds and updates the businesses of a platform, and reports those with invalid values', async () => {
    const synchronise = (platformId = id('platform')) =>
      product.admin.call('POST', 'ent/v1/tempEntInfo/entSynchro', { platformId })
    const listed = async () =>
      (await found('ent/v1/tempEntInfo', 'ascs=platformEntId')).filter((one: Any) =>
        one.platformEntId.startsWith('100'),
      )
    expect((await synchronise()).body.data).toEqual({ added: 2, changed: 0, faults: null })
    expect(await listed()).toMatchObject([
      { name: '望湖小学食堂', phone: '13800000018', cameraCount: 2, bindStatus: '0' },
      { name: '青禾餐饮店', phone: null },
    ])
    platformChange = { name: '望湖小学', phone: '123' }
    const { data: answer } = (await synchronise()).body
    expect(answer).toMatchObject({ added: 0, changed: 0, faults: expect.stringContaining('望湖小学') })
    platformChange = { name: '望湖小学' }
    expect((await synchronise()).body.data).toEqual({ added: 0, changed: 1, faults: null })
    expect((await listed())[0]).toMatchObject({ name: '望湖小学', bindStatus: '0' })
    const url = 'https://elsewhere.example.cn'
    const elsewhere = await keep('sys/sysPlatform', { name: '其他', code: 'other', platformType: '1', url })
    expect((await synchronise(elsewhere)).status).toBe(409)
    expect((await synchronise('1')).body.errors).toHaveProperty('platformId')
  })

  it('an authorisation of a partner that expires revokes its token', async () => {
    const role = { roleName: '数据共享', roleAlias: 'sharing', codes: ['entInfo_view'] }
    const roleId = await keep('blade/bladeRole', role)
    const grants = { name: '省平台', roleId, operations: 'entInfo_view', expireTime: '2099-01-01 00:00:00' }
    const tokenId = await keep('blade/bladeServiceToken', grants)
    const partner = {
      userName: '沈知遥',
      phone: '13800138000',
      unitName: '省局',
      externalId: 'p-1',
      reason: '数据共享',
    }
    const { id: userId } = await data('GET', 'blade-user/info')
    const authorisation = await keep('joint/jointAuthUserInfo', {
      ...{ ...partner, platformId: id('platform'), tokenId, userId },
      ...{ validFrom: '2026-01-01', validUntil: '2026-01-31' },
    })
    await step('joint/v1/jointAuthUserInfo/grant', authorisation)
    const { kysely } = product.server.engine.database
    await sql`update engine_job set next_at = now() where name = 'due-steps'`.execute(kysely)
    const status = async () => (await get('joint/v1/jointAuthUserInfo', authorisation)).authStatus
    await expect.poll(status, { timeout: 15_000 }).toBe('2')
    expect((await get('blade/v1/bladeServiceToken', tokenId)).revokedAt).not.toBeNull()
  })

  it('dishes/page has the dishes of a menu', async () => {
    const [one, other] = [await recipe('2026-11-09'), await recipe('2026-11-10')]
    const days = async (query: string) =>
      (await data('GET', `ent/v1/entRecipes/dishes/page?${query}`)).records.map(({ day }: Any) => day)
    expect(await days(`recipeId=${one}`)).toEqual(['2026-11-09'])
    expect(await days(`recipeId=${other}`)).toEqual(['2026-11-10'])
    expect((await days('')).length).toBeGreaterThan(1)
  })

  it('listDelivery has the items of orders that are shipped, listAnalysisOrderByQuery the totals of each supplier', async () => {
    const [shipped] = [await order('绿源', 2), await order('绿源', 4), await order('丰收', 1)]
    await step('business/v1/businessEntOrder/confirm', shipped ?? '')
    expect((await data('GET', 'business/v1/businessEntOrderDetail/listDelivery')).records).toMatchObject([
      { orderId: shipped, quantity: 2 },
    ])
    const totals = (query: string) => data('GET', `business/v1/businessEntOrder/listAnalysisOrderByQuery?${query}`)
    expect(await totals(`entId=${id('canteen')}`)).toMatchObject([
      { supplierName: '绿源', orders: 2, amount: 18 },
      { supplierName: '丰收', orders: 1, amount: 3 },
    ])
    expect(await totals('supplierName=丰')).toMatchObject([{ supplierName: '丰收', orders: 1 }])
    expect(await totals(`entId=${id('hotel')}`)).toEqual([])
  })

  it('inspect/{entId} has the next planned patrol, selectOneOrderByInspectDate the latest one', async () => {
    const patrol = (inspectDate: string) =>
      keep('ent/entPatrolInspect', { entId: id('canteen'), deptType: '1', inspectDate })
    const [done, next, last] = [await patrol('2026-11-01'), await patrol('2026-12-01'), await patrol('2026-12-20')]
    await step('ent/v1/entPatrolInspect/finish', done ?? '', { inspectResult: '1', videoOk: '1' })
    const planned = (entId: string) => data('GET', `ent/v1/entPatrolInspect/inspect/${entId}`)
    const latest = (entId: string) => data('GET', `ent/v1/entPatrolInspect/selectOneOrderByInspectDate?entId=${entId}`)
    expect([(await planned(id('canteen'))).id, (await latest(id('canteen'))).id]).toEqual([next, last])
    expect([await planned(id('hotel')), await latest(id('hotel'))]).toEqual([null, null])
  })

  it('getMsgTemplate has the text of the message about a record, with its receivers', async () => {
    const about = { entId: id('canteen'), cameraId: id('camera') }
    const records: readonly (readonly [path: string, id: string])[] = [
      ['wit/v1/witCaptureRecord', await capture()],
      ['ent/v1/entWarningLog', await keep('ent/entWarningLog', { ...about, warningType: '3', subject: '摄像头离线' })],
      ['ent/v1/entNoticeLetter', await letter()],
      [
        'ent/v1/entCameraScreenshot',
        await keep('ent/entCameraScreenshot', { ...about, subject: '未戴帽', modelType: '605' }),
      ],
    ]
    for (const [path, record] of records) {
      const text = JSON.stringify(await data('GET', `${path}/getMsgTemplate?id=${record}`))
      expect([path, text]).toEqual([path, expect.stringContaining('清溪小学食堂')])
      expect((await product.admin.call('GET', `${path}/getMsgTemplate?id=1`)).status).toBe(404)
    }
  })
})
