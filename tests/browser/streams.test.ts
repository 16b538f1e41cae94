import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cameras } from '../../server/cameras/part.ts'
import { builtWeb } from '../support/built.ts'
import { databaseOfJourney, testZone } from '../support/databases.ts'
import { business, type ProductServer, startProduct } from '../support/product-server.ts'
import { sharedBrowser } from '../support/screens.ts'
import { adminPassword, tokenPath, webClient } from '../support/server.ts'

// Node does not find the names that this CommonJS package exports.
const { createH264MP4Encoder } = createRequire(import.meta.url)('h264-mp4-encoder') as typeof import('h264-mp4-encoder')

const [width, height, rate, seconds] = [160, 90, 15, 60]
const start = Date.parse('2026-11-02T02:00:00Z')

/** Grey frames, each lighter than the one before, as an MP4 file. */
async function encoded(): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width, height, frameRate: rate, groupOfPictures: rate, outputFilename: 'streams.mp4' })
  encoder.initialize()
  for (let n = 0; n < rate * seconds; n++) encoder.addFrameRgba(new Uint8Array(width * height * 4).fill(n % 200))
  encoder.finalize()
  const bytes = encoder.FS.readFile('streams.mp4')
  encoder.delete()
  return bytes
}

async function packetsOf(bytes: Uint8Array) {
  const track = await new Input({ source: new BufferSource(bytes), formats: [MP4] }).getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config?.description) throw new Error('The encoder has made no video.')
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true }))
    packets.push(packet)
  return { config, packets }
}

type Encoded = Awaited<ReturnType<typeof packetsOf>>

/** A file that can be played while it is loaded. */
async function fragmented({ config, packets }: Encoded, from: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'fragmented' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: rate })
  await output.start()
  const rest = packets.slice(packets.findIndex(({ timestamp, type }) => type === 'key' && timestamp >= from))
  const first = rest[0]?.timestamp ?? 0
  for (const packet of rest)
    await source.add(packet.clone({ timestamp: packet.timestamp - first }), { decoderConfig: config })
  await output.finalize()
  return Buffer.from(new Uint8Array(target.buffer ?? new ArrayBuffer(0)))
}

/** A tag of FLV: of AVC, its configuration or a picture. */
function tag(kind: 0 | 1, isKey: boolean, data: Uint8Array, time: number): Buffer {
  const body = Buffer.concat([Buffer.from([isKey ? 0x17 : 0x27, kind, 0, 0, 0]), data])
  const head = Buffer.alloc(11)
  head.writeUInt8(9, 0)
  head.writeUIntBE(body.length, 1, 3)
  head.writeUIntBE(time & 0xffffff, 4, 3)
  head.writeUInt8(time >>> 24, 7)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, body, size])
}

/** Sends the pictures as FLV without sound, at their times, as a gateway does. */
function stream({ config, packets }: Encoded, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'video/x-flv', 'access-control-allow-origin': '*' })
  response.write(Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]))
  response.write(tag(0, true, new Uint8Array(config.description as ArrayBuffer), 0))
  let at = 0
  const timer = setInterval(() => {
    const packet = packets[at % packets.length]
    if (packet) response.write(tag(1, packet.type === 'key', packet.data, Math.round((at++ * 1000) / rate)))
  }, 1000 / rate)
  response.on('close', () => clearInterval(timer))
}

describe.each(databaseOfJourney('video'))('streams of gateways on $kind', kind => {
  let product: ProductServer
  let page: Page
  const ids: string[] = []
  const asked: string[] = []
  let isUp = true
  const position = () => page.locator('video').evaluate(one => (one as HTMLVideoElement).currentTime)
  const state = () => page.locator('.player').getAttribute('data-state')
  const gateway = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://gateway')
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    asked.push(`${request.method === 'GET' ? '' : `${request.method} `}${request.url}`)
    if (!isUp) response.destroy()
    else if (url.pathname.endsWith('/whep')) void whep(request, response)
    else if (url.pathname.endsWith('.flv')) void video.then(one => stream(one, response))
    else if (url.pathname.includes('/play/start/')) json({ code: 0, data: { flv: `http://${host()}/rtp/a.live.flv` } })
    else if (url.pathname === '/list') json([{ start: new Date(start).toISOString(), duration: seconds }])
    else if (url.pathname === '/get') {
      const from = (Date.parse(url.searchParams.get('start') ?? '') - start) / 1000
      // No ranges: what was asked for comes as a whole.
      void video.then(async one =>
        response.writeHead(200, { 'content-type': 'video/mp4' }).end(await fragmented(one, from)),
      )
    } else json({ code: 0, data: { total: 0, list: [] }, pageCount: 0, items: [] })
  })
  /** Answers an offer by a second connection of the page, which draws. */
  const whep = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', 'location')
    if (request.method !== 'POST')
      return response.writeHead(204, { 'access-control-allow-methods': '*', 'access-control-allow-headers': '*' }).end()
    const offer = (await request.setEncoding('utf8').toArray()).join('')
    const answer = await page.evaluate(async sdp => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
      const pen = canvas.getContext('2d')
      setInterval(() => pen?.fillRect(Math.random() * 160, 0, 9, 90), 50)
      const connection = new RTCPeerConnection()
      await connection.setRemoteDescription({ type: 'offer', sdp })
      for (const track of canvas.captureStream(20).getTracks()) connection.addTrack(track)
      await connection.setLocalDescription()
      while (connection.iceGatheringState !== 'complete') await new Promise(done => setTimeout(done, 20))
      return connection.localDescription?.sdp
    }, offer)
    return response.writeHead(201, { 'content-type': 'application/sdp', location: '/session/1' }).end(answer)
  }
  const video = encoded().then(packetsOf)
  const host = () => `127.0.0.1:${(gateway.address() as AddressInfo).port}`

  beforeAll(async () => {
    await new Promise<void>(done => gateway.listen(0, '127.0.0.1', done))
    const outboundHosts = [host()]
    product = await startProduct(kind, {
      cameras: cameras({ demo: false, outboundHosts, dataDir: '', zone: testZone }, { GATEWAY_SECRET_WVP: 'key' }),
      settings: { host: '127.0.0.1', port: 0, outboundHosts },
      web: await builtWeb(),
    })
    const { keep, region, server, admin } = product
    const url = `http://${host()}`
    for (const body of [
      { name: 'WVP', code: 'wvp', url, platformType: '4', serverCode: '33010000002000000001' },
      { name: 'MTX', code: 'mtx', url, mediaUrl: url, platformType: '6', appKey: 'mingchu' },
    ])
      await server.call('POST', '/api/sys/v1/sysPlatform/save', {
        ...{ token: admin.token, headers: { acknowledged: 'all' }, body },
      })
    const regionId = await region('33', '浙江省')
    const typeId = await keep('type', 'ent/entType', { name: '食堂', code: 'C' })
    const entId = await keep('ent', 'ent/entInfo', business(1, { regionId, typeId }))
    const device = { deviceId: '34020000001110000001', nationCode: '34020000001320000001' }
    for (const more of [
      { platform: '4', ...device },
      { platform: '6', deviceId: 'kitchen' },
    ])
      ids.push(await keep('', 'ent/entCamera', { entId, name: '切配间', position: '间', cameraStatus: '1', ...more }))
    const context = await (await sharedBrowser()).newContext({ baseURL: await server.engine.listen() })
    const data = { tenantId: '000000', username: 'admin', password: adminPassword, grant_type: 'password' }
    await context.request.post(tokenPath, { headers: webClient, data })
    page = await context.newPage()
  }, 180_000)
  afterAll(async () => {
    await page?.context().close()
    await product?.server.close()
    gateway.closeAllConnections()
    gateway.close()
  })

  it('in FLV without sound play, and again after the gateway was away', async () => {
    await page.goto(`/playVideo?id=${ids[0]}`)
    await expect.poll(state, { timeout: 40_000 }).toBe('playing')
    const before = await position()
    await expect.poll(position).toBeGreaterThan(before + 1)
    isUp = false
    gateway.closeAllConnections()
    await expect.poll(state, { timeout: 20_000 }).toBe('failed')
    isUp = true
    await expect.poll(state, { timeout: 40_000 }).toBe('playing')
  }, 120_000)

  it('by WHEP play in full, and end with their session', async () => {
    await page.goto(`/playVideo?id=${ids[1]}`)
    await expect.poll(state, { timeout: 40_000 }).toBe('playing')
    const before = await position()
    await expect.poll(position).toBeGreaterThan(before + 1)
    await page.locator('aside').getByRole('link').first().click()
    await expect.poll(() => asked.find(path => path.startsWith('DELETE'))).toBe('DELETE /session/1')
  }, 120_000)

  it('in MP4 without ranges play, and a seek that is not loaded asks for another address', async () => {
    await page.goto(`/video/playback?cameras=${ids[1]}&at=${encodeURIComponent('2026-11-02 10:00:40')}`)
    await expect.poll(state, { timeout: 40_000 }).toBe('playing')
    const starts = () =>
      asked
        .filter(path => path.startsWith('/get'))
        .map(path => new URL(path, 'http://gateway').searchParams.get('start'))
    // The clock goes on while the player connects.
    const opened = String(starts().at(-1))
    expect(opened >= '2026-11-02T02:00:40').toBe(true)
    await expect.poll(position).toBeGreaterThan(0.5)
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => String(starts().at(-1)) < opened).toBe(true)
    await expect.poll(state).toBe('playing')
  }, 120_000)
})
