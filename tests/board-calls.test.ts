import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkbook } from '../engine/server/services/import/read-workbook.ts'
import { databasesWalked } from './support/databases.ts'
import { business, type ProductServer, startProduct } from './support/product-server.ts'
import type { ServerCalls } from './support/server-calls.ts'

const home = 'sys/v1/homePage'
const screen = 'vi/dataBase'
const analyze = 'sys/v1/analyze'
const capture = 'wit/v1/capture'
const of = (base: string, names: string) => names.split(' ').map(name => `${base}/${name}`)

/** What happens, and the calls whose answers it changes. */
const changes: readonly (readonly [
  what: string,
  change: (product: ProductServer) => Promise<unknown>,
  calls: string[],
])[] = [
  [
    'an alert',
    ({ keep, ids }) => keep('alert', 'ent/entWarningLog', { ...alert, entId: ids['ent'], warningLevel: '2' }),
    [
      ...of(home, 'topCount content1 content2 content3 content6 countByQuery'),
      ...of(screen, 'leftTwo rightTwo centerOne centerOne2 centerTwo rightOne'),
      ...of(analyze, 'getLogPie1 getLogPie2 getLogBar'),
      ...of('vi/wel', 'centerRight butomRight'),
      `${capture}/allAnalysis/info/list`,
    ],
  ],
  [
    'an alert that is resolved in time',
    ({ admin, ids }) => admin.data('PUT', 'ent/v1/entWarningLog/handle', { id: ids['alert'], result: '已更换' }),
    [`${home}/content4`, ...of(screen, 'leftThree leftThreeKy'), `${analyze}/getLogPie2`],
  ],
  [
    'a notice that is issued',
    async ({ admin, keep, ids }) => {
      await keep('letter', 'ent/entNoticeLetter', { entId: ids['ent'], problem: '地面积水', deadline: '2099-01-01' })
      await admin.data('POST', 'ent/v1/entNoticeLetter/issue', { id: ids['letter'] })
    },
    [
      ...of(home, 'topCount content5'),
      ...of(analyze, 'getNoticePie1 getNoticePie2 getNoticeBar getNoticeTop10'),
      ...of(capture, 'notice/info/list notice/ent/list allAnalysis/info/list'),
      `${screen}/rightThree`,
    ],
  ],
  [
    'a camera that is online',
    ({ keep, ids }) =>
      keep('second', 'ent/entCamera', { ...camera, entId: ids['ent'], name: '烹饪区', cameraStatus: '1' }),
    [...of(screen, 'leftOne centerThree listByEntCamera'), `${capture}/access/info/list`],
  ],
  [
    'a capture',
    ({ keep, ids }) =>
      keep('capture', 'wit/witCaptureRecord', { entId: ids['ent'], cameraId: ids['camera'], ruleId: ids['rule'] }),
    [`${screen}/leftFour`, ...of(capture, 'capture/info/list capture/ent/list')],
  ],
  [
    'a capture that is approved',
    ({ admin, ids }) => admin.data('PUT', 'wit/v1/witCaptureRecord/approved', { id: ids['capture'] }),
    [`${screen}/rightFour`, `${capture}/capture/info/list`],
  ],
  [
    'a planned inspection',
    ({ keep, ids }) =>
      keep('inspection', 'ent/entInspectLog', { entId: ids['ent'], items: [{ itemId: ids['item'], itemResult: '2' }] }),
    ['vi/wel/butomLeft'],
  ],
  [
    'an inspection that failed',
    ({ admin, ids }) => admin.data('POST', 'ent/v1/entInspectLog/finish', { id: ids['inspection'] }),
    [
      ...of(analyze, 'getInspectPie1 getInspectPie2 getInspectTop'),
      ...of(capture, 'inspect/info/list inspect/ent/list'),
      `${home}/countByQuery`,
    ],
  ],
  [
    'an on-site inspection',
    async ({ admin, keep, ids }) => {
      const items = [{ itemId: ids['sceneItem'], itemResult: '1' }]
      const inspectorIds = [ids['one'], ids['two']]
      await keep('scene', 'ent/entSceneInspection', { entId: ids['ent'], deptType: '2', inspectorIds, items })
      const endTime = '2099-01-01 00:00:00'
      await admin.data('POST', 'ent/v1/entSceneInspection/finish', { id: ids['scene'], endTime, handleWay: '0' })
    },
    of(capture, 'scene/inspect/list scene/ent/list'),
  ],
  [
    'a business that is registered',
    async ({ admin, keep, ids }) => {
      const names = { regionId: ids['town'], typeId: ids['type'], name: '第二食堂' }
      await keep('other', 'ent/entInfo', business(2, names))
      await admin.data('POST', 'ent/v1/entInfo/adopt', { id: ids['other'] })
    },
    [...of(capture, 'cover/info/list allAnalysis/info/list'), `${home}/topCount`],
  ],
  [
    'an installation',
    ({ keep, ids }) => keep('access', 'inst/instAccessInfo', { entId: ids['ent'] }),
    [`${capture}/access/info/list`],
  ],
  [
    'a district',
    ({ region, ids }) => region('330105', '拱墅区', ids['city']),
    of('vi', 'wel/getCode dataBase/getCode'),
  ],
]
const alert = { warningType: '3', subject: '摄像头离线' }
const camera = { position: '切配间', platform: '3' }
const inputs = (path: string, { ids }: ProductServer) =>
  path.endsWith('listByEntCamera') ? `?entId=${ids['ent']}` : path.endsWith('getCode') ? '?parentCode=3301' : ''

describe.each(databasesWalked('embedded'))('the calls of charts and boards of the product on $kind', kind => {
  let product: ProductServer
  let merchant: ServerCalls
  const answer = (path: string) => product.admin.data('GET', `${path}${inputs(path, product)}`)

  beforeAll(async () => {
    product = await startProduct(kind)
    const { admin, keep, region, ids, signInAs } = product
    await region('33', '浙江省')
    await region('3301', '杭州市', ids['浙江省'], 'city')
    await region('330106', '西湖区', ids['city'])
    await region('33010601', '灵隐街道', ids['西湖区'], 'town')
    await keep('type', 'ent/entType', { name: '学校食堂', code: 'SCHOOL' })
    const own = { regionId: ids['town'], typeId: ids['type'] }
    await keep('ent', 'ent/entInfo', business(1, own))
    await admin.data('POST', 'ent/v1/entInfo/adopt', { id: ids['ent'] })
    await keep('late', 'ent/entWarningLog', { ...alert, entId: ids['ent'], warnTime: '2026-01-01 00:00:00' })
    await keep('camera', 'ent/entCamera', { ...camera, entId: ids['ent'], name: '切配间', cameraStatus: '0' })
    const model = { modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605'] }
    const modelId = await keep('model', 'wit/witModel', model)
    await keep('rule', 'wit/witRule', { name: '未戴帽', ruleType: '1', modelType: '605', modelId })
    await keep('item', 'ent/entInspectItem', { itemNo: '1.1', section: '加工', content: '生熟分开' })
    await keep('sceneItem', 'ent/entSceneInspectItem', { itemNo: '1', section: '加工', content: '生熟分开' })
    await signInAs('one', 'officer')
    await signInAs('two', 'officer')
    merchant = await signInAs('cook', 'merchant', { ownerIds: [ids['ent']], sourceType: 'MERCHANT' })
  }, 60_000)
  afterAll(() => product.server.close())

  /** The workbook at an address. */
  const exported = async (path: string) => {
    const { status, headers, body } = await product.admin.call('GET', path)
    expect([status, String(headers['content-type'])]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const file = join(mkdtempSync(join(tmpdir(), 'workbook-')), 'exported.xlsx')
    writeFileSync(file, body)
    const limits = { rows: 100_000, columns: 500, unzipped: 100_000_000, entries: 100, ratio: 1000 }
    const { sheets } = await openWorkbook({ file, limits })
    const rowsOf = async (sheet = '') => {
      const rows: unknown[] = []
      for await (const row of (await openWorkbook({ file, limits, sheet })).rows) rows.push(row)
      return rows
    }
    return { sheets, rowsOf }
  }

  it.each(changes)('after %s, the answers are others', async (_what, change, calls) => {
    const before = new Map<string, unknown>()
    for (const path of calls) before.set(path, await answer(path))
    await change(product)
    const same: string[] = []
    for (const path of calls)
      if (JSON.stringify(await answer(path)) === JSON.stringify(before.get(path))) same.push(path)
    expect(same).toEqual([])
  })

  it('have filters whose lists have their numbers', async () => {
    const rows = [...(await answer(`${home}/countByQuery`)), ...(await answer(`${home}/content2`))]
    for (const { key, value, filter } of rows) {
      const chart = new URLSearchParams(filter).get('chart')
      const resource = product.server.engine.model().charts[chart?.split('?')[0] ?? '']?.of
      const list = await product.admin.data(
        'GET',
        `${resource?.startsWith('wit') ? 'wit' : 'ent'}/v1/${resource}/page?${filter}`,
      )
      expect([key, list.total]).toEqual([key, value])
    }
  })

  it('have pages of groups, in the order that is asked for', async () => {
    const page = await answer(`${capture}/cover/info/list`)
    expect(page).toMatchObject({ total: 1, current: 1, size: 10, pages: 1, records: [{ businesses: 2, covered: 0 }] })
    expect(Object.keys(page.records[0])).toEqual(expect.arrayContaining(['regionId', 'regionIdName', 'filter']))
    const all = await product.admin.data('GET', `${capture}/allAnalysis/info/list?descs=alerts&size=1`)
    expect(all.records).toMatchObject([{ businesses: 2, letters: 1, cameras: 2, captures: 1 }])
    for (const query of ['size=0', 'descs=name', 'whatever=1'])
      expect((await product.admin.call('GET', `${capture}/ent/list?${query}`)).status).toBeGreaterThanOrEqual(400)
  })

  it('are narrowed by days, a region and a kind of business', async () => {
    const count = async (query: string) =>
      (await product.admin.data('GET', `${home}/topCount?${query}`)).find(
        ({ key }: { key: string }) => key === 'alertCount.alerts',
      ).value
    const { ids } = product
    const now = await count('')
    expect(now).toBeGreaterThan(0)
    expect(await count('beginTime=2026-01-01&endTime=2026-01-01 12:00:00')).toBe(1)
    expect(await count(`regionId=${ids['西湖区']}`)).toBe(now)
    expect(await count(`regionId=${ids['拱墅区']}`)).toBe(0)
    expect([await count('regionId=330106'), await count('regionId=330105'), await count('regionId=330199')]).toEqual([
      now,
      0,
      0,
    ])
    const covered = async (query: string) =>
      (await product.admin.data('GET', `${capture}/cover/info/list?${query}`)).records[0]?.businesses
    const listed = async (code: string) =>
      (await product.admin.data('GET', `engine/list-chart/entInfo?regionId_below=${code}&_chart=group%3DentStatus`))
        .rows
    expect(await listed('330106')).toEqual(await listed(String(ids['西湖区'])))
    expect((await listed('330106'))[0].values.count).toBeGreaterThan(0)
    expect([await covered('regionId_below=330106'), await covered('regionId_in=33010601')]).toEqual([2, 2])
    const drawn = async (code: string) => [
      (await product.admin.data('GET', `engine/chart/entCount?regionId=${code}`)).rows[0].values.businesses,
      (await product.admin.data('GET', `engine/board/homePage?regionId=${code}`)).charts.entCount.rows[0].values
        .businesses,
    ]
    expect([await drawn('330106'), await drawn('330105')]).toEqual([
      [2, 2],
      [0, 0],
    ])
    expect((await product.admin.call('GET', `${home}/topCount?regionId=%00`)).status).toBe(400)
    expect([await count('businessType=PRISC'), await count('businessType=HOTEL')]).toEqual([now, 0])
    const notices = async (query: string) =>
      (await product.admin.data('GET', `${capture}/notice/info/list?${query}`)).total
    expect([await notices(''), await notices(`regionId=${ids['拱墅区']}`), await notices('letterStatus=0')]).toEqual([
      1, 0, 0,
    ])
    expect(await notices('beginTime=2026-01-01&endTime=2026-01-31')).toBe(0)
    expect([await notices('regionId=330106'), await notices('regionId=330105')]).toEqual([1, 0])
    const [letter] = (await product.admin.data('GET', `${capture}/notice/info/list`)).records
    const { createTime } = await product.admin.data('GET', `ent/v1/entNoticeLetter/getById?id=${letter.id}`)
    const day = createTime.slice(0, 10)
    expect(await notices(`beginTime=${day}&endTime=${day}`)).toBe(1)
    expect(await notices(`beginTime=${createTime}&endTime=${createTime}`)).toBe(1)
    expect(await notices(`endTime=${day} 00:00:01`)).toBe(0)
    const states = async (query: string) =>
      (await product.admin.data('GET', `${analyze}/getNoticePie1?${query}`)).length
    expect([await states('problem_like=积水'), await states('problem_like=鼠')]).toEqual([1, 0])
    for (const query of ['nothing=1', 'problem_ge=1', 'current=1'])
      expect((await product.admin.call('GET', `${analyze}/getLogBar?${query}`)).status, query).toBe(400)
    const [item] = await product.admin.data('GET', `${analyze}/getInspectTop`)
    expect(item).toMatchObject({ value: 1, businesses: 1 })
    expect(await product.admin.data('GET', `${analyze}/getInspectPie2?inspectType=2`)).toEqual([])
  })

  it('have the values of their tile as defaults only', async () => {
    const requests = async (query: string) => {
      const { records } = await product.admin.data('GET', `${capture}/access/info/list?${query}`)
      return records.map((one: { requests: number }) => one.requests)
    }
    expect([await requests(''), await requests('beginTime=2026-01-01&endTime=2026-01-31')]).toEqual([[1], [0]])
  })

  it('count no alert of another business among those of schools', async () => {
    const { admin, keep, ids } = product
    const own = { regionId: ids['town'], typeId: ids['type'], businessType: 'HOTEL' }
    await keep('hotel', 'ent/entInfo', business(3, own))
    const id = await keep('hotelAlert', 'ent/entWarningLog', {
      ...alert,
      entId: ids['hotel'],
      warnTime: '2026-01-02 00:00:00',
    })
    await admin.data('PUT', 'ent/v1/entWarningLog/handle', { id, result: '已更换' })
    const [rate] = await admin.data('GET', `${screen}/leftThreeKy?beginTime=2026-01-02&endTime=2026-01-02`)
    expect(rate.value).toBe(null)
  })

  it('answer a user with its own rows', async () => {
    const { ids, keep } = product
    await keep('foreign', 'ent/entWarningLog', { ...alert, entId: ids['other'] })
    const today = async (by: ServerCalls) => (await by.data('GET', `${screen}/leftTwo`))[0].value
    expect([await today(product.admin), await today(merchant)]).toEqual([3, 2])
  })

  it('export a workbook: notes, a sheet for each tile, and one for each list', async () => {
    const { sheets, rowsOf } = await exported(`${home}/exportContent`)
    expect(sheets).toHaveLength(1 + 8 + 6)
    const alerts = product.server.engine.model().resources['entWarningLog']?.title.zh ?? ''
    const total = (await answer(`${home}/countByQuery`)).find(({ key }: { key: string }) => key === 'alertCount').value
    expect(await rowsOf(alerts)).toHaveLength(1 + total)
    expect(await product.admin.data('GET', 'sys/v1/sysOperation/page?kind=export')).toMatchObject({ total: 6 })
  })

  it('export a tile narrowed as it is drawn, by the values of its board and its own', async () => {
    const of = async (path: string, resource: string) => {
      const { sheets, rowsOf } = await exported(`engine/board/reports/workbook/${path}`)
      const title = product.server.engine.model().resources[resource]?.title.zh ?? ''
      return [(await rowsOf(sheets[1])).length, (await rowsOf(title)).length].map(rows => rows - 1)
    }
    const [, latest] = await of('all', 'entWarningLog')
    const [, all] = await of('all?period=all', 'entWarningLog')
    const [, recently] = await of('all?period=30 days', 'entWarningLog')
    // Two are of January.
    expect([latest, all]).toEqual([recently, Number(recently) + 2])
    const past = ['beginTime=2026-01-01&endTime=2026-01-31', 'createTime=2026-01-01..2026-01-31']
    expect(await of('access', 'instAccessInfo')).toEqual([1, 1])
    for (const query of past) expect((await of(`access?${query}`, 'instAccessInfo'))[1], query).toBe(0)
  })
})
