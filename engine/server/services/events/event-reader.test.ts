import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../../tests/support/databases.ts'
import { emptyModel } from '../../../model/empty-model.ts'
import type { Database } from '../../database/database.ts'
import { applyPlan } from '../../storage/apply.ts'
import { planChanges } from '../../storage/plan.ts'
import { publishRow } from '../../store/outbox.ts'
import { cursorNow, eventsSince, startEventReader } from './event-reader.ts'

describe.each(databasesUnderTest())('semantics 12: events that commit late, on $kind', ({ kind, open }) => {
  let database: Database
  const count = 1000
  const all = Array.from({ length: count + 1 }, (_, n) => String(n + 1))
  const inOrder = (ids: readonly string[]) => ids.toSorted((one, other) => Number(one) - Number(other))

  beforeAll(async () => {
    database = await open()
    await applyPlan(database, await planChanges(database, emptyModel))
  })
  afterAll(() => database.close())

  it('are delivered once by a reader, and found again by a later position, while 1,000 others commit', async () => {
    const faults: unknown[] = []
    const delivered: string[] = []
    const reader = startEventReader(
      database,
      () => ['visit'],
      async ({ events }) => {
        delivered.push(...events.map(({ id }) => id))
      },
      error => faults.push(error),
    )
    await reader.join(() => undefined)
    const found = new Set<string>()
    let cursor = await cursorNow(database.kysely)
    const readOn = async () => {
      const batch = await eventsSince(database.kysely, cursor, ['visit'])
      for (const { id } of batch?.events ?? []) found.add(id)
      cursor = batch?.cursor ?? ''
    }
    const publish = (id: number, queries = database.kysely as Parameters<typeof publishRow>[0]) =>
      publishRow(queries, String(id), 'visit', String(id))
    let commit = () => {}
    const held = new Promise<void>(done => {
      commit = done
    })
    let begun = () => {}
    const hasBegun = new Promise<void>(done => {
      begun = done
    })
    // The embedded database has one connection, so two transactions cannot be open at the same time.
    const late =
      kind === 'embedded'
        ? held.then(() => publish(1))
        : database.transaction(async queries => {
            await publish(1, queries)
            begun()
            await held
          })
    if (kind !== 'embedded') await hasBegun
    for (let first = 2; first <= count + 1; first += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, n) => publish(first + n)))
      await readOn()
    }
    await expect.poll(() => delivered.length, { timeout: 30_000 }).toBe(count)
    expect([found.has('1'), delivered.includes('1')]).toEqual([false, false])
    commit()
    await late
    await readOn()
    await expect.poll(() => delivered.length, { timeout: 30_000 }).toBe(count + 1)
    await reader.stop()
    expect(inOrder([...found])).toEqual(all)
    expect(inOrder(delivered)).toEqual(all)
    expect(faults).toEqual([])
  })
})
