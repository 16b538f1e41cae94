import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { resourceId } from '../../model/ids.ts'
import type { Authenticator } from '../auth/authenticator.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { activeSessions } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import { cursorNow, type EventBatch, eventsSince, startEventReader } from '../services/events/event-reader.ts'
import { type SeenCache, type SeenRows, seenRows } from '../services/events/seen-rows.ts'
import { publishedFor, type Topics } from '../services/events/topics.ts'
import { topicKey } from '../store/outbox.ts'
import { type App, clientKeyOf } from './app.ts'
import { authenticateBy } from './authenticate.ts'
import { signedInOf } from './request-parts.ts'
import type { Slots } from './slots.ts'

const beatMilliseconds = 15_000
/** How long a stream may continue after its session was ended by another process, or its tenant expired. */
const lookMilliseconds = 1_000
const maxStreams = 5_000
const maxResources = 50
/** Characters that wait to be read by a client. */
const maxUnread = 1_048_576

const tooManyStreams = {
  zh: '您打开的页面过多，此页面不能实时更新，请关闭一些页面',
  en: 'You have too many open pages; this one is not updated live. Close some of them.',
}

/** The dependencies of the event stream. */
export interface EventParts {
  readonly database: Database
  readonly authenticator: Authenticator
  readonly clock: () => Date
  readonly holder: ModelHolder
  readonly topics: Topics
  /** The open streams of each user. */
  readonly slots: Slots<string>
}

/** A line of the stream about changed rows and topics. */
interface RowLine {
  readonly cursor: string
  readonly changed?: readonly SeenRows[]
  readonly topics?: Readonly<Record<string, readonly unknown[]>>
  /** The changes are those since an earlier stream: the client may have read some of the rows meanwhile. */
  readonly earlier?: true
  /** Some changes since the earlier stream are no longer stored. */
  readonly missed?: true
}

/** An open stream. */
interface Stream {
  readonly sessionId: string
  /** Of a service token, which has no session. */
  readonly isService: boolean
  readonly tenantId: string
  /** The resources whose changed rows it reports, and the topics. */
  readonly resources: ReadonlySet<string>
  readonly response: ServerResponse
  /** A context with the current Model and rights; throws if the session or the token has ended. */
  renewedContext(): Promise<RequestContext>
}

/**
 * `GET /api/engine/events`: JSON lines, read by `fetch`, so that the token is in a header. The topics:
 *
 * - the Model: `{ revision, problems }` at once and after every change of the Model or its problems;
 * - changed rows of the resources in `resources` (names, separated by commas): `{ cursor, changed }` after changes by
 *   other users of rows that the user may see. With `after`, the last cursor of an earlier stream, it begins with the
 *   changes since then (`earlier: true`), or with `{ missed: true }` if they are no longer stored;
 * - with `topics` (names, separated by commas), what is published on them for the user: `{ cursor, topics }`, with
 *   `after` also that since then.
 *
 * Empty lines and lines with only a cursor are heartbeats. The stream ends with the session: at once if this process
 * ended the session, otherwise within a second.
 */
export function eventCalls(app: App, parts: EventParts): void {
  const { database, authenticator, clock, holder, slots } = parts
  const streams = new Set<Stream>()
  const modelLine = ({ tenantId }: Pick<Stream, 'tenantId'>) => ({
    revision: holder.current(tenantId).revision,
    problems: holder.problems().length,
  })
  const reader = startEventReader(
    database,
    () => [...new Set([...streams].flatMap(stream => idsOf(holder, stream)))],
    batch => deliver(parts, streams, batch),
    error => app.log.debug({ err: error }, 'the outbox could not be read'),
  )
  const endThoseSignedOut = async () => {
    const open = [...streams]
    if (open.length === 0) return
    const active = await activeSessions(database, [...new Set(open.map(({ sessionId }) => sessionId))], clock())
    for (const stream of open)
      if (stream.isService ? !(await acceptedContext(stream)) : !active.has(stream.sessionId)) stream.response.end()
  }
  const look = merged(endThoseSignedOut, error => app.log.debug({ err: error }, 'the sessions could not be read'))
  const beat = () => {
    const cursor = reader.cursor()
    for (const stream of streams) {
      if (stream.resources.size > 0 && cursor !== undefined) send(stream, { cursor })
      else write(stream, '\n')
    }
  }
  const stops = [
    holder.onChange(() => {
      for (const stream of streams) send(stream, modelLine(stream))
    }),
    authenticator.onForget(() => void look()),
  ]
  const timers = [setInterval(beat, beatMilliseconds).unref(), setInterval(() => void look(), lookMilliseconds).unref()]

  app.get('/api/engine/events', { compress: false, config: { anyPassword: true } }, async (request, reply) => {
    const { sessionId, actor, limits } = signedInOf(request)
    const { tenantId } = actor
    if (streams.size >= maxStreams) throw refuse.unavailable(30)
    if (!(await slots.take(clientKeyOf(request), reply.raw))) throw refuse.tooManyAtOnce(tooManyStreams, 30)
    const { resources, after } = wantedOf(request, parts.topics)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const renewedContext = async () => {
      const { actor } = (await authenticateBy(authenticator)(request)) ?? signedInOf(request)
      return request.ctx.renewed(actor)
    }
    const stream: Stream = { sessionId, isService: limits !== undefined, tenantId, resources, response, renewedContext }
    const add = () => {
      if (!response.closed) streams.add(stream)
    }
    response.on('close', () => streams.delete(stream))
    send(stream, modelLine(stream))
    if (resources.size === 0) return add()
    try {
      // Before the changes since `after` are read: those that are committed meanwhile are delivered like any other.
      await reader.join(add)
      await begin(parts, stream, after)
    } catch (error) {
      app.log.debug({ err: error }, 'earlier changes could not be read')
      response.end()
    }
  })

  // Streams do not end, so a graceful stop would wait forever without this.
  app.addHook('preClose', async () => {
    for (const stop of stops) stop()
    for (const timer of timers) clearInterval(timer)
    await reader.stop()
    for (const { response } of streams) response.end()
  })
}

/** The context of a stream; undefined once its token is no longer accepted. */
const acceptedContext = ({ renewedContext }: Stream): Promise<RequestContext | undefined> =>
  renewedContext().catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** The resources and the cursor of a request. Names of resources that do not exist have no changes. */
function wantedOf(
  { query }: FastifyRequest,
  known: Topics,
): { resources: ReadonlySet<string>; after: string | undefined } {
  const { resources, topics, after } = query as Readonly<Record<string, unknown>>
  const names = typeof resources === 'string' ? resources.split(',').filter(name => name !== '') : []
  const wanted = [
    ...names.slice(0, maxResources),
    ...Object.keys(known)
      .filter(one => String(topics).split(',').includes(one))
      .map(topicKey),
  ]
  return { resources: new Set(wanted), after: typeof after === 'string' ? after : undefined }
}

const send = (stream: Stream, line: RowLine | object) => write(stream, `${JSON.stringify(line)}\n`)

/** Ends a stream that its client does not read: it connects again with its last cursor. */
function write({ response }: Stream, text: string): void {
  response.write(text)
  if (response.writableLength > maxUnread) response.destroy()
}

/** The first line about changed rows: the position, with the changes since an earlier stream. */
async function begin(parts: EventParts, stream: Stream, after: string | undefined): Promise<void> {
  const queries = parts.database.kysely
  const since = after === undefined ? undefined : await eventsSince(queries, after, idsOf(parts.holder, stream))
  if (since) send(stream, { ...(await lineOf(parts, stream, since, new Map())), earlier: true })
  else send(stream, { cursor: await cursorNow(queries), ...(after !== undefined && { missed: true }) })
}

/** The ids of the resources of a stream, by the present Model of its tenant. */
const idsOf = (
  holder: EventParts['holder'],
  { tenantId, resources }: Pick<Stream, 'tenantId' | 'resources'>,
): string[] => [...resources].map(name => resourceId(holder.current(tenantId), name))

/** Sends each stream the rows that its user may see. A stream whose session has ended is closed. */
async function deliver(parts: EventParts, streams: ReadonlySet<Stream>, batch: EventBatch): Promise<void> {
  const cache: SeenCache = new Map()
  for (const stream of streams) {
    const ids = new Set(idsOf(parts.holder, stream))
    const events = batch.events.filter(({ resource }) => ids.has(resource))
    if (events.length === 0) continue
    try {
      const line = await lineOf(parts, stream, { ...batch, events }, cache)
      if (line.changed?.length || line.topics) send(stream, line)
    } catch {
      // The client connects again with its last cursor.
      stream.response.end()
    }
  }
}

async function lineOf(parts: EventParts, stream: Stream, batch: EventBatch, cache: SeenCache): Promise<RowLine> {
  const ctx = await stream.renewedContext()
  const topics = publishedFor(ctx, batch.events, parts.topics)
  const changed = await seenRows(parts.database.kysely, ctx, batch.events, cache)
  return { cursor: batch.cursor, changed, ...(Object.keys(topics).length > 0 && { topics }) }
}

/**
 * Work of which one run is under way at a time: calls during a run are merged into one more run. Bulk changes of users
 * call it once for each.
 */
function merged(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let [isRunning, isRequestedAgain] = [false, false]
  return async () => {
    isRequestedAgain = isRunning
    if (isRunning) return
    isRunning = true
    try {
      do {
        isRequestedAgain = false
        await work()
      } while (isRequestedAgain)
    } catch (error) {
      onError(error)
    } finally {
      isRunning = false
    }
  }
}
