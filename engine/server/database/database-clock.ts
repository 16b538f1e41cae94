import { refuse } from '../errors/refuse.ts'
import type { Database } from './database.ts'
import { sql } from './fragment.ts'
import { execute } from './run.ts'

/** The time of this process, corrected to the clock of the database. */
export interface DatabaseClock {
  now(): Date
  /** Measures again, for work that must not depend on a clock of this process that was changed meanwhile. */
  measure(): Promise<void>
  /** Measures again; throws a refusal (503) if the clocks differ by more than a minute. */
  check(): Promise<void>
}

interface ClockOptions {
  /** Called with a warning for the operator when the clocks differ by more than five seconds. */
  readonly warn: (sentence: string) => void
  /** The clock of this process, in milliseconds. */
  readonly local?: () => number
  /** Milliseconds that are added to the time of the database: tests move it. */
  readonly shift?: () => number
}

const milliseconds = { measured: 60_000, warned: 5_000, tolerated: 60_000 }

/**
 * A clock that all processes on a database agree on. The offset to the database is measured now and, when the clock is
 * read, every minute, so that there is no timer.
 */
export async function createDatabaseClock(
  { kysely }: Pick<Database, 'kysely'>,
  { warn, local = Date.now, shift = () => 0 }: ClockOptions,
): Promise<DatabaseClock> {
  let [offset, measuredAt] = [0, 0]
  let measuring: Promise<void> | undefined
  const measure = async () => {
    const before = local()
    const { rows } = await execute<{ now: string }>(
      kysely,
      sql`
      select floor(extract(epoch from clock_timestamp()) * 1000)::text as now`,
    )
    const after = local()
    const found = Number(rows[0]?.now) - (before + after) / 2
    if (isApart(found) && !isApart(offset))
      warn(
        `The clock of this server differs from the database's by ${Math.round(found / 1000)} s; check its time service.`,
      )
    ;[offset, measuredAt] = [found, after]
  }
  const renew = () => {
    measuring ??= measure().finally(() => {
      measuring = undefined
    })
    return measuring
  }
  await renew()
  return {
    now() {
      const time = local()
      // A failed measurement is repeated at the next reading; meanwhile the former offset is valid.
      if (Math.abs(time - measuredAt) > milliseconds.measured) renew().catch(() => {})
      return new Date(Math.round(time + offset + shift()))
    },
    measure: renew,
    async check() {
      await renew()
      if (Math.abs(offset) > milliseconds.tolerated) throw refuse.clockApart(Math.round(offset / 1000))
    },
  }
}

const isApart = (offset: number) => Math.abs(offset) > milliseconds.warned
