import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cameras } from '../../server/cameras/part.ts'
import { databasesWalked, testZone } from '../support/databases.ts'
import { readPdf } from '../support/pdf-text.ts'
import { business, type ProductServer, startProduct } from '../support/product-server.ts'
import type { ServerCalls } from '../support/server-calls.ts'

const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

describe.each(databasesWalked('postgres'))('cameras of a demonstration on $kind', kind => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mingchu-video-'))
  let product: ProductServer
  let officer: ServerCalls
  let camera: string
  const live = async (by = product.admin) => {
    for (;;) {
      const answer = await by.data('GET', `video/v1/cameras/${camera}/live?stream=sub`)
      if (answer.state === 'ready') return answer
      expect(answer).toEqual({ state: 'starting', seconds: 2 })
    }
  }
  const media = (url: string, headers = {}) => product.server.call('GET', url, { headers })

  beforeAll(async () => {
    product = await startProduct(kind, {
      cameras: cameras({ demo: true, outboundHosts: [], dataDir, zone: testZone }, {}),
    })
    const { keep, region } = product
    const [regionId, typeId] = [
      await region('33', '浙江省'),
      await keep('type', 'ent/entType', { name: '食堂', code: 'C' }),
    ]
    const entId = await keep('ent', 'ent/entInfo', business(1, { regionId, typeId }))
    camera = await keep('camera', 'ent/entCamera', { entId, name: '切配间', position: '切配间', platform: '1' })
    officer = await product.signInAs('inspector', 'officer')
  }, 60_000)
  afterAll(async () => {
    await product.server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('play live as a window of byte ranges whose numbers are those of the clock', async () => {
    const { url, protocol } = await live()
    expect(protocol).toBe('hls')
    const { status, headers, body } = await media(url)
    expect({ status, headers }).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    const text = String(body)
    expect(Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]) * 2000).toBeCloseTo(Date.now() - 12_000, -4)
    const [, size = '', offset = ''] = /RANGE:(\d+)@(\d+)/.exec(text) ?? []
    const file = url.replace('live.m3u8', 'kitchen.mp4')
    const range = `bytes=${offset}-${Number(offset) + Number(size) - 1}`
    expect(await media(file, { range })).toMatchObject({ status: 206, headers: { 'content-length': size } })
    expect((await media(file, { range: 'bytes=99999999-' })).status).toBe(416)
    expect((await media(url.replace('live', 'recorded'))).status).toBe(404)
  }, 60_000)

  it('end with their ticket, which only its user extends, while the right lasts', async () => {
    const { url, ticket } = await live(officer)
    const extend = (by: ServerCalls) => by.call('POST', `video/v1/tickets/${ticket}/extend`)
    expect((await extend(officer)).body.data).toEqual({ seconds: 20 })
    expect((await extend(product.admin)).status).toBe(404)
    expect((await officer.call('POST', `video/v1/tickets/${ticket.slice(1)}/extend`)).status).toBe(404)
    await officer.data('DELETE', `video/v1/tickets/${ticket}`)
    expect([(await media(url)).status, (await extend(officer)).status]).toEqual([403, 404])
  }, 60_000)

  it('have recordings of seven days with gaps, and play those of a span', async () => {
    const at = (text: string) => `video/v1/cameras/${camera}/${text}`
    const yesterday = await product.admin.data('GET', at(`day?day=${day(1)}`))
    expect(yesterday.recordings.length).toBeGreaterThan(1)
    expect(yesterday.gaps.map((gap: { reason: string }) => gap.reason)).toContain('missing')
    expect((await product.admin.data('GET', at(`day?day=${day(10)}`))).gaps).toMatchObject([{ reason: 'expired' }])
    const { days } = await product.admin.data('GET', at(`days?month=${day(1).slice(0, 7)}`))
    expect(days.find((one: { day: string }) => one.day === day(1))).toMatchObject({ recorded: true })
    const [{ from }] = yesterday.recordings
    const span = `from=${from}&to=${from.slice(0, 17)}30`
    const { url, ...played } = await product.admin.data('GET', at(`playback?${span}`))
    expect(played).toMatchObject({ state: 'ready', from })
    expect(String((await media(url)).body).match(/kitchen\.mp4$/gm)).toHaveLength(15)
    expect((await product.admin.call('GET', at(`playback?from=${from}&to=${from}`))).status).toBe(400)
  }, 60_000)

  it('export a clip as one file that can be decoded, and none longer than ten minutes', async () => {
    const clips = `video/v1/cameras/${camera}/clips`
    const clip = (minutes: string) =>
      product.admin.call('POST', clips, { from: `${day(1)} 09:00:10`, to: `${day(1)} 09:${minutes}` })
    expect((await clip('10:11')).status).toBe(400)
    const { state, url } = await product.admin.data('GET', `video/v1/clips/${(await clip('01:40')).body.data.clip}`)
    expect(state).toBe('done')
    const whole = await media(url)
    expect((await media(url, { range: 'bytes=1000-1999' })).body).toEqual(whole.body.subarray(1000, 2000))
    const track = await new Input({ source: new BufferSource(whole.body), formats: [MP4] }).getPrimaryVideoTrack()
    if (!track) throw new Error('The clip has no video.')
    const packets = []
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
    expect(packets).toHaveLength(90 * 15)
    expect(packets.at(-1)?.timestamp).toBeCloseTo(90 - 1 / 15)
  }, 60_000)

  it('answer the named calls of a camera', async () => {
    const call = (name: string, body: object) =>
      officer.call('POST', `ent/v1/entCamera/${name}`, { id: camera, ...body })
    const { data } = (await call('getUrl', {})).body
    expect((await media(data.url)).status).toBe(200)
    const times = { beginTime: `${day(1)} 09:00:00`, endTime: `${day(1)} 09:05:00` }
    for (const name of ['getBackUrl', 'getBackVideoUrl'])
      expect([name, (await media((await call(name, times)).body.data.url)).status]).toEqual([name, 200])
    const { hls } = await officer.data('GET', `ent/v1/entCamera/listVideoUrlById/${camera}`)
    expect((await media(hls)).status).toBe(200)
    const shot = (await call('snapshot', { at: `${day(1)} 09:00:25` })).body.data
    expect(await officer.data('GET', `ent/v1/entCameraScreenshot/getById?id=${shot.screenshotId}`)).toMatchObject({
      cameraId: camera,
      pictures: [shot.url],
      shotTime: `${day(1)} 09:00:25`,
    })
    expect((await call('ptz', { command: 'left' })).status).toBe(200)
    expect((await call('ptz', { command: 'jump' })).status).toBe(400)
    expect((await officer.data('GET', `video/v1/cameras/${camera}/presets`)).presets).toHaveLength(2)
  }, 60_000)

  it('keep a frame and an exported clip as evidence, which names who and why, and the chain ends in a letter', async () => {
    const span = { from: `${day(1)} 09:00:10`, to: `${day(1)} 09:00:40` }
    const { clip } = await officer.data('POST', `video/v1/cameras/${camera}/clips`, span)
    const keep = (by: ServerCalls) =>
      by.call('POST', 'ent/v1/entCamera/snapshot', { id: camera, at: `${day(1)} 09:00:25`, why: '未戴帽', clip })
    expect((await keep(product.admin)).status).toBe(404)
    const { screenshotId: id } = (await keep(officer)).body.data
    const kept = await officer.data('GET', `ent/v1/entCameraScreenshot/getById?id=${id}`)
    const createUser = product.ids['inspector']
    expect(kept).toMatchObject({
      cameraId: camera,
      subject: '切配间：未戴帽',
      shotTime: `${day(1)} 09:00:25`,
      createUser,
    })
    const files = await officer.data('GET', `engine/evidence/entCameraScreenshot/${id}`)
    expect(files.map((one: { state: string; name: string }) => [one.state, one.name.split('.')[1]])).toEqual([
      ['intact', 'png'],
      ['intact', 'mp4'],
    ])
    const paper = await product.server.call('GET', `/api/engine/pdf/entCameraScreenshot/${id}`, {
      token: officer.token,
    })
    expect(readPdf(paper.body).text.match(/SHA-256/g)).toHaveLength(2)
    const { screenshotId } = await officer.data('POST', 'ent/v1/entCamera/snapshot', { id: camera })
    const complete = (by: ServerCalls) =>
      by.call('POST', 'ent/v1/entCamera/snapshot', { id: camera, screenshotId, why: '地面积水' })
    expect([(await complete(product.admin)).status, (await complete(officer)).status]).toEqual([404, 200])
    expect(await officer.data('GET', `ent/v1/entCameraScreenshot/getById?id=${screenshotId}`)).toMatchObject({
      ...{ subject: '切配间：地面积水', pictures: [expect.any(String)] },
    })
    const gone = await officer.call('DELETE', `ent/v1/entCameraScreenshot/removeById?id=${id}`)
    expect(gone.status).toBe(409)
    await officer.data('POST', 'ent/v1/entCameraScreenshot/raise', { id })
    const [warning] = (await officer.data('GET', `ent/v1/entWarningLog/page?screenshotId=${id}`)).records
    await officer.data('POST', 'ent/v1/entWarningLog/raise', { id: warning.id })
    const [letter] = (await officer.data('GET', `ent/v1/entNoticeLetter/page?warningId=${warning.id}`)).records
    expect(letter).toMatchObject({ cameraId: camera, pictures: kept.pictures, problem: '切配间：未戴帽' })
  }, 60_000)

  it('of a wall are saved in layouts, of which others read the shared ones only', async () => {
    const other = await product.signInAs('colleague', 'officer')
    const save = (layoutName: string, more = {}) =>
      officer.data('POST', 'ent/v1/cameraLayout/save', { layoutName, address: `size=1&tiles=${camera}`, ...more })
    const { id } = await save('我的')
    await save('大家的', { isShared: true })
    const names = async (by: ServerCalls) =>
      (await by.data('GET', 'ent/v1/cameraLayout/mine')).map((one: { layoutName: string }) => one.layoutName)
    expect([await names(officer), await names(other)]).toEqual([expect.arrayContaining(['大家的', '我的']), ['大家的']])
    for (const path of ['page', 'listByQuery', `getById?id=${id}`])
      expect([path, (await other.call('GET', `ent/v1/cameraLayout/${path}`)).status]).toEqual([path, 403])
    const change = (by: ServerCalls) => by.call('PUT', 'ent/v1/cameraLayout/update', { id, isShared: true })
    expect([(await change(other)).status, (await change(officer)).status]).toEqual([409, 200])
  })

  it('are refused without the right, and end when it has gone', async () => {
    const guest = await product.signInAs('guest', 'hr')
    for (const path of ['live', `day?day=${day(1)}`, `playback?from=${day(1)} 09:00:00&to=${day(1)} 09:01:00`])
      expect([path, (await guest.call('GET', `video/v1/cameras/${camera}/${path}`)).status]).toEqual([path, 403])
    const { url, ticket } = await live(officer)
    expect((await media(url)).status).toBe(200)
    const { data } = product.admin
    const [leader] = (await data('GET', 'blade/v1/bladeRole/page?roleAlias_equal=leader')).records
    const { id, version } = await data('GET', `blade/v1/bladeUser/getById?id=${product.ids['inspector']}`)
    await data('PUT', 'blade/v1/bladeUser/update', { id, version, roleId: [leader.id] })
    expect((await officer.call('POST', `video/v1/tickets/${ticket}/extend`)).status).toBe(403)
    expect((await media(url)).status).toBe(403)
    expect(product.server.log.join('')).not.toContain(ticket)
  })
})
