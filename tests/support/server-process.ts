import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtServer, shortLived } from './built.ts'
import type { Place } from './databases.ts'
import { adminPassword, tokenPath, webClient } from './server.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly pid: number
  readonly address: string
  readonly token: string
  send(method: string, path: string, body?: unknown, key?: string): Promise<Response>
  /** Kills it with SIGKILL, like a power failure. */
  kill(): Promise<void>
  /** Asks it to stop with SIGTERM. */
  stop(): Promise<void>
}

/** Starts a server on a folder of descriptors, watched or not, and a database; both remain when it ends. */
export async function startServerProcess(
  place: Place,
  appDir: string,
  live: 'on' | 'off' = 'off',
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = fork(join(await builtServer(), 'live-server.js'), {
    execArgv: [...shortLived],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      APP_DIR: appDir,
      DATA_DIR: place.dataDir ?? `${appDir}/data`,
      ADMIN_PASSWORD: adminPassword,
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      LIVE: live,
      TEMPLATE: place.template,
      ...(place.url !== undefined && { DATABASE_URL: place.url }),
      ...more,
    },
  })
  const address = await addressOf(child)
  const token = await signIn(address)
  const ended = once(child, 'exit')
  return {
    pid: Number(child.pid),
    address,
    token,
    send: (method, path, body, key) =>
      fetch(address + path, {
        method,
        headers: {
          'blade-auth': `bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.send('stop')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it listened.`)
  })
  // After it listens, its exit is not an error.
  ended.catch(() => undefined)
  const [{ address }] = await Promise.race([once(child, 'message'), ended])
  return address
}

/** The access token of a user; by default of the administrator of the platform's tenant. */
export async function signIn(
  address: string,
  username = 'admin',
  password = adminPassword,
  tenantId = '000000',
): Promise<string> {
  const response = await fetch(address + tokenPath, {
    method: 'POST',
    headers: { ...webClient, 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, username, password, grant_type: 'password' }),
  })
  return (await response.json()).access_token
}
