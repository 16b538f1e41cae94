import { instantOf, wallText } from '../../engine/rules/zone.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import { defineCall, type ProductCall, type TypedCall } from '../../engine/server/http/product-calls.ts'
import type { EntCamera, SysPlatform } from '../../generated/types.ts'
import type { PlatformDevice } from '../device-platform.ts'
import { type Asking, asked } from './cameras.ts'
import { offered, type TimeSpan } from './gateway.ts'
import { daysOf, instantsOfDay, spanBetween, transmitted } from './times.ts'
import { exportedClip, ownTicket, startViewing, ticketFor, unknownTicket, type Viewings } from './viewing.ts'

const path = '/api/video/v1'
/** Seconds after which a player extends its ticket. */
const extendSeconds = 20
/** Seconds after which it asks again for a viewing that is starting. */
const startSeconds = 2
/** Milliseconds for which a request waits for a viewing to start. */
const patience = 2500
const longestClip = 10 * 60_000

type Viewed =
  | { state: 'starting'; seconds: number }
  | ({ state: 'ready'; protocol: string; url: string; ticket: string; seconds: number } & Partial<Texts>)

interface Texts {
  from: string
  to: string
}

interface Event {
  id: string
  resource: string
  at: string
  title: string
  level: string | null
}

/** The endpoints of players. Each acts only on a camera on which the user may take the step of its code. */
export function cameraCalls(viewings: Viewings): readonly ProductCall[] {
  const { cameras, tickets } = viewings
  const viewed = async (
    asking: Asking,
    camera: EntCamera,
    wanted: Omit<Parameters<typeof startViewing>[3], 'patience'>,
  ) => {
    const started = await startViewing(viewings, asking, camera, { ...wanted, patience })
    return started
      ? { state: 'ready' as const, ...started, seconds: extendSeconds }
      : { state: 'starting' as const, seconds: startSeconds }
  }
  const of = async ({ ctx, store }: Asking, id: string, step = 'view') =>
    (await store.get(ctx, 'entCamera', id, step)) as unknown as EntCamera
  const recordingsOf = async (asking: Asking, camera: EntCamera, span: TimeSpan) => {
    const gateway = await cameras.gatewayOf(asking, camera)
    const signal = AbortSignal.timeout(15_000)
    const recordings = await asked(gateway, offered(gateway, 'recordings')(camera, span, signal))
    return { recordings, keptSince: gateway.keptSince?.() ?? 0 }
  }
  return [
    call<{ id: string; stream?: 'main' | 'sub' }, Viewed>({
      method: 'GET',
      path: `${path}/cameras/:id/live`,
      title: { zh: '实时画面', en: 'Live picture' },
      code: 'entCamera_getUrl',
      input: { id: text, stream: { enum: ['main', 'sub'] } },
      required: ['id'],
      answer: viewedAnswer,
      handle: async ({ input: { id, stream = 'main' }, address, ...asking }) =>
        viewed(asking, await of(asking, id, 'getUrl'), { stream, address }),
    }),
    call<{ id: string } & Texts, Viewed>({
      method: 'GET',
      path: `${path}/cameras/:id/playback`,
      title: { zh: '录像回放', en: 'Play back' },
      code: 'entCamera_getBackUrl',
      input: { id: text, from: text, to: text },
      answer: viewedAnswer,
      async handle({ input: { id, ...texts }, address, ...asking }) {
        const span = spanIn(asking.ctx, texts)
        const answer = await viewed(asking, await of(asking, id, 'getBackUrl'), { span, address })
        return answer.state === 'ready' ? { ...answer, ...transmitted(span, asking.ctx.clock.zone) } : answer
      },
    }),
    call<{ ticket: string }, { seconds: number }>({
      method: 'POST',
      path: `${path}/tickets/:ticket/extend`,
      title: { zh: '继续观看', en: 'Go on viewing' },
      code: 'entCamera_view',
      input: { ticket: text },
      answer: { seconds: number },
      async handle({ input: { ticket }, ...asking }) {
        const viewing = ownTicket(viewings, asking.ctx, ticket)
        try {
          await of(asking, viewing.cameraId, viewing.step)
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
      path: `${path}/tickets/:ticket`,
      title: { zh: '停止观看', en: 'Stop viewing' },
      code: 'entCamera_view',
      input: { ticket: text },
      answer: { ended: { type: 'boolean' } },
      async handle({ input: { ticket }, ...asking }) {
        const { cameraId } = ownTicket(viewings, asking.ctx, ticket)
        tickets.end(ticket)
        const elevated = { ...asking, ctx: asking.ctx.asSystem('camera-gateway') }
        const gateway = await cameras.gatewayOf(asking, await of(elevated, cameraId))
        await gateway.end?.(ticket).catch(() => undefined)
        return { ended: true }
      },
    }),
    call<{ id: string; month: string }, { days: { day: string; recorded: boolean; events: number }[] }>({
      method: 'GET',
      path: `${path}/cameras/:id/days`,
      title: { zh: '有录像的日期', en: 'Days with recordings' },
      code: 'entCamera_getBackUrl',
      input: { id: text, month: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' } },
      answer: { days: list({ day: text, recorded: { type: 'boolean' }, events: number }) },
      async handle({ input: { id, month }, ...asking }) {
        const { zone, now } = asking.ctx.clock
        const camera = await of(asking, id, 'getBackUrl')
        const days = daysOf(month).map(day => ({ day, span: instantsOfDay(day, zone) }))
        const whole = { from: days[0]?.span.from ?? 0, to: Math.min(days.at(-1)?.span.to ?? 0, now.getTime()) }
        const { recordings } = whole.to > whole.from ? await recordingsOf(asking, camera, whole) : { recordings: [] }
        const events = await eventsOf(asking, camera, whole)
        return {
          days: days.map(({ day, span }) => ({
            day,
            recorded: recordings.some(({ from, to }) => from < span.to && to > span.from),
            events: events.filter(({ at }) => at.startsWith(day)).length,
          })),
        }
      },
    }),
    call<{ id: string; day: string }, { recordings: Texts[]; gaps: (Texts & { reason: string })[]; events: Event[] }>({
      method: 'GET',
      path: `${path}/cameras/:id/day`,
      title: { zh: '一天的录像', en: 'Recordings of a day' },
      code: 'entCamera_getBackUrl',
      input: { id: text, day: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' } },
      answer: {
        recordings: list({ from: text, to: text }),
        gaps: list({ from: text, to: text, reason: text }),
        events: list({ id: text, resource: text, at: text, title: text, level: { type: 'string', nullable: true } }),
      },
      async handle({ input: { id, day }, ...asking }) {
        const { zone, now } = asking.ctx.clock
        const camera = await of(asking, id, 'getBackUrl')
        const whole = instantsOfDay(day, zone)
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
    }),
    call<{ id: string }, { devices: PlatformDevice[] }>({
      method: 'GET',
      path: `${path}/platforms/:id/devices`,
      title: { zh: '平台上的设备', en: 'Devices of a platform' },
      code: 'entCamera_add',
      input: { id: text },
      answer: { devices: { type: 'array', items: deviceAnswer } },
      async handle({ input: { id }, ctx, store }) {
        const platform = (await store.get(ctx, 'sysPlatform', id)) as unknown as SysPlatform
        const gateway = cameras.gatewayAt(platform)
        const devices = offered(gateway, 'discover')(AbortSignal.timeout(30_000))
        return { devices: [...(await asked(gateway, devices))] }
      },
    }),
    call<{ id: string }, { presets: { number: number; name: string }[] }>({
      method: 'GET',
      path: `${path}/cameras/:id/presets`,
      title: { zh: '预置位', en: 'Presets' },
      code: 'entCamera_preset',
      input: { id: text },
      answer: { presets: list({ number, name: text }) },
      async handle({ input: { id }, ...asking }) {
        const camera = await of(asking, id, 'preset')
        const gateway = await cameras.gatewayOf(asking, camera)
        const presets = offered(gateway, 'presets')(camera, AbortSignal.timeout(8000))
        return { presets: [...(await asked(gateway, presets))] }
      },
    }),
    call<{ id: string } & Texts, { clip: string }>({
      method: 'POST',
      path: `${path}/cameras/:id/clips`,
      title: { zh: '导出录像', en: 'Export a recording' },
      code: 'entCamera_getBackVideoUrl',
      input: { id: text, from: text, to: text },
      answer: { clip: text },
      async handle({ input: { id, ...texts }, address, ...asking }) {
        const camera = await of(asking, id, 'getBackVideoUrl')
        const span = spanIn(asking.ctx, texts, longestClip)
        offered(await cameras.gatewayOf(asking, camera), 'clip')
        return { clip: ticketFor(viewings, asking, camera, 'getBackVideoUrl', { span, address }) }
      },
    }),
    call<{ clip: string }, { state: string; progress: number; url?: string; message?: string }>({
      method: 'GET',
      path: `${path}/clips/:clip`,
      title: { zh: '导出进度', en: 'Progress of an export' },
      code: 'entCamera_getBackVideoUrl',
      input: { clip: text },
      answer: { state: text, progress: number, url: { ...text, nullable: true }, message: { ...text, nullable: true } },
      answerRequired: ['state', 'progress'],
      async handle({ input: { clip }, ...asking }) {
        try {
          const { progress, url } = await exportedClip(viewings, asking, clip, AbortSignal.timeout(8000))
          return url === undefined ? { state: 'running', progress } : { state: 'done', progress: 1, url }
        } catch (error) {
          if (!(error instanceof Refusal) || error.status < 409) throw error
          return { state: 'failed', progress: 0, message: error.text[asking.ctx.language] }
        }
      },
    }),
    call<{ id: string }, { hls: string | null; flv: string | null }>({
      method: 'GET',
      path: '/api/ent/v1/entCamera/listVideoUrlById/:id',
      title: { zh: '播放地址', en: 'Addresses' },
      code: 'entCamera_getUrl',
      input: { id: text },
      answer: { hls: { ...text, nullable: true }, flv: { ...text, nullable: true } },
      async handle({ input: { id }, address, ...asking }) {
        // As a query that finds nothing.
        if (!(await asking.store.find(asking.ctx, 'entCamera', { id_equal: id }))) return { hls: null, flv: null }
        const camera = await of(asking, id, 'getUrl')
        const playing = await startViewing(viewings, asking, camera, { address, patience: 9000 })
        const urlOf = (protocol: string, stored: string | null) =>
          playing?.protocol === protocol ? playing.url : stored
        return { hls: urlOf('hls', camera.hls), flv: urlOf('flv', camera.flv) }
      },
    }),
  ]
}

const text = { type: 'string' } as const
const number = { type: 'number' } as const
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const list = (properties: object) => ({ type: 'array', items: object(properties) })
const deviceAnswer = object({ name: text, nationCode: text, deviceId: text, isOnline: { type: 'boolean' } }, [
  'name',
  'isOnline',
])
const viewedAnswer = {
  state: text,
  seconds: number,
  ...Object.fromEntries(['protocol', 'url', 'ticket', 'from', 'to'].map(name => [name, { ...text, nullable: true }])),
}

/** A call whose schemas are written in short: each member is required unless the lists of required ones say otherwise. */
function call<Input extends object, Answer>({
  input,
  required,
  answer,
  answerRequired = 'state' in answer ? ['state'] : undefined,
  ...rest
}: Omit<TypedCall<Input, Answer>, 'input' | 'answer'> & {
  readonly input: object
  readonly required?: readonly string[]
  readonly answer: object
  readonly answerRequired?: readonly string[] | undefined
}): ProductCall {
  return defineCall<Input, Answer>({
    ...rest,
    input: object(input, required) as unknown as TypedCall<Input, Answer>['input'],
    answer: object(answer, answerRequired) as unknown as TypedCall<Input, Answer>['answer'],
  })
}

const spanIn = ({ clock: { zone, now } }: RequestContext, texts: Texts, longest?: number): TimeSpan =>
  spanBetween(texts, zone, now.getTime(), longest)

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
 * The resources with events of a camera, or of its business: the field of the time, and what is the title and the level.
 * An inspection has a day; its record has the time at which it was entered.
 */
const eventSources = [
  { resource: 'witCaptureRecord', of: 'cameraId', time: 'shotTime', title: 'ruleIdName', level: 'warningLevel' },
  { resource: 'entWarningLog', of: 'cameraId', time: 'warnTime', title: 'subject', level: 'warningLevel' },
  { resource: 'entInspectLog', of: 'entId', time: 'createTime', title: 'inspectNo', level: '' },
] as const

/** The events within a span that the user may view, in order. */
async function eventsOf({ ctx, store }: Asking, { id, entId }: EntCamera, span: TimeSpan): Promise<Event[]> {
  const { from, to } = transmitted(span, ctx.clock.zone)
  const sources = eventSources.filter(({ resource }) => ctx.actor.hasCode(`${resource}_view`))
  const found = await Promise.all(
    sources.map(async ({ resource, of, time, title, level }) => {
      const query = { [`${of}_equal`]: of === 'entId' ? entId : id, [`${time}_ge`]: from, [`${time}_lt`]: to }
      return (await store.list(ctx, resource, query)).map(row => ({
        id: String(row['id']),
        resource,
        at: String(row[time]),
        title: String(row[title] ?? ''),
        level: row[level] === null || row[level] === undefined ? null : String(row[level]),
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
