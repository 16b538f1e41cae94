import { instantOf, wallText } from '../../engine/rules/zone.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import { defineCall, type ProductCall, type TypedCall } from '../../engine/server/http/product-calls.ts'
import type { EntCamera, SysPlatform } from '../../generated/types.ts'
import type { PlatformDevice } from '../device-platform.ts'
import { type Asking, asked } from './cameras.ts'
import { offered, type Stream, type TimeSpan } from './gateway.ts'
import { daysOf, instantsOfDay, spanBetween, transmitted } from './times.ts'
import { ownTicket, preparedClip, startViewing, ticketFor, unknownTicket, type Viewings } from './viewing.ts'

/** Seconds after which a player extends its ticket. */
const extendSeconds = 20
/** Seconds after which it asks again for a viewing that is starting. */
const startSeconds = 2
/** Milliseconds for which a request waits for a viewing to start. */
const patience = 2500
const longestClip = 10 * 60_000

interface Texts {
  from: string
  to: string
}
interface Viewed extends Partial<Texts> {
  state: 'ready' | 'starting'
  seconds: number
  protocol?: string
  url?: string
  ticket?: string
}
interface Event {
  id: string
  resource: string
  at: string
  title: string
}

const texts = { from: 'string', to: 'string' }
const viewed = {
  ...{ state: 'string', seconds: 'number', 'protocol?': 'string', 'url?': 'string', 'ticket?': 'string' },
  ...{ 'from?': 'string', 'to?': 'string' },
}

/** The endpoints of players. Each acts only on a camera on which the user may take the step of its code. */
export function cameraCalls(viewings: Viewings): readonly ProductCall[] {
  const { cameras, tickets } = viewings
  const cameraOf = async ({ ctx, store }: Asking, id: string, step = 'view') =>
    (await store.get(ctx, 'entCamera', id, step)) as unknown as EntCamera
  /** A call about one camera. */
  const ofCamera = <Input extends object, Answer>(
    [method, what, step]: readonly ['GET' | 'POST', what: string, step: string],
    [zh, en]: readonly [string, string],
    [input, answer]: readonly [Shape, Shape],
    handle: (camera: EntCamera, asking: Asked<Input & { id: string }, Answer>) => Promise<Answer>,
  ) =>
    call<Input & { id: string }, Answer>({
      method,
      path: `/api/video/v1/cameras/:id/${what}`,
      title: { zh, en },
      code: `entCamera_${step}`,
      input: { id: 'string', ...Object(input) },
      answer,
      handle: async asking => handle(await cameraOf(asking, asking.input.id, step), asking),
    })
  const started = async (asking: Asking, camera: EntCamera, wanted: object): Promise<Viewed> => {
    const playing = await startViewing(viewings, asking, camera, { ...wanted, patience })
    return playing
      ? { state: 'ready', ...playing, seconds: extendSeconds }
      : { state: 'starting', seconds: startSeconds }
  }
  const recordingsOf = async (asking: Asking, camera: EntCamera, span: TimeSpan) => {
    const gateway = await cameras.gatewayOf(asking, camera)
    const signal = AbortSignal.timeout(15_000)
    const recordings = await asked(gateway, offered(gateway, 'recordings')(camera, span, signal))
    return { recordings, keptSince: gateway.keptSince?.() ?? 0 }
  }
  return [
    ofCamera<{ stream?: Stream }, Viewed>(
      ['GET', 'live', 'getUrl'],
      ['实时画面', 'Live picture'],
      [{ 'stream?': 'main|sub' }, viewed],
      (camera, { input: { stream = 'main' }, address, ...asking }) => started(asking, camera, { stream, address }),
    ),
    ofCamera<Texts, Viewed>(
      ['GET', 'playback', 'getBackUrl'],
      ['录像回放', 'Play back'],
      [texts, viewed],
      async (camera, { input, address, ...asking }) => {
        const { now, zone } = asking.ctx.clock
        const span = spanBetween(input, zone, now.getTime())
        const answer = await started(asking, camera, { span, address })
        return answer.state === 'ready' ? { ...answer, ...transmitted(span, zone) } : answer
      },
    ),
    ofCamera<{ month: string }, { days: { day: string; recorded: boolean; events: number }[] }>(
      ['GET', 'days', 'getBackUrl'],
      ['有录像的日期', 'Days with recordings'],
      [{ month: 'string' }, { days: [{ day: 'string', recorded: 'boolean', events: 'number' }] }],
      async (camera, { input: { month }, ...asking }) => {
        const { zone, now } = asking.ctx.clock
        const days = daysOf(month, zone)
        const whole = { from: days[0]?.from ?? 0, to: Math.min(days.at(-1)?.to ?? 0, now.getTime()) }
        const { recordings } = whole.to > whole.from ? await recordingsOf(asking, camera, whole) : { recordings: [] }
        const events = await eventsOf(asking, camera, whole)
        return {
          days: days.map(({ day, ...span }) => ({
            day,
            recorded: recordings.some(({ from, to }) => from < span.to && to > span.from),
            events: events.filter(({ at }) => at.startsWith(day)).length,
          })),
        }
      },
    ),
    ofCamera<{ day: string }, { recordings: Texts[]; gaps: (Texts & { reason: string })[]; events: Event[] }>(
      ['GET', 'day', 'getBackUrl'],
      ['一天的录像', 'Recordings of a day'],
      [
        { day: 'string' },
        {
          recordings: [texts],
          gaps: [{ ...texts, reason: 'string' }],
          events: [{ id: 'string', resource: 'string', at: 'string', title: 'string' }],
        },
      ],
      async (camera, { input: { day }, ...asking }) => {
        const { zone, now } = asking.ctx.clock
        const whole = instantsOfDay(day, 'day', zone)
        const span = { ...whole, to: Math.min(whole.to, now.getTime()) }
        if (span.to <= span.from) return { recordings: [], gaps: [], events: [] }
        const { recordings, keptSince } = await recordingsOf(asking, camera, span)
        const offline = await offlineSpans(asking, camera, span)
        const reasonOf = ({ from, to }: TimeSpan) =>
          to <= keptSince ? 'expired' : offline.some(one => one.from < to && one.to > from) ? 'offline' : 'missing'
        return {
          recordings: recordings.map(one => transmitted(one, zone)),
          gaps: gapsIn(span, recordings, keptSince).map(gap => ({ ...transmitted(gap, zone), reason: reasonOf(gap) })),
          events: await eventsOf(asking, camera, span),
        }
      },
    ),
    ofCamera<object, { presets: { number: number; name: string }[] }>(
      ['GET', 'presets', 'preset'],
      ['预置位', 'Presets'],
      [{}, { presets: [{ number: 'number', name: 'string' }] }],
      async (camera, asking) => {
        const gateway = await cameras.gatewayOf(asking, camera)
        const presets = offered(gateway, 'presets')(camera, AbortSignal.timeout(8000))
        return { presets: [...(await asked(gateway, presets))] }
      },
    ),
    ofCamera<Texts, { clip: string }>(
      ['POST', 'clips', 'getBackVideoUrl'],
      ['导出录像', 'Export a recording'],
      [texts, { clip: 'string' }],
      async (camera, { input, address, ...asking }) => {
        const { now, zone } = asking.ctx.clock
        const span = spanBetween(input, zone, now.getTime(), longestClip)
        offered(await cameras.gatewayOf(asking, camera), 'clip')
        return { clip: ticketFor(viewings, asking, camera, 'getBackVideoUrl', { span, address }) }
      },
    ),
    call<{ clip: string }, { state: string; progress: number; url?: string; message?: string }>({
      method: 'GET',
      path: '/api/video/v1/clips/:clip',
      title: { zh: '导出进度', en: 'Progress of an export' },
      code: 'entCamera_getBackVideoUrl',
      input: { clip: 'string' },
      answer: { state: 'string', progress: 'number', 'url?': 'string', 'message?': 'string' },
      async handle({ input: { clip }, ...asking }) {
        try {
          const { progress, url } = await preparedClip(viewings, asking, clip, AbortSignal.timeout(8000))
          return url === undefined ? { state: 'running', progress } : { state: 'done', progress: 1, url }
        } catch (error) {
          if (!(error instanceof Refusal) || error.status < 409) throw error
          return { state: 'failed', progress: 0, message: error.text[asking.ctx.language] }
        }
      },
    }),
    call<{ ticket: string }, { seconds: number }>({
      method: 'POST',
      path: '/api/video/v1/tickets/:ticket/extend',
      title: { zh: '继续观看', en: 'Go on viewing' },
      code: 'entCamera_view',
      input: { ticket: 'string' },
      answer: { seconds: 'number' },
      async handle({ input: { ticket }, ...asking }) {
        const { cameraId, step } = ownTicket(viewings, asking.ctx, ticket)
        try {
          await cameraOf(asking, cameraId, step)
        } catch (error) {
          if (!(error instanceof Refusal) || error.status >= 500) throw error
          tickets.end(ticket)
          throw refuse.forbidden({ zh: '观看该摄像头', en: 'View the camera' })
        }
        if (!tickets.extend(ticket)) throw unknownTicket()
        return { seconds: extendSeconds }
      },
    }),
    call<{ ticket: string }, { ended: boolean }>({
      method: 'DELETE',
      path: '/api/video/v1/tickets/:ticket',
      title: { zh: '停止观看', en: 'Stop viewing' },
      code: 'entCamera_view',
      input: { ticket: 'string' },
      answer: { ended: 'boolean' },
      async handle({ input: { ticket }, ...asking }) {
        const { cameraId } = ownTicket(viewings, asking.ctx, ticket)
        tickets.end(ticket)
        const elevated = { ...asking, ctx: asking.ctx.asSystem('camera-gateway') }
        const gateway = await cameras.gatewayOf(asking, await cameraOf(elevated, cameraId))
        await gateway.end?.(ticket).catch(() => undefined)
        return { ended: true }
      },
    }),
    call<{ id: string }, { devices: PlatformDevice[] }>({
      method: 'GET',
      path: '/api/video/v1/platforms/:id/devices',
      title: { zh: '平台上的设备', en: 'Devices of a platform' },
      code: 'entCamera_add',
      input: { id: 'string' },
      answer: { devices: [{ name: 'string', 'nationCode?': 'string', 'deviceId?': 'string', isOnline: 'boolean' }] },
      async handle({ input: { id }, ctx, store }) {
        const gateway = cameras.gatewayAt((await store.get(ctx, 'sysPlatform', id)) as unknown as SysPlatform)
        const devices = offered(gateway, 'discover')(AbortSignal.timeout(30_000))
        return { devices: [...(await asked(gateway, devices))] }
      },
    }),
    call<{ id: string }, { hls: string | null; flv: string | null }>({
      method: 'GET',
      path: '/api/ent/v1/entCamera/listVideoUrlById/:id',
      title: { zh: '播放地址', en: 'Addresses' },
      code: 'entCamera_getUrl',
      input: { id: 'string' },
      answer: { 'hls?': 'string', 'flv?': 'string' },
      async handle({ input: { id }, address, ...asking }) {
        // As a query that finds nothing.
        if (!(await asking.store.find(asking.ctx, 'entCamera', { id_equal: id }))) return { hls: null, flv: null }
        const camera = await cameraOf(asking, id, 'getUrl')
        const playing = await startViewing(viewings, asking, camera, { address, patience: 9000 })
        const urlOf = (protocol: 'hls' | 'flv') => (playing?.protocol === protocol ? playing.url : camera[protocol])
        return { hls: urlOf('hls'), flv: urlOf('flv') }
      },
    }),
  ]
}

/** A schema in short: types or keys by bars; a name with a question mark may be absent or null. */
type Shape = string | readonly [Shape] | { readonly [name: string]: Shape }

function schemaOf(shape: Shape): object {
  if (typeof shape === 'string')
    return shape.includes('|') ? { type: 'string', enum: shape.split('|') } : { type: shape }
  if (Array.isArray(shape)) return { type: 'array', items: schemaOf(shape[0]) }
  const members = Object.entries(shape).map(([name, of]) => ({
    name: name.replace('?', ''),
    isRequired: !name.endsWith('?'),
    schema: schemaOf(of),
  }))
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map(({ name, isRequired, schema }) => [name, { ...schema, ...(!isRequired && { nullable: true }) }]),
    ),
    required: members.filter(one => one.isRequired).map(({ name }) => name),
    additionalProperties: false,
  }
}

type Asked<Input extends object, Answer> = Parameters<TypedCall<Input, Answer>['handle']>[0]

const call = <Input extends object, Answer>({
  input,
  answer,
  ...rest
}: Omit<TypedCall<Input, Answer>, 'input' | 'answer'> & { readonly input: Shape; readonly answer: Shape }) =>
  defineCall<Input, Answer>({
    ...rest,
    input: schemaOf(input) as TypedCall<Input, Answer>['input'],
    answer: schemaOf(answer) as TypedCall<Input, Answer>['answer'],
  })

/** What is not recorded within a span. What has been deleted is a gap of its own. */
function gapsIn({ from, to }: TimeSpan, recordings: readonly TimeSpan[], keptSince: number): TimeSpan[] {
  const gaps: TimeSpan[] = []
  let begin = from
  if (keptSince > from) {
    begin = Math.min(keptSince, to)
    gaps.push({ from, to: begin })
  }
  for (const recording of recordings) {
    if (recording.from > begin) gaps.push({ from: begin, to: recording.from })
    begin = Math.max(begin, recording.to)
  }
  if (begin < to) gaps.push({ from: begin, to })
  return gaps
}

/**
 * The resources with events of a camera, or of its business: the fields of the time and of the title. An inspection has a
 * day; its record has the time at which it was entered.
 */
const eventSources = [
  { resource: 'witCaptureRecord', of: 'cameraId', time: 'shotTime', title: 'ruleIdName' },
  { resource: 'entWarningLog', of: 'cameraId', time: 'warnTime', title: 'subject' },
  { resource: 'entInspectLog', of: 'entId', time: 'createTime', title: 'inspectNo' },
] as const

/** The events within a span that the user may view, in order. */
async function eventsOf({ ctx, store }: Asking, { id, entId }: EntCamera, span: TimeSpan): Promise<Event[]> {
  const { from, to } = transmitted(span, ctx.clock.zone)
  const sources = eventSources.filter(({ resource }) => ctx.actor.hasCode(`${resource}_view`))
  const found = await Promise.all(
    sources.map(async ({ resource, of, time, title }) => {
      const query = { [`${of}_equal`]: of === 'entId' ? entId : id, [`${time}_ge`]: from, [`${time}_lt`]: to }
      return (await store.list(ctx, resource, query)).map(row => ({
        id: String(row['id']),
        resource,
        at: String(row[time]),
        title: String(row[title] ?? ''),
      }))
    }),
  )
  return found.flat().toSorted((one, other) => one.at.localeCompare(other.at))
}

/** When the job has found the camera offline, from its warnings. */
async function offlineSpans({ ctx, store }: Asking, camera: EntCamera, span: TimeSpan): Promise<TimeSpan[]> {
  const elevated = ctx.asSystem('camera-gateway')
  const { zone } = ctx.clock
  const query = { cameraId_equal: camera.id, warningType_equal: '3', warnTime_lt: wallText(span.to, zone) }
  const rows = await store.list(elevated, 'entWarningLog', query)
  return rows.flatMap(({ warnTime, handledAt }) => {
    const from = instantOf(warnTime, zone)
    return from === null ? [] : [{ from, to: instantOf(handledAt, zone) ?? span.to }]
  })
}
