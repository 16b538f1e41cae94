import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../tests/support/postgres-server.ts'
import { ask } from './callers.ts'
import { password, type Running, signInAt, startServer } from './city.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rows = 100_000
const times = 3
/** In megabytes above idle. */
const most = 200

/** Exports of 100,000 rows on each database: speed, and memory above idle; and a record as PDF. */
export async function exports(): Promise<Section> {
  return {
    title: `Exports of ${rows.toLocaleString('en')} rows`,
    how:
      'All columns of a notice letter (16, of which three are names of other records) that an administrator may view, from a seeded city, over HTTP to a client that discards the response. ' +
      `Memory is the peak resident set of the process (VmHWM, reset before each run) minus its idle resident set, the maximum of ${times} runs; it includes the embedded database. ` +
      'The bare cursor reads the same columns and names with `declare cursor`, 500 rows at a time, and writes them as CSV. Speeds are medians.',
    rows: [...(await measure('postgres')), ...(await measure('embedded'))],
  }
}

async function measure(kind: 'postgres' | 'embedded'): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-export-'))
  const postgres = kind === 'postgres' ? await startPostgres(['shared_buffers=1GB', 'max_wal_size=4GB']) : undefined
  const environment = {
    ...{ DATA_DIR: dataDir, LIVE: 'off', DEMO: 'off', ADMIN_PASSWORD: password },
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  try {
    await seed(environment, '--enterprises', '100', '--days', '1')
    await seed(environment, '--only', 'entNoticeLetter', '--rows', String(rows))
    const bare = postgres ? await bareCursor(postgres.url) : undefined
    const server = await startServer(environment)
    try {
      return [
        ...(bare === undefined ? [] : [{ what: 'bare cursor to CSV', figure: perSecond(bare) }]),
        ...(await ofFormat(kind, server, 'csv', bare)),
        ...(await ofFormat(kind, server, 'xlsx', bare)),
        ...(await onPaper(kind, server)),
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seed(environment: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', '--seed', 'bench', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The seed ended with ${code}.`)
}

async function ofFormat(kind: string, server: Running, format: string, bare?: number): Promise<Measure[]> {
  const headers = await signInAt(server.port, 'admin')
  const path = `/api/engine/export/entNoticeLetter?format=${format}&columns=*`
  const speeds: number[] = []
  const peaks: number[] = []
  let size = 0
  for (let time = 0; time < times; time++) {
    await sleep(2_000)
    const idle = memoryOf(server.pid, 'VmRSS')
    forgetPeak(server.pid)
    const start = performance.now()
    size = await sizeOf(server.port, path, headers)
    speeds.push((rows * 1000) / (performance.now() - start))
    peaks.push(memoryOf(server.pid, 'VmHWM') - idle)
  }
  const more = Math.max(...peaks)
  const speed = median(speeds)
  const of = `${kind}, ${format.toUpperCase()}`
  const comparison = bare === undefined ? '' : `, ${(speed / bare).toFixed(2)} of the bare cursor`
  return [
    { what: `${of}, rows`, figure: `${perSecond(speed)}${comparison} (${(size / 1e6).toFixed(1)} MB)` },
    { what: `${of}, memory above idle`, figure: `${more} MB`, bound: `≤ ${most} MB`, holds: more <= most },
  ]
}

/** The first PDF starts the worker thread and loads the fonts; later ones reuse them. */
async function onPaper(kind: string, server: Running): Promise<Measure[]> {
  const headers = await signInAt(server.port, 'admin')
  const list = await ask({ port: server.port, path: '/api/ent/v1/entNoticeLetter/page?size=20', headers })
  const { records } = (JSON.parse(list) as { data: { records: { id: string }[] } }).data
  const taken: number[] = []
  const idle = memoryOf(server.pid, 'VmRSS')
  forgetPeak(server.pid)
  for (const { id } of records) {
    const start = performance.now()
    await sizeOf(server.port, `/api/engine/pdf/entNoticeLetter/${id}`, headers)
    taken.push(performance.now() - start)
  }
  const [first = 0, ...next] = taken
  return [
    { what: `${kind}, PDF of a record, first`, figure: milliseconds(first) },
    { what: `${kind}, PDF of a record, later ones`, figure: milliseconds(median(next)) },
    { what: `${kind}, PDF, memory above idle`, figure: `${memoryOf(server.pid, 'VmHWM') - idle} MB` },
  ]
}

/** Reads a response to its end without storing it. */
function sizeOf(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, answer => {
      let size = 0
      answer.on('data', (part: Buffer) => (size += part.length))
      answer.on('error', reject)
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(size) : reject(new Error(`${answer.statusCode} to ${path}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Rows per second of a cursor that only reads the same rows and writes them. */
async function bareCursor(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const speeds: number[] = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    await client.query('begin')
    await client.query(`declare letters cursor for
      select l.*, e.name as ent_name, c.name as camera_name, u.name as creator from ent_notice_letter l
      left join ent_info e on e.id = l.ent_id left join ent_camera c on c.id = l.camera_id
      left join blade_user u on u.id = l.create_user order by l.create_time desc, l.id desc`)
    let written = 0
    for (;;) {
      const { rows: some } = await client.query('fetch 500 from letters')
      if (some.length === 0) break
      written += some.length
      Buffer.from(some.map(row => Object.values(row).map(field).join(',')).join('\r\n'))
    }
    await client.query('rollback')
    speeds.push((written * 1000) / (performance.now() - start))
  }
  await client.end()
  return median(speeds)
}

const field = (value: unknown): string => {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Resets the kernel's peak memory of a process. */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Megabytes of a process, as reported by Linux. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

const perSecond = (speed: number): string => `${Math.round(speed).toLocaleString('en')} /s`
