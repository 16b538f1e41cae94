import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { greyPng } from '../engine/server/auth/png.ts'
import { usualLimits } from '../engine/server/http/limits.ts'
import { defineCall } from '../engine/server/http/product-calls.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')
if (!embedded) throw new Error('There is no embedded database to test on.')
const kind = embedded

const slowCall = defineCall<object, { done: boolean }>({
  method: 'GET',
  path: '/api/city/slow',
  title: { zh: '慢', en: 'Slow' },
  code: 'ward_view',
  input: { type: 'object', required: [], additionalProperties: true },
  answer: { type: 'object', required: ['done'], properties: { done: { type: 'boolean' } } },
  async handle() {
    await sleep(3 * responseTime)
    return { done: true }
  },
})

const [bodyTime, responseTime] = [400, 400]

/** A connection, with the text that it received. */
interface Connection {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<void>
}

describe('a slow client', () => {
  let server: ServerUnderTest
  let port: number
  let token: string

  beforeAll(async () => {
    const limits = { ...usualLimits, rate: Number.POSITIVE_INFINITY, bodyTime, responseTime }
    server = await startServer(kind, sampleApp, { settings: { port: 0, limits }, calls: [slowCall] })
    port = Number(new URL(await server.engine.listen()).port)
    token = await server.signIn('admin', adminPassword)
    await sql`insert into ward (id, tenant_id, name, secret_note, create_time, version, is_deleted)
      select n, '000000', 'ward ' || n, repeat('x', 250), now(), 1, 0 from generate_series(1, 40000) n`.execute(
      server.engine.database.kysely,
    )
  })
  afterAll(() => server.close())

  const open = (head: readonly string[], by = token): Connection => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const chunks: Buffer[] = []
    socket.on('data', chunk => chunks.push(chunk))
    socket.on('error', () => undefined)
    const closed = new Promise<void>(resolve => {
      socket.on('end', resolve)
      socket.on('close', () => resolve())
    })
    const [line, ...headers] = head
    socket.write([line, 'Host: localhost', `Blade-Auth: bearer ${by}`, ...headers, '', ''].join('\r\n'))
    return { socket, text: () => Buffer.concat(chunks).toString(), closed }
  }
  const save = (body: string, by?: string, language = 'zh') => {
    const length = `Content-Length: ${body.length}`
    const head = ['POST /api/city/v1/ward/save HTTP/1.1', 'Content-Type: application/json', length]
    return open([...head, `Accept-Language: ${language}`], by)
  }
  const drip = async ({ socket }: Connection, bytes: string, pause: number, until: () => boolean) => {
    for (const byte of bytes) {
      if (until() || socket.destroyed) return
      socket.write(byte)
      await sleep(pause)
    }
  }

  it.each([
    ['zh', '请求超时'],
    ['en', 'Request timeout'],
  ])('gets 408 for a body that takes too long, however steadily it arrives (%s)', async (language, message) => {
    const body = JSON.stringify({ name: 'a'.repeat(200) })
    const slow = save(body, undefined, language)
    const begun = performance.now()
    void drip(slow, body, 50, () => slow.text() !== '')
    await slow.closed
    expect(performance.now() - begun).toBeLessThan(5 * bodyTime)
    expect(slow.text()).toContain('HTTP/1.1 408 ')
    expect(slow.text()).toContain('"code":408,"success":false,"data":null')
    expect(slow.text()).toContain(message)
    slow.socket.destroy()
  })

  it('is served if the body arrives in time', async () => {
    const body = JSON.stringify({ name: 'in time' })
    const slow = save(body)
    await drip(slow, body, 5, () => false)
    await expect.poll(() => slow.text()).toContain('HTTP/1.1 200 ')
    slow.socket.destroy()
  })

  it('loses a connection whose request was refused before its body', async () => {
    const slow = save('{"name":"never sent"}', 'invalid')
    await expect.poll(() => slow.text()).toContain('HTTP/1.1 401 ')
    await slow.closed
    expect(slow.text()).not.toContain('408')
  })

  const upload = (content: Buffer) => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const bytes = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')])
    const connection = open([
      'POST /api/blade-resource/oss/endpoint/put-file HTTP/1.1',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${bytes.length}`,
    ])
    return { ...connection, bytes }
  }
  const picture = Buffer.concat([greyPng(4, 4, new Uint8Array(16).fill(128)), Buffer.alloc(400_000)])

  it('may upload a file for longer, as long as it makes progress', async () => {
    const slow = upload(picture)
    for (let from = 0; from < slow.bytes.length; from += 40_000) {
      slow.socket.write(slow.bytes.subarray(from, from + 40_000))
      await sleep(bodyTime / 3)
    }
    await expect.poll(() => slow.text()).toContain('HTTP/1.1 200 ')
    slow.socket.destroy()
  })

  it('may not stop in the middle of an upload', async () => {
    const slow = upload(picture)
    slow.socket.write(slow.bytes.subarray(0, 50_000))
    await slow.closed
    expect(slow.text()).toContain('HTTP/1.1 408 ')
  })

  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.engine.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  const exported = 'GET /api/engine/export/ward?format=csv&columns=name,secretNote HTTP/1.1'

  it('loses a connection on which it reads nothing', async () => {
    await expect.poll(connections, { timeout: 5000 }).toBe(0)
    const unread = open([exported, 'Connection: close'])
    unread.socket.pause()
    await sleep(responseTime / 2)
    expect(await connections()).toBe(1)
    await expect.poll(connections, { timeout: 20_000 }).toBe(0)
    unread.socket.destroy()
  })

  it('gets the whole response if it reads slowly', async () => {
    const slow = open([exported, 'Connection: close'])
    const reading = setInterval(() => {
      slow.socket.resume()
      setTimeout(() => slow.socket.pause(), 20)
    }, responseTime / 4)
    await slow.closed
    clearInterval(reading)
    expect(slow.text()).toContain('ward 40000')
    expect(slow.text()).toMatch(/0\r\n\r\n$/)
  })

  it('waits for a response that takes the server longer', async () => {
    const waiting = open(['GET /api/city/slow HTTP/1.1', 'Connection: close'])
    await waiting.closed
    expect(waiting.text()).toContain('"done":true')
  })

  it('keeps an event stream open without events', async () => {
    const stream = open(['GET /api/engine/events HTTP/1.1'])
    await sleep(3 * responseTime)
    expect(stream.socket.readyState).toBe('open')
    expect(stream.text()).toContain('"revision"')
    stream.socket.destroy()
  })
})
