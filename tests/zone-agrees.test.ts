import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instantOf } from '../engine/rules/zone.ts'
import type { Database } from '../engine/server/database/database.ts'
import { sql } from '../engine/server/database/fragment.ts'
import { runAll } from '../engine/server/database/run.ts'
import { databasesUnderTest } from './support/databases.ts'

// Each zone with an hour that occurs twice, one that is skipped, and the hours around them.
const texts: Readonly<Record<string, readonly string[]>> = {
  'Asia/Shanghai': ['1991-09-15 00:30:00', '1991-09-15 01:30:00', '1991-04-14 02:30:00', '2026-11-27 12:00:00'],
  'Europe/Berlin': ['2026-10-25 01:59:59', '2026-10-25 02:30:00', '2026-10-25 03:00:00', '2026-03-29 02:30:00'],
  'America/New_York': ['2026-11-01 00:59:59', '2026-11-01 01:30:00', '2026-11-01 02:00:00', '2026-03-08 02:30:00'],
}

describe.each(databasesUnderTest())('semantics 36: a text without an offset ($kind)', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each(Object.entries(texts))('is the same moment in %s as in the database', async (zone, some) => {
    const moments = await runAll(
      database.kysely,
      sql`select (extract(epoch from text::timestamp at time zone ${zone}) * 1000)::float8 as moment
        from unnest(${some}::text[]) with ordinality of_zone (text, number) order by number`,
    )
    expect(some.map(text => instantOf(text, zone))).toEqual(moments.map(({ moment }) => Number(moment)))
  })
})
