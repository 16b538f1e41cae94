import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queries } from '../../database/database.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { eventMinutes } from '../../store/outbox.ts'

/** A change of rows of one resource, or a notice, as the outbox contains it. */
export interface RowEvent {
  readonly id: string
  readonly xid: string
  /** The id of the resource. */
  readonly resource: string
  /** The user who made the change. */
  readonly userId: string | null
  /** Empty for rows shared by all tenants. */
  readonly tenantId: string
  /** Of a notice, its content. */
  readonly notice: unknown
}

/** Events, and the position after them. */
export interface EventBatch {
  readonly events: readonly RowEvent[]
  /** A client that reconnects with it misses no later event. It may get some of these events a second time. */
  readonly cursor: string
}

const pollMilliseconds = 400
/** Under load the reader uses at most this share of the time. */
const shareOfTime = 10

const columns = word(`e.id::text as "id", e.xid::text as "xid", e.resource as "resource", e.user_id::text as "userId",
  e.tenant_id as "tenantId", e.notice as "notice"`)
// Every transaction before the horizon has ended, so later reads need not look before it.
const horizon = word(`select pg_snapshot_xmin(pg_current_snapshot())::text as "horizon",
  extract(epoch from clock_timestamp())::bigint::text as "second"`)

/** The events of transactions that had not ended at a horizon, and the horizon now. */
async function readFrom(queries: Queries, from: string | undefined, resources: readonly string[]) {
  const since = from === undefined ? word('false') : sql`e.xid >= ${from}::bigint`
  const rows = await runAll(
    queries,
    sql`select n.*, ${columns} from (${horizon}) n
      left join engine_event e on ${since} and e.resource = any(${resources}::text[]) order by e.xid, e.id`,
  )
  const events = rows.flatMap(({ id, xid, resource, userId, tenantId, notice }): RowEvent[] => {
    if (id === null) return []
    const by = userId === null ? null : String(userId)
    const event = { id: String(id), xid: String(xid), resource: String(resource), userId: by }
    return [{ ...event, tenantId: String(tenantId), notice }]
  })
  const [now] = rows
  return { events, horizon: String(now?.['horizon']), second: Number(now?.['second']) }
}

/** The current position. */
export async function cursorNow(queries: Queries): Promise<string> {
  return cursorOf(await readFrom(queries, undefined, []))
}

const cursorOf = ({ horizon, second }: { readonly horizon: string; readonly second: number }) => `${horizon}.${second}`

/**
 * The events of some resources since a client was connected last. Undefined if some of them may have been deleted
 * since, or if the position is not one of this database.
 */
export async function eventsSince(
  queries: Queries,
  cursor: string,
  resources: readonly string[],
): Promise<EventBatch | undefined> {
  const [, from, second] = /^(\d{1,19})\.(\d{1,12})$/.exec(cursor) ?? []
  if (from === undefined || BigInt(from) > 2n ** 63n - 1n) return undefined
  const found = await readFrom(queries, from, resources)
  const age = found.second - Number(second)
  // A minute less than events are stored: the job that deletes them runs once a minute.
  if (age > (eventMinutes - 1) * 60 || age < -1 || BigInt(from) > BigInt(found.horizon)) return undefined
  return { events: found.events, cursor: cursorOf(found) }
}

/** Reads the outbox for the streams of this process. */
export interface EventReader {
  /** The position up to which events were delivered; undefined while no resource is wanted. */
  cursor(): string | undefined
  /** Adds a receiver, which then gets all events that are committed from now on, and none that was committed before. */
  join(add: () => void): Promise<void>
  /** Waits for the read in progress. */
  stop(): Promise<void>
}

/** Delivers each event of the wanted resources once, in the order in which transactions began. */
export function startEventReader(
  database: Database,
  wanted: () => readonly string[],
  deliver: (batch: EventBatch) => Promise<void>,
  onError: (error: unknown) => void,
): EventReader {
  const stopping = new AbortController()
  let from: string | undefined
  let seen = new Map<string, string>()
  let cursor = ''
  const look = async () => {
    const resources = wanted()
    if (resources.length === 0) from = undefined
    if (from === undefined) return
    const found = await readFrom(database.kysely, from, resources)
    const fresh = found.events.filter(({ id }) => !seen.has(id))
    seen = new Map(
      found.events.filter(({ xid }) => BigInt(xid) >= BigInt(found.horizon)).map(({ id, xid }) => [id, xid]),
    )
    from = found.horizon
    cursor = cursorOf(found)
    if (fresh.length > 0) await deliver({ events: fresh, cursor })
  }
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const poll = async () => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      await inTurn(look).catch(onError)
      const pause = Math.max(pollMilliseconds, (performance.now() - started) * shareOfTime)
      await sleep(pause, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
  }
  const polling = poll()
  return {
    cursor: () => (from === undefined ? undefined : cursor),
    join: add =>
      inTurn(async () => {
        await look()
        if (from === undefined) {
          const now = await readFrom(database.kysely, undefined, [])
          from = now.horizon
          cursor = cursorOf(now)
        }
        add()
      }),
    async stop() {
      stopping.abort()
      await polling
    },
  }
}
