import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { boxesOf, confidenceOf, sentTimeOf } from '../server/review/event.ts'
import { ignoredBy } from '../server/review/rules.ts'
import { databasesWalked } from './support/databases.ts'
import { keepCanteen, type ProductServer, startProduct } from './support/product-server.ts'
import { dataOf } from './support/server-calls.ts'

const picture = greyPng(200, 100, new Uint8Array(20_000).fill(128))
const everyDay = ['1', '2', '3', '4', '5', '6', '7']

describe.each(databasesWalked('postgres'))('events of devices on $kind', kind => {
  let product: ProductServer
  const camera = '33010600001320000001'
  const send = (event: object, { secret = 'a-secret-26', id = 'box' } = {}) =>
    product.server.call('POST', '/api/wit/v1/ingest/event', {
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: { camera, rule: '605', time: Date.now() / 1000, picture: picture.toString('base64'), ...event },
    })
  const sent = async (event: object) => dataOf(await send(event))
  const capture = (id: string) => product.admin.data('GET', `wit/v1/witCaptureRecord/getById?id=${id}`)

  beforeAll(async () => {
    product = await startProduct(kind)
    const { keep, ids, admin } = product
    await keepCanteen(product)
    const place = { position: '切配间', platform: '4' }
    await keep('camera', 'ent/entCamera', { ...place, entId: ids['ent'], name: '切配间', nationCode: camera })
    await keep('free', 'ent/entCamera', { ...place, entId: ids['ent'], name: '库房', platform: '3', deviceSn: 'SN-9' })
    const modelId = await keep('model', 'wit/witModel', {
      ...{ modelName: '穿戴', modelCode: 'dress', modelVersion: '1.0', modelTypes: ['605', '604'] },
    })
    const rule = { modelId, threshold: 80, weekdays: everyDay, duration: 3 }
    await keep('hat', 'wit/witRule', { ...rule, name: '未戴帽', ruleType: '1', modelType: '605', coolDown: 0 })
    await keep('phone', 'wit/witRule', {
      ...{ ...rule, name: '打电话', ruleType: '2', modelType: '604', coolDown: 10 },
      zones: [
        [
          [0, 0],
          [0.5, 0],
          [0.5, 1],
          [0, 1],
        ],
      ],
    })
    await keep('template', 'wit/witTemplate', { templateName: '切配', ruleIds: [ids['hat'], ids['phone']] })
    await admin.data('POST', 'wit/v1/witTemplate/bindTemplateIdAndCameras', {
      ...{ templateId: ids['template'], ids: [ids['camera']] },
    })
    const client = { clientSecret: 'a-secret-26', authorizedGrantTypes: ['password'] }
    await keep('box', 'blade/bladeClient', { ...client, clientId: 'box', scope: 'ingest' })
    await keep('other', 'blade/bladeClient', { ...client, clientId: 'other', scope: 'all' })
  }, 60_000)
  afterAll(() => product.server.close())
  beforeEach(() => new Promise(resolve => setTimeout(resolve, 5)))

  it('are stored as captures, with boxes as parts of the picture, and once for an id', async () => {
    const boxes = [[20, 10, 60, 50]]
    const { id, status } = await sent({ id: 'e1', confidence: 0.92, boxes })
    expect(status).toBe('stored')
    expect(await capture(id)).toMatchObject({
      ...{ modelType: '605', confidence: 92, captureStatus: '0', entId: product.ids['ent'] },
      ...{ boxes: [{ x: 0.1, y: 0.1, w: 0.2, h: 0.4 }], pictures: [expect.stringContaining('capture-605.png')] },
    })
    expect(await sent({ id: 'e1', confidence: 0.4 })).toEqual({ status: 'duplicate', id })
    const both = await Promise.all([sent({ time: 1e9, confidence: 85 }), sent({ time: 1e9, confidence: 85 })])
    expect(both.map(one => one.status).sort()).toEqual(['duplicate', 'stored'])
  })

  it('are accepted with a service token that may add captures', async () => {
    const [{ id: roleId }] = (await product.admin.data('GET', 'blade/v1/bladeRole/page?roleAlias=administrator'))
      .records
    const status = async (operations: string) => {
      const row = { name: operations, roleId, operations, expireTime: '2099-01-01 00:00:00' }
      const { id } = await product.admin.data('POST', 'blade/v1/bladeServiceToken/save', row)
      const { secret } = await product.admin.data('POST', 'blade/v1/bladeServiceToken/issue', { id })
      const body = {
        camera,
        rule: '605',
        time: Date.now() / 1000,
        picture: picture.toString('base64'),
        confidence: 0.9,
      }
      const answer = await product.server.call('POST', '/api/wit/v1/ingest/event', {
        headers: { authorization: `Bearer ${secret}` },
        body,
      })
      return answer.status
    }
    expect([await status('witCaptureRecord_add'), await status('witCaptureRecord_view')]).toEqual([200, 403])
  })

  it('are accepted as a form with picture and clip', async () => {
    const form = new FormData()
    form.set(
      'event',
      JSON.stringify({ id: 'form', camera, rule: 605, time: Date.now(), boxes: [{ x: 0, y: 0, w: 1, h: 1 }] }),
    )
    form.set('picture', new Blob([new Uint8Array(picture)]), 'a.png')
    const body = new Response(form)
    const answer = await product.server.call('POST', '/api/wit/v1/ingest/event', {
      headers: {
        authorization: `Basic ${Buffer.from('box:a-secret-26').toString('base64')}`,
        'content-type': String(body.headers.get('content-type')),
      },
      body: Buffer.from(await body.arrayBuffer()),
    })
    expect(dataOf(answer)).toMatchObject({ status: 'stored' })
  })

  it('get an answer of their own where the rules of the camera do not capture them', async () => {
    const phone = { rule: '604', boxes: [[0, 0, 40, 40]] }
    expect(await sent({ confidence: 0.79 })).toMatchObject({ status: 'ignored', reason: 'threshold' })
    expect(await sent({ duration: 1 })).toMatchObject({ status: 'ignored', reason: 'duration' })
    expect(await sent({ ...phone, boxes: [[150, 0, 190, 40]] })).toMatchObject({ reason: 'zone' })
    const { id, status } = await sent({ ...phone, id: 'p1' })
    expect([status, (await capture(id)).zones[0]]).toMatchObject([
      'stored',
      [
        [0, 0],
        [0.5, 0],
        [0.5, 1],
        [0, 1],
      ],
    ])
    expect(await sent({ ...phone, id: 'p2' })).toMatchObject({ status: 'ignored', reason: 'cool-down' })
    expect(await sent({ camera: 'SN-9' })).toMatchObject({ status: 'ignored', reason: 'no-rule' })
  })

  it('get an answer of their own where they are late, of a wrong clock, unknown or too large', async () => {
    const hours = (count: number) => (Date.now() - count * 3_600_000) / 1000
    expect(await sent({ time: hours(3) })).toMatchObject({ status: 'stored', late: true })
    expect(await sent({ time: hours(-8) })).toMatchObject({ status: 'stored', clock: 'wrong' })
    expect((await send({ camera: '0' })).status).toBe(404)
    expect((await send({ rule: '999' })).body.errors).toHaveProperty('rule')
    expect((await send({ picture: '' })).status).toBe(400)
    expect((await send({ picture: Buffer.alloc(6_000_000).toString('base64') })).status).toBe(413)
    expect((await send({ picture: Buffer.from('no picture').toString('base64') })).status).toBe(400)
  })

  it('are accepted from a client with its secret and the scope only, and then show nothing', async () => {
    const statuses = [{ secret: 'wrong' }, { id: 'other' }, { id: 'mingchu', secret: '' }].map(
      async by => (await send({}, by)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
  })

  it('captures are neither listed, counted, claimed nor served as files without the right', async () => {
    const merchant = await product.signInAs('merchant', 'merchant', {
      ownerIds: [product.ids['ent']],
      sourceType: 'MERCHANT',
    })
    const { id } = await sent({ id: 'secret' })
    const { pictures } = await capture(id)
    const path = 'wit/v1/witCaptureRecord'
    expect((await merchant.call('GET', `${path}/getById?id=${id}`)).status).toBe(404)
    expect(await merchant.data('GET', `${path}/exactTotal`)).toBe(0)
    expect((await merchant.data('GET', `${path}/page`)).records).toEqual([])
    expect((await merchant.call('POST', `${path}/review`, {})).status).toBe(403)
    expect((await merchant.call('DELETE', `${path}/review`)).status).toBe(403)
    expect((await product.server.call('GET', pictures[0], { token: merchant.token })).status).toBe(404)
    expect((await product.server.call('GET', pictures[0], { token: product.admin.token })).status).toBe(200)
    const officer = await product.signInAs('market', 'officer')
    expect((await officer.data('POST', `${path}/review`, {})).map((one: { id: string }) => one.id)).toContain(id)
  })
})

const now = new Date('2026-11-25T02:41:20Z')

it.each([
  [1795574480, 0],
  ['1795574479.5', -500],
  [1795574480000, 0],
  ['2026-11-25 10:41:20', 0],
  ['2026/11/25 10:41:20', 0],
  ['2026-11-25T10:41:20+08:00', 0],
  ['2026-11-25T02:41:20Z', 0],
])('the time %s of a sender is understood', (sent, ahead) => {
  expect(sentTimeOf(sent, now, 'Asia/Shanghai')).toEqual({
    at: new Date(now.getTime() + Math.min(0, ahead)),
    isLate: false,
    isWrong: false,
  })
})

it.each([
  [[[10, 20, 30, 60]], 'xyxy'],
  [[[10, 20, 20, 40]], 'xywh'],
  [[{ xmin: '10', ymin: '20', xmax: '30', ymax: '60' }], undefined],
  [[{ x: 0.1, y: 0.2, width: 0.2, height: 0.4 }], undefined],
])('boxes %j are parts of the picture', (boxes, format) => {
  expect(boxesOf(boxes, format, { width: 100, height: 100 })).toEqual([{ x: 0.1, y: 0.2, w: 0.2, h: 0.4 }])
})

it('a schedule over midnight is that of the day on which it began, and a confidence is per cent', () => {
  const rule = { ruleId: '1', templateId: '1', modelType: '605', threshold: 0, coolDown: 0, duration: 0, zones: [] }
  const night = { ...rule, weekdays: ['5'], times: [['22:00:00', '06:00:00']] as const }
  const at = (wall: string) => ignoredBy(night, { wall, boxes: [] })
  expect(['2026-11-27 23:00:00', '2026-11-28 05:00:00', '2026-11-28 23:00:00', '2026-11-27 12:00:00'].map(at)).toEqual([
    undefined,
    undefined,
    'schedule',
    'schedule',
  ])
  expect([0.91, '91', 1, 100, 101, ''].map(confidenceOf)).toEqual([91, 91, 100, 100, undefined, undefined])
})
