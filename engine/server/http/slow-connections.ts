import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Language } from '../../model/model.ts'
import { languageOfRequest } from './language.ts'
import type { Limits } from './limits.ts'

/** Bytes of an upload that must arrive within `bodyTime`. */
const leastProgress = 20_000

/**
 * Ends requests whose body does not arrive within `bodyTime`, and connections on which a client reads nothing of a
 * response within `responseTime`, twice the inactivity timeout of the server. A response that is still being computed has
 * no limit here. The returned function exempts an upload, which only has to make progress. Node's own `requestTimeout` has
 * one value for all requests.
 */
export function endSlowConnections(
  server: Server,
  { bodyTime }: Pick<Limits, 'bodyTime'>,
): (upload: IncomingMessage) => void {
  const uploads = new WeakSet<IncomingMessage>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // With a listener, Node leaves the connection open.
    response.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    if (hasBody(request)) limitBody(request, response)
  })
  const limitBody = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    let received = socket.bytesRead
    const timer = setInterval(() => {
      const progress = socket.bytesRead - received
      received += progress
      if (request.complete) return end()
      if (uploads.has(request) && progress >= leastProgress) return
      end()
      if (response.headersSent) socket.destroy()
      else
        server.emit(
          'clientError',
          new BodyTimeout(languageOfRequest(request.url ?? '', request.headers['accept-language'])),
          socket,
        )
    }, bodyTime).unref()
    const end = () => clearInterval(timer)
    request.once('end', end).once('close', end)
  }
  return upload => uploads.add(upload)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error that Node emits when its own timeout of a request has passed. */
class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
  readonly language: Language

  constructor(language: Language) {
    super()
    this.language = language
  }
}
