import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { emptyModel } from '../../model/empty-model.ts'
import type { Database, Queries } from '../database/database.ts'
import { applyPlan } from '../storage/apply.ts'
import { planChanges } from '../storage/plan.ts'
import { beginSending, claimMessages, endSending, releaseUnknown } from './message-table.ts'

describe.each(databasesUnderTest())('semantics 12: outbox rows are claimed, on $kind', ({ kind, open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
    await applyPlan(database, await planChanges(database, emptyModel))
  })
  afterEach(() => database.close())

  const add = (id: number, queries: Queries = database.kysely, channel = 'sms') =>
    sql`insert into engine_message (tenant_id, id, resource, step, receiver, channel, content, state, at, next_at)
      values ('000000', ${id}, 'visit', 'remind', '13800000001', ${channel}, 'text', 'queued', now(), now())`.execute(
      queries,
    )
  const keys = async (claim: string) =>
    (await claimMessages(database.kysely, 'sms', claim)).map(({ key }) => key).toSorted()
  const states = async () =>
    (await sql<{ state: string }>`select state from engine_message order by id`.execute(database.kysely)).rows.map(
      ({ state }) => state,
    )
  /** Ends the process that has the claim: its lease expires. */
  const kill = () => sql`update engine_message set claimed_until = now() - interval '1 second'`.execute(database.kysely)

  it('by one of many processes each', async () => {
    for (let id = 1; id <= 25; id++) await add(id)
    const claimed = await Promise.all(['a', 'b', 'c', 'd'].map(keys))
    const all = claimed.flat()
    expect([all.length, new Set(all).size]).toEqual([25, 25])
  })

  it.skipIf(kind === 'embedded')('also if they commit after rows with a later id', async () => {
    let commit = () => {}
    const held = new Promise<void>(done => {
      commit = done
    })
    let begun = () => {}
    const hasBegun = new Promise<void>(done => {
      begun = done
    })
    const late = database.transaction(async queries => {
      await add(1, queries)
      begun()
      await held
    })
    await hasBegun
    for (let id = 2; id <= 6; id++) await add(id)
    expect(await keys('a')).toEqual(['2', '3', '4', '5', '6'])
    commit()
    await late
    expect(await keys('a')).toEqual(['1'])
  })

  it('each at least once with its key, while 1,000 commit around a late one and a process ends', async () => {
    const count = 1000
    let commit = () => {}
    const held = new Promise<void>(done => {
      commit = done
    })
    // The embedded database has one connection, so two transactions cannot be open at the same time.
    const late =
      kind === 'embedded'
        ? held.then(() => add(1))
        : database.transaction(async queries => {
            await add(1, queries)
            await held
          })
    const delivered = new Map<string, number>()
    let isDone = false
    const consume = async (claim: string) => {
      while (!isDone) {
        for (const { key } of await claimMessages(database.kysely, 'sms', claim)) {
          if (!(await beginSending(database.kysely, key, claim, 'test'))) continue
          delivered.set(key, (delivered.get(key) ?? 0) + 1)
          await endSending(database.kysely, key, claim, { state: 'sent' })
        }
        await new Promise(done => setImmediate(done))
      }
    }
    // A process that ends between claim and send.
    for (let id = 2; id <= 11; id++) await add(id)
    expect(await keys('ended')).toHaveLength(10)
    const consumers = ['a', 'b', 'c'].map(consume)
    const writers = Array.from({ length: 10 }, async (_, n) => {
      for (let id = 12 + n; id <= count + 1; id += 10) await add(id)
    })
    await Promise.all(writers)
    expect(delivered.has('1')).toBe(false)
    commit()
    await late
    await sql`update engine_message set claimed_until = now() - interval '1 second' where claim = 'ended'`.execute(
      database.kysely,
    )
    await expect.poll(() => delivered.size, { timeout: 60_000 }).toBe(count + 1)
    isDone = true
    await Promise.all(consumers)
    expect([...delivered.keys()].map(Number).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: count + 1 }, (_, n) => n + 1),
    )
    // None of them was sent by two processes, as each marked what it sent.
    expect([...delivered.values()].every(times => times === 1)).toBe(true)
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  it('again after the process ended between claim and send, and not by the process that lost the claim', async () => {
    await add(1)
    expect(await keys('a')).toEqual(['1'])
    expect(await keys('b')).toEqual([])
    await kill()
    expect(await keys('b')).toEqual(['1'])
    expect(await beginSending(database.kysely, '1', 'a', 'test')).toBe(false)
    expect(await beginSending(database.kysely, '1', 'b', 'test')).toBe(true)
    await endSending(database.kysely, '1', 'a', { state: 'failed' })
    await endSending(database.kysely, '1', 'b', { state: 'sent' })
    expect(await states()).toEqual(['sent'])
  })

  it('and released by the provider of their channel', async () => {
    await add(1)
    await add(2, database.kysely, 'email')
    expect(await keys('a')).toEqual(['1'])
    expect((await claimMessages(database.kysely, 'email', 'a')).map(({ key }) => key)).toEqual(['2'])
    for (const key of ['1', '2']) await beginSending(database.kysely, key, 'a', 'test')
    await kill()
    await releaseUnknown(database.kysely, 'email', true)
    expect(await states()).toEqual(['sending', 'queued'])
    await releaseUnknown(database.kysely, 'sms', false)
    expect(await states()).toEqual(['unknown', 'queued'])
  })

  it.each([
    { isRepeated: false, state: 'unknown', later: [] },
    { isRepeated: true, state: 'queued', later: ['1'] },
  ])('and end as $state if the process ended between send and mark', async ({ isRepeated, state, later }) => {
    await add(1)
    await keys('a')
    await beginSending(database.kysely, '1', 'a', 'test')
    await releaseUnknown(database.kysely, 'sms', isRepeated)
    expect(await states()).toEqual(['sending'])
    await kill()
    await releaseUnknown(database.kysely, 'sms', isRepeated)
    expect([await states(), await keys('b')]).toEqual([[state], later])
  })
})
