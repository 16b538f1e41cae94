import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtServer, builtWeb, shortLived } from './support/built.ts'
import { databasesUnderTest } from './support/databases.ts'
import { sampleApp } from './support/sample-app.ts'
import {
  adminPassword,
  type ServerUnderTest,
  startServer,
  tokenPath,
  webClient,
  writeApp,
  writeIn,
} from './support/server.ts'

describe.each(databasesUnderTest().filter(({ kind }) => kind === 'postgres'))(
  'server with a database of its own',
  kind => {
    it('responds 503 with Retry-After while the database is unavailable, and recovers', async () => {
      const server = await startServer(kind, sampleApp)
      const url = new URL(String(server.databaseUrl))
      const name = url.pathname.slice(1)
      url.pathname = '/postgres'
      const operator = new pg.Client({ connectionString: url.href })
      await operator.connect()
      try {
        const token = await server.signIn('admin', adminPassword)
        await operator.query(`alter database "${name}" with allow_connections false`)
        // Returns when they have ended.
        await operator.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [name])
        for (const path of ['/health/ready', '/api/city/v1/ward/page']) {
          const { status, headers, body } = await server.call('GET', path, { token })
          expect([path, status, body.code, body.msg]).toEqual([path, 503, 503, '数据库暂时无法连接，请稍后重试'])
          expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        }
        expect((await server.call('GET', '/health/live')).status).toBe(200)
        await operator.query(`alter database "${name}" with allow_connections true`)
        expect((await server.call('GET', '/health/ready')).status).toBe(200)
        expect((await server.call('GET', '/api/city/v1/ward/page', { token })).status).toBe(200)
      } finally {
        await operator.query(`alter database "${name}" with allow_connections true`)
        await operator.end()
        await server.close()
      }
    })
  },
)

describe('product', () => {
  const folders: string[] = []
  const children: ChildProcess[] = []
  afterAll(() => {
    // A test that failed leaves its server, whose embedded database does not survive the removal of its folder.
    for (const child of children) child.kill('SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  /** The server as run by `npm start`, with its output. */
  const run = async (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [...shortLived, join(await builtServer(), 'main.js')], {
      env: { PATH: process.env['PATH'], PORT: '0', CAPTCHA: 'off', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const printed: string[] = []
    child.stdout.on('data', chunk => printed.push(String(chunk)))
    return { child, text: () => printed.join('') }
  }
  const untilPrinted = async (server: { child: ChildProcess; text(): string }, what: RegExp): Promise<string> => {
    for (;;) {
      const found = what.exec(server.text())
      if (found) return found[1] ?? found[0]
      if (server.child.exitCode !== null) throw new Error(`The server ended:\n${server.text()}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  it('prints its address and an initial password, and stops on SIGTERM after the last response', async () => {
    const appDir = writeApp({
      'app.yaml': 'language: 2\ntitle: { zh: 样例, en: Sample }\n',
    })
    folders.push(appDir)
    const server = await run({ APP_DIR: appDir })
    const address = await untilPrinted(server, /(http:\/\/127\.0\.0\.1:\d+)\n/)
    const password = await untilPrinted(server, /"admin" with the password (\S+)/)
    const headers = { ...webClient, 'content-type': 'application/json' }
    const body = JSON.stringify({ tenantId: '000000', username: 'admin', password, grant_type: 'password' })
    const first = await fetch(address + tokenPath, { method: 'POST', headers, body })
    expect(await first.json()).toMatchObject({ account: 'admin', must_change_password: true })
    const last = request(address + tokenPath, { method: 'POST', headers: { ...headers, expect: '100-continue' } })
    last.flushHeaders()
    // The server sends this when it has received the request.
    await once(last, 'continue')
    const ended = once(server.child, 'close')
    server.child.kill('SIGTERM')
    last.end(body)
    const [answer] = await once(last, 'response')
    expect(answer.resume().statusCode).toBe(200)
    expect(await ended).toEqual([0, null])
    expect(server.text()).not.toContain(`"${password}"`)
  })

  it.each([
    ['a setting', { PORT: 'eighty' }, 'PORT is "eighty"; it must be 0 to 65535.\n'],
    ['a descriptor', { BROKEN: '1' }, 'app.yaml:1:1 '],
    ['a published key', { KEY: '0'.repeat(32) }, 'contains a key from public source code'],
  ])('exits with one sentence, not a stack trace, for %s that is wrong', async (_what, environment, sentence) => {
    const appDir = writeApp({ 'app.yaml': 'BROKEN' in environment ? 'language: 2\ntitle: 7\n' : 'language: 2\n' })
    folders.push(appDir)
    if ('KEY' in environment) writeIn(appDir, 'data/token-secret', `${environment.KEY}\n`)
    const server = await run({ APP_DIR: appDir, ...environment })
    const [code] = await once(server.child, 'close')
    expect(code).toBe(1)
    expect(server.text()).toContain('BROKEN' in environment ? 'app.yaml:2:8' : sentence)
    expect(server.text()).not.toMatch(/\n\s+at /)
  })
})

describe('HTTP edge', () => {
  let server: ServerUnderTest
  let port: number
  const [embedded] = databasesUnderTest().filter(({ kind }) => kind === 'embedded')

  beforeAll(async () => {
    if (!embedded) throw new Error('There is no embedded database to test on.')
    const files = { 'assets/app-abc123.js': 'export {}', 'icon.svg': '<svg/>', '.env': 'SECRET=1' }
    const web = writeApp({ 'index.html': '<!doctype html><title>x</title>', ...files })
    server = await startServer(embedded, sampleApp, { settings: { port: 0 }, web })
    port = Number(new URL(await server.engine.listen()).port)
  })
  afterAll(() => server.close())

  it('serves the web: hashed files for a year, a page for every screen, a CSP without eval', async () => {
    const page = await server.call('GET', '/city/ward')
    expect(String(page.body)).toContain('<title>样例</title>')
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    expect(page.headers['content-security-policy']).not.toContain('unsafe-eval')
    const script = await server.call('GET', '/assets/app-abc123.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    // Endpoints below /api depend on the Model, so an unknown one requires sign-in like a known one.
    expect((await server.call('GET', '/api/nothing')).body).toMatchObject({ code: 401 })
    expect((await server.call('POST', '/city/ward')).status).toBe(404)
  })

  it.each(['/', '/city/ward', '/city/ward/1', '/apiary', '/healthy', '/icon.svg'])(
    'serves %s, isolated',
    async path => {
      const { status, headers } = await server.call('GET', path)
      expect([status, headers['cross-origin-opener-policy']]).toEqual([200, 'same-origin'])
    },
  )

  it.each([
    '/metrics',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/.well-known/security.txt',
    '/city/.ward',
    '/assets/.hidden',
    '/assets/..%2f.env',
    '/assets/app-old.js',
    '/wp-login.php',
    '/city/ward.json',
    '/backup.tar.gz',
    '/API/city/v1/ward/page',
    '/Api/',
    '/API',
    '/Health/live',
    '/IMAGE-API/x',
  ])('answers GET %s with 404, not with a page', async path => {
    const { status, body } = await server.call('GET', path)
    expect([status, body.code]).toEqual([404, 404])
  })

  describe('built web', () => {
    let built: ServerUnderTest
    let path: string
    let script: Buffer

    beforeAll(async () => {
      if (!embedded) throw new Error('There is no embedded database to test on.')
      const web = await builtWeb()
      built = await startServer(embedded, sampleApp, { web })
      path = /<script[^>]+src="([^"]+)"/.exec(await readFile(join(web, 'index.html'), 'utf8'))?.[1] ?? ''
      script = await readFile(join(web, path))
    })
    afterAll(() => built.close())

    const ask = (accepted: string, more: Readonly<Record<string, string>> = {}) =>
      built.call('GET', path, { headers: { 'accept-encoding': accepted, ...more } })

    it.each([
      ['br', 'gzip, deflate, br', (sent: Buffer) => brotliDecompressSync(sent)],
      ['gzip', 'gzip', (sent: Buffer) => gunzipSync(sent)],
      [undefined, 'identity', (sent: Buffer) => sent],
    ])('serves precompressed files as %s', async (encoding, accepted, read) => {
      const { headers, body } = await ask(accepted)
      expect(headers['content-encoding']).toBe(encoding)
      expect(read(body).equals(script)).toBe(true)
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/^(text|application)\/javascript/),
        vary: expect.stringMatching(/accept-encoding/i),
      })
      if (encoding !== undefined) expect(body.length).toBeLessThan(script.length / 2)
      const again = await ask(accepted, { 'if-none-match': String(headers['etag']) })
      expect([again.status, again.body.length]).toEqual([304, 0])
    })

    it('sends different ETags for compressed and uncompressed responses', async () => {
      const tags = await Promise.all(['br', 'gzip', 'identity'].map(async way => (await ask(way)).headers['etag']))
      expect(new Set(tags).size).toBe(3)
    })

    it('serves the page of a screen with revalidation', async () => {
      const page = (more: Readonly<Record<string, string>>) => built.call('GET', '/city/ward', { headers: more })
      const { headers, body } = await page({})
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-type']).toMatch(/^text\/html/)
      expect(String(body)).toContain(`src="${path}"`)
      const again = await page({ 'if-none-match': String(headers['etag']) })
      expect([again.status, again.body.length]).toEqual([304, 0])
      expect((await page({ 'if-none-match': 'W/"other"' })).status).toBe(200)
    })
  })

  /** The server's response to bytes that no HTTP client sends. */
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      const parts: Buffer[] = []
      socket.on('data', part => parts.push(part))
      socket.on('close', () => resolve(Buffer.concat(parts).toString()))
      socket.on('error', reject)
    })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers beyond 16 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n', 400],
    ['two Host headers, the same', 'GET / HTTP/1.0\r\nHost: x\r\nhost: x\r\n\r\n', 400],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an unknown method', 'BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('responds to %s in the envelope', async (_what, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: status, success: false })
  })

  it.each([
    ['no Host header', '', '消息不能读取：缺少请求头 Host', 'Invalid request: the Host header is missing'],
    [
      'two Host headers',
      'Host: x\r\nHost: y\r\n',
      '消息不能读取：请求头 Host 只能有一个',
      'Invalid request: there is more than one Host header',
    ],
  ])('states in both languages what is wrong with %s', async (_what, hosts, zh, en) => {
    const head = (language: string) =>
      `GET / HTTP/1.1\r\n${hosts}Accept-Language: ${language}\r\nConnection: close\r\n\r\n`
    for (const [language, text] of [
      ['zh', zh],
      ['en', en],
    ] as const)
      expect(JSON.parse((await raw(head(language))).split('\r\n\r\n')[1] ?? '')).toMatchObject({ msg: text })
  })

  it.each([
    ['headers beyond 16 kB', `X: ${'a'.repeat(20_000)}`, /^HTTP\/1.1 431 [\s\S]*"msg":"[A-Z][a-z]/],
    ['a header without a name', ': x', /^HTTP\/1.1 400 [\s\S]*"msg":"[A-Z][a-z]/],
  ])('responds to %s in the language of the request', async (_what, line, expected) => {
    const head = (language: string) =>
      `GET /api/city HTTP/1.1\r\nHost: x\r\nAccept-Language: ${language}\r\n${line}\r\n\r\n`
    expect(await raw(head('en'))).toMatch(expected)
    expect(await raw(head('zh'))).toMatch(/"msg":"[\u4e00-\u9fff]/)
  })

  it('responds to a body that is too large in the language of the request', async () => {
    const token = await server.signIn('admin', adminPassword)
    const answer = async (language: string) =>
      (
        await server.call('POST', '/api/city/v1/ward/save', {
          token,
          headers: { 'accept-language': language },
          body: { name: 'a'.repeat(20_000_000) },
        })
      ).body
    expect([(await answer('en')).code, (await answer('en')).msg]).toEqual([413, expect.stringMatching(/^[A-Z][a-z]/)])
    expect((await answer('zh')).msg).toMatch(/[\u4e00-\u9fff]/)
  })

  it('compresses long responses for clients that accept it', async () => {
    const token = await server.signIn('admin', adminPassword)
    const { headers } = await server.call('GET', '/api/engine/index', { token, headers: { 'accept-encoding': 'gzip' } })
    expect(headers['content-encoding']).toBe('gzip')
  })
})
