import { createHash, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { SlowStatement } from '../database/slow-statements.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import { revisionState } from '../live/applied.ts'
import { lastBackup } from '../operator/backup.ts'
import type { App } from './app.ts'
import { assureEditor } from './descriptor-calls.ts'

interface StatusParts {
  readonly database: Database
  readonly dataDir: string
  /** The latest slow statements of this process. */
  slow(): readonly SlowStatement[]
  readonly metricsToken?: string
}

/** `/api/engine/status` for administrators of the platform, and `/metrics` for Prometheus, with a token of its own. */
export async function statusCalls(app: App, parts: StatusParts): Promise<void> {
  app.get('/api/engine/status', async ({ ctx, language }) => {
    assureEditor(ctx, { zh: '查看系统状态', en: 'View the system status' })
    return done({ ...(await statusOf(parts)), slow: parts.slow() }, language)
  })
  if (parts.metricsToken !== undefined) await metricsCall(app, parts, parts.metricsToken)
}

async function statusOf({ database, dataDir }: StatusParts) {
  const { kysely } = database.reserved
  const [[state], revision, disk, backup] = await Promise.all([
    runAll(
      kysely,
      sql`select current_setting('server_version') as "serverVersion",
        pg_database_size(current_database())::float8 as size,
        (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
        current_setting('max_connections')::int as "maxConnections",
        (select count(*)::int from engine_job) as jobs,
        (select count(*)::int from engine_job where lease_until > now()) as running,
        (select count(*)::int from engine_job where failures > 0) as failing,
        (select count(*)::int from engine_message where state in ('queued', 'sending')) as messages,
        (select count(*)::int from engine_session where expires_at > now()) as sessions`,
    ),
    revisionState(kysely),
    statfs(existing(dataDir)),
    readFile(lastBackup(dataDir), 'utf8').then(JSON.parse, () => null),
  ])
  return {
    version,
    node: process.version,
    uptime: Math.round(process.uptime()),
    memory: process.memoryUsage.rss(),
    revision: revision ? { number: revision.number, appliedOn: revision.appliedOn, of: revision.of } : null,
    database: { kind: database.kind, ...state },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    backup: backup as { readonly at: string; readonly files: number } | null,
  }
}

/** A folder, or the nearest one above it that exists: DATA_DIR is created with the first file. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)))

const version = versionOf(dirname(fileURLToPath(import.meta.url)))

/** The version of the nearest package: of the sources, or of the bundle of a build. */
function versionOf(folder: string): string {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version
  return folder === dirname(folder) ? '' : versionOf(dirname(folder))
}

/** The metrics of this process and of its database, by prom-client, which only servers with a token load. */
async function metricsCall(app: App, parts: StatusParts, token: string): Promise<void> {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registers = [new Registry()]
  const [register] = registers as [InstanceType<typeof Registry>]
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'mingchu_http_request_seconds',
    help: 'Duration of requests, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  app.addHook('onResponse', async ({ method, routeOptions: { url = 'none' } }, reply) =>
    requests.observe({ method, route: url, status: reply.statusCode }, reply.elapsedTime / 1000),
  )
  const gauge = (name: string, help: string) => new Gauge({ name: `mingchu_${name}`, help, registers })
  const gauges = {
    size: gauge('database_bytes', 'Size of the database'),
    connections: gauge('database_connections', 'Connections to the database, of all its clients'),
    running: gauge('jobs_running', 'Jobs that run'),
    failing: gauge('jobs_failing', 'Jobs whose last run failed'),
    messages: gauge('messages_waiting', 'Messages that are not sent yet'),
    sessions: gauge('sessions', 'Sessions that have not expired'),
  }
  const free = gauge('disk_free_bytes', 'Free space in DATA_DIR')
  const backup = gauge('last_backup_timestamp_seconds', 'Time of the last backup')
  const slow = gauge('slow_statements', 'Slow statements that the status page lists')
  app.get('/metrics', { config: { open: true, ownToken: true, kind: 'free' } }, async (request, reply) => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`))
      throw refuse.signedOut('缺失令牌,鉴权失败', 'The token is missing or wrong')
    const status = await statusOf(parts)
    const counts = status.database as Readonly<Record<string, unknown>>
    for (const [name, one] of Object.entries(gauges)) one.set(Number(counts[name]))
    free.set(status.disk.free)
    if (status.backup) backup.set(Date.parse(status.backup.at) / 1000)
    slow.set(parts.slow().length)
    return reply.type(register.contentType).send(await register.metrics())
  })
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const isEqual = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))
