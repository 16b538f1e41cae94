import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { descriptorFiles, descriptorFolders } from '../engine/compiler/kinds.ts'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { ask } from './callers.ts'

/** A server under measurement, and its database. */
export interface City {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  readonly database: pg.Client
  /** The headers of a signed-in account. */
  signIn(account: string): Promise<Readonly<Record<string, string>>>
  stop(): Promise<void>
}

/** The password of all accounts. */
export const password = 'Harbour#2026'
const basic = `Basic ${Buffer.from('mingchu:').toString('base64')}`

/** A copy of the product's descriptors, for further ones and for changes. */
export function copyOfApp(): string {
  const app = mkdtempSync(join(tmpdir(), 'bench-app-'))
  for (const part of [...descriptorFolders, ...descriptorFiles, 'mark.svg'])
    cpSync(part, join(app, part), { recursive: true })
  return app
}

/** Starts a PostgreSQL server and the built server on it. */
export async function startCity(environment: Readonly<Record<string, string>> = {}): Promise<City> {
  const postgres = await startPostgres(['shared_buffers=1GB', 'work_mem=32MB', 'max_wal_size=4GB'])
  if (!postgres) throw new Error('This benchmark needs a `postgres` binary (Debian: postgresql-15).')
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const server = await startServer({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, ...environment })
  const database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  return {
    url: postgres.url,
    port: server.port,
    pid: server.pid,
    dataDir,
    database,
    signIn: account => signInAt(server.port, account),
    async stop() {
      await database.end()
      await server.stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export interface Running {
  readonly port: number
  readonly pid: number
  /** The time from the command to the line with the address, in milliseconds. */
  readonly readyAfter: number
  stop(): Promise<void>
}

/** Starts the built server, or a copy of it, and waits until it responds. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  main = 'dist/server/main.js',
): Promise<Running> {
  const start = performance.now()
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'warn',
      CAPTCHA: 'off',
      DEMO: 'off',
      RATE_LIMIT: 'off',
      ADMIN_PASSWORD: password,
      ...environment,
    },
  })
  const port = await portOf(child)
  return {
    port,
    pid: child.pid ?? 0,
    readyAfter: performance.now() - start,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** The port that a child process prints. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const output: string[] = []
    if (!child.stdout) throw new Error('The child has no output to read.')
    createInterface(child.stdout).on('line', line => {
      output.push(line)
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
      if (port) resolve(Number(port))
    })
    child.once('exit', code => reject(new Error(`The server ended with ${code}:\n${output.join('\n')}`)))
  })
}

/** The headers of an account signed in at a server. */
export async function signInAt(port: number, account: string): Promise<Readonly<Record<string, string>>> {
  const body = JSON.stringify({ tenantId: '000000', username: account, password, grant_type: 'password', scope: 'all' })
  const headers = { authorization: basic, 'tenant-id': '000000', 'content-type': 'application/json' }
  const answer = await ask({ port, path: '/api/blade-auth/oauth/token', method: 'POST', headers, body: () => body })
  const { access_token } = JSON.parse(answer) as { access_token: string }
  return { 'blade-auth': `bearer ${access_token}` }
}
