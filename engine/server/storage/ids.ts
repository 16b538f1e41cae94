import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { refuse } from '../errors/refuse.ts'

/** A generator of row ids. */
export interface Ids {
  /** A 64-bit id, greater than all before it, as a decimal text. */
  next(): string
  /** Records in the worker row what the process serves now. */
  report(): Promise<void>
  /** Releases the worker number, so that the next process need not wait for the lease to end. */
  close(): Promise<void>
}

/** What a process serves, as its worker row records it. */
export interface Served {
  /** The stored revision. */
  readonly revision: string
  /** The version of the names of tables and columns that its Model uses. */
  readonly namesVersion: number
}

const start = Date.UTC(2024, 0, 1)
const workers = 1024
const perMillisecond = 4096
const lease = 60_000

/**
 * Ids from 41 bits of milliseconds, 10 bits of worker number and 12 bits of count. The worker number is leased in the
 * database together with a last millisecond (`high`) that its holder never exceeds; the next holder starts after it. So
 * no clock, however wrong, can repeat an id.
 */
export async function createIds(
  database: Database,
  now: () => number = Date.now,
  served: () => Served | undefined = () => undefined,
): Promise<Ids> {
  const holder = randomUUID()
  let { worker, high, last } = await takeWorker(database, holder, now(), served())
  // The millisecond before the first counts as used up.
  let count = perMillisecond - 1
  let renewing: Promise<void> | undefined

  const renew = (): Promise<void> => {
    renewing ??= extend().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const extend = async () => {
    const leaseEnd = Math.max(last, now()) + lease
    if (await extendLease(database, holder, worker, leaseEnd, served())) high = leaseEnd
    else {
      const taken = await takeWorker(database, holder, now(), served())
      ;({ worker, high } = taken)
      last = Math.max(last, taken.last)
      count = perMillisecond - 1
    }
  }
  // A failed renewal is retried; until one succeeds, `high` limits the ids. It is not part of the transaction that
  // requests an id, and waits for its own turn at the database.
  const renewSoon = AsyncResource.bind(() => void renew().catch(() => undefined))
  const timer = setInterval(renewSoon, lease / 6).unref()

  return {
    next() {
      const clock = now()
      // Work that starves timers, as on an embedded database, renews the lease well before it ends.
      if (clock > high - lease / 2) renewSoon()
      if (clock > last && clock <= high) {
        last = clock
        count = 0
      } else if (++count >= perMillisecond) {
        if (last >= high) throw refuse.unavailable(1)
        last++
        count = 0
      }
      return String((BigInt(last - start) << 22n) | (BigInt(worker) << 12n) | BigInt(count))
    },
    async report() {
      // A renewal that is under way may record the former revision.
      await renewing?.catch(() => undefined)
      await renew()
    },
    async close() {
      clearInterval(timer)
      await renewing?.catch(() => undefined)
      await execute(
        database.kysely,
        sql`update engine_worker set until = date_trunc('milliseconds', now()), high = ${last} where id = ${worker} and holder = ${holder}`,
      )
    },
  }
}

interface Lease {
  readonly worker: number
  readonly high: number
  /** Ids start after this millisecond. */
  readonly last: number
}

/** Takes the worker number that has been free for longest, or a new one. */
async function takeWorker(
  database: Database,
  holder: string,
  clock: number,
  served: Served | undefined,
): Promise<Lease> {
  const { revision = null, namesVersion = null } = served ?? {}
  const until = sql`now() + ${lease} * interval '1 millisecond'`
  for (let attempt = 0; attempt < 50; attempt++) {
    const freed = await execute<{ id: number; before: string }>(
      database.kysely,
      sql`
      with free as (select id, high from engine_worker where until <= now() order by until limit 1 for update skip locked)
      update engine_worker w set holder = ${holder}, until = ${until}, high = greatest(free.high, ${clock}) + ${lease},
        revision = ${revision}, names_version = ${namesVersion}::integer
      from free where w.id = free.id returning w.id, free.high as before`,
    )
    const row =
      freed.rows[0] ??
      (
        await execute<{ id: number; before: string }>(
          database.kysely,
          sql`
          insert into engine_worker (id, holder, until, high, revision, names_version)
          select n, ${holder}, ${until}, ${clock + lease}, ${revision}, ${namesVersion}::integer
          from generate_series(0, ${workers - 1}::int) n
          where not exists (select from engine_worker w where w.id = n) order by n limit 1
          on conflict do nothing returning id, '0' as before`,
        )
      ).rows[0]
    if (row) {
      const before = Number(row.before)
      return { worker: row.id, high: Math.max(before, clock) + lease, last: before }
    }
  }
  throw refuse.unavailable(lease / 1000)
}

async function extendLease(
  database: Database,
  holder: string,
  worker: number,
  leaseEnd: number,
  served: Served | undefined,
): Promise<boolean> {
  const { revision = null, namesVersion = null } = served ?? {}
  const { numAffectedRows } = await execute(
    database.kysely,
    sql`
    update engine_worker set until = now() + ${lease} * interval '1 millisecond', high = ${leaseEnd},
      revision = ${revision}, names_version = ${namesVersion}::integer
    where id = ${worker} and holder = ${holder}`,
  )
  return numAffectedRows === 1n
}
