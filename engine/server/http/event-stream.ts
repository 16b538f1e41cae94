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

/** What the stream of events stands on. */
export interface EventParts {
  readonly database: Database
  readonly callers: Callers
  readonly holder: ModelHolder
}

/**
 * `GET /api/engine/events`: a line of JSON at once and after every change of the Model or its problems, and an empty
 * line as a heartbeat in between. Read by fetch, so that the token travels in a header. It ends with the session: at
 * once where this process ended it, by the next heartbeat where another did or where its time ran out.
 */
export function eventCalls(app: App, { database, callers, holder }: EventParts): void {
  /** Each with the session that it was opened by. */
  const streams = new Map<ServerResponse, string>()
  const line = () => `${JSON.stringify({ revision: holder.current().revision, problems: holder.problems().length })}\n`
  const sendAll = (text: string) => {
    for (const stream of streams.keys()) stream.write(text)
  }
  const endThoseSignedOut = async () => {
    const asked = [...streams]
    if (asked.length === 0) return
    const standing = await standingSessions(database, [...new Set(asked.map(([, session]) => session))])
    for (const [stream, session] of asked) if (!standing.has(session)) stream.end()
  }
  let [isLooking, isAskedAgain] = [false, false]
  /** Work on many people asks for it once for each of them: one look at a time, and one more for all that asked meanwhile. */
  const look = async () => {
    isAskedAgain = isLooking
    if (isLooking) return
    isLooking = true
    try {
      do {
        isAskedAgain = false
        await endThoseSignedOut()
      } while (isAskedAgain)
    } catch (error) {
      app.log.debug({ err: error }, 'no session could be looked at')
    } finally {
      isLooking = false
    }
  }
  const stops = [holder.onChange(() => sendAll(line())), callers.onForget(() => void look())]
  const heart = setInterval(() => {
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

  // Streams have no end of their own: without this a graceful stop would wait for ever.
  app.addHook('preClose', async () => {
    for (const stop of stops) stop()
    clearInterval(heart)
    for (const stream of streams.keys()) stream.end()
  })
}
