import { instantOf, wallText } from '../../engine/rules/zone.ts'
import { refuse } from '../../engine/server/errors/refuse.ts'
import type { EntCamera } from '../../generated/types.ts'
import type { AdapterParts } from './cameras.ts'
import { type Gateway, gatewayDown, type TimeSpan } from './gateway.ts'
import { fetched, fileBytes, type GatewayRequest, jsonOf, mediaUrl } from './gateway-http.ts'

const page = 1000
const downloadSpeed = 4
/** Milliseconds that a download may take longer than its recording. */
const downloadGrace = 60_000
/** The answer of the program where no packets arrived: a second start often succeeds. */
const noStream = -2

interface Streams {
  readonly ws_flv?: string | null
  readonly wss_flv?: string | null
  readonly flv?: string | null
  readonly hls?: string | null
}
interface Unit {
  readonly deviceId: string
  readonly name?: string
  /** Of a device. */
  readonly onLine?: boolean
  readonly channelCount?: number
  /** Of a channel. */
  readonly status?: string
}
interface Download {
  readonly since: number
  readonly stream: string
}
type Query = NonNullable<GatewayRequest['query']>

/** WVP, for GB28181. The device ID of a camera is the code of the device, and its GB28181 code that of the channel. */
export function wvp({ platform, secret = '', hosts, zone, memory }: AdapterParts): Gateway {
  const title = { zh: platform.name, en: platform.name }
  const base = `${platform.url.replace(/\/(?:api\/?)?$/, '')}/api`
  const pathOf = ({ deviceId, nationCode }: EntCamera): string => {
    if (deviceId && nationCode) return `${encodeURIComponent(deviceId)}/${nationCode}`
    throw refuse.conflict('camera-without-device', {
      zh: '请先填写摄像头的平台设备编号和国标编码',
      en: 'Enter the device ID and the GB28181 code of the camera first',
    })
  }
  const headers = { 'api-key': secret }
  const send = (path: string, signal: AbortSignal, query: Query = {}) =>
    fetched({ title }, { url: `${base}/${path}`, query, headers, signal })
  /** The data of an answer. Failures have the status 200 and a code. */
  const call = async (path: string, signal: AbortSignal, query?: Query, attempts = 1): Promise<unknown> => {
    const { code, msg, data } = (await jsonOf({ title }, await send(path, signal, query))) as Answer
    if (code === 0) return data
    if (code === noStream && attempts > 1) return call(path, signal, query, attempts - 1)
    throw gatewayDown(title, String(msg ?? code))
  }
  const playing = (streams: unknown, ticket: string) => {
    const { ws_flv, wss_flv, flv, hls } = (streams ?? {}) as Streams
    const address = ws_flv ?? wss_flv ?? flv ?? hls
    if (!address) throw gatewayDown(title)
    const url = new URL(mediaUrl(address, platform.mediaUrl, hosts))
    url.searchParams.set('ticket', ticket)
    return { protocol: address === hls ? ('hls' as const) : ('flv' as const), url: url.href }
  }
  const spanQuery = ({ from, to }: TimeSpan) => ({ startTime: wallText(from, zone), endTime: wallText(to, zone) })
  const pages = async (path: string, signal: AbortSignal): Promise<Unit[]> => {
    const all: Unit[] = []
    for (let number = 1; ; number++) {
      const data = await call(`device/query/devices${path}`, signal, { page: number, count: page })
      const { total = 0, list = [] } = data as { total?: number; list?: Unit[] }
      all.push(...list)
      if (list.length === 0 || all.length >= total) return all
    }
  }
  const channelsOf = ({ deviceId }: Unit, signal: AbortSignal) =>
    pages(`/${encodeURIComponent(deviceId)}/channels`, signal)
  return {
    title,
    playUrl: async (camera, _stream, ticket, signal) =>
      playing(await call(`play/start/${pathOf(camera)}`, signal, {}, 2), ticket),
    async playbackUrl(camera, { from, to }, ticket, signal) {
      // A range that is played twice at once collides with itself.
      const count = (Number(memory.get('viewers') ?? 0) + 1) % 60
      memory.set('viewers', count)
      const query = spanQuery({ from, to: to + count * 1000 })
      return playing(await call(`playback/start/${pathOf(camera)}`, signal, query, 2), ticket)
    },
    async recordings(camera, span, signal) {
      const name = `recordings ${camera.id} ${span.from} ${span.to}`
      const known = memory.get(name) as readonly TimeSpan[] | undefined
      if (known) return known
      const data = await call(`gb_record/query/${pathOf(camera)}`, signal, spanQuery(span))
      const { sumNum = 0, recordList = [] } = (data ?? {}) as {
        sumNum?: number
        recordList?: readonly { startTime: string; endTime: string }[]
      }
      const found = recordList
        .map(({ startTime, endTime }) => ({
          from: Math.max(span.from, instantOf(startTime, zone) ?? 0),
          to: Math.min(span.to, instantOf(endTime, zone) ?? 0),
        }))
        .filter(({ from, to }) => to > from)
        .toSorted((one, other) => one.from - other.from)
      // A device that answers in parts may have sent some of them only; what is of today grows.
      if (recordList.length >= sumNum && span.to < Date.now() - 60_000) memory.set(name, found)
      return found
    },
    async clip(camera, span, ticket, signal) {
      const path = pathOf(camera)
      let download = memory.get(ticket) as Download | undefined
      if (!download) {
        const query = { ...spanQuery(span), downloadSpeed }
        const { stream } = (await call(`gb_record/download/start/${path}`, signal, query)) as { stream: string }
        download = { since: Date.now(), stream }
        memory.set(ticket, download)
      }
      const at = `${path}/${encodeURIComponent(download.stream)}`
      const data = await call(`gb_record/download/progress/${at}`, signal)
      const { progress = 0, downLoadFilePath } = data as {
        progress?: number
        downLoadFilePath?: { httpPath?: string; httpsPath?: string } | null
      }
      const file = downLoadFilePath?.httpPath ?? downLoadFilePath?.httpsPath
      if (file) {
        const url = mediaUrl(file, platform.mediaUrl, hosts)
        return { progress: 1, url, read: signal => fileBytes({ title }, { url, signal }) }
      }
      // Some devices never end a download, or never reach its end over a gap.
      if (Date.now() - download.since > (span.to - span.from) / downloadSpeed + downloadGrace) {
        memory.delete(ticket)
        await call(`gb_record/download/stop/${at}`, signal)
        throw gatewayDown(title)
      }
      return { progress: Math.min(progress, 0.99) }
    },
    async snapshot(camera, at, signal) {
      if (at !== undefined) throw notOfRecordings()
      const [deviceId, channelId] = pathOf(camera).split('/')
      // An idle channel's first picture fails, and starts its stream.
      const file = String(await call('play/snap', signal, { deviceId, channelId }, 2))
      const mark = /_([^_/\\]+)\.jpg$/.exec(file)?.[1]
      const response = await send(`device/query/snap/${pathOf(camera)}`, signal, { mark })
      const bytes = new Uint8Array(response.status === 200 ? await response.arrayBuffer() : [])
      if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw gatewayDown(title)
      return { ending: 'jpg', bytes }
    },
    async ptz(camera, { command, speed }, signal) {
      const horizonSpeed = Math.round(speed * 25.5)
      // Without the speed of a zoom, the program refuses its own default.
      const speeds = { horizonSpeed, verticalSpeed: horizonSpeed, zoomSpeed: Math.round(speed * 1.5) }
      await call(`front-end/ptz/${pathOf(camera)}`, signal, { command, ...speeds })
    },
    async presets(camera, signal) {
      const found = await call(`front-end/preset/query/${pathOf(camera)}`, signal)
      const presets = (found ?? []) as readonly { presetId: string | number; presetName?: string }[]
      return presets.map(({ presetId: id, presetName = String(id) }) => ({ number: Number(id), name: presetName }))
    },
    async preset(camera, number, signal) {
      await call(`front-end/preset/call/${pathOf(camera)}`, signal, { presetId: number })
    },
    async status(signal) {
      const devices = await pages('', signal)
      const states = new Map(devices.map(({ deviceId, onLine }) => [deviceId, onLine === true]))
      // The state of a channel does not follow that of its device.
      for (const device of devices.filter(({ onLine, channelCount = 1 }) => onLine && channelCount > 1))
        for (const { deviceId, status } of await channelsOf(device, signal))
          states.set(`${device.deviceId}/${deviceId}`, status === 'ON')
      return ({ deviceId, nationCode }) => states.get(`${deviceId}/${nationCode}`) ?? states.get(String(deviceId))
    },
    async discover(signal) {
      const devices = await pages('', signal)
      const found = []
      for (const device of devices)
        for (const { deviceId: nationCode, name = nationCode, status } of await channelsOf(device, signal))
          found.push({
            name,
            nationCode,
            deviceId: device.deviceId,
            isOnline: device.onLine === true && status === 'ON',
          })
      return found
    },
  }
}

interface Answer {
  readonly code: number
  readonly msg?: string
  readonly data?: unknown
}

const notOfRecordings = () =>
  refuse.conflict('camera-not-offered', { zh: '该平台只能截取实时画面', en: 'This platform takes live pictures only' })
