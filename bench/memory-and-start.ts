import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { ask, requestsPerSecond } from './callers.ts'
import { password, startServer } from './city.ts'
import { type Measure, milliseconds, type Section } from './section.ts'

/** The first and second start on each database, and the server's memory idle and after load. */
export async function memoryAndStart(): Promise<Section> {
  const rows = [await withDemonstration(), ...(await measure('embedded')), ...(await measure('postgres'))]
  return {
    title: 'Start and memory',
    how:
      'With a built checkout, from the command until the server logs its address. The first start creates the tables and loads ' +
      '44,703 regions, or copies the embedded database in which the build did so; with the demonstration, which is installed by default, it also generates a city of more than 20,000 rows. Memory is the resident set of the process (including the embedded database), after 5 s idle and after 10 s of page requests by 32 concurrent clients.',
    rows,
  }
}

/** A user's first start, which installs the demonstration by default. */
async function withDemonstration(): Promise<Measure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-demo-'))
  try {
    const { readyAfter, stop } = await startServer({ DATA_DIR: dataDir, DEMO: '' })
    await stop()
    return {
      what: 'embedded, first start with the demonstration',
      figure: milliseconds(readyAfter),
      bound: '≤ 15000 ms',
      holds: readyAfter <= 15_000,
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(kind: 'embedded' | 'postgres'): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'))
  const postgres = kind === 'postgres' ? await startPostgres() : undefined
  const environment = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) }
  try {
    const first = await startServer(environment)
    await first.stop()
    const second = await startServer(environment)
    await sleep(5_000)
    const idle = residentOf(second.pid)
    const body = JSON.stringify({
      tenantId: '000000',
      username: 'admin',
      password,
      grant_type: 'password',
      scope: 'all',
    })
    const headers = {
      authorization: `Basic ${Buffer.from('mingchu:').toString('base64')}`,
      'content-type': 'application/json',
      'tenant-id': '000000',
    }
    const answer = await ask({
      port: second.port,
      path: '/api/blade-auth/oauth/token',
      method: 'POST',
      headers,
      body: () => body,
    })
    const { access_token } = JSON.parse(answer) as { access_token: string }
    const target = {
      port: second.port,
      path: '/api/sys/v1/sysRegion/page?size=10',
      headers: { 'blade-auth': `bearer ${access_token}` },
    }
    await requestsPerSecond(target, 32, 10)
    const loaded = residentOf(second.pid)
    await second.stop()
    const isEmbedded = kind === 'embedded'
    return [
      {
        what: `${kind}, first start`,
        figure: milliseconds(first.readyAfter),
        ...(isEmbedded && { bound: '≤ 5000 ms', holds: first.readyAfter <= 5000 }),
      },
      { what: `${kind}, second start`, figure: milliseconds(second.readyAfter) },
      { what: `${kind}, memory idle`, figure: `${idle} MB` },
      { what: `${kind}, memory after load`, figure: `${loaded} MB` },
    ]
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Megabytes of a process's resident set, as reported by Linux. */
function residentOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
