import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { wallText } from '../../engine/rules/zone.ts'
import type { RequestContext } from '../../engine/server/auth/request-context.ts'
import { done } from '../../engine/server/errors/envelope.ts'
import { Refusal, refuse } from '../../engine/server/errors/refuse.ts'
import type { Dialect, DialectParts } from '../../engine/server/http/dialect.ts'
import type { Store } from '../../engine/server/store/operations.ts'
import { boxesOf, confidenceOf, eventKeyOf, type SentEvent, sentTimeOf } from './event.ts'
import { type AppliedRule, ignoredBy } from './rules.ts'

const megabyte = 1_048_576
/** As base64, and the clip as a part. */
const [maxBody, maxPicture, maxClip] = [8 * megabyte, 5 * megabyte, 20 * megabyte]
const code = 'ingest'

/**
 * `POST /api/wit/v1/ingest/event`: an event of an AI box, with a service token that may add captures, or of a client with a
 * secret and the scope `ingest`.
 */
export const ingestDialect: Dialect = async (app, parts) => {
  const rulesFor = rulesOfCameras(parts.store)
  const turn = turns()
  await app.register(async within => {
    await within.register(multipart, { limits: { files: 2, fields: 12, fileSize: maxClip, fieldSize: 65_536 } })
    within.post(
      '/api/wit/v1/ingest/event',
      { bodyLimit: maxBody, config: { open: true, kind: 'upload' } },
      async request => {
        const { ctx, client } = await parts.program(request, {
          scope: code,
          code: 'witCaptureRecord_add',
          reason: code,
        })
        const sent = await readEvent(request)
        // Equal events at the same time, and those within a cool-down, are decided one after another.
        const lane = [sent.event.camera, sent.event.channel, sent.event.rule].join()
        return done(await turn(lane, () => ingest(parts, ctx, client, sent, rulesFor)), request.language)
      },
    )
  })
}

interface Received {
  readonly event: SentEvent
  readonly picture?: Buffer
  readonly clip?: Buffer
}

interface Answer {
  /** `stored`, `duplicate` of an event that is stored, or `ignored` by the rules of the camera. */
  readonly status: 'stored' | 'duplicate' | 'ignored'
  readonly id?: string
  readonly reason?: string
  /** The event is older than an hour. */
  readonly late?: true
  /** The time of the sender is not plausible: the capture has that of its receipt. */
  readonly clock?: 'wrong'
}

async function readEvent(request: FastifyRequest): Promise<Received> {
  if (!request.isMultipart()) {
    const event = Object(request.body) as SentEvent
    const text = String(event.picture ?? '').replace(/^data:[^,]*,/, '')
    return { event, ...(text && { picture: within(Buffer.from(text, 'base64'), maxPicture) }) }
  }
  let event: SentEvent = {}
  const files: { picture?: Buffer; clip?: Buffer } = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') event = { ...event, ...fieldOf(part.fieldname, String(part.value)) }
    else if (part.fieldname === 'picture' || part.fieldname === 'clip')
      files[part.fieldname] = within(await part.toBuffer(), part.fieldname === 'clip' ? maxClip : maxPicture)
    else throw refuse.unknownName(part.fieldname.slice(0, 64))
  }
  return { event, ...files }
}

/** The part `event` is JSON; any other one has the name of a value. */
function fieldOf(name: string, text: string): SentEvent {
  if (name !== 'event' && name !== 'boxes') return { [name]: text }
  try {
    return name === 'boxes' ? { boxes: JSON.parse(text) } : Object(JSON.parse(text))
  } catch {
    throw refuse.input({ [name]: { zh: '不是有效的 JSON', en: 'Invalid JSON' } })
  }
}

function within(file: Buffer, most: number): Buffer {
  if (file.length > most)
    throw new Refusal('event.size', 413, {
      zh: `文件不能超过 ${most / megabyte} MB`,
      en: `The file exceeds ${most / megabyte} MB`,
    })
  return file
}

async function ingest(
  { store, receiveFile }: DialectParts,
  ctx: RequestContext,
  client: string,
  { event, picture, clip }: Received,
  rulesFor: ReturnType<typeof rulesOfCameras>,
): Promise<Answer> {
  const { now, zone } = ctx.clock
  const camera = await cameraOf(store, ctx, event)
  const { at, isLate, isWrong } = sentTimeOf(event.time, now, zone)
  const eventKey = eventKeyOf(client, event, isWrong ? String(event.time) : at.toISOString().slice(0, 19), picture)
  const said = { ...(isLate && { late: true as const }), ...(isWrong && { clock: 'wrong' as const }) }
  const stored = await store.find(ctx, 'witCaptureRecord', { eventKey_equal: eventKey })
  if (stored) return { status: 'duplicate', id: String(stored['id']), ...said }
  const type = String(event.rule ?? '')
  if (!ctx.model.dictionaries['model_types']?.entries.some(({ key }) => key === type))
    throw refuse.input({ rule: { zh: '没有这个识别类型的代码', en: 'No detection has this code' } })
  if (!picture && !clip)
    throw refuse.input({ picture: { zh: '事件须有画面或视频', en: 'An event has a picture or a clip' } })
  const files = await Promise.all([picture, clip].map(file => file && receiveFile(file)))
  try {
    const [ofPicture, ofClip] = files
    const boxes = boxesOf(event.boxes, event.boxFormat, ofPicture?.size)
    const confidence = confidenceOf(event.confidence)
    const wall = wallText(at.getTime(), zone)
    const rules = (await rulesFor(ctx, String(camera['id']))).filter(({ modelType }) => modelType === type)
    const duration = event.duration === undefined ? undefined : Number(event.duration)
    const faults = rules.map(rule => ignoredBy(rule, { wall, confidence, duration, boxes }))
    const rule = rules.find((_, index) => faults[index] === undefined)
    if (!rule) return { status: 'ignored', reason: faults[0] ?? 'no-rule', ...said }
    const last = await lastOf(store, ctx, rule, String(camera['id']), at)
    if (last) return { status: 'ignored', reason: 'cool-down', id: String(last['id']), ...said }
    const link = await ofPicture?.keep(ctx, `capture-${type}`)
    const clipLink = await ofClip?.keep(ctx, `clip-${type}`)
    const record = await store.save(ctx, 'witCaptureRecord', {
      ...{ entId: camera['entId'], cameraId: camera['id'], ruleId: rule.ruleId, templateId: rule.templateId },
      ...{
        shotTime: wall,
        eventKey,
        boxes,
        ...(rule.zones.length > 0 && { zones: rule.zones }),
        ...(confidence !== undefined && { confidence }),
      },
      ...(isWrong && { remark: `发送方时间：${String(event.time ?? '').slice(0, 40)}` }),
      ...(link && { pictures: [link] }),
      ...(clipLink && { clip: clipLink }),
    })
    return { status: 'stored', id: String(record['id']), ...said }
  } finally {
    for (const file of files) await file?.discard()
  }
}

/** The capture after which the rule does not yet capture the camera again. */
function lastOf(store: Store, ctx: RequestContext, { ruleId, coolDown }: AppliedRule, cameraId: string, at: Date) {
  if (coolDown === 0) return null
  const time = (minutes: number) => wallText(at.getTime() + minutes * 60_000, ctx.clock.zone)
  const within = { shotTime_gt: time(-coolDown), shotTime_le: time(0) }
  return store.find(ctx, 'witCaptureRecord', { cameraId_equal: cameraId, ruleId_equal: ruleId, ...within })
}

/** The camera by its GB28181 code, its serial number, or the id of its device with a channel. */
async function cameraOf(store: Store, ctx: RequestContext, { camera, channel }: SentEvent) {
  const text = String(camera ?? '')
    .trim()
    .slice(0, 64)
  if (text !== '')
    for (const name of ['nationCode', 'deviceSn', 'deviceId']) {
      const query = {
        [`${name}_equal`]: text,
        ...(channel !== undefined && name !== 'nationCode' && { channelNo_equal: String(channel) }),
      }
      const found = await store.find(ctx, 'entCamera', query)
      if (found) return found
    }
  throw new Refusal('event.camera', 404, { zh: `没有编码为“${text}”的摄像头`, en: `No camera has the code "${text}"` })
}

/** The rules of enabled templates by camera. They are read again after ten seconds. */
function rulesOfCameras(store: Store) {
  let known:
    | { readonly until: number; readonly rules: Promise<ReadonlyMap<string, readonly AppliedRule[]>> }
    | undefined
  return async (ctx: RequestContext, camera: string): Promise<readonly AppliedRule[]> => {
    if (!known || known.until < Date.now()) {
      const rules = readRules(store, ctx)
      rules.catch(() => (known = undefined))
      known = { until: Date.now() + 10_000, rules }
    }
    return (await known.rules).get(camera) ?? []
  }
}

type Row = Readonly<Record<string, unknown>>

async function readRules(store: Store, ctx: RequestContext): Promise<ReadonlyMap<string, readonly AppliedRule[]>> {
  const enabled = (field: string) => ({ [`${field}_equal`]: '1' })
  const rules: readonly Row[] = await store.list(ctx, 'witRule', enabled('ruleStatus'))
  const models: readonly Row[] = await store.list(ctx, 'witModel', enabled('modelStatus'))
  const templates: readonly Row[] = await store.list(ctx, 'witTemplate', enabled('templateStatus'))
  const byCamera = new Map<string, AppliedRule[]>()
  for (const template of templates) {
    const { data } = await store.links(ctx, 'witTemplate', 'cameras', String(template['id']))
    const applied = rules.flatMap(rule => {
      const model = models.find(({ id }) => id === rule['modelId'])
      const isIn = (template['ruleIds'] as readonly string[]).includes(String(rule['id']))
      return isIn && model ? [appliedRule(rule, template, model)] : []
    })
    for (const { id } of data as readonly Row[])
      byCamera.set(String(id), [...(byCamera.get(String(id)) ?? []), ...applied])
  }
  return byCamera
}

function appliedRule(rule: Row, template: Row, model: Row): AppliedRule {
  const times = [rule, template].flatMap(({ beginTime, endTime }) =>
    beginTime && endTime ? [[String(beginTime), String(endTime)] as const] : [],
  )
  const zones = [template['zones'], rule['zones'], model['zones']].find(one => Array.isArray(one) && one.length > 0)
  return {
    ruleId: String(rule['id']),
    templateId: String(template['id']),
    modelType: String(rule['modelType']),
    threshold: Number(template['threshold'] ?? rule['threshold']),
    coolDown: Number(template['coolDown'] ?? rule['coolDown']),
    duration: Number(rule['duration']),
    weekdays: rule['weekdays'] as readonly string[],
    times,
    zones: (zones ?? []) as AppliedRule['zones'],
  }
}

/** Runs work of equal keys one after another. */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
