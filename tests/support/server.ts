import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createEngine, type Engine, type EngineOptions } from '../../engine/server/engine.ts'
import type { Part } from '../../engine/server/part.ts'
import { readSettings, type Settings } from '../../engine/server/settings.ts'
import { type DatabaseUnderTest, testZone } from './databases.ts'

/** The response to a call. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** The parsed body, whatever it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail where they differ
  readonly body: any
}

export interface CallOptions {
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A server with a folder and a database of its own. */
export interface ServerUnderTest {
  readonly engine: Engine
  readonly appDir: string
  readonly dataDir: string
  /** Absent for the embedded database. */
  readonly databaseUrl?: string
  /** The lines that it logged. */
  readonly log: readonly string[]
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
  /** The access token of an account; by default of the platform's tenant. */
  signIn(account: string, password: string, tenantId?: string): Promise<string>
  /** Ends the server and removes its folder and its database. */
  close(): Promise<void>
}

export const adminPassword = 'Harbour-2026'

/** Writes descriptors into a temporary folder. */
export function writeApp(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mingchu-app-'))
  for (const [file, text] of Object.entries(files)) writeIn(folder, file, text)
  return folder
}

export function writeIn(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

/** Starts a server in this process; requests are injected. */
export async function startServer(
  kind: DatabaseUnderTest,
  files: Readonly<Record<string, string>>,
  more: Omit<Part, 'name'> & {
    readonly settings?: Partial<Settings>
    readonly fill?: EngineOptions['fill']
    readonly web?: string
    readonly clockShift?: EngineOptions['clockShift']
    readonly jobInterval?: number
    readonly patience?: number
    readonly statementTimeout?: number
  } = {},
): Promise<ServerUnderTest> {
  const [place, appDir] = [await kind.placeHere(), writeApp(files)]
  const dataDir = join(appDir, 'data')
  const log: string[] = []
  const engine = await createEngine({
    settings: {
      ...readSettings({
        APP_DIR: appDir,
        ADMIN_PASSWORD: adminPassword,
        CAPTCHA: 'off',
        LIVE: 'off',
        RATE_LIMIT: 'off',
      }),
      dataDir,
      zone: testZone,
      ...(place.url !== undefined && { databaseUrl: place.url }),
      ...more.settings,
    },
    log: pino({ level: 'info' }, { write: line => void log.push(line) }),
    ...(place.instance && { instance: place.instance }),
    parts: [{ name: 'test', ...more }],
    ...(more.fill && { fill: more.fill }),
    ...(more.web !== undefined && { web: more.web }),
    ...(more.clockShift && { clockShift: more.clockShift }),
    ...(more.statementTimeout !== undefined && { statementTimeout: more.statementTimeout }),
    ...(more.patience !== undefined && { patience: more.patience }),
    ...(more.jobInterval !== undefined && { jobInterval: more.jobInterval }),
  })
  return {
    ...callsOf(engine),
    engine,
    appDir,
    dataDir,
    ...(place.url !== undefined && { databaseUrl: place.url }),
    log,
    async close() {
      await engine.close()
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    },
  }
}

function callsOf(engine: Engine): Pick<ServerUnderTest, 'call' | 'signIn'> {
  const call: ServerUnderTest['call'] = async (method, url, { token, headers, body } = {}) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await engine.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...(token !== undefined && { 'blade-auth': `bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: isText ? body : JSON.stringify(body) }),
    })
    const isPlain = response.headers['content-encoding'] === undefined
    const isJson = isPlain && String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : response.rawPayload,
    }
  }
  return {
    call,
    async signIn(account, password, tenantId = '000000') {
      const { body } = await call('POST', tokenPath, {
        headers: webClient,
        body: { tenantId, username: account, password, grant_type: 'password' },
      })
      if (typeof body.access_token !== 'string')
        throw new Error(`${account} could not sign in: ${JSON.stringify(body)}`)
      return body.access_token
    },
  }
}

export const tokenPath = '/api/blade-auth/oauth/token'
/** The header with which the web identifies itself. */
export const webClient = { authorization: `Basic ${Buffer.from('mingchu:').toString('base64')}` }
