import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cameras } from '../../server/cameras/part.ts'
import { databasesWalked, testZone } from '../support/databases.ts'
import { keepCanteen, type ProductServer, startProduct } from '../support/product-server.ts'
import { startGateway } from './gateway-server.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
type Any = any

const [device, channel] = ['34020000001110000001', '34020000001320000001']
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const good = (data: object | string | null) => ({ code: 0, msg: '成功', data })

describe.each(databasesWalked('postgres'))('gateways of cameras on $kind', kind => {
  let product: ProductServer
  const ids: Record<string, string> = {}
  let ahead = 0
  /** What the stand-ins do next. */
  const now = { delay: 0, starts: [] as object[], progress: [] as object[], online: true }
  let wvp: Awaited<ReturnType<typeof startGateway>>
  let mtx: Awaited<ReturnType<typeof startGateway>>
  const call = (method: string, path: string, body?: object): Promise<Any> => product.admin.call(method, path, body)
  const live = (camera: string, more = '') => call('GET', `video/v1/cameras/${ids[camera]}/live${more}`)
  const step = (name: string, body: object) => call('POST', `ent/v1/entCamera/${name}`, { id: ids['gb'], ...body })
  const times = 'from=2026-11-02 10:00:00&to=2026-11-02 12:00:00'

  beforeAll(async () => {
    const streams = () => ({
      app: 'rtp',
      stream: `${device}_${channel}`,
      ws_flv: `ws://${wvp.host}/rtp/${device}_${channel}.live.flv`,
      hls: `http://${wvp.host}/rtp/${device}_${channel}/hls.m3u8`,
      rtc: null,
    })
    wvp = await startGateway({
      '/play/start/': () => sleep(now.delay).then(() => now.starts.shift() ?? good(streams())),
      '/playback/start/': () => good(streams()),
      '/gb_record/query/': () =>
        good({
          sumNum: 2,
          recordList: [
            { startTime: '2026-11-02 11:00:00', endTime: '2026-11-02 11:30:00' },
            { startTime: '2026-11-02 09:50:00', endTime: '2026-11-02 10:20:00' },
          ],
        }),
      '/gb_record/download/start/': () => good({ stream: 'download-1' }),
      '/gb_record/download/progress/': () =>
        good(now.progress.shift() ?? { progress: 1, downLoadFilePath: { httpPath: `http://${wvp.host}/clip.mp4` } }),
      '/play/snap': () => good(`/snap/${device}_${channel}_20261102.jpg`),
      '/device/query/snap/': ({ query }) => (query.get('mark') === '20261102' ? jpeg : 204),
      '/front-end/ptz/': ({ query }) => (query.has('zoomSpeed') ? good(null) : { code: 100, msg: '参数异常' }),
      '/device/query/devices': () =>
        good({ total: 1, list: [{ deviceId: device, onLine: now.online, channelCount: 1 }] }),
    })
    mtx = await startGateway({
      '/v3/paths/list': () => ({ pageCount: 1, itemCount: 1, items: [{ name: 'kitchen', online: true }] }),
      '/list': ({ query }) =>
        query.get('path') === 'kitchen'
          ? [
              { start: '2026-11-02T02:10:00Z', duration: 600 },
              { start: '2026-11-02T02:40:00Z', duration: 536_400 },
            ]
          : 404,
    })
    const part = cameras(
      { demo: false, outboundHosts: [wvp.host, mtx.host], dataDir: '', zone: testZone },
      { GATEWAY_SECRET_WVP: 'a-key', GATEWAY_SECRET_MTX: 'a-secret' },
    )
    product = await startProduct(kind, { cameras: part, jobInterval: 50, clockShift: () => ahead })
    const entId = await keepCanteen(product)
    const gb = { platformType: '4', serverCode: '33010000002000000001' }
    // Over plain HTTP, which is a warning.
    const platform = (body: object) =>
      product.server.call('POST', '/api/sys/v1/sysPlatform/save', {
        token: product.admin.token,
        headers: { acknowledged: 'all' },
        body,
      })
    await platform({ name: 'WVP', code: 'wvp', url: `http://${wvp.host}`, ...gb })
    const more = { url: `http://${mtx.host}`, mediaUrl: `http://${mtx.host}`, appKey: 'mingchu' }
    await platform({ name: 'MTX', code: 'mtx', platformType: '6', ...more })
    const camera = async (key: string, values: object) => {
      ids[key] = await product.keep(key, 'ent/entCamera', { entId, name: key, position: '切配间', ...values })
    }
    await camera('gb', { platform: '4', deviceId: device, nationCode: channel })
    await camera('mtx', { platform: '6', deviceId: 'kitchen' })
    await camera('other', { platform: '1' })
  }, 60_000)
  afterAll(async () => {
    await product.server.close()
    await Promise.all([wvp.close(), mtx.close()])
  })

  it('of WVP answer "starting" while packets are awaited, and try a start without a stream again', async () => {
    now.delay = 3000
    now.starts = [{ code: -2, msg: '收流超时' }]
    const first = await live('gb')
    expect(first.body.data).toEqual({ state: 'starting', seconds: 2 })
    now.delay = 0
    const answer = await vi.waitUntil(async () => {
      const { data } = (await live('gb')).body
      return data.state === 'ready' && data
    }, 10_000)
    expect(answer).toMatchObject({
      protocol: 'flv',
      url: `ws://${wvp.host}/rtp/${device}_${channel}.live.flv?ticket=${answer.ticket}`,
    })
    const starts = wvp.got.filter(({ path }) => path.includes('/play/start/'))
    expect(starts).toHaveLength(2)
    expect(starts[0]?.headers['api-key']).toBe('a-key')
  }, 20_000)

  it('of WVP that refuse are down, with the sentence of the program', async () => {
    now.starts = [{ code: 486, msg: '设备忙' }]
    const { status, body } = await live('gb')
    expect([status, body.msg]).toEqual([503, expect.stringContaining('设备忙')])
  })

  it('of WVP play recordings of a day, each viewer another range', async () => {
    const { recordings, gaps } = (await call('GET', `video/v1/cameras/${ids['gb']}/day?day=2026-11-02`)).body.data
    expect(recordings).toEqual([
      { from: '2026-11-02 09:50:00', to: '2026-11-02 10:20:00' },
      { from: '2026-11-02 11:00:00', to: '2026-11-02 11:30:00' },
    ])
    expect(gaps).toHaveLength(3)
    for (let n = 0; n < 2; n++)
      expect((await call('GET', `video/v1/cameras/${ids['gb']}/playback?${times}`)).body.data.state).toBe('ready')
    const ends = wvp.got.filter(({ path }) => path.includes('/playback/')).map(({ query }) => query.get('endTime'))
    expect(ends).toEqual(['2026-11-02 12:00:01', '2026-11-02 12:00:02'])
  })

  it('of WVP export a clip with its progress', async () => {
    now.progress = [{ progress: 0.4, downLoadFilePath: null }]
    const path = `video/v1/cameras/${ids['gb']}/clips`
    const { clip } = (await call('POST', path, { from: '2026-11-02 10:00:00', to: '2026-11-02 10:05:00' })).body.data
    const state = async () => (await call('GET', `video/v1/clips/${clip}`)).body.data
    expect(await state()).toEqual({ state: 'running', progress: 0.4 })
    expect(await state()).toEqual({ state: 'done', progress: 1, url: `http://${wvp.host}/clip.mp4` })
  })

  it('of WVP move a camera until it stops by itself, and take its picture', async () => {
    expect((await step('ptz', { command: 'left', speed: 10 })).status).toBe(200)
    const moves = () => wvp.got.flatMap(({ path, query }) => (path.includes('/ptz/') ? [query.get('command')] : []))
    expect(moves()).toEqual(['left'])
    const { url } = (await step('snapshot', {})).body.data
    expect((await product.server.call('GET', url, { token: product.admin.token })).body).toEqual(jpeg)
    expect((await step('snapshot', { at: '2026-11-02 10:00:00' })).status).toBe(409)
    await vi.waitUntil(() => moves().length === 2, 6000)
    expect(moves()).toEqual(['left', 'stop'])
  }, 20_000)

  it('of MediaMTX have addresses with a ticket, about which the program asks', async () => {
    const { url, ticket } = (await live('mtx', '?stream=sub')).body.data
    expect(url).toBe(`http://${mtx.host}/kitchen_sub/index.m3u8?token=${ticket}`)
    const ask = async (more: object) => {
      const attempt = { ip: '127.0.0.1', user: '', password: '', token: '', protocol: 'hls', id: null, userAgent: '' }
      const asked = { ...attempt, action: 'read', path: 'kitchen_sub', query: `token=${ticket}`, ...more }
      return (await product.server.call('POST', '/api/video/v1/mediamtx', { body: asked })).status
    }
    expect(await ask({})).toBe(200)
    expect(await ask({ path: 'other' })).toBe(403)
    expect(await ask({ ip: '10.0.0.9' })).toBe(403)
    expect(await ask({ action: 'publish' })).toBe(403)
    expect(await ask({ action: 'api', query: '', user: 'mingchu', password: 'a-secret' })).toBe(200)
    expect(await ask({ action: 'api', query: '', user: 'mingchu', password: 'a-guess' })).toBe(403)
  })

  it('of MediaMTX play from the start of a recording, and end a wrong duration at now', async () => {
    const { url } = (await call('GET', `video/v1/cameras/${ids['mtx']}/playback?${times}`)).body.data
    expect(new URL(url).searchParams.get('start')).toBe('2026-11-02T02:10:00.000Z')
    const { recordings } = (await call('GET', `video/v1/cameras/${ids['mtx']}/day?day=2026-11-02`)).body.data
    expect(recordings.map(({ from }: { from: string }) => from)).toEqual(['2026-11-02 10:10:00', '2026-11-02 10:40:00'])
    expect((await call('GET', `video/v1/cameras/${ids['mtx']}/presets`)).status).toBe(409)
    const { id } = (await call('GET', 'sys/v1/sysPlatform/getByQuery?code_equal=mtx')).body.data
    expect((await call('GET', `video/v1/platforms/${id}/devices`)).body.data).toEqual({
      devices: [{ name: 'kitchen', deviceId: 'kitchen', isOnline: true }],
    })
  })

  it('are not offered without a platform', async () => {
    expect((await live('other')).status).toBe(409)
    expect((await call('POST', 'ent/v1/entCamera/getUrl', { id: ids['other'] })).status).toBe(409)
  })

  it('report the state of cameras, raise one alert of a camera that remains offline, and resolve it', async () => {
    const read = async (path: string) => (await call('GET', path)).body.data
    const fast = { timeout: 20_000, interval: 50 }
    const run = async (code: string) => {
      const { id } = await read(`sys/v1/sysTask/getByQuery?code_equal=${code}`)
      await expect.poll(async () => (await read(`sys/v1/sysTask/getById?id=${id}`)).taskState, fast).toBe('waiting')
      const ended = async () =>
        (await read(`sys/v1/sysTaskLog/page?taskId_equal=${id}&taskResult_equal=done&size=200`)).total
      const before = await ended()
      await product.admin.data('POST', 'sys/v1/sysTask/run', { id })
      await expect.poll(ended, fast).toBeGreaterThan(before)
    }
    const status = async () => (await read(`ent/v1/entCamera/getById?id=${ids['gb']}`)).cameraStatus
    const alerts = async () => (await read(`ent/v1/entWarningLog/page?cameraId_equal=${ids['gb']}`)).records
    await run('camera-status')
    expect(await status()).toBe('1')
    now.online = false
    await run('camera-status')
    expect([await status(), await alerts()]).toEqual(['0', []])
    // In two parts, as the session ends after half an hour without a request.
    ahead = 16 * 60_000
    await run('camera-status')
    ahead = 31 * 60_000
    for (let n = 0; n < 2; n++) await run('due-steps')
    expect(await alerts()).toMatchObject([{ warningType: '3', warningStatus: '0' }])
    now.online = true
    await run('camera-status')
    expect([await status(), await alerts()]).toMatchObject(['1', [{ warningStatus: '1' }]])
  }, 90_000)
})
