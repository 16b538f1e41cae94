import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { builtServer } from './support/built.ts'
import { type DatabaseUnderTest, databasesUnderTest, type Place } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import { adminPassword, writeApp } from './support/server.ts'
import { signIn } from './support/server-process.ts'

const kinds = databasesUnderTest()
const of = (kind: DatabaseUnderTest['kind']) => kinds.find(one => one.kind === kind)
const [embedded, postgres] = [of('embedded'), of('postgres')]
const appDir = writeApp(sampleApp)
afterAll(() => rmSync(appDir, { recursive: true, force: true }))

interface Product {
  readonly child: ChildProcess
  readonly port: number
}

/** Starts the product's server as a service manager does. */
async function startProduct(place: Place, given = 0): Promise<Product> {
  const child = spawn(process.execPath, [join(await builtServer(), 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(given),
      APP_DIR: appDir,
      DATA_DIR: place.dataDir ?? join(appDir, 'data'),
      ADMIN_PASSWORD: adminPassword,
      CAPTCHA: 'off',
      DEMO: 'off',
      LIVE: 'off',
      RATE_LIMIT: 'off',
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'silent',
      ...(place.url !== undefined && { DATABASE_URL: place.url }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed += String(chunk)
      const [, own] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed) ?? []
      if (own !== undefined) resolve(Number(own))
    })
    child.once('exit', () => reject(new Error(`The server ended before it listened: ${printed}`)))
  })
  return { child, port }
}

async function stop({ child }: Product): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

const statusOf = (port: number, path: string): Promise<number | string> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } }).then(
    ({ status }) => status,
    ({ cause }) => String(cause?.code),
  )

interface Proxy {
  readonly address: string
  /** Errors that a client of the proxy sees as 502. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

/**
 * A proxy as usual ones are: in turn to the servers that report that they are ready, over connections that are kept, and
 * to the next one only where a connection is refused.
 */
async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set(ports)
  const faults: string[] = []
  let turn = 0
  const probes = setInterval(() => {
    for (const port of ports)
      void statusOf(port, '/health/ready').then(status => (status === 200 ? ready.add(port) : ready.delete(port)))
  }, 200)
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('end', () => {
      const [first, ...others] = [...ready].sort((one, other) => one - other)
      const order = first === undefined ? [] : turn++ % 2 === 0 ? [first, ...others] : [...others, first]
      const forward = ([port, ...rest]: readonly number[]) => {
        if (port === undefined) {
          faults.push('no server is ready')
          outgoing.writeHead(502).end()
          return
        }
        const { method, url: path, headers } = incoming
        const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, answer => {
          outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': String(answer.headers['content-type']) })
          answer.pipe(outgoing)
        })
        sent.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') forward(rest)
          else {
            faults.push(`${method} ${path}: ${error.code}`)
            outgoing.writeHead(502).end()
          }
        })
        sent.end(Buffer.concat(chunks))
      }
      forward(order)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    async close() {
      clearInterval(probes)
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

describe.runIf(embedded)('a process that gets SIGTERM', () => {
  it('is not ready before it accepts no connection, and serves until then', async () => {
    const place = await (embedded as DatabaseUnderTest).place()
    const product = await startProduct(place)
    expect(await statusOf(product.port, '/health/ready')).toBe(200)
    const ended = stop(product)
    await expect.poll(() => statusOf(product.port, '/health/ready')).toBe(503)
    const live = await fetch(`http://127.0.0.1:${product.port}/health/live`)
    expect([live.status, live.headers.get('connection')]).toEqual([200, 'close'])
    await ended
    expect(await statusOf(product.port, '/health/live')).toBe('ECONNREFUSED')
    await place.remove()
  }, 60_000)
})

describe.runIf(postgres)('one of two processes behind a proxy', () => {
  it('is restarted under load without a failed request', async () => {
    const place = await (postgres as DatabaseUnderTest).place()
    const servers = [await startProduct(place), await startProduct(place)] as [Product, Product]
    const proxy = await startProxy(servers.map(({ port }) => port))
    try {
      const token = await signIn(proxy.address)
      const send = (method: string, path: string, body?: object) =>
        fetch(proxy.address + path, {
          method,
          headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
      let isLoaded = true
      const statuses: Record<number, number> = {}
      let saved = 0
      const clients = [...Array(8).keys()].map(async client => {
        for (let n = 0; isLoaded; n++) {
          const isWrite = n % 3 === 0
          const { status } = isWrite
            ? await send('POST', '/api/city/v1/ward/save', { name: `${client} ${n}` })
            : await send('GET', '/api/city/v1/ward/page?size=5')
          statuses[status] = (statuses[status] ?? 0) + 1
          if (isWrite && status === 200) saved++
        }
      })
      for (const at of [0, 1] as const) {
        await sleep(1000)
        const { port } = servers[at]
        await stop(servers[at])
        servers[at] = await startProduct(place, port)
      }
      await sleep(1000)
      isLoaded = false
      await Promise.all(clients)
      expect(proxy.faults).toEqual([])
      expect(Object.keys(statuses)).toEqual(['200'])
      expect(statuses[200]).toBeGreaterThan(100)
      const { data } = await (await send('GET', '/api/city/v1/ward/page?size=1')).json()
      expect(data.total).toBe(saved)
    } finally {
      await proxy.close()
      await Promise.all(servers.map(stop))
      await place.remove()
    }
  }, 120_000)
})
