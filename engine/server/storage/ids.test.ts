import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database } from '../database/database.ts'
import { applyPlan } from './apply.ts'
import { createIds, type Ids } from './ids.ts'
import { planChanges } from './plan.ts'

describe.each(databasesUnderTest())('ids ($kind)', ({ open }) => {
  let database: Database
  let made: Ids[]

  beforeEach(async () => {
    made = []
    database = await open()
    await applyPlan(database, await planChanges(database, emptyModel))
  })
  afterEach(async () => {
    for (const ids of made) await ids.close()
    await database.close()
  })

  const create = async (now?: () => number) => {
    const ids = await createIds(database, now)
    made.push(ids)
    return ids
  }
  const many = (ids: Ids, count: number) => Array.from({ length: count }, () => ids.next())

  it('grow, fit 64 bits and are unique across concurrent generators', async () => {
    const makers = await Promise.all(Array.from({ length: 8 }, () => create()))
    const all = makers.map(ids => many(ids, 5_000))
    for (const ids of all) expect(ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))).toEqual(ids)
    expect(new Set(all.flat()).size).toBe(40_000)
    expect(BigInt(all[0]?.at(-1) ?? 0) < 2n ** 63n).toBe(true)
  })

  it('are unique although the clock goes back, within a process and across restarts', async () => {
    let clock = Date.now()
    const seen = new Set<string>()
    const take = (ids: Ids) => {
      for (const id of many(ids, 3_000)) seen.add(id)
    }
    const first = await create(() => clock)
    take(first)
    clock -= 3_600_000
    take(first)
    await first.close()
    // The same worker number, an hour before its last id.
    take(await create(() => clock))
    expect(seen.size).toBe(9_000)
    expect((await sql`select id from engine_worker`.execute(database.kysely)).rows).toHaveLength(1)
  })

  it('continue where only the database responds and no timer fires', async () => {
    let clock = Date.now()
    const ids = await create(() => clock)
    const seen = new Set<string>()
    for (let second = 0; second < 90; second++) {
      clock += 1_000
      await database.transaction(async () => {
        for (const id of many(ids, 5_000)) seen.add(id)
      })
    }
    expect(seen.size).toBe(450_000)
  })

  it('are unique although a suspended process lost its number to another', async () => {
    let clock = Date.now()
    const sleeper = await create(() => clock)
    const before = many(sleeper, 10)
    await sql`update engine_worker set until = now() - interval '1 second'`.execute(database.kysely)
    const other = await create(() => clock)
    // The other worker now has the number; once awake, the sleeper detects this and takes a second one.
    expect((await sql`select id from engine_worker`.execute(database.kysely)).rows).toHaveLength(1)
    clock += 86_400_000
    const ids = [...before, ...many(other, 5_000), ...many(sleeper, 5_000)]
    expect(new Set(ids).size).toBe(10_010)
  })
})
