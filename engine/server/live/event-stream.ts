import type { ServerResponse } from 'node:http'
import type { App } from '../http/app.ts'
import { refuse } from '../refuse.ts'
import type { ModelHolder } from './model-holder.ts'

const beatMilliseconds = 15_000
const mostStreams = 5_000

/**
 * `GET /api/engine/events`: a line of JSON at once and after every change of the Model or its problems, and an empty
 * line as a heartbeat in between. Read by fetch, so that the token travels in a header.
 */
export function eventCalls(app: App, holder: ModelHolder): void {
  const streams = new Set<ServerResponse>()
  const line = () => `${JSON.stringify({ revision: holder.current().revision, problems: holder.problems().length })}\n`
  const sendAll = (text: string) => {
    for (const stream of streams) stream.write(text)
  }
  const stopListening = holder.onChange(() => sendAll(line()))
  const heart = setInterval(() => sendAll('\n'), beatMilliseconds).unref()

  app.get('/api/engine/events', { compress: false, config: { anyPassword: true } }, (_request, reply) => {
    if (streams.size >= mostStreams) throw refuse.unavailable(30)
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    streams.add(stream)
    stream.on('close', () => streams.delete(stream))
    stream.write(line())
  })

  // Streams have no end of their own: without this a graceful stop would wait for ever.
  app.addHook('preClose', async () => {
    stopListening()
    clearInterval(heart)
    for (const stream of streams) stream.end()
  })
}
