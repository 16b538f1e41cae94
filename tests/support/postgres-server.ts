import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL on a private socket in a temporary folder; undefined where no `postgres` binary is found. It
 * never syncs, so it is for tests and benchmarks only.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer | undefined> {
  const binaries = binaryFolder()
  if (binaries === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mingchu-pg-'))
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const as = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'mingchu', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...as, stdio: 'pipe' },
  )
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-k', folder, '-h', '', ...[...quick, ...settings].flatMap(setting => ['-c', setting])],
    { ...as, stdio: 'ignore' },
  )
  const url = `postgres://mingchu@${encodeURIComponent(folder)}/postgres`
  const stop = async () => {
    await ended(server)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answering(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** Debian's folders, newest first, then the PATH. */
function binaryFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map(version => join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')]
  return folders.find(folder => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses to run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'daemon']) {
    try {
      const [uid, gid] = ['-u', '-g'].map(flag => Number(execFileSync('id', [flag, name], { stdio: 'pipe' })))
      if (uid && gid) return { uid, gid }
    } catch (error) {
      if (name === 'daemon') throw error
    }
  }
  return undefined
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start with code ${server.exitCode}.`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error('PostgreSQL did not answer within ten seconds of its start.')
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    server.once('exit', () => resolve())
    // SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
    server.kill('SIGINT')
  })
}
