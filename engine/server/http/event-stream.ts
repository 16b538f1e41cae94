import type { ServerResponse } from 'node:http'
import type { Callers } from '../auth/callers.ts'
import { standingSessions } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import { refuse } from '../errors/refuse.ts'
import type { ModelHolder } from '../live/model-holder.ts'
import type { App } from './app.ts'
import { signedInOf } from './context-of.ts'

const beatMilliseconds = 15_000
const mostStreams = 5_000

/** The dependencies of the event stream. */
export interface EventParts {
  readonly database: Database
  readonly callers: Callers
  readonly holder: ModelHolder
}

/**
 * `GET /api/engine/events`: a line of JSON at once and after every change of the Model or its problems, and empty lines
 * as heartbeats. It is read by `fetch`, so that the token is in a header. It ends with the session: at once if this
 * process ended the session, otherwise with the next heartbeat.
 */
export function eventCalls(app: App, { database, callers, holder }: EventParts): void {
  /** Open streams, each with its session id. */
  const streams = new Map<ServerResponse, string>()
  const line = () => `${JSON.stringify({ revision: holder.current().revision, problems: holder.problems().length })}\n`
  const sendAll = (text: string) => {
    for (const stream of streams.keys()) stream.write(text)
  }
  const endThoseSignedOut = async () => {
    const open = [...streams]
    if (open.length === 0) return
    const active = await standingSessions(database, [...new Set(open.map(([, session]) => session))])
    for (const [stream, session] of open) if (!active.has(session)) stream.end()
  }
  let [isLooking, isRequestedAgain] = [false, false]
  /**
   * Bulk changes of users trigger this once for each: calls are merged into one check at a time and one more
   * afterwards.
   */
  const look = async () => {
    isRequestedAgain = isLooking
    if (isLooking) return
    isLooking = true
    try {
      do {
        isRequestedAgain = false
        await endThoseSignedOut()
      } while (isRequestedAgain)
    } catch (error) {
      app.log.debug({ err: error }, 'no session could be looked at')
    } finally {
      isLooking = false
    }
  }
  const stops = [holder.onChange(() => sendAll(line())), callers.onForget(() => void look())]
  const heartbeatTimer = setInterval(() => {
    sendAll('\n')
    void look()
  }, beatMilliseconds).unref()

  app.get('/api/engine/events', { compress: false, config: { anyPassword: true } }, (request, reply) => {
    const { sessionId } = signedInOf(request)
    if (streams.size >= mostStreams) throw refuse.unavailable(30)
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    streams.set(stream, sessionId)
    stream.on('close', () => streams.delete(stream))
    stream.write(line())
  })

  // Streams do not end, so a graceful stop would wait forever without this.
  app.addHook('preClose', async () => {
    for (const stop of stops) stop()
    clearInterval(heartbeatTimer)
    for (const stream of streams.keys()) stream.end()
  })
}
