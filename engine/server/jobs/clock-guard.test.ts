import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { applyPlan } from '../storage/apply.ts'
import { planChanges } from '../storage/plan.ts'
import { confirmClock, createClockGuard } from './clock-guard.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

describe.each(databasesUnderTest())('semantics 23: a clock that was changed, on $kind', ({ open }) => {
  let database: Database
  /** Time that has passed, and by how much the clock of the database was moved. */
  let [passed, moved] = [0, 0]

  beforeAll(async () => {
    database = await open()
    await applyPlan(database, await planChanges(database, emptyModel))
  })
  beforeEach(async () => {
    ;[passed, moved] = [0, 0]
    await runAll(database.kysely, sql`delete from engine_due_clock`)
  })
  afterAll(() => database.close())

  const begin = Date.parse('2026-11-20T10:00:00Z')
  const process = () => {
    const start = passed
    const guard = createClockGuard(() => passed - start)
    return () => guard(database.kysely, new Date(begin + passed + moved))
  }

  it('makes all processes wait until it is confirmed, moved forward by more than an hour or back by more than a minute', async () => {
    for (const shift of [2 * hour, -2 * minute]) {
      const [one, other] = [process(), process()]
      expect([await one(), await other()]).toEqual([undefined, undefined])
      passed += minute
      moved += shift
      expect(await one()).toBe(shift / 1000)
      expect(await other()).toBe(shift / 1000)
      expect(await process()()).toBe(shift / 1000)
      expect([await confirmClock(database.kysely), await confirmClock(database.kysely)]).toEqual([true, false])
      passed += minute
      expect([await one(), await other(), await process()()]).toEqual([undefined, undefined, undefined])
    }
  })

  it('is not reported after a small correction, or after a time for which no process ran', async () => {
    const one = process()
    await one()
    passed += minute
    moved += 50 * minute
    expect(await one()).toBeUndefined()
    moved -= 30_000
    passed += minute
    expect(await one()).toBeUndefined()
    // A weekend.
    passed += 3 * day
    expect([await process()(), await one()]).toEqual([undefined, undefined])
  })

  it('is found after a start, if it is before the last run of any process', async () => {
    await process()()
    passed += minute
    moved -= day
    expect(await process()()).toBe((minute - day) / 1000)
  })
})
