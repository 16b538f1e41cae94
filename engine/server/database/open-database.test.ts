import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import type { Database } from './database.ts'

describe.each(databasesUnderTest())('the database ($kind)', ({ kind, open }) => {
  let database: Database

  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  it.each([
    ['bigint', '9007199254740993', '9007199254740993'],
    ['numeric(15,2)', 1.5, '1.50'],
    ['date', '2026-03-15', '2026-03-15'],
    ['time', '08:30:00', '08:30:00'],
    ['timestamptz(3)', '2026-03-15 08:30:00', '2026-03-15 08:30:00+08'],
    ['boolean', true, true],
    ['integer', 7, 7],
    ['text', '明厨', '明厨'],
    ['text[]', ['甲', 'b,"c\\'], ['甲', 'b,"c\\']],
    ['bigint[]', ['1', '9007199254740993'], ['1', '9007199254740993']],
    ['date[]', ['2026-03-15'], ['2026-03-15']],
    ['jsonb', '{"a":[1,"二"]}', { a: [1, '二'] }],
    ['jsonb', '"text"', 'text'],
    ['text', null, null],
  ])('returns %s in its transmitted form', async (type, value, expected) => {
    const { rows } = await sql<{ it: unknown }>`select ${value}::${sql.raw(type)} as it`.execute(database.kysely)
    expect(rows[0]?.it).toEqual(expected)
  })

  it('returns the right results of 200 queries after an error', async () => {
    const failing = sql`select 1 / ${0}::int`.execute(database.kysely)
    const answers = Array.from({ length: 200 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int as n`.execute(database.kysely),
    )
    await expect(failing).rejects.toThrow(/division by zero/)
    expect((await Promise.all(answers)).map(({ rows }) => rows[0]?.n)).toEqual(answers.map((_, n) => n))
  })

  it('opens every connection with the settings for short statements and with its timeouts', async () => {
    const names = [
      'jit',
      'work_mem',
      'max_parallel_workers_per_gather',
      'statement_timeout',
      'lock_timeout',
      'TimeZone',
    ]
    const settings = async (queries: Database['kysely']) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name = any(${names})`.execute(queries)
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    }
    const { reserved, background } = database
    const shared = { work_mem: '32768', TimeZone: 'Asia/Shanghai' }
    const ofServer = { ...shared, jit: 'off', max_parallel_workers_per_gather: '0' }
    const common = kind === 'postgres' ? ofServer : shared
    const read = await Promise.all(
      [database, database.share(['a', 'b']), reserved, background].map(({ kysely }) => settings(kysely)),
    )
    for (const one of [...read, await database.patiently(settings)]) expect(one).toMatchObject(common)
    if (kind !== 'postgres') return
    const limits = read.map(one => [one['statement_timeout'], one['lock_timeout']])
    const ofCalls = ['4000', '3000']
    expect(limits).toEqual([ofCalls, ofCalls, ofCalls, ['60000', '10000']])
    expect(await database.patiently(settings)).toMatchObject({ statement_timeout: '0', lock_timeout: '0' })
  })

  it('pings', () => expect(database.ping()).resolves.toBeUndefined())
})
