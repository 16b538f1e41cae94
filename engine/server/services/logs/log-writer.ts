import type { Logger } from 'pino'
import type { Model } from '../../../model/model.ts'
import { parameterValue } from '../../auth/parameter-value.ts'
import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'

/** A request that changed something or was refused. */
export interface LoggedRequest {
  readonly tenantId: string
  readonly userId: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly requestId: string
}

/** An error of the server, or one that a browser uploaded. */
export interface LoggedError extends Pick<LoggedRequest, 'tenantId' | 'userId' | 'path' | 'requestId'> {
  readonly source: 'server' | 'browser'
  readonly kind: string
  readonly message: string
  readonly stack: string | null
}

/** Writes the logs in batches: a request never waits for its entry. */
export interface LogWriter {
  request(entry: LoggedRequest): void
  error(entry: LoggedError): void
  /** Writes what is waiting. */
  flush(): Promise<void>
}

/** Milliseconds for which entries are gathered. */
const gathering = 1000
/** Entries that may wait while the database does not respond; the oldest are dropped. */
const maxWaiting = 5000
const maxPath = 400

interface LogWriterParts {
  readonly database: Database
  nextId(): string
  readonly log: Logger
}

/** Creates the writer, which starts a timer with the first entry of a batch. */
export function createLogWriter({ database, nextId, log }: LogWriterParts): LogWriter {
  const waiting: { readonly table: Table; readonly row: Readonly<Record<string, unknown>> }[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const take = (table: Table, entry: LoggedRequest | LoggedError) => {
    waiting.push({
      table,
      row: { ...entry, path: entry.path.slice(0, maxPath), id: nextId(), at: new Date().toISOString() },
    })
    if (waiting.length > maxWaiting) waiting.shift()
    timer ??= setTimeout(() => void flush(), gathering).unref()
  }
  const write = async () => {
    const entries = waiting.splice(0)
    for (const [table, statement] of Object.entries(inserts)) {
      const rows = entries.filter(one => one.table === table).map(({ row }) => row)
      if (rows.length > 0) await runAll(database.kysely, statement(JSON.stringify(rows, storable)))
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch(error => log.warn({ err: error }, 'log entries could not be written'))
    return writing
  }
  return { request: entry => take('requests', entry), error: entry => take('errors', entry), flush }
}

/** JSON columns refuse NUL and halves of characters, which the end of a shortened text may be. */
const storable = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD') : value

type Table = keyof typeof inserts

// In batches beside `write`: an entry of a log has no history, no event and no rule, and a failed write must not be logged again.
const inserts = {
  requests: (rows: string) => sql`
    insert into engine_request_log (tenant_id, id, user_id, at, method, path, status, ms, request_id)
    select "tenantId", id, "userId", at, method, path, status, ms, "requestId" from jsonb_to_recordset(${rows}::jsonb)
      as r("tenantId" text, id bigint, "userId" bigint, at timestamptz, method text, path text, status integer,
        ms integer, "requestId" text)`,
  errors: (rows: string) => sql`
    insert into engine_error_log (tenant_id, id, user_id, at, source, kind, path, message, stack, request_id)
    select "tenantId", id, "userId", at, source, kind, path, message, stack, "requestId"
    from jsonb_to_recordset(${rows}::jsonb)
      as r("tenantId" text, id bigint, "userId" bigint, at timestamptz, source text, kind text, path text, message text,
        stack text, "requestId" text)`,
}

/** Deletes entries older than the parameter says, and returns their number. */
export async function deleteOldLogs(queries: Queries, model: Model, now: Date): Promise<number> {
  const given = Number(await parameterValue(queries, model, 'log.days'))
  const days = Number.isInteger(given) && given > 0 ? given : 30
  const isOld = sql`at < ${now.toISOString()}::timestamptz - make_interval(days => ${days}::integer) returning id`
  const requests = await runAll(queries, sql`delete from engine_request_log where ${isOld}`)
  return requests.length + (await runAll(queries, sql`delete from engine_error_log where ${isOld}`)).length
}
