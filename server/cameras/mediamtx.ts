import { refuse } from '../../engine/server/errors/refuse.ts'
import { defineCall, type ProductCall, type TypedCall } from '../../engine/server/http/product-calls.ts'
import type { EntCamera, SysPlatform } from '../../generated/types.ts'
import type { AdapterParts } from './cameras.ts'
import type { Gateway, TimeSpan } from './gateway.ts'
import { fetched, fileBytes, jsonOf, mediaUrl } from './gateway-http.ts'
import type { Tickets } from './tickets.ts'

/** Ports of the program, where the address of the platform is that of its API. */
const [hlsPort, webrtcPort, playbackPort] = ['8888', '8889', '9996']
const onPage = 1000

/**
 * MediaMTX. The device ID of a camera is the name of its path; its sub-stream is the path with `_sub`. Viewers are
 * refused by the program, which asks `mediaMtxCall` about their tickets.
 */
export function mediaMtx({ platform, secret, hosts }: AdapterParts): Gateway {
  const title = { zh: platform.name, en: platform.name }
  const authorization = `Basic ${Buffer.from(`${platform.appKey ?? ''}:${secret ?? ''}`).toString('base64')}`
  const headers: Readonly<Record<string, string>> = secret === undefined ? {} : { authorization }
  const nameOf = ({ deviceId }: EntCamera): string => {
    if (deviceId) return deviceId
    throw refuse.conflict('camera-without-device', {
      zh: '请先填写摄像头的平台设备编号',
      en: 'Enter the device ID of the camera first',
    })
  }
  /** With a media URL, a proxy there divides the paths of both ports. */
  const at = (port: string, path: string): string => {
    const url = new URL(platform.mediaUrl ?? platform.url)
    if (platform.mediaUrl === null) url.port = port
    return `${url.origin}${path}`
  }
  const browserUrl = (port: string, path: string, ticket: string, more: object = {}): string => {
    const url = new URL(mediaUrl(at(port, path), null, hosts))
    for (const [name, value] of Object.entries({ ...more, token: ticket })) url.searchParams.set(name, value)
    return url.href
  }
  const api = async (path: string, signal: AbortSignal, more: object = {}) =>
    fetched({ title }, { url: `${platform.url.replace(/\/$/, '')}${path}`, headers, signal, ...more })
  const items = async <Item>(path: string, signal: AbortSignal): Promise<Item[]> => {
    const all: Item[] = []
    for (let page = 0, pages = 1; page < pages; page++) {
      const response = await api(path, signal, { query: { page, itemsPerPage: onPage } })
      const { pageCount = 0, items = [] } = (await jsonOf({ title }, response)) as {
        pageCount?: number
        items?: Item[]
      }
      pages = pageCount
      all.push(...items)
    }
    return all
  }
  const paths = async (signal: AbortSignal) =>
    (await items<{ name: string; online?: boolean }>('/v3/paths/list', signal)).map(({ name, online = false }) => ({
      name,
      isOnline: online,
    }))
  const recorded = async (camera: EntCamera, { from, to }: TimeSpan, signal: AbortSignal): Promise<TimeSpan[]> => {
    const query = { path: nameOf(camera), start: iso(from), end: iso(to) }
    const response = await fetched({ title }, { url: at(playbackPort, '/list'), query, headers, signal })
    // There are no recordings.
    if (response.status === 404) return []
    const list = (await jsonOf({ title }, response)) as readonly { start: string; duration: number }[]
    // A recording that was not ended properly may claim to last for days.
    return list.flatMap(({ start, duration }, index) => {
      const begin = Date.parse(start)
      const next = Date.parse(list[index + 1]?.start ?? '') || Date.now()
      const span = { from: Math.max(from, begin), to: Math.min(to, begin + duration * 1000, next) }
      return span.to > span.from ? [span] : []
    })
  }
  /** A range that begins in a recording: the program finds none just before the start of one. */
  const rangeOf = async (camera: EntCamera, span: TimeSpan, signal: AbortSignal) => {
    const [first] = await recorded(camera, span, signal)
    if (!first) throw noRecording()
    const from = Math.max(span.from, first.from)
    return { path: nameOf(camera), start: iso(from), duration: String((span.to - from) / 1000) }
  }
  return {
    title,
    // A large picture by WebRTC, whose delay is the smallest; tiles, and players of other programs, by HLS.
    async playUrl(camera, stream, ticket) {
      const name = encodeURIComponent(nameOf(camera))
      if (stream === 'main') return { protocol: 'whep', url: browserUrl(webrtcPort, `/${name}/whep`, ticket) }
      return {
        protocol: 'hls',
        url: browserUrl(hlsPort, `/${name}${stream === 'sub' ? '_sub' : ''}/index.m3u8`, ticket),
      }
    },
    async playbackUrl(camera, wanted, ticket, signal) {
      const span = await rangeOf(camera, wanted, signal)
      return { protocol: 'mp4', url: browserUrl(playbackPort, '/get', ticket, span) }
    },
    recordings: recorded,
    async clip(camera, wanted, ticket, signal) {
      const query = { ...(await rangeOf(camera, wanted, signal)), format: 'mp4' }
      return {
        progress: 1,
        url: browserUrl(playbackPort, '/get', ticket, query),
        read: signal => fileBytes({ title }, { url: at(playbackPort, '/get'), query, headers, signal }),
      }
    },
    async status(signal) {
      const states = new Map((await paths(signal)).map(({ name, isOnline }) => [name, isOnline]))
      return ({ deviceId }) => states.get(String(deviceId))
    },
    discover: async signal =>
      (await paths(signal)).filter(({ name }) => !name.endsWith('_sub')).map(one => ({ ...one, deviceId: one.name })),
    async end(ticket) {
      const signal = AbortSignal.timeout(5000)
      for (const kind of ['hlssessions', 'webrtcsessions']) {
        const sessions = await items<{ id: string; query?: string }>(`/v3/${kind}/list`, signal)
        for (const { id } of sessions.filter(({ query = '' }) => new URLSearchParams(query).get('token') === ticket))
          await api(`/v3/${kind}/kick/${id}`, signal, { method: 'POST' })
      }
    },
  }
}

type Attempt = Partial<Record<(typeof attempt)[number], string>>
const attempt = ['ip', 'user', 'password', 'action', 'path', 'query'] as const

/**
 * What the program asks before a viewing (`authMethod: http`): the ticket in the address, bound to the client and the
 * camera, or for its API the secret of the platform. No user may publish by it, as the program pulls its cameras.
 */
export const mediaMtxCall = (tickets: Tickets, secretOf: (platform: SysPlatform) => string | undefined): ProductCall =>
  defineCall<Attempt, { allowed: boolean }>({
    method: 'POST',
    path: '/api/video/v1/mediamtx',
    title: { zh: 'MediaMTX 的播放鉴权', en: 'Authorisation of MediaMTX' },
    code: 'anyone',
    reason: 'camera-gateway',
    input: {
      type: 'object',
      properties: Object.fromEntries(attempt.map(name => [name, { type: 'string', nullable: true }])),
    } as unknown as TypedCall<Attempt, object>['input'],
    answer: { type: 'object', properties: { allowed: { type: 'boolean' } }, required: ['allowed'] },
    async handle({ ctx, store, input: { ip = '', user, password, action = '', path, query } }) {
      const viewing = tickets.open(new URLSearchParams(query).get('token') ?? '', ip)
      if (viewing && ['read', 'playback'].includes(action)) {
        const { deviceId } = (await store.get(ctx, 'entCamera', viewing.cameraId)) as unknown as EntCamera
        if (deviceId && [deviceId, `${deviceId}_sub`].includes(String(path))) return { allowed: true }
      }
      if (user && password && action !== 'publish') {
        const asked = { appKey_equal: user, platformType_equal: '6', platformStatus_equal: '1' }
        const platform = (await store.find(ctx, 'sysPlatform', asked)) as unknown as SysPlatform | null
        if (platform && secretOf(platform) === password) return { allowed: true }
      }
      throw refuse.forbidden({ zh: '观看该摄像头', en: 'View the camera' })
    },
  })

const iso = (at: number): string => new Date(at).toISOString()

const noRecording = () =>
  refuse.conflict('camera-no-recording', { zh: '该时段没有录像', en: 'There is no recording of this time' })
