import { connect } from 'node:net'

/** The response; undefined where the connection ended without one. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** How the client ends: waits for the response, half-closes, or drops the connection. */
export type Leaving = 'waits' | 'ends' | 'vanishes'

/** A header of the request; without a value, the default header is left out. */
export type Header = readonly [name: string, value: string | undefined]

const patience = 30_000

/** Sends raw bytes over a connection of their own, including what no HTTP client would send. */
export function sendRaw(port: number, bytes: Buffer, leaving: Leaving = 'waits'): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No answer came within ${patience} ms.`))
    }, patience)
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answerIn(Buffer.concat(chunks)))
    }
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('end', finish)
    socket.on('close', finish)
    // The server may close before it has read everything; its response so far counts.
    socket.on('error', finish)
    socket.on('connect', () => {
      if (leaving === 'ends') socket.end(bytes)
      else if (leaving === 'waits') socket.write(bytes)
      else socket.write(bytes, () => setTimeout(finish, 2))
    })
  })
}

/** The bytes of a request, with the body's length unless a header sets it. */
export function requestBytes(method: string, target: string, headers: readonly Header[], body?: Buffer): Buffer {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  const usual: Header[] = [['Host', 'localhost']]
  if (body && !named.has('content-length') && !named.has('transfer-encoding'))
    usual.push(['Content-Length', String(body.length)])
  const all: Header[] = [
    ...usual.filter(([name]) => !named.has(name.toLowerCase())),
    ...headers.filter(([, value]) => value !== undefined),
    ['Connection', 'close'],
  ]
  const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`)]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), ...(body ? [body] : [])])
}

function answerIn(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const rest = bytes.subarray(end + 4)
  const status = Number(first.split(' ')[1])
  // A 1xx response is followed by the final one.
  if (status === 100) return answerIn(rest)
  return { status, headers, body: headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end < 0 || !(length > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}
