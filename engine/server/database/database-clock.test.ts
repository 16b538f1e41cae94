import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { refusalOf } from '../errors/database-errors.ts'
import type { Database } from './database.ts'
import { createDatabaseClock } from './database-clock.ts'

describe.each(databasesUnderTest())('semantics 36: the clock of the database ($kind)', ({ open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const clockWith = async (local: () => number) => {
    const warnings: string[] = []
    return { clock: await createDatabaseClock(database, { warn: text => warnings.push(text), local }), warnings }
  }

  it('corrects the time of a process whose own clock is late, warns, and is not ready beyond a minute', async () => {
    const { clock, warnings } = await clockWith(() => Date.now() - 120_000)
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5000)
    expect(warnings).toEqual([expect.stringMatching(/differs from the database's by 1(19|20|21) s/)])
    expect(refusalOf(await clock.check().catch((error: unknown) => error))).toMatchObject({
      status: 503,
      code: 'clock-apart',
    })
    expect(warnings).toHaveLength(1)
  })

  it('is ready without a warning if the clocks agree', async () => {
    const { clock, warnings } = await clockWith(Date.now)
    await clock.check()
    expect(warnings).toEqual([])
  })

  it('measures again when it is read a minute later', async () => {
    let ahead = 0
    const { clock } = await clockWith(() => Date.now() + ahead)
    ahead = 61_000
    clock.now()
    await expect.poll(() => Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5000)
  })
})
