import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a stand-in got. */
export interface Got {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

/** An answer: JSON, bytes, or a status alone; undefined for 404. */
type Routes = Readonly<Record<string, (got: Got) => object | Buffer | number | Promise<object> | undefined>>

/** A server in place of a gateway, whose routes end with these paths. */
export async function startGateway(routes: Routes) {
  const got: Got[] = []
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway')
    const one = { path: pathname, query: searchParams, headers: request.headers }
    got.push(one)
    const route = Object.entries(routes).find(([path]) => pathname.includes(path))?.[1]
    const body = await route?.(one)
    if (Buffer.isBuffer(body)) response.writeHead(200, { 'content-type': 'image/png' }).end(body)
    else if (typeof body === 'object')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    else response.writeHead(body ?? 404).end('{"status":"error","error":"not found"}')
  }
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close: () => new Promise(done => server.close(done)),
  }
}
