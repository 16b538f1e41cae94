import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'

const minute = 60_000
const hour = 3_600_000

/** Whether jobs may act by the clock of the database; undefined if so, otherwise by how many seconds it was moved. */
export type ClockGuard = (queries: Queries, now: Date) => Promise<number | undefined>

/**
 * A guard against a clock that was changed. Between two runs of this process the clock must have moved as the monotonic
 * clock did: up to an hour further, up to a minute less. A process that has started has no such measure, and a system
 * may have been off for days, so there only a clock before the last recorded run of any process counts as changed. Once
 * it was changed, all processes wait until an administrator confirms the time.
 */
export function createClockGuard(monotonic: () => number = () => performance.now()): ClockGuard {
  let last: { readonly now: number; readonly at: number } | undefined
  return async (queries, now) => {
    const at = monotonic()
    const own = last ? now.getTime() - last.now - (at - last.at) : 0
    last = { now: now.getTime(), at }
    const [row] = await runAll(
      queries,
      sql`select waits_since is not null as "isWaiting", moved_seconds::text as moved,
        (extract(epoch from last_at) * 1000)::text as "lastAt" from engine_due_clock where id = 1`,
    )
    if (row?.['isWaiting'] === true) return Number(row['moved'])
    const recorded = row?.['lastAt'] === null || row === undefined ? 0 : now.getTime() - Number(row['lastAt'])
    const moved = own > hour || own < -minute ? own : recorded < -minute ? recorded : undefined
    const seconds = moved === undefined ? undefined : Math.round(moved / 1000)
    const isMoved = seconds !== undefined
    await runAll(
      queries,
      sql`insert into engine_due_clock (id, last_at, waits_since, moved_seconds)
        values (1, ${now.toISOString()}::timestamptz, ${isMoved ? now.toISOString() : null}::timestamptz, ${seconds ?? null}::bigint)
        on conflict (id) do update set last_at = excluded.last_at, waits_since = excluded.waits_since,
          moved_seconds = excluded.moved_seconds`,
    )
    return seconds
  }
}

/** The clock was checked: jobs act by the present time. False where none waits. */
export async function confirmClock(queries: Queries): Promise<boolean> {
  const confirmed = await runAll(
    queries,
    sql`update engine_due_clock set last_at = null, waits_since = null, moved_seconds = null
      where id = 1 and waits_since is not null returning id`,
  )
  return confirmed.length > 0
}
