import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Limits, usualLimits } from '../engine/server/http/limits.ts'
import { defineCall } from '../engine/server/http/product-calls.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, type ServerUnderTest, startServer } from './support/server.ts'

const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')
if (!embedded) throw new Error('There is no embedded database to test on.')
const kind = embedded

/** The calls of `held` that are under way, each with what ends it. */
const ends: (() => void)[] = []
const held = defineCall<{ size: number }, { text: string }>({
  method: 'GET',
  path: '/api/city/held',
  title: { zh: '等待', en: 'Held' },
  code: 'ward_view',
  input: { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } },
  answer: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  async handle({ input: { size } }) {
    await new Promise<void>(resolve => ends.push(resolve))
    return { text: 'x'.repeat(size) }
  },
})

/** A server with limits of its own, which listens. */
interface LimitedServer {
  readonly server: ServerUnderTest
  readonly address: string
  readonly token: string
  send(method: string, path: string, options?: SendOptions): Promise<Response>
}

interface SendOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly by?: string
  readonly signal?: AbortSignal
}

async function limitedServer(limits: Partial<Limits>, trustedProxies: readonly string[] = []): Promise<LimitedServer> {
  const without = { ...usualLimits, rate: Number.POSITIVE_INFINITY }
  const server = await startServer(kind, sampleApp, {
    settings: { port: 0, trustedProxies, limits: { ...without, ...limits } },
    calls: [held],
  })
  const address = await server.engine.listen()
  const token = await server.signIn('admin', adminPassword)
  return {
    server,
    address,
    token,
    send: (method, path, { body, headers, by = token, signal } = {}) =>
      fetch(address + path, {
        method,
        headers: {
          'blade-auth': `bearer ${by}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
  }
}

const read = '/api/city/v1/ward/page'
const save = '/api/city/v1/ward/save'

describe('units per minute of an account', () => {
  let one: LimitedServer
  let other: string
  // One unit per second: seconds to wait are units that are missing.
  beforeAll(async () => {
    one = await limitedServer({ rate: 60 })
    const { data } = await (await one.send('GET', '/api/blade-user/info')).json()
    const [account, password] = ['second', 'Right-2026']
    const body = { account, name: account, realName: account, password, roleId: data.roleId, deptId: data.deptId }
    expect(await (await one.send('POST', '/api/blade-user/submit', { body })).json()).toMatchObject({ code: 200 })
    other = await one.server.signIn('second', 'Right-2026')
  })
  afterAll(() => one.server.close())

  /** The first refusal of a request that is repeated. */
  const refusalOf = async (method: string, path: string, options: SendOptions = {}) => {
    for (let n = 0; n < 500; n++) {
      const response = await one.send(method, path, options)
      if (response.status === 429) return response
    }
    throw new Error('The units did not end.')
  }
  const drain = () => refusalOf('GET', read)

  it('are refused when they have been used, with a sentence in the language of the user, and are available again later', async () => {
    const chinese = await refusalOf('GET', read, { headers: { 'accept-language': 'zh' } })
    expect(chinese.headers.get('retry-after')).toBe('1')
    expect(await chinese.json()).toMatchObject({
      code: 429,
      success: false,
      msg: '请求过于频繁，请 1 秒后再试',
      data: { retryAfter: 1 },
    })
    const english = await refusalOf('GET', read, { headers: { 'accept-language': 'en' } })
    expect((await english.json()).msg).toBe('Too many requests; please try again in 1 s')
    await expect.poll(async () => (await one.send('GET', read)).status).toBe(200)
  })

  it('are those of one account', async () => {
    await drain()
    expect((await one.send('GET', read, { by: other })).status).toBe(200)
    expect((await one.send('POST', save)).status).toBe(429)
  })

  it('without sign-in are those of the address', async () => {
    const anonymous = () => fetch(`${one.address}/api/engine/pages`)
    const statuses = []
    for (let n = 0; n < 70; n++) statuses.push((await anonymous()).status)
    expect(statuses.slice(0, 40).every(status => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    // Invalid tokens, too.
    expect((await one.send('POST', save, { by: 'invalid' })).status).toBe(429)
    expect((await one.send('GET', read, { by: other })).status).toBe(200)
  })

  it('without sign-in are those of the address that a trusted proxy forwards, and no other names', async () => {
    const behind = await limitedServer({ rate: 60 }, ['127.0.0.0/8'])
    const from = ({ address }: LimitedServer, forwarded: string) =>
      fetch(`${address}/api/engine/pages`, { headers: { 'x-forwarded-for': forwarded } })
    const drained = async (of: LimitedServer, forwarded: (n: number) => string) => {
      for (let n = 0; n < 70; n++) if ((await from(of, forwarded(n))).status === 429) return true
      return false
    }
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } }
    const [safe, plain] = await Promise.all([
      fetch(`${behind.address}/api/engine/pages`, forwarded),
      from(behind, '::1'),
    ])
    const strict = [safe, plain].map(({ headers }) => headers.get('strict-transport-security'))
    expect(strict).toEqual(['max-age=31536000', null])
    expect(await drained(behind, n => `198.51.100.${n}, 203.0.113.1`)).toBe(true)
    expect((await from(behind, '203.0.113.1')).status).toBe(429)
    expect((await from(behind, '203.0.113.1, 203.0.113.2')).status).toBe(200)
    // Those of accounts are the same from every address.
    const info = (forwarded: string) =>
      behind.send('GET', read, { headers: { 'x-forwarded-for': forwarded } }).then(({ status }) => status)
    const statuses = new Set<number>()
    for (let n = 0; n < 70 && !statuses.has(429); n++) statuses.add(await info(`192.0.2.${n}`))
    expect([...statuses]).toEqual([200, 429])
    await behind.server.close()
    expect(await drained(one, n => `192.0.2.${n}`)).toBe(true)
  })

  it('write nothing when they are refused', async () => {
    await drain()
    expect((await one.send('POST', save, { body: { name: 'refused' } })).status).toBe(429)
    const { rows } = await sql`select 1 from ward where name = 'refused'`.execute(one.server.engine.database.kysely)
    expect(rows).toEqual([])
  })

  it.each<[what: string, method: string, path: string, units: number]>([
    ['a list', 'GET', read, 1],
    ['a record', 'GET', '/api/city/v1/ward/getById?id=1', 1],
    ['a choice of options by a long query', 'POST', '/api/engine/options/letter/wardId', 1],
    ['a list of the platform', 'GET', '/api/blade-user/page', 1],
    ['a save', 'POST', save, 10],
    ['an update', 'PUT', '/api/city/v1/ward/update', 10],
    ['a transition', 'PUT', '/api/city/v1/letter/answer', 10],
    ['a save of the platform', 'POST', '/api/blade-user/submit', 10],
    ['an upload', 'POST', '/api/blade-resource/oss/endpoint/put-file', 10],
    ['an exact total', 'GET', '/api/city/v1/ward/exactTotal', 40],
    ['an export', 'GET', '/api/engine/export/ward?format=csv', 40],
    ['an export of a selection', 'POST', '/api/engine/export/ward', 40],
    ['a bulk operation', 'POST', '/api/engine/bulk/ward', 40],
    ['an undo', 'POST', '/api/engine/operations/1/undo', 40],
    ['an import', 'POST', '/api/engine/import/ward', 40],
    ['a check of an import', 'POST', '/api/engine/import/ward/1/check', 40],
    ['a PDF', 'GET', '/api/engine/pdf/ward/1', 40],
  ])('are spent by %s', async (_what, method, path, units) => {
    await drain()
    const { headers } = await refusalOf(method, path, { ...(method !== 'GET' && { body: {} }) })
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeLessThanOrEqual(units)
    // A unit comes back each second, and a slow machine may take some.
    expect(seconds).toBeGreaterThan(units === 40 ? 10 : units === 10 ? 1 : 0)
  })
})

/** The methods and paths of a tree of routes, with a value for each parameter. */
function routesIn(tree: string): (readonly [method: string, path: string])[] {
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', part = '', methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    above.splice(depth)
    above.push(part)
    const path = above.join('').replace(/:\w+/g, '1')
    return methods.split(', ').map(method => [method, path] as const)
  })
}

describe('every endpoint', () => {
  it('has a cost, but health, sign-out and the mark of the application', async () => {
    const { server, send } = await limitedServer({ rate: 1 })
    try {
      const { paths } = await (await send('GET', '/api/engine/openapi')).json()
      const declared = Object.entries<object>(paths).flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter(method => ['get', 'post', 'put', 'delete'].includes(method))
          .map(method => [method.toUpperCase(), path.replace(/\{\w+\}/g, '1')] as const),
      )
      const routes = routesIn(server.engine.app.printRoutes({ commonPrefix: false }))
      expect([declared.length > 50, routes.length > 100]).toEqual([true, true])
      const all = [...declared, ...routes].filter(([method, path]) => method !== 'HEAD' && path.startsWith('/'))
      const free: string[] = []
      for (const [method, path] of all) {
        const isSignOut = path.endsWith('/logout')
        // A sign-out would end the session.
        const { status } = isSignOut ? { status: 200 } : await send(method, path)
        if (status !== 429) free.push(`${method} ${path}`)
      }
      expect(free.sort()).toEqual([
        'GET /api/blade-auth/oauth/logout',
        'GET /api/engine/mark',
        'GET /health/live',
        'GET /health/ready',
        'POST /api/blade-auth/logout',
        'POST /api/blade-auth/oauth/logout',
      ])
      expect((await send('GET', '/api/blade-auth/oauth/logout')).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})

describe('the log of requests', () => {
  it('has those of visitors that the limit admits', async () => {
    const { server, send } = await limitedServer({ rate: 20 })
    try {
      for (let n = 0; n < 30; n++) await send('GET', n % 2 === 0 ? read : '/nowhere', { by: 'none' })
      const logged = async () => {
        const { rows } = await sql<{ path: string; status: number }>`
          select distinct path, status from engine_request_log where user_id is null`.execute(
          server.engine.database.kysely,
        )
        return rows
      }
      await expect.poll(async () => (await logged()).length, { timeout: 5000 }).toBeGreaterThan(0)
      expect(await logged()).toEqual([{ path: read, status: 401 }])
    } finally {
      await server.close()
    }
  })
})

describe('lists in a record', () => {
  let one: LimitedServer
  let wardId: string
  beforeAll(async () => {
    one = await limitedServer({})
    wardId = (await (await one.send('POST', save, { body: { name: 'with lines' } })).json()).data.id
  })
  afterAll(() => one.server.close())

  const purchase = async (lines: readonly unknown[]) => {
    const response = await one.send('POST', '/api/city/v1/purchase/save', { body: { wardId, title: 'a', lines } })
    return (await response.json()) as { code: number; errors: Record<string, string> }
  }

  it('are refused above 1,000 elements before any of them is checked', async () => {
    const wrong = { thing: '', quantity: -1, price: 'x' }
    const few = await purchase(Array(500).fill(wrong))
    // Those of the first 100 lines.
    expect([few.code, Object.keys(few.errors).length]).toEqual([400, 300])
    expect(await purchase(Array(9000).fill(wrong))).toMatchObject({
      code: 400,
      errors: { lines: '明细不能超过 1000 条' },
    })
    const line = { thing: 'a', quantity: 1, price: '1.00' }
    expect((await purchase(Array(200).fill(line))).code).toBe(200)
    const pictures = Array(1001).fill('/image-api/000000/AAAAAAAAAAAAAAAAAAAAAA/a.png')
    const many = await one.send('POST', save, { body: { name: 'pictures', pictures } })
    expect(await many.json()).toMatchObject({ code: 400, errors: { pictures: '图片不能超过 1000 条' } })
  })

  it('of ids, too', async () => {
    const ids = Array.from({ length: 1001 }, (_, n) => String(n + 1))
    const removed = await one.send('DELETE', '/api/city/v1/ward/removeByIds', { body: { ids } })
    expect([removed.status, (await removed.json()).msg]).toEqual([400, '一次最多处理1000条数据'])
    const bladeRemoved = await one.send('POST', `/api/blade-user/remove?ids=${ids.join(',')}`)
    expect(bladeRemoved.status).toBe(400)
  })
})

describe('concurrent work of a user', () => {
  let one: LimitedServer
  beforeAll(async () => {
    one = await limitedServer({})
    await sql`insert into ward (id, tenant_id, name, secret_note, create_time, version, is_deleted)
      select n, '000000', 'ward ' || n, repeat('x', 250), now(), 1, 0 from generate_series(1, 40000) n`.execute(
      one.server.engine.database.kysely,
    )
  })
  afterAll(() => one.server.close())

  const exportPath = '/api/engine/export/ward?format=csv&columns=name,secretNote'
  /** A connection with a request whose response is not read beyond its first bytes. */
  const unread = (path: string) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ port: Number(new URL(one.address).port), host: '127.0.0.1' })
      socket.on('error', reject)
      socket.once('data', () => resolve(socket.pause()))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nBlade-Auth: bearer ${one.token}\r\n\r\n`)
    })

  it('is at most four exports', async () => {
    const open = await Promise.all(Array.from({ length: 4 }, () => unread(exportPath)))
    const refused = await one.send('GET', exportPath)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await refused.json()).msg).toBe('您同时进行的导出过多，请等其中一个完成后再试')
    // Other requests continue.
    expect((await one.send('GET', read)).status).toBe(200)
    open[0]?.destroy()
    await expect.poll(async () => (await one.send('HEAD', exportPath)).status, { timeout: 5000 }).toBe(200)
    for (const socket of open) socket.destroy()
  })

  it('is at most ten event streams', async () => {
    // Kept until the end: `fetch` closes the connection of a response that is garbage-collected.
    const streams: Response[] = []
    const stream = async (signal?: AbortSignal) => {
      const response = await one.send('GET', '/api/engine/events?topics=notices', signal && { signal })
      streams.push(response)
      return response.status
    }
    const open = Array.from({ length: 10 }, () => new AbortController())
    for (const { signal } of open) expect(await stream(signal)).toBe(200)
    expect(await stream()).toBe(429)
    expect(streams.at(-1)?.headers.get('retry-after')).toBe('30')
    open[0]?.abort()
    const next = new AbortController()
    await expect.poll(() => stream(next.signal), { timeout: 5000 }).toBe(200)
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(11)
    for (const controller of [...open, next]) controller.abort()
  })
})

describe('requests that are not answered yet', () => {
  let one: LimitedServer
  beforeAll(async () => {
    one = await limitedServer({ requests: 4, waiting: 10 })
  })
  afterAll(() => one.server.close())

  /** A connection on which so many requests are sent at once; responses are read only if `read` is called. */
  const pipelined = (count: number, path = '/api/city/held?size=9') => {
    const socket = connect({ port: Number(new URL(one.address).port), host: '127.0.0.1' }).pause()
    let text = ''
    socket.on('error', () => undefined).on('data', chunk => (text += chunk.toString('latin1')))
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nBlade-Auth: bearer ${one.token}\r\n\r\n`.repeat(count))
    const statuses = () => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))
    return { socket, statuses, read: () => void socket.resume() }
  }
  const endAll = () => {
    for (const end of ends.splice(0)) end()
  }

  it('are processed one at a time on a connection, in order, and refused above a number', async () => {
    const client = pipelined(30)
    await expect.poll(() => ends.length).toBe(1)
    client.read()
    const answered: number[] = []
    for (let n = 0; n < 11; n++) {
      await expect.poll(() => ends.length).toBe(1)
      answered.push(client.statuses().length)
      endAll()
    }
    await expect.poll(() => client.statuses()).toEqual([...Array(11).fill(200), ...Array(19).fill(429)])
    expect(answered).toEqual(Array.from({ length: 11 }, (_, n) => n))
    client.socket.destroy()
  })

  it('are processed a few at a time for an account, and refused above a number', async () => {
    const clients = Array.from({ length: 20 }, () => pipelined(1))
    for (const { read } of clients) read()
    const statuses = () => clients.flatMap(client => client.statuses()).sort()
    await expect.poll(statuses).toEqual(Array(6).fill(429))
    expect(ends).toHaveLength(4)
    // Those of another client are processed.
    expect((await fetch(`${one.address}/health/live`)).status).toBe(200)
    for (let n = 0; n < 4; n++) {
      await expect.poll(() => ends.length).toBe(n < 3 ? 4 : 2)
      endAll()
    }
    await expect.poll(statuses).toEqual([...Array(14).fill(200), ...Array(6).fill(429)])
    for (const { socket } of clients) socket.destroy()
  })

  it('are bounded in memory where no response is read: one response waits on each connection', async () => {
    const sockets: Socket[] = []
    one.server.engine.app.server.on('connection', socket => sockets.push(socket))
    // More than the operating system buffers.
    const size = 12_000_000
    const clients = Array.from({ length: 4 }, () => pipelined(10, `/api/city/held?size=${size}`))
    await expect.poll(() => ends.length).toBe(4)
    endAll()
    const bytes = () => sockets.map(({ writableLength }) => writableLength)
    await expect.poll(() => bytes().every(count => count > 0)).toBe(true)
    expect(bytes().every(count => count < size + 10_000)).toBe(true)
    expect(ends).toEqual([])
    for (const { socket } of clients) socket.destroy()
    // Requests of a lost connection take no slot, and are not processed.
    await expect.poll(async () => (await one.send('GET', read)).status).toBe(200)
    expect(ends).toEqual([])
  })

  it('release the event streams of a lost connection', async () => {
    for (let n = 0; n < 12; n++) {
      const { socket, read, statuses } = pipelined(10, '/api/engine/events')
      read()
      await expect.poll(statuses).toEqual([200])
      socket.destroy()
    }
  })
})

describe('error logs', () => {
  let one: LimitedServer
  beforeAll(async () => {
    one = await limitedServer({ errorLogs: 20 })
  })
  afterAll(() => one.server.close())

  it('are accepted 20 times a minute, and sign-out always', async () => {
    const path = '/api/blade-auth/oauth/logout'
    const log = [{ url: '/x', type: 'error', message: 'a', stack: '' }]
    const larger = await one.send('POST', path, { body: [{ message: 'a'.repeat(65_536) }] })
    expect(larger.status).toBe(413)
    expect((await one.send('POST', path, { body: [{ message: 'a'.repeat(65_000) }] })).status).toBe(200)
    for (let n = 1; n < 20; n++) expect((await one.send('POST', path, { body: log })).status).toBe(200)
    const refused = await one.send('POST', path, { body: log })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3'])
    expect((await one.send('POST', path)).status).toBe(200)
    expect((await one.send('GET', read)).status).toBe(401)
  })
})
